"""Commands about players: find better ones, and say how good they are."""

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.progress import ProgressColumn, Task, TextColumn
from rich.text import Text

from brewsim.commands import flags
from brewsim.commands.console import notice_compiling, out, progress, say_how_to_go_on
from brewsim.commands.tables import print_json, print_ladder

if TYPE_CHECKING:  # imported where they are used: a command loads only what it needs
    from brewsim.bots import Bot
    from brewsim.experiment import Experiment
    from brewsim.matches import Table, Workers
    from brewsim.tuning.journal import Journal
    from brewsim.tuning.tuner import Tuning

DEFAULT_BUDGET = 2_000_000

Budget = Annotated[int, typer.Option("--budget", help="Games to tune with.")]
Seed = Annotated[int, typer.Option("--seed", help="Seed of the whole series of games.")]


def tune(
    title: flags.Title,
    seats: flags.Seats = None,
    bot: Annotated[str, typer.Option("--bot", help="The bot to begin with.")] = "greedy",
    variant: flags.Variant = None,
    bot_file: flags.BotFile = None,
    budget: Budget = DEFAULT_BUDGET,
    seed: Seed = 0,
    jobs: flags.Jobs = None,
    file: Annotated[
        Path | None,
        typer.Option("-o", "--out", callback=flags.check_folder, help="File for the bot, whose name it gives; BOT-tuned.toml by default."),
    ] = None,
    as_json: flags.Json = False,
) -> None:
    """Find better weights and beliefs of a bot, by play against a league of all bots and of what was found before."""
    from brewsim.files import disk_errors
    from brewsim.matches import workers
    from brewsim.tuning.journal import Journal
    from brewsim.tuning.space import rounded
    from brewsim.tuning.tuner import confirm, make_tuning
    from brewsim.tuning.writing import check_target, holds, in_words, journal_of, write_bot

    target = file if file is not None else Path(f"{bot}-tuned.toml")
    table, bots = _table_and_bots(title, seats, variant, bot_file)
    tuning = make_tuning(table, bot, bots, budget, seed, own_name=target.stem)
    check_target(target)
    if holds(target, tuning):
        out.print(f"{target} holds what this tuning has found already.")
        return
    with disk_errors(target):
        journal = Journal(journal_of(target), tuning.facts)
        with workers(jobs or flags.cores()) as work:
            found = rounded(_tuned(tuning, work, journal))
            confirmed = confirm(tuning, found, work)
    if confirmed.is_better:
        own = {"seats": seats, "bot": bot, "variant": variant, "bot-file": bot_file, "budget": budget, "seed": seed, "out": target}
        write_bot(target, tuning, found, confirmed, shlex.join(["brewsim", "tune", title, *flags.flag_words(own)]))
    journal.path.unlink(missing_ok=True)
    if as_json:
        shares = {"among_start": confirmed.among_start.as_json(), "start_among": confirmed.start_among.as_json()}
        print_json({"out": str(target) if confirmed.is_better else None, "bot": target.stem, "games": tuning.games, **shares})
        return
    out.print(f"Share of wins in {confirmed.among_start.n:,} games never used in tuning, fair = 1, 95 % intervals:")
    out.print(f"  the new bot among '{bot}': {in_words(confirmed.among_start)}")
    out.print(f"  '{bot}' among the new bot: {in_words(confirmed.start_among)}")
    if confirmed.is_better:
        out.print(f"Bot '{target.stem}': {target}; play it with --bot-file {target}")
    else:
        out.print(f"The new bot is not surely better than '{bot}', so nothing was written. A larger --budget may find more.")


