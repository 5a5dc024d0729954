"""What every title must fulfil, over all titles and numbers of seats."""

import itertools
import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brewsim.bots import make_lineup, read_bots
from brewsim.games import load_title
from brewsim.play import check, simulate, trace
from brewsim.replay import replay
from brewsim.rules import load_rules, rule_values
from tests.conftest import TABLES, fewer_if_interpreted

FILES = (
    "rules.toml", "rules.py", "state.py", "codes.py", "kernel.py", "options.py", "hidden.py", "scoring.py", "checks.py",
    "beliefs.py", "view.py", "features.py", "words.py", "bots.toml", "RULES.md",
)  # fmt: skip


def test_every_title_has_the_same_files(title_name):
    folder = load_title(title_name).folder
    assert [name for name in FILES if not (folder / name).exists()] == []


def test_names_are_unique_and_plain(title_name):
    title = load_title(title_name)
    for names in (title.features, title.items, title.metrics):
        assert len(set(names)) == len(names)
        assert all(re.fullmatch(r"[a-z][a-z0-9_]*", name) for name in names)
    assert len(title.item_kinds) == len(title.items)
    assert set(title.score_sources) <= set(title.metrics)
    assert not set(title.items) & set(title.metrics)


def test_every_rule_value_has_a_source(title_name):
    values = rule_values(title_name)
    assert values
    assert all(value.source and value.basis in ("printed", "inferred", "assumed") for value in values)


def test_bots_have_a_plan_and_the_required_ones_are_there(title_name):
    bots = read_bots(load_title(title_name))
    assert list(bots)[:3] == ["random", "novice", "greedy"]
    assert len(bots) >= 5
    assert all(len(bot.plan) > 20 for bot in bots.values())


def test_every_belief_of_a_bot_matters(title_name):
    """A belief that changes nothing in the record that the features read is a number without a meaning.

    More and less are tried: a number of the rules may bound it from one side.
    """
    rules = load_rules(title_name)
    believe = rules.title.believe
    values = read_bots(rules.title)["greedy"].beliefs
    usual = believe(rules.record, values).tobytes()
    unread = [
        name
        for name, value in values.items()
        if all(believe(rules.record, {**values, name: other}).tobytes() == usual for other in (2 * value + 1.123, value / 2))
    ]
    assert unread == []


def imported_files(folder: Path, stem: str) -> set[str]:
    """The files of a title that one of them imports, directly or not."""
    found, left = set(), [stem]
    while left:
        text = (folder / f"{left.pop()}.py").read_text(encoding="utf-8")
        names = re.findall(rf"from brewsim\.games\.{folder.name}(?:\.(\w+))? import (.+)", text)
        direct = {file for module, members in names for file in ([module] if module else re.findall(r"\w+", members))}
        left += direct - found
        found |= direct
    return found


@pytest.mark.parametrize("file", ["kernel", "options", "hidden", "scoring", "checks"])
def test_rules_know_nothing_of_bots(title_name, file):
    """What decides the course of a game imports nothing of what a bot thinks about it."""
    assert not imported_files(load_title(title_name).folder, file) & {"beliefs", "view", "features"}


def test_random_games_keep_every_promise(table):
    """Invariants after every action, legal actions, no look at what a seat cannot know, no view that is out of date."""
    name, seats = table
    games = fewer_if_interpreted(600)
    assert check(name, seats, games, "random", seed=1) >= 0.98 * games


def test_games_of_every_bot_keep_every_promise(table):
    name, seats = table
    for bot in read_bots(load_title(name)):
        check(name, seats, fewer_if_interpreted(100), bot, seed=2)


@pytest.mark.parametrize(("name", "seats"), TABLES)
@settings(max_examples=4)
@given(seed=st.integers(0, 2**63), game=st.integers(0, 2**62))
def test_any_seed_and_game_id_can_be_played(name, seats, seed, game):
    rows = simulate(name, ["random"] * seats, [game], seed)
    assert rows["game"].tolist() == [game] * seats
    if not rows["aborted"][0]:
        assert rows["rank"].min() == 1


