"""Second look: how each component answers to the few levers that matter, alone and in pairs, and what it would be for any edits."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from brewsim.advising.levers import Edits, Lever, edited, size
from brewsim.advising.screening import LEAST_GAMES, Screened
from brewsim.advising.tallies import Panel, Tally, shortfall
from brewsim.goals import ITEMS, SEATS, WORTH
from brewsim.rules import Rules

BEAM = 100  # candidates that are followed up when levers are chosen
MOST_LEVERS = 8  # of a surface
PAIRED = 5  # levers whose pairs are looked at
TINY = 1e-9
SIGNED = (SEATS, ITEMS, WORTH)  # in points, but no shares: they can be negative
WHOLE, HALF_POINT, FAR = 100.0, 0.5, 50.0  # of shares; odds beyond e to the power of FAR are all the same


def choose_levers(screened: Screened, low: np.ndarray, high: np.ndarray, edits: int) -> list[tuple[Lever, int]]:
    """The levers that a repair is most likely made of, each with the direction that it helps in, the likeliest first.

    As if every effect were a straight line and effects added up: the best candidates of 1 edit, then of one more each time.
    """
    moves = [(lever, step) for lever in dict.fromkeys(lever for lever, _ in screened.moves) for step in lever.new]
    shifts = np.array([step * screened.slope(lever, step) for lever, step in moves]).reshape(len(moves), -1)
    beam: list[tuple[Edits, np.ndarray]] = [((), screened.base.value)]
    rankings = []
    for _ in range(edits):
        grown: dict[frozenset[tuple[Lever, int]], tuple[float, float, Edits, np.ndarray]] = {}
        for chosen, value in beam:
            taken = {lever.path for lever, _ in chosen}
            misses = shortfall(value + shifts, screened.scale, low, high)
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
    """Straight and curved terms of each lever and products of pairs, fitted to paired differences.

    Notes
    -----
    Weighted least squares, with the weights of the differences by themselves. Its errors come from the games and not from the
    weights: the coefficients are linear in the differences, so each block of games has an influence on them (the sandwich), and
    what the terms cannot follow is added as the error of the fit. All on the scale of each component.
    """

    base: Tally
    levers: tuple[Lever, ...]
    scale: Scale
    terms: tuple[tuple[int, ...], ...]  # each the levers whose steps are multiplied
    coefficients: np.ndarray  # [term, component]
    influence: np.ndarray  # [block, 1 + term, component] on the base, then on the coefficients
    misfit: np.ndarray  # (component) the standard deviation of what the terms cannot follow
    endless: tuple[Edits, ...]

    def predict(self, candidates: Sequence[Edits]) -> tuple[np.ndarray, np.ndarray]:
        """[candidate, component] values and standard errors of candidates of these levers."""
        x = np.column_stack([np.ones(len(candidates)), _rows(self.terms, self.levers, candidates)])
        squares = [np.einsum("it,tu,iu->i", x, own.T @ own, x) for own in np.moveaxis(self.influence, 2, 0)]  # over all blocks
        value = self.scale.back(self.scale.there(self.base.value) + x[:, 1:] @ self.coefficients)
        error = np.sqrt(np.maximum(np.column_stack(squares), 0.0) + self.misfit**2)
        return value, error / self.scale.slope(value)


def _rows(terms: Sequence[tuple[int, ...]], levers: Sequence[Lever], candidates: Sequence[Edits]) -> np.ndarray:
    """[candidate, term] what each term is at these edits, in strides."""
    places = {lever: place for place, lever in enumerate(levers)}
    strides = np.zeros((len(candidates), len(levers)))
    for row, edits in zip(strides, candidates):
        for lever, step in edits:
            row[places[lever]] = step / lever.stride
    columns = [strides[:, term].prod(axis=1) for term in terms]
    return np.column_stack(columns) if columns else np.zeros((len(candidates), 0))


def fit_surface(panel: Panel, rules: Rules, chosen: Sequence[tuple[Lever, int]], budget: float, first: int, in_pairs: bool) -> Surface:
    """Play the levers at a few steps, alone and in pairs, in games from the id `first` on, and fit how the components answer."""
    levers = tuple(lever for lever, _ in chosen)
    points: list[Edits] = [((lever, step),) for lever in levers for step in _steps(lever)]
    if in_pairs:
        near = [(lever, _nearest(lever, sign * lever.stride)) for lever, sign in chosen[:PAIRED]]
        points += [pair for pair in combinations(near, 2) if pair[0][0].path != pair[1][0].path]
    possible = [(point, own) for point in points for own in [edited(rules, point)] if own]
    games = max(LEAST_GAMES, panel.games_for(budget, len(possible) + 1))
    base, *tallies = panel.play([rules, *(own for _, own in possible)], np.arange(first, first + games))
    played = [(point, tally) for (point, _), tally in zip(possible, tallies)]
    endless = tuple(point for point, tally in played if tally.does_not_end(base))
    scale = Scale(np.array([one.goal.is_in_points and one.goal.measure not in SIGNED for one in panel.components]))
    return _fit(base, levers, scale, [one for one in played if one[0] not in endless], endless)


def _steps(lever: Lever) -> list[int]:
    """One and two strides to each side, or as far as it may go."""
    wanted = [sign * many * lever.stride for sign in (-1, 1) for many in (1, 2)]
    return sorted({_nearest(lever, step) for step in wanted if any(step * other > 0 for other in lever.new)})


def _nearest(lever: Lever, step: int) -> int:
    """The step that a lever has nearest to this one, on the same side if it has one there."""
    return min(lever.new, key=lambda other: (other * step < 0, abs(other - step)))


def _fit(
    base: Tally, levers: tuple[Lever, ...], scale: Scale, played: Sequence[tuple[Edits, Tally]], endless: tuple[Edits, ...]
) -> Surface:
    terms: list[tuple[int, ...]] = []
    for place, lever in enumerate(levers):
        alone = [point for point, _ in played if len(point) == 1 and point[0][0] == lever]
        terms += [(place,)] * (len(alone) > 0) + [(place, place)] * (len(alone) > 1)
    terms += [tuple(levers.index(lever) for lever, _ in point) for point, _ in played if len(point) > 1]
    x = _rows(terms, levers, [point for point, _ in played])

    def influence_of(tally: Tally) -> np.ndarray:
        return np.nan_to_num(tally.influence * scale.slope(tally.value))

    components = len(scale.is_share)
    coefficients, misfit = np.zeros((len(terms), components)), np.zeros(components)
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
    return Surface(base, levers, scale, tuple(terms), coefficients, influence, misfit, endless)
