"""The values of rules.toml: their schema, and the record that the kernel reads."""

from typing import Annotated, Literal, Self

import numpy as np
from pydantic import Field, create_model, model_validator

from brewsim.engine.contract import NONE, new_record
from brewsim.engine.schema import RuleModel
from brewsim.parts.exact import exp, powers

SEASONS = ("spring", "summer", "fall", "winter")
SYMBOLS = ("meadow", "grove", "brook")
ELEMENTS = ("water", "fire", "wind")
INGREDIENTS = ("herb", "shroom", "crystal")
EFFECTS = ("change", "reroll", "place", "move", "swap", "remove_element", "return", "remove_any")
CHARACTERS = ("lello", "wren", "lyric", "myla")
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
# A creature card is a kind in one version; its code is the first card of the kind plus the version.
CARDS = tuple((kind, version) for kind in KINDS for version in VERSIONS[kind] or ("",))
FIRST_CARD = {kind: [other for other, _ in CARDS].index(kind) for kind in KINDS}
(
    FOREST_SCORCHER, VILLAGE_SCORCHER, ELEMENT_SHIFTER, DIE_MOVER, BERRY_HERDER, CREATURE_FORAGER, ASH_FORAGER, BERRY_BARTERER,
    BERRY_BEARER, FOREST_HERALD, POTION_HERALD, CREATURE_HERALD, BERRY_MERCHANT, INGREDIENT_MERCHANT, FOREST_GATHERER,
    VILLAGE_GATHERER, FORAGE_DEN, ELEMENT_DEN,
) = FIRST_CARD.values()  # fmt: skip
FOREST_POWERS = (FOREST_SCORCHER, FOREST_GATHERER, FOREST_HERALD)  # kinds whose version is the season of the forests that they work in
SCORCHES, GATHERS, HERALDS = range(len(FOREST_POWERS))

N_SEASONS, N_SYMBOLS, N_ELEMENTS, N_INGREDIENTS = len(SEASONS), len(SYMBOLS), len(ELEMENTS), len(INGREDIENTS)
N_EFFECTS, N_CHARACTERS, N_FORESTS, N_POTIONS = len(EFFECTS), len(CHARACTERS), len(FORESTS), len(POTIONS)
N_KINDS, N_CARDS = len(KINDS), len(CARDS)
N_FACES = N_SYMBOLS + N_ELEMENTS  # of dice: the three symbols, then the three elements
WATER, FIRE, WIND = N_SYMBOLS, N_SYMBOLS + 1, N_SYMBOLS + 2  # faces
CREATURE = N_INGREDIENTS  # the icon after the ingredients
BERRY = N_INGREDIENTS  # the place after the ingredients in a stock
N_GOODS = N_INGREDIENTS + 1
N_MASKS = 1 << N_SEASONS  # sets of seasons
LELLO, WREN, LYRIC, MYLA = range(N_CHARACTERS)
CHANGE, REROLL, PLACE, MOVE, SWAP, REMOVE_ELEMENT, RETURN, REMOVE_ANY = range(N_EFFECTS)

MAX_SEATS = 4
MAX_ROW = 5  # forests in a row
MAX_SPACES = 8  # on a forest; a power of two, since spaces are divided by it all the time
MAX_LIMIT = 4  # trained creatures
MAX_ROUNDS = 6
MAX_DICE = 8  # of one seat
MAX_MARKET = 8
MAX_COST = 20  # ingredients that a plan can lack
MAX_PILE = 48  # creatures of one season
NO_DEN, FORAGE_SPACE, ELEMENT_SPACE = range(3)

