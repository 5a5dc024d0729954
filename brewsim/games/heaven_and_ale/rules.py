"""The values of rules.toml: their schema, and the record that the kernel reads."""

from itertools import combinations, pairwise
from typing import Annotated, Literal, Self

import numpy as np
from pydantic import Field, model_validator

from brewsim.engine.contract import Price, new_record
from brewsim.engine.levers import FourSeats, Handicap, Points
from brewsim.engine.schema import RuleModel
from brewsim.games.heaven_and_ale.box import (
    BARRELS,
    BELOW_TRACK,
    BREWMASTER,
    COLOURS,
    DISC_SPACES,
    LATEST_START,
    MAX_ARROWS,
    MAX_COPIES,
    MAX_MONK_COPIES,
    MAX_POINTS,
    MAX_ROUNDS,
    MAX_SEATS,
    MAX_START_DUCATS,
    MAX_START_STEPS,
    MAX_SUM,
    MAX_TRACK,
    MONKS,
    N_BACKS,
    N_BARREL_SIZES,
    N_FERTILITIES,
    N_GOALS,
    N_KINDS,
    N_MARKERS,
    N_MONKS,
    N_PLOTS,
    N_RESOURCES,
    N_SHED_TYPES,
    N_SHEDS,
    N_SIDES,
    N_SPACES,
    N_SPOTS,
    PLOTS_OF_SIDE,
    RING,
    SHEDS,
    SHEDS_OF_PLOT,
    SPACES,
    SPOTS,
    TIERS,
    Barrel,
    Order,
    Side,
)

SEAT_WORDS = {2: "two", 3: "three", 4: "four"}

PRICES = {"barrel": Price("extra_large_vp", is_reward=True), "shed tile": Price("brewmaster_steps", is_reward=True)}

RULES = np.dtype(
    [
        ("copies", np.int16, (N_BACKS, N_RESOURCES)),  # (back, kind) resource tiles
        ("monk_copies", np.int16, (N_BACKS, N_MONKS)),  # (back, type) monk tiles
        ("start", np.int16, (N_MARKERS,)),  # (marker) first spot of the five resources and the brewmaster
        ("space_kind", np.int16, (N_SPACES,)),  # (space) a Space
        ("monk_price", np.int16, (N_SPACES,)),  # (space) price in the shade
        ("extra_discs", np.int16, (MAX_SEATS + 1, N_SPACES)),  # (seats, space) more discs in the last round
        ("total_rounds", np.int16, (MAX_SEATS + 1,)),  # (seats)
        ("starting_ducats", np.int16),
        ("start_ducats", np.int16, (MAX_SEATS,)),  # (seat) more ducats at the start
        ("start_brewmaster", np.int16, (MAX_SEATS,)),  # (seat) steps of the brewmaster at the start
        ("start_points", np.int16, (MAX_SEATS,)),  # (seat) points to begin with
        ("tie_break", np.int16, (MAX_SEATS,)),  # (seat) the higher number is ahead among equals
        ("order", np.int16),  # of choosing places and beginning rounds
        ("card_sale_ducats", np.int16),
        ("track_end", np.int16),
        ("ducats_per_step", np.int16),
        ("discs", np.int16),
        ("overflow_ducats", np.int16),
        ("brewmaster_overflow_ducats", np.int16),
        ("exchanges_at_will", np.int16),  # 1 if one may stop exchanging early
        ("first_player_vp", np.int16),
        ("place_brewmaster_steps", np.int16),
        ("place_resource_steps", np.int16),
        ("place_ducats", np.int16),
        ("steps_per_tile", np.int16),
        ("steps_per_disc", np.int16),
        ("vp_per_barrel", np.int16),
        ("card_ducats", np.int16),
        ("card_brewmaster_steps", np.int16),
        ("barrel_vp", np.int16, (N_GOALS, N_BARREL_SIZES)),  # (goal, Barrel) points of that barrel
        ("goal", np.int16, (N_GOALS,)),  # (goal) `at_least`
        ("goal_fertility", np.int16, (N_GOALS,)),  # (goal) of the tiles that count, or 0
        ("shed_steps", np.int16, (N_SHED_TYPES,)),  # (shed type) steps of the brewmaster
        ("partner", np.int16, (N_SPOTS,)),  # (spot) the other one of its privilege pair
        # Derived, so that kernels look up instead of searching.
        ("fertility", np.int16, (N_KINDS + 1,)),  # (kind) 0 for monks and for EMPTY
        ("colour", np.int16, (N_KINDS + 1,)),  # (kind) 0 for monks and for EMPTY
        ("near", np.int16, (N_PLOTS, RING)),  # (plot, i) neighbouring plots, N_PLOTS where there are fewer
        ("n_near", np.int16, (N_PLOTS,)),  # (plot) neighbouring plots
        ("near_sheds", np.int16, (N_PLOTS, SHEDS_OF_PLOT)),  # (plot, i) neighbouring sheds, N_SHEDS where there are fewer
        ("ring", np.int16, (N_SHEDS, RING)),  # (shed, i) the plots around it, clockwise
        ("shed_type", np.int16, (MAX_SUM + 1,)),  # (fertility sum) shed type
        ("n_arrows", np.int16, (N_SHED_TYPES,)),  # (shed type) ways to point its arrows
        ("arrows", np.int16, (N_SHED_TYPES, MAX_ARROWS)),  # (shed type, i) the tiles of the ring that it activates, as bits
        ("is_free_choice", np.int16, (N_SHED_TYPES,)),  # (shed type) 1 if its arrows point to any tiles
        ("price_factor", np.int16, (N_SIDES,)),  # (side) how many times the price in the shade a tile costs
        ("exchange", np.int16, (BELOW_TRACK + MAX_TRACK + 1,)),  # (BELOW_TRACK + brewmaster) steps back for one forward
        ("vp", np.int16, (BELOW_TRACK + MAX_TRACK + 1,)),  # (BELOW_TRACK + brewmaster) points for each spot
    ],
    align=True,
)

