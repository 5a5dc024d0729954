"""The drivers and the contract: ranking, the checking driver on planted faults, and the compile cache."""

import dataclasses
import os
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from brewsim.engine.contract import Title, bind, outcome_dtype
from brewsim.engine.ranking import rank
from brewsim.games import load_title


def ranked(scores, tiebreaks=None, sides=None):
    rows = np.zeros(len(scores), outcome_dtype(1, 1)).view(np.recarray)
    rows.score = scores
    rows.tiebreak = tiebreaks or [0] * len(scores)
    rows.side = sides or range(len(scores))
    rank(rows)
    return rows


def test_a_clear_winner():
    rows = ranked([5, 9, 7])
    assert rows["rank"].tolist() == [3, 1, 2]
    assert rows.win_share.tolist() == [0, 1, 0]
    assert rows.margin.tolist() == [-4, 2, -2]
    assert not rows.tied_first.any()
    assert not rows.tiebreak_used.any()


def test_a_tie_that_the_tiebreak_parts():
    rows = ranked([9, 9, 7], [1, 2, 5])
    assert rows["rank"].tolist() == [2, 1, 3]
    assert rows.tied_first.tolist() == [True, True, False]
    assert rows.tiebreak_used.all()


def test_a_shared_victory():
    rows = ranked([9, 9, 9], [1, 1, 0])
    assert rows["rank"].tolist() == [1, 1, 3]
    assert rows.win_share.tolist() == [0.5, 0.5, 0]
    assert rows.tied_first.all()
    assert rows.tiebreak_used.all()  # it put the third aside


def test_a_tie_for_second_place_is_no_tie_for_first():
    rows = ranked([3, 9, 3])
    assert rows["rank"].tolist() == [2, 1, 2]
    assert not rows.tied_first.any()


def test_negative_scores():
    rows = ranked([-3, -1])
    assert rows["rank"].tolist() == [2, 1]
    assert rows.margin.tolist() == [-2, 2]


def test_teams_are_ranked_as_one():
    rows = ranked([8, 9, 8, 9], [1, 2, 1, 2], [0, 1, 0, 1])
    assert rows["rank"].tolist() == [2, 1, 2, 1]
    assert rows.win_share.tolist() == [0, 1, 0, 1]
    assert rows.margin.tolist() == [-1, 1, -1, 1]
    assert not rows.tied_first.any()
    rows = ranked([9, 9, 9, 9], [3, 3, 3, 3], [0, 1, 0, 1])
    assert rows.win_share.tolist() == [0.5] * 4
    assert rows.tied_first.all()


# Each plants one fault in Brew Crafters and says what the checking driver must find.
PLANTED = {
    "peeks": (
        "def features(rules, beliefs, state, view, action, out):\n    out[0] = state.hand[(state.seat + 1) % 2, 5]\n"
        "functions.features = features",
        "the features depend on what the seat cannot know: plan_any",
    ),
    "looks_at_an_old_view": (
        "functions.survey = lambda rules, beliefs, state, view: None",
        "the features depend on what the view held before the survey: plan_any, plan_cheap, plan_largest",
    ),
    "keeps_a_flag": (
        "def survey(rules, beliefs, state, view):\n    if state.rounds == 0:\n        view.is_last_turn = True\n"
        "def features(rules, beliefs, state, view, action, out):\n    out[1] = 1.0 if view.is_last_turn else 0.0\n"
        "functions.survey, functions.features = survey, features",
        "the features depend on what the view held before the survey: plan_cheap",
    ),
    "offers_by_hidden_cards": (
        "old = functions.legal\ndef legal(rules, state, actions):\n    n = old(rules, state, actions)\n"
        "    return max(1, n - int(state.deck[max(0, state.n_deck - 1)] % 2))\nfunctions.legal = legal",
        "when that is dealt again",
    ),
    "offers_twice": (
        "old = functions.legal\ndef legal(rules, state, actions):\n    n = old(rules, state, actions)\n    actions[n] = actions[0]\n"
        "    return n + 1\nfunctions.legal = legal",
        "the same action is offered twice: ",
    ),
    "offers_nothing": ("functions.legal = lambda rules, state, actions: 0", "no legal action: in phase draw"),
    "loses_a_card": (
        "old = functions.apply\ndef apply(rules, state, action):\n    old(rules, state, action)\n"
        "    state.discard[0] += 1\nfunctions.apply = apply",
        "a card is lost or doubled",
    ),
    "conceals_badly": (
        "def conceal(rules, state, seat, key):\n    state.n_deck -= 1\nfunctions.conceal = conceal",
        "conceal breaks an invariant: a card is lost or doubled",
    ),
    "names_no_item": ("functions.item_of = lambda rules, state, action: 99", "an item out of range: 21 items"),
    "seats_nobody": (
        "old = functions.setup\ndef setup(rules, state):\n    old(rules, state)\n    state.seat = 2\nfunctions.setup = setup",
        "the seat to move does not sit at the table",
    ),
}


@pytest.mark.parametrize("fault", PLANTED)
def test_the_checking_driver_finds_a_planted_fault(fault):
    """Interpreted, in a process of its own: there the drivers meet whatever function stands in the namespace."""
    plant, expected = PLANTED[fault]
    code = f"""
from brewsim.games import load_title
from brewsim.play import check
functions = load_title("brew_crafters").functions
{plant}
check("brew_crafters", 2, 3)
"""
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, timeout=120)
    assert expected in done.stderr.strip().splitlines()[-1]


def with_fact(title: Title, fact: str, value: Any) -> Title:
    """The same title with another fact, whatever its files say."""
    other = title.with_items(dict(zip(title.items, title.item_kinds)))  # copied otherwise, a title is itself
    object.__setattr__(other, fact, value)
    return other


def test_two_titles_with_the_same_rules_record_are_refused():
    with pytest.raises(TypeError, match="same fields in RULES"):
        bind(with_fact(load_title("brew_crafters"), "package", "brewsim.games.brew"))


def test_a_title_that_is_loaded_again_is_refused():
    with pytest.raises(TypeError, match="start Python again"):
        bind(dataclasses.replace(load_title("brew_crafters")))


def test_fields_that_numpy_would_hide_are_refused():
    title = load_title("brew_crafters")
    bad = np.dtype([*title.state_dtype.descr, ("round", np.int16)])
    with pytest.raises(TypeError, match="round"):
        bind(with_fact(title, "state_dtype", bad))


def test_a_title_without_one_of_the_functions_is_refused(monkeypatch):
    title = load_title("brew_crafters")
    monkeypatch.delattr("brewsim.games.brew_crafters.view.survey")
    with pytest.raises(TypeError, match=r"lacks survey in view\.py"):
        dataclasses.replace(title, label="A copy")


@pytest.mark.compiled_only
def test_a_new_process_finds_the_machine_code_in_the_cache():
    code = """
from brewsim.engine import drivers
from brewsim.play import simulate
simulate("brew_crafters", ["greedy"] * 2, 1)
stats = drivers.play_games.stats
print(sum(stats.cache_hits.values()), sum(stats.cache_misses.values()))
"""
    for _ in range(2):
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=True)
    assert done.stdout.split() == ["1", "0"]
