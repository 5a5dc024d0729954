"""A PettingZoo environment over any title, for learning: `brewsim.rl.env("brew_crafters", seats=3)`. It needs the extra `brewsim[rl]`.

An action is the index of an option: codes are sparse, and what index 3 means differs from decision to decision. So an agent learns
from the features of the options, a row each, and not from the index. Decisions without a choice are made for it.
"""

from pathlib import Path
from typing import Any, ClassVar

import numpy as np
from numpy.lib.recfunctions import structured_to_unstructured

from brewsim.bots import DEFAULT_BOT, make_lineup
from brewsim.errors import BadInput, unknown
from brewsim.rules import Rules
from brewsim.stepping import Game, View, find_rules

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils.wrappers import OrderEnforcingWrapper
except ModuleNotFoundError as error:
    raise BadInput(f"brewsim.rl needs {error.name}; install it by `pip install 'brewsim[rl]'`") from None

RENDER_MODES = ("ansi", "human")


def env(
    rules: Rules | str, seats: int | None = None, seed: int = 0, variant: str | Path | None = None, render_mode: str | None = None
) -> OrderEnforcingWrapper:
    """The environment of a title.

    Parameters
    ----------
    rules : the rules to play by, or the name of a title for the printed ones.
    seats : at the table; the usual number by default.
    seed : of the series of games, until `reset` is given another one. `reset` without a seed plays the next game of the series.
    variant : a file with changes of the rules.
    render_mode : "ansi" for words, "human" for words on the screen after every step; they tell the whole table.
    """
    return OrderEnforcingWrapper(Environment(rules, seats, seed, variant, render_mode))


class Environment(AECEnv):
    """One agent a seat, `seat_0` first. An observation is a dict of

    - observation: [option, feature] what the bots of the title weigh, with zeros below the last option;
    - table: the numbers of the title's STATE as the agent may see it; what it cannot know is dealt again;
    - action_mask: (option) 1 where there is one.

    Only the agent that is to choose sees something; the others see zeros.

    The reward comes at the end: the share of the win less the fair share, alike for all seats of a side, 0 in all for a game that
    is aborted (truncated). It adds up to 0 over the seats.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": list(RENDER_MODES), "is_parallelizable": False}

    def __init__(self, rules: Rules | str, seats: int | None, seed: int, variant: str | Path | None, render_mode: str | None) -> None:
        super().__init__()
        if render_mode not in (None, *RENDER_MODES):
            raise unknown("render mode", str(render_mode), RENDER_MODES)
        found = find_rules(rules, variant)
        title = found.title
        n_seats = title.default_seats if seats is None else seats
        lineup = make_lineup(title, [DEFAULT_BOT] * n_seats)  # whose beliefs the features follow
        self.metadata = {**self.metadata, "name": title.name}  # type: ignore[misc]
        self.render_mode = render_mode
        self.game = Game(found, lineup, range(n_seats), seed, tells=render_mode is not None)
        self.number = -1  # of the game in its series
        self.possible_agents = [f"seat_{seat}" for seat in range(n_seats)]
        self.agents: list[str] = []
        size = len(_numbers(self.game.state))
        parts: dict[str, spaces.Space[Any]] = {
            "observation": spaces.Box(-np.inf, np.inf, (title.max_actions, len(title.features)), np.float64),
            "table": spaces.Box(-np.inf, np.inf, (size,), np.float64),
            "action_mask": spaces.Box(0, 1, (title.max_actions,), np.int8),
        }
        self.observation_spaces = {agent: spaces.Dict(parts) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(title.max_actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space:
        """The same for all agents."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space:
        """The same for all agents."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal the next game of the series, or the first one of another series."""
        if seed is not None:
            self.game.seed, self.number = seed, -1
        self.number += 1
        self.game.open(self.number)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._go_on()

    def step(self, action: int | None) -> None:
        """Carry out the option with this index for the agent that is to choose."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.game.take(self.game.check_choice(agent, action))
        self._cumulative_rewards[agent] = 0.0
        self._go_on()
        self._accumulate_rewards()

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """What an agent may see; only zeros where it has nothing to choose."""
        parts = self.observation_spaces[agent].spaces
        seen: dict[str, np.ndarray] = {name: np.zeros(part.shape or (), part.dtype or float) for name, part in parts.items()}
        if len(self.game.actions) and agent == self.agent_selection:
            view = View(self.game)
            n = len(view.actions)
            seen["observation"][:n] = view.matrix
            seen["table"][:] = _numbers(view.table)
            seen["action_mask"][:n] = 1
        return seen

    def render(self) -> str | None:
        """The decisions since the last call, and how things stand, in words; on the screen if the mode is "human"."""
        if self.render_mode is None:
            raise BadInput(f"render needs a mode: env(..., render_mode=...) with {' or '.join(RENDER_MODES)}")
        standing = self.game.title.words.standing(self.game.rules.record, self.game.state)
        text = "\n".join([*self.game.story(), f"Now: {standing}"])
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def close(self) -> None:
        """Nothing is left open."""

    def _go_on(self) -> None:
        """Select the agent that is to choose, or tell all how the game has ended."""
        self._clear_rewards()
        if len(self.game.actions):
            self.agent_selection = self.possible_agents[self.game.state.seat]
        else:
            rows = self.game.rows
            is_aborted = bool(rows.aborted[0])
            fair = 1 / len(set(rows.side))
            self.rewards = {a: 0.0 if is_aborted else float(row.win_share) - fair for a, row in zip(self.possible_agents, rows)}
            self.terminations = dict.fromkeys(self.agents, not is_aborted)
            self.truncations = dict.fromkeys(self.agents, is_aborted)
            self.agent_selection = self.agents[0]
        if self.render_mode == "human":
            self.render()


def _numbers(table: np.record) -> np.ndarray:
    """The numbers of a table in a row, but for its key, which is no part of what lies there."""
    fields = [name for name in table.dtype.names or () if name != "key"]
    return structured_to_unstructured(np.array([table], table.dtype)[fields], dtype=np.float64).ravel()