Copies = Annotated[int, Field(ge=0, le=MAX_COPIES)]
ByFertility = Annotated[list[Copies], Field(min_length=N_FERTILITIES, max_length=N_FERTILITIES)]
Hex = Annotated[list[int], Field(min_length=2, max_length=2)]
Spot = Literal["x", "wood", "yeast", "hops", "water", "barley", "monk_1", "monk_2", "monk_3", "monk_4"]
Spots = Annotated[list[Spot], Field(min_length=2, max_length=2)]
SpaceNumbers = list[Annotated[int, Field(ge=1, le=N_SPACES)]]


class Game(RuleModel):
    starting_ducats: int = Field(ge=0, le=200)
    sun_price: int = Field(ge=1, le=5)
    card_sale_ducats: int = Field(ge=0, le=20)
    track_end: int = Field(ge=LATEST_START, le=MAX_TRACK)
    ducats_per_step: int = Field(ge=1, le=100)
    discs: int = Field(ge=1, le=100)
    overflow_ducats: int = Field(ge=0, le=5)


class Rulings(RuleModel):
    exchange: Literal["until_even", "at_will"]
    brewmaster_at_end: Literal["lost", "ducats"]


class Seats(RuleModel):
    start_ducats: FourSeats[Annotated[int, Field(ge=0, le=MAX_START_DUCATS)]]
    start_brewmaster: FourSeats[Annotated[int, Field(ge=0, le=MAX_START_STEPS)]]
    start_points: FourSeats[Points]
    tie_break: FourSeats[Handicap]
    order: Literal["as_printed", "places_clockwise", "start_player_moves_on"]


class Rounds(RuleModel):
    two: int = Field(ge=1, le=MAX_ROUNDS)
    three: int = Field(ge=1, le=MAX_ROUNDS)
    four: int = Field(ge=1, le=MAX_ROUNDS)


class StartArea(RuleModel):
    first_player_vp: int = Field(ge=0, le=MAX_POINTS)
    brewmaster_steps: int = Field(ge=0, le=10)
    resource_steps: int = Field(ge=0, le=10)
    ducats: int = Field(ge=0, le=50)


class ExtraDiscs(RuleModel):
    two: SpaceNumbers
    three: SpaceNumbers
    four: SpaceNumbers


