"""What a bot takes for granted: its named beliefs (bots.toml), as tables that follow from them and from the rules.

The worth of a spell is what it does in one round, in cards of a given element. These are rough guesses.
"""

import math
from collections.abc import Mapping
from enum import IntEnum
from functools import lru_cache

import numpy as np

from brewsim.engine.contract import new_record
from brewsim.games.wizards_brew.rules import MAX_CUBES, MAX_SEATS, MIN_SEATS, N_INGREDIENTS, N_SPELLS, RULES, WILD, TextPhase
from brewsim.parts.exact import powers

LONGEST_GAME = 12  # rounds that bots look ahead at most
MOST_SAVED = 2**16  # cards; no spells save as many
LEAST_DOUBT = 0.01  # cards; what is divided by is never 0
SUREST = 0.98  # the chance of what seems certain; or no bid would be better than another
TOP_TEXTS = 4  # Echo finds a text among the best of this many parts of the deck
MAX_MISSING = N_INGREDIENTS  # ingredients that anybody can miss


def _annuity(expected: int) -> np.ndarray:
    """(life) Rounds that a spell will be of use, in a game that is expected to last this number of rounds."""
    stays = expected / (expected + 1.0)  # the chance that there is one more round
    return np.concatenate([[0.0], np.cumsum(powers(stays, MAX_CUBES))])  # Python's sum rounds otherwise from 3.12 on


ANNUITY = np.array([_annuity(expected) for expected in range(LONGEST_GAME + 1)])


class Use(IntEnum):
    """What a spell is good for; a plan can prefer one."""

    CARDS = 0
    SAVING = 1
    COLOUR = 2
    REACH = 3
    ENERGY = 4
    CONTROL = 5


# Beliefs that features and survey read as they are.
PLAIN = ("far_area", "near_area", "old_area", "weak_danger", "idle_cube", "freed_cube")

# What a player is believed to pay for an ingredient: see bots.toml.
RIVAL = ("ingredient", "new", "nearing", "pressing", "stops", "wins", "card", "share", "doubt")

BELIEFS = np.dtype(
    [
        *((name, np.float64) for name in PLAIN),  # see bots.toml
        *((f"rival_{name}", np.float64) for name in RIVAL),
        ("new_first", np.int32),  # see bots.toml; in halves of a card
        ("most_edge", np.float64),  # see bots.toml; at least 1
        ("expected", np.int16, (MAX_MISSING + 1,)),  # (ingredients that the leader is missing) rounds that the game will last
        ("fade", np.float64, (MAX_SEATS + 1, MAX_MISSING + 1)),  # (number of seats, missing to the leader) what cards are still good for
        ("life", np.int16, (N_SPELLS, MAX_CUBES + 1)),  # (spell, cubes) rounds that the cubes last
        ("annuity", np.float64, (LONGEST_GAME + 1, MAX_CUBES + 1)),  # (rounds expected, life) rounds of use, later ones less likely
        # (rounds expected, spell, cubes) chance that a player with more free cubes raises a bid of these cubes for the spell
        ("outbid", np.float64, (LONGEST_GAME + 1, N_SPELLS, MAX_CUBES + 1)),
        ("exchange_rounds", np.float64, (LONGEST_GAME + 1,)),  # (rounds expected) rounds of use of a starting spell
        ("worth", np.float64, (N_SPELLS, len(Use))),  # (spell, use) worth a round
        ("total_worth", np.float64, (N_SPELLS,)),  # (spell) over all uses
        ("exchange_gain", np.float64, (N_SPELLS, len(Use))),  # (spell, use) worth of the mean spell above that of this one
        ("text_worth", np.float64, (N_SPELLS, len(TextPhase))),  # (spell, phase) worth of the text in one phase
        ("symbol_worth", np.float64, (N_SPELLS,)),  # (spell) worth of the symbols to Mirror Pool
    ],
    align=True,
)


def believe(rules: np.record, values: Mapping[str, float]) -> np.record:
    """The beliefs record of named values, by these rules. Every series of games asks for it, so it is worked out only once."""
    return _believe(rules.tobytes(), tuple(values.items())).copy()


@lru_cache(maxsize=64)
def _believe(rules_bytes: bytes, named_values: tuple[tuple[str, float], ...]) -> np.record:
    """The same, of arguments that can be compared."""
    rules = np.frombuffer(rules_bytes, RULES).view(np.recarray)[0]
    values = dict(named_values)
    beliefs = new_record(BELIEFS)
    for name in PLAIN:
        beliefs[name] = values[name]
    for name in RIVAL:
        beliefs[f"rival_{name}"] = values[f"rival.{name}"]
    beliefs.rival_doubt = max(LEAST_DOUBT, values["rival.doubt"])
    beliefs.new_first = _in_halves(values["new_first"])
    beliefs.most_edge = max(1.0, values["most_edge"])
    beliefs.symbol_worth[:] = rules.symbols + values["copied_wild_card"] * rules.makes[:, WILD]
    _expect_length(beliefs, rules, values)
    _judge_spells(beliefs, rules, values)
    _expect_bids(beliefs, values)
    return beliefs


def _in_halves(cards: float) -> int:
    """Whole halves of a card, which are above, equal to or below the same whole cards as the number itself."""
    cards = min(max(-MOST_SAVED, cards), MOST_SAVED)
    return math.floor(cards) + math.ceil(cards)


