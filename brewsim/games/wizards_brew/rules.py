"""The values of rules.toml: their schema, and the record that the kernel reads."""

from enum import IntEnum
from typing import Annotated, Literal, Self

import numpy as np
from pydantic import Field, create_model, model_validator

from brewsim.engine.contract import NONE, Price, new_record
from brewsim.engine.levers import SixSeats
from brewsim.engine.schema import RuleModel
from brewsim.engine.sections import MAX_LABEL, Label, Section, write_label

# fmt: off
SPELLS = (
    "earth_font", "fire_font", "air_font", "water_font", "small_wish", "great_wish", "fair_winds", "transmute", "mirror_pool",
    "toll", "resonance", "late_start", "red_magic", "blue_magic", "green_magic", "white_magic", "double_draught", "thrift",
    "great_thrift", "quintessence", "mud", "smoke", "wayfarer", "last_word", "consolation", "scavenger", "renewal", "stasis",
    "drain", "recall", "shift", "dispel", "ward", "archmage", "echo", "sceptre",
)
# fmt: on
ELEMENTS = ("earth", "fire", "air", "water")
LANDMARKS = ("monument", "tower", "temple", "fountain")
INGREDIENTS = ("red", "blue", "green", "white", "yellow", "purple", "gray", "orange", "pink", "brown")
STEPS = ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1))  # the six directions in doubled coordinates
N_PRINTED, N_ELEMENTS, N_LANDMARKS, N_INGREDIENTS, N_AREAS = len(SPELLS), len(ELEMENTS), len(LANDMARKS), len(INGREDIENTS), 24
N_SPELLS = N_PRINTED + 4  # with room for spells that a variant adds
CITY = N_LANDMARKS  # the code of a city where others have a landmark
WILD = N_ELEMENTS  # the symbol of a card of choice
MIN_SEATS, MAX_SEATS = 3, 6
MAX_CUBES = 20
MAX_CARDS = 60  # of an element
MAX_RAISE = N_ELEMENTS * MAX_CARDS  # nobody holds more cards than there are
ENDLESS_CARDS = 4000  # of an element, if its stack never runs out: far more than any game draws, and no sum leaves an int16
MAX_START = 3  # spells dealt to a player
MAX_TOKENS = 64  # in the bag, and landmarks that are shuffled
N_FACES = 6
MAX_LEVER = 4  # cubes, cards of each type or ingredients by which a place is ahead at the start


class TextPhase(IntEnum):
    """The phases in which the texts of spells work."""

    ELEMENT = 0
    INGREDIENT = 1
    ENERGY = 2


# Which effects belong to which phase; a spell's colour says in which phases its text may work.
ELEMENT_EFFECTS = ("swaps", "mirrors", "tolls", "most_toll", "cards_per_other_spell", "most_resonance", "cards_if_last", "extra_cards")
INGREDIENT_EFFECTS = ("less", "less_once", "second_ingredients", "free_horse", "equal_bids", "consolation", "scavenges")
ENERGY_EFFECTS = ("renews", "keeps", "drains", "recalls", "shifts", "dispels", "dispel_cubes")
STANDING_EFFECTS = ("ward", "echo", "sceptre")

PRICES = {"spell": Price("energy")}
SECTIONS = (Section("spells", "spell", SPELLS, room=N_SPELLS),)
COLOURS = ("green", "blue", "yellow", "red")

