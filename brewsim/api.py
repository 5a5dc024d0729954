"""What a notebook calls: `run` plays games, a question such as `seats` takes the run and returns a frame, `plot_seats` draws it."""

import inspect
import os
import re
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import polars as pl

from brewsim.advising.advice import LEVELS, give_advice, make_request
from brewsim.advising.advised import Advised
from brewsim.assumptions import list_moves, measure_assumptions
from brewsim.bots import DEFAULT_BOT, Bots, make_lineup, read_bots
from brewsim.crews import hired
from brewsim.errors import BadInput, choice, shorten, unknown
from brewsim.experiment import MAX_GAMES, Experiment, check_seed, experiment_of, make_experiment, named_variant, override, read_experiment
from brewsim.games import load_title, look_at_titles
from brewsim.luck import choose_levels, measure_luck
from brewsim.manifest import CHUNK_GAMES
from brewsim.matches import workers
from brewsim.measured import Measured, read_measured
from brewsim.play import simulate
from brewsim.replay import replay as tell
from brewsim.results import Results, open_run
from brewsim.rules import BASES, Rules, items_of, load_rules, read_variant, rule_values
from brewsim.rules import settings as list_settings
from brewsim.runner import LOOK_GAMES, execute, prepare
from brewsim.showing import html
from brewsim.stats.assumptions import tabulate
from brewsim.stats.cards import card_strength, graded, observed_by_round, together, worth_change
from brewsim.stats.digits import plus_minus, show
from brewsim.stats.luck import luck as divide
from brewsim.stats.names import measure_name
from brewsim.stats.pace import half_time_by_case, length_by_case
from brewsim.stats.plans import SUMS, mix_of_plans, mixed_tables, win_share_by_table, wins_by_table
from brewsim.stats.seats import win_share_by_bot, win_share_by_bot_and_seat, win_share_by_seat
from brewsim.stats.sequential import Decision, Precision, check_points
from brewsim.stats.skill import by_level, label
from brewsim.stats.sources import points_by_source
from brewsim.stats.ties import margins_by_case, ties_by_case
from brewsim.stats.variants import answer, change_in_words, changed_rules, compare_all, ranked, response, unit_of, worth_showing
from brewsim.stats.variants import compare as compare_two
from brewsim.stats.verdicts import in_words
from brewsim.stepping import View, play_with
from brewsim.studies import comparison, sweep_over

__all__ = [
    "Comparison", "View", "advise", "assumptions", "bot_wins", "bot_wins_by_seat", "bots", "cards", "cards_by_round", "cards_change",
    "cards_together", "compare", "in_words", "items", "leaders", "length", "load_rules", "luck", "margins", "mix", "open_run", "plans",
    "play_with", "plot_bot_wins", "plot_cards", "plot_compare", "plot_leaders", "plot_luck", "plot_margins", "plot_mix", "plot_plans",
    "plot_seats", "plot_skill", "plot_sources", "plot_sweep", "plot_ties", "read_measured", "read_variant", "replay", "report", "run",
    "seats", "settings", "simulate", "skill", "skill_levels", "sources", "sweep", "ties", "titles",
]  # fmt: skip

POINTS = ("margin", "score", "points from")  # measures in points of the title's score
ESTIMATES = ("value", "observed", "restricted")  # columns, of which a frame has one or more
NAMED = 3  # things that a message lists

if TYPE_CHECKING:
    from matplotlib.axes import Axes

F = TypeVar("F", bound=Callable[..., Any])
Frame = pl.DataFrame


def _answers(statistic: Callable[..., Any]) -> Callable[[F], F]:
    """Let a question say which columns its answer has, in the words of the statistic that gives it."""

    def documented(question: F) -> F:
        found = re.search(r"^Returns\n-+\n(.*?)(?=\n\n\w+\n-+\n|\Z)", inspect.getdoc(statistic) or "", re.DOTALL | re.MULTILINE)
        if found:  # docstrings are stripped by `python -OO`
            question.__doc__ = f"{inspect.getdoc(question)}\n\nReturns\n-------\n{found[1].strip()}"
        return question

    return documented


