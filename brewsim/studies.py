"""Questions that take several cases: variants against a base, a rule over a range of values, items under restriction."""

import re
from collections.abc import Mapping, Sequence
from itertools import product
from pathlib import Path
from typing import Any

from brewsim.errors import BadInput, unknown
from brewsim.experiment import ALL_ITEMS, Experiment, ExperimentFile, make_experiment, override, read_experiment, rules_of
from brewsim.games import title_names
from brewsim.manifest import PRINTED
from brewsim.newcards import ADD, REMOVE
from brewsim.reading import Change, in_the_box, parse_settings, parse_sweep, read_toml
from brewsim.rules import BLANK, Rules, load_rules, read_variant
from brewsim.sheets import is_sheet

Settings = Sequence[str] | Mapping[str, Any]  # changes as 'path=value', or by path
MAX_SWEPT = 2  # rules at once: a grid is looked at as a whole
CARD_GAMES = 20_000  # of each item: a loss of a point of win share shows


def comparison(
    base: str, variants: Sequence[Path | Rules], settings: Settings = (), blank: Sequence[str] = (), **overrides: Any
) -> Experiment:
    """A base and its variants, played on the same shuffles and dice.

    Parameters
    ----------
    base : a title, a variant file, or an experiment file that has variants of its own.
    variants : variant files, or their rules.
    settings : changes as 'path=value', or by path; together with `blank` they make one more variant.
    blank : items that nobody may use.
    overrides : keys of an experiment file.
    """
    if base not in title_names() and (is_sheet(Path(base)) or {"set", BLANK, ADD, REMOVE} & read_toml(in_the_box(Path(base))).keys()):
        own = read_variant(Path(base))
        name, file, rules = own.variant, ExperimentFile(title=own.title.name), [own]
    else:
        name, file = _without_skill(*read_experiment(base))
        file = file.model_copy(update={"without": [], "pairs": []})  # unless the caller asks for items
        rules = rules_of(file)
    file = override(file, **overrides)
    rules = _with_changes(rules, file.title, variants, settings, blank)
    if len(rules) < 2:
        raise BadInput(f"nothing to compare with {base}: name variant files, or changes as --set path=value or --blank item")
    return make_experiment(f"compare_{name}", file, rules)


def _with_changes(
    rules: Sequence[Rules], title: str, variants: Sequence[Path | Rules], settings: Settings, blank: Sequence[str] = ()
) -> list[Rules]:
    """These rules, those of variant files, and one variant more that settings and blank items make, with the cards of the first rules."""
    changes = dict(settings) if isinstance(settings, Mapping) else parse_settings(settings)
    if blank and BLANK in changes:
        raise BadInput(f"--set {BLANK} and --blank: give one of them")
    changes |= {BLANK: list(blank)} if blank else {}
    known = [
        *rules,
        *(one if isinstance(one, Rules) else read_variant(one, title) for one in variants),
        *([load_rules(title, rules[0].cards | changes)] if changes else []),
    ]
    names = [rule.variant for rule in known]
    if len(set(names)) < len(names):
        raise BadInput(f"two variants have the same name: {next(name for name in names if names.count(name) > 1)}")
    return known


def sweep(title: str, settings: Sequence[str], base: Path | None = None, **overrides: Any) -> tuple[Experiment, tuple[str, ...]]:
    """A rule over a range of values, or two rules over a grid: the experiment, and the paths of the rules.

    A setting is 'path=1..8', 'path=12..27..3', 'path=2,3,5', or changes of the printed number: 'path=-2..+2'. `base` is a variant file
    whose rules take the place of the printed ones.
    """
    rules = read_variant(base, title) if base else load_rules(title)
    parsed = [parse_sweep(setting) for setting in settings]
    if len(parsed) > MAX_SWEPT:
        raise BadInput(f"--set is given {len(parsed)} times: a sweep is over the values of one rule or of two")
    axes = dict(parsed)
    if len(axes) < len(parsed):
        raise BadInput(f"--set is given twice for {parsed[0][0]}: two rules make a grid")
    return sweep_over(rules, axes, **overrides), tuple(axes)


def sweep_over(base: Rules, axes: Mapping[str, Sequence[Any]], **overrides: Any) -> Experiment:
    """Rules by path at each of these values, two of them at every pair of values, and as they are. A value may be a `Change`."""
    title = base.title.name
    known = {path: _values(base, path, values) for path, values in axes.items()}
    keys = [path.rpartition(".")[2] for path in known]
    names = keys if 1 < len(keys) == len(set(keys)) else list(known)  # two paths make a long name for a legend
    rules = []
    for values in product(*known.values()):
        changes = dict(zip(known, values))
        is_base = all(base.values[path] == value for path, value in changes.items())
        name = "_".join(f"{name}-{_file_name(value)}" for name, value in zip(names, values))
        rules += [] if is_base and base.variant != PRINTED else [base if is_base else load_rules(title, base.patch | changes, variant=name)]
    if not any(one is base for one in rules):
        rules.insert(0, base)  # what the others are compared with
    file = override(ExperimentFile(title=title), **overrides)
    return make_experiment("_".join(["sweep", title, *known]), file, rules)


def _values(base: Rules, path: str, values: Sequence[Any]) -> list[Any]:
    """The values of a swept rule, where some may be changes of the one that it has."""
    if path not in base.values:
        raise unknown(f"rule of {base.title.name}", path, base.values)
    if isinstance(base.values[path], list):
        raise BadInput(f"{path} is a list; a sweep is over numbers, words, or true and false")
    return [value.of(path, base.values[path]) if isinstance(value, Change) else value for value in values]


def card_study(
    title_or_file: str,
    items: Sequence[str] = (),
    pairs: Sequence[str] = (),
    variants: Sequence[Path] = (),
    settings: Sequence[str] = (),
    **overrides: Any,
) -> Experiment:
    """Items taken from one seat of each game in turn: those named, or those of the file, or all.

    Parameters
    ----------
    title_or_file : a title, or an experiment file, whose games, items and variants count where nothing else is said.
    items : to be taken away one at a time.
    pairs : to be taken away one at a time, and every two of them together.
    variants, settings : variant files, and changes as 'path=value' that make one more: items are taken away there too.
    overrides : keys of an experiment file. `games` are then those of every case.
    """
    name, file = _without_skill(*read_experiment(title_or_file))
    asked: dict[str, Any] = {} if "games" in file.model_fields_set else {"games": CARD_GAMES}
    if items or pairs:
        asked |= {"without": list(items), "pairs": list(pairs)}
    elif not file.without and not file.pairs:
        asked |= {"without": [ALL_ITEMS]}
    dropped = {"without_games": "games", "without_bots": "lineups"}  # of the file, where the caller says otherwise
    file = file.model_copy(update={key: None for key, given in dropped.items() if overrides.get(given) is not None})
    file = override(override(file, **asked), **overrides)
    rules = _with_changes(rules_of(file), file.title, variants, settings)
    return make_experiment(f"cards_{name}", file, rules)


def _without_skill(name: str, file: ExperimentFile) -> tuple[str, ExperimentFile]:
    """The experiment without its levels of skill and tables of plans: a study compares its cases with each other."""
    bots = [bot for bot in file.without_bots or () if bot in file.lineups]
    return name, file.model_copy(update={"skill": None, "plans": [], "without_bots": bots or None})


def _file_name(value: Any) -> str:
    return re.sub(r"[^A-Za-z0-9.-]+", "_", str(value))