RULES = np.dtype(
    [
        ("labels", np.int32, (N_SPELLS, MAX_LABEL)),  # (spell) what is written on it
        ("colour", np.int16, (N_SPELLS,)),  # (spell) for those who look at it: kernels go by when its text works
        ("is_printed", np.int16, (N_SPELLS,)),  # (spell) 1 for those of the box
        ("in_deck", np.int16, (N_SPELLS,)),  # (spell) 1 if it is in the game
        ("makes", np.int16, (N_SPELLS, N_ELEMENTS + 1)),  # (spell, element or wild) symbols
        ("energy", np.int16, (N_SPELLS,)),  # (spell) cubes it loses in a round
        *((effect, np.int16, (N_SPELLS,)) for effect in ELEMENT_EFFECTS),  # (spell) see RULES.md
        *((effect, np.int16, (N_SPELLS,)) for effect in INGREDIENT_EFFECTS),
        *((effect, np.int16, (N_SPELLS,)) for effect in ENERGY_EFFECTS),
        *((effect, np.int16, (N_SPELLS,)) for effect in STANDING_EFFECTS),
        ("less_for", np.int16, (N_SPELLS, N_INGREDIENTS)),  # (spell, ingredient) cards less for it
        ("stand_ins", np.int16, (N_SPELLS, N_ELEMENTS, N_ELEMENTS)),  # (spell, element asked for, element) 1 if it also counts
        ("cubes", np.int16),
        ("starting_elements", np.int16),
        ("starting_spells", np.int16),
        ("starting_cubes", np.int16),
        ("city_tokens", np.int16),
        ("area_tokens", np.int16),
        ("die", np.int16, (N_FACES,)),  # (face) areas visited
        ("least_price", np.int16),
        ("spells_per_seat", np.int16),
        ("largest_raise", np.int16),  # MAX_RAISE if any number may be bid
        ("bids_without_cards", np.int16),  # 1 if a player without element cards may bid
        ("moves_after_last", np.int16),  # 1 if the Horse also moves after the last area of a round
        ("start_cubes", np.int16, (MAX_SEATS,)),  # (place) more cubes
        ("start_cards", np.int16, (MAX_SEATS,)),  # (place) more cards of each element at the start
        ("start_points", np.int16, (MAX_SEATS,)),  # (place) ingredients less to victory
        ("marker_moves_on", np.int16),  # 1 if the next place begins the next round
        ("to_win_different", np.int16, (MAX_SEATS + 1,)),  # (number of seats) different ingredients
        ("to_win_total", np.int16, (MAX_SEATS + 1,)),  # (number of seats) ingredients in all
        ("cards", np.int16, (N_ELEMENTS,)),  # (element) cards in the game
        ("landmark_tokens", np.int16, (N_LANDMARKS,)),  # (landmark)
        ("landmark_element", np.int16, (N_LANDMARKS,)),  # (landmark) the element that it asks for
        ("tokens", np.int16, (N_INGREDIENTS,)),  # (ingredient) in the bag
        ("is_city", np.int16, (N_AREAS,)),  # (area) 1 for a city
        # Derived, so that kernels look up instead of working out.
        ("neighbours", np.int16, (N_AREAS, len(STEPS))),  # (area, direction) the next area, or NONE
        ("has_text", np.int16, (N_SPELLS, len(TextPhase))),  # (spell, phase of the text) 1 if an Echo can use it then
        ("symbols", np.int16, (N_SPELLS,)),  # (spell) makes over all elements
    ],
    align=True,
)

Count = Field(0, ge=0, le=9)
Flag = Field(False)


class Game(RuleModel):
    cubes: int = Field(ge=2, le=MAX_CUBES)
    starting_elements: int = Field(ge=0, le=4)
    starting_spells: int = Field(ge=1, le=MAX_START)
    starting_cubes: int = Field(ge=1, le=5)
    city_tokens: int = Field(ge=1, le=6)
    area_tokens: int = Field(ge=1, le=6)
    die: list[int] = Field(min_length=N_FACES, max_length=N_FACES)
    least_price: int = Field(ge=1, le=5)
    spells_per_seat: int = Field(ge=1, le=3)

    @model_validator(mode="after")
    def faces_are_possible(self) -> Self:
        if not all(1 <= face <= 20 for face in self.die):
            raise ValueError(f"die = {self.die}: every face must be from 1 to 20")
        return self


class Rulings(RuleModel):
    largest_raise: int = Field(ge=0, le=MAX_RAISE)
    bids_without_cards: bool
    horse_after_last_area: Literal["stays", "moves"]
    empty_stacks: Literal["lost", "endless"]


