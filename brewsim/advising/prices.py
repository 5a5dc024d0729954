"""What an item should cost: its price is moved up and down until it is worth as much as the others of its kind.

Every price is played on the same shuffles, freely and with one seat that may not use the item. The others of the kind keep their prices,
and are taken away one at a time by the rules as they are. `stats/prices.py` says what that tells.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import polars as pl

from brewsim.bots import Lineup
from brewsim.engine.conventions import restricted_seat
from brewsim.errors import BadInput, unknown
from brewsim.matches import Workers, pieces
from brewsim.outcomes import to_frame
from brewsim.play import simulate_without
from brewsim.rules import Rules, fields_of, items_of, load_rules
from brewsim.stats.bans import numbers
from brewsim.stats.digits import show
from brewsim.stats.intervals import CONFIDENCE
from brewsim.stats.prices import TOO_RARE, Found, find_price

FIRST_STEPS = (1, 2)  # from the price of today, down and up
FARTHER_STEPS = (4, 8)  # on a side on which the price may still be


@dataclass(frozen=True)
class Tag:
    """An item and the number of the rules that is its price."""

    item: str
    kind: str
    path: str
    is_reward: bool | None  # more of it makes the item stronger; None where nobody said which way it works

    @property
    def words(self) -> tuple[str, str]:
        """What is said of a price that should be higher, and of one that should be lower."""
        return {None: ("too low", "too high"), False: ("too cheap", "too dear"), True: ("pays too little", "pays too much")}[self.is_reward]

    @property
    def noun(self) -> str:
        """What the number is called."""
        return "price" if self.is_reward is False else "value"


@dataclass(frozen=True)
class Priced:
    """What was found of the price of an item."""

    tag: Tag
    now: int
    found: Found

    @property
    def off(self) -> float:
        """By how much the price of today is too low; nan if no price is known that is right."""
        return self.found.crossing.value - self.now if self.found.crossing else np.nan


def price_tags(rules: Rules, item: str = "", path: str = "") -> list[Tag]:
    """The prices of all items that have one, or that of one item, which may be at a path of the caller's choice."""
    title = rules.title
    known = {one.item: one for one in items_of(rules)}
    if item and item not in known:
        raise unknown(f"item of {title.name}", item, title.items)
    if path and not item:
        raise BadInput("--path is the price of one item: name the item as well")
    if path and path not in rules.values:
        raise unknown(f"rule of {title.name}", path, rules.values)
    tags = []
    for one in [known[item]] if item else known.values():
        price = title.prices.get(one.kind)
        own = Tag(one.item, one.kind, f"{one.path}.{price.key}", price.is_reward) if price else None
        tags += [Tag(one.item, one.kind, path, None)] if path and not (own and own.path == path) else [own] if own else []
    if not tags:
        kinds = " and ".join(f"each {kind}" for kind in title.prices)
        raise BadInput(f"{item} has no price: in {title.name} {kinds} has one; name a number of the rules with --path")
    for tag in tags:
        if type(rules.values[tag.path]) is not int:
            raise BadInput(f"{tag.path} is {rules.values[tag.path]}; a price is a whole number")
    return tags


def games_about(rules: Rules, tags: list[Tag], games: int) -> int:
    """About how many games tell the prices of these items, each played with this many."""
    kinds = {tag.kind for tag in tags}
    kin = sum(kind in kinds for kind in rules.title.item_kinds)
    return games * (1 + kin + 2 * 2 * len(FIRST_STEPS) * len(tags))


