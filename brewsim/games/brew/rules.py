"""The values of rules.toml: their schema, and the record that the kernel reads."""

from enum import IntEnum
from typing import Annotated, Literal, Self

import numpy as np
from pydantic import Field, model_validator

from brewsim.engine.contract import NONE, Price, new_record
from brewsim.engine.levers import FourSeats, Handicap, Points
from brewsim.engine.schema import RuleModel
from brewsim.engine.sections import MAX_LABEL, Section, write_label


class Face(IntEnum):
    """What a die shows: a forage die one of the first three, which are symbols, an element die one of the others."""

    MEADOW = 0
    GROVE = 1
    BROOK = 2
    WATER = 3
    FIRE = 4
    WIND = 5


class Good(IntEnum):
    """What lies in a stock: the ingredients, then berries."""

    HERB = 0
    SHROOM = 1
    CRYSTAL = 2
    BERRY = 3


class Icon(IntEnum):
    """What a forest space brings: one of the ingredients, with the same numbers as in a stock, or a creature."""

    HERB = 0
    SHROOM = 1
    CRYSTAL = 2
    CREATURE = 3


class Effect(IntEnum):
    """What a potion does when it is drunk."""

    CHANGE = 0
    REROLL = 1
    PLACE = 2
    MOVE = 3
    SWAP = 4
    REMOVE_ELEMENT = 5
    RETURN = 6
    REMOVE_ANY = 7


class Character(IntEnum):
    LELLO = 0
    WREN = 1
    LYRIC = 2
    MYLA = 3


class Den(IntEnum):
    """The die that a creature offers a space to."""

    NO_DIE = 0
    FORAGE = 1
    ELEMENT = 2


SEASONS = ("spring", "summer", "fall", "winter")
SYMBOLS = ("meadow", "grove", "brook")
ELEMENTS = ("water", "fire", "wind")
INGREDIENTS = ("herb", "shroom", "crystal")
EFFECTS = tuple(effect.name.lower() for effect in Effect)
CHARACTERS = tuple(character.name.lower() for character in Character)
SIDES = ("day", "night")
VILLAGE_SPACES = ("any_1", "any_2", *ELEMENTS)
FORESTS = tuple(f"f{number:02d}" for number in range(1, 21))
POTIONS = tuple(f"{effect}_{letter}" for effect in EFFECTS for letter in "abcd")
# The kinds of creatures, and what the versions of a kind differ in.
VERSIONS: dict[str, tuple[str, ...]] = {
    "forest_scorcher": SEASONS,
    "village_scorcher": (),
    "element_shifter": ELEMENTS,
    "die_mover": (),
    "berry_herder": SEASONS,
    "creature_forager": (),
    "ash_forager": (),
    "berry_barterer": INGREDIENTS,
    "berry_bearer": (),
    "forest_herald": SEASONS,
    "potion_herald": (),
    "creature_herald": (),
    "berry_merchant": (),
    "ingredient_merchant": (),
    "forest_gatherer": SEASONS,
    "village_gatherer": (),
    "forage_den": INGREDIENTS,
    "element_den": (),
}
KINDS = tuple(VERSIONS)
CARDS = tuple((kind, version) for kind in KINDS for version in VERSIONS[kind] or ("",))  # a creature card is a kind in one version
KIND_OF_CARD = tuple(kind for kind, _ in CARDS)


class Card(IntEnum):
    """The only creature card of a kind, or the first: the version is added."""

    FOREST_SCORCHER = KIND_OF_CARD.index("forest_scorcher")  # + season
    VILLAGE_SCORCHER = KIND_OF_CARD.index("village_scorcher")
    ELEMENT_SHIFTER = KIND_OF_CARD.index("element_shifter")  # + element
    DIE_MOVER = KIND_OF_CARD.index("die_mover")
    BERRY_HERDER = KIND_OF_CARD.index("berry_herder")  # + season
    CREATURE_FORAGER = KIND_OF_CARD.index("creature_forager")
    ASH_FORAGER = KIND_OF_CARD.index("ash_forager")
    BERRY_BARTERER = KIND_OF_CARD.index("berry_barterer")  # + ingredient
    BERRY_BEARER = KIND_OF_CARD.index("berry_bearer")
    FOREST_HERALD = KIND_OF_CARD.index("forest_herald")  # + season
    POTION_HERALD = KIND_OF_CARD.index("potion_herald")
    CREATURE_HERALD = KIND_OF_CARD.index("creature_herald")
    BERRY_MERCHANT = KIND_OF_CARD.index("berry_merchant")
    INGREDIENT_MERCHANT = KIND_OF_CARD.index("ingredient_merchant")
    FOREST_GATHERER = KIND_OF_CARD.index("forest_gatherer")  # + season
    VILLAGE_GATHERER = KIND_OF_CARD.index("village_gatherer")
    FORAGE_DEN = KIND_OF_CARD.index("forage_den")  # + ingredient
    ELEMENT_DEN = KIND_OF_CARD.index("element_den")


