"""Commands that hold the rules against what a designer wants, and tell what to change."""

import dataclasses
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from brewsim.commands import flags
from brewsim.commands.console import SpeedColumn, notice_compiling, out, progress, say_how_to_go_on
from brewsim.commands.tables import fold, new_table, print_json
from brewsim.errors import BadInput, shorten
from brewsim.reading import parse_count
from brewsim.stats.digits import plus_minus, show

if TYPE_CHECKING:  # imported where they are used: a command loads only what it needs
    from brewsim.advising.advice import Request
    from brewsim.advising.answers import Advice, Answer
    from brewsim.advising.guard import Guard
    from brewsim.advising.prices import Priced

PRICE_GAMES = 4_000  # with each price: some minutes for a title with a dozen of them
ADVICE_GAMES = 500_000
MOST_DIGITS = 3  # of a number of seats
ADAPTING_GAMES = 20_000  # of each tuning for a repair
EXIT_CODES = {"holds": 0, "fails": 1, "not known": 3}


def check(
    file: Annotated[str, typer.Argument(metavar="FILE", help="An experiment file with a table `check`.")],
    games: Annotated[
        int | None, typer.Option("-n", "--games", metavar="MOST_GAMES", parser=parse_count, help="The most games of each case.")
    ] = None,
    jobs: flags.Jobs = None,
    junit: Annotated[Path | None, typer.Option("--junit", callback=flags.check_file, help="File for a report in JUnit XML.")] = None,
    markdown: Annotated[Path | None, typer.Option("--markdown", callback=flags.check_file, help="File for a summary in Markdown.")] = None,
    as_json: flags.Json = False,
) -> None:
    """Whether the goals in the table `check` of a file hold. Ends with code 0 if all surely do, 1 if one surely fails, else 3."""
    from brewsim.advising.guard import make_guard
    from brewsim.advising.guard_report import as_data, as_junit, as_markdown
    from brewsim.experiment import goals_of, make_experiment, override, read_experiment
    from brewsim.files import disk_errors, make_folder, write_whole
    from brewsim.matches import workers
    from brewsim.play import simulate

    name, keys = read_experiment(file)
    if keys.check is None:
        raise BadInput(f'{file} has no [check]; write goals into it, such as "seats within" = 2 or "rounds" = "9..11"')
    experiment = make_experiment(name, override(keys, games=games))
    first = experiment.cases[0]
    with notice_compiling():
        simulate(first.rules, first.lineup, 0)
    guard = make_guard(experiment, goals_of(keys))
    with workers(jobs or flags.cores()) as work, progress("checking", experiment.games, SpeedColumn()) as advance:
        guard.play(work, lambda done: advance(done, True))
    for path, text in ((junit, as_junit), (markdown, as_markdown)):
        if path is not None:
            with disk_errors(path):
                make_folder(path.absolute().parent)
                write_whole(path, text(guard).encode())
    if as_json:
        print_json(as_data(guard))
    else:
        _print_checked(guard)
    code = EXIT_CODES[guard.standing]
    if code:
        raise typer.Exit(code)


def _print_checked(guard: "Guard") -> None:
    from brewsim.advising.guard_report import HEAD, rows, summary

    table = new_table(*HEAD, title=f"{guard.experiment.title.label}: {guard.experiment.name}")
    for row in rows(guard):
        table.add_row(*row)
    out.print(table)
    for sentence in summary(guard):
        out.print(sentence)


def price(
    title: flags.Title,
    item: Annotated[str, typer.Argument(metavar="[ITEM]", help="An item; all that have a price by default.")] = "",
    path: Annotated[str, typer.Option("--path", help="The number of the rules that is moved; by default the item's own price.")] = "",
    seats: flags.Seats = None,
    bot: Annotated[str, typer.Option("--bot", help="The bot at all seats.")] = "expert",
    variant: flags.Variant = None,
    games: Annotated[int, flags.games_flag("Games with each price.")] = PRICE_GAMES,
    bot_file: flags.BotFile = None,
    seed: flags.Seed = 0,
    jobs: flags.Jobs = None,
    as_json: flags.Json = False,
) -> None:
    """What an item should cost to be worth as much as the median of its kind."""
    from brewsim.advising.prices import Pricing, by_distance, games_about, price_tags
    from brewsim.bots import make_lineup, read_bots
    from brewsim.experiment import check_seed
    from brewsim.matches import workers
    from brewsim.play import simulate
    from brewsim.rules import load_rules, read_variant

    check_seed(seed)
    rules = read_variant(variant, title) if variant else load_rules(title)
    seats = rules.title.default_seats if seats is None else seats
    lineup = make_lineup(rules.title, [bot] * seats, read_bots(rules.title, flags.own_bots(bot_file)))
    tags = price_tags(rules, item, path)
    with notice_compiling():
        simulate(rules, lineup, 0)
    with workers(jobs or flags.cores()) as work, progress("playing", games_about(rules, tags, games), SpeedColumn()) as advance:
        pricing = Pricing(rules, lineup, games, seed, work, lambda done: advance(done, True))
        found = by_distance([pricing.price(tag) for tag in tags])
    if as_json:
        told = {"title": title, "variant": rules.variant, "seats": seats, "bot": bot, "games": games, "seed": seed}
        print_json({**told, "prices": [_as_json(priced, len(found)) for priced in found]})
        return
    heading = f"{rules.title.label}, {seats} seats, {bot}, {games:,} games with each price"
    out.print(fold(heading if rules.variant == "printed" else f"{heading}, variant {rules.variant}"))
    if item:
        _print_curve(found[0])
    else:
        _print_prices(found)
    _explain(found)