def titles() -> Frame:
    """The titles: those in the box, and those of other packages that are installed. A broken one is named in a warning.

    Returns
    -------
    A row per title: `title` (what functions take), `name`, `seats` and `bots` (lists), `items` (how many have a strength to be
    measured), and how many of its rule values are `printed`, `inferred` or `assumed`.

    Examples
    --------
    >>> titles().filter(title="brew_crafters")["seats"].to_list()
    [[2, 3, 4]]
    """

    def row(name: str) -> dict[str, Any]:
        title, bases = load_title(name), [value.basis for value in rule_values(name)]
        counts = {basis: bases.count(basis) for basis in BASES}
        known = {"title": name, "name": title.label, "seats": list(title.seats), "bots": list(read_bots(title)), "items": len(title.items)}
        return known | counts

    rows, problems = look_at_titles(row)
    for problem in problems:
        warnings.warn(problem, stacklevel=2)
    return pl.DataFrame(rows)


def settings(title: str, word: str = "") -> Frame:
    """Every rule of a title that can be changed, or those with a word in their path, value or meaning.

    Returns
    -------
    A row per rule: `path` (what `changes` take), `value` (in print), `allowed`, `meaning`, `basis` (printed, inferred or assumed; nothing
    for what is 0 or empty in print), `source`, `table` (of rules.toml).
    """
    rows = [asdict(one) | {"value": str(one.value)} for one in list_settings(title)]
    wanted = word.lower()
    return pl.DataFrame([row for row in rows if wanted in f"{row['path']} {row['value']} {row['meaning']}".lower()], _text(rows))


def items(title: str) -> Frame:
    """The items of a title, whose strength `cards` measures.

    Returns
    -------
    A row per item: `item`, `kind` (items are compared with others of their kind), `path` (of its table in the rules), `name`, `does`.
    """
    rows = [asdict(one) for one in items_of(title)]
    return pl.DataFrame(rows, _text(rows))


def _text(rows: Sequence[Mapping[str, Any]]) -> dict[str, pl.DataType]:
    return {name: pl.String() for name in rows[0]}


def bots(title: str) -> Bots:
    """The bots of a title by name; each shows what it weighs and believes."""
    return read_bots(load_title(title))


def run(
    title_or_file: str | Path,
    out: str | Path | None = None,
    jobs: int | None = None,
    precision: float | None = None,
    scheduler: str | None = None,
    **keys: Any,
) -> Results:
    """Play a title or an experiment file, or find it played already, and open the result.

    Parameters
    ----------
    title_or_file : a title, or an experiment file.
    out : the folder of the data, or `s3://BUCKET/PREFIX`; runs/NAME/DIGEST by default.
    jobs : workers on this machine; all cores by default.
    precision : stop when the win shares of all seats are known to within these points; `games` are then the most that are played.
    scheduler : the address of a Dask cluster that is to play the games, as in `tcp://HOST:8786`.
    keys : keys of an experiment file, in place of those of the file: games, seats, seed, lineups, rotate, variants, without, pairs,
        without_games, without_bots, bots, skill, search_games, plans, plan_games, limits.

    Examples
    --------
    >>> folder = getfixture("tmp_path") / "run"
    >>> played = run("brew_crafters", out=folder, jobs=1, games=100, seats=2)
    >>> seats(played).select("seat", "n").rows()
    [(0, 100), (1, 100)]
    """
    if precision is not None:
        check_points("precision", precision)
    name, file = read_experiment(str(title_or_file))
    experiment = make_experiment(name, override(file, **keys))
    return _play(experiment, out, jobs, Precision(precision) if precision is not None else None, scheduler)


def _play(
    experiment: Experiment,
    out: str | Path | None,
    jobs: int | None,
    stop: Precision | Decision | None = None,
    scheduler: str | None = None,
) -> Results:
    """Play what is not there yet, and open the result."""
    with hired("threading" if scheduler is None else "dask", jobs, scheduler) as crew:
        plan = prepare(experiment, out, LOOK_GAMES if stop else CHUNK_GAMES)
        for _ in execute(plan, crew, is_enough=stop):
            pass
    return open_run(plan.folder)