# What a plan is worth before it is carried out; used by features only.
PATIENCE = 0.62  # a potion, for each ingredient that is still missing
CONTEST = MAX_SPACES  # dice that can still come into a forest, at most
MAX_LEAD = MAX_SPACES
SHARPNESS = (0.12, 0.3)  # of the chance to hold a lead: fixed, and for each die that can still come
HOPE = (1.4, 1.2, 1.0)  # of what the lead promises, at 2, 3 and 4 seats: fewer rivals come for a forest
POWER_WORTH = {  # VP that a kind's power brings in a round, as experience goes
    "forest_scorcher": 0.4, "village_scorcher": 0.3, "element_shifter": 0.4, "die_mover": 0.8, "berry_herder": 0.4,
    "creature_forager": 0.2, "ash_forager": 0.1, "berry_barterer": 0.4, "berry_bearer": 0.9, "forest_herald": 1.0,
    "potion_herald": 1.2, "creature_herald": 1.0, "berry_merchant": 1.0, "ingredient_merchant": 0.6, "forest_gatherer": 0.7,
    "village_gatherer": 0.7, "forage_den": 0.7, "element_den": 0.9,
}  # fmt: skip
PAYS_LATE = ("berry_herder", "forest_herald", "berry_merchant", "ingredient_merchant")  # at the end of a round only
# (effect) VP that drinking it brings, as experience goes. PLACE is kept for its VP: a turn less was measured to cost more than it brings.
EFFECT_WORTH = (0.4, 0.4, 0.3, 1.0, 0.9, 0.7, 1.2, 1.0)

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
        ("row_forests", np.int16, (MAX_SEATS + 1,)),  # (number of seats) forests in a row
        ("faces", np.int16, (N_FACES,)),  # (face) sides of a die that show it
        ("n_faces", np.int16, (2,)),  # (forage or element) sides of the die
        ("power_berries", np.int16, (N_CHARACTERS,)),  # (character) price of the power
        ("power_of", np.int16, (N_CHARACTERS,)),  # (character) itself if powers are on, else NONE
        ("first_berry", np.int16),  # ingredients that Myla's first berry stands for
        ("choice", np.int16, (2, 5)),  # (side, village space) ingredients of one's choice
        ("each", np.int16, (2, 5)),  # (side, village space) of each ingredient
        ("berries", np.int16, (2, 5)),  # (side, village space)
        ("reserve", np.int16, (2, 5)),  # (side, village space) potions revealed and reserved
        ("train", np.int16, (2, 5)),  # (side, village space) creatures
        ("scorch", np.int16, (2, 5)),  # (side, village space) empty forest spaces
        ("clears_elements", np.int8, (2, 5)),  # (side, village space) sets the element dice in the forests aside
        ("card_copies", np.int16, (N_CARDS,)),  # (creature card)
        ("card_season", np.int16, (N_CARDS,)),  # (creature card)
        ("card_kind", np.int16, (N_CARDS,)),  # (creature card)
        ("card_amount", np.int16, (N_CARDS,)),  # (creature card) how much its power gives
        ("card_den", np.int16, (N_CARDS,)),  # (creature card) NO_DEN, FORAGE_SPACE or ELEMENT_SPACE: what die it offers a space to
        ("berry_trade_vp", np.int16, (3,)),  # (berries) VP of the Berry Merchant
        ("match_trade_vp", np.int16, (4,)),  # (matching ingredients) VP of the Ingredient Merchant
        ("forest_min_seats", np.int16, (N_FORESTS,)),
        ("forest_seasons", np.int16, (N_FORESTS,)),  # (forest) set of seasons
        ("forest_vp", np.int16, (N_FORESTS,)),
        ("forest_spaces", np.int16, (N_FORESTS,)),  # (forest) how many
        ("symbol", np.int16, (N_FORESTS, MAX_SPACES)),  # (forest, space) face that fits
        ("icon", np.int16, (N_FORESTS, MAX_SPACES)),  # (forest, space) ingredient or CREATURE
        ("twins", np.int16, (N_FORESTS, MAX_SPACES)),  # (forest, space) set of the earlier spaces of the same symbol and icon
        ("potion_copies", np.int16, (N_POTIONS,)),
        ("effect", np.int16, (N_POTIONS,)),
        ("cost", np.int16, (N_POTIONS, N_INGREDIENTS)),
        ("potion_vp", np.int16, (N_POTIONS,)),
        # Derived, for the features.
        ("cost_total", np.int16, (N_POTIONS,)),  # (potion) ingredients in all
        ("disjoint", np.int32, (N_MASKS,)),  # (set of seasons) a bit for each set that has none of them
        ("potion_worth", np.float64, (N_POTIONS,)),  # (potion) VP, and what drinking it may bring
        ("patience", np.float64, (MAX_COST,)),  # (missing ingredients) PATIENCE to that power
        ("hold_chance", np.float64, (CONTEST + 1, 2 * MAX_LEAD + 1)),  # (dice to come, MAX_LEAD + lead) chance to control
        ("hope", np.float64, (MAX_SEATS + 1,)),  # (number of seats) factor of the worth of a forest
        ("power_worth", np.float64, (N_CARDS,)),  # (creature card) VP a round
        ("pays_late", np.int8, (N_CARDS,)),  # (creature card) 1 if its power brings something at the end of a round only
        ("effect_worth", np.float64, (N_EFFECTS,)),  # (effect) VP of drinking it
    ],
    align=True,
)

