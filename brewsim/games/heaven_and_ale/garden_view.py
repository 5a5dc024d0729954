"""The part of the survey that values plots: what monks and sheds around a plot promise, and which free plot is best."""

import numpy as np

from brewsim.games.heaven_and_ale.box import (
    DUCATS,
    EMPTY,
    N_COLOURS,
    N_FERTILITIES,
    N_MONKS,
    N_PLOTS,
    N_RESOURCES,
    N_SHEDS,
    N_SIDES,
    PLOTS_OF_SIDE,
    RING,
    Side,
)
from brewsim.games.heaven_and_ale.garden import is_monk, is_sunny
from brewsim.games.heaven_and_ale.spots import monk_spot
from brewsim.parts.compiling import compiled, inlined

# What sort of plot a tile looks for: a resource one for its fertility, a monk one of these.
OPEN_MONK = 0  # its spot is free
CLOSED_MONK = N_FERTILITIES + 1  # its spot is used
N_FITS = CLOSED_MONK + 1


@compiled
def see_monks(state, view):
    """Which monks can still be scored, and what those around a plot are expected to bring."""
    seat = state.seat
    for monk in range(N_MONKS):
        view.monk_open[monk] = 1 - state.disc[seat, monk_spot(monk)]
    touch = 0.0
    for n_open in range(RING + 1):
        view.touch[n_open] = touch
        touch += view.chance


@compiled
def see_free_plots(state, view):
    """Which plots are free."""
    seat, n = state.seat, 0
    for plot in range(N_PLOTS):
        view.free_plots[n] = plot
        n += state.tile[seat, plot] == EMPTY
    for side in range(N_SIDES):
        view.n_free[side] = PLOTS_OF_SIDE - state.side_tiles[seat, side]


@inlined
def fit_of(rules, view, kind):
    """What sort of plot a tile looks for."""
    if is_monk(kind):
        return OPEN_MONK if view.monk_open[kind - N_RESOURCES] > 0 else CLOSED_MONK
    return rules.fertility[kind]


@compiled
def value_sheds(rules, beliefs, state, view):
    """How a tile of each fertility would change what each shed is expected to bring; hope fades with the time that is left."""
    seat = state.seat
    hope = min(beliefs.hope_most, beliefs.hope_base + beliefs.hope_per_round * view.left, beliefs.hope_last * view.left)
    brew_worth, yield_worth, goal_worth = beliefs.brew_worth, beliefs.yield_worth, beliefs.goal_worth
    power = 1.0
    for missing in range(RING + 1):  # a loop for each shed would end where nobody can predict it
        view.hope[missing] = power
        power *= hope
    for shed in range(N_SHEDS):
        fill, total = state.shed_fill[seat, shed], state.shed_sum[seat, shed]
        if fill == RING:
            continue
        before, after = view.hope[RING - fill], view.hope[RING - 1 - fill]
        brew, produce = before * beliefs.shed_brew[fill, total], before * beliefs.shed_yield[fill, total]
        for fertility in range(N_FERTILITIES + 1):
            more_brew = after * beliefs.shed_brew[fill + 1, total + fertility] - brew
            more_yield = after * beliefs.shed_yield[fill + 1, total + fertility] - produce
            view.brew_outlook[shed, fertility] = more_brew
            view.yield_outlook[shed, fertility] = more_yield
            goals = view.shed_progress[rules.shed_type[total + fertility]] if fill == RING - 1 else 0.0
            view.shed_goals[shed, fertility] = goals
            view.shed_value[shed, fertility] = brew_worth * more_brew + yield_worth * more_yield + goal_worth * goals
    for fertility in range(N_FERTILITIES + 1):  # of the shed that stands for none
        view.brew_outlook[N_SHEDS, fertility], view.yield_outlook[N_SHEDS, fertility] = 0.0, 0.0
        view.shed_value[N_SHEDS, fertility], view.shed_goals[N_SHEDS, fertility] = 0.0, 0.0


@inlined
def touch_of(state, view, plot):
    """Activations that the monks around a plot are expected to bring a tile there."""
    return view.touch[state.open_monks_near[state.seat, plot]]