class Track(RuleModel):
    spaces: Annotated[list[Literal["resource", "monk", "barrel", "A", "B", "C", "ABC"]], Field(min_length=N_SPACES, max_length=N_SPACES)]
    monk_prices: Annotated[list[Annotated[int, Field(ge=0, le=20)]], Field(min_length=1, max_length=N_SPACES)]
    extra_discs: ExtraDiscs

    @model_validator(mode="after")
    def spaces_fit(self) -> Self:
        monks = self.spaces.count("monk")
        if monks != len(self.monk_prices):
            raise ValueError(f"track.monk_prices: {len(self.monk_prices)} prices for {monks} monk spaces")
        for word, numbers in self.extra_discs.model_dump().items():
            for number in numbers:
                if self.spaces[number - 1] not in DISC_SPACES:
                    raise ValueError(f"track.extra_discs.{word}: space {number} is a {self.spaces[number - 1]} space, not one for discs")
        return self


class Garden(RuleModel):
    sun: Annotated[list[Hex], Field(min_length=PLOTS_OF_SIDE, max_length=PLOTS_OF_SIDE)]
    shade: Annotated[list[Hex], Field(min_length=PLOTS_OF_SIDE, max_length=PLOTS_OF_SIDE)]
    sheds: Annotated[list[Hex], Field(min_length=N_SHEDS, max_length=N_SHEDS)]

    @model_validator(mode="after")
    def sheds_can_be_enclosed(self) -> Self:
        plots = [tuple(spot) for spot in self.sun + self.shade]
        sheds = [tuple(spot) for spot in self.sheds]
        if len(set(plots + sheds)) != N_PLOTS + N_SHEDS:
            raise ValueError("garden: two spots have the same coordinates")
        for shed in sheds:
            if not set(neighbours(shed)) <= set(plots):
                raise ValueError(f"garden.sheds: the shed at {list(shed)} is not surrounded by {RING} spots for tiles")
        for plot in plots:
            if len(set(neighbours(plot)) & set(sheds)) > SHEDS_OF_PLOT:
                raise ValueError(f"garden: the spot at {list(plot)} touches more than two sheds")
        return self


class Resource(RuleModel):
    name: str
    start: int = Field(ge=-BELOW_TRACK, le=LATEST_START)
    tiles_1: ByFertility
    tiles_2: ByFertility


class Resources(RuleModel):
    wood: Resource
    yeast: Resource
    hops: Resource
    water: Resource
    barley: Resource


class Monk(RuleModel):
    name: str
    tiles_1: int = Field(ge=0, le=MAX_MONK_COPIES)
    tiles_2: int = Field(ge=0, le=MAX_MONK_COPIES)


class Monks(RuleModel):
    monk_1: Monk
    monk_2: Monk
    monk_3: Monk
    monk_4: Monk


class Brewmaster(RuleModel):
    start: int = Field(ge=-BELOW_TRACK, le=LATEST_START)


class Shed(RuleModel):
    name: str
    up_to: int = Field(ge=0, le=MAX_SUM)
    brewmaster_steps: int = Field(ge=0, le=20)
    arrows: Literal["none", "any_one", "two_opposite", "three_alternating", "any_four"]


class Sheds(RuleModel):
    shed_0: Shed
    shed_1: Shed
    shed_2: Shed
    shed_3: Shed
    shed_4: Shed

    @model_validator(mode="after")
    def sums_are_covered(self) -> Self:
        limits = [getattr(self, name).up_to for name in SHEDS]
        if any(a >= b for a, b in pairwise(limits)) or limits[-1] != MAX_SUM:
            raise ValueError(f"sheds: `up_to` must rise from shed_0 to shed_4 and end at {MAX_SUM}, not {limits}")
        return self


class Pairs(RuleModel):
    pair_1: Spots
    pair_2: Spots
    pair_3: Spots
    pair_4: Spots
    pair_5: Spots

    @model_validator(mode="after")
    def every_spot_has_a_partner(self) -> Self:
        spots = [spot for pair in self.model_dump().values() for spot in pair]
        if sorted(spots) != sorted(SPOTS):
            raise ValueError(f"pairs: each of the {N_SPOTS} scoring spots must stand in exactly one pair")
        return self


