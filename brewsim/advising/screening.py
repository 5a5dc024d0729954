"""First look: what moving each value does, on the same shuffles; those that do nothing are sorted out, in groups if there are many."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from brewsim.advising.levers import SEATS, Lever, in_order
from brewsim.advising.tallies import Field, Tally, games_on
from brewsim.stats.assumptions import DOUBT
from brewsim.stats.cards import adjust_p
from brewsim.stats.intervals import two_sided_p

IN_GROUPS = 2  # times the budget that moves in groups may take, where it does not do for all moves
MOST_WRONG = 0.05  # of the effects that are called sure, the part that may be none (Benjamini & Hochberg 1995)

Move = tuple[Lever, int]


@dataclass(frozen=True)
class Screened:
    """What moves something."""

    base: Tally
    moves: tuple[Move, ...]  # alone, each of which surely moves a component
    effect: np.ndarray  # [move, component] of one step up, by this move; 0 where it is not sure
    tested: int  # moves in all, with those that were quiet in their groups
    endless: tuple[Move, ...]  # whose games do not end
    likeliest: tuple[Lever, ...]  # to move something, sure or not, the likeliest first

    def slope(self, lever: Lever, step: int) -> np.ndarray:
        """(component) the effect of one step up on the side of this step; where only the other side is known, as on that one."""
        found = {way > 0: effect for (own, way), effect in zip(self.moves, self.effect) if own == lever}
        return found[step > 0] if (step > 0) in found else found[step < 0]


def list_moves(levers: Sequence[Lever]) -> list[Move]:
    """Each lever one stride down and up, or as far as it may go."""
    moves = []
    for lever in levers:
        for sign in (-1, 1):
            there = [step for step in lever.new if 0 < sign * step <= lever.stride]
            if there:
                moves.append((lever, max(there, key=abs)))
    return moves


def screen(field: Field, levers: Sequence[Lever], budget: float) -> Screened:
    """Move every lever both ways, and find what that does to each component; in groups first if there are no games for all moves."""
    moves = list_moves(levers)
    rung = field.highest([(), *((move,) for move in moves)], budget)
    groups = [[move] for move in moves] if rung >= 0 else list(_by_kind(moves))
    rung = max(0, rung)
    last = field.panel.played + IN_GROUPS * budget
    (base,) = field.play([()], rung)
    alone: list[tuple[Move, Tally]] = []
    untried = 0
    while groups:  # all groups of a level are played together; those that move something, or are impossible together, are halved
        affordable = int((last - field.panel.played) / field.panel.cost(games_on(rung)))
        untried += sum(map(len, groups[affordable:]))
        whole = [(group, field.rules(in_order(group)) is not None) for group in groups[:affordable]]
        tallies = iter(field.play([in_order(group) for group, is_possible in whole if is_possible], rung))
        halved: list[tuple[float, list[Move]]] = []  # what moves most is looked at first
        for group, is_possible in whole:
            tally = next(tallies) if is_possible else None
            if len(group) == 1:
                alone += [(group[0], tally)] if tally else []
                untried += tally is None
            elif (strength := _strength(tally, base)) > DOUBT:
                halved += [(strength, group[: len(group) // 2]), (strength, group[len(group) // 2 :])]
        groups = [group for _, group in sorted(halved, key=lambda one: -one[0])]
    return _judge(base, alone, len(moves) - untried)


def _by_kind(moves: Sequence[Move]) -> Iterator[list[Move]]:
    """Numbers of the same key of tables in one section, in the same direction. Seats stay alone: together they cancel each other."""
    kinds: dict[tuple[object, ...], list[Move]] = {}
    for lever, step in moves:
        is_alone = lever.path.startswith(SEATS) or not lever.is_number
        kind = (lever, step) if is_alone else (lever.path.partition(".")[0], lever.path.rpartition(".")[2], step > 0)
        kinds.setdefault(kind, []).append((lever, step))
    yield from kinds.values()


def _strength(tally: Tally | None, base: Tally) -> float:
    """By how many standard errors a group moves what it moves most; without end where it is impossible or its games do not end."""
    if tally is None or tally.does_not_end(base):
        return np.inf
    value, error = np.nan_to_num(np.abs(tally.change(base)))
    return float(np.divide(value, error, out=np.where(value > 0, np.inf, 0.0), where=error > 0).max())


def _judge(base: Tally, alone: Sequence[tuple[Move, Tally]], tested: int) -> Screened:
    """Which moves surely do something, corrected for the number of moves and components."""
    endless = tuple(move for move, tally in alone if tally.does_not_end(base))
    ended = [(move, tally) for move, tally in alone if move not in endless]
    changes = [tally.change(base) for _, tally in ended]
    components = base.sums.shape[2]
    value, error = (np.array([one[i] for one in changes]).reshape(-1, components) for i in (0, 1))
    p = np.where(error > 0, two_sided_p(value, error), np.where(np.nan_to_num(value) != 0, 0.0, 1.0))  # nan: nothing is known
    quiet = np.ones((tested - len(alone)) * components)  # of groups that moved nothing; they count as well
    is_sure = (adjust_p(np.concatenate([p.ravel(), quiet]))[: p.size] <= MOST_WRONG).reshape(p.shape)
    moving = [place for place in range(len(ended)) if is_sure[place].any()]
    steps = np.array([ended[place][0][1] for place in moving]).reshape(-1, 1)
    effect = np.where(is_sure, value, 0.0)[moving] / steps
    likely = [ended[place][0][0] for place in np.argsort(p.min(axis=1, initial=1.0), kind="stable")]
    return Screened(base, tuple(ended[place][0] for place in moving), effect, tested, endless, tuple(dict.fromkeys(likely)))
