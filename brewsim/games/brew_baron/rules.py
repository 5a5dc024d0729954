"""The values of rules.toml: their schema, and the record that the kernel reads."""

from enum import IntEnum
from typing import Annotated, Literal, Self

import numpy as np
from pydantic import Field, model_validator

from brewsim.engine.contract import Price, new_record
from brewsim.engine.levers import FiveSeats, Handicap
from brewsim.engine.schema import RuleModel
from brewsim.engine.sections import MAX_LABEL, Label, Section, write_label


class Kind(IntEnum):
    """Of action card: improvements, then instants, then adjuncts."""

    FARMERS_MARKET = 0
    INVESTORS = 1
    LOGISTICS = 2
    STORAGE_BINS = 3
    TRADE_SECRETS = 4
    YEAST_RESERVES = 5
    BLACKMAIL = 6
    BUYBACK = 7
    PALATE_SWAP = 8
    SWAP_MEET = 9
    TAX_COLLECTOR = 10
    BARREL_AGING = 11
    CITRUS = 12
    COFFEE = 13
    HONEY = 14
    PUMPKIN = 15


class Tie(IntEnum):
    """Who gets the trophy if several share the most tokens."""

    ALL_TIED = 0
    FIRST_JUDGED = 1
    MOST_TOKENS = 2
    NO_TROPHY = 3


FIRST_INSTANT, FIRST_ADJUNCT = int(Kind.BLACKMAIL), int(Kind.BARREL_AGING)
KINDS = tuple(kind.name.lower() for kind in Kind)
IMPROVEMENTS, INSTANTS, ADJUNCTS = KINDS[:FIRST_INSTANT], KINDS[FIRST_INSTANT:FIRST_ADJUNCT], KINDS[FIRST_ADJUNCT:]
TYPES = ("grain", "hops")  # of ingredient
GRAIN, HOPS = range(2)
N_IMPROVEMENTS, N_INSTANTS, N_TYPES = len(IMPROVEMENTS), len(INSTANTS), len(TYPES)
N_PRINTED, N_PRINTED_ADJUNCTS = len(KINDS), len(ADJUNCTS)
N_SPARE = 2  # adjuncts that a variant may add: they are the last kinds
N_ADJUNCTS, N_KINDS = N_PRINTED_ADJUNCTS + N_SPARE, N_PRINTED + N_SPARE
MIN_SEATS, MAX_SEATS = 2, 5
MAX_VALUES = 13  # of one type of ingredient
FEW_SLOTS, MANY_SLOTS = 16, 64  # a shuffle names copies 1 to 16 of a value, or 1 to 64 if there are more
MAX_COPIES = 16  # of one kind of action card
MAX_DECK = N_PRINTED * MAX_COPIES
MAX_SLOTS = 5
MAX_EXTRA = 2  # additional cards or beers by one improvement
MAX_BEERS = 1 + MAX_SLOTS * MAX_EXTRA
MAX_START_TOKENS, MAX_START_CARDS, MAX_START_TROPHIES = 10, 5, 4  # of a seat, by the levers
MAX_LIMIT, MAX_EXTRA_LIMIT = 12, 5  # ingredient cards in a hand, and how many more by one improvement
MAX_HAND = MAX_LIMIT + MAX_SLOTS * MAX_EXTRA_LIMIT + 1 + MAX_SLOTS * MAX_EXTRA  # a full hand and one draw, in any variant

PRICES = {"instant": Price("cost"), "adjunct": Price("cost")}
SECTIONS = (Section("adjuncts", "adjunct", ADJUNCTS, room=N_ADJUNCTS),)

