"""Bots that play games out before they decide: by name in any lineup, for every title, by the rules of the table."""

import numpy as np
import pytest

from brewsim.bots import MAX_PLAYOUTS, find_bot, make_lineup, read_bots
from brewsim.engine.contract import GAME, SEARCH_WIDTH
from brewsim.engine.search import halvings
from brewsim.errors import BadInput
from brewsim.games import load_title
from brewsim.play import new_desks, simulate, trace
from brewsim.rules import load_rules
from tests.conftest import INTERPRETED

CRAFTERS = load_title("brew_crafters")
GAMES = 4 if INTERPRETED else 150


def fair_shares(bot: str, other: str, seats: int, games: int, seed: int) -> float:
    """How many times its fair share of the wins a bot gets among others."""
    rows = simulate("brew_crafters", make_lineup(CRAFTERS, [bot, *[other] * (seats - 1)], rotates=True), games, seed)
    return float(rows["win_share"][rows["bot"] == 0].mean() * seats)


# Names


def test_a_search_plays_with_the_weights_and_beliefs_of_its_bot():
    bots = read_bots(CRAFTERS)
    assert find_bot(CRAFTERS, "search:32", bots).weights == bots["greedy"].weights
    rush = find_bot(CRAFTERS, "search:32/rush", bots)
    assert (rush.playouts, rush.weights, rush.beliefs) == (32, bots["rush"].weights, bots["rush"].beliefs)


@pytest.mark.parametrize("name", ["search:0", "search:1", "search:-5", "search:abc", "search:", "search:8.5", "search:1e3", "search:²"])
def test_a_search_without_a_number_of_play_outs_is_refused(name):
    with pytest.raises(BadInput, match="search:N or search:N/BOT with N from 2 to 100,000"):
        make_lineup(CRAFTERS, [name, "greedy"])


def test_the_bot_that_plays_out_must_exist_and_not_search():
    with pytest.raises(BadInput, match="unknown bot of brew_crafters 'nobody'"):
        make_lineup(CRAFTERS, ["search:8/nobody", "greedy"])
    bots = read_bots(CRAFTERS, {"deep": {"plan": "Looks ahead.", "playouts": 8}})
    with pytest.raises(BadInput, match="'deep' searches already"):
        make_lineup(CRAFTERS, ["search:8/deep", "greedy"], bots)
    with pytest.raises(BadInput, match="playouts"):
        read_bots(CRAFTERS, {"deep": {"plan": "Looks ahead.", "playouts": MAX_PLAYOUTS + 1}})


# Play


def test_a_search_is_decided_by_seed_and_game_alone():
    lineup = ["search:8", "greedy", "greedy"]
    together = simulate("brew_crafters", lineup, GAMES, seed=3)
    alone = simulate("brew_crafters", lineup, [GAMES - 1], seed=3)
    assert alone.tobytes() == together[-3:].tobytes()
    assert simulate("brew_crafters", lineup, GAMES, seed=4).tobytes() != together.tobytes()


@pytest.mark.compiled_only
def test_more_play_outs_play_better():
    few, many = fair_shares("search:4", "greedy", 3, 300, seed=5), fair_shares("search:64", "greedy", 3, 300, seed=5)
    assert 1.0 < few < many
    assert many > 1.5


@pytest.mark.compiled_only
def test_partners_in_teams_search_for_the_side():
    """A seat that searched for its own good alone would give its partner nothing; side 0 has both searching seats."""
    rows = simulate("brew_crafters", ["search:32", "greedy", "search:32", "greedy"], 2 * GAMES, seed=6)
    assert rows["win_share"][rows["side"] == 0].mean() > 0.56


def test_a_search_keeps_to_bans():
    uses = simulate("brew_crafters", ["search:8"] * 2, GAMES, seed=7)["uses"].sum(axis=0)
    items = sorted(CRAFTERS.items, key=lambda item: uses[CRAFTERS.item_numbers[item]])[-3:]
    rows = simulate("brew_crafters", ["search:8"] * 2, GAMES, seed=7, banned=[items, []])
    columns = [CRAFTERS.item_numbers[item] for item in items]
    assert rows["uses"][rows["seat"] == 0][:, columns].sum() == 0


def test_a_told_game_of_a_search_is_the_game_that_was_played():
    lineup = make_lineup(CRAFTERS, ["search:8", "greedy", "greedy"])
    steps = list(trace("brew_crafters", lineup, 2, seed=8))
    rows = simulate("brew_crafters", lineup, [2], seed=8)
    np.testing.assert_array_equal(np.bincount([step.seat for step in steps], minlength=3), rows["decisions"])


@pytest.mark.parametrize("playouts", [2, 3, 5, 8, 16, 31, 64, 100])
@pytest.mark.parametrize("options", range(2, SEARCH_WIDTH + 3))
def test_a_decision_costs_no_more_play_outs_than_asked(playouts, options):
    left = min(options, SEARCH_WIDTH, max(2, playouts // 4))
    rounds, made = halvings(left), 0
    for _ in range(rounds):
        made += left * max(1, playouts // (rounds * left))
        left = 1 + left // 2 if left > 2 else left
    assert made <= playouts or playouts < 2 * SEARCH_WIDTH
    assert left == 2


# What the seat cannot know


def test_no_search_can_see_what_its_seat_cannot_know(table):
    """All that a search takes from the table goes through `conceal`: dealt twice, the second deal must not show the first.

    Then the copy on which a search plays is the same from the true table and from any other that looks alike to the seat.
    """
    name, seats = table
    rules = load_rules(name)
    conceal = rules.title.functions.conceal
    once, twice = new_desks(rules.title)
    for game in range(1 if INTERPRETED else 3):
        for step in trace(name, ["greedy"] * seats, game, seed=9):
            for desk, keys in ((once, [6]), (twice, [5, 6])):
                desk.tables[GAME] = step.before
                for key in keys:
                    conceal(rules.record, desk.tables[GAME], step.seat, np.uint64(key))
            different = [f for f in step.before.dtype.names if not np.array_equal(once.tables[GAME][f], twice.tables[GAME][f])]
            assert different == [], f"{name}, {seats} seats, game {game}, phase {step.before.phase}"
