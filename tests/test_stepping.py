"""Functions as bots: the same games as `simulate`, views that show nothing hidden, and errors that say what is wrong."""

import numpy as np
import pytest

from brewsim.bots import DEFAULT_BOT, make_lineup
from brewsim.engine.contract import GAME
from brewsim.engine.deciding import moment_of
from brewsim.errors import BadInput
from brewsim.games import load_title
from brewsim.play import simulate
from brewsim.rules import load_rules
from brewsim.stepping import Game, View, play_with
from tests.conftest import fewer_if_interpreted

CRAFTERS = load_title("brew_crafters")


def as_the_bot(view: View, actions: list[int]) -> int:
    return view.choice


def first(view: View, actions: list[int]) -> int:
    return 0


# The same games


def plays_the_same_games(title_name: str) -> bool:
    """Whether a function that copies its bot does. `tests/long/test_stepping.py` asks it of every title."""
    games = max(2, fewer_if_interpreted(4))
    copied = play_with(title_name, {0: as_the_bot, 2: as_the_bot}, games, 3)
    return copied.tobytes() == simulate(title_name, [DEFAULT_BOT] * load_title(title_name).default_seats, games, 3).tobytes()


def test_a_function_that_copies_its_bot_plays_the_same_games():
    assert plays_the_same_games("brew_crafters")


@pytest.mark.parametrize("names", [["greedy", "random", "novice"], ["search:4", "greedy", "rush"]])
def test_so_it_does_with_any_lineup_and_rotation(names):
    lineup = make_lineup(CRAFTERS, names, rotates=True)
    copied = play_with("brew_crafters", {0: as_the_bot, 2: as_the_bot}, [4, 2, 9], seed=5, lineup=names, rotate=True)
    assert copied.tobytes() == simulate("brew_crafters", lineup, [4, 2, 9], seed=5).tobytes()


def test_so_it_does_where_items_are_blank():
    rules = load_rules("brew_crafters", {"blank": ["ale", "farm"]})
    assert play_with(rules, {1: as_the_bot}, 5, seats=2).tobytes() == simulate(rules, [DEFAULT_BOT] * 2, 5).tobytes()


def test_another_choice_plays_another_game():
    rows = play_with("brew_crafters", {0: first}, 20, seed=3, seats=2)
    assert rows["win_share"][rows["seat"] == 0].mean() < 0.2


def test_a_variant_file_changes_the_rules(tmp_path):
    file = tmp_path / "short.toml"
    file.write_text('title = "brew_crafters"\nset = { "game.target_rep" = 10 }\n')
    short = play_with("brew_crafters", {0: as_the_bot}, 10, seats=2, variant=file)
    assert short["rounds"].mean() < play_with("brew_crafters", {0: as_the_bot}, 10, seats=2)["rounds"].mean()


def test_a_game_that_is_aborted_has_no_winner():
    """Nobody may brew, so that no game ends."""
    recipes = ["ale", "porter", "lambic", "coffee_stout", "special_reserve"]
    rules = load_rules("brew_crafters", {"blank": recipes})
    rows = play_with(rules, {0: first}, 1, seats=2)
    assert rows["aborted"].all()
    assert rows["decisions"].sum() == CRAFTERS.cap


# What a function sees


def test_features_are_what_the_bot_weighs():
    player = make_lineup(CRAFTERS, [DEFAULT_BOT] * 3).players(load_rules("brew_crafters"))[0][0]
    gaps = []

    def weighing(view: View, actions: list[int]) -> int:
        values = view.features.to_numpy() @ player.weights[moment_of(player, view.table)]
        gaps.append(values.max() - values[view.choice])
        return view.choice

    play_with("brew_crafters", {0: weighing}, 3)
    assert len(gaps) > 20
    assert max(gaps) < 1e-9


def test_a_view_tells_seat_round_table_and_options_in_words():
    seen = []

    def reading(view: View, actions: list[int]) -> int:
        seen.append((view.seat, view.seats, view.round, view.standing, view.words))
        assert view.features.columns == list(CRAFTERS.features)
        assert len(view.words) == len(view.features) == len(actions) == len(view.actions) > 1
        return view.choice

    play_with("brew_crafters", {1: reading}, 1)
    assert {seat for seat, *_ in seen} == {1}
    assert {seats for _, seats, *_ in seen} == {3}
    assert [round_ for _, _, round_, *_ in seen] == sorted(round_ for _, _, round_, *_ in seen)
    assert seen[0][2] == 1
    assert "seat 2 0 Rep" in seen[0][3]
    assert any("from the row" in words for words in seen[0][4])


def test_a_view_stays_what_it_was_after_the_game_went_on():
    kept = []

    def keeping(view: View, actions: list[int]) -> int:
        kept.append((view, view.table.copy(), len(actions)))
        return 0

    play_with("brew_crafters", {0: keeping}, 1)
    for view, table, n in kept[:5]:
        fresh = view.matrix
        assert fresh.shape == (n, len(CRAFTERS.features))
        assert view.table == table
    assert kept[0][0].round == 1


def look_at_views(name: str, seats: int) -> None:
    """The view of the true table is that of any other which looks alike to the seat: dealt again, and with other luck to come.

    `tests/long/test_stepping.py` looks at those of every title.
    """
    rules = load_rules(name)
    game = Game(rules, make_lineup(rules.title, ["greedy"] * seats), range(seats), seed=9)
    desk = game.desks[0]
    game.open(1)
    decisions = 0
    while len(game.actions) and decisions < max(4, fewer_if_interpreted(150)):
        true, state = View(game), game.state.copy()
        with np.errstate(over="ignore"):
            rules.title.functions.conceal(rules.record, game.state, true.seat, np.uint64(5))
        game.state.key = np.uint64(77)
        other = View(game)
        desk.tables[GAME] = state
        different = [field for field in state.dtype.names if not np.array_equal(true.table[field], other.table[field])]
        assert different == [], f"phase {state.phase}"
        np.testing.assert_array_equal(true.matrix, other.matrix)
        game.take(decisions % len(game.actions))
        decisions += 1


@pytest.mark.parametrize("seats", CRAFTERS.seats)
def test_nothing_in_a_view_depends_on_what_its_seat_cannot_know(seats):
    look_at_views("brew_crafters", seats)


# Errors


@pytest.mark.parametrize("answer", [-1, 99, None, 0.0, "0", True, [0]])
def test_an_answer_that_is_no_index_is_refused(answer):
    with pytest.raises(
        BadInput, match=r"the function of seat 2, in game 0, chose .*: the index of one of \d+ options is a whole number from 0"
    ):
        play_with("brew_crafters", {1: lambda view, actions: answer}, 1)


def test_numbers_of_numpy_are_indices():
    assert len(play_with("brew_crafters", {0: lambda view, actions: np.argmax(actions)}, 1, seats=2)) == 2


def test_an_error_of_the_function_is_its_own():
    with pytest.raises(ZeroDivisionError):
        play_with("brew_crafters", {0: lambda view, actions: 1 // 0}, 1)


def test_places_and_seats_are_checked():
    with pytest.raises(BadInput, match="a function at place 3 of the lineup: 0 to 2"):
        play_with("brew_crafters", {3: first}, 1)
    with pytest.raises(BadInput, match="the lineup greedy,greedy has 2 bots, but the seats are 3"):
        play_with("brew_crafters", {0: first}, 1, seats=3, lineup=["greedy", "greedy"])
    with pytest.raises(BadInput, match="not played with 7 seats"):
        play_with("brew_crafters", {0: first}, 1, seats=7)
