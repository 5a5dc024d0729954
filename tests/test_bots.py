"""Bots as data, and how a bot decides."""

import numpy as np
import pytest

from brewsim.bots import Lineup, make_lineup, read_bots
from brewsim.errors import BadInput
from brewsim.games import TITLES, load_title
from brewsim.games.brew_crafters.codes import BLIND
from brewsim.play import simulate, trace
from brewsim.rules import load_rules
from tests.conftest import fewer_if_interpreted

TITLE = load_title("brew_crafters")


def test_own_bots_are_added_and_checked():
    own = {"mine": {"plan": "Blind draws only, nothing else matters.", "weights": {"blind": 1}}}
    assert read_bots(TITLE, own)["mine"].weights == {"blind": 1.0}
    with pytest.raises(BadInput, match="feature of bot 'mine' 'blnd'; did you mean 'blind'"):
        read_bots(TITLE, {"mine": {"plan": "x", "weights": {"blnd": 1}}})
    with pytest.raises(BadInput, match="bot 'mine': unknown key 'wieghts'; did you mean 'weights'"):
        read_bots(TITLE, {"mine": {"plan": "x", "wieghts": {}}})
    with pytest.raises(BadInput, match="greater than or equal to 0"):
        read_bots(TITLE, {"mine": {"plan": "x", "temperature": -1.0}})


def test_a_bot_has_the_beliefs_of_its_title_where_it_has_none_of_its_own():
    own = {"mine": {"plan": "Waits for ever.", "beliefs": {"patience": 0.9}}}
    mine, greedy = read_bots(TITLE, own)["mine"], read_bots(TITLE)["greedy"]
    assert mine.beliefs == {**greedy.beliefs, "patience": 0.9}
    assert mine.beliefs != greedy.beliefs
    patience = make_lineup(TITLE, ["mine", "greedy"], read_bots(TITLE, own)).players(load_rules(TITLE.name))[0].beliefs.patience
    assert patience[:, 1].tolist() == [0.9, greedy.beliefs["patience"]]


def test_beliefs_are_checked():
    with pytest.raises(BadInput, match="belief of bot 'mine' 'patence'; did you mean 'patience'"):
        read_bots(TITLE, {"mine": {"plan": "x", "beliefs": {"patence": 0.9}}})
    with pytest.raises(BadInput, match=r"beliefs.patience = 'long': input should be a valid number"):
        read_bots(TITLE, {"mine": {"plan": "x", "beliefs": {"patience": "long"}}})
    with pytest.raises(BadInput, match="finite number"):
        read_bots(TITLE, {"mine": {"plan": "x", "beliefs": {"patience": float("inf")}}})
    with pytest.raises(BadInput, match="and is not 'beliefs'"):
        read_bots(TITLE, {"beliefs": {"plan": "x"}})


def test_a_bot_that_is_like_another_says_only_what_differs():
    own = {"mine": {"plan": "x", "like": "greedy", "weights": {"blind": 9}, "beliefs": {"patience": 0.9}}}
    mine, greedy = read_bots(TITLE, own)["mine"], read_bots(TITLE)["greedy"]
    assert mine.weights == {**greedy.weights, "blind": 9.0}
    assert mine.beliefs == {**greedy.beliefs, "patience": 0.9}
    assert (mine.plan, mine.temperature) == ("x", 0.0)
    assert read_bots(TITLE, {"mine": mine.model_dump()})["mine"] == mine  # a manifest holds the whole bot


def test_a_bot_can_be_like_a_bot_of_its_own_file_that_is_like_no_other():
    rich = {"plan": "x", "beliefs": {"patience": 0.8}, "weights": {"blind": 2}}
    mine = read_bots(TITLE, {"mine": {"plan": "y", "like": "rich"}, "rich": rich})["mine"]
    assert (mine.weights, mine.beliefs["patience"]) == ({"blind": 2.0}, 0.8)
    with pytest.raises(BadInput, match="unknown bot that bot 'mine' is like 'gredy'; did you mean 'greedy'"):
        read_bots(TITLE, {"mine": {"plan": "x", "like": "gredy"}})
    for name in ("novice", "mine"):
        with pytest.raises(BadInput, match=f"bot 'mine' is like '{name}', which is like another bot itself"):
            read_bots(TITLE, {"mine": {"plan": "x", "like": name}})