Lever = Annotated[int, Field(ge=0, le=MAX_LEVER)]


class Seats(RuleModel):
    start_cubes: SixSeats[Lever]
    start_cards: SixSeats[Lever]
    start_points: SixSeats[Lever]
    order: Literal["as_printed", "marker_moves_on"]


class Target(RuleModel):
    different: int = Field(ge=1, le=N_INGREDIENTS)
    total: int = Field(ge=1, le=20)


class Victory(RuleModel):
    seats_3: Target
    seats_4: Target
    seats_5: Target
    seats_6: Target


class Element(RuleModel):
    name: str
    cards: int = Field(ge=6, le=MAX_CARDS)


class Elements(RuleModel):
    earth: Element
    fire: Element
    air: Element
    water: Element


class Landmark(RuleModel):
    name: str
    element: Literal["earth", "fire", "air", "water"]
    tokens: int = Field(ge=0, le=N_AREAS)


class Landmarks(RuleModel):
    monument: Landmark
    tower: Landmark
    temple: Landmark
    fountain: Landmark


class Ingredient(RuleModel):
    tokens: int = Field(ge=0, le=20)


class Area(RuleModel):
    x: int = Field(ge=-20, le=20)
    y: int = Field(ge=-20, le=20)
    terrain: Literal["city", "forest", "mountain", "ocean", "desert", "plains"]


class Symbols(RuleModel):
    earth: int = Count
    fire: int = Count
    air: int = Count
    water: int = Count
    wild: int = Count


class LessFor(RuleModel):
    red: int = Count
    blue: int = Count
    green: int = Count
    white: int = Count
    yellow: int = Count
    purple: int = Count
    gray: int = Count
    orange: int = Count
    pink: int = Count
    brown: int = Count


class Spell(RuleModel):
    name: Label
    colour: Literal["green", "blue", "yellow", "red"]
    makes: Symbols = Symbols()
    energy: int = Field(ge=1, le=5)
    copies: int = Field(1, ge=0, le=1, description="1 if it is in the game")
    swaps: int = Count  # element phase
    mirrors: int = Field(0, ge=0, le=2)
    tolls: int = Field(0, ge=0, le=2)
    most_toll: int = Count
    cards_per_other_spell: int = Field(0, ge=0, le=3)
    most_resonance: int = Count
    cards_if_last: int = Count
    extra_cards: int = Count
    less: int = Count  # ingredient phase
    less_once: int = Count
    less_for: LessFor = LessFor()
    second_ingredients: int = Field(0, ge=0, le=3)
    any_element: bool = Flag
    stand_in: list[Literal["earth", "fire", "air", "water"]] = Field(default_factory=list)
    free_horse: bool = Flag
    equal_bids: int = Count
    consolation: int = Count
    scavenges: int = Count
    renews: int = Count  # energy phase
    keeps: int = Field(0, ge=0, le=3)
    drains: int = Field(0, ge=0, le=3)
    recalls: int = Field(0, ge=0, le=3)
    shifts: bool = Flag
    dispels: int = Field(0, ge=0, le=3)
    dispel_cubes: int = Count
    ward: bool = Flag  # all three
    echo: int = Field(0, ge=0, le=len(TextPhase))
    sceptre: bool = Flag

    @model_validator(mode="after")
    def effects_fit_the_colour(self) -> Self:
        phases = {
            "green": ELEMENT_EFFECTS,
            "blue": (*INGREDIENT_EFFECTS, "any_element", "stand_in", "less_for"),
            "yellow": ENERGY_EFFECTS,
            "red": STANDING_EFFECTS,
        }
        for colour, effects in phases.items():
            for effect in effects:
                value = getattr(self, effect)
                if value and value != LessFor() and self.colour not in (colour, "red"):
                    raise ValueError(f"{effect} = {value!r} is an effect of a {colour} or red spell, not of a {self.colour} one")
        return self


