"""Questions that take several cases: variants against a base, a rule over a range of values, items under restriction."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from brewsim.errors import BadInput, shorten, unknown
from brewsim.experiment import ALL_ITEMS, Experiment, ExperimentFile, make_experiment, override, read_experiment
from brewsim.games import TITLES, load_title
from brewsim.reading import parse_settings, parse_sweep, read_toml
from brewsim.rules import BLANK, load_rules, read_variant

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
        name, file = _without_skill(*read_experiment(base))
        rules = [case.rules for case in make_experiment(name, file).cases]
        rules = list({rule.variant: rule for rule in rules}.values())
    file = override(file, **overrides)
    rules += [read_variant(path, file.title) for path in variants]
    changes = parse_settings(settings)
    if blank and BLANK in changes:
        raise BadInput(f"--set {BLANK} and --blank: give one of them")
    changes |= {BLANK: list(blank)} if blank else {}
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
    path, values = parse_sweep(setting)
    printed = load_rules(title)
    if path not in printed.values:
        raise unknown(f"rule of {title}", path, printed.values)
    if isinstance(printed.values[path], list):
        raise BadInput(f"--set {shorten(setting)}: {path} is a list; a sweep is over numbers, words, or true and false")
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
    name, file = _without_skill(*read_experiment(title))
    for item in items:
        if item not in load_title(file.title).items:
            raise unknown(f"item of {file.title}", item, load_title(file.title).items)
    file = override(override(file, games=CARD_GAMES), without=list(items) or [ALL_ITEMS], **overrides)
    return make_experiment(f"cards_{name}", file)


def _without_skill(name: str, file: ExperimentFile) -> tuple[str, ExperimentFile]:
    """The experiment without its levels of skill: a study compares its cases with each other."""
    return name, file.model_copy(update={"skill": None})


def _file_name(value: Any) -> str:
    return re.sub(r"[^A-Za-z0-9.-]+", "_", str(value))