class ForestPower(IntEnum):
    """Powers that work in forests of one season."""

    SCORCH = 0
    GATHER = 1
    CLAIM = 2


class Order(IntEnum):
    """How the marker of the first player moves after a round (BR-65, BR-76)."""

    AS_PRINTED = 0
    MARKER_STAYS = 1
    MARKER_MOVES_BACK = 2


FOREST_POWERS = {"forest_scorcher": ForestPower.SCORCH, "forest_gatherer": ForestPower.GATHER, "forest_herald": ForestPower.CLAIM}

N_SEASONS, N_SYMBOLS, N_ELEMENTS, N_INGREDIENTS = len(SEASONS), len(SYMBOLS), len(ELEMENTS), len(INGREDIENTS)
N_EFFECTS, N_CHARACTERS, N_PRINTED_POTIONS = len(EFFECTS), len(CHARACTERS), len(POTIONS)
N_FORESTS, N_POTIONS = len(FORESTS) + 8, N_PRINTED_POTIONS + 8  # with room for cards that a variant adds
N_KINDS, N_CARDS, N_FOREST_POWERS = len(KINDS), len(CARDS), len(ForestPower)
N_FACES, N_GOODS, N_ICONS, N_SIDES, N_VILLAGE_SPACES = len(Face), len(Good), len(Icon), len(SIDES), len(VILLAGE_SPACES)
N_SETS = 1 << N_SEASONS  # sets of seasons: season s is in the set if its bit s is 1

MAX_SEATS = 4
NO_SEATS = MAX_SEATS + 1  # more than there ever are
MAX_ROW = 5  # forests in a row
SPACE_BITS = 3
MAX_SPACES = 1 << SPACE_BITS  # on a forest; a power of two, since spaces are divided by it all the time
MAX_LIMIT = 4  # trained creatures
MAX_START_GOODS = 10  # of each kind at the start
MAX_ROUNDS = 6
MAX_FORAGE_DICE, MAX_ELEMENT_DICE = 5, 3  # of one seat
MAX_DICE = MAX_FORAGE_DICE + MAX_ELEMENT_DICE
MAX_MARKET = 8
MAX_OF_INGREDIENT = 6  # in the price of a potion
MAX_COST = N_INGREDIENTS * MAX_OF_INGREDIENT  # ingredients of a potion
MAX_PILE = 48  # creatures of one season
MAX_DECK = max(N_FORESTS, N_POTIONS, N_CHARACTERS, MAX_PILE)  # cards that are shuffled together
MAX_COPIES = 9  # of a creature card
MAX_CARD_VP = 100  # of a forest or potion
MOST_BERRIES = 2  # in a trade with the Berry Merchant
FEWEST_MATCHING, MOST_MATCHING = 2, 3  # ingredients in a trade with the Ingredient Merchant

# No price of a character: a ban takes its power away, and leaves the seat the berries.
PRICES = {"potion": Price("vp", is_reward=True), "forest": Price("vp", is_reward=True)}
POTION_CARDS = Section("potions", "potion", POTIONS, room=N_POTIONS)
FOREST_CARDS = Section("forests", "forest", FORESTS, room=N_FORESTS, prefix="forest_")
SECTIONS = (POTION_CARDS, FOREST_CARDS)

