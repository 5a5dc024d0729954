"""A game as frames: its decisions, the bot's options, and tables that can be made again from their changes."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brewsim.bots import make_lineup
from brewsim.games import load_title
from brewsim.rules import load_rules
from brewsim.workbench.frames import SHOWN_OPTIONS, Played, change, play_game, replay_of, thinned, turning_points
from brewsim.workbench.seeing import scene_of

PLAIN = st.recursive(
    st.none() | st.integers(0, 3) | st.text(max_size=2),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("ab=~"), inner),
)


@pytest.fixture(scope="module")
def played() -> Played:
    return play_game(load_rules("brew_crafters"), make_lineup(load_title("brew_crafters"), ["greedy", "expert", "random"]), 5, 2)


def patched(old: Any, delta: Any) -> Any:
    """As scenes.js does it."""
    if "=" in delta:
        return delta["="]
    now = old.copy()
    for key, inner in delta["~"].items():
        place = int(key) if isinstance(old, list) else key
        now[place] = patched(old[place], inner)
    return now


@given(PLAIN, PLAIN)
def test_a_change_makes_the_new_data_out_of_the_old(old, new):
    assert patched(old, json.loads(json.dumps(change(old, new)))) == new


def test_the_scenes_of_a_replay_are_those_of_its_tables(played):
    frames = json.loads(json.dumps(replay_of(played)))["frames"]
    scene = frames[0]["scene"]
    for frame, step in zip(frames[1:], played.steps):
        scene = patched(scene, frame["change"])
        assert scene == json.loads(json.dumps(scene_of(played.rules, step.after)))
    assert len(frames) == len(played.steps) + 1


def test_options_are_told_best_first_with_the_chosen_one_marked(played):
    for frame, step in zip(replay_of(played)["frames"], played.steps):
        values = [option["value"] for option in frame["options"]]
        assert len(values) + frame["others"] == (len(step.options) if len(step.options) > 1 else 0)
        assert len(values) <= SHOWN_OPTIONS
        if values:
            assert [option["chosen"] for option in frame["options"]].count(True) == 1
            assert values[:-1] == sorted(values[:-1], reverse=True)  # the last one may be a choice that was not among the best
        if played.lineup.names[step.seat] == "greedy" and values:
            assert frame["options"][0]["value"] == next(option["value"] for option in frame["options"] if option["chosen"])


def test_a_replay_names_bots_by_the_seat_they_have_in_this_game():
    lineup = make_lineup(load_title("brew_crafters"), ["greedy", "expert", "random"], rotates=True)
    assert replay_of(play_game(load_rules("brew_crafters"), lineup, 1, 0))["bots"] == ["expert", "random", "greedy"]


def test_turning_points_are_frames_at_which_a_turn_begins(played):
    points = turning_points(played, 7)
    assert points[0] == 0
    assert len(points) == 7
    assert all(played.steps[point].seat != played.steps[point - 1].seat for point in points[1:])
    assert thinned(points, 7) == points