class ColourCard(RuleModel):
    name: str
    steps_per_tile: int = Field(ge=0, le=5)


class LowestCard(RuleModel):
    name: str
    steps_per_disc: int = Field(ge=0, le=5)


class BarrelCard(RuleModel):
    name: str
    vp_per_barrel: int = Field(ge=0, le=20)


class MoneyCard(RuleModel):
    name: str
    ducats: int = Field(ge=0, le=200)


class BrewmasterCard(RuleModel):
    name: str
    brewmaster_steps: int = Field(ge=0, le=40)


class Privileges(RuleModel):
    privilege_colour: ColourCard
    privilege_lowest: LowestCard
    privilege_barrel: BarrelCard
    privilege_money: MoneyCard
    privilege_brewmaster: BrewmasterCard


ExtraPoints = Field(0, ge=-MAX_POINTS, le=MAX_POINTS)  # of the barrels of one goal, beside those of every barrel


class BarrelGoal(RuleModel):
    name: str
    at_least: int = Field(ge=0, le=N_PLOTS)
    extra_large_vp: int = ExtraPoints
    extra_small_vp: int = ExtraPoints


class FertilityGoal(BarrelGoal):
    fertility: int = Field(ge=1, le=N_FERTILITIES)


class Goals(RuleModel):
    barrel_brewmaster: BarrelGoal
    barrel_all_resources: BarrelGoal
    barrel_barren: FertilityGoal
    barrel_fertile: FertilityGoal
    barrel_monk_spots: BarrelGoal
    barrel_resource_spots: BarrelGoal
    barrel_same_sheds: BarrelGoal
    barrel_different_sheds: BarrelGoal
    barrel_full_track: BarrelGoal
    barrel_privileges: BarrelGoal
    barrel_sun: BarrelGoal
    barrel_shade: BarrelGoal


class Barrels(RuleModel):
    large_vp: int = Field(ge=0, le=MAX_POINTS)
    small_vp: int = Field(ge=0, le=MAX_POINTS)
    goals: Goals

    def points(self, name: str, size: str) -> int:
        """Of the large or small barrel of a goal."""
        vp: int = getattr(self, f"{size}_vp") + getattr(getattr(self.goals, name), f"extra_{size}_vp")
        return vp

    @model_validator(mode="after")
    def points_are_possible(self) -> Self:
        for name in BARRELS:
            for size in ("large", "small"):
                points = self.points(name, size)
                if not 0 <= points <= MAX_POINTS:
                    raise ValueError(f"barrels.goals.{name}: its {size} barrel gives {points} points, not 0 to {MAX_POINTS}")
        return self


class Tier(RuleModel):
    up_to: int = Field(ge=-BELOW_TRACK, le=MAX_TRACK)
    exchange: int = Field(ge=1, le=20)
    vp: int = Field(ge=0, le=50)


class Final(RuleModel):
    tier_1: Tier
    tier_2: Tier
    tier_3: Tier
    tier_4: Tier
    tier_5: Tier
    tier_6: Tier
    tier_7: Tier
    tier_8: Tier

    @model_validator(mode="after")
    def tiers_rise(self) -> Self:
        limits = [getattr(self, name).up_to for name in TIERS]
        if any(a >= b for a, b in pairwise(limits)):
            raise ValueError(f"final: `up_to` must rise from tier_1 to tier_8, not {limits}")
        return self