RULES = np.dtype(
    [
        ("rounds", np.int16),
        ("forage_dice", np.int16),  # of each seat
        ("element_dice", np.int16),  # that each seat takes back
        ("start_berries", np.int16),
        ("market_potions", np.int16),
        ("creature_limit", np.int16, (N_CHARACTERS,)),  # (character) trained at a time, with powers on or off
        ("leftovers_per_vp", np.int16),
        ("creature_vp", np.int16),
        ("creature_vp_in_forest", np.int16),
        ("water_bonus", np.int16),
        ("scorch_tokens", np.int16),
        ("character_powers", np.bool_),
        ("potions_need_die", np.bool_),  # brewing and drinking need a die in the pool, not only at the start of the turn
        ("wind_lifts_covered", np.bool_),  # Wind takes back own dice that are covered, too
        ("move_to_creatures", np.bool_),  # MOVE reaches the spaces of creatures
        ("forced_die_forages", np.bool_),  # a die that may not train still lets a Creature Forager gather
        ("herald_counts_itself", np.bool_),  # a Creature Herald counts its own training
        ("lever_berries", np.int16, (MAX_SEATS,)),  # (seat) more berries at the start
        ("lever_ingredients", np.int16, (MAX_SEATS,)),  # (seat) of each ingredient at the start
        ("start_points", np.int16, (MAX_SEATS,)),  # (seat) VP to begin with
        ("tie_break", np.int16, (MAX_SEATS,)),  # (seat) the higher number is ahead among equals
        ("order", np.int16),  # how the marker moves
        ("row_forests", np.int16, (MAX_SEATS + 1,)),  # (number of seats) forests in a row
        ("faces", np.int16, (N_FACES,)),  # (face) sides of a die that show it
        ("n_faces", np.int16, (2,)),  # (forage or element) sides of the die
        ("power_berries", np.int16, (N_CHARACTERS,)),  # (character) price of the power
        ("power_of", np.int16, (N_CHARACTERS,)),  # (character) itself if powers are on, else NONE
        ("first_berry", np.int16),  # ingredients that Myla's first berry stands for
        ("choice", np.int16, (N_SIDES, N_VILLAGE_SPACES)),  # (side, village space) ingredients of one's choice
        ("each", np.int16, (N_SIDES, N_VILLAGE_SPACES)),  # (side, village space) of each ingredient
        ("berries", np.int16, (N_SIDES, N_VILLAGE_SPACES)),  # (side, village space)
        ("reserve", np.int16, (N_SIDES, N_VILLAGE_SPACES)),  # (side, village space) potions revealed and reserved
        ("train", np.int16, (N_SIDES, N_VILLAGE_SPACES)),  # (side, village space) creatures
        ("scorch", np.int16, (N_SIDES, N_VILLAGE_SPACES)),  # (side, village space) empty forest spaces
        ("clears_elements", np.int8, (N_SIDES, N_VILLAGE_SPACES)),  # (side, village space) sets the element dice in the forests aside
        ("card_copies", np.int16, (N_CARDS,)),  # (creature card)
        ("card_season", np.int16, (N_CARDS,)),  # (creature card)
        ("card_kind", np.int16, (N_CARDS,)),  # (creature card)
        ("card_amount", np.int16, (N_CARDS,)),  # (creature card) how much its power gives
        ("card_den", np.int16, (N_CARDS,)),  # (creature card) the die that it offers a space to, a Den
        ("forest_power", np.int16, (N_CARDS,)),  # (creature card) its ForestPower, or NONE
        ("power_season", np.int16, (N_CARDS,)),  # (creature card) of the forests that this power works in
        ("berry_trade_vp", np.int16, (MOST_BERRIES + 1,)),  # (berries) VP of the Berry Merchant
        ("match_trade_vp", np.int16, (MOST_MATCHING + 1,)),  # (matching ingredients) VP of the Ingredient Merchant
        ("forest_min_seats", np.int16, (N_FORESTS,)),  # (forest) NO_SEATS where there is no card
        ("forest_seasons", np.int16, (N_FORESTS,)),  # (forest) set of seasons
        ("forest_vp", np.int16, (N_FORESTS,)),
        ("forest_spaces", np.int16, (N_FORESTS,)),  # (forest) how many
        ("symbol", np.int16, (N_FORESTS, MAX_SPACES)),  # (forest, space) face that fits
        ("icon", np.int16, (N_FORESTS, MAX_SPACES)),  # (forest, space) an Icon
        ("twins", np.int16, (N_FORESTS, MAX_SPACES)),  # (forest, space) set of the earlier spaces of the same symbol and icon, a bit each
        ("potion_copies", np.int16, (N_POTIONS,)),
        ("effect", np.int16, (N_POTIONS,)),
        ("cost", np.int16, (N_POTIONS, N_INGREDIENTS)),
        ("potion_vp", np.int16, (N_POTIONS,)),
        ("cost_total", np.int16, (N_POTIONS,)),  # (potion) ingredients in all
        ("forest_labels", np.int32, (N_FORESTS, MAX_LABEL)),  # (forest) what it is called
        ("potion_labels", np.int32, (N_POTIONS, MAX_LABEL)),
    ],
    align=True,
)