@dataclass
class Pricing:
    """Plays the prices of items of a title, all on the same games."""

    rules: Rules
    lineup: Lineup
    games: int
    seed: int
    work: Workers[np.ndarray]
    advance: Callable[[int], None] = lambda n: None
    bans: dict[str, np.ndarray] = field(default_factory=dict)  # by item, by the rules as they are

    def price(self, tag: Tag) -> Priced:
        """Find the price at which an item is worth as much as the median of the others of its kind."""
        now, title = self.rules.values[tag.path], self.rules.title
        schema = fields_of(self.rules)[tag.path].schema
        limits = schema.get("minimum", -np.inf), schema.get("maximum", np.inf)
        others = [self._ban(item) for item, kind in zip(title.items, title.item_kinds) if kind == tag.kind and item != tag.item]
        own = {now: self._ban(tag.item)}
        found = find_price(own, others, now)
        if found.why != TOO_RARE:
            return Priced(tag, now, found)
        for step in (*FIRST_STEPS, *FARTHER_STEPS):
            for side in (-1, 1) if step in FIRST_STEPS else list(_open_sides(found)):
                self._play(tag, int(np.clip(now + side * step, *limits)), own)
            found = find_price(own, others, now)
        return Priced(tag, now, found)

    def _play(self, tag: Tag, price: int, own: dict[int, np.ndarray]) -> None:
        """Play a price. One that the rules refuse because of other values is left out."""
        if price in own:
            return
        try:
            rules = load_rules(self.rules.title.name, self.rules.patch | {tag.path: price})
        except BadInput:
            return
        own[price] = numbers(self._rows(rules), self._rows(rules, tag.item), [tag.item])

    @cached_property
    def _free(self) -> pl.DataFrame:
        return self._rows(self.rules)

    def _ban(self, item: str) -> np.ndarray:
        """(game, number) an item taken away by the rules as they are."""
        if item not in self.bans:
            self.bans[item] = numbers(self._free, self._rows(self.rules, item), [item])
        return self.bans[item]

    def _rows(self, rules: Rules, *without: str) -> pl.DataFrame:
        """The restricted seat of every game."""
        cut = pieces(np.arange(self.games), self.lineup.bots)
        rows = np.concatenate(self.work(_own_rows, [(without, rules, self.lineup, piece, self.seed) for piece in cut]))
        self.advance(self.games)
        return to_frame(rules, rows, "", self.lineup.names)


def _own_rows(without: tuple[str, ...], rules: Rules, lineup: Lineup, ids: np.ndarray, seed: int) -> np.ndarray:
    rows = simulate_without(without, rules, lineup, ids, seed)
    own: np.ndarray = rows[rows["seat"] == restricted_seat(rows["game"], len(lineup.names))]
    return own


def _open_sides(found: Found) -> Iterator[int]:
    """On which sides of the prices that were played, below (-1) or above (1), the right one may still lie."""
    crossing = found.crossing
    if crossing is None:
        return
    is_nowhere, is_falling = np.isnan(crossing.low), abs(crossing.ends[0]) > abs(crossing.ends[1])
    if found.points[0].is_known and (crossing.low == -np.inf or (is_nowhere and not is_falling)):
        yield -1
    if found.points[-1].is_known and (crossing.high == np.inf or (is_nowhere and is_falling)):
        yield 1


def is_sure(priced: Priced, tested: int) -> bool:
    """Whether the price of an item is surely wrong, one of this many that were tested."""
    crossing = priced.found.crossing
    return crossing is not None and crossing.p_now < (1 - CONFIDENCE) / tested and not crossing.low <= priced.now <= crossing.high


def in_words(priced: Priced, sure: bool) -> str:
    """What was found, in a few words: 'too cheap by 1.4 (0.9 to 2.0)'."""
    crossing, now, tag = priced.found.crossing, priced.now, priced.tag
    if crossing is None:
        return f"not tested: {priced.found.why}"
    if np.isnan(crossing.low):
        known = [point.price for point in priced.found.points if point.is_known]
        return f"no {tag.noun} in {known[0]}..{known[-1]} makes it as {'weak' if crossing.ends[0] > 0 else 'strong'} as the median"
    ends = [end for end in (crossing.low, crossing.high) if np.isfinite(end)]
    if not ends:
        return f"not known: its worth hardly follows the {tag.noun}"
    higher, lower = tag.words
    if len(ends) == 1:
        beyond, word = ("or more", higher) if crossing.high == np.inf else ("or less", lower)
        if sure:
            return f"{word} by {abs(ends[0] - now):.1f} or more"
        return f"not known: the right {tag.noun} is {ends[0]:.1f} {beyond}"
    value, low, high = priced.off, crossing.low - now, crossing.high - now
    by, interval = show(value, low, high, significant=1) if value > 0 else show(-value, -high, -low, significant=1)
    if low <= 0 <= high:
        return f"may be right: off by {by} ({interval})"
    return f"{'' if sure else 'perhaps '}{higher if value > 0 else lower} by {by} ({interval})"


def by_distance(found: list[Priced]) -> list[Priced]:
    """The prices that are farthest off first: surely wrong ones, then those that may be right, then what cannot be told."""

    def place(priced: Priced) -> tuple[int, float]:
        if priced.found.crossing is None:
            return 2, 0.0
        off = np.inf if np.isnan(priced.off) else abs(priced.off)
        return int(not is_sure(priced, len(found))), -off

    return sorted(found, key=place)
