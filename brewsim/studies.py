"""Questions that take several cases: variants against a base, a rule over a range of values, items under restriction."""

import re
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from brewsim.errors import BadInput, unknown
from brewsim.experiment import ALL_ITEMS, Experiment, ExperimentFile, make_experiment, override, read_experiment
from brewsim.games import TITLES, load_title
from brewsim.rules import BLANK, load_rules, read_toml, read_variant

MAX_VALUES = 100  # of one sweep
CARD_GAMES = 20_000  # of each item: a loss of a point of win share shows


def comparison(
    base: str, variants: Sequence[Path], settings: Sequence[str] = (), blank: Sequence[str] = (), **overrides: Any
) -> Experiment:
    """A base and its variants, played on the same shuffles and dice.

    Parameters
    ----------
    base : a title, a variant file, or an experiment file that has variants of its own.
    variants : variant files.
    settings : changes as 'path=value'; together with `blank` they make one more variant.
    blank : items that nobody may use.
    overrides : keys of an experiment file.
    """
    if base not in TITLES and {"set", BLANK} & read_toml(Path(base)).keys():
        own = read_variant(Path(base))
        name, file, rules = own.variant, ExperimentFile(title=own.title.name), [own]
    else:
        name, file = read_experiment(base)
        rules = [case.rules for case in make_experiment(name, file).cases]
        rules = list({rule.variant: rule for rule in rules}.values())
    file = override(file, **overrides)
    rules += [read_variant(path, file.title) for path in variants]
    changes = dict(parse_setting(text) for text in settings) | ({BLANK: list(blank)} if blank else {})
    if changes:
        rules.append(load_rules(file.title, changes))
    if len(rules) < 2:
        raise BadInput(f"nothing to compare with {base}: name variant files, or changes as --set path=value or --blank item")
    names = [rule.variant for rule in rules]
    if len(set(names)) < len(names):
        raise BadInput(f"two variants have the same name: {next(name for name in names if names.count(name) > 1)}")
    return make_experiment(f"compare_{name}", file, rules)


def sweep(title: str, setting: str, **overrides: Any) -> tuple[Experiment, str]:
    """A rule over a range of values and its printed one: the experiment, and the path of the rule.

    `setting` is 'path=1..8' or 'path=2,3,5'.
    """
    load_title(title)
    path, _, text = setting.partition("=")
    values = _values(text, setting)
    printed = load_rules(title)
    if path not in printed.values:
        raise unknown(f"rule of {title}", path, printed.values)
    rules = [load_rules(title, {path: value}, variant=f"{path}-{_file_name(value)}") for value in values]
    at_print = [i for i, value in enumerate(values) if value == printed.values[path]]
    if at_print:
        rules[at_print[0]] = printed
    else:
        rules.insert(0, printed)
    file = override(ExperimentFile(title=title), **overrides)
    return make_experiment(f"sweep_{title}_{path}", file, rules), path


def card_study(title: str, items: Sequence[str] = (), **overrides: Any) -> Experiment:
    """Every item, or these, taken from one seat of each game in turn."""
    name, file = read_experiment(title)
    for item in items:
        if item not in load_title(file.title).items:
            raise unknown(f"item of {file.title}", item, load_title(file.title).items)
    file = override(override(file, games=CARD_GAMES), without=list(items) or [ALL_ITEMS], **overrides)
    return make_experiment(f"cards_{name}", file)


def parse_setting(text: str) -> tuple[str, Any]:
    """A change 'path=value'; the value as in TOML, or a bare word.

    >>> parse_setting("end.reputation=18"), parse_setting("rulings.tie=shared")
    (('end.reputation', 18), ('rulings.tie', 'shared'))
    """
    path, is_set, value = text.partition("=")
    if not is_set or not path or not value:
        raise BadInput(f"--set {text}: write path=value")
    return path.strip(), _value(value.strip())


def _value(text: str) -> Any:
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        return text


def _values(text: str, setting: str) -> list[Any]:
    span = re.fullmatch(r"(-?\d+)\.\.(-?\d+)", text.strip())
    if span:
        first, last = int(span[1]), int(span[2])
        values: list[Any] = list(range(first, last + 1))
    else:
        values = [_value(part.strip()) for part in text.split(",") if part.strip()]
    if len(values) < 2:
        raise BadInput(f"--set {setting}: a sweep needs at least two values, as path=1..8 or path=2,3,5")
    if len(values) > MAX_VALUES:
        raise BadInput(f"--set {setting}: {len(values)} values; at most {MAX_VALUES}")
    if len({str(value) for value in values}) < len(values):
        raise BadInput(f"--set {setting}: a value is listed twice")
    return values


def _file_name(value: Any) -> str:
    return re.sub(r"[^A-Za-z0-9.-]+", "_", str(value))