Season = Literal["spring", "summer", "fall", "winter"]
Space = Annotated[str, Field(pattern=r"^(meadow|grove|brook):(herb|shroom|crystal|creature)$")]
Copies = Field(0, ge=0, le=MAX_COPIES)


class ForestRow(RuleModel):
    two_seats: int = Field(ge=1, le=MAX_ROW)
    three_seats: int = Field(ge=1, le=MAX_ROW)
    four_seats: int = Field(ge=1, le=MAX_ROW)


class Game(RuleModel):
    rounds: int = Field(ge=1, le=MAX_ROUNDS)
    forage_dice: int = Field(ge=1, le=MAX_FORAGE_DICE)
    element_dice: int = Field(ge=0, le=MAX_ELEMENT_DICE)
    start_berries: int = Field(ge=0, le=MAX_START_GOODS)
    market_potions: int = Field(ge=1, le=MAX_MARKET)
    creature_limit: int = Field(ge=1, le=MAX_LIMIT)
    leftovers_per_vp: int = Field(ge=1, le=20)
    creature_vp: int = Field(ge=0, le=20)
    creature_vp_in_forest: int = Field(ge=0, le=20)
    water_bonus: int = Field(ge=0, le=5)
    scorch_tokens: int = Field(ge=0, le=MAX_ROW * MAX_SPACES)
    character_powers: bool
    forest_row: ForestRow


class Rulings(RuleModel):
    potions_need: Literal["die_left", "die_at_start"]
    wind_takes_back: Literal["covered_too", "top_only"]
    move_reaches: Literal["all_spaces", "board"]
    forced_die_forages: bool
    herald_counts_itself: bool


StartGoods = Annotated[int, Field(ge=0, le=MAX_START_GOODS)]


class Seats(RuleModel):
    start_berries: FourSeats[StartGoods]
    start_ingredients: FourSeats[StartGoods]
    start_points: FourSeats[Points]
    tie_break: FourSeats[Handicap]
    order: Literal["as_printed", "marker_stays", "marker_moves_back"]


class ForageFaces(RuleModel):
    meadow: int = Field(ge=0, le=6)
    grove: int = Field(ge=0, le=6)
    brook: int = Field(ge=0, le=6)


class ElementFaces(RuleModel):
    water: int = Field(ge=0, le=6)
    fire: int = Field(ge=0, le=6)
    wind: int = Field(ge=0, le=6)


class Dice(RuleModel):
    forage: ForageFaces
    element: ElementFaces

    @model_validator(mode="after")
    def dice_have_faces(self) -> Self:
        for name in ("forage", "element"):
            if sum(getattr(self, name).model_dump().values()) == 0:
                raise ValueError(f"dice.{name}: a die without a face cannot be rolled")
        return self


class CharacterValues(RuleModel):
    name: str
    power: str
    berries: int = Field(ge=0, le=9)


class Trainer(CharacterValues):
    creature_limit: int = Field(ge=1, le=MAX_LIMIT)


class Brewer(RuleModel):
    name: str
    power: str
    first_berry: int = Field(ge=1, le=2)


class Characters(RuleModel):
    lello: CharacterValues
    wren: CharacterValues
    lyric: Trainer
    myla: Brewer


class VillageSpace(RuleModel):
    choice: int = Field(0, ge=0, le=5)
    each: int = Field(0, ge=0, le=3)
    berries: int = Field(0, ge=0, le=5)
    reserve: int = Field(0, ge=0, le=3)
    train: int = Field(0, ge=0, le=3)
    scorch: int = Field(0, ge=0, le=5)
    clears_elements: bool = False


class VillageSide(RuleModel):
    any_1: VillageSpace
    any_2: VillageSpace
    water: VillageSpace
    fire: VillageSpace
    wind: VillageSpace


class Village(RuleModel):
    day: VillageSide
    night: VillageSide


class SeasonCopies(RuleModel):
    spring: int = Copies
    summer: int = Copies
    fall: int = Copies
    winter: int = Copies


class ElementCopies(RuleModel):
    water: int = Copies
    fire: int = Copies
    wind: int = Copies


class IngredientCopies(RuleModel):
    herb: int = Copies
    shroom: int = Copies
    crystal: int = Copies