class Story(str):
    """A game in words, which a notebook shows line by line."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


def replay(
    title_or_run: str | Path | Results,
    game: int = 0,
    case: str | None = None,
    changes: Mapping[str, Any] | None = None,
    **keys: Any,
) -> Story:
    """One game in words, every decision with what it was worth to the bot.

    Parameters
    ----------
    title_or_run : a title or an experiment file, or a run, whose game is told.
    game : its number.
    case : of a run; the first one by default.
    changes : of a title: path -> value.
    keys : of a title: keys of an experiment file, such as seats, seed, lineups, rotate.
    """
    if not 0 <= game < MAX_GAMES:
        raise BadInput(f"{choice('game', game)}: at least 0 and less than {MAX_GAMES:,}")
    if isinstance(title_or_run, Results):
        experiment = experiment_of(title_or_run.manifest)
    else:
        name, file = read_experiment(str(title_or_run))
        file = override(file, games=1, **keys)
        experiment = make_experiment(name, file, [load_rules(file.title, changes)] if changes else ())
    free = {one.name: one for one in experiment.cases if not one.without}
    if case is not None and case not in free:
        raise unknown("case", case, free)
    chosen = free[case] if case is not None else experiment.cases[0]
    return Story("\n".join(tell(chosen.rules, chosen.lineup, game, experiment.seed)))


def report(*runs: Results, measured: Sequence[Measured] = (), out: str | Path | None = None) -> Path:
    """Make the report of runs of a title, and of what was measured beside them (luck, assumptions, advice): one HTML page; its path."""
    from brewsim.report.build import build  # which loads matplotlib

    if not runs:
        raise BadInput("a report needs at least one run")
    return build(runs, Path(out) if out is not None else None, measured)


@_answers(divide)
def luck(
    title: str, levels: Sequence[str] = (), games: int = 20_000, seats: int | None = None, seed: int = 0, jobs: int | None = None
) -> Measured:
    """How much of who wins is seat, skill, deal and chance in play, among players drawn from these levels (bots from weak to strong).

    The answer has its rows as `.frame`; `plot_luck` draws it, and `report` takes it.
    """
    rules, seats = _table(title, games, seats, seed)
    known = bots(title)
    chosen = choose_levels(known, levels, title)
    with workers(jobs or os.cpu_count() or 1) as work:
        return measure_luck(rules, seats, known, chosen, games, seed, work, command=_call("luck", title, games, seats, seed))


@_answers(tabulate)
def assumptions(
    title: str, bot: str = DEFAULT_BOT, games: int = 10_000, seats: int | None = None, seed: int = 0, jobs: int | None = None
) -> Measured:
    """Which assumed values move who wins by seat, ties, length or scores: each is moved to its other plausible values.

    The answer has its rows as `.frame`, and `report` takes it.
    """
    rules, seats = _table(title, games, seats, seed)
    lineup = make_lineup(rules.title, [bot] * seats)
    with workers(jobs or os.cpu_count() or 1) as work:
        command = _call("assumptions", title, games, seats, seed)
        return measure_assumptions(list_moves(title), lineup, games, seed, work, command=command)


def _table(title: str, games: int, seats: int | None, seed: int) -> tuple[Rules, int]:
    """The printed rules and the number of seats, compiled before workers need them."""
    check_seed(seed)
    if not 1 <= games <= MAX_GAMES:
        raise BadInput(f"{choice('games', games)}: 1 to {MAX_GAMES:,}")
    rules = load_rules(title)
    seats = rules.title.default_seats if seats is None else seats
    simulate(rules, ["random"] * seats, 0)
    return rules, seats


def _call(function: str, title: str, games: int, seats: int, seed: int) -> tuple[str, ...]:
    """How something was measured, to be measured so again."""
    return (f"bs.{function}({title!r}, games={games}, seats={seats}, seed={seed})",)


@_answers(win_share_by_seat)
def seats(run: Results) -> Frame:
    """Win share by seat (`seat` counts from 0), with intervals for all seats at once and a test against equal chances."""
    return win_share_by_seat(run.parts())


@_answers(win_share_by_bot)
def bot_wins(run: Results) -> Frame:
    """Win share of a seat of each bot."""
    return win_share_by_bot(run.parts())


@_answers(win_share_by_bot_and_seat)
def bot_wins_by_seat(run: Results) -> Frame:
    """Win share of each bot at each seat; `seat` counts from 0."""
    return win_share_by_bot_and_seat(run.parts())


@_answers(win_share_by_table)
def plans(run: Results) -> Frame:
    """How often a seat of each bot wins at each table: a lineup, whatever its order.

    `variant` and `seats` stand before the columns below.
    """
    return _by_tables(run, win_share_by_table)


@_answers(mix_of_plans)
def mix(run: Results) -> Frame:
    """The mix of plans that players come to, and how often a seat wins with each plan among it; needs all tables of the bots (`plans`).

    `variant` and `seats` stand before the columns below.
    """
    return _by_tables(run, mix_of_plans)


def _by_tables(run: Results, statistic: Callable[[Frame], Frame]) -> Frame:
    """A statistic of the tables of each variant and number of seats."""
    frames = [
        statistic(wins_by_table(run.parts(*cases))).select(pl.lit(variant).alias("variant"), pl.lit(seats).alias("seats"), pl.all())
        for (variant, seats), cases in mixed_tables(run).items()
    ]
    return pl.concat(frames or [statistic(pl.DataFrame(schema=SUMS))])


@_answers(card_strength)
def cards(run: Results) -> Frame:
    """What each item is worth by restricted play (`without=["all"]`), and beside it what goes along with winning (`observed`).

    After the columns below stand `grade` (of its distance from its kind, against the limit of the run: problem, no_problem, not_known,
    not_tested) and `games_needed` (more games, to know).
    """
    return graded(card_strength(run), run.manifest.limits.share("item"))


@_answers(together)
def cards_together(run: Results) -> Frame:
    """Which two items are strong together, or replace each other (`pairs=[...]`)."""
    return _found(together(run), "pairs=[...], at least two items")


@_answers(worth_change)
def cards_change(run: Results) -> Frame:
    """What each item is worth before and after a change of the rules (`variants={...}` and `without=[...]`)."""
    return _found(worth_change(run), "variants={...} and without=[...]")


def _found(frame: Frame, needed: str) -> Frame:
    """The frame, if the run has what it takes."""
    if frame.is_empty():
        raise BadInput(f"the run does not tell; play one with {needed}")
    return frame


@_answers(observed_by_round)
def cards_by_round(run: Results) -> Frame:
    """Win share of those who first used an item in a round, against those who had not used it by then."""
    return observed_by_round(run.parts(), run.title.items)


@_answers(ties_by_case)
def ties(run: Results) -> Frame:
    """How often first place is tied, the tie-break decides, victory is shared, or games are close."""
    return ties_by_case(run.parts())


@_answers(margins_by_case)
def margins(run: Results) -> Frame:
    """The distribution of the winner's margin."""
    return margins_by_case(run.parts())