class Values(RuleModel):
    game: Game
    rulings: Rulings
    seats: Seats
    rounds: Rounds
    start_area: StartArea
    track: Track
    garden: Garden
    resources: Resources
    monks: Monks
    brewmaster: Brewmaster
    sheds: Sheds
    pairs: Pairs
    privileges: Privileges
    barrels: Barrels
    final: Final

    @model_validator(mode="after")
    def box_is_large_enough(self) -> Self:
        rounds = max(self.rounds.model_dump().values())
        resources = [getattr(self.resources, colour) for colour in COLOURS]
        monks = [getattr(self.monks, monk) for monk in MONKS]
        tiles = sum(sum(resource.tiles_1) + sum(resource.tiles_2) for resource in resources)
        needed = rounds * self.track.spaces.count("resource")
        if tiles < needed:
            raise ValueError(f"resources: {tiles} tiles in all, but {needed} are laid out in {rounds} rounds")
        tiles = sum(monk.tiles_1 + monk.tiles_2 for monk in monks)
        needed = rounds * self.track.spaces.count("monk")
        if tiles < needed:
            raise ValueError(f"monks: {tiles} tiles in all, but {needed} are laid out in {rounds} rounds")
        spaces = sum(kind in DISC_SPACES for kind in self.track.spaces)
        for word, extra in self.track.extra_discs.model_dump().items():
            needed = getattr(self.rounds, word) * spaces + len(extra)
            if self.game.discs < needed:
                raise ValueError(f"game.discs: {self.game.discs} discs, but a game of {word} may take {needed}")
        return self

    @model_validator(mode="after")
    def tiers_reach_the_end(self) -> Self:
        if self.final.tier_8.up_to < self.game.track_end:
            end = self.game.track_end
            raise ValueError(f"final.tier_8.up_to: {self.final.tier_8.up_to} is before the end of the track, game.track_end = {end}")
        return self


def neighbours(spot: tuple[int, ...]) -> list[tuple[int, int]]:
    """The six hexes around one, clockwise from the east."""
    x, y = spot
    return [(x + 2, y), (x + 1, y + 1), (x - 1, y + 1), (x - 2, y), (x - 1, y - 1), (x + 1, y - 1)]