@inlined
def first_free(view, side):
    """Where the free plots of a side begin."""
    return 0 if side == Side.SUN else view.n_free[Side.SUN]


@inlined
def better(best, best_value, plot, value):
    """The better one of two plots, and its value; the first one if both are as good."""
    is_better = value > best_value  # asked once, and no branch
    return plot if is_better else best, value if is_better else best_value


@compiled
def find_tile_plots(rules, beliefs, state, view):
    """The best free plot of either side for a resource of each fertility: the one that suits a barren tile, or a fertile one."""
    barren_tile, fertile_tile = beliefs.barren_tile, beliefs.fertile_tile
    mean_worth = 0.0
    for colour in range(N_COLOURS):
        mean_worth += view.worth[colour] / N_COLOURS
    for side in range(N_SIDES):
        worth = mean_worth if side == Side.SUN else view.worth[DUCATS]
        first = first_free(view, side)
        best_barren, best_fertile = -np.inf, -np.inf
        at_barren, at_fertile = view.free_plots[first], view.free_plots[first]
        for j in range(first, first + view.n_free[side]):
            plot = view.free_plots[j]
            one, two = rules.near_sheds[plot, 0], rules.near_sheds[plot, 1]
            touch = touch_of(state, view, plot) * worth
            barren = view.shed_value[one, barren_tile] + view.shed_value[two, barren_tile] + barren_tile * touch
            fertile = view.shed_value[one, fertile_tile] + view.shed_value[two, fertile_tile] + fertile_tile * touch
            at_barren, best_barren = better(at_barren, best_barren, plot, barren)
            at_fertile, best_fertile = better(at_fertile, best_fertile, plot, fertile)
        for fertility in range(1, N_FERTILITIES + 1):
            plot = at_barren if fertility < beliefs.fertile_from else at_fertile
            value = view.shed_value[rules.near_sheds[plot, 0], fertility] + view.shed_value[rules.near_sheds[plot, 1], fertility]
            view.best_plot[side, fertility] = plot
            view.best_value[side, fertility] = value + fertility * worth * touch_of(state, view, plot)


@compiled
def value_neighbours(rules, beliefs, state, view):
    """What activating the tile on each plot is worth; a free plot may get one."""
    free_value = beliefs.plot_worth * view.share
    seat, ducat = state.seat, view.worth[DUCATS]
    for plot in range(N_PLOTS):
        kind = state.tile[seat, plot]
        worth = view.worth[rules.colour[kind]] if is_sunny(plot) else ducat
        value = rules.fertility[kind] * worth  # before the question, so that this is no branch: 1.5 %
        view.plot_value[plot] = free_value if kind == EMPTY else value
    view.plot_value[N_PLOTS] = 0.0  # stands for a neighbour that is not there


@inlined
def harvest_of(rules, view, plot):
    """What a monk on this plot would activate."""
    harvest = 0.0
    for i in range(RING):
        harvest += view.plot_value[rules.near[plot, i]]
    return harvest


@compiled
def find_monk_plots(rules, beliefs, state, view):
    """The best free plot of either side for a monk, and for a monk whose spot is used."""
    chance = view.chance
    for side in range(N_SIDES):
        first = first_free(view, side)
        best_open, best_closed = -np.inf, -np.inf
        at_open, at_closed = view.free_plots[first], view.free_plots[first]
        for j in range(first, first + view.n_free[side]):
            plot = view.free_plots[j]
            one, two = rules.near_sheds[plot, 0], rules.near_sheds[plot, 1]
            closed = view.shed_value[one, 0] + view.shed_value[two, 0] + beliefs.brew_worth * touch_of(state, view, plot)
            is_open = closed + chance * (harvest_of(rules, view, plot) + beliefs.brew_worth * state.monks_near[state.seat, plot])
            at_open, best_open = better(at_open, best_open, plot, is_open)
            at_closed, best_closed = better(at_closed, best_closed, plot, closed)
        view.best_plot[side, OPEN_MONK], view.best_value[side, OPEN_MONK] = at_open, best_open
        view.best_plot[side, CLOSED_MONK], view.best_value[side, CLOSED_MONK] = at_closed, best_closed