@_answers(length_by_case)
def length(run: Results) -> Frame:
    """Rounds, turns and decisions of a game."""
    return length_by_case(run.parts())


@_answers(half_time_by_case)
def leaders(run: Results) -> Frame:
    """How often the leader and the last at half-time win in the end, and what it would be by lot."""
    return half_time_by_case(run.parts())


@_answers(points_by_source)
def sources(run: Results) -> Frame:
    """Where the points of winners and of the others come from."""
    return points_by_source(run.parts(), run.title.score_sources)


@dataclass(frozen=True)
class Comparison:
    """What variants change. It shows the answer; `frame` has every measure."""

    run: Results
    frame: Frame

    def _pairs(self) -> Iterator[tuple[str, list[str], Frame]]:
        """Each variant: what it is compared with, what was changed and what came of it in sentences, and its rows."""
        cases = {case.name: case for case in self.run.cases}
        for rows in self.frame.partition_by("base_case", "case", maintain_order=True):
            base, case = (cases[rows[name][0]] for name in ("base_case", "case"))
            changes = [f"{change_in_words(path, *change)}." for path, change in changed_rules(self.run, base, case).items()]
            yield f"{case.name} against {base.name}", [*changes, *answer(rows)], rows

    def __repr__(self) -> str:
        return "\n".join(line for heading, sentences, _ in self._pairs() for line in (heading, *sentences))

    def _repr_html_(self) -> str:
        return "".join(
            html(f"{self.run.title.label}: {heading}", ["measure", "base", "variant", "difference", ""], self._changed(rows), sentences)
            for heading, sentences, rows in self._pairs()
        )

    @staticmethod
    def _changed(rows: Frame) -> list[tuple[str, ...]]:
        """What surely changed by enough to matter, what matters most first."""
        changed = next(iter(ranked(worth_showing(rows.filter(verdict="changed"))).values()), [])
        return [
            (
                measure_name(row),
                *(show(row[side], row[f"{side}_low"], row[f"{side}_high"], *unit_of(row), 1)[0] for side in ("base", "variant")),
                plus_minus(row["value"], row["low"], row["high"], 100 if row["is_share"] else 1, " points" if row["is_share"] else ""),
                in_words(row),
            )
            for row in changed
        ]


