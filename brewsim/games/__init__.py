"""The titles in the box. A new one is a folder here and one line in TITLES."""

from importlib import import_module

from brewsim.engine.contract import Title
from brewsim.errors import unknown

TITLES = ("brew_crafters", "brew_baron")


def load_title(name: str) -> Title:
    """Import a title by name; only then are its functions declared, so that unused titles cost nothing."""
    if name not in TITLES:
        raise unknown("title", name, TITLES)
    title = import_module(f"brewsim.games.{name}").TITLE
    assert isinstance(title, Title)
    return title
