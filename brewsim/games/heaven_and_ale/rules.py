"""The values of rules.toml: their schema, and the record that the kernel reads."""

from itertools import combinations, pairwise
from typing import Annotated, Literal, Self

import numpy as np
from pydantic import Field, model_validator

from brewsim.engine.contract import new_record
from brewsim.engine.schema import RuleModel

COLOURS = ("wood", "yeast", "hops", "water", "barley")
MONKS = ("monk_1", "monk_2", "monk_3", "monk_4")
SHEDS = ("shed_0", "shed_1", "shed_2", "shed_3", "shed_4")
SPOTS = ("x", *COLOURS, *MONKS)
PRIVILEGES = ("privilege_colour", "privilege_lowest", "privilege_barrel", "privilege_money", "privilege_brewmaster")
BARRELS = (
    "barrel_brewmaster",
    "barrel_all_resources",
    "barrel_barren",
    "barrel_fertile",
    "barrel_monk_spots",
    "barrel_resource_spots",
    "barrel_same_sheds",
    "barrel_different_sheds",
    "barrel_full_track",
    "barrel_privileges",
    "barrel_sun",
    "barrel_shade",
)
TIERS = ("tier_1", "tier_2", "tier_3", "tier_4", "tier_5", "tier_6", "tier_7", "tier_8")
SPACE_KINDS = ("resource", "monk", "barrel", "A", "B", "C", "ABC")
RESOURCE, MONK, BARREL, DISC_A = 0, 1, 2, 3  # space kinds; those from DISC_A on hold discs
SEAT_WORDS = {2: "two", 3: "three", 4: "four"}

N_COLOURS, N_MONKS, N_SHED_TYPES = len(COLOURS), len(MONKS), len(SHEDS)
N_SPOTS, N_CARDS, N_BARRELS = len(SPOTS), len(PRIVILEGES), len(BARRELS)
N_FERTILITIES = 5
N_RESOURCES = N_COLOURS * N_FERTILITIES  # kinds of resource tiles: colour * 5 + fertility - 1
N_KINDS = N_RESOURCES + N_MONKS  # the monks come after them
EMPTY = N_KINDS  # the kind of "no tile" on a plot
BREWMASTER, DUCATS = N_COLOURS, N_COLOURS + 1  # what an activation gains besides the steps of five colours
N_GAINS = N_COLOURS + 2
N_OPTIONS = N_FERTILITIES + N_COLOURS + N_MONKS  # ways to score a disc: X with a number, a colour, a monk
N_SIDES, SUN, SHADE = 2, 0, 1
N_PLOTS, PLOTS_OF_SIDE = 30, 15  # spots for tiles: the sunny ones first
N_SHEDS, RING = 7, 6  # shed spots, and tiles around one
N_SPACES, N_BACKS, MAX_SEATS, MAX_ROUNDS = 27, 2, 4, 6
MAX_PILE = 128  # tiles of one back
MAX_SUM = RING * N_FERTILITIES
MAX_MASKS = 15
MAX_TRACK, BELOW_TRACK = 30, 30  # spots after 0, and before it

