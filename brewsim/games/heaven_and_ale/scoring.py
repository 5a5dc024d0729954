"""The final scoring, and what a game reports. Clause numbers are those of RULES.md."""

from enum import IntEnum

from brewsim.engine.contract import MISSING
from brewsim.engine.levers import START_POINTS
from brewsim.games.heaven_and_ale.barrels import owned_barrels
from brewsim.games.heaven_and_ale.box import (
    BELOW_TRACK,
    BREWMASTER,
    MAX_ROUNDS,
    N_CARDS,
    N_COLOURS,
    N_GOALS,
    N_MONKS,
    N_RESOURCES,
    N_SHED_TYPES,
    SHEDS,
    Barrel,
    Card,
    Place,
    Privilege,
    Side,
)
from brewsim.games.heaven_and_ale.garden import lowest_of
from brewsim.games.heaven_and_ale.spots import monk_way
from brewsim.games.heaven_and_ale.state import HOME
from brewsim.games.heaven_and_ale.track import funds, is_last_round
from brewsim.parts.compiling import compiled, inlined

SCORE_SOURCES = ("points_beer", "points_barrels", "points_barrel_privilege", "points_first_player")
METRICS = (
    *SCORE_SOURCES,
    START_POINTS,
    "lowest_marker",
    "lowest_after_exchange",
    "brewmaster",
    "multiplier",
    "ducats_left",
    "exchange_steps",
    "ducat_steps",
    "sun_tiles",
    "shade_tiles",
    "monk_tiles",
    *(f"tiles_{shed}" for shed in SHEDS),
    "discs_used",
    "privileges_placed",
    "privileges_sold",
    "barrels_large",
    "barrels_small",
    *(f"score_after_{r + 1}" for r in range(MAX_ROUNDS)),
    *(f"lowest_after_{r + 1}" for r in range(MAX_ROUNDS)),
    *(f"brewmaster_after_{r + 1}" for r in range(MAX_ROUNDS)),
)


class Metric(IntEnum):
    """Where a metric stands in METRICS; of a row of them, where the first stands."""

    POINTS_BEER = METRICS.index("points_beer")
    POINTS_BARRELS = METRICS.index("points_barrels")
    POINTS_BARREL_PRIVILEGE = METRICS.index("points_barrel_privilege")
    POINTS_FIRST_PLAYER = METRICS.index("points_first_player")
    START_POINTS = METRICS.index(START_POINTS)
    LOWEST_MARKER = METRICS.index("lowest_marker")
    LOWEST_AFTER_EXCHANGE = METRICS.index("lowest_after_exchange")
    BREWMASTER = METRICS.index("brewmaster")
    MULTIPLIER = METRICS.index("multiplier")
    DUCATS_LEFT = METRICS.index("ducats_left")
    EXCHANGE_STEPS = METRICS.index("exchange_steps")
    DUCAT_STEPS = METRICS.index("ducat_steps")
    SUN_TILES = METRICS.index("sun_tiles")
    SHADE_TILES = METRICS.index("shade_tiles")
    MONK_TILES = METRICS.index("monk_tiles")
    TILES_SHED = METRICS.index(f"tiles_{SHEDS[0]}")  # + shed type
    DISCS_USED = METRICS.index("discs_used")
    PRIVILEGES_PLACED = METRICS.index("privileges_placed")
    PRIVILEGES_SOLD = METRICS.index("privileges_sold")
    BARRELS_LARGE = METRICS.index("barrels_large")
    BARRELS_SMALL = METRICS.index("barrels_small")
    SCORE_AFTER = METRICS.index("score_after_1")  # + round
    LOWEST_AFTER = METRICS.index("lowest_after_1")  # + round
    BREWMASTER_AFTER = METRICS.index("brewmaster_after_1")  # + round


@inlined
def exchange_rate(rules, markers):
    """Steps back for one forward (HA-38)."""
    return rules.exchange[BELOW_TRACK + markers[BREWMASTER]]