class Ingredients(RuleModel):
    herb: int = Field(0, ge=0, le=MAX_OF_INGREDIENT)
    shroom: int = Field(0, ge=0, le=MAX_OF_INGREDIENT)
    crystal: int = Field(0, ge=0, le=MAX_OF_INGREDIENT)


class Creature(RuleModel):
    name: str
    season: Season
    power: str
    amount: int = Field(1, ge=0, le=9)
    copies: int = Copies


class BerryMerchant(RuleModel):
    name: str
    season: Season
    power: str
    vp_for_1: int = Field(ge=0, le=9)
    vp_for_2: int = Field(ge=0, le=9)
    copies: int = Copies


class IngredientMerchant(RuleModel):
    name: str
    season: Season
    power: str
    vp_for_2: int = Field(ge=0, le=9)
    vp_for_3: int = Field(ge=0, le=9)
    copies: int = Copies


class SeasonCreature(Creature):
    copies: SeasonCopies  # type: ignore[assignment]


class ElementCreature(RuleModel):
    name: str
    season: Season
    power: str
    copies: ElementCopies


class IngredientCreature(Creature):
    copies: IngredientCopies  # type: ignore[assignment]


class Creatures(RuleModel):
    forest_scorcher: SeasonCreature
    village_scorcher: Creature
    element_shifter: ElementCreature
    die_mover: Creature
    berry_herder: SeasonCreature
    creature_forager: Creature
    ash_forager: Creature
    berry_barterer: IngredientCreature
    berry_bearer: Creature
    forest_herald: SeasonCreature
    potion_herald: Creature
    creature_herald: Creature
    berry_merchant: BerryMerchant
    ingredient_merchant: IngredientMerchant
    forest_gatherer: SeasonCreature
    village_gatherer: Creature
    forage_den: IngredientCreature
    element_den: Creature


class Forest(RuleModel):
    min_seats: int = Field(ge=2, le=MAX_SEATS)
    seasons: list[Season] = Field(min_length=1, max_length=N_SEASONS)
    vp: int = Field(ge=0, le=MAX_CARD_VP)
    spaces: list[Space] = Field(min_length=1, max_length=MAX_SPACES)


class Potion(RuleModel):
    effect: Literal["change", "reroll", "place", "move", "swap", "remove_element", "return", "remove_any"]
    cost: Ingredients = Ingredients(herb=0, shroom=0, crystal=0)
    vp: int = Field(ge=0, le=MAX_CARD_VP)
    copies: int = Field(1, ge=0, le=1)


class Values(RuleModel):
    game: Game
    rulings: Rulings
    seats: Seats
    dice: Dice
    characters: Characters
    village: Village
    creatures: Creatures
    forests: dict[str, Forest]
    potions: dict[str, Potion]

    @model_validator(mode="after")
    def forests_last_all_rounds(self) -> Self:
        for seats, size in zip((2, 3, 4), self.game.forest_row.model_dump().values()):
            cards = sum(forest.min_seats <= seats for forest in self.forests.values())
            if cards < size * self.game.rounds:
                raise ValueError(
                    f"forests: {cards} cards at {seats} seats, but {self.game.rounds} rounds of {size} need {size * self.game.rounds} "
                    "(forests.*.min_seats, game.forest_row, game.rounds)"
                )
        return self

    @model_validator(mode="after")
    def potions_fill_the_market(self) -> Self:
        cards = sum(potion.copies for potion in self.potions.values())
        if cards < self.game.market_potions:
            raise ValueError(f"potions: {cards} cards, but the market shows {self.game.market_potions} (game.market_potions)")
        return self

    @model_validator(mode="after")
    def piles_are_not_too_high(self) -> Self:
        for season in SEASONS:
            cards = 0
            for kind in KINDS:
                creature = getattr(self.creatures, kind)
                copies = creature.copies
                cards += (copies if isinstance(copies, int) else sum(copies.model_dump().values())) * (creature.season == season)
            if cards > MAX_PILE:
                raise ValueError(f"creatures: {cards} {season} cards, but a pile holds at most {MAX_PILE}")
        return self