RULES = np.dtype(
    [
        ("trophies_to_win", np.int16),
        ("ingredients_dealt", np.int16),  # of each type and round
        ("actions_dealt", np.int16),  # in the first round
        ("refill_to", np.int16),  # tokens
        ("turn_cost", np.int16),  # tokens
        ("ingredient_limit", np.int16),
        ("action_limit", np.int16),
        ("match_tokens", np.int16),
        ("pair_tokens", np.int16),
        ("n_values", np.int16, (N_TYPES,)),  # (type) values 1 to n
        ("value_copies", np.int16, (N_TYPES,)),  # (type) cards of each value
        ("n_slots", np.int16),  # of a brewhouse
        ("slot_costs", np.int16, (MAX_SLOTS,)),  # (slot) tokens on top of the turn
        ("copies_stack", np.bool_),
        ("bribe_offer", np.int16),
        ("tie", np.int16),  # a Tie
        ("first_moves", np.bool_),
        ("blackmail_shows_all", np.bool_),
        ("own_judge_counts", np.bool_),
        ("start_tokens", np.int16, (MAX_SEATS,)),  # (seat) more tokens in the first round
        ("start_cards", np.int16, (MAX_SEATS,)),  # (seat) more action cards in the first hand
        ("start_points", np.int16, (MAX_SEATS,)),  # (seat) trophies to begin with
        ("tie_break", np.int16, (MAX_SEATS,)),  # (seat) the higher number is ahead among equals
        ("labels", np.int32, (N_KINDS, MAX_LABEL)),  # (kind) what is written on the card
        ("copies", np.int16, (N_KINDS,)),  # (kind) action cards in the deck
        ("extra_ingredients", np.int16, (N_IMPROVEMENTS,)),  # (improvement) cards with each ingredient drawn
        ("tokens_per_round", np.int16, (N_IMPROVEMENTS,)),  # (improvement)
        ("extra_actions", np.int16, (N_IMPROVEMENTS,)),  # (improvement) cards with each action card drawn
        ("extra_limit", np.int16, (N_IMPROVEMENTS,)),  # (improvement) ingredients in hand
        ("keeps_hidden", np.int16, (N_IMPROVEMENTS,)),  # (improvement) 1 if the judges may stay face down
        ("extra_beers", np.int16, (N_IMPROVEMENTS,)),  # (improvement)
        ("cost", np.int16, (N_KINDS,)),  # (kind) tokens: on top of the turn for instants, to put it for adjuncts
        ("buyback_tokens", np.int16),
        ("tax_tokens", np.int16),
        ("shift", np.int16, (N_ADJUNCTS, N_TYPES)),  # (adjunct, type) change of the rating that the beer may take
        ("replaces", np.int16, (N_ADJUNCTS,)),  # (adjunct) 1 if one ingredient may be replaced from the hand
        # Derived, so that kernels look up instead of adding up.
        ("play_cost", np.int16, (N_KINDS,)),  # (kind) tokens to play an instant, with the turn
        ("bribe_cost", np.int16),  # tokens that a bribe takes from the briber
        ("copy_slots", np.int16, (N_TYPES,)),  # (type) copies of a value that the shuffle can name
    ],
    align=True,
)

Copies = Field(ge=0, le=MAX_COPIES)
Extra = Field(0, ge=0, le=MAX_EXTRA)
Cost = Field(ge=0, le=9)
Shift = Field(0, ge=-3, le=3)


class Game(RuleModel):
    trophies_to_win: int = Field(ge=1, le=20)
    ingredients_dealt: int = Field(ge=1, le=3)
    actions_dealt: int = Field(ge=0, le=5)
    refill_to: int = Field(ge=0, le=12)
    turn_cost: int = Field(ge=1, le=3)
    ingredient_limit: int = Field(ge=2, le=MAX_LIMIT)
    action_limit: int = Field(ge=1, le=12)


class Judging(RuleModel):
    match_tokens: int = Field(ge=0, le=5)
    pair_tokens: int = Field(ge=0, le=5)


class Ingredient(RuleModel):
    name: str
    values: int = Field(ge=2, le=MAX_VALUES)
    copies: int = Field(ge=1, le=MANY_SLOTS)


class Ingredients(RuleModel):
    grain: Ingredient
    hops: Ingredient