@inlined
def multiplier(rules, markers):
    """Points for each spot of the lowest marker (HA-38)."""
    return rules.vp[BELOW_TRACK + markers[BREWMASTER]]


@compiled
def steps_lacking(markers, level):
    """Steps that the markers below a level are short of it."""
    steps = 0
    for colour in range(N_COLOURS):
        steps += max(0, level - markers[colour])
    return steps


@compiled
def steps_spare(markers, level):
    """Steps that the markers above a level could go back."""
    steps = 0
    for colour in range(N_COLOURS):
        steps += max(0, markers[colour] - level)
    return steps


@inlined
def markers_above(markers, level):
    """Resource markers beyond a spot."""
    n = 0
    for colour in range(N_COLOURS):
        n += markers[colour] > level
    return n


@compiled
def final_level(rules, markers, ducats):
    """The spot that all resource markers reach in the final scoring, with the steps of the exchange and of ducats that it takes."""
    if rules.exchanges_at_will:
        return level_at_will(rules, markers, ducats)
    return level_when_even(rules, markers, ducats)


@compiled
def level_when_even(rules, markers, ducats):
    """Exchange until no marker can be moved forward; only then pay (HA-39, HA-40).

    Steps are taken from the most advanced markers: no other choice leaves the rest further. So of the steps above a spot that are
    left each marker that was beyond it keeps one, as far as they go.
    """
    rate = exchange_rate(rules, markers)
    level, exchanged, bought = lowest_of(markers), 0, 0
    above = steps_spare(markers, level)
    ahead = min(markers_above(markers, level), above)
    while above - ahead >= rate * (N_COLOURS - ahead):  # all markers on this spot can be moved to the next
        above -= ahead + rate * (N_COLOURS - ahead)
        exchanged += N_COLOURS - ahead
        level += 1
        ahead = min(markers_above(markers, level), above)
    lifted = (above - ahead) // rate  # and some of those on the last one
    above -= ahead + rate * lifted
    exchanged += lifted
    behind = N_COLOURS - ahead - lifted
    paid = ducats // rules.ducats_per_step
    while level < rules.track_end and behind <= paid - bought:
        bought += behind
        level += 1
        ahead = min(markers_above(markers, level), above)
        above -= ahead
        behind = N_COLOURS - ahead
    return level, exchanged, bought