RULES = np.dtype(
    [
        ("copies", np.int16, (N_BACKS, N_RESOURCES)),  # (back, kind) resource tiles
        ("monk_copies", np.int16, (N_BACKS, N_MONKS)),  # (back, type) monk tiles
        ("start", np.int16, (N_COLOURS + 1,)),  # (marker) first spot of the five resources and the brewmaster
        ("space_kind", np.int16, (N_SPACES,)),  # (space) index into SPACE_KINDS
        ("monk_price", np.int16, (N_SPACES,)),  # (space) price in the shade
        ("extra_discs", np.int16, (MAX_SEATS + 1, N_SPACES)),  # (seats, space) more discs in the last round
        ("total_rounds", np.int16, (MAX_SEATS + 1,)),  # (seats)
        ("starting_ducats", np.int16),
        ("card_sale_ducats", np.int16),
        ("track_end", np.int16),
        ("ducats_per_step", np.int16),
        ("discs", np.int16),
        ("overflow_ducats", np.int16),
        ("first_player_vp", np.int16),
        ("place_brewmaster_steps", np.int16),
        ("place_resource_steps", np.int16),
        ("place_ducats", np.int16),
        ("steps_per_tile", np.int16),
        ("steps_per_disc", np.int16),
        ("vp_per_barrel", np.int16),
        ("card_ducats", np.int16),
        ("card_brewmaster_steps", np.int16),
        ("large_vp", np.int16),
        ("small_vp", np.int16),
        ("goal", np.int16, (N_BARRELS,)),  # (barrel) `at_least`
        ("goal_fertility", np.int16, (N_BARRELS,)),  # (barrel) of the tiles that count, or 0
        ("shed_steps", np.int16, (N_SHED_TYPES,)),  # (shed type) steps of the brewmaster
        ("partner", np.int16, (N_SPOTS,)),  # (spot) the other one of its privilege pair
        # Derived, so that kernels look up instead of searching.
        ("fertility", np.int16, (N_KINDS + 1,)),  # (kind) 0 for monks and for EMPTY
        ("colour", np.uint16, (N_KINDS + 1,)),  # (kind) 0 for monks and for EMPTY
        ("near", np.uint16, (N_PLOTS, RING)),  # (plot, i) neighbouring plots, N_PLOTS where there are fewer
        ("n_near", np.int16, (N_PLOTS,)),  # (plot) neighbouring plots
        ("near_sheds", np.uint16, (N_PLOTS, 2)),  # (plot, i) neighbouring sheds, N_SHEDS where there are fewer
        ("ring", np.uint16, (N_SHEDS, RING)),  # (shed, i) the plots around it, clockwise
        ("shed_type", np.int16, (MAX_SUM + 1,)),  # (fertility sum) shed type
        ("n_masks", np.int16, (N_SHED_TYPES,)),  # (shed type) ways to point its arrows
        ("masks", np.int16, (N_SHED_TYPES, MAX_MASKS)),  # (shed type, i) the ring places that it activates, as bits
        ("is_free_choice", np.int16, (N_SHED_TYPES,)),  # (shed type) 1 if its arrows point to any tiles
        ("allows", np.int64, (len(SPACE_KINDS),)),  # (space kind) the ways of scoring that its disc may be used for, as bits
        ("price_factor", np.int16, (N_SIDES,)),  # (side) how many times the price in the shade a tile costs
        ("goal_share", np.float64, (N_BARRELS, 3)),  # (barrel, how many are left) points for each tile, disc or card of its goal
        ("exchange", np.int16, (BELOW_TRACK + MAX_TRACK + 1,)),  # (BELOW_TRACK + brewmaster) steps back for one forward
        ("vp", np.int16, (BELOW_TRACK + MAX_TRACK + 1,)),  # (BELOW_TRACK + brewmaster) points for each spot
        ("n_disc_spaces", np.int16),
        ("shed_brew", np.float64, (RING + 1, MAX_SUM + 1)),  # (tiles around, their sum) steps that a shed will bring
        ("shed_yield", np.float64, (RING + 1, MAX_SUM + 1)),  # (tiles around, their sum) fertility that it will activate
    ],
    align=True,
)

Copies = Annotated[int, Field(ge=0, le=5)]
ByFertility = Annotated[list[Copies], Field(min_length=N_FERTILITIES, max_length=N_FERTILITIES)]
Hex = Annotated[list[int], Field(min_length=2, max_length=2)]
Spot = Literal["x", "wood", "yeast", "hops", "water", "barley", "monk_1", "monk_2", "monk_3", "monk_4"]
Spots = Annotated[list[Spot], Field(min_length=2, max_length=2)]
SpaceNumbers = list[Annotated[int, Field(ge=1, le=N_SPACES)]]


class Game(RuleModel):
    starting_ducats: int = Field(ge=0, le=200)
    sun_price: int = Field(ge=1, le=5)
    card_sale_ducats: int = Field(ge=0, le=20)
    track_end: int = Field(ge=5, le=MAX_TRACK)
    ducats_per_step: int = Field(ge=1, le=100)
    discs: int = Field(ge=1, le=100)
    overflow_ducats: int = Field(ge=0, le=5)


class Rounds(RuleModel):
    two: int = Field(ge=1, le=MAX_ROUNDS)
    three: int = Field(ge=1, le=MAX_ROUNDS)
    four: int = Field(ge=1, le=MAX_ROUNDS)


class StartArea(RuleModel):
    first_player_vp: int = Field(ge=0, le=20)
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
                if SPACE_KINDS.index(self.spaces[number - 1]) < DISC_A:
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
            if len(set(neighbours(plot)) & set(sheds)) > 2:
                raise ValueError(f"garden: the spot at {list(plot)} touches more than two sheds")
        return self


class Resource(RuleModel):
    name: str
    start: int = Field(ge=-BELOW_TRACK, le=5)
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
    tiles_1: int = Field(ge=0, le=12)
    tiles_2: int = Field(ge=0, le=12)


class Monks(RuleModel):
    monk_1: Monk
    monk_2: Monk
    monk_3: Monk
    monk_4: Monk


class Brewmaster(RuleModel):
    start: int = Field(ge=-BELOW_TRACK, le=5)


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


class Goal(RuleModel):
    name: str
    at_least: int = Field(ge=0, le=30)


class FertilityGoal(Goal):
    fertility: int = Field(ge=1, le=N_FERTILITIES)


class Goals(RuleModel):
    barrel_brewmaster: Goal
    barrel_all_resources: Goal
    barrel_barren: FertilityGoal
    barrel_fertile: FertilityGoal
    barrel_monk_spots: Goal
    barrel_resource_spots: Goal
    barrel_same_sheds: Goal
    barrel_different_sheds: Goal
    barrel_full_track: Goal
    barrel_privileges: Goal
    barrel_sun: Goal
    barrel_shade: Goal