@_answers(compare_two)
def compare(
    title_or_run: str | Path | Results,
    changes: Mapping[str, Any] | None = None,
    out: str | Path | None = None,
    jobs: int | None = None,
    items: Sequence[str] = (),
    decide: float | None = None,
    **keys: Any,
) -> Comparison:
    """What variants change against the printed rules, or the first ones, on the same shuffles and dice.

    The answer shows itself. Its `frame` has `base_case` and `case` before the columns below.

    Parameters
    ----------
    title_or_run : a title or an experiment file, which is played, or a run with variants.
    changes : path -> value, one variant; or name -> {path: value}, several.
    out, jobs, keys : as for `run`.
    items : whose worth is compared too, by restricted play.
    decide : stop when every difference of win shares by seat and of ties is surely larger than these points, or surely smaller.
    """
    if isinstance(title_or_run, Results):
        if changes or items or keys or decide is not None:
            raise BadInput("the run is played already; changes, items, decide and other keys go with a title")
        return Comparison(title_or_run, compare_all(title_or_run))
    if decide is not None:
        check_points("decide", decide)
    changes = changes or {}
    is_named = bool(changes) and all(isinstance(value, Mapping) for value in changes.values())
    if not changes and Path(str(title_or_run)).suffix != ".toml":
        raise BadInput(
            f"nothing to compare with {title_or_run}: give changes={{path: value}}; settings({str(title_or_run)!r}) lists the paths"
        )
    title = read_experiment(str(title_or_run))[1].title
    named = [named_variant(title, name, patch) for name, patch in changes.items()] if is_named else []
    experiment = comparison(str(title_or_run), named, {} if is_named else changes, without=list(items), **keys)
    played = _play(experiment, out, jobs, Decision(decide) if decide is not None else None)
    return Comparison(played, compare_all(played))


def advise(
    title_or_rules: str | Rules,
    goals: Sequence[str],
    games: int = 500_000,
    seats: Sequence[int] = (),
    skill: Sequence[str] = LEVELS,
    may: Sequence[str] = (),
    never: Sequence[str] = (),
    edits: int | None = None,
    adapt: int = 0,
    seed: int = 0,
    jobs: int | None = None,
) -> Advised:
    """Where the rules stand, and the smallest changes that surely meet all goals, or what comes closest. The answer shows itself.

    Parameters
    ----------
    title_or_rules : a title by its printed rules, or rules such as those of `read_variant`.
    goals : what is wanted, as "seats within 5" or "rounds 6..7".
    games : that are played in all.
    seats, skill : numbers of seats and bots, weak to strong, for which all goals must hold.
    may, never : patterns of paths that may change, and that may not.
    edits : look at all repairs with up to this number of edits; else at up to 3, as few as will do.
    adapt : games to tune a bot for each repair with, for which it must hold as well; 0 leaves them out.
    """
    rules = title_or_rules if isinstance(title_or_rules, Rules) else load_rules(title_or_rules)
    simulate(rules, ["random"] * rules.title.default_seats, 0)  # compiles
    request = make_request(rules, goals, bots(rules.title.name), seats, skill, may, never, edits, games, seed, adapt)
    with workers(jobs or os.cpu_count() or 1) as work:
        return Advised(request, give_advice(request, work))


