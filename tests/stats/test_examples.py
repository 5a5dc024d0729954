"""The typical, the closest and the most dramatic game."""

import polars as pl

from brewsim.stats.examples import examples_by_case

COLUMNS = ["case", "game", "seat", "rank", "margin", "rounds", "aborted", "chance_at_half"]


def game(number, margin, rounds, chance=None, case="c", aborted=False):
    """Two rows; `chance` is the winner's at half-time, if the game was followed."""
    other = None if chance is None else 1 - chance
    return [(case, number, 0, 2, -margin, rounds, aborted, other), (case, number, 1, 1, margin, rounds, aborted, chance)]


def frame(*games) -> list[pl.LazyFrame]:
    """Every game a part of its own."""
    return [pl.LazyFrame(rows, COLUMNS, orient="row", schema_overrides={"chance_at_half": pl.Float32}) for rows in games]


def which(parts) -> dict[tuple[str, str], int]:
    return {(row["case"], row["which"]): row["game"] for row in examples_by_case(parts).iter_rows(named=True)}


def test_each_sort_is_found_across_parts():
    found = which(
        frame(
            game(0, 9, 5, 0.5), game(1, 4, 5), game(2, 5, 5, 0.25), game(3, 1, 5), game(4, 5, 9, 0.0625), game(5, 0, 1, 0.0, aborted=True)
        )
    )
    assert found == {("c", "typical"): 2, ("c", "closest"): 3, ("c", "comeback"): 4}


def test_the_first_of_its_like_and_each_case_apart():
    found = which(frame(game(7, 2, 3), game(4, 2, 3), game(1, 8, 3, 0.9, "d")))
    assert found["c", "typical"] == found["c", "closest"] == 4
    assert found["d", "comeback"] == 1


def test_without_followed_games_there_is_no_comeback():
    assert set(which(frame(game(0, 2, 3)))) == {("c", "typical"), ("c", "closest")}


def test_no_finished_game_no_example():
    assert examples_by_case(frame(game(0, 2, 3, aborted=True))).is_empty()
