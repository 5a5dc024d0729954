"""Third look: all candidates of a number of edits that the surface does not rule out, played against each other by successive halving."""

from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, islice, product

import numpy as np

from brewsim.advising.levers import Edits, Lever, in_order, size
from brewsim.advising.surface import BEAM, Surface, refit
from brewsim.advising.tallies import Field, Panel, Tally, games_on, margins, shortfall
from brewsim.rules import Rules

RULED_OUT = -3.0  # standard errors outside a limit
SURE_ENOUGH = 4.0  # standard errors inside all limits: more is no better, smaller edits are
MOST_RACERS = 48
KEPT = 4  # that are left at the end
BESIDE = 2  # steps
REFITS = 3
CHUNK = 4096  # candidates that are predicted at once


@dataclass(frozen=True)
class Racer:
    """A candidate, what is known of it, and by how many standard errors it is inside all limits."""

    edits: Edits
    rules: Rules
    tally: Tally | None
    margin: float

    @property
    def size(self) -> float:
        return size(self.edits)

    def does_not_end(self, base: Tally) -> bool:
        """Whether too many of its games were aborted."""
        return self.tally is not None and self.tally.does_not_end(base)


def candidates(levers: Sequence[Lever], edits: int) -> Iterator[Edits]:
    """All candidates with this number of edits."""
    for chosen in combinations(levers, edits):
        if len({lever.path for lever in chosen}) == edits:
            for steps in product(*(sorted(lever.new) for lever in chosen)):
                yield tuple(zip(chosen, steps))


def line_up(field: Field, surface: Surface, edits: int) -> list[Racer]:
    """The racers with this number of edits: those that the surface does not rule out, the best of them if there are too many."""
    found: list[tuple[float, Edits]] = []
    for chunk in _chunks(candidates(surface.levers, edits)):
        value, error = surface.predict(chunk)
        margin = margins(value, error, field.panel.low, field.panel.high).min(axis=1).tolist()
        found += [(own, one) for own, one in zip(margin, chunk) if own > RULED_OUT]
    order = best_first([margin for margin, _ in found], [size(one) for _, one in found])
    return _racers(field, (found[place] for place in order), MOST_RACERS)


def nearest(field: Field, surface: Surface, edits: int, scale: np.ndarray, known: Container[Edits] = ()) -> list[Racer]:
    """The few with this number of edits that miss least by the surface, whether it rules them out or not, without what is known."""
    found = _nearest(field.panel, surface, edits, scale, known)
    return _racers(field, ((-miss, one) for miss, _, one in found), KEPT)


def _nearest(panel: Panel, surface: Surface, edits: int, scale: np.ndarray, known: Container[Edits]) -> list[tuple[float, float, Edits]]:
    """What candidates miss by the surface, their sizes and edits, the nearest first. More than two edits grow out of one fewer."""
    pool = candidates(surface.levers, edits)
    if edits > 2:
        pool = _grown(surface.levers, [one for _, _, one in _nearest(panel, surface, edits - 1, scale, ())])
    found: list[tuple[float, float, Edits]] = []
    for chunk in _chunks(one for one in pool if one not in known):
        misses = shortfall(surface.value(chunk), scale, panel.low, panel.high).tolist()
        found = sorted([*found, *zip(misses, map(size, chunk), chunk)], key=lambda one: one[:2])[:BEAM]
    return found


def _grown(levers: Sequence[Lever], found: Sequence[Edits]) -> Iterator[Edits]:
    """These candidates with each possible edit more."""
    grown = (
        in_order((*one, (lever, step)))
        for one in found
        for lever in levers
        if lever.path not in {own.path for own, _ in one}
        for step in lever.new
    )
    yield from dict.fromkeys(grown)


def refine(field: Field, surface: Surface, edits: int, scale: np.ndarray, budget: float) -> Surface:
    """Play what looks best by the surface and fit it again, a few times, so that it is right where the goals are decided."""
    panel, numbers = field.panel, range(1, edits + 1)
    left = int(budget / panel.cost(games_on(surface.rung)))  # candidates that there are games for
    for _ in range(REFITS):
        known = {*(point for point, _ in surface.played), *surface.endless}
        points = [racer.edits for number in numbers for racer in nearest(field, surface, number, scale, known)][:left]
        left -= len(points)
        surface = refit(surface, list(zip(points, field.play(points, surface.rung))))
        met = [len(point) for point, tally in surface.played if not shortfall(tally.value, scale, panel.low, panel.high)]
        numbers = range(1, min(met, default=edits) + 1)  # more edits than will do are not asked for
    return surface