Season = Literal["spring", "summer", "fall", "winter"]
Space = Annotated[str, Field(pattern=r"^(meadow|grove|brook):(herb|shroom|crystal|creature)$")]
Copies = Field(0, ge=0, le=9)


class ForestRow(RuleModel):
    two_seats: int = Field(ge=1, le=MAX_ROW)
    three_seats: int = Field(ge=1, le=MAX_ROW)
    four_seats: int = Field(ge=1, le=MAX_ROW)


class Game(RuleModel):
    rounds: int = Field(ge=1, le=MAX_ROUNDS)
    forage_dice: int = Field(ge=1, le=5)
    element_dice: int = Field(ge=0, le=3)
    start_berries: int = Field(ge=0, le=10)
    market_potions: int = Field(ge=1, le=MAX_MARKET)
    creature_limit: int = Field(ge=1, le=MAX_LIMIT)
    leftovers_per_vp: int = Field(ge=1, le=20)
    creature_vp: int = Field(ge=0, le=20)
    creature_vp_in_forest: int = Field(ge=0, le=20)
    water_bonus: int = Field(ge=0, le=5)
    scorch_tokens: int = Field(ge=0, le=40)
    character_powers: bool
    forest_row: ForestRow


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


class Character(RuleModel):
    name: str
    power: str
    berries: int = Field(ge=0, le=9)


class Trainer(Character):
    creature_limit: int = Field(ge=1, le=MAX_LIMIT)


class Brewer(RuleModel):
    name: str
    power: str
    first_berry: int = Field(ge=1, le=2)


class Characters(RuleModel):
    lello: Character
    wren: Character
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
    herb: int = Field(0, ge=0, le=6)
    shroom: int = Field(0, ge=0, le=6)
    crystal: int = Field(0, ge=0, le=6)


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
    vp: int = Field(ge=0, le=30)
    spaces: list[Space] = Field(min_length=1, max_length=MAX_SPACES)


class Potion(RuleModel):
    effect: Literal["change", "reroll", "place", "move", "swap", "remove_element", "return", "remove_any"]
    cost: Ingredients
    vp: int = Field(ge=0, le=30)
    copies: int = Field(1, ge=0, le=1)


Forests = create_model("Forests", __base__=RuleModel, **dict.fromkeys(FORESTS, (Forest, ...)))  # type: ignore[call-overload]
Potions = create_model("Potions", __base__=RuleModel, **dict.fromkeys(POTIONS, (Potion, ...)))  # type: ignore[call-overload]


