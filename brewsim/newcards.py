"""What a variant adds and removes: cards of those tables of a title's rules that take new ones.

New cards are made of the effects that a card of the table can have. In changes of the rules they stand under the path `add`, as in
`[add.spells.storm]` of a variant file, and what is removed is the list `remove`.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any, get_args

from pydantic import BaseModel, ValidationError

from brewsim.engine.contract import Title
from brewsim.engine.sections import Section
from brewsim.errors import BadInput, shorten, unknown
from brewsim.goals import subjects
from brewsim.reading import explain, flatten, nest

ADD, REMOVE = "add", "remove"  # the paths of what a variant adds and removes; nothing of it is in print
LAWFUL = re.compile(r"[a-z][a-z0-9_]{0,39}")
ALLOWED = "small letters, digits and _, a letter first, at most 40 of them"


def split_cards(changes: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Changes by path: those of cards that are added or removed, and all others."""
    cards = {path: value for path, value in changes.items() if path.partition(".")[0] in (ADD, REMOVE)}
    return cards, {path: value for path, value in changes.items() if path not in cards}


def change_cards(title: Title, nested: dict[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """Remove and add cards in the nested values of rules. Returns these changes by path, of new cards what is not as by default."""
    removed = _removed(title, changes.get(REMOVE, []))
    for section, names in removed.items():
        for name in names:
            del table_of(nested, section)[name]
    added = dict(_added(title, changes))
    told: dict[str, Any] = {}
    for (section, name), given in added.items():
        card = new_card(title, section, name, given)
        table_of(nested, section)[name] = card.model_dump(by_alias=True)
        own = card.model_dump(by_alias=True, exclude_defaults=True)
        told |= {f"{ADD}.{section.path}.{name}.{key}": value for key, value in flatten(own)}
    for section in title.sections:
        cards = len(table_of(nested, section))
        if cards > section.room:
            raise BadInput(f"{section.path}: {cards} cards, but at most {section.room} fit")
    items = [section.item(name) for section, names in removed.items() for name in names]
    return told | ({REMOVE: items} if items else {})


def table_of(nested: Mapping[str, Any], section: Section) -> dict[str, Any]:
    """The cards of a section in nested values, by name."""
    table: Any = nested
    for key in section.path.split("."):
        table = table[key]
    cards: dict[str, Any] = table
    return cards


def _removed(title: Title, names: Any) -> dict[Section, list[str]]:
    """The printed cards of each section that are removed, by the name of the card or of the item."""
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise BadInput(f"{REMOVE} = {shorten(repr(names))}: a list of cards")
    known = {called: (section, card) for section in title.sections for card in section.printed for called in (section.item(card), card)}
    found: dict[Section, list[str]] = {}
    for name in names:
        if name not in known:
            if name in title.items:
                raise BadInput(f"{REMOVE}: {name} is no card that the rules of {title.name} can do without; {_sections(title)}")
            raise unknown(f"card of {title.name}", name, known)
        section, card = known[name]
        if card in found.setdefault(section, []):
            raise BadInput(f"{REMOVE}: {name} is listed twice")
        found[section].append(card)
    return found


def _sections(title: Title) -> str:
    """Which tables take new cards, in words."""
    if not title.sections:
        return f"{title.name} has no table that takes new cards"
    return "cards can be added to and removed from " + ", ".join(section.path for section in title.sections)


def _added(title: Title, changes: Mapping[str, Any]) -> Iterator[tuple[tuple[Section, str], dict[str, Any]]]:
    """The tables of new cards, by section and name. They may be written as tables, or as dotted paths."""
    tables: dict[tuple[Section, str], dict[str, Any]] = {}  # the values of each by path
    for path, value in _leaves({path: value for path, value in changes.items() if path != REMOVE}):
        inner = path.removeprefix(ADD).removeprefix(".")
        section = next((one for one in title.sections if f"{inner}.".startswith(f"{one.path}.")), None)
        if section is None:
            raise BadInput(f"{shorten(path)}: {_sections(title)}; write [{ADD}.TABLE.NAME]")
        name, _, key = inner.removeprefix(section.path).removeprefix(".").partition(".")
        if not name or not (key or value == {}):
            raise BadInput(f"{shorten(path)}: a new card is a table, [{ADD}.{section.path}.NAME]")
        tables.setdefault((section, name), {}).update({key: value} if key else {})
    items = [section.item(name) for section, name in tables]
    for (section, name), table in tables.items():
        if items.count(section.item(name)) > 1:
            raise BadInput(f"{ADD}.{section.path}.{name}: two new cards are called {section.item(name)}")
        yield (section, name), nest(table)


def _leaves(table: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """As `flatten`, and an empty table is a leaf, too."""
    for key, value in table.items():
        if isinstance(value, Mapping) and value:
            yield from _leaves(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", value


def card_model(title: Title, section: Section) -> type[BaseModel]:
    """The schema of a card of a section."""
    form: Any = title.schema
    for key in section.path.split("."):
        form = form.model_fields[key].annotation
    model: type[BaseModel] = get_args(form)[1]
    return model


def new_card(title: Title, section: Section, name: str, given: dict[str, Any]) -> BaseModel:
    """A new card, if it can be one. Where nothing is said of what is written on it, that follows from its name."""
    if not LAWFUL.fullmatch(name):
        raise BadInput(f"{ADD}.{section.path}: '{shorten(name)}' is no name for a card; {ALLOWED}")
    item = section.item(name)
    if item.replace("_", " ") in subjects(title) or name in (*section.printed, "all") or f"first_{item}" in title.metrics:
        raise BadInput(f"{ADD}.{section.path}.{name}: '{name}' is the name of something else in {title.name}; give the card another one")
    model = card_model(title, section)
    if "name" in model.model_fields:
        given.setdefault("name", name.replace("_", " ").title())
    try:
        return model.model_validate(given)
    except ValidationError as error:
        keys = [field.alias or key for key, field in model.model_fields.items()]
        raise BadInput(f"{ADD}.{section.path}.{name}: {explain(error, keys)}") from None
