"""An experiment: a question about a title, as the cases to play. Read from a TOML file, or made of command-line values."""

import itertools
import platform
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, PrivateAttr, ValidationError

from brewsim.bots import ALL_ROUNDER, DEFAULT_BOT, Bot, Lineup, bad_seats, base_bot, find_bot, make_lineup, read_bot_file, read_bots
from brewsim.engine.contract import Title
from brewsim.errors import BadInput, check_folder_name, check_name, choice, shorten, unknown
from brewsim.games import load_title, version_of
from brewsim.goals import Goal, check_goals, parse_goal
from brewsim.manifest import CHUNK_GAMES, PRINTED, EffectiveRules, Limits, Manifest, PlayedCase, TitleFacts
from brewsim.outcomes import common_columns
from brewsim.parts.sources import code_digest
from brewsim.reading import explain, in_the_box, read_toml
from brewsim.rules import Rules, load_rules

DEFAULT_GAMES = 100_000
SEARCH_PART = 100  # a searching level of skill plays this part of the games, but
LEAST_SEARCH_GAMES = 200  # not fewer than this
LEAST_PLAN_GAMES = 200  # of each table of plans
MAX_PLANS = 12  # there is a table for every way to mix them
MAX_GAMES = 10**10
MAX_LISTED = 1000  # of each list in an experiment file
MAX_SEATINGS = 20  # numbers of seats in it
MAX_CASES = 10_000
MAX_PAIRED = 40  # items make 780 pairs
ALL_ITEMS = "all"
MAX_SEED = 2**63 - 1
LIBRARIES = ("numba", "numpy", "polars")


class ExperimentFile(BaseModel):
    """The keys of an experiment file."""

    model_config = ConfigDict(extra="forbid", strict=True)

    title: str
    question: str = ""
    games: int = Field(default=DEFAULT_GAMES, ge=1, le=MAX_GAMES)  # of each case
    seed: int = Field(default=0, ge=0, le=MAX_SEED)
    seats: int | Annotated[list[int], Field(max_length=MAX_SEATINGS)] | None = None  # default: the title's usual number
    # A bot for all seats, or bots by seat.
    lineups: list[str | list[str]] = Field(default=[DEFAULT_BOT], min_length=1, max_length=MAX_LISTED)
    rotate: bool = False  # move the bots of a lineup on by one seat with every game
    baseline: bool = True  # play the printed rules too
    variants: dict[str, dict[str, Any]] = Field(default={}, max_length=MAX_LISTED)  # name -> changes by path
    # Restricted play: items that one seat of each game may not use, a case each, beside the free one; "all" is every item.
    without: list[str] = Field(default=[], max_length=MAX_LISTED)
    pairs: list[str] = Field(default=[], max_length=MAX_PAIRED)  # items restricted each alone, and every two of them together
    without_games: int | None = Field(default=None, ge=1, le=MAX_GAMES)  # of each restricted case; as many as the others by default
    # Bots that play it, each at all seats of a lineup or level of skill; every lineup and level by default.
    without_bots: Annotated[list[str], Field(min_length=1, max_length=MAX_LISTED)] | None = None
    bots: dict[str, dict[str, Any]] = Field(default={}, max_length=MAX_LISTED)  # own bots, as in bots.toml
    # Levels of skill, bots from weak to strong: each plays at all seats, beside the lineups.
    skill: Annotated[list[str], Field(max_length=MAX_LISTED)] | None = None
    # Games of each level that searches; by default a hundredth of the games, at least 200. Never more than the games.
    search_games: int | None = Field(default=None, ge=1, le=MAX_GAMES)
    limits: Limits = Limits()  # the sizes that make a problem, for reports
    # Plans to hold against each other: every table that mixes them is played, beside the lineups, and rotates.
    plans: Annotated[list[str], Field(max_length=MAX_PLANS)] = []
    # Games of each of these tables; by default the games, shared among them, but at least 200. Never more than the games.
    plan_games: int | None = Field(default=None, ge=1, le=MAX_GAMES)
    # What must stay true of every lineup of its own by all rules, for `brewsim check`: goals in two halves, "rounds" = "9..11".
    check: dict[str, Any] | None = None
    _path: str | None = PrivateAttr(default=None)  # of the file itself
    _bot_files: dict[str, str] = PrivateAttr(default={})  # bot -> the other file that it is from


