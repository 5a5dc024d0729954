"""A game as frames for the page: the table before each decision, what the bot made of its options, and how the game ended."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from brewsim.bots import Lineup
from brewsim.play import Step, simulate, trace
from brewsim.replay import ending, seating
from brewsim.rules import Rules
from brewsim.workbench.seeing import heard, option_words, scene_of, tell

SHOWN_OPTIONS = 8  # of a decision, the best by the bot's values and the one it chose


@dataclass(frozen=True)
class Played:
    """One game that was played by bots, with all its decisions."""

    rules: Rules
    lineup: Lineup
    game: int
    seed: int
    steps: tuple[Step, ...]
    rows: np.ndarray  # (seat) outcomes


def play_game(rules: Rules, lineup: Lineup, game: int, seed: int) -> Played:
    """Play one game and keep its decisions."""
    return Played(rules, lineup, game, seed, tuple(trace(rules, lineup, game, seed)), simulate(rules, lineup, [game], seed))


def replay_of(played: Played) -> dict[str, Any]:
    """The whole replay as JSON. Only the first frame has a scene; each other has its change from the frame before."""
    rules, title = played.rules, played.rules.title
    frames = list(_frames(played))
    scenes = [frame["scene"] for frame in frames]
    for before, frame in zip(scenes, frames[1:]):
        frame["change"] = change(before, frame.pop("scene"))
    order = seating(played.lineup, played.game)
    return {
        "title": title.name,
        "label": title.label,
        "changes": listed_changes(rules),
        "seats": len(order),
        "bots": order,
        "game": played.game,
        "seed": played.seed,
        "opening": title.words.opening(rules.record, played.steps[0].before),
        "frames": frames,
        "end": list(ending(title, order, played.rows)),
        "results": results_of(played.rows),
    }


def listed_changes(rules: Rules) -> list[dict[str, Any]]:
    """In what these rules differ from the printed ones."""
    return [{"path": path, "printed": old, "value": new} for path, (old, new) in rules.changes.items()]


def _frames(played: Played) -> Iterator[dict[str, Any]]:
    rules = played.rules
    for step in played.steps:
        told = tell(rules, step.before, step.action, step.after)
        overheard = heard(rules, step.before, step.action, step.after)
        options, others = _options(rules, step)
        yield {
            "round": int(step.before.rounds) + 1,
            "seat": step.seat + 1,
            "told": told,
            **({"heard": overheard} if overheard != told else {}),
            "options": options,
            "others": others,
            "scene": scene_of(rules, step.before),
        }
    last = played.steps[-1].after
    yield {
        "round": int(played.rows["rounds"][0]),
        "seat": None,
        "told": [],
        "options": [],
        "others": 0,
        "scene": scene_of(rules, last),
    }


def _options(rules: Rules, step: Step) -> tuple[list[dict[str, Any]], int]:
    """The best options of a decision in words, the best first, and how many others there were; none where there was no choice."""
    if len(step.options) < 2:
        return [], 0
    best = sorted(range(len(step.options)), key=lambda i: -step.values[i])
    chosen = int(np.flatnonzero(step.options == step.action)[0])
    shown = best[:SHOWN_OPTIONS]
    if chosen not in shown:
        shown[-1] = chosen
    words = option_words(rules, step.before, step.options[shown])
    options = [{"words": word, "value": _short(step.values[i]), "chosen": i == chosen} for word, i in zip(words, shown)]
    return options, len(best) - len(shown)


def _short(value: float) -> float:
    """A value with as many digits as a bar can show."""
    return float(f"{value:.4g}")


def results_of(rows: np.ndarray) -> list[dict[str, Any]]:
    """How a game ended for each seat. Nobody wins one that was aborted."""
    return [
        {
            "seat": int(row["seat"]) + 1,
            "score": int(row["score"]),
            "rank": int(row["rank"]),
            "win_share": 0.0 if row["aborted"] else float(row["win_share"]),
        }
        for row in rows
    ]


def change(old: Any, new: Any) -> Any:
    """How plain data differs from what it was: {"=": the new value}, or {"~": {key or index: change}} where its shape is the same.

    >>> change({"row": [1, 2], "deck": 9}, {"row": [1, 3], "deck": 9})
    {'~': {'row': {'~': {1: {'=': 3}}}}}
    """
    if isinstance(old, dict) and isinstance(new, dict) and old.keys() == new.keys():
        return {"~": {key: change(old[key], new[key]) for key in new if old[key] != new[key]}}
    if isinstance(old, list) and isinstance(new, list) and len(old) == len(new) > 0:
        return {"~": {place: change(was, now) for place, (was, now) in enumerate(zip(old, new)) if was != now}}
    return {"=": new}


def turning_points(played: Played, most: int) -> list[int]:
    """Frames at which a turn begins, at most this many, evenly spread over the game; the first one is among them."""
    turns = [(int(step.before.rounds), step.seat) for step in played.steps]
    begins = [i for i, turn in enumerate(turns) if i == 0 or turn != turns[i - 1]]
    return thinned(begins, most)


def thinned(numbers: Sequence[int], most: int) -> list[int]:
    """These numbers, or `most` of them evenly spread, the first and the last among them.

    >>> thinned([0, 3, 5, 9, 12], 3), thinned([1, 2], 3)
    ([0, 5, 12], [1, 2])
    """
    if len(numbers) <= most:
        return list(numbers)
    return [numbers[round(i * (len(numbers) - 1) / (most - 1))] for i in range(most)]
