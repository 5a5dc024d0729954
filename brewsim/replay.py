"""One game in words: every decision, what it gained, and how the game ended."""

from collections.abc import Iterator, Sequence

import numpy as np

from brewsim.bots import Lineup
from brewsim.engine.contract import Title
from brewsim.engine.levers import START_POINTS
from brewsim.play import Step, simulate, trace
from brewsim.rules import Rules

LEGEND = "[+2.0, next best +1.5 of 7] says what its choice was worth to the bot, what the best other option was, and how many there were."


def replay(rules: Rules, lineup: Lineup, game: int, seed: int = 0) -> Iterator[str]:
    """The lines of the story of one game."""
    title, words = rules.title, rules.title.words
    order = seating(lineup, game)
    yield f"{title.label}, seed {seed}, game {game}, rules: {rules.variant}"
    yield "Bots: " + ", ".join(f"seat {seat} {name}" for seat, name in enumerate(order, start=1))
    yield LEGEND
    now = (-1, -1)
    last = None
    for step in trace(rules, lineup, game, seed):
        before = step.before
        if last is None:
            yield from words.opening(rules.record, before)
        if int(before.rounds) != now[0]:
            if last is not None:
                yield f"  After round {now[0] + 1}: {words.standing(rules.record, before)}"
            yield ""
            yield f"Round {before.rounds + 1}"
        if (int(before.rounds), step.seat) != now:
            now = (int(before.rounds), step.seat)
            yield f"  Seat {step.seat + 1} ({order[step.seat]})"
        told, *consequences = words.tell(rules.record, before, step.action, step.after).split("\n")
        yield "\n".join([f"    {told}{_preference(step)}", *consequences])
        last = step.after
    yield ""
    if last is not None and last.over:
        yield f"The end: {words.standing(rules.record, last)}"
    yield from ending(title, order, simulate(rules, lineup, [game], seed))


def seating(lineup: Lineup, game: int) -> list[str]:
    """(seat) The bots of a game."""
    seats = len(lineup.names)
    return [lineup.names[(seat + game) % seats] if lineup.rotates else lineup.names[seat] for seat in range(seats)]


def ending(title: Title, order: Sequence[str], rows: np.ndarray) -> Iterator[str]:
    """How each seat of a game has ended, in words; `order` says who sits there."""
    if rows["aborted"].any():
        yield f"The game was aborted at the cap of {title.cap} decisions."
        return
    for row in rows:
        place = "wins" if row["rank"] == 1 else f"is number {row['rank']}"
        shared = " (shared)" if 0 < row["win_share"] < 1 else ""
        parted = " after the tie-break" if row["tiebreak_used"] and row["tied_first"] else ""
        sources = [source for source in (*title.score_sources, START_POINTS) if source in title.metrics]
        points = {source: row["metrics"][title.metrics.index(source)] for source in sources}
        told = [f"{source.replace('_', ' ')} {number}" for source, number in points.items() if source != START_POINTS or number]
        who = f"Seat {row['seat'] + 1} ({order[row['seat']]})"
        yield f"{who} {place}{shared}{parted} with {row['score']}" + (f": {', '.join(told)}" if told else "")


def _preference(step: Step) -> str:
    """How much the bot preferred what it chose: its value, and the next best one."""
    if len(step.options) < 2:
        return ""
    is_other = step.options != step.action
    return f"  [{step.values[~is_other].item():+.2f}, next best {np.max(step.values[is_other]):+.2f} of {len(step.options)}]"