@dataclass(frozen=True)
class Case:
    """Title x variant x lineup x number of seats (x restricted items): games that differ in nothing but chance."""

    rules: Rules
    lineup: Lineup
    without: tuple[str, ...]  # the items that one seat of each game may not use
    games: int
    skill: int | None = None  # its place among the levels of skill, see `PlayedCase`
    is_extra: bool = False  # played only as a level of skill, or as a table of plans

    @property
    def seats(self) -> int:
        return len(self.lineup.names)

    @property
    def name(self) -> str:
        """Unique in the experiment, and fit for a folder."""
        names = [re.sub("[:/]", "~", name) for name in self.lineup.names]  # of searching bots
        bots = names[0] if len(set(names)) == 1 else "-".join(names)
        endings = (".rotated" if self.lineup.rotates else "") + (f".without_{'+'.join(self.without)}" if self.without else "")
        return f"{self.rules.variant}.{self.seats}.{bots}{endings}"

    def as_played(self) -> PlayedCase:
        """The case as plain data."""
        who = self.name, self.rules.variant, self.seats, self.lineup.names, self.lineup.rotates
        return PlayedCase(*who, self.without, self.games, self.skill, self.is_extra)


@dataclass(frozen=True)
class Experiment:
    """All that decides what is played, validated."""

    name: str
    question: str
    title: Title
    games: int  # of each case; restricted ones, searching levels of skill and tables of plans may have fewer
    seed: int
    cases: tuple[Case, ...]
    bots: dict[str, Bot]
    file: str | None = None  # the experiment file, as it was named
    bot_files: dict[str, str] = field(default_factory=dict)  # bot -> the other file that it is from, as that was named
    limits: Limits = field(default_factory=Limits)

    def manifest(self, chunk: int = CHUNK_GAMES, command: Sequence[str] = ()) -> Manifest:
        """The experiment as plain data: enough to know what was played, to read it and to play it again."""
        used = sorted({base_bot(name) for case in self.cases for name in case.lineup.names})
        return Manifest(
            name=self.name,
            question=self.question,
            title=TitleFacts(**{fact.name: getattr(self.title, fact.name) for fact in fields(TitleFacts)}),
            games=self.games,
            chunk=chunk,
            seed=self.seed,
            cases=tuple(case.as_played() for case in self.cases),
            rules={case.rules.variant: EffectiveRules(case.rules.changes, case.rules.values) for case in self.cases},
            bots={name: self.bots[name].model_dump() for name in used},
            columns=common_columns(),
            code=code_digest(self.title.folder),
            versions={
                "brewsim": version("brewsim"),
                **version_of(self.title.name),
                "python": platform.python_version(),
                **{name: version(name) for name in LIBRARIES},
            },
            machine={"system": platform.system(), "processor": platform.machine()},
            command=tuple(command),
            experiment_file=self.file,
            bot_files={name: file for name, file in self.bot_files.items() if name in used},
            limits=self.limits,
        )

    @cached_property
    def digest(self) -> str:
        """Names the experiment by all that decides its outcomes."""
        return self.manifest().digest


def check_seed(seed: int) -> None:
    """Refuse a seed that a game cannot have."""
    if not 0 <= seed <= MAX_SEED:
        raise BadInput(f"{choice('seed', seed)}: 0 to {MAX_SEED}")