def test_outcomes_add_up(table):
    name, seats = table
    title = load_title(name)
    rows = simulate(name, ["greedy"] * seats, fewer_if_interpreted(400), seed=3).reshape(-1, seats)
    rows = rows[~rows["aborted"][:, 0]]
    sides = len(np.unique(rows["side"][0]))
    np.testing.assert_allclose(rows["win_share"].sum(axis=1), seats / sides, rtol=1e-6)
    assert (rows["rank"].min(axis=1) == 1).all()
    best = rows["score"].max(axis=1, keepdims=True)
    assert (rows["win_share"][rows["score"] < best] == 0).all()
    if title.score_sources:
        columns = [title.metrics.index(source) for source in title.score_sources]
        np.testing.assert_array_equal(rows["metrics"][..., columns].sum(axis=-1), rows["score"])
    assert rows["uses"].sum() > 0
    np.testing.assert_array_equal(rows["first_use"] > 0, rows["uses"] > 0)
    assert (rows["first_use"].max(axis=-1) <= rows["rounds"]).all()
    assert len(np.unique(rows["first_use"])) > 2


def test_following_games_tells_their_chances_and_changes_nothing_else(table):
    name, seats = table
    plain, followed = (simulate(name, ["greedy"] * seats, 9, follow_every=every).reshape(9, seats) for every in (0, 3))
    chances = followed["chance_at_half"].copy()
    assert np.isnan(plain["chance_at_half"]).all()
    is_long = plain["rounds"][:, 0] > 1
    assert (np.isfinite(chances).all(axis=1) == ((np.arange(9) % 3 == 0) & is_long)).all()
    wins = plain["win_share"].sum(axis=1)[0]  # the seats of a side win together
    assert chances[np.isfinite(chances[:, 0])].sum(axis=1) == pytest.approx(wins, abs=1e-5)
    followed["chance_at_half"] = np.nan
    assert followed.tobytes() == plain.tobytes()


@pytest.mark.compiled_only
def test_every_item_is_used_by_someone(title_name):
    """An item that nobody ever uses is a rule that does not work, or bots that are blind to it."""
    title = load_title(title_name)
    unused = np.ones(len(title.items), bool)
    games = 1000
    for round_, bot, seats in itertools.product(range(3), read_bots(title), title.seats):
        if unused.any():
            rows = simulate(title_name, [bot] * seats, range(games * round_, games * (round_ + 1)), seed=4)
            unused &= rows["uses"].sum(axis=0) == 0
    assert [item for item, is_unused in zip(title.items, unused) if is_unused] == []


@pytest.mark.compiled_only
def test_a_ban_holds(table):
    """Each item banned at the first seat: at most 1 % of its uses there remain, and the others use it as before."""
    name, seats = table
    title, games = load_title(name), 100
    free = simulate(name, ["greedy"] * seats, games, seed=5)
    uses = free["uses"][free["seat"] == 0].sum(axis=0)
    left = {}
    for i in np.flatnonzero(uses):
        rows = simulate(name, ["greedy"] * seats, games, seed=5, banned=[[title.items[i]]])
        is_first = rows["seat"] == 0
        if rows["uses"][is_first, i].sum() > 0.01 * uses[i]:
            left[title.items[i]] = f"{rows['uses'][is_first, i].sum()} of {uses[i]}"
    assert left == {}


def test_a_blank_item_is_banned_at_every_seat(title_name):
    title = load_title(title_name)
    seats, games = title.default_seats, fewer_if_interpreted(100)
    item = title.items[int(simulate(title_name, ["greedy"] * seats, games, seed=5)["uses"].sum(axis=0).argmax())]
    blank = simulate(load_rules(title_name, {"blank": [item]}), ["greedy"] * seats, games, seed=5)
    assert blank.tobytes() == simulate(title_name, ["greedy"] * seats, games, seed=5, banned=[[item]] * seats).tobytes()