def ladder(
    title: flags.Title,
    seats: flags.Seats = None,
    bots: Annotated[str | None, typer.Option("--bots", help="Bots a,b,c; by default all that do not search.")] = None,
    variant: flags.Variant = None,
    bot_file: flags.BotFile = None,
    games: Annotated[
        int | None, typer.Option("-n", "--games", help="Games of each bot; by default 10,000, and 400 if it searches.")
    ] = None,
    seed: Seed = 0,
    jobs: flags.Jobs = None,
    exploit: Annotated[str | None, typer.Option("--exploit", help="Also tune a bot against this one alone.")] = None,
    budget: Budget = DEFAULT_BUDGET,
    as_json: flags.Json = False,
) -> None:
    """How good bots are: ratings in mixed lineups, wins among greedy, scores and speed."""
    from brewsim.ladder import choose_bots, climb, exploit_share
    from brewsim.matches import workers
    from brewsim.stats.intervals import Estimate
    from brewsim.tuning.tuner import make_exploit
    from brewsim.tuning.writing import in_words

    table, known = _table_and_bots(title, seats, variant, bot_file)
    chosen = choose_bots(table, flags.split_names(bots) if bots else [], known)
    exploiting = make_exploit(table, exploit, known, budget, seed) if exploit else None
    with workers(jobs or flags.cores()) as work:
        with progress("climbing", len(chosen), TextColumn("bots")) as advance:
            rungs = climb(table, chosen, games, seed, work, lambda: advance(1, True))
        gain = exploit_share(exploiting, _tuned(exploiting, work), games, work) if exploiting else None
    if as_json:
        rows = [{name: value.as_json() if isinstance(value, Estimate) else value for name, value in vars(rung).items()} for rung in rungs]
        print_json({"title": title, "seats": table.seats, "bots": rows, "exploiter": gain.as_json() if gain else None})
        return
    print_ladder(f"{table.rules.title.label}, {table.seats} seats", rungs)
    if exploiting and gain:
        out.print(
            f"A bot tuned against '{exploit}' alone ({exploiting.games:,} games) wins {in_words(gain)} times the fair share among it."
        )


def _table_and_bots(title: str, seats: int | None, variant: Path | None, bot_file: Path | None) -> "tuple[Table, dict[str, Bot]]":
    """Where bots meet, and all that can."""
    from brewsim.bots import read_bots
    from brewsim.games import load_title
    from brewsim.matches import lay_table
    from brewsim.rules import load_rules, read_variant

    bots = read_bots(load_title(title), flags.own_bots(bot_file))
    with notice_compiling():
        return lay_table(read_variant(variant, title) if variant else load_rules(title), seats), bots


def adapted(experiment: "Experiment", budget: int, playing: flags.Playing, command: list[str]) -> "Experiment":
    """The experiment with every case once more, in which everybody has adapted to the rules. The bots are kept beside the runs."""
    from brewsim.files import disk_errors, make_folder
    from brewsim.matches import workers
    from brewsim.runner import check_folder, default_folder
    from brewsim.tuning.adapting import FOLDER, plan, settle, with_adapted
    from brewsim.tuning.journal import Journal
    from brewsim.tuning.space import rounded
    from brewsim.tuning.writing import journal_of

    with notice_compiling():
        planned = plan(experiment, budget)
    run = playing.folder or default_folder(experiment)
    check_folder(run)
    folder = run.parent / FOLDER
    settled: dict[str, Bot] = {}
    with disk_errors(folder), workers(playing.jobs or flags.cores()) as work:
        make_folder(folder)
        for number, one in enumerate(planned.values(), 1):
            of_base = settled[one.base.name] if one.base else None
            if not one.is_kept(folder):
                journal = Journal(journal_of(one.file(folder)), one.tuning.facts)
                found = rounded(_tuned(one.tuning, work, journal, f"tuning {number} of {len(planned)}"))
                settle(one, found, of_base, folder, work, shlex.join(command))
                journal.path.unlink(missing_ok=True)
            settled[one.name] = one.read(folder)
    return with_adapted(experiment, {key: (one.name, settled[one.name], one.file(folder)) for key, one in planned.items()})


def _tuned(tuning: "Tuning", work: "Workers", journal: "Journal | None" = None, what: str = "tuning") -> "Bot":
    """What a tuning has found, with a bar that tells how far it is."""
    from brewsim.tuning.tuner import tune

    column = ShareColumn()
    done = 0
    try:
        with progress(what, tuning.generations, column) as advance:
            for generation in tune(tuning, work, journal):
                done = generation.number
                column.take(generation.share)
                advance(1, generation.is_new)
    except (KeyboardInterrupt, SystemExit):
        if journal:
            say_how_to_go_on(f"{done:,} of {tuning.generations:,} generations are safe in {journal.path}")
        raise
    return generation.mean


class ShareColumn(ProgressColumn):
    """The share of wins of the candidates, relative to fair: of this generation, and the best so far."""

    def __init__(self) -> None:
        super().__init__()
        self.share = self.best = 0.0

    def take(self, share: float) -> None:
        """Note the share of a generation."""
        self.share, self.best = share, max(self.best, share)

    def render(self, task: Task) -> Text:
        """The cell of a task."""
        return Text(f"generations, wins {self.share:.2f} of fair, best so far {self.best:.2f}" if task.completed else "generations")