class Values(RuleModel):
    game: Game
    dice: Dice
    characters: Characters
    village: Village
    creatures: Creatures
    forests: Forests  # type: ignore[valid-type]
    potions: Potions  # type: ignore[valid-type]

    @model_validator(mode="after")
    def forests_last_all_rounds(self) -> Self:
        for seats, size in zip((2, 3, 4), self.game.forest_row.model_dump().values()):
            cards = sum(getattr(self.forests, name).min_seats <= seats for name in FORESTS)
            if cards < size * self.game.rounds:
                raise ValueError(
                    f"forests: {cards} cards at {seats} seats, but {self.game.rounds} rounds of {size} need {size * self.game.rounds} "
                    "(forests.*.min_seats, game.forest_row, game.rounds)"
                )
        return self

    @model_validator(mode="after")
    def potions_fill_the_market(self) -> Self:
        cards = sum(getattr(self.potions, name).copies for name in POTIONS)
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
        rules.creature_limit[LYRIC] = values.characters.lyric.creature_limit
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
    for f, name in enumerate(FORESTS):
        forest: Forest = getattr(values.forests, name)
        rules.forest_min_seats[f] = forest.min_seats
        rules.forest_seasons[f] = sum(1 << SEASONS.index(season) for season in set(forest.seasons))
        rules.forest_vp[f] = forest.vp
        rules.forest_spaces[f] = len(forest.spaces)
        for i, space in enumerate(forest.spaces):
            symbol, icon = space.split(":")
            rules.symbol[f, i] = SYMBOLS.index(symbol)
            rules.icon[f, i] = (*INGREDIENTS, "creature").index(icon)
            rules.twins[f, i] = sum(1 << j for j in range(i) if forest.spaces[j] == space)
    for p, name in enumerate(POTIONS):
        potion: Potion = getattr(values.potions, name)
        rules.potion_copies[p] = potion.copies
        rules.effect[p] = EFFECTS.index(potion.effect)
        rules.cost[p] = tuple(potion.cost.model_dump().values())
        rules.potion_vp[p] = potion.vp
    rules.cost_total[:] = rules.cost.sum(axis=1)
    rules.patience[:] = powers(PATIENCE, MAX_COST)
    for contest in range(CONTEST + 1):
        width = SHARPNESS[0] + SHARPNESS[1] * contest
        rules.hold_chance[contest] = [1 / (1 + exp((0.5 - lead) / width)) for lead in range(-MAX_LEAD, MAX_LEAD + 1)]
    rules.hope[2:] = HOPE
    rules.effect_worth[:] = EFFECT_WORTH
    rules.potion_worth[:] = rules.potion_vp + 0.3 * rules.effect_worth[rules.effect]
    rules.disjoint[:] = [sum(1 << other for other in range(N_MASKS) if not other & mask) for mask in range(N_MASKS)]
    return rules


def build_creatures(values: Values, rules: np.record) -> None:
    """The part of the record that tells the creature cards."""
    for c, (kind, version) in enumerate(CARDS):
        creature = getattr(values.creatures, kind)
        rules.card_copies[c] = getattr(creature.copies, version) if version else creature.copies
        rules.card_season[c] = SEASONS.index(creature.season)
        rules.card_kind[c] = KINDS.index(kind)
        rules.card_amount[c] = getattr(creature, "amount", 1)
        rules.power_worth[c] = POWER_WORTH[kind]
        rules.pays_late[c] = kind in PAYS_LATE
    rules.card_den[[DIE_MOVER, BERRY_BEARER, ELEMENT_DEN]] = ELEMENT_SPACE
    rules.card_den[FORAGE_DEN : FORAGE_DEN + N_INGREDIENTS] = FORAGE_SPACE
    berries, matching = values.creatures.berry_merchant, values.creatures.ingredient_merchant
    rules.berry_trade_vp[:] = 0, berries.vp_for_1, berries.vp_for_2
    rules.match_trade_vp[:] = 0, 0, matching.vp_for_2, matching.vp_for_3