Ingredients = create_model("Ingredients", __base__=RuleModel, **dict.fromkeys(INGREDIENTS, (Ingredient, ...)))  # type: ignore[call-overload]
Map = create_model("Map", __base__=RuleModel, **{f"area_{a}": (Area, ...) for a in range(N_AREAS)})  # type: ignore[call-overload]


class Values(RuleModel):
    game: Game
    rulings: Rulings
    seats: Seats
    victory: Victory
    elements: Elements
    landmarks: Landmarks
    ingredients: Ingredients  # type: ignore[valid-type]
    map: Map  # type: ignore[valid-type]
    spells: dict[str, Spell]

    @model_validator(mode="after")
    def map_is_whole(self) -> Self:
        places = [(area.x, area.y) for area in areas_of(self)]
        for a, place in enumerate(places):
            if places.index(place) != a:
                raise ValueError(f"map.area_{a}: lies at the same place as area_{places.index(place)}")
            if (place[0] + place[1]) % 2 != (places[0][0] + places[0][1]) % 2:
                raise ValueError(f"map.area_{a}: x + y must be odd or even like that of the other areas (doubled coordinates)")
        cities = sum(area.terrain == "city" for area in areas_of(self))
        if not 1 <= cities < N_AREAS:
            raise ValueError(f"map: {cities} cities, but at least one city and one other area are needed")
        landmarks = sum(getattr(self.landmarks, name).tokens for name in LANDMARKS)
        if landmarks < N_AREAS - cities:
            raise ValueError(f"landmarks: {landmarks} tokens, but {N_AREAS - cities} areas are no cities")
        if landmarks > MAX_TOKENS:
            raise ValueError(f"landmarks: {landmarks} tokens, but at most {MAX_TOKENS} can be shuffled")
        return self

    @model_validator(mode="after")
    def ingredients_suffice(self) -> Self:
        cities = sum(area.terrain == "city" for area in areas_of(self))
        placed = cities * self.game.city_tokens + (N_AREAS - cities) * self.game.area_tokens
        tokens = sum(getattr(self.ingredients, name).tokens for name in INGREDIENTS)
        if not placed <= tokens <= MAX_TOKENS:
            raise ValueError(f"ingredients: {tokens} tokens, but {placed} are placed on the board and the bag holds {MAX_TOKENS}")
        spare = 2 * max(self.game.city_tokens, self.game.area_tokens)
        for seats in range(MIN_SEATS, MAX_SEATS + 1):
            target = getattr(self.victory, f"seats_{seats}")
            if target.total < target.different:
                raise ValueError(f"victory.seats_{seats}: total = {target.total} is reached before different = {target.different}")
            ahead = max(self.seats.start_points.in_order())
            if ahead >= target.different:
                raise ValueError(f"seats.start_points: {ahead} ingredients less, but victory.seats_{seats}.different is {target.different}")
            taken = seats * (target.total - 1) + 1
            if taken + spare > placed:
                raise ValueError(
                    f"victory.seats_{seats}: up to {taken} ingredients may be taken before somebody wins, of {placed} on the board"
                )
        return self

    @model_validator(mode="after")
    def components_suffice(self) -> Self:
        game = self.game
        spells = sum(spell.copies for spell in self.spells.values())
        if spells < MAX_SEATS * game.starting_spells + 1:
            raise ValueError(f"spells: {spells} in the game, but {MAX_SEATS * game.starting_spells} are dealt at {MAX_SEATS} seats")
        if game.starting_spells * game.starting_cubes > game.cubes:
            raise ValueError(f"game.cubes = {game.cubes}: {game.starting_spells} spells take {game.starting_cubes} each at the start")
        most_cubes = game.cubes + max(self.seats.start_cubes.in_order())
        if most_cubes > MAX_CUBES:
            raise ValueError(f"seats.start_cubes: {most_cubes} cubes in all, but a player has at most {MAX_CUBES}")
        dealt = MAX_SEATS * game.starting_elements + sum(self.seats.start_cards.in_order())
        for name in ELEMENTS:
            if getattr(self.elements, name).cards < dealt:
                raise ValueError(f"elements.{name}.cards: {dealt} are dealt at {MAX_SEATS} seats")
        return self


