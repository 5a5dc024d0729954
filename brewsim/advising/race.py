"""Third look: all candidates of a number of edits that the surface does not rule out, played against each other by successive halving."""

from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, islice, product

import numpy as np

from brewsim.advising.levers import Edits, Lever, edited, size
from brewsim.advising.surface import BEAM, Surface, refit
from brewsim.advising.tallies import BLOCKS, Panel, Tally, margins, shortfall
from brewsim.rules import Rules

RULED_OUT = -3.0  # standard errors outside a limit
SURE_ENOUGH = 4.0  # standard errors inside all limits: more is no better, smaller edits are
MOST_RACERS = 48
KEPT = 4  # that are left at the end
BESIDE = 2  # steps
REFITS = 3
LEAST_GAMES = 100  # of a candidate in a rung
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


def line_up(panel: Panel, rules: Rules, surface: Surface, edits: int) -> list[Racer]:
    """The racers with this number of edits: those that the surface does not rule out, the best of them if there are too many."""
    found: list[tuple[float, Edits]] = []
    for chunk in _chunks(candidates(surface.levers, edits)):
        value, error = surface.predict(chunk)
        margin = margins(value, error, panel.low, panel.high).min(axis=1).tolist()
        found += [(own, one) for own, one in zip(margin, chunk) if own > RULED_OUT]
    order = best_first([margin for margin, _ in found], [size(one) for _, one in found])
    return _racers(rules, (found[place] for place in order), MOST_RACERS)


def nearest(panel: Panel, rules: Rules, surface: Surface, edits: int, scale: np.ndarray, known: Container[Edits] = ()) -> list[Racer]:
    """The few with this number of edits that miss least by the surface, whether it rules them out or not, without what is known."""
    found = _nearest(panel, surface, edits, scale, known)
    return _racers(rules, ((-miss, one) for miss, _, one in found), KEPT)


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
    places = {lever: place for place, lever in enumerate(levers)}
    grown = (
        tuple(sorted((*one, (lever, step)), key=lambda edit: places[edit[0]]))
        for one in found
        for lever in levers
        if lever.path not in {own.path for own, _ in one}
        for step in lever.new
    )
    yield from dict.fromkeys(grown)


def refine(panel: Panel, rules: Rules, surface: Surface, edits: int, scale: np.ndarray, budget: float, first: int) -> Surface:
    """Play what looks best by the surface and fit it again, a few times, so that it is right where the goals are decided."""
    numbers = range(1, edits + 1)
    left = int(budget / panel.cost(surface.base.n))  # candidates that there are games for
    for _ in range(REFITS):
        known = {*(point for point, _ in surface.played), *surface.endless}
        racers = [racer for number in numbers for racer in nearest(panel, rules, surface, number, scale, known)][:left]
        left -= len(racers)
        tallies = panel.play([racer.rules for racer in racers], np.arange(first, first + surface.base.n))
        surface = refit(surface, [(racer.edits, tally) for racer, tally in zip(racers, tallies)])
        met = [len(point) for point, tally in surface.played if not shortfall(tally.value, scale, panel.low, panel.high)]
        numbers = range(1, min(met, default=edits) + 1)  # more edits than will do are not asked for
    return surface


def neighbours(rules: Rules, racers: Sequence[Racer], known: Container[Edits]) -> list[Racer]:
    """What is a step or two beside these racers in one of their levers, without what is known: there the surface is not asked."""
    beside = [
        (*racer.edits[:place], (lever, other), *racer.edits[place + 1 :])
        for racer in racers
        for place, (lever, step) in enumerate(racer.edits)
        for other in sorted(lever.new, key=lambda one: abs(one - step))
        if 0 < abs(other - step) <= BESIDE
    ]
    return _racers(rules, ((0.0, edits) for edits in dict.fromkeys(beside) if edits not in known), MOST_RACERS)


def _racers(rules: Rules, found: Iterable[tuple[float, Edits]], most: int) -> list[Racer]:
    """The first of these candidates that are possible."""
    possible = (Racer(edits, own, None, margin) for margin, edits in found for own in [edited(rules, edits)] if own)
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


def race(panel: Panel, base: Tally, racers: Sequence[Racer], budget: float, first: int) -> tuple[list[Racer], list[Racer]]:
    """Play the racers rung by rung on the same games from the id `first` on; half of them goes on, with as many games again in all.

    Returns those that are left, the best first, and those whose games do not end.
    """
    rungs = max(1, int(np.ceil(np.log2(max(len(racers), 1) / KEPT))) + 1)
    left, endless = list(racers)[: int(budget / rungs / panel.cost(LEAST_GAMES))], list[Racer]()  # no more than there are games for
    played = 0
    for rung in range(rungs):
        if not left:
            break
        games = max(LEAST_GAMES, panel.games_for(budget / rungs, max(KEPT, len(left))))
        tallies = panel.play([racer.rules for racer in left], np.arange(first + played, first + played + games), BLOCKS)
        played += games
        left = [_after(panel, racer, tally) for racer, tally in zip(left, tallies)]
        endless += [racer for racer in left if racer.does_not_end(base)]
        ended = [racer for racer in left if not racer.does_not_end(base)]
        left = [ended[place] for place in best_first([racer.margin for racer in ended], [racer.size for racer in ended])]
        may_meet = [racer for racer in left if racer.margin > RULED_OUT]
        if not may_meet:
            break
        left = may_meet[: max(KEPT, len(racers) >> (rung + 1))]
    return left[:KEPT], endless


def _after(panel: Panel, racer: Racer, tally: Tally) -> Racer:
    """The racer with the games of one more rung."""
    known = racer.tally + tally if racer.tally else tally
    return replace(racer, tally=known, margin=float(margins(known.value, known.error, panel.low, panel.high).min()))