def _expect_length(beliefs: np.record, rules: np.record, values: Mapping[str, float]) -> None:
    """How long the game will last, and what that means for cards and cubes."""
    missing = np.arange(MAX_MISSING + 1)
    rounds_per_missing = min(max(0.0, values["rounds_per_missing"]), LONGEST_GAME)
    beliefs.expected[:] = np.clip(rounds_per_missing * missing + 0.5, 1, LONGEST_GAME)
    for seats in range(MIN_SEATS, MAX_SEATS + 1):
        beliefs.fade[seats] = (missing + 1.0) / (rules.to_win_different[seats] + 1.0) * np.sqrt(max(0.0, values["usual_seats"]) / seats)
    beliefs.life[:] = -(-np.arange(MAX_CUBES + 1) // rules.energy[:, None])
    beliefs.annuity[:] = ANNUITY
    beliefs.exchange_rounds[:] = beliefs.annuity[:, round(min(max(values["exchange_life"], 0), MAX_CUBES))]


def _expect_bids(beliefs: np.record, values: Mapping[str, float]) -> None:
    """How likely others are to raise a bid for a spell: surely if they gain much by the least raise, never if they lose much."""
    bids = np.arange(MAX_CUBES + 1)
    next_life = beliefs.life[:, np.minimum(bids + 1, MAX_CUBES)]
    gain = beliefs.total_worth[:, None] * beliefs.annuity[:, next_life] + values["outbid.win"] - values["outbid.cube"] * (bids + 1)
    sure = np.clip(0.5 + 0.5 * gain / max(LEAST_DOUBT, values["outbid.doubt"]), 0.0, 1.0)
    beliefs.outbid[:] = min(max(0.0, values["outbid.most"]), SUREST) * sure


def _judge_spells(beliefs: np.record, rules: np.record, values: Mapping[str, float]) -> None:
    """What each spell is worth in one round, by use, and its text in each phase."""

    def worth(*effects: str) -> np.ndarray:
        """What these effects are worth together, for each spell."""
        return np.sum([values[f"effect_worth.{effect}"] * rules[effect] for effect in effects], axis=0)

    wild = values["wild_card"]
    resonance = np.minimum(values["other_spells"] * rules.cards_per_other_spell, rules.most_resonance)
    choices = resonance + values["chance_to_be_last"] * rules.cards_if_last + rules.extra_cards
    toll = np.minimum(rules.most_toll, rules.tolls * max(0.0, values["usual_seats"] - 1))
    element = worth("swaps", "mirrors") + values["effect_worth.tolls"] * toll + wild * choices
    saving = worth("less", "less_once", "second_ingredients")
    colour = values["effect_worth.less_for"] * rules.less_for.sum(axis=1)
    more_elements = np.maximum(rules.stand_ins.sum(axis=2) - 1, 0).sum(axis=1)
    reach = values["effect_worth.stand_ins"] * more_elements + values["free_horse.reach"] * rules.free_horse
    draws = worth("consolation", "scavenges")
    dispelling = values["effect_worth.dispels"] * rules.dispels * rules.dispel_cubes
    energy = worth("renews", "keeps", "drains", "recalls", "shifts") + dispelling
    control = worth("sceptre", "equal_bids") + values["free_horse.control"] * rules.free_horse + worth("ward")
    symbols = rules.makes[:, :WILD].sum(axis=1) + wild * rules.makes[:, WILD]
    sceptre, ward = rules.sceptre, rules.ward
    beliefs.text_worth[:, TextPhase.ELEMENT] = element + values["copied_sceptre.element"] * sceptre + values["copied_ward.element"] * ward
    beliefs.text_worth[:, TextPhase.INGREDIENT] = (
        saving + colour + reach + draws + worth("equal_bids") + values["copied_sceptre.ingredient"] * sceptre
    )
    beliefs.text_worth[:, TextPhase.ENERGY] = energy + values["copied_sceptre.energy"] * sceptre + values["copied_ward.energy"] * ward
    echo = values["effect_worth.echo"] * _best_texts(beliefs.text_worth[rules.in_deck > 0])[rules.echo]
    beliefs.worth[:, Use.CARDS] = symbols + element + draws + echo
    beliefs.worth[:, Use.SAVING] = saving
    beliefs.worth[:, Use.COLOUR] = colour
    beliefs.worth[:, Use.REACH] = reach
    beliefs.worth[:, Use.ENERGY] = energy
    beliefs.worth[:, Use.CONTROL] = control
    beliefs.total_worth[:] = np.cumsum(beliefs.worth, axis=1)[:, -1]  # adds in the order of the uses on every machine
    beliefs.exchange_gain[:] = beliefs.worth[rules.in_deck > 0].mean(axis=0) - beliefs.worth


def _best_texts(text_worth: np.ndarray) -> np.ndarray:
    """(phases of a round) What the better texts of a deck are worth there, best phases first: one of them lies before an opponent."""
    best = np.sort(text_worth, axis=0)[-max(1, len(text_worth) // TOP_TEXTS) :].mean(axis=0)
    return np.concatenate([[0.0], np.cumsum(np.sort(best)[::-1])])