@pytest.mark.parametrize("bot", ["greedy", "engine"])
def test_blank_items_change_nothing_but_the_games_in_which_they_are_used(bot):
    title, games = load_title("brew_crafters"), fewer_if_interpreted(200)
    free = simulate(title.name, [bot] * 3, games, seed=5)
    for item in ("ale", "farm"):
        rules = load_rules(title.name, {"blank": [item]})
        blank = simulate(rules, [bot] * 3, games, seed=5)
        uses = title.items.index(item)
        assert blank["uses"][:, uses].sum() == 0 < free["uses"][:, uses].sum()
        is_same = np.repeat(free["uses"][:, uses].reshape(games, 3).sum(axis=1) == 0, 3)
        for column in set(free.dtype.names) - {"options"}:
            np.testing.assert_array_equal(free[column][is_same], blank[column][is_same])
        decided = np.bincount([step.seat for step in trace(rules, [bot] * 3, 0, seed=5)], minlength=3)
        np.testing.assert_array_equal(decided, blank["decisions"][:3])


def test_trace_makes_the_same_decisions_as_simulate(table):
    name, seats = table
    lineup = make_lineup(load_title(name), ["greedy", *["random"] * (seats - 1)], rotates=True)
    for game in range(3):
        steps = list(trace(name, lineup, game, seed=6))
        rows = simulate(name, lineup, [game], seed=6)
        decided = np.bincount([step.seat for step in steps], minlength=seats)
        np.testing.assert_array_equal(decided, rows["decisions"])


def test_replay_tells_every_game(table):
    name, seats = table
    rules = load_rules(name)
    lines = list(replay(rules, make_lineup(rules.title, ["greedy"] * seats), game=1, seed=7))
    assert any("wins" in line for line in lines[-seats:])
    assert not any(re.search(r"\b(None|nan)\b", line) for line in lines)


def test_greedy_beats_random(title_name):
    title = load_title(title_name)
    seats = title.default_seats
    lineup = make_lineup(title, ["greedy", *["random"] * (seats - 1)], rotates=True)
    rows = simulate(title_name, lineup, fewer_if_interpreted(1000), seed=8)
    assert rows["win_share"][rows["bot"] == 0].mean() > 0.6


@pytest.mark.compiled_only
def test_novice_stands_between_random_and_greedy(title_name):
    """Among `greedy` it wins 0.4 to 0.6 of a fair share, here with room for the error of 3000 games, and nearly all among `random`."""
    title = load_title(title_name)
    seats = title.default_seats
    shares = []
    for other in ("greedy", "random"):
        rows = simulate(title_name, make_lineup(title, ["novice", *[other] * (seats - 1)], rotates=True), 3000, seed=8)
        shares.append(seats * rows["win_share"][rows["bot"] == 0].mean())
    assert 0.35 < shares[0] < 0.65
    assert shares[1] > 0.8 * seats


PLAY_AND_DIGEST = """
import dataclasses, hashlib, sys
import numpy as np
from brewsim.bots import Lineup, make_lineup, read_bots
from brewsim.games import load_title
from brewsim.play import simulate
from brewsim.rules import load_rules

rules = load_rules(sys.argv[1])
title = rules.title
openings = dataclasses.replace(rules, title=dataclasses.replace(title, cap=60))
digest = hashlib.sha256()
for k, seats in enumerate(title.seats):
    bots = sorted(read_bots(title))
    lineup = make_lineup(title, [bots[(k + seat) % len(bots)] for seat in range(seats)], rotates=True)
    warm = Lineup(lineup.names, True, tuple(bot.model_copy(update={"temperature": 0.5}) for bot in lineup.bots))
    for seed in range(40 // len(title.seats) + 1):
        digest.update(simulate(openings, lineup if seed % 2 else warm, [seed], seed).tobytes())
    digest.update(simulate(rules, lineup, 1, seed=k).tobytes())
print(digest.hexdigest())
"""


def compiled_and_interpreted(name: str) -> list[str]:
    """Digests of the first 60 decisions of 40 seeds, with and without temperature, and of whole games, compiled and as plain Python."""
    return [
        subprocess.run(
            [sys.executable, "-c", PLAY_AND_DIGEST, name],
            env=os.environ | {"NUMBA_DISABLE_JIT": flag},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for flag in ("0", "1")
    ]


@pytest.mark.compiled_only
def test_compiled_equals_interpreted():
    """The other titles are a long test."""
    compiled, interpreted = compiled_and_interpreted("brew_crafters")
    assert compiled == interpreted