def _as_json(priced: "Priced", tested: int) -> dict[str, Any]:
    from brewsim.advising.prices import in_words, is_sure

    crossing, sure = priced.found.crossing, is_sure(priced, tested)
    return {
        **dataclasses.asdict(priced.tag),
        "now": priced.now,
        **{key: getattr(crossing, key, None) for key in ("value", "low", "high")},
        "is_sure": sure,
        "verdict": in_words(priced, sure),
        "curve": [dataclasses.asdict(point) for point in priced.found.points],
    }


def _print_prices(found: list["Priced"]) -> None:
    """A table for each kind of item, what is farthest off first."""
    from brewsim.advising.prices import in_words, is_sure

    for kind in dict.fromkeys(priced.tag.kind for priced in found):
        own = [priced for priced in found if priced.tag.kind == kind]
        table = new_table(kind, "now", "right", "", title=f"{kind}: {own[0].tag.path.replace(own[0].tag.item, '*')}")
        for priced in own:
            crossing = priced.found.crossing
            is_closed = crossing is not None and crossing.low > -float("inf") and crossing.high < float("inf")
            right = show(crossing.value, crossing.low, crossing.high, significant=1)[0] if crossing and is_closed else ""
            table.add_row(priced.tag.item, str(priced.now), right, in_words(priced, is_sure(priced, len(found))))
        out.print(table)


def _print_curve(priced: "Priced") -> None:
    """What one item is worth at every price that was played."""
    from brewsim.advising.prices import in_words, is_sure

    table = new_table(priced.tag.path, "games with it", "worth", "from the median", title="")
    for point in priced.found.points:
        numbers = [
            plus_minus(one.value, one.low, one.high, 100, significant=1) if point.is_known else "" for one in (point.worth, point.beyond)
        ]
        table.add_row(f"{point.price}{' (now)' if point.price == priced.now else ''}", f"{point.worth.n:,}", *numbers)
    out.print(table)
    out.print(fold(f"{priced.tag.item}, {priced.now} now: {in_words(priced, is_sure(priced, 1))}."))


def _explain(found: list["Priced"]) -> None:
    lines = ["Right: the item is worth as much as the median of the others of its kind, which stay as they are."]
    lines.append("Worth: points of win share that a seat loses that may not use it, for each game in which it would.")
    if len(found) > 1:
        lines.append("Without 'perhaps': surely wrong, for all items of these tables at once. 95 % intervals, each number by itself.")
    for line in lines:
        out.print(fold(line))