def neighbours(field: Field, racers: Sequence[Racer], known: Container[Edits]) -> list[Racer]:
    """What is a step or two beside these racers in one of their levers, without what is known: there the surface is not asked."""
    beside = [
        (*racer.edits[:place], (lever, other), *racer.edits[place + 1 :])
        for racer in racers
        for place, (lever, step) in enumerate(racer.edits)
        for other in sorted(lever.new, key=lambda one: abs(one - step))
        if 0 < abs(other - step) <= BESIDE
    ]
    return _racers(field, ((0.0, edits) for edits in dict.fromkeys(beside) if edits not in known), MOST_RACERS)


def parts(field: Field, edits: Edits) -> list[Racer]:
    """These edits without one of them, if anything is left then."""
    smaller = combinations(edits, len(edits) - 1) if len(edits) > 1 else ()
    return _racers(field, ((0.0, one) for one in smaller), MOST_RACERS)


def _racers(field: Field, found: Iterable[tuple[float, Edits]], most: int) -> list[Racer]:
    """The first of these candidates that are possible."""
    possible = (Racer(edits, own, None, margin) for margin, edits in found for own in [field.rules(edits)] if own)
    return list(islice(possible, most))


def _chunks(found: Iterator[Edits]) -> Iterator[list[Edits]]:
    chunk: list[Edits] = []
    for one in found:
        chunk.append(one)
        if len(chunk) == CHUNK:
            yield chunk
            chunk = []
    if chunk:
        yield chunk


def best_first(margin: Sequence[float], size: Sequence[float]) -> list[int]:
    """The places of candidates by fronts: those that nobody beats in both margin and size, then those that only these beat, and so on.

    What is sure enough is equal, so the smallest of these comes first; outside its limits no candidate is good because it is small.

    >>> best_first([5.0, 4.5, 1.0, 2.0, -1.0], [0.3, 0.2, 0.1, 0.4, 0.1])
    [1, 2, 0, 3, 4]
    """
    left = sorted(range(len(margin)), key=lambda place: (-min(margin[place], SURE_ENOUGH), size[place]))
    inside = [place for place in left if margin[place] > 0]
    ordered: list[int] = []
    while inside:
        rest, smallest = [], np.inf
        for place in inside:  # by falling margin: a front has ever smaller ones
            if size[place] < smallest:
                ordered.append(place)
                smallest = size[place]
            else:
                rest.append(place)
        inside = rest
    return ordered + [place for place in left if margin[place] <= 0]


def race(field: Field, racers: Sequence[Racer], budget: float) -> tuple[list[Racer], list[Racer]]:
    """Play the racers rung by rung on the same games; half of them goes on, with twice as many games each.

    Returns those that are left, the best first, and those whose games do not end.
    """
    left, endless = list(racers), list[Racer]()
    while left and (rung := field.highest([(), *(racer.edits for racer in left)], budget / _rungs(len(left)))) < 0:
        left.pop()  # no more than there are games for
    last, many = field.panel.played + budget, len(left)
    while left:
        base, *tallies = field.play([(), *(racer.edits for racer in left)], rung)
        left = [_after(field.panel, racer, tally) for racer, tally in zip(left, tallies)]
        endless += [racer for racer in left if racer.does_not_end(base)]
        ended = [racer for racer in left if not racer.does_not_end(base)]
        left = [ended[place] for place in best_first([racer.margin for racer in ended], [racer.size for racer in ended])]
        may_meet = [racer for racer in left if racer.margin > RULED_OUT]
        rung, many = rung + 1, max(KEPT, many // 2)
        if may_meet:
            left = may_meet[:many]
        is_open = any(RULED_OUT < racer.margin < SURE_ENOUGH for racer in left)
        if not is_open or field.cost([(), *(racer.edits for racer in left)], rung) > last - field.panel.played:
            break
    return left[:KEPT], endless


def _rungs(racers: int) -> int:
    """How many rungs it takes to halve so many down to the few that are kept.

    >>> [_rungs(racers) for racers in (2, 4, 5, 16)]
    [1, 1, 2, 3]
    """
    return max(1, int(np.ceil(np.log2(racers / KEPT))) + 1)


def _after(panel: Panel, racer: Racer, tally: Tally) -> Racer:
    """The racer with what its games came to."""
    return replace(racer, tally=tally, margin=float(margins(tally.value, tally.error, panel.low, panel.high).min()))
