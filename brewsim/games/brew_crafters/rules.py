"""The values of rules.toml: their schema, and the record that the kernel reads."""

from enum import IntEnum
from typing import Annotated, Literal, Self

import numpy as np
from pydantic import Field, model_validator

from brewsim.engine.contract import Price, new_record
from brewsim.engine.levers import FourSeats, Handicap, Points
from brewsim.engine.schema import RuleModel
from brewsim.engine.sections import MAX_LABEL, Label, Section, write_label
from brewsim.games.brew_crafters.turn_order import Order

KINDS = (
    "ale_and_porter_specialist",
    "barley_grower",
    "boil_kettle",
    "brewery_tour",
    "brewmaster",
    "employee_manager",
    "farm",
    "hops_expert",
    "hops_infusers",
    "malt_expert",
    "mash_tun",
    "night_shift",
    "oak_barrelhouse",
)
RECIPES = ("ale", "porter", "lambic", "coffee_stout", "special_reserve")
INGREDIENTS = ("malt", "hops", "yeast", "fruit", "coffee")


class CardClass(IntEnum):
    WORKER = 0
    EQUIPMENT = 1
    NEITHER = 2


N_PRINTED, N_RECIPES, N_INGREDIENTS, N_CLASSES = len(KINDS), len(RECIPES), len(INGREDIENTS), len(CardClass)
N_KINDS = N_PRINTED + 3  # with room for cards that a variant adds
MAX_SEATS = 4
MAX_COPIES = 8  # of one kind
MAX_ROW = 12  # cards face up
MAX_START_CARDS = 5  # of a seat, by the levers
MAX_COUNT = 9  # of one ingredient or of Rep, wherever a card or a recipe names it
MAX_DECK = N_PRINTED * MAX_COPIES
MAX_HAND = max(MAX_DECK, N_INGREDIENTS * MAX_COUNT) + 2  # more cards than a hand can hold, with one in mind, or a recipe can lack

PRICES = {"recipe": Price("rep", is_reward=True)}
SECTIONS = (Section("cards", "card", KINDS, room=N_KINDS),)

RULES = np.dtype(
    [
        ("labels", np.int32, (N_KINDS, MAX_LABEL)),  # (kind) what is written on the card
        ("copies", np.int16, (N_KINDS,)),  # (kind) cards in the deck
        ("ingredient", np.int16, (N_KINDS,)),  # (kind) ingredient in the corner
        ("card_class", np.int16, (N_KINDS,)),  # (kind) worker, equipment or neither
        ("bonus_rep", np.int16, (N_KINDS, N_RECIPES)),  # (kind, recipe) extra Rep for each such beer
        ("saves", np.int16, (N_KINDS, N_RECIPES, N_INGREDIENTS)),  # (kind, recipe, ingredient) cards not needed
        ("takes", np.int16, (N_KINDS, N_INGREDIENTS)),  # (kind, ingredient) face-up cards to take after brewing
        ("extra_plays", np.int16, (N_KINDS,)),  # (kind) cards to play after brewing
        ("end_rep", np.int16, (N_KINDS, N_CLASSES)),  # (kind, class) Rep at the end for each card of the class
        ("needs", np.int16, (N_RECIPES, N_INGREDIENTS)),  # (recipe, ingredient) cards it takes
        ("rep", np.int16, (N_RECIPES,)),  # (recipe) Rep it scores
        ("target_rep", np.int16),
        ("starting_hand", np.int16),
        ("face_up_cards", np.int16),
        ("cards_drawn", np.int16),
        ("hand_limit", np.int16),
        ("substitute_cards", np.int16),
        ("team_gift", np.int16),
        ("refill_at_once", np.bool_),  # rulings, as the kernel asks for them
        ("reshuffle_when_empty", np.bool_),
        ("gift_after_pass", np.bool_),
        ("start_cards", np.int16, (MAX_SEATS,)),  # (seat) more cards in the first hand
        ("start_points", np.int16, (MAX_SEATS,)),  # (seat) Rep to begin with
        ("tie_break", np.int16, (MAX_SEATS,)),  # (seat) the higher number is ahead among equals
        ("order", np.int16),  # of the seats in a round
        # Derived, so that kernels look up instead of dividing.
        ("cover", np.int16, (2 * MAX_HAND,)),  # (MAX_HAND + surplus) missing cards (negative), or substitutes that it makes
    ],
    align=True,
)

Count = Field(0, ge=0, le=MAX_COUNT)


class Game(RuleModel):
    target_rep: int = Field(ge=1, le=200)
    starting_hand: int = Field(ge=0, le=10)
    face_up_cards: int = Field(ge=1, le=MAX_ROW)
    cards_drawn: int = Field(ge=1, le=5)
    hand_limit: int = Field(ge=1, le=15)
    substitute_cards: int = Field(ge=1, le=5)
    team_gift: int = Field(ge=0, le=1)


class Rulings(RuleModel):
    refill_after_takes: Literal["after_all", "at_once"]
    reshuffle: Literal["when_needed", "when_empty"]
    gift_after_pass: bool