def build(values: Values) -> np.record:
    """The rules record of validated values."""
    rules = new_record(RULES)
    for name, value in values.game.model_dump(exclude={"creature_limit", "forest_row"}).items():
        rules[name] = value
    rules.row_forests[2:] = tuple(values.game.forest_row.model_dump().values())
    rules.creature_limit[:] = values.game.creature_limit
    if values.game.character_powers:
        rules.creature_limit[Character.LYRIC] = values.characters.lyric.creature_limit
    rules.potions_need_die = values.rulings.potions_need == "die_left"
    rules.wind_lifts_covered = values.rulings.wind_takes_back == "covered_too"
    rules.move_to_creatures = values.rulings.move_reaches == "all_spaces"
    rules.forced_die_forages = values.rulings.forced_die_forages
    rules.herald_counts_itself = values.rulings.herald_counts_itself
    rules.lever_berries[:] = values.seats.start_berries.in_order()
    rules.lever_ingredients[:] = values.seats.start_ingredients.in_order()
    rules.start_points[:] = values.seats.start_points.in_order()
    rules.tie_break[:] = values.seats.tie_break.in_order()
    rules.order = Order[values.seats.order.upper()]
    rules.faces[:] = (*values.dice.forage.model_dump().values(), *values.dice.element.model_dump().values())
    rules.n_faces[:] = rules.faces[:N_SYMBOLS].sum(), rules.faces[N_SYMBOLS:].sum()
    for c, name in enumerate(CHARACTERS):
        rules.power_berries[c] = getattr(getattr(values.characters, name), "berries", 0)
    rules.power_of[:] = np.arange(N_CHARACTERS) if values.game.character_powers else NONE
    rules.first_berry = values.characters.myla.first_berry
    for s, side in enumerate(SIDES):
        for v, name in enumerate(VILLAGE_SPACES):
            for key, value in getattr(getattr(values.village, side), name).model_dump().items():
                rules[key][s, v] = value
    build_creatures(values, rules)
    build_forests(values, rules)
    build_potions(values, rules)
    return rules


def build_forests(values: Values, rules: np.record) -> None:
    """The part of the record that tells the forests."""
    rules.forest_min_seats[:] = NO_SEATS
    for name, f in FOREST_CARDS.slots(values.forests).items():
        forest = values.forests[name]
        write_label(rules.forest_labels[f], name.replace("_", " ").title())
        rules.forest_min_seats[f] = forest.min_seats
        rules.forest_seasons[f] = sum(1 << SEASONS.index(season) for season in set(forest.seasons))
        rules.forest_vp[f] = forest.vp
        rules.forest_spaces[f] = len(forest.spaces)
        for i, space in enumerate(forest.spaces):
            symbol, icon = space.split(":")
            rules.symbol[f, i] = SYMBOLS.index(symbol)
            rules.icon[f, i] = Icon[icon.upper()]
            rules.twins[f, i] = sum(1 << j for j in range(i) if forest.spaces[j] == space)


def build_potions(values: Values, rules: np.record) -> None:
    """The part of the record that tells the potions."""
    for name, p in POTION_CARDS.slots(values.potions).items():
        potion = values.potions[name]
        write_label(rules.potion_labels[p], name.replace("_", " "))
        rules.potion_copies[p] = potion.copies
        rules.effect[p] = EFFECTS.index(potion.effect)
        rules.cost[p] = tuple(potion.cost.model_dump().values())
        rules.potion_vp[p] = potion.vp
    rules.cost_total[:] = rules.cost.sum(axis=1)


def build_creatures(values: Values, rules: np.record) -> None:
    """The part of the record that tells the creature cards."""
    for c, (kind, version) in enumerate(CARDS):
        creature = getattr(values.creatures, kind)
        rules.card_copies[c] = getattr(creature.copies, version) if version else creature.copies
        rules.card_season[c] = SEASONS.index(creature.season)
        rules.card_kind[c] = KINDS.index(kind)
        rules.card_amount[c] = getattr(creature, "amount", 1)
        rules.forest_power[c] = FOREST_POWERS.get(kind, NONE)
        rules.power_season[c] = SEASONS.index(version) if kind in FOREST_POWERS else NONE
    rules.card_den[[Card.DIE_MOVER, Card.BERRY_BEARER, Card.ELEMENT_DEN]] = Den.ELEMENT
    rules.card_den[Card.FORAGE_DEN : Card.FORAGE_DEN + N_INGREDIENTS] = Den.FORAGE
    berries, matching = values.creatures.berry_merchant, values.creatures.ingredient_merchant
    rules.berry_trade_vp[:] = 0, berries.vp_for_1, berries.vp_for_2
    rules.match_trade_vp[:] = 0, 0, matching.vp_for_2, matching.vp_for_3