class Barrels(RuleModel):
    large_vp: int = Field(ge=0, le=50)
    small_vp: int = Field(ge=0, le=50)
    goals: Goals


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
        spaces = sum(SPACE_KINDS.index(kind) >= DISC_A for kind in self.track.spaces)
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


def arrow_masks(arrows: str) -> list[int]:
    """The sets of ring places, as bits, that a shed tile can activate by turning it."""
    places = range(RING)
    if arrows == "none":
        return [0]
    if arrows == "two_opposite":
        return [1 << i | 1 << i + RING // 2 for i in range(RING // 2)]
    if arrows == "three_alternating":
        return [sum(1 << i for i in places if i % 2 == rest) for rest in range(2)]
    return [sum(1 << i for i in chosen) for chosen in combinations(places, 1 if arrows == "any_one" else 4)]


def shed_outlook(at_end: np.ndarray) -> np.ndarray:
    """What a shed will bring by (tiles around it, their sum), if `at_end` is what it brings by the sum of all six.

    For each tile to come the mean of the best tile and an average one: a player who cares, but does not find it always.
    """
    outlook = np.zeros((RING + 1, MAX_SUM + 1))
    outlook[RING] = at_end
    for tiles in range(RING - 1, -1, -1):
        for total in range(tiles * N_FERTILITIES + 1):
            following = outlook[tiles + 1, total : total + N_FERTILITIES + 1]
            outlook[tiles, total] = 0.5 * following.max() + 0.5 * following.mean()
    return outlook


def lay_garden(garden: Garden, rules: np.record) -> None:
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


def build(values: Values) -> np.record:
    """The rules record of validated values."""
    rules = new_record(RULES)
    for name, value in values.game.model_dump(exclude={"sun_price"}).items():
        rules[name] = value
    for seats, word in SEAT_WORDS.items():
        rules.total_rounds[seats] = getattr(values.rounds, word)
        for number in getattr(values.track.extra_discs, word):
            rules.extra_discs[seats, number - 1] += 1
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
    prices = iter(values.track.monk_prices)
    for space, kind in enumerate(values.track.spaces):
        rules.space_kind[space] = SPACE_KINDS.index(kind)
        rules.monk_price[space] = next(prices) if kind == "monk" else 0
    rules.n_disc_spaces = np.sum(rules.space_kind >= DISC_A)
    first_colour, first_monk = N_FERTILITIES, N_FERTILITIES + N_COLOURS
    groups = {"A": (0, first_colour), "B": (first_monk, N_OPTIONS), "C": (first_colour, first_monk), "ABC": (0, N_OPTIONS)}
    for letters, (first, end) in groups.items():
        rules.allows[SPACE_KINDS.index(letters)] = sum(1 << option for option in range(first, end))
    rules.price_factor[SUN], rules.price_factor[SHADE] = values.game.sun_price, 1
    lay_garden(values.garden, rules)
    build_sheds(values.sheds, rules)
    for pair in values.pairs.model_dump().values():
        one, other = (SPOTS.index(spot) for spot in pair)
        rules.partner[one], rules.partner[other] = other, one
    rules.large_vp, rules.small_vp = values.barrels.large_vp, values.barrels.small_vp
    for b, name in enumerate(BARRELS):
        goal = getattr(values.barrels.goals, name)
        rules.goal[b] = goal.at_least
        rules.goal_fertility[b] = getattr(goal, "fertility", 0)
        rules.goal_share[b, 1:] = values.barrels.small_vp, values.barrels.large_vp
        rules.goal_share[b] /= max(1, goal.at_least)
    for spot in range(-BELOW_TRACK, MAX_TRACK + 1):
        tiers = [getattr(values.final, name) for name in TIERS]
        tier = next((tier for tier in tiers if spot <= tier.up_to), tiers[-1])
        rules.exchange[BELOW_TRACK + spot], rules.vp[BELOW_TRACK + spot] = tier.exchange, tier.vp
    return rules


def build_sheds(values: Sheds, rules: np.record) -> None:
    """Which shed tile a sum earns, what it activates, and what a shed is worth on the way."""
    lowest = 0
    yields = np.zeros(N_SHED_TYPES)
    for t, name in enumerate(SHEDS):
        shed: Shed = getattr(values, name)
        rules.shed_steps[t] = shed.brewmaster_steps
        rules.shed_type[lowest : shed.up_to + 1] = t
        lowest = shed.up_to + 1
        masks = arrow_masks(shed.arrows)
        rules.n_masks[t] = len(masks)
        rules.masks[t, : len(masks)] = masks
        rules.is_free_choice[t] = shed.arrows in ("any_one", "any_four")
        yields[t] = masks[0].bit_count() / RING
    sums = np.arange(MAX_SUM + 1)
    rules.shed_brew[:] = shed_outlook(rules.shed_steps[rules.shed_type].astype(float))
    rules.shed_yield[:] = shed_outlook(yields[rules.shed_type] * sums)