class Seats(RuleModel):
    start_cards: FourSeats[Annotated[int, Field(ge=0, le=MAX_START_CARDS)]]
    start_points: FourSeats[Points]
    tie_break: FourSeats[Handicap]
    order: Literal["as_printed", "reversed_each_round", "start_card_moves_on"]


class Ingredients(RuleModel):
    malt: int = Count
    hops: int = Count
    yeast: int = Count
    fruit: int = Count
    coffee: int = Count


class ByRecipe(RuleModel):
    ale: int = Count
    porter: int = Count
    lambic: int = Count
    coffee_stout: int = Count
    special_reserve: int = Count


class Savings(RuleModel):
    ale: Ingredients = Ingredients()
    porter: Ingredients = Ingredients()
    lambic: Ingredients = Ingredients()
    coffee_stout: Ingredients = Ingredients()
    special_reserve: Ingredients = Ingredients()


class Recipe(RuleModel):
    name: str
    rep: int = Field(ge=0, le=50)
    ingredients: Ingredients


class Recipes(RuleModel):
    ale: Recipe
    porter: Recipe
    lambic: Recipe
    coffee_stout: Recipe
    special_reserve: Recipe


class Card(RuleModel):
    name: Label
    copies: int = Field(ge=0, le=MAX_COPIES)
    ingredient: Literal["malt", "hops", "yeast", "fruit", "coffee"]
    card_class: Literal["worker", "equipment", "neither"] = Field(alias="class")
    bonus_rep: ByRecipe = ByRecipe()
    saves: Savings = Savings()
    takes: Ingredients = Ingredients()
    extra_plays: int = Field(0, ge=0, le=3)
    end_rep_per_worker: int = Count
    end_rep_per_equipment: int = Count


class Values(RuleModel):
    game: Game
    rulings: Rulings
    seats: Seats
    recipes: Recipes
    cards: dict[str, Card]

    @model_validator(mode="after")
    def recipes_fit_a_hand(self) -> Self:
        most = self.game.hand_limit + self.game.cards_drawn
        for name in RECIPES:
            size = sum(getattr(self.recipes, name).ingredients.model_dump().values())
            if not 1 <= size <= most:
                raise ValueError(
                    f"recipes.{name}.ingredients: {size} cards, but a hand holds 1 to {most} when its owner brews "
                    "(game.hand_limit + game.cards_drawn)"
                )
        return self

    @model_validator(mode="after")
    def deck_can_be_dealt(self) -> Self:
        deck = sum(card.copies for card in self.cards.values())
        dealt = MAX_SEATS * self.game.starting_hand + self.game.face_up_cards + sum(self.seats.start_cards.in_order())
        if deck < dealt:
            raise ValueError(f"cards: {deck} copies in all, but {dealt} are dealt and laid out at {MAX_SEATS} seats")
        if deck > MAX_DECK:
            raise ValueError(f"cards: {deck} copies in all, but the deck holds at most {MAX_DECK}")
        return self


def build(values: Values) -> np.record:
    """The rules record of validated values."""
    rules = new_record(RULES)
    for name, k in SECTIONS[0].slots(values.cards).items():
        card = values.cards[name]
        write_label(rules.labels[k], card.name)
        rules.copies[k] = card.copies
        rules.ingredient[k] = INGREDIENTS.index(card.ingredient)
        rules.card_class[k] = CardClass[card.card_class.upper()]
        rules.extra_plays[k] = card.extra_plays
        rules.end_rep[k, CardClass.WORKER] = card.end_rep_per_worker
        rules.end_rep[k, CardClass.EQUIPMENT] = card.end_rep_per_equipment
        for r, recipe in enumerate(RECIPES):
            rules.bonus_rep[k, r] = getattr(card.bonus_rep, recipe)
            for i, ingredient in enumerate(INGREDIENTS):
                rules.saves[k, r, i] = getattr(getattr(card.saves, recipe), ingredient)
        for i, ingredient in enumerate(INGREDIENTS):
            rules.takes[k, i] = getattr(card.takes, ingredient)
    for r, name in enumerate(RECIPES):
        recipe_values: Recipe = getattr(values.recipes, name)
        rules.rep[r] = recipe_values.rep
        for i, ingredient in enumerate(INGREDIENTS):
            rules.needs[r, i] = getattr(recipe_values.ingredients, ingredient)
    for name, value in values.game.model_dump().items():
        rules[name] = value
    rules.refill_at_once = values.rulings.refill_after_takes == "at_once"
    rules.reshuffle_when_empty = values.rulings.reshuffle == "when_empty"
    rules.gift_after_pass = values.rulings.gift_after_pass
    rules.start_cards[:] = values.seats.start_cards.in_order()
    rules.start_points[:] = values.seats.start_points.in_order()
    rules.tie_break[:] = values.seats.tie_break.in_order()
    rules.order = Order[values.seats.order.upper()]
    surplus = np.arange(-MAX_HAND, MAX_HAND)
    rules.cover[:] = np.where(surplus < 0, surplus, surplus // rules.substitute_cards)
    return rules
