"""Commands about players: find better ones, and say how good they are."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer
from rich.progress import ProgressColumn, Task, TextColumn
from rich.text import Text

from brewsim.commands import flags
from brewsim.commands.console import notice_compiling, out, progress, say_how_to_go_on
from brewsim.commands.tables import print_json, print_ladder, print_matches
from brewsim.errors import BadInput, command_line
from brewsim.reading import parse_count

if TYPE_CHECKING:  # imported where they are used: a command loads only what it needs
    from brewsim.bots import Bot
    from brewsim.experiment import Experiment
    from brewsim.matches import Table, Workers
    from brewsim.tuning.journal import Journal
    from brewsim.tuning.learner import Learning, Step
    from brewsim.tuning.tuner import Confirmation, Generation, Tuning

    Found = tuple[Bot, Mapping[int, Confirmation]]  # a bot, and its worth by number of seats
T = TypeVar("T", "Generation", "Step")
DEFAULT_BUDGET = 2_000_000
DEFAULT_SPREAD = 4.0

Budget = Annotated[int, typer.Option("--budget", metavar="GAMES", parser=parse_count, help="Games to tune with.")]
Against = Annotated[str | None, typer.Option("--against", help="Opponents a,b,c; by default all bots that have weights and do not search.")]


def tune(
    title: flags.Title,
    seats: flags.Seats = None,
    bot: Annotated[str, typer.Option("--bot", help="The bot to begin with.")] = "greedy",
    hold: Annotated[
        str | None, typer.Option("--hold", help="Weights and beliefs a,b,c that stay as they are; by default what makes the bot's plan.")
    ] = None,
    rest: Annotated[str | None, typer.Option("--from", help="A bot to take over all but what is held from, before it begins.")] = None,
    against: Against = None,
    variant: flags.Variant = None,
    bot_file: flags.BotFile = None,
    rounds: Annotated[
        int,
        typer.Option("--rounds", help="So often tune another bot against what was found, then go on from it against all of them."),
    ] = 0,
    budget: Budget = DEFAULT_BUDGET,
    seed: flags.Seed = 0,
    jobs: flags.Jobs = None,
    file: Annotated[
        Path | None,
        typer.Option("-o", "--out", callback=flags.check_folder, help="File for the bot, whose name it gives; BOT-tuned.toml by default."),
    ] = None,
    as_json: flags.Json = False,
) -> None:
    """Find better weights and beliefs of a bot, by play against a league and what was found before; at all numbers of seats at once."""
    from brewsim.tuning.space import rounded
    from brewsim.tuning.tuner import confirm, make_tuning

    target = file if file is not None else Path(f"{bot}-tuned.toml")
    tables, bots = _tables_and_bots(title, seats, variant, bot_file)
    tuning = make_tuning(tables, bot, bots, budget, seed, target.stem, _names(hold), _names(against), rest, rounds)

    def find(work: "Workers", journal: "Journal") -> "Found":
        found = rounded(_tuned(tuning, work, journal))
        return found, confirm(tuning, found, work)

    own = {"seats": seats, "bot": bot, "hold": hold, "from": rest, "against": against, "variant": variant, "bot-file": bot_file}
    words = flags.flag_words(own | {"rounds": rounds or None, "budget": budget, "seed": seed, "out": target})
    _seek(target, tuning, find, jobs, ["tune", title, *words], as_json)


def learn(
    title: flags.Title,
    seats: flags.Seats = None,
    bot: Annotated[str, typer.Option("--bot", help="The bot to begin with.")] = "greedy",
    against: Against = None,
    variant: flags.Variant = None,
    bot_file: flags.BotFile = None,
    budget: Annotated[int, typer.Option("--budget", metavar="GAMES", parser=parse_count, help="Games to learn from.")] = DEFAULT_BUDGET,
    spread: Annotated[
        float, typer.Option("--spread", help="How far values of options lie apart at first: it draws by their softmax, so less tries more.")
    ] = DEFAULT_SPREAD,
    seed: flags.Seed = 0,
    jobs: flags.Jobs = None,
    file: Annotated[
        Path | None,
        typer.Option("-o", "--out", callback=flags.check_folder, help="File for the bot, whose name it gives; else BOT-learned.toml."),
    ] = None,
    as_json: flags.Json = False,
) -> None:
    """Let a bot learn by play, against itself and a league: its weights for each phase move towards what wins, at each number of seats."""
    from brewsim.tuning.learner import confirm, make_learning
    from brewsim.tuning.learner import learn as go_through
    from brewsim.tuning.space import rounded

    target = file if file is not None else Path(f"{bot}-learned.toml")
    tables, bots = _tables_and_bots(title, seats, variant, bot_file)
    learning = make_learning(tables, bot, bots, budget, seed, spread, target.stem, _names(against))

    def find(work: "Workers", journal: "Journal") -> "Found":
        column = ShareColumn("steps")
        for step in _with_bar("learning", go_through(learning, work, journal), learning.steps, column, journal, column.unit):
            column.take(step.share)
        found = rounded(step.bot)
        return found, confirm(learning, found, work)

    own = {"seats": seats, "bot": bot, "against": against, "variant": variant, "bot-file": bot_file}
    words = flags.flag_words(own | {"budget": budget, "spread": spread, "seed": seed, "out": target})
    _seek(target, learning, find, jobs, ["learn", title, *words], as_json)


def _names(flag: str | None) -> list[str] | None:
    """The names of a flag that can be left out or name nothing."""
    return None if flag is None else flags.split_names(flag) if flag else []


def _seek(
    target: Path,
    quest: "Tuning | Learning",
    find: "Callable[[Workers, Journal], Found]",
    jobs: int | None,
    command: list[str],
    as_json: bool,
) -> None:
    """Find a better bot, write it if it surely is one, and say what it is worth."""
    from brewsim.files import disk_errors
    from brewsim.matches import workers
    from brewsim.tuning.journal import Journal
    from brewsim.tuning.writing import check_target, duels_in_words, holds, journal_of, write_bot

    check_target(target)
    if holds(target, quest):
        out.print(f"{target} holds what this command has found already.")
        return
    with disk_errors(target), workers(jobs or flags.cores()) as work:
        journal = Journal(journal_of(target), quest.facts)
        found, confirmed = find(work, journal)
    is_better = all(duel.is_better for duel in confirmed.values())
    if is_better:
        write_bot(target, quest, found, confirmed, command_line(["brewsim", *command]))
    journal.path.unlink(missing_ok=True)
    if as_json:
        shares = {
            n: {"among_start": duel.among_start.as_json(), "start_among": duel.start_among.as_json()} for n, duel in confirmed.items()
        }
        print_json({"out": str(target) if is_better else None, "bot": target.stem, "seats": shares})
        return
    out.print("Share of wins in games that nothing was learned from, fair = 1, 95 % intervals:")
    for line in duels_in_words(quest.name, confirmed):
        out.print(f"  {line}")
    if is_better:
        out.print(f"Bot '{target.stem}': {target}; play it with --bot-file {target}")
    else:
        where = "" if len(confirmed) == 1 else " at every number of seats"
        out.print(f"The new bot is not surely better than '{quest.name}'{where}, so nothing was written. A larger --budget may find more.")


def hunt(
    title: flags.Title,
    seats: flags.Seats = None,
    starts: Annotated[int, typer.Option("--starts", help="Tunings: from each bot of the box, then from random places around them.")] = 8,
    variant: flags.Variant = None,
    bot_file: flags.BotFile = None,
    budget: Budget = DEFAULT_BUDGET,
    seed: flags.Seed = 0,
    jobs: flags.Jobs = None,
    file: Annotated[
        Path,
        typer.Option("-o", "--out", callback=flags.check_folder, help="File for the bots: NAME.toml has the bots NAME-1, NAME-2, ..."),
    ] = Path("found.toml"),
    as_json: flags.Json = False,
) -> None:
    """Find plans that nobody thought of: tune from many starts, tell what each plan does, and whether one beats all others."""
    from brewsim.files import disk_errors
    from brewsim.matches import workers
    from brewsim.tuning.hunt import found_in, judge, make_hunt, play_matches, seek, sort_plans
    from brewsim.tuning.journal import Journal
    from brewsim.tuning.writing import check_target, holds, journal_of, origin, verdict_in_words, write_plans

    table, bots = _table_and_bots(title, seats, variant, bot_file)
    hunting = make_hunt(table, bots, starts, budget, seed)
    names = [f"{file.stem}-{number}" for number in range(1, starts + 1)]
    check_target(file, f"-{starts}")
    for name in names:
        if name in bots:
            raise BadInput(f"--out {file}: there is a bot '{name}' already; choose another file")
    if holds(file, hunting):
        out.print(f"{file} holds what this hunt has found already.")
        return
    with disk_errors(file), workers(jobs or flags.cores()) as work:
        journal = Journal(journal_of(file), hunting.facts)
        column = TextColumn(f"generations of {starts} starts")
        found = found_in(hunting, _with_bar("hunting", seek(hunting, work, journal), hunting.generations, column, journal))
        plans = dict(zip(names, sort_plans(hunting, found, work)))
        matches = play_matches(hunting, {name: plan.bot for name, plan in plans.items()}, work)
    verdict = judge(matches)
    if plans:
        own = {"seats": seats, "starts": starts, "variant": variant, "bot-file": bot_file, "budget": budget, "seed": seed, "out": file}
        write_plans(file, hunting, plans, verdict, command_line(["brewsim", "hunt", title, *flags.flag_words(own)]))
    journal.path.unlink(missing_ok=True)
    if as_json:
        told = [
            {"bot": name, "plan": plan.does, "starts": plan.n_starts, "is_new": plan.is_new, "nearest": plan.nearest}
            | {"begun_as": hunting.start_of(plan.start), "share": plan.share.as_json()}
            for name, plan in plans.items()
        ]
        met = [{"bot": match.bot, "among": match.other, **match.share.as_json()} for match in matches]
        place = {"title": title, "seats": table.seats, "out": str(file) if plans else None}
        print_json({**place, "plans": told, "dominant": verdict.dominant, "matches": met})
        return
    for name, plan in plans.items():
        out.print(f"{name}: {plan.does}")
        out.print(f"  {origin(hunting, plan)}")
    print_matches(f"{table.rules.title.label}, {table.seats} seats: wins of one bot (row) among another (column), fair = 1", matches)
    out.print(verdict_in_words(verdict))
    if plans:
        out.print(f"Bots: {file}; play them with --bot-file {file}")
    else:
        out.print("Nothing was found that can compete with the box, so nothing was written. A larger --budget may find more.")


def ladder(
    title: flags.Title,
    seats: flags.Seats = None,
    bots: Annotated[str | None, typer.Option("--bots", help="Bots a,b,c; by default all that do not search.")] = None,
    among: Annotated[str, typer.Option("--among", help="The bot that the others are measured by.")] = "greedy",
    variant: flags.Variant = None,
    bot_file: flags.BotFile = None,
    games: Annotated[
        int | None,
        typer.Option(
            "-n", "--games", metavar="GAMES", parser=parse_count, help="Games of each bot; by default 10,000, and 400 if it searches."
        ),
    ] = None,
    seed: flags.Seed = 0,
    jobs: flags.Jobs = None,
    exploit: Annotated[str | None, typer.Option("--exploit", help="Also tune a bot against this one alone.")] = None,
    budget: Budget = DEFAULT_BUDGET,
    describe: Annotated[bool, typer.Option("--describe", help="Also tell what each bot does in a game, compared with the others.")] = False,
    as_json: flags.Json = False,
) -> None:
    """How good bots are: ratings in mixed lineups, wins among greedy or another one, scores and speed."""
    from brewsim.ladder import choose_bots, climb, exploit_share, what_they_do
    from brewsim.matches import workers
    from brewsim.stats.intervals import Estimate
    from brewsim.tuning.tuner import make_exploit
    from brewsim.tuning.writing import in_words

    table, known = _table_and_bots(title, seats, variant, bot_file)
    chosen = choose_bots(table, flags.split_names(bots) if bots else [], known, among)
    exploiting = make_exploit(table, exploit, known, budget, seed) if exploit else None
    with workers(jobs or flags.cores()) as work:
        with progress("climbing", len(chosen), TextColumn("bots")) as advance:
            rungs = climb(table, chosen, games, seed, work, lambda: advance(1, True), among)
        gain = exploit_share(exploiting, _tuned(exploiting, work), games, work) if exploiting else None
        told = what_they_do(table, chosen, seed, work) if describe else {}
    if as_json:
        rows = [
            {name: value.as_json() if isinstance(value, Estimate) else value for name, value in vars(rung).items()}
            | {"does": told.get(rung.bot)}
            for rung in rungs
        ]
        print_json({"title": title, "seats": table.seats, "among": among, "bots": rows, "exploiter": gain.as_json() if gain else None})
        return
    print_ladder(f"{table.rules.title.label}, {table.seats} seats", rungs, among)
    for name in (rung.bot for rung in rungs if told):
        out.print(f"{name}: {told[name]}")
    if exploiting and gain:
        out.print(
            f"A bot tuned against '{exploit}' alone ({exploiting.games:,} games) wins {in_words(gain)} times the fair share among it."
        )


def _table_and_bots(title: str, seats: int | None, variant: Path | None, bot_file: Path | None) -> "tuple[Table, dict[str, Bot]]":
    """Where bots meet, and all that can."""
    from brewsim.games import load_title

    (table,), bots = _tables_and_bots(title, load_title(title).default_seats if seats is None else seats, variant, bot_file)
    return table, bots


def _tables_and_bots(title: str, seats: int | None, variant: Path | None, bot_file: Path | None) -> "tuple[list[Table], dict[str, Bot]]":
    """The same at this number of seats, or at each that the title has."""
    from brewsim.bots import read_bots
    from brewsim.games import load_title
    from brewsim.matches import lay_table
    from brewsim.rules import load_rules, read_variant

    bots = read_bots(load_title(title), flags.own_bots(bot_file))
    rules = read_variant(variant, title) if variant else load_rules(title)
    with notice_compiling():
        return [lay_table(rules, n) for n in ([seats] if seats is not None else rules.title.seats)], bots


def adapted(experiment: "Experiment", budget: int, playing: flags.Playing, command: list[str]) -> "Experiment":
    """The experiment with every case once more, in which everybody has adapted to the rules. The bots are kept beside the runs."""
    from brewsim.files import disk_errors, make_folder
    from brewsim.matches import workers
    from brewsim.runner import default_folder, has_run
    from brewsim.tuning.adapting import FOLDER, plan, settle, with_adapted
    from brewsim.tuning.journal import Journal
    from brewsim.tuning.space import rounded
    from brewsim.tuning.writing import journal_of

    with notice_compiling():
        planned = plan(experiment, budget)
    run = playing.folder or default_folder(experiment)
    has_run(run)  # or it is refused
    folder = run.beside(FOLDER)
    settled: dict[str, Bot] = {}
    with disk_errors(folder), workers(playing.jobs or flags.cores()) as work:
        make_folder(folder)
        for number, one in enumerate(planned.values(), 1):
            of_base = settled[one.base.name] if one.base else None
            if not one.is_kept(folder):
                journal = Journal(journal_of(one.file(folder)), one.tuning.facts)
                found = rounded(_tuned(one.tuning, work, journal, f"tuning {number} of {len(planned)}"))
                settle(one, found, of_base, folder, work, command_line(command))
                journal.path.unlink(missing_ok=True)
            settled[one.name] = one.read(folder)
    return with_adapted(experiment, {key: (one.name, settled[one.name], one.file(folder)) for key, one in planned.items()})


def _tuned(tuning: "Tuning", work: "Workers", journal: "Journal | None" = None, what: str = "tuning") -> "Bot":
    """What a tuning has found, with a bar that tells how far it is."""
    from brewsim.tuning.tuner import tune

    column = ShareColumn("generations")
    for generation in _with_bar(what, tune(tuning, work, journal), tuning.generations, column, journal):
        column.take(generation.share)
    return generation.mean


def _with_bar(
    what: str, generations: "Iterable[T]", total: int, column: ProgressColumn, journal: "Journal | None", unit: str = "generations"
) -> "Iterator[T]":
    """The generations, with a bar that tells how far they are; who interrupts them learns how to go on."""
    done = 0
    try:
        with progress(what, total, column) as advance:
            for generation in generations:
                done += 1
                yield generation
                advance(1, generation.is_new)
    except (KeyboardInterrupt, SystemExit):
        if journal:
            say_how_to_go_on(f"{done:,} of {total:,} {unit} are safe in {journal.path}")
        raise


class ShareColumn(ProgressColumn):
    """The share of wins of the candidates, relative to fair: of this generation, and the best so far."""

    def __init__(self, unit: str) -> None:
        super().__init__()
        self.unit = unit
        self.share = self.best = 0.0

    def take(self, share: float) -> None:
        """Note the share of a generation."""
        self.share, self.best = share, max(self.best, share)

    def render(self, task: Task) -> Text:
        """The cell of a task."""
        return Text(f"{self.unit}, wins {self.share:.2f} of fair, best so far {self.best:.2f}" if task.completed else self.unit)