def areas_of(values: Values) -> list[Area]:
    """The areas in the order of their numbers."""
    return [getattr(values.map, f"area_{a}") for a in range(N_AREAS)]


def build(values: Values) -> np.record:
    """The rules record of validated values."""
    rules = new_record(RULES)
    for key, value in values.game.model_dump().items():
        rules[key] = value
    rules.largest_raise = values.rulings.largest_raise or MAX_RAISE
    rules.bids_without_cards = values.rulings.bids_without_cards
    rules.moves_after_last = values.rulings.horse_after_last_area == "moves"
    rules.start_cubes[:] = values.seats.start_cubes.in_order()
    rules.start_cards[:] = values.seats.start_cards.in_order()
    rules.start_points[:] = values.seats.start_points.in_order()
    rules.marker_moves_on = values.seats.order == "marker_moves_on"
    for seats in range(MIN_SEATS, MAX_SEATS + 1):
        target: Target = getattr(values.victory, f"seats_{seats}")
        rules.to_win_different[seats], rules.to_win_total[seats] = target.different, target.total
    rules.cards[:] = [getattr(values.elements, name).cards for name in ELEMENTS]
    if values.rulings.empty_stacks == "endless":
        rules.cards[:] = ENDLESS_CARDS
    rules.tokens[:] = [getattr(values.ingredients, name).tokens for name in INGREDIENTS]
    for i, name in enumerate(LANDMARKS):
        landmark: Landmark = getattr(values.landmarks, name)
        rules.landmark_tokens[i], rules.landmark_element[i] = landmark.tokens, ELEMENTS.index(landmark.element)
    rules.energy[:] = 1  # also where there is no spell: cubes are divided by it
    for name, s in SECTIONS[0].slots(values.spells).items():
        _build_spell(rules, s, values.spells[name])
        rules.is_printed[s] = name in SPELLS
    rules.symbols[:] = rules.makes.sum(axis=1)
    _build_map(rules, areas_of(values))
    return rules


def _build_spell(rules: np.record, s: int, spell: Spell) -> None:
    write_label(rules.labels[s], spell.name)
    rules.colour[s] = COLOURS.index(spell.colour)
    rules.in_deck[s] = spell.copies
    rules.energy[s] = spell.energy
    rules.makes[s] = [getattr(spell.makes, symbol) for symbol in (*ELEMENTS, "wild")]
    for effect in (*ELEMENT_EFFECTS, *INGREDIENT_EFFECTS, *ENERGY_EFFECTS, *STANDING_EFFECTS):
        rules[effect][s] = getattr(spell, effect)
    rules.less_for[s] = [getattr(spell.less_for, name) for name in INGREDIENTS]
    for asked, asked_name in enumerate(ELEMENTS):
        for e, name in enumerate(ELEMENTS):
            rules.stand_ins[s, asked, e] = spell.any_element or {asked_name, name} <= set(spell.stand_in)
    stands = spell.sceptre or spell.ward
    rules.has_text[s, TextPhase.ELEMENT] = stands or any(getattr(spell, effect) for effect in ELEMENT_EFFECTS)
    rules.has_text[s, TextPhase.INGREDIENT] = (
        stands or any(getattr(spell, effect) for effect in INGREDIENT_EFFECTS) or rules.less_for[s].any() or rules.stand_ins[s].any()
    )
    rules.has_text[s, TextPhase.ENERGY] = stands or any(getattr(spell, effect) for effect in ENERGY_EFFECTS)


def _build_map(rules: np.record, areas: list[Area]) -> None:
    """Neighbours by the six steps. A straight line is one step repeated."""
    at = {(area.x, area.y): a for a, area in enumerate(areas)}
    for a, area in enumerate(areas):
        rules.is_city[a] = area.terrain == "city"
        rules.neighbours[a] = [at.get((area.x + dx, area.y + dy), NONE) for dx, dy in STEPS]
