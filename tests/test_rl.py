"""The environment for learning: PettingZoo's own tests, rewards, masks and words."""

import pytest

pytest.importorskip("pettingzoo", reason="needs the extra brewsim[rl]")

import numpy as np
from pettingzoo.test import api_test, seed_test

from brewsim import rl
from brewsim.errors import BadInput
from brewsim.games import load_title
from brewsim.rules import load_rules
from tests.conftest import fewer_if_interpreted

# PettingZoo says so of every environment with a mask, with rows of features, and with agents that have nothing left to choose.
masked = pytest.mark.filterwarnings(
    "ignore:Observation is not a NumPy array",
    "ignore:Observation space for each agent probably should be",
    "ignore:Observation numpy array is all zeros",
    "ignore:Action mask numpy array is all zeros",
    "ignore:The observation contains negative numbers",
)
CYCLES = fewer_if_interpreted(1000) + 10


@masked
def test_pettingzoo_accepts_the_environment():
    """Of one title here, of the others among the long tests: each compiles the driver that stops at choices."""
    api_test(rl.env("brew_crafters"), CYCLES)


def test_the_same_seed_plays_the_same_game():
    seed_test(lambda: rl.env("brew_crafters"), CYCLES)


def play(environment, choose=lambda mask: 0) -> dict[str, float]:
    """Play a game to its end; what each agent got in all."""
    rewards = {}
    for agent in environment.agent_iter():
        observation, reward, is_over, is_cut, _ = environment.last()
        rewards[agent] = rewards.get(agent, 0.0) + reward
        environment.step(None if is_over or is_cut else choose(observation["action_mask"]))
    return rewards


def at_random(seed: int):
    rng = np.random.default_rng(seed)
    return lambda mask: rng.choice(np.flatnonzero(mask))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_rewards_add_up_to_nothing_and_partners_share(seats):
    environment = rl.env("brew_crafters", seats=seats)
    for seed in range(3):
        environment.reset(seed=seed)
        rewards = play(environment, at_random(seed))
        assert set(rewards) == {f"seat_{seat}" for seat in range(seats)}
        assert abs(sum(rewards.values())) < 1e-6
        assert max(rewards.values()) > 0
        if seats == 4:
            assert sorted(rewards.values()) == [-0.5, -0.5, 0.5, 0.5]
            assert rewards["seat_0"] == rewards["seat_2"]


def test_a_game_that_is_aborted_is_truncated_without_a_reward():
    recipes = ["ale", "porter", "lambic", "coffee_stout", "special_reserve"]
    environment = rl.env(load_rules("brew_crafters", {"blank": recipes}), seats=2)
    environment.reset(seed=1)
    for _ in environment.agent_iter():
        _, reward, is_over, is_cut, _ = environment.last()
        assert (reward, is_over) == (0.0, False)
        environment.step(None if is_cut else 0)
    assert environment.agents == []


def test_the_mask_shows_the_options_and_their_features_stand_above():
    environment = rl.env("brew_crafters")
    environment.reset(seed=2)
    seen, *_ = environment.last()
    n = seen["action_mask"].sum()
    assert seen["action_mask"].tolist() == [1] * n + [0] * (load_title("brew_crafters").max_actions - n)
    assert n > 1
    assert seen["observation"][:n].any(axis=1).all()
    assert not seen["observation"][n:].any()
    assert seen["table"].any()
    other = next(agent for agent in environment.agents if agent != environment.agent_selection)
    assert not any(part.any() for part in environment.observe(other).values())


def test_without_a_seed_the_next_game_of_the_series_is_dealt():
    environment = rl.env("brew_crafters", seed=7)
    tables = []
    for seed in (None, None, 7):
        environment.reset(seed=seed)
        tables.append(environment.last()[0]["table"].tolist())
    assert tables[0] == tables[2] != tables[1]


def test_words(capsys):
    environment = rl.env("brew_crafters", seats=2, render_mode="ansi")
    environment.reset(seed=3)
    environment.step(0)
    told = environment.render().splitlines()
    assert told[0].startswith("Round 1, seat 1 ")
    assert told[-1].startswith("Now: seat 1 ")
    assert len(environment.render().splitlines()) == 1  # nothing is told twice
    shown = rl.env("brew_crafters", seats=2, render_mode="human")
    shown.reset(seed=3)
    capsys.readouterr()
    shown.step(0)
    assert capsys.readouterr().out.splitlines() == told


def test_bad_input():
    environment = rl.env("brew_crafters")
    environment.reset(seed=1)
    with pytest.raises(BadInput, match="seat_0 chose 99: the index of one of"):
        environment.step(99)
    with pytest.raises(BadInput, match="unknown render mode 'anso'; did you mean 'ansi'"):
        rl.env("brew_crafters", render_mode="anso")
    with pytest.raises(BadInput, match="not played with 9 seats"):
        rl.env("brew_crafters", seats=9)
    with pytest.raises(BadInput, match="render needs a mode"):
        environment.unwrapped.render()