@compiled
def level_at_will(rules, markers, ducats):
    """Exchange only as often as it helps, knowing what ducats will do (the other ruling of HA-39)."""
    rate = exchange_rate(rules, markers)
    paid = ducats // rules.ducats_per_step
    level = lowest_of(markers)
    while level < rules.track_end and steps_spare(markers, level + 1) // rate + paid >= steps_lacking(markers, level + 1):
        level += 1
    lacking = steps_lacking(markers, level)
    exchanged = min(lacking, steps_spare(markers, level) // rate)
    return level, exchanged, lacking - exchanged


@compiled
def beer_points(rules, markers, ducats):
    """The lowest marker's spot times the brewmaster's value; nothing below spot 1 (HA-41)."""
    level, _, _ = final_level(rules, markers, ducats)
    return max(0, level) * multiplier(rules, markers)


@compiled
def barrel_points(rules, state, seat):
    """The points printed on the barrels (HA-42)."""
    points = 0
    for goal in range(N_GOALS):
        points += rules.barrel_vp[goal, state.barrel[seat, goal]]
    return points


@compiled
def privilege_points(rules, state, seat):
    """The barrel privilege, if it was placed (HA-42)."""
    if state.card[seat, Privilege.BARREL] != Card.PLACED:
        return 0
    return rules.vp_per_barrel * (owned_barrels(state, seat, Barrel.LARGE) + owned_barrels(state, seat, Barrel.SMALL))


@compiled
def first_player_points(rules, state, seat):
    """The first player's place after the last round, and only then (HA-43)."""
    is_there = state.position[seat] == HOME and state.place[seat] == Place.FIRST
    return rules.first_player_vp if is_there and is_last_round(rules, state) else 0


@compiled
def total_points(rules, state, seat):
    """The score of a seat if the game ended now (HA-38 to HA-43, HA-47)."""
    points = beer_points(rules, state.marker[seat], funds(rules, state, seat)) + barrel_points(rules, state, seat)
    points += privilege_points(rules, state, seat) + first_player_points(rules, state, seat)
    return points + rules.start_points[seat]


@inlined
def cards_where(state, seat, where):
    """The privilege cards of a seat that are sold, held or placed."""
    cards = 0
    for card in range(N_CARDS):
        cards += state.card[seat, card] == where
    return cards


@compiled
def outcome(rules, state, out):
    """The scores by source and what led to them; ties are shared (HA-44), unless the levers part them (HA-48)."""
    for seat in range(state.n_seats):
        row = out[seat]
        row.side = seat
        row.score = total_points(rules, state, seat)
        row.tiebreak = 0
        row.handicap = rules.tie_break[seat]
        report_score(rules, state, seat, row.metrics)
        report_play(state, seat, row.metrics)
        report_rounds(state, seat, row.metrics)


@compiled
def report_score(rules, state, seat, metrics):
    """The points by source, and the markers, steps and ducats behind them."""
    markers, ducats = state.marker[seat], funds(rules, state, seat)
    level, exchanged, bought = final_level(rules, markers, ducats)
    metrics[Metric.POINTS_BEER] = beer_points(rules, markers, ducats)
    metrics[Metric.POINTS_BARRELS] = barrel_points(rules, state, seat)
    metrics[Metric.POINTS_BARREL_PRIVILEGE] = privilege_points(rules, state, seat)
    metrics[Metric.POINTS_FIRST_PLAYER] = first_player_points(rules, state, seat)
    metrics[Metric.START_POINTS] = rules.start_points[seat]
    metrics[Metric.LOWEST_MARKER] = lowest_of(markers)
    metrics[Metric.LOWEST_AFTER_EXCHANGE] = level
    metrics[Metric.BREWMASTER] = markers[BREWMASTER]
    metrics[Metric.MULTIPLIER] = multiplier(rules, markers)
    metrics[Metric.DUCATS_LEFT] = ducats
    metrics[Metric.EXCHANGE_STEPS] = exchanged
    metrics[Metric.DUCAT_STEPS] = bought


@compiled
def report_play(state, seat, metrics):
    """Tiles, sheds, discs, cards and barrels."""
    metrics[Metric.SUN_TILES] = state.side_tiles[seat, Side.SUN]
    metrics[Metric.SHADE_TILES] = state.side_tiles[seat, Side.SHADE]
    monks = 0
    for kind in range(N_RESOURCES, N_RESOURCES + N_MONKS):
        monks += state.n_tiles[seat, monk_way(kind)]
    metrics[Metric.MONK_TILES] = monks
    for shed_type in range(N_SHED_TYPES):
        metrics[Metric.TILES_SHED + shed_type] = state.shed_count[seat, shed_type]
    metrics[Metric.DISCS_USED] = state.n_discs[seat]
    metrics[Metric.PRIVILEGES_PLACED] = cards_where(state, seat, Card.PLACED)
    metrics[Metric.PRIVILEGES_SOLD] = cards_where(state, seat, Card.SOLD)
    metrics[Metric.BARRELS_LARGE] = owned_barrels(state, seat, Barrel.LARGE)
    metrics[Metric.BARRELS_SMALL] = owned_barrels(state, seat, Barrel.SMALL)


@compiled
def report_rounds(state, seat, metrics):
    """How things stood after each round that was played."""
    for played in range(MAX_ROUNDS):
        was_played = played < state.rounds or (played == state.rounds and state.over)
        metrics[Metric.SCORE_AFTER + played] = state.score_after[played, seat] if was_played else MISSING
        metrics[Metric.LOWEST_AFTER + played] = state.lowest_after[played, seat] if was_played else MISSING
        metrics[Metric.BREWMASTER_AFTER + played] = state.brewmaster_after[played, seat] if was_played else MISSING