def read_experiment(title_or_file: str) -> tuple[str, ExperimentFile]:
    """The name and the keys of an experiment file, or the defaults of a title."""
    path = Path(title_or_file)
    if path.suffix != ".toml":
        return title_or_file, ExperimentFile(title=load_title(title_or_file).name)
    check_folder_name("experiment", path.stem)
    try:
        file = ExperimentFile.model_validate(read_toml(in_the_box(path)))
    except ValidationError as error:
        keys = [*ExperimentFile.model_fields, *(f"limits.{name}" for name in Limits.model_fields)]
        raise BadInput(f"{path}: {explain(error, keys)}") from None
    file._path = title_or_file
    try:
        goals_of(file)
    except BadInput as error:
        raise BadInput(f"{path}: [check]: {error}") from None
    return path.stem, file


def default_experiment(title: Title) -> ExperimentFile:
    """The keys of the file named after a title, in the box or beside the title's package; the defaults where there is none."""
    path = Path("experiments") / f"{title.name}.toml"
    found = next((file for file in (in_the_box(path), title.folder.parent / path) if file.exists()), None)
    return read_experiment(str(found))[1] if found else ExperimentFile(title=title.name)


def goals_of(file: ExperimentFile) -> list[Goal]:
    """The goals of the table `[check]`; none where there is no table."""
    if file.check is None:
        return []
    for key, limit in file.check.items():
        if isinstance(limit, bool) or not isinstance(limit, int | float | str):
            raise BadInput(f"'{shorten(key)}' = {shorten(str(limit))}: a limit is a number, or a text such as '9..11'")
    title, bots = rules_of(file)[0].title, {bot for names in file.lineups if isinstance(names, list) for bot in names}
    goals = [parse_goal(title, f"{key} {limit}", bots) for key, limit in file.check.items()]
    check_goals(title, goals)
    return goals


def override(file: ExperimentFile, bot_file: Path | None = None, **values: Any) -> ExperimentFile:
    """The same keys with those that are not None replaced. Bots, and those of a file of bots, are added to those of the file."""
    given = {key: value for key, value in values.items() if value is not None}
    own = read_bot_file(bot_file) if bot_file else {}
    given["bots"] = {**file.bots, **given.get("bots", {}), **own}
    try:
        made = ExperimentFile.model_validate({**file.model_dump(), **given})
    except ValidationError as error:
        raise BadInput(explain(error)) from None
    made._path = file._path
    made._bot_files = {**file._bot_files, **dict.fromkeys(own, str(bot_file))}
    return made


def make_experiment(name: str, file: ExperimentFile, variants: Sequence[Rules] = ()) -> Experiment:
    """Work out the cases. `variants` given by the caller take the place of the file's, without the baseline."""
    check_folder_name("experiment", name)
    title = load_title(file.title)
    bots = read_bots(title, file.bots)
    rules = with_all_items(variants) if variants else rules_of(file)
    title = rules[0].title
    levels = _levels(title, file, bots)
    seatings, restricted = _lineups(title, file), _restricted_items(title, file)
    own = len(seatings)
    seatings += _extra_lineups(seatings, levels)
    limited = _restricted_lineups(file, seatings)
    mixed = _plan_tables(title, file, bots, seatings)
    n_cases = len(rules) * (len(seatings) + sum(limited) * len(restricted) + len(mixed))
    if n_cases > MAX_CASES:
        what = "variants, lineups, levels of skill, tables of plans, seats and restricted items"
        raise BadInput(f"{n_cases:,} cases: {what} are multiplied out; at most {MAX_CASES:,}")
    lineups = [make_lineup(title, names, bots, file.rotate) for names in seatings]
    cases = [
        _make_case(file, one_rules, lineup, items, levels, is_extra=place >= own)
        for one_rules, (place, lineup) in itertools.product(rules, enumerate(lineups))
        for items in ((), *(restricted if limited[place] else ()))
        if all(item in one_rules.numbers for item in items)
    ]
    games = _plan_games(file, len(mixed))
    cases += [
        Case(one_rules, make_lineup(title, names, bots, rotates=True), (), games, is_extra=True)
        for one_rules, names in itertools.product(rules, mixed)
    ]
    names = [case.name for case in cases]
    if len(set(names)) < len(names):
        raise BadInput(f"the same case is listed twice: {next(name for name in names if names.count(name) > 1)}")
    for case in names:
        check_folder_name("case", case)
    files = file._path, file._bot_files
    return Experiment(name, file.question, title, file.games, file.seed, tuple(cases), bots, *files, file.limits)