@pytest.mark.parametrize("name", TITLES)
def test_every_plan_of_the_box_has_a_character(name):
    """All bots but the all-rounder and those that were made from it by play or by noise."""
    general = {"random", "novice", "greedy", "expert"}
    for bot, read in read_bots(load_title(name)).items():
        assert bool(read.character) == (bot not in general), bot


def test_a_character_is_made_of_weights_and_beliefs_and_changes_no_game():
    own = {"mine": {"plan": "x", "weights": {"blind": 1}, "character": ["blind", "patience"]}}
    assert read_bots(TITLE, own)["mine"].character == ["blind", "patience"]
    assert "character" not in read_bots(TITLE, own)["mine"].model_dump()
    with pytest.raises(BadInput, match="character of bot 'mine' 'blnd'; did you mean 'blind'"):
        read_bots(TITLE, {"mine": {"plan": "x", "character": ["blnd"]}})


def test_an_unknown_bot_or_number_of_seats_is_refused():
    with pytest.raises(BadInput, match="unknown bot of brew_crafters 'gredy'; did you mean 'greedy'"):
        make_lineup(TITLE, ["gredy", "greedy"])
    with pytest.raises(BadInput, match="not played with 5 seats; allowed: 2, 3, 4"):
        make_lineup(TITLE, ["greedy"] * 5)


def lineup_with(temperature: float, **weights: float) -> Lineup:
    bots = read_bots(TITLE, {"x": {"plan": "As the test says.", "temperature": temperature, "weights": weights}})
    return make_lineup(TITLE, ["x", "x"], bots)


def first_choices(lineup: Lineup, games: int) -> list[tuple[int, int]]:
    rules = load_rules("brew_crafters")
    return [(step.action, len(step.options)) for game in range(games) for step in [next(iter(trace(rules, lineup, game)))]]


def test_argmax_always_takes_the_best():
    assert {action for action, _ in first_choices(lineup_with(0.0, blind=1.0), 50)} == {BLIND}


def test_ties_are_broken_evenly():
    """Without weights all options are equal: the blind card is taken as often as 1 / options says."""
    choices = first_choices(lineup_with(0.0), fewer_if_interpreted(3000))
    expected = sum(1 / options for _, options in choices)
    assert abs(sum(action == BLIND for action, _ in choices) - expected) < 4 * np.sqrt(expected) + 1


@pytest.mark.compiled_only
def test_temperature_is_a_softmax():
    """With weight 1 on blind and temperature T the blind card is chosen with odds exp(1 / T) to 1 each."""
    temperature = 0.7
    choices = first_choices(lineup_with(temperature, blind=1.0), 3000)
    chances = [np.exp(1 / temperature) / (np.exp(1 / temperature) + options - 1) for _, options in choices]
    spread = np.sqrt(sum(p * (1 - p) for p in chances))
    assert abs(sum(action == BLIND for action, _ in choices) - sum(chances)) < 4 * spread


def test_rotation_moves_every_bot_through_every_seat():
    rows = simulate("brew_crafters", make_lineup(TITLE, ["greedy", "rush", "random"], rotates=True), 6)
    bots = rows["bot"].reshape(6, 3)
    assert bots[:3].tolist() == [[0, 1, 2], [1, 2, 0], [2, 0, 1]]
    assert bots[3:].tolist() == bots[:3].tolist()


def test_seats_with_the_same_bot_share_a_player():
    players, bots = make_lineup(TITLE, ["greedy", "rush", "greedy"]).players(load_rules(TITLE.name))
    assert len(players) == 2
    assert bots.tolist() == [0, 1, 0]
    assert players[0].weights.tolist() != players[1].weights.tolist()
