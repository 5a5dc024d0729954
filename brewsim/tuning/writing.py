"""A bot that was found, as a file: in the form of bots.toml, with how it was found above it."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from brewsim.bots import Bot
from brewsim.errors import BadInput, check_name, choice
from brewsim.files import disk_errors, write_whole
from brewsim.stats.digits import show
from brewsim.stats.intervals import Estimate
from brewsim.tuning.hunt import Hunt, Plan, Verdict
from brewsim.tuning.learner import Learning
from brewsim.tuning.tuner import Confirmation, Tuning

ORIGINS = re.compile(r"(?:(?:Tuned|Has learned) by play, from '[^']*': )*")  # at the head of a plan
MADE_BY = "# Made by `make bots`; how it was found:"


def check_target(path: Path, ending: str = "") -> None:
    """Refuse a file that no bot can be written to. Its name will be that of the bot, or the beginning of those of several bots."""
    if path.suffix != ".toml":
        raise BadInput(f"{choice('out', path)}: the file of a bot ends in .toml")
    check_name("bot", path.stem + ending)
    if not path.parent.is_dir():
        raise BadInput(f"{choice('out', path)}: there is no folder {path.parent}")


def journal_of(path: Path) -> Path:
    """Where the journal of a tuning lies while it is not finished."""
    return path.with_suffix(".journal")


def holds(path: Path, tuning: Tuning | Hunt | Learning) -> bool:
    """Whether the file is what this very tuning, hunt or learning has found. Any other file in its place is refused."""
    try:
        is_ours = path.is_file() and _signature(tuning) in path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        is_ours = False
    if not is_ours and (path.exists() or path.is_symlink()):
        raise BadInput(f"{path} is there already and holds something else; remove it, or choose another file with {choice('out')}")
    return is_ours


def write_bot(path: Path, quest: Tuning | Learning, found: Bot, confirmed: Mapping[int, Confirmation], command: str, why: str = "") -> None:
    """Write a bot with how it was found; `why` says why it is another one than what the tuning found."""
    is_same_plan = path.stem == quest.name and not why
    told = (
        found if is_same_plan else found.model_copy(update={"plan": f"{why or quest.origin}: {ORIGINS.sub('', quest.start.plan, count=1)}"})
    )
    _write(path, quest, [*_story(quest, confirmed, command, why), "", *_tables(path.stem, told)])


def write_plans(path: Path, hunt: Hunt, plans: Mapping[str, Plan], verdict: Verdict, command: str) -> None:
    """Write the best bot of each plan that was found, with how it was found."""
    rules = hunt.table.rules
    lines = [
        f"# Plans of {rules.title.name} ({rules.variant} rules) at {hunt.table.seats} seats, found by play:",
        f"#   {command}",
        f"# Seed {hunt.seed}; {hunt.generations * hunt.tuning(0).games // hunt.tuning(0).generations:,} games from {hunt.starts} starts.",
        f"# {verdict_in_words(verdict)}",
        _signature(hunt),
    ]
    for name, plan in plans.items():
        lines += [
            "",
            f"# {origin(hunt, plan)}",
            *_tables(name, plan.bot.model_copy(update={"plan": f"Found by play: {plan.does}", "character": []})),
        ]
    _write(path, hunt, lines)


def origin(hunt: Hunt, plan: Plan) -> str:
    """How a plan was found, and how good it is."""
    place = f"{'a random place around ' if hunt.is_random(plan.start) else ''}'{hunt.start_of(plan.start)}'"
    like = "new" if plan.is_new else f"much like '{plan.nearest}'"
    share = f"wins {in_words(plan.share)} times the fair share among the box and all that was found"
    return f"From {place}; {plan.n_starts} of {hunt.starts} starts led to this plan; {like}; {share}."


def verdict_in_words(verdict: Verdict) -> str:
    """Whether one plan beats all others."""
    leaders = ", ".join(f"'{name}'" for name in verdict.leaders)
    if verdict.least is None or verdict.most is None:
        return "No plan beats all others, and no group of plans does."
    least, most = (f"{in_words(match.share)} times the fair share" for match in (verdict.least, verdict.most))
    who = f"{leaders} beats all others" if verdict.dominant else f"No plan beats all others, but each of {leaders} beats all but these"
    return (
        f"{who}: alone among another one it wins at least {least} (among '{verdict.least.other}'), "
        f"and another one alone among it at most {most} ('{verdict.most.bot}')."
    )


def put_into_box(box: Path, file: Path) -> None:
    """Put the bot of a file at the end of a title's bots.toml, in place of an earlier one that was made so, or of a plan."""
    name, blocks = file.stem, _blocks(box.read_text(encoding="utf-8"))
    for block in blocks:
        if _is_of(name, block) and not block.startswith(MADE_BY) and "\ncharacter = " not in block:
            raise BadInput(f"{box} has a bot '{name}' that was not made by `make bots`; remove it first")
    kept = "".join(block for block in blocks if not _is_of(name, block)).rstrip("\n")
    write_whole(box, f"{kept}\n\n{MADE_BY}\n{file.read_text(encoding='utf-8')}".encode())