class Brewhouse(RuleModel):
    slot_costs: list[int] = Field(min_length=1, max_length=MAX_SLOTS)
    copies_stack: bool

    @model_validator(mode="after")
    def costs_are_possible(self) -> Self:
        if not all(0 <= cost <= 20 for cost in self.slot_costs):
            raise ValueError(f"slot_costs = {self.slot_costs}: each must be from 0 to 20")
        return self


class Bribe(RuleModel):
    offer: int = Field(ge=1, le=5)
    pays_turn: bool


class Rulings(RuleModel):
    tie: Literal["all_tied", "first_judged", "most_tokens", "no_trophy"]
    first_player: Literal["clockwise", "fixed"]
    blackmail_shows: Literal["all", "player"]
    own_judge_counts: bool


class Seats(RuleModel):
    start_tokens: FiveSeats[Annotated[int, Field(ge=0, le=MAX_START_TOKENS)]]
    start_cards: FiveSeats[Annotated[int, Field(ge=0, le=MAX_START_CARDS)]]
    start_points: FiveSeats[Annotated[int, Field(ge=0, le=MAX_START_TROPHIES)]]
    tie_break: FiveSeats[Handicap]


class Improvement(RuleModel):
    name: Label
    copies: int = Copies
    extra_ingredients: int = Extra
    tokens_per_round: int = Field(0, ge=0, le=9)
    extra_actions: int = Extra
    ingredient_limit: int = Field(0, ge=0, le=MAX_EXTRA_LIMIT)
    keeps_judges_hidden: bool = False
    extra_beers: int = Extra


class Improvements(RuleModel):
    farmers_market: Improvement
    investors: Improvement
    logistics: Improvement
    storage_bins: Improvement
    trade_secrets: Improvement
    yeast_reserves: Improvement


class Instant(RuleModel):
    name: Label
    copies: int = Copies
    cost: int = Cost


class Buyback(Instant):
    tokens: int = Field(ge=0, le=9)


class TaxCollector(Instant):
    tokens: int = Field(ge=1, le=5)


class Instants(RuleModel):
    blackmail: Instant
    buyback: Buyback
    palate_swap: Instant
    swap_meet: Instant
    tax_collector: TaxCollector


class Adjunct(RuleModel):
    name: Label
    copies: int = Copies
    cost: int = Cost
    grain: int = Shift
    hops: int = Shift
    replaces: bool = False


class Values(RuleModel):
    game: Game
    judging: Judging
    ingredients: Ingredients
    brewhouse: Brewhouse
    bribe: Bribe
    rulings: Rulings
    seats: Seats
    improvements: Improvements
    instants: Instants
    adjuncts: dict[str, Adjunct]

    @model_validator(mode="after")
    def hands_can_be_dealt(self) -> Self:
        dealt = self.game.ingredients_dealt
        if 2 * dealt - 2 > self.game.ingredient_limit:
            raise ValueError(
                f"game.ingredients_dealt = {dealt}: {2 * dealt - 2} cards stay in hand, "
                f"but game.ingredient_limit is {self.game.ingredient_limit}"
            )
        for name in TYPES:
            ingredient: Ingredient = getattr(self.ingredients, name)
            if ingredient.values * ingredient.copies < MAX_SEATS * dealt + 1:
                raise ValueError(
                    f"ingredients.{name}: {ingredient.values * ingredient.copies} cards, "
                    f"but {MAX_SEATS * dealt + 1} are dealt and laid out at {MAX_SEATS} seats"
                )
        return self

    @model_validator(mode="after")
    def action_deck_is_large_enough(self) -> Self:
        more = self.seats.start_cards.in_order()
        if self.game.actions_dealt + max(more) > self.game.action_limit:
            raise ValueError(
                f"game.actions_dealt = {self.game.actions_dealt} and seats.start_cards up to {max(more)}: "
                f"more than game.action_limit = {self.game.action_limit}"
            )
        cards = sum(card.copies for group in (dict(self.improvements), dict(self.instants), self.adjuncts) for card in group.values())
        dealt = MAX_SEATS * self.game.actions_dealt + sum(more)
        if cards < dealt:
            raise ValueError(f"{cards} action cards in all, but {dealt} are dealt at {MAX_SEATS} seats")
        if cards > MAX_DECK:
            raise ValueError(f"{cards} action cards in all, but the deck holds at most {MAX_DECK}")
        return self

    @model_validator(mode="after")
    def nobody_has_won_at_the_start(self) -> Self:
        ahead = max(self.seats.start_points.in_order())
        if ahead >= self.game.trophies_to_win:
            raise ValueError(f"seats.start_points: {ahead} trophies, but game.trophies_to_win is {self.game.trophies_to_win}")
        return self


