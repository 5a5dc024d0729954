"""Second look: how each component answers to the few levers that matter, alone and in pairs, and what it would be for any edits."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations

import numpy as np

from brewsim.advising.levers import Edits, Lever, in_order, size
from brewsim.advising.screening import Screened
from brewsim.advising.tallies import Field, Tally, shortfall
from brewsim.goals import ITEMS, SEATS, WORTH

BEAM = 100  # candidates that are followed up when levers are chosen
MOST_LEVERS = 8  # of a surface
PAIRED = 5  # levers whose pairs are looked at
TINY = 1e-9
SIGNED = (SEATS, ITEMS, WORTH)  # in points, but no shares: they can be negative
WHOLE, HALF_POINT, FAR = 100.0, 0.5, 50.0  # of shares; odds beyond e to the power of FAR are all the same


def choose_levers(screened: Screened, low: np.ndarray, high: np.ndarray, edits: int) -> list[tuple[Lever, int]]:
    """The levers that a repair is most likely made of, each with the direction that it helps in, the likeliest first.

    As if every effect were a straight line and effects added up: the best candidates of 1 edit, then of one more each time.
    Places that are left go to levers of which it is not sure that they move something.
    """
    moves = [(lever, step) for lever in dict.fromkeys(lever for lever, _ in screened.moves) for step in lever.new]
    shifts = np.array([step * screened.slope(lever, step) for lever, step in moves]).reshape(len(moves), -1)
    beam: list[tuple[Edits, np.ndarray]] = [((), screened.base.value)]
    rankings = []
    for _ in range(edits):
        grown: dict[frozenset[tuple[Lever, int]], tuple[float, float, Edits, np.ndarray]] = {}
        for chosen, value in beam:
            taken = {lever.path for lever, _ in chosen}
            misses = shortfall(value + shifts, screened.base.scale, low, high)
            for (lever, step), shift, miss in zip(moves, shifts, misses.tolist()):
                if lever.path not in taken:
                    candidate = (*chosen, (lever, step))
                    grown.setdefault(frozenset(candidate), (miss, size(candidate), candidate, value + shift))
        best = sorted(grown.values(), key=lambda one: one[:2])[:BEAM]
        beam = [(candidate, value) for _, _, candidate, value in best]
        rankings.append([candidate for candidate, _ in beam])
    found: dict[Lever, int] = {}
    for candidate in _in_turn(rankings):
        for lever, step in candidate:
            if len(found) < MOST_LEVERS:
                found.setdefault(lever, 1 if step > 0 else -1)
    for lever in screened.likeliest[:MOST_LEVERS]:
        if len(found) < MOST_LEVERS:
            found.setdefault(lever, 1 if max(lever.new) > 0 else -1)
    return list(found.items())


def _in_turn(rankings: Sequence[Sequence[Edits]]) -> Iterator[Edits]:
    """The best of each number of edits, then the second of each, and so on."""
    for place in range(BEAM):
        for ranking in rankings:
            if place < len(ranking):
                yield ranking[place]


@dataclass(frozen=True)
class Scale:
    """Where effects add up best: shares by the logarithm of their odds, since they end at 0 and 100; everything else as it is."""

    is_share: np.ndarray  # (component)

    def there(self, value: np.ndarray) -> np.ndarray:
        """Values on this scale. Half a point keeps what never or always happens finite."""
        inside = np.clip(value, 0.0, WHOLE)
        return np.where(self.is_share, np.log((inside + HALF_POINT) / (WHOLE + HALF_POINT - inside)), value)

    def back(self, value: np.ndarray) -> np.ndarray:
        """Values from this scale."""
        odds = np.exp(np.clip(value, -FAR, FAR))
        return np.where(self.is_share, np.clip((WHOLE + 2 * HALF_POINT) * odds / (1 + odds) - HALF_POINT, 0.0, WHOLE), value)

    def slope(self, value: np.ndarray) -> np.ndarray:
        """How fast this scale moves with the value."""
        inside = np.clip(value, 0.0, WHOLE)
        return np.where(self.is_share, 1 / (inside + HALF_POINT) + 1 / (WHOLE + HALF_POINT - inside), 1.0)


@dataclass(frozen=True)
class Surface:
    """Straight and curved terms of each lever and products of pairs, fitted to paired differences, and bent to what was played nearby.

    Notes
    -----
    Weighted least squares, with the weights of the differences by themselves. Its errors come from the games and not from the
    weights: the coefficients are linear in the differences, so each block of games has an influence on them (the sandwich).
    What the terms cannot follow is taken for smooth and is interpolated (kriging): at what was played it is known, a stride or two
    away it is the error of the fit. All on the scale of each component.
    """

    rung: int  # of all that it is fitted to
    base: Tally
    levers: tuple[Lever, ...]  # in the order of their paths
    scale: Scale
    played: tuple[tuple[Edits, Tally], ...]  # what it is fitted to
    terms: tuple[tuple[int, ...], ...]  # each the levers whose steps are multiplied
    coefficients: np.ndarray  # [term, component]
    influence: np.ndarray  # [block, 1 + term, component] on the base, then on the coefficients
    misfit: np.ndarray  # (component) the standard deviation of what the terms cannot follow
    rest: np.ndarray  # [point, component] what they have not followed
    noise: np.ndarray  # [point, component] its variance by the games alone
    endless: tuple[Edits, ...]

    def value(self, candidates: Sequence[Edits]) -> np.ndarray:
        """[candidate, component] values of candidates of these levers."""
        strides = _strides(self.levers, candidates)
        near = _likeness(strides, self._points)
        bend = np.column_stack([near @ (solve @ rest) for solve, rest in zip(self._solves, self.rest.T)])
        return self.scale.back(self.scale.there(self.base.value) + _rows(self.terms, strides) @ self.coefficients + bend)

    def predict(self, candidates: Sequence[Edits]) -> tuple[np.ndarray, np.ndarray]:
        """[candidate, component] values and standard errors of candidates of these levers."""
        strides = _strides(self.levers, candidates)
        x = np.column_stack([np.ones(len(candidates)), _rows(self.terms, strides)])
        squares = [_squares(x, own.T @ own) for own in np.moveaxis(self.influence, 2, 0)]  # over all blocks
        near = _likeness(strides, self._points)
        doubts = [misfit**2 * np.maximum(0.0, 1 - _squares(near, solve)) for solve, misfit in zip(self._solves, self.misfit)]
        value = self.value(candidates)
        error = np.sqrt(np.maximum(np.column_stack(squares), 0.0) + np.column_stack(doubts))
        return value, error / self.scale.slope(value)

    @cached_property
    def _points(self) -> np.ndarray:
        """[point, lever] what was played, in strides."""
        return _strides(self.levers, [point for point, _ in self.played])

    @cached_property
    def _solves(self) -> list[np.ndarray]:
        """(component) [point, point] from likeness to points to the weights of what was not followed there."""
        among = _likeness(self._points, self._points)
        return [
            np.linalg.inv(among + np.diag(noise / misfit**2 + TINY)) if misfit > 0 else np.zeros_like(among)
            for noise, misfit in zip(self.noise.T, self.misfit)
        ]


def _squares(x: np.ndarray, matrix: np.ndarray) -> np.ndarray:
    """(row) x M x of each row."""
    return ((x @ matrix) * x).sum(axis=1)


def _strides(levers: Sequence[Lever], candidates: Sequence[Edits]) -> np.ndarray:
    """[candidate, lever] how far each lever is moved, in strides."""
    places = {lever: place for place, lever in enumerate(levers)}
    strides = np.zeros((len(candidates), len(levers)))
    for row, edits in zip(strides, candidates):
        for lever, step in edits:
            row[places[lever]] = step / lever.stride
    return strides


def _rows(terms: Sequence[tuple[int, ...]], strides: np.ndarray) -> np.ndarray:
    """[candidate, term] what each term is."""
    columns = [strides[:, term].prod(axis=1) for term in terms]
    return np.column_stack(columns) if columns else np.zeros((len(strides), 0))


def _likeness(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """[candidate, candidate] 1 where they are the same, e to the power of -1/2 a stride apart."""
    apart = (one**2).sum(axis=1)[:, None] + (other**2).sum(axis=1) - 2 * one @ other.T
    return np.exp(-np.maximum(apart, 0.0) / 2)


def fit_surface(field: Field, chosen: Sequence[tuple[Lever, int]], budget: float, in_pairs: bool) -> Surface:
    """Play the levers at a few steps, alone and in pairs, and fit how the components answer, to these and to all that is known of them."""

    def possible() -> list[Edits]:
        return [point for point in _points(chosen, in_pairs) if field.rules(point)]

    while len(chosen) > 1 and field.highest([(), *possible()], budget) < 0:
        chosen = chosen[:-1]
    rung = max(0, field.highest([(), *possible()], budget))
    levers = tuple(lever for lever, _ in in_order(chosen))
    field.play([(), *possible()], rung)
    points = [point for point in field.known(rung) if point and all(lever in levers for lever, _ in point)]
    base, *tallies = field.play([(), *points], rung)
    components = field.panel.components
    scale = Scale(np.array([one.goal.is_in_points and one.goal.measure not in SIGNED for one in components]))
    return _fit(rung, base, levers, scale, list(zip(points, tallies)))


def refit(surface: Surface, played: Sequence[tuple[Edits, Tally]]) -> Surface:
    """The surface with more points, of the same games."""
    found = _fit(surface.rung, surface.base, surface.levers, surface.scale, [*surface.played, *played])
    return replace(found, endless=surface.endless + found.endless)


def _points(chosen: Sequence[tuple[Lever, int]], in_pairs: bool) -> list[Edits]:
    """What is played of these levers: each alone, the first few also in pairs."""
    points: list[Edits] = [((lever, step),) for lever, _ in chosen for step in _steps(lever)]
    near = [(lever, _nearest(lever, sign * lever.stride)) for lever, sign in chosen[: PAIRED if in_pairs else 0]]
    return points + [in_order(pair) for pair in combinations(near, 2) if pair[0][0].path != pair[1][0].path]


def _steps(lever: Lever) -> list[int]:
    """One and two strides to each side, or as far as it may go."""
    wanted = [sign * many * lever.stride for sign in (-1, 1) for many in (1, 2)]
    return sorted({_nearest(lever, step) for step in wanted if any(step * other > 0 for other in lever.new)})


def _nearest(lever: Lever, step: int) -> int:
    """The step that a lever has nearest to this one, on the same side if it has one there."""
    return min(lever.new, key=lambda other: (other * step < 0, abs(other - step)))


def _fit(rung: int, base: Tally, levers: tuple[Lever, ...], scale: Scale, found: Sequence[tuple[Edits, Tally]]) -> Surface:
    played = [(point, tally) for point, tally in found if not tally.does_not_end(base)]
    endless = tuple(point for point, tally in found if tally.does_not_end(base))
    terms: list[tuple[int, ...]] = []
    for place, lever in enumerate(levers):
        alone = [point for point, _ in played if len(point) == 1 and point[0][0] == lever]
        terms += [(place,)] * (len(alone) > 0) + [(place, place)] * (len(alone) > 1)
    terms += dict.fromkeys(tuple(sorted(levers.index(lever) for lever, _ in point)) for point, _ in played if len(point) == 2)
    x = _rows(terms, _strides(levers, [point for point, _ in played]))

    def influence_of(tally: Tally) -> np.ndarray:
        return np.nan_to_num(tally.influence * scale.slope(tally.value))

    components = len(scale.is_share)
    coefficients, misfit = np.zeros((len(terms), components)), np.zeros(components)
    rests, noise = np.zeros((2, len(played), components))
    influence = np.zeros((len(base.sums), 1 + len(terms), components))
    influence[:, 0] = influence_of(base)
    changes = np.array([np.nan_to_num(scale.there(tally.value) - scale.there(base.value)) for _, tally in played])
    by_blocks = np.array([influence_of(tally) - influence_of(base) for _, tally in played])  # [point, block, component]
    for component in range(components if terms else 0):
        y, by_block = changes[:, component], by_blocks[:, :, component]
        error = np.sqrt((by_block**2).sum(axis=1))
        weight = 1 / np.maximum(error, max(float(np.median(error)) / 10, TINY))  # identical games must not decide everything
        solve = np.linalg.pinv(x * weight[:, None]) * weight
        coefficients[:, component] = solve @ y
        influence[:, 1:, component] = (solve @ by_block).T
        rest = np.eye(len(y)) - x @ solve
        free = max(len(y) - np.linalg.matrix_rank(x), 1)
        misfit[component] = np.sqrt(max(0.0, ((rest @ y) ** 2).sum() - ((rest @ by_block) ** 2).sum()) / free)
        rests[:, component], noise[:, component] = rest @ y, error**2
    return Surface(rung, base, levers, scale, tuple(played), tuple(terms), coefficients, influence, misfit, rests, noise, endless)