def arrow_sets(arrows: str) -> list[int]:
    """The sets of tiles around a shed, one bit a tile, that its tile can activate by turning it."""
    ring = range(RING)
    if arrows == "none":
        return [0]
    if arrows == "two_opposite":
        return [1 << i | 1 << i + RING // 2 for i in range(RING // 2)]
    if arrows == "three_alternating":
        return [sum(1 << i for i in ring if i % 2 == rest) for rest in range(2)]
    return [sum(1 << i for i in chosen) for chosen in combinations(ring, 1 if arrows == "any_one" else 4)]


def build(values: Values) -> np.record:
    """The rules record of validated values."""
    rules = new_record(RULES)
    build_amounts(values, rules)
    build_levers(values.seats, rules)
    build_track(values, rules)
    build_tiles(values, rules)
    build_garden(values.garden, rules)
    build_sheds(values.sheds, rules)
    build_goals(values, rules)
    build_final(values.final, rules)
    return rules


def build_amounts(values: Values, rules: np.record) -> None:
    """What is given and paid: at the start, on the start area, for cards."""
    for name, value in values.game.model_dump(exclude={"sun_price"}).items():
        rules[name] = value
    rules.exchanges_at_will = values.rulings.exchange == "at_will"
    rules.brewmaster_overflow_ducats = values.game.overflow_ducats if values.rulings.brewmaster_at_end == "ducats" else 0
    rules.price_factor[Side.SUN], rules.price_factor[Side.SHADE] = values.game.sun_price, 1
    area, cards = values.start_area, values.privileges
    rules.first_player_vp = area.first_player_vp
    rules.place_brewmaster_steps = area.brewmaster_steps
    rules.place_resource_steps = area.resource_steps
    rules.place_ducats = area.ducats
    rules.steps_per_tile = cards.privilege_colour.steps_per_tile
    rules.steps_per_disc = cards.privilege_lowest.steps_per_disc
    rules.vp_per_barrel = cards.privilege_barrel.vp_per_barrel
    rules.card_ducats = cards.privilege_money.ducats
    rules.card_brewmaster_steps = cards.privilege_brewmaster.brewmaster_steps


def build_levers(seats: Seats, rules: np.record) -> None:
    """What differs by seat."""
    rules.start_ducats[:] = seats.start_ducats.in_order()
    rules.start_brewmaster[:] = seats.start_brewmaster.in_order()
    rules.start_points[:] = seats.start_points.in_order()
    rules.tie_break[:] = seats.tie_break.in_order()
    rules.order = Order[seats.order.upper()]


def build_track(values: Values, rules: np.record) -> None:
    """The spaces, and what depends on the number of seats."""
    prices = iter(values.track.monk_prices)
    for space, kind in enumerate(values.track.spaces):
        rules.space_kind[space] = SPACES.index(kind)
        rules.monk_price[space] = next(prices) if kind == "monk" else 0
    for seats, word in SEAT_WORDS.items():
        rules.total_rounds[seats] = getattr(values.rounds, word)
        for number in getattr(values.track.extra_discs, word):
            rules.extra_discs[seats, number - 1] += 1


def build_tiles(values: Values, rules: np.record) -> None:
    """The tiles of resources and monks, and where their markers start."""
    for c, colour in enumerate(COLOURS):
        resource: Resource = getattr(values.resources, colour)
        rules.start[c] = resource.start
        kinds = slice(c * N_FERTILITIES, (c + 1) * N_FERTILITIES)
        rules.copies[0, kinds], rules.copies[1, kinds] = resource.tiles_1, resource.tiles_2
        rules.fertility[kinds] = range(1, N_FERTILITIES + 1)
        rules.colour[kinds] = c
    rules.start[BREWMASTER] = values.brewmaster.start
    for m, name in enumerate(MONKS):
        monk: Monk = getattr(values.monks, name)
        rules.monk_copies[:, m] = monk.tiles_1, monk.tiles_2


def build_garden(garden: Garden, rules: np.record) -> None:
    """The neighbourhoods of plots and sheds."""
    plots = {tuple(spot): plot for plot, spot in enumerate(garden.sun + garden.shade)}
    sheds = {tuple(spot): shed for shed, spot in enumerate(garden.sheds)}
    rules.near[:] = N_PLOTS
    rules.near_sheds[:] = N_SHEDS
    for spot, plot in plots.items():
        near = [plots[other] for other in neighbours(spot) if other in plots]
        rules.near[plot, : len(near)] = near
        rules.n_near[plot] = len(near)
        near_sheds = [sheds[other] for other in neighbours(spot) if other in sheds]
        rules.near_sheds[plot, : len(near_sheds)] = near_sheds
    for spot, shed in sheds.items():
        rules.ring[shed] = [plots[other] for other in neighbours(spot)]


def build_sheds(values: Sheds, rules: np.record) -> None:
    """Which shed tile a sum earns, and what it activates."""
    lowest = 0
    for t, name in enumerate(SHEDS):
        shed: Shed = getattr(values, name)
        rules.shed_steps[t] = shed.brewmaster_steps
        rules.shed_type[lowest : shed.up_to + 1] = t
        lowest = shed.up_to + 1
        sets = arrow_sets(shed.arrows)
        rules.n_arrows[t] = len(sets)
        rules.arrows[t, : len(sets)] = sets
        rules.is_free_choice[t] = shed.arrows in ("any_one", "any_four")


def build_goals(values: Values, rules: np.record) -> None:
    """The pairs of scoring spots, and the goals of the barrels."""
    for pair in values.pairs.model_dump().values():
        one, other = (SPOTS.index(spot) for spot in pair)
        rules.partner[one], rules.partner[other] = other, one
    for g, name in enumerate(BARRELS):
        goal: BarrelGoal = getattr(values.barrels.goals, name)
        rules.goal[g] = goal.at_least
        rules.barrel_vp[g, Barrel.LARGE] = values.barrels.points(name, "large")
        rules.barrel_vp[g, Barrel.SMALL] = values.barrels.points(name, "small")
        rules.goal_fertility[g] = getattr(goal, "fertility", 0)


def build_final(final: Final, rules: np.record) -> None:
    """The exchange rate and the points at each spot of the brewmaster."""
    tiers: list[Tier] = [getattr(final, name) for name in TIERS]
    for spot in range(-BELOW_TRACK, MAX_TRACK + 1):
        tier = next((tier for tier in tiers if spot <= tier.up_to), tiers[-1])
        rules.exchange[BELOW_TRACK + spot], rules.vp[BELOW_TRACK + spot] = tier.exchange, tier.vp