def build(values: Values) -> np.record:
    """The rules record of validated values."""
    rules = new_record(RULES)
    for name, value in (values.game.model_dump() | values.judging.model_dump()).items():
        rules[name] = value
    for t, name in enumerate(TYPES):
        ingredient: Ingredient = getattr(values.ingredients, name)
        rules.n_values[t] = ingredient.values
        rules.value_copies[t] = ingredient.copies
        rules.copy_slots[t] = FEW_SLOTS if ingredient.copies <= FEW_SLOTS else MANY_SLOTS
    rules.n_slots = len(values.brewhouse.slot_costs)
    rules.slot_costs[: rules.n_slots] = values.brewhouse.slot_costs
    rules.copies_stack = values.brewhouse.copies_stack
    rules.bribe_offer = values.bribe.offer
    rules.tie = Tie[values.rulings.tie.upper()]
    rules.first_moves = values.rulings.first_player == "clockwise"
    rules.blackmail_shows_all = values.rulings.blackmail_shows == "all"
    rules.own_judge_counts = values.rulings.own_judge_counts
    rules.start_tokens[:] = values.seats.start_tokens.in_order()
    rules.start_cards[:] = values.seats.start_cards.in_order()
    rules.start_points[:] = values.seats.start_points.in_order()
    rules.tie_break[:] = values.seats.tie_break.in_order()
    for k, name in enumerate(IMPROVEMENTS):
        improvement: Improvement = getattr(values.improvements, name)
        write_label(rules.labels[k], improvement.name)
        rules.copies[k] = improvement.copies
        rules.extra_ingredients[k] = improvement.extra_ingredients
        rules.tokens_per_round[k] = improvement.tokens_per_round
        rules.extra_actions[k] = improvement.extra_actions
        rules.extra_limit[k] = improvement.ingredient_limit
        rules.keeps_hidden[k] = improvement.keeps_judges_hidden
        rules.extra_beers[k] = improvement.extra_beers
    for i, name in enumerate(INSTANTS):
        instant: Instant = getattr(values.instants, name)
        write_label(rules.labels[FIRST_INSTANT + i], instant.name)
        rules.copies[FIRST_INSTANT + i] = instant.copies
        rules.cost[FIRST_INSTANT + i] = instant.cost
        rules.play_cost[FIRST_INSTANT + i] = values.game.turn_cost + instant.cost
    rules.buyback_tokens = values.instants.buyback.tokens
    rules.tax_tokens = values.instants.tax_collector.tokens
    for name, a in SECTIONS[0].slots(values.adjuncts).items():
        adjunct = values.adjuncts[name]
        write_label(rules.labels[FIRST_ADJUNCT + a], adjunct.name)
        rules.copies[FIRST_ADJUNCT + a] = adjunct.copies
        rules.cost[FIRST_ADJUNCT + a] = adjunct.cost
        rules.shift[a] = adjunct.grain, adjunct.hops
        rules.replaces[a] = adjunct.replaces
    offer, turn = values.bribe.offer, values.game.turn_cost
    rules.bribe_cost = max(offer, turn) if values.bribe.pays_turn else offer + turn
    return rules
