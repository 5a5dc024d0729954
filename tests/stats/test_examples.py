"""The typical, the closest and the most dramatic game."""

import polars as pl

from brewsim.stats.examples import examples_by_case

COLUMNS = ["case", "game", "seat", "rank", "margin", "rounds", "aborted", "after_1", "after_2"]


def game(number, margin, rounds, winner, loser, case="c", aborted=False):
    """Two rows; `winner` and `loser` are the standings after each round."""
    return [(case, number, 0, 2, -margin, rounds, aborted, *loser), (case, number, 1, 1, margin, rounds, aborted, *winner)]


def frame(*games) -> list[pl.LazyFrame]:
    """Every game a part of its own."""
    types = {"after_1": pl.Int16, "after_2": pl.Int16}
    return [pl.LazyFrame(rows, COLUMNS, orient="row", schema_overrides=types) for rows in games]


def which(parts, progress=("after_1", "after_2")) -> dict[tuple[str, str], int]:
    return {(row["case"], row["which"]): row["game"] for row in examples_by_case(parts, progress).iter_rows(named=True)}


def test_each_sort_is_found_across_parts():
    found = which(
        frame(
            game(0, 9, 5, (3, 5), (1, 2)),
            game(1, 4, 5, (3, 5), (1, 2)),
            game(2, 5, 5, (3, 5), (2, 2)),
            game(3, 1, 5, (0, 3), (4, 9)),
            game(4, 5, 9, (3, None), (1, None)),
            game(5, 0, 1, (3, None), (99, None), aborted=True),
        )
    )
    assert found == {("c", "typical"): 2, ("c", "closest"): 3, ("c", "comeback"): 3}


def test_the_first_of_its_like_and_each_case_apart():
    found = which(frame(game(7, 2, 3, (0, 1), (0, 0)), game(4, 2, 3, (0, 1), (0, 0)), game(1, 8, 3, (0, 1), (5, 0), "d")))
    assert found["c", "typical"] == found["c", "closest"] == 4
    assert found["d", "comeback"] == 1


def test_without_a_standing_by_round_there_is_no_comeback():
    assert set(which(frame(game(0, 2, 3, (0, 1), (0, 0))), ())) == {("c", "typical"), ("c", "closest")}


def test_no_finished_game_no_example():
    assert examples_by_case(frame(game(0, 2, 3, (0, 1), (0, 0), aborted=True)), ["after_1"]).is_empty()