@_answers(label)
def skill(run: Results) -> Frame:
    """What becomes of every measure with skill: robust, depends on skill, an artefact of weak play, or not known (`skill=[...]`)."""
    return label(by_level(run))


@_answers(by_level)
def skill_levels(run: Results) -> Frame:
    """Every measure at each level of skill."""
    return by_level(run)


@_answers(response)
def sweep(
    title_or_run: str | Results,
    path: str,
    values: Sequence[Any] = (),
    out: str | Path | None = None,
    jobs: int | None = None,
    items: Sequence[str] = (),
    **keys: Any,
) -> Frame:
    """Every measure at each value of a rule: of a title at these values and the printed one, or at those that a run has.

    `out`, `jobs` and other keys are as for `run`; `items` as for `compare`.
    """
    if isinstance(title_or_run, Results):
        known = title_or_run.manifest.rules
        if path not in (paths := next(iter(known.values())).values):
            raise unknown(f"rule of {title_or_run.title.name}", path, paths)
        return response(title_or_run, path)
    if not values:
        raise BadInput(f"{choice('values')}: the values of {path} to be played")
    load_title(title_or_run)
    given = keys | ({"without": list(items)} if items else {})
    return response(_play(sweep_over(load_rules(title_or_run), {path: list(values)}, **given), out, jobs), path)


def plot_seats(run: Results | Frame, ax: "Axes | None" = None) -> "Axes":
    """Win share by seat, with the line of a fair share; of a run, or of rows of what `seats` found."""
    return _draw("seats", "plot_win_share_by_seat", _rows(run, seats), ax)


def plot_bot_wins(run: Results | Frame, ax: "Axes | None" = None) -> "Axes":
    """Win share of each bot of one case; of a run, or of rows of what `bot_wins` found."""
    return _draw("seats", "plot_win_share_by_bot", _of_one(_rows(run, bot_wins), "case"), ax)


def plot_plans(run: Results | Frame, ax: "Axes | None" = None) -> "Axes":
    """How often each bot wins at each table of one variant and number of seats; of a run, or of rows of what `plans` found."""
    return _draw("plans", "plot_win_share_by_table", _of_one(_rows(run, plans), "variant", "seats"), ax)


def plot_mix(run: Results | Frame, ax: "Axes | None" = None) -> "Axes":
    """The mix of plans of one variant and number of seats; of a run, or of rows of what `mix` found."""
    return _draw("plans", "plot_mix_of_plans", _of_one(_rows(run, mix), "variant", "seats"), ax)


def plot_cards(run: Results | Frame, ax: "Axes | None" = None) -> "Axes":
    """Items of one case by what they are worth, or without restricted play by what goes along with winning.

    Of a run, or of rows of what `cards` found.
    """
    return _draw("cards", "plot_card_strength", _of_one(_rows(run, cards), "case"), ax)


def plot_ties(run: Results | Frame, ax: "Axes | None" = None) -> "Axes":
    """How often games end in a tie or nearly so; of a run, or of rows of what `ties` found."""
    return _draw("ties", "plot_ties_by_case", _rows(run, ties), ax)


def plot_margins(run: Results | Frame, ax: "Axes | None" = None) -> "Axes":
    """The distribution of the winner's margin; of a run, or of rows of what `margins` found."""
    return _draw("ties", "plot_margins_by_case", _rows(run, margins), ax)