def experiment_of(manifest: Manifest) -> Experiment:
    """The experiment that a manifest tells of, made again from the manifest alone."""
    title = load_title(manifest.title.name)
    if manifest.code != code_digest(title.folder):
        versions = f"another version of brewsim, or of {title.name}"
        raise BadInput(f"run {manifest.digest} was played by {versions}; this version cannot add to it")
    bots = read_bots(title, manifest.bots)
    changes = {variant: {path: value for path, (_, value) in known.changes.items()} for variant, known in manifest.rules.items()}
    known = with_all_items([load_rules(title.name, patch, variant) for variant, patch in changes.items()])
    title, rules = known[0].title, {one.variant: one for one in known}
    cases = tuple(
        Case(rules[case.variant], make_lineup(title, case.lineup, bots, case.rotates), case.without, case.games, case.skill, case.is_extra)
        for case in manifest.cases
    )
    named = manifest.name, manifest.question
    files = manifest.experiment_file, manifest.bot_files
    experiment = Experiment(*named, title, manifest.games, manifest.seed, cases, bots, *files, manifest.limits)
    if experiment.digest != manifest.digest:
        raise BadInput(f"run {manifest.digest} was played with other rules or bots than this version has; this version cannot add to it")
    return experiment


def rules_of(file: ExperimentFile) -> list[Rules]:
    """The rules that an experiment file names."""
    rules = [load_rules(file.title)] if file.baseline or not file.variants else []
    return with_all_items([*rules, *(named_variant(file.title, name, changes) for name, changes in file.variants.items())])


def with_all_items(rules: Sequence[Rules]) -> list[Rules]:
    """These rules, each with the items of all of them: an item that some do not have is counted there, too, as never used."""
    kinds = {item: kind for one in rules for item, kind in zip(one.title.items, one.title.item_kinds)}
    if all(tuple(kinds) == one.title.items for one in rules):
        return list(rules)
    return [replace(one, title=one.title.with_items(kinds)) for one in rules]


def named_variant(title: str, name: str, changes: Mapping[str, Any]) -> Rules:
    """The rules of a title with changes by path, under a name."""
    check_name("variant", name, taken=PRINTED)
    return replace(load_rules(title, changes), variant=name)


def _restricted_items(title: Title, file: ExperimentFile) -> list[tuple[str, ...]]:
    """The items of each restricted case: one, or two of the pairs."""
    single = list(title.items) if file.without == [ALL_ITEMS] else file.without
    for item in (*single, *file.pairs):
        if item not in title.items:
            raise unknown(f"item of {title.name}", item, title.items)
    if len(set(file.pairs)) == 1 or len(set(file.pairs)) < len(file.pairs):
        raise BadInput(f"pairs = {shorten(str(file.pairs))}: at least two items, each of them once")
    alone = [*single, *(item for item in file.pairs if item not in single)]
    return [*((item,) for item in alone), *itertools.combinations(file.pairs, 2)]


def _restricted_lineups(file: ExperimentFile, seatings: Sequence[list[str]]) -> list[bool]:
    """Whether each of these lineups plays with restrictions too."""
    if file.without_bots is None:
        return [True] * len(seatings)
    mirrors = {names[0] for names in seatings if len(set(names)) == 1}
    for bot in file.without_bots:
        if bot not in mirrors:
            raise unknown("bot in without_bots, which are lineups of one bot or levels of skill", bot, sorted(mirrors))
    return [len(set(names)) == 1 and names[0] in file.without_bots for names in seatings]