def advise(
    title_or_file: flags.TitleOrFile,
    goals: Annotated[
        list[str] | None,
        typer.Option(
            "--goal", metavar="GOAL", help="What is wanted, as 'seats within 1' or 'rounds 9..11'; of a file by default its table `check`."
        ),
    ] = None,
    may: Annotated[list[str] | None, typer.Option("--may", metavar="GLOB", help="Rules that may change, as 'cards.*.cost'.")] = None,
    never: Annotated[list[str] | None, typer.Option("--never", metavar="GLOB", help="Rules that may not.")] = None,
    seats: Annotated[str | None, typer.Option("--seats", metavar="2,3,4", help="Numbers of seats that all goals must hold at.")] = None,
    skill: Annotated[str | None, typer.Option("--skill", metavar="A,B", help="Bots, weak to strong, that they must hold for.")] = None,
    variant: flags.Variant = None,
    edits: Annotated[
        int | None, typer.Option("--edits", help="Look at all numbers of edits up to this; else at up to 3, as few as will do.")
    ] = None,
    games: Annotated[
        int, typer.Option("-n", "--games", metavar="GAMES", parser=parse_count, help="Games in all, beside those of bots that adapt.")
    ] = ADVICE_GAMES,
    adapt: Annotated[
        int, typer.Option("--adapt", metavar="GAMES", parser=parse_count, help="Games to tune a bot for each repair with.")
    ] = ADAPTING_GAMES,
    no_adapt: Annotated[bool, typer.Option("--no-adapt", help="Leave out bots that adapt.")] = False,
    sure: Annotated[float, typer.Option("--sure", metavar="PERCENT", help="How sure it must be that all goals are met.")] = 95,
    bot_file: flags.BotFile = None,
    seed: flags.Seed = 0,
    jobs: flags.Jobs = None,
    folder: Annotated[
        Path, typer.Option("-o", "--out", callback=flags.check_folder, help="Folder for the variant files and the file for a report.")
    ] = Path("advice"),
    as_json: flags.Json = False,
) -> None:
    """The smallest change of the rules that makes a game do what is wanted, each repair as a variant file."""
    from brewsim.advising.advice import LEVELS, give_advice, make_request, write_variants
    from brewsim.advising.told import as_measured
    from brewsim.bots import read_bots
    from brewsim.experiment import read_experiment
    from brewsim.files import disk_errors, make_folder
    from brewsim.games import load_title
    from brewsim.matches import workers
    from brewsim.play import simulate
    from brewsim.rules import load_rules, read_variant
    from brewsim.tuning.journal import Journal

    _, keys = read_experiment(title_or_file)
    title = load_title(keys.title)
    only = list(keys.variants.items()) if not keys.baseline and len(keys.variants) == 1 else [("", {})]
    rules = read_variant(variant, keys.title) if variant else load_rules(keys.title, only[0][1], only[0][0])
    wanted = goals or [f"{what} {limit}" for what, limit in (keys.check or {}).items()]
    bots = read_bots(title, {**keys.bots, **(flags.own_bots(bot_file) or {})})
    counts = _numbers("seats", seats) if seats else [keys.seats] if isinstance(keys.seats, int) else keys.seats or []
    levels = flags.split_names(skill) if skill is not None else keys.skill or LEVELS
    with notice_compiling():
        simulate(rules, ["random"] * title.default_seats, 0)
        adapting = 0 if no_adapt else adapt
        request = make_request(rules, wanted, bots, counts, levels, may or (), never or (), edits, games, seed, adapting, sure / 100)
    given: dict[str, object] = {
        "goal": wanted,
        "may": may,
        "never": never,
        "seats": seats,
        "skill": skill,
        "variant": variant,
        "edits": edits,
        "games": games,
    }
    given |= {"adapt": adapting or False, "sure": sure, "bot-file": bot_file, "seed": seed, "out": folder}
    command = ("brewsim", "advise", title_or_file, *flags.flag_words(given))
    with disk_errors(folder), workers(jobs or flags.cores()) as work:
        make_folder(folder)
        path = folder / f"{request.name}.json"
        journal = Journal(path.with_suffix(".journal"), request.facts)
        try:
            with progress("advising", games, SpeedColumn()) as advance:
                answer = give_advice(request, work, journal, advance)
        except (KeyboardInterrupt, SystemExit):
            say_how_to_go_on(f"what was played is safe in {journal.path}")
            raise
        files = write_variants(request, answer, folder)
        measured = as_measured(request, answer, command, files)
        measured.write(path)
        journal.path.unlink(missing_ok=True)
    if as_json:
        print_json({**measured.facts, "out": str(path)})
    else:
        _print_answer(request, answer, files)
        out.print(fold(f"For a report: brewsim report RUN --with {path}"))


def _numbers(flag: str, text: str) -> list[int]:
    """The whole numbers of a flag, '2,3,4'."""
    names = flags.split_names(text)
    if not all(name.isascii() and name.isdigit() and len(name) <= MOST_DIGITS for name in names):
        raise BadInput(f"--{flag} {shorten(text)}: whole numbers, as 2,3,4")
    return [int(name) for name in names]


def _print_answer(request: "Request", answer: "Answer", files: "dict[Advice, Path]") -> None:
    from brewsim.advising.advice import notes, stands, verdict

    seats = ", ".join(map(str, request.seats))
    out.print(f"{request.rules.title.label} ({request.rules.variant} rules), {seats} seats; {', '.join(request.skill)}")
    out.print(fold(stands(answer)))
    _print_reached(answer.base)
    out.print(fold(verdict(answer)))
    for advice in answer.repairs or ([answer.closest] if answer.closest else []):
        _print_reached(advice)
        if advice.moves:
            out.print(fold(advice.moves))
        if advice in files:
            out.print(f"Variant: {files[advice]}")
    for note in notes(request, answer):
        out.print(fold(note))


def _print_reached(advice: "Advice") -> None:
    """What each goal comes to, where it is least met."""
    table = new_table("goal", "is", "value", "interval", "worst at", title="; ".join(advice.words))
    for goal, standing in advice.standings.items():
        worst = advice.worst(goal)
        where = f"{worst.component.seats} seats, {worst.level}"
        table.add_row(goal.text, standing, *show(worst.value, worst.low, worst.high), where)
    out.print(table)