def _blocks(text: str) -> list[str]:
    """The text of bots.toml, cut before each bot: before its own table, or the line that says that it was made."""
    blocks = [""]
    for line in text.splitlines(keepends=True):
        waits = blocks[-1].startswith(MADE_BY) and "\n[" not in blocks[-1]  # for the table that its story is about
        if line.startswith(MADE_BY) or (re.match(r"\[[^.\]]+\]", line) and not waits):
            blocks.append("")
        blocks[-1] += line
    return blocks


def _is_of(name: str, block: str) -> bool:
    return re.search(rf"^\[{re.escape(_quoted(name))}\]", block, re.MULTILINE) is not None


def duels_in_words(start: str, confirmed: Mapping[int, Confirmation]) -> Iterator[str]:
    """What a new bot and the one that it began as win among each other, by number of seats."""
    for seats, duel in confirmed.items():
        yield f"{seats} seats: it among '{start}' {in_words(duel.among_start)}, '{start}' among it {in_words(duel.start_among)}"


def in_words(share: Estimate) -> str:
    """A share relative to fair with its interval.

    >>> in_words(Estimate(2.1989, 2.1729, 2.2243, 10_000))
    '2.199 (2.173 to 2.224)'
    """
    value, interval = show(share.value, share.low, share.high)
    return f"{value} ({interval})"


def _write(path: Path, quest: Tuning | Hunt | Learning, lines: Sequence[str]) -> None:
    if not holds(path, quest):
        with disk_errors(path):
            write_whole(path, "\n".join([*lines, ""]).encode())


def _story(quest: Tuning | Learning, confirmed: Mapping[int, Confirmation], command: str, why: str) -> Iterator[str]:
    """How a bot was found, as comments."""
    yield f"# {quest.origin} of {quest.rules.title.name} ({quest.rules.variant} rules) at {', '.join(map(str, confirmed))} seats:"
    yield f"#   {command}"
    yield f"# Seed {quest.seed}; {quest.effort}"
    games = min(duel.among_start.n for duel in confirmed.values())
    yield f"# Share of wins in {games:,} other games, fair = 1, 95 % intervals:"
    yield from (f"#   {line}" for line in duels_in_words(quest.name, confirmed))
    if why:
        yield f"# {why}."
    yield _signature(quest)


def _signature(tuning: Tuning | Hunt | Learning) -> str:
    return f"# Tuning {tuning.digest}"


def _tables(name: str, bot: Bot) -> Iterator[str]:
    """A bot as tables of bots.toml."""
    yield f"[{_quoted(name)}]"
    yield f"plan = {_quoted(bot.plan, always=True)}"
    if bot.character:
        yield f"character = {json.dumps(bot.character)}"
    if bot.temperature:
        yield f"temperature = {bot.temperature}"
    if bot.late_round:
        yield f"late_round = {bot.late_round}"
    if bot.late_round_by_seats:
        yield f"late_round_by_seats = {{ {', '.join(_numbers(bot.late_round_by_seats))} }}"
    for what, numbers in (("weights", bot.weights), ("beliefs", bot.beliefs)):
        if numbers or what == "weights":
            yield f"[{_quoted(name)}.{what}]"
            yield from _numbers(numbers)
    for where, rows in {"moments": bot.moments, **{f"by_seats.{seats}": rows for seats, rows in bot.by_seats.items()}}.items():
        if rows:
            yield f"[{_quoted(name)}.{where}]"
            yield from (f"{moment} = {{ {', '.join(_numbers(own))} }}" for moment, own in rows.items())


def _numbers(numbers: Mapping[str, float]) -> Iterator[str]:
    return (f"{name} = {number}" for name, number in numbers.items())


def _quoted(text: str, always: bool = False) -> str:
    """A key or a text of TOML."""
    return text if not always and re.fullmatch("[A-Za-z0-9_-]+", text) else json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
