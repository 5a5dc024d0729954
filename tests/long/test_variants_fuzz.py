"""Thousands of variants a title, at and near the limits of its rules: no index leaves an array, and no invariant breaks."""

import os
import random
from collections.abc import Iterator
from typing import Any

import pytest

from brewsim.bots import read_bots
from brewsim.errors import BadInput
from brewsim.games import TITLES, load_title
from brewsim.play import check
from brewsim.rules import Rules, load_rules

pytestmark = [pytest.mark.long, pytest.mark.compiled_only]

PATCHES = 2000  # a title
SHARES = 4  # tests a title, so that all cores have work
GAMES = 2  # a patch
MOST_CHANGES = 6
FAR = 1 << 40  # beyond every limit


def admits(name: str, path: str, value: Any) -> bool:
    """Whether the printed rules allow this change alone."""
    try:
        load_rules(name, {path: value})
    except BadInput:
        return False
    return True


class Limits:
    """The least and the greatest admitted value of each number, found by asking."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.found: dict[str, tuple[int, int]] = {}

    def of(self, path: str, printed: int) -> tuple[int, int]:
        if path not in self.found:
            self.found[path] = self._last(path, printed, -1), self._last(path, printed, 1)
        return self.found[path]

    def _last(self, path: str, good: int, step: int) -> int:
        """The last admitted value in one direction, by halving."""
        bad = good + step
        while admits(self.name, path, bad) and abs(bad) < FAR:
            good, bad = bad, bad + 2 * (bad - good)
        while abs(bad - good) > 1:
            middle = (good + bad) // 2
            good, bad = (middle, bad) if admits(self.name, path, middle) else (good, middle)
        return good


def other_value(luck: random.Random, limits: Limits, path: str, printed: Any, alike: list[Any]) -> Any:
    """Another value of the same kind, often at a limit or beside it."""
    match printed:
        case bool():
            return not printed
        case int():
            least, greatest = limits.of(path, printed)
            near = [least, least, least + 1, greatest, greatest, greatest - 1, printed - 1, printed + 1, 0, luck.randint(least, greatest)]
            return luck.choice(near)
        case float():
            return luck.choice([0.0, 1.0, printed / 2, printed * 2])
        case list():
            return other_list(luck, printed, alike)
        case _:
            return luck.choice(alike)


def other_list(luck: random.Random, printed: list[Any], alike: list[Any]) -> list[Any]:
    """A list of another value of its kind, or with an element more, less, or changed."""
    changed = list(luck.choice([printed, luck.choice(alike)]))
    for _ in range(luck.randint(1, 4)):
        match luck.randrange(3) if changed else 0:
            case 0:
                pool = [element for other in alike for element in other]
                if pool:
                    changed.insert(luck.randint(0, len(changed)), luck.choice(pool))
            case 1:
                del changed[luck.randrange(len(changed))]
            case 2:
                at = luck.randrange(len(changed))
                if type(changed[at]) is int:
                    changed[at] = luck.choice([0, changed[at] - 1, changed[at] + 1, 2 * changed[at], max(changed)])
    return changed


def patches(name: str, share: int) -> Iterator[Rules]:
    """Admitted variants with several changes at once."""
    luck = random.Random(f"{name} {share}")
    printed, limits = load_rules(name).values, Limits(name)
    paths = list(printed)
    last_words = {path: path.rsplit(".", 1)[-1] for path in paths}
    made = 0
    while made < PATCHES // SHARES:
        changes: dict[str, Any] = {}
        near = luck.choice(paths).rsplit(".", 1)[0]  # changes of one group of values meet each other
        group = [path for path in paths if path.startswith(near)] if luck.random() < 0.5 else paths
        for path in luck.sample(group, min(len(group), luck.randint(1, MOST_CHANGES))):
            value = printed[path]
            alike = [printed[other] for other in paths if last_words[other] == last_words[path] and type(printed[other]) is type(value)]
            changes[path] = other_value(luck, limits, path, value, alike)
        rules = admitted_part(name, changes)
        if rules is not None:
            made += 1
            yield rules


def admitted_part(name: str, changes: dict[str, Any]) -> Rules | None:
    """The variant with these changes, without the last ones if the rules refuse them."""
    while changes:
        try:
            return load_rules(name, changes)
        except BadInput:
            changes.popitem()
    return None


@pytest.mark.parametrize("share", range(SHARES))
@pytest.mark.parametrize("name", TITLES)
def test_no_variant_leaves_an_array_or_breaks_an_invariant(name, share):
    assert os.environ["NUMBA_BOUNDSCHECK"] == "1"
    title = load_title(name)
    luck, bots = random.Random(share), list(read_bots(title))
    for rules in patches(name, share):
        seats, bot, seed = luck.choice(title.seats), luck.choice(bots), luck.randrange(1 << 32)
        try:
            check(rules, seats, GAMES, bot, seed)
        except (AssertionError, IndexError, ZeroDivisionError) as error:
            changes = {path: value for path, (_, value) in rules.changes.items()}
            pytest.fail(f"{name} with {changes}, {seats} seats, {bot}, seed {seed}: {error}")