def _lineups(title: Title, file: ExperimentFile) -> list[list[str]]:
    """Every lineup at every number of seats that it fits."""
    given = [names for names in file.lineups if isinstance(names, list)]
    if file.seats is None:
        counts = sorted({len(names) for names in given}) or [title.default_seats]
    else:
        counts = file.seats if isinstance(file.seats, list) else [file.seats]
    if not counts:
        raise BadInput(f"seats = []: at least one of {', '.join(map(str, title.seats))}")
    for seats in counts:
        if seats not in title.seats:
            raise bad_seats(title, seats)
    for names in given:
        if len(names) not in counts:
            raise BadInput(f"the lineup {','.join(names)} has {len(names)} bots, but the seats are {', '.join(map(str, counts))}")
    return [
        list(names) if isinstance(names, list) else [names] * seats
        for seats in counts
        for names in file.lineups
        if isinstance(names, str) or len(names) == seats
    ]


def _levels(title: Title, file: ExperimentFile, bots: Mapping[str, Bot]) -> dict[str, int]:
    """The place of each level of skill: 0 for the first that findings go by, ALL_ROUNDER where it is one, weaker ones below."""
    if file.skill is None:
        return {}
    for name in file.skill:
        find_bot(title, name, bots)
    if twice := [name for name in file.skill if file.skill.count(name) > 1]:
        raise BadInput(f"skill: '{twice[0]}' is listed twice")
    first = file.skill.index(ALL_ROUNDER) if ALL_ROUNDER in file.skill else 0
    if len(file.skill) < first + 2:
        above = f"at least one of them after '{ALL_ROUNDER}'" if first else "at least two of them"
        raise BadInput(f"skill = {shorten(str(file.skill))}: bots from weak to strong, {above}")
    return {name: place - first for place, name in enumerate(file.skill)}


def _extra_lineups(seatings: Sequence[list[str]], levels: Iterable[str]) -> list[list[str]]:
    """The levels of skill at every number of seats, but for those that are among these lineups."""
    counts = dict.fromkeys(map(len, seatings))
    return [[level] * seats for seats in counts for level in levels if [level] * seats not in seatings]


def _plan_tables(title: Title, file: ExperimentFile, bots: Mapping[str, Bot], seatings: Sequence[list[str]]) -> list[list[str]]:
    """Every way to mix the plans at each number of seats. Where all play the same plan nothing is to be found: they win alike."""
    for name in file.plans:
        find_bot(title, name, bots)
    if twice := [name for name in file.plans if file.plans.count(name) > 1]:
        raise BadInput(f"plans: '{twice[0]}' is listed twice")
    if len(file.plans) == 1:
        raise BadInput(f"plans = {file.plans}: at least two of them")
    played = {tuple(sorted(names)) for names in seatings} if file.rotate else set()
    return [
        list(names)
        for seats in dict.fromkeys(map(len, seatings))
        for names in itertools.combinations_with_replacement(file.plans, seats)
        if len(set(names)) > 1 and tuple(sorted(names)) not in played
    ]


def _plan_games(file: ExperimentFile, tables: int) -> int:
    """The games of each table of plans: there are many tables."""
    return min(file.games, file.plan_games or max(LEAST_PLAN_GAMES, file.games // max(1, tables)))


def _make_case(
    file: ExperimentFile, rules: Rules, lineup: Lineup, items: tuple[str, ...], levels: Mapping[str, int], is_extra: bool
) -> Case:
    is_mirror = len(set(lineup.names)) == 1
    games = _search_games(file) if is_extra and lineup.bots[0].playouts else file.games
    if items:
        games = min(games, file.without_games or games)
    return Case(rules, lineup, items, games, levels.get(lineup.names[0]) if is_mirror else None, is_extra)


def _search_games(file: ExperimentFile) -> int:
    """The games of a level that searches: they take long."""
    return min(file.games, file.search_games or max(LEAST_SEARCH_GAMES, file.games // SEARCH_PART))