def plot_leaders(run: Results | Frame, ax: "Axes | None" = None) -> "Axes":
    """How often the leader and the last at half-time win; of a run, or of rows of what `leaders` found."""
    return _draw("pace", "plot_half_time_by_case", _rows(run, leaders), ax)


def plot_sources(run: Results | Frame, ax: "Axes | None" = None) -> "Axes":
    """Points by source of one case, winners against the others; of a run, or of rows of what `sources` found."""
    return _draw("sources", "plot_points_by_source", _of_one(_rows(run, sources), "case"), ax)


def plot_compare(differences: Comparison | Frame, ax: "Axes | None" = None) -> "Axes":
    """Differences of one unit that a variant makes: rows of the frame of what `compare` found, such as `.filter(is_share=True)`."""
    rows = _of_one_unit(_of_one(differences.frame if isinstance(differences, Comparison) else differences, "case"))
    return _draw("variants", "plot_compare", rows, ax, is_share=bool(rows["is_share"].all()))


def plot_sweep(curve: Frame, ax: "Axes | None" = None) -> "Axes":
    """The response curve of one measure, rows of what `sweep` found, such as `.filter(measure="rounds")`."""
    rows = _of_one(curve, "path", "measure", "group")
    return _draw("sweep", "plot_sweep", rows, ax, rule=rows["path"][0], is_share=bool(rows["is_share"].all()))


def plot_skill(levels: Frame, ax: "Axes | None" = None) -> "Axes":
    """Measures of one unit against skill, rows of what `skill_levels` found."""
    return _draw("skill", "plot_by_level", _of_one_unit(_of_one(levels, "variant", "seats", "base")), ax)


def plot_luck(measured: Measured, ax: "Axes | None" = None) -> "Axes":
    """The parts of the variance of who wins that `luck` found."""
    return _draw("luck", "plot_luck", measured.frame, ax)


def _rows(run: Results | Frame, question: Callable[[Results], Frame]) -> Frame:
    return run if isinstance(run, pl.DataFrame) else question(run)


def _known(rows: Frame) -> Frame:
    """The rows with an estimate."""
    return rows.filter(pl.any_horizontal(pl.col(name).is_not_null() for name in ESTIMATES if name in rows.columns))


def _of_one(rows: Frame, *columns: str) -> Frame:
    """The rows, if those with an estimate have one value in each of these columns."""
    for column in columns:
        values = _known(rows)[column].unique(maintain_order=True).to_list()
        if len(values) > 1:
            named = ", ".join(map(str, values[:NAMED])) + (", ..." if len(values) > NAMED else "")
            why = f"one figure is of one {column}, and these rows have {len(values)} ({shorten(named)})"
            raise BadInput(f"{why}; choose, for example: rows.filter({column}={values[0]!r})")
    return rows


def _of_one_unit(rows: Frame) -> Frame:
    """The rows, if their measures have one unit: shares, points of the score, or one measure of length."""
    units = {
        "shares" if is_share else "points" if measure in POINTS else measure: measure
        for measure, is_share in rows.select("measure", "is_share").iter_rows()
    }
    if len(units) > 1:
        example = "is_share=True" if "shares" in units else f"measure={next(iter(units.values()))!r}"
        raise BadInput(
            f"one figure has one unit, and these rows have {len(units)} ({', '.join(units)}); choose, for example: rows.filter({example})"
        )
    return rows


def _draw(module: str, function: str, frame: Frame, ax: "Axes | None", **options: Any) -> "Axes":
    """Draw on a figure of pyplot's, which a notebook shows; matplotlib is loaded only here, for it takes a while."""
    from matplotlib import pyplot

    from brewsim.plots.drawing import figures_by

    if _known(frame).is_empty():
        raise BadInput("there is nothing to draw: too few games were finished, or the run was not asked for it")
    pyplot.draw_if_interactive()  # before the style, which would take pyplot's own settings back with it
    with figures_by(pyplot.figure):
        axes: Axes = getattr(import_module(f"brewsim.plots.{module}"), function)(frame, ax, **options)
    return axes
