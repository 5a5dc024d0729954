"""What new cards of a title can be made of: the keys that a card of a section has, what they do, and which printed cards have them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from brewsim.engine.sections import Section
from brewsim.games import load_title
from brewsim.rules import Setting, settings


@dataclass(frozen=True)
class Effect:
    """A key that a card of a section has, by itself or as a table."""

    section: str
    effect: str
    allowed: str
    meaning: str  # the comment beside it in rules.toml
    cards: tuple[str, ...]  # printed ones that have it
    is_common: bool  # every printed card has it

    @property
    def who(self) -> str:
        """Which cards have it, in words."""
        return "every card" if self.is_common else ", ".join(self.cards) or "no printed card"

    @property
    def text(self) -> str:
        """All that can be searched for, in small letters."""
        return f"{self.section} {self.effect} {self.meaning} {self.who}".replace("_", " ").lower()


def effects_of(title_name: str) -> list[Effect]:
    """Every effect of every section that takes new cards, in the order of the schema."""
    listed = settings(title_name)
    return [effect for section in load_title(title_name).sections for effect in _effects(section, listed)]


def _effects(section: Section, listed: Sequence[Setting]) -> Iterator[Effect]:
    by_key: dict[str, list[tuple[str, str, Setting]]] = {}  # key -> cards with what stands in its table there
    for setting in listed:
        if setting.path.startswith(f"{section.path}."):
            card, _, inner = setting.path.removeprefix(f"{section.path}.").partition(".")
            key, _, part = inner.partition(".")
            by_key.setdefault(key, []).append((card, part, setting))
    for key, found in by_key.items():
        parts = dict.fromkeys(part for _, part, _ in found if part)
        limits = " or ".join(dict.fromkeys(setting.allowed for _, _, setting in found))
        cards = tuple(dict.fromkeys(card for card, _, setting in found if setting.value not in (0, False, [], "")))
        meaning = next((setting.meaning for _, _, setting in found if setting.meaning), "")
        allowed = f"{limits}, for {_listed(list(parts))}" if parts else limits
        yield Effect(section.path, key, allowed, meaning, cards, len(cards) == len(section.printed))


def _listed(parts: Sequence[str]) -> str:
    """The keys of a table; of a table of tables those of both levels.

    >>> _listed(["malt", "hops"]), _listed(["ale.malt", "ale.hops", "porter.malt", "porter.hops"])
    ('malt, hops', 'ale, porter and malt, hops')
    """
    levels = zip(*(part.split(".") for part in parts))
    return " and ".join(", ".join(dict.fromkeys(level)) for level in levels)
