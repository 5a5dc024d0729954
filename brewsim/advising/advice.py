"""From what a designer asks to a problem, and from an answer to what she keeps: adapted players, what else moves, variant files."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from brewsim.advising.advisor import CONFIRMING, ID_SPACE, Advance, Problem, Step, Tell, advise
from brewsim.advising.answers import Advice, Answer, pareto
from brewsim.advising.levers import find_levers
from brewsim.advising.measuring import Measurer, Standing, check_measured
from brewsim.advising.tallies import Measures, Memory
from brewsim.bots import Bot, bad_seats, find_bot, make_lineup
from brewsim.errors import BadInput, choice, shorten
from brewsim.experiment import MAX_GAMES, check_seed
from brewsim.files import write_whole
from brewsim.goals import SEATS, SURE, WIN_SHARE, Goal, check_goals, parse_goal
from brewsim.manifest import Limits
from brewsim.matches import Workers, lay_table, pieces
from brewsim.outcomes import to_frame
from brewsim.parts.sources import digest_of
from brewsim.play import simulate
from brewsim.rules import Rules, variant_text
from brewsim.stats.names import seat_name
from brewsim.stats.variants import Pairs, measures_of, surely_changed, worth_showing
from brewsim.stats.verdicts import Verdict
from brewsim.tuning.journal import Journal
from brewsim.tuning.tuner import common_facts, confirm, digest_of_facts, make_tuning, tune

LEAST_BUDGET = 10_000
LEAST_IDS = 2_000  # games of the budget at each number of seats, of each level and of each item
MOST_EDITS = 3  # by default, and stopping where fewer will do; more than 4 make too many candidates
EDITS_BOUND = 4
LEAST_SURE, MOST_SURE = 0.5, 0.999
ADAPTING_DUELS = 2_000  # games that tell whether players have adapted
MOVED_GAMES = 4_000  # at each number of seats, for what else a repair moves
MOVED_FROM = CONFIRMING + ID_SPACE  # their ids
TOLD = 3  # of a list
LEVELS = ("greedy", "expert")
IN_WORDS = {Standing.HOLDS: "is surely met", Standing.FAILS: "is surely missed", Standing.OPEN: "cannot be told yet"}


@dataclass(frozen=True)
class Request:
    """All that decides what is advised."""

    rules: Rules
    goals: tuple[Goal, ...]
    seats: tuple[int, ...]
    skill: tuple[str, ...]  # bots from weak to strong, each at all seats
    bots: Mapping[str, Bot]
    may: tuple[str, ...]
    never: tuple[str, ...]
    edits: int | None  # at most; None: up to MOST_EDITS, but no more than are needed
    budget: int
    seed: int
    adapt: int  # games to tune with for each repair; 0: players do not adapt
    sure: float  # that all goals are met

    @cached_property
    def facts(self) -> dict[str, Any]:
        """What must be the same to go on."""
        own = {
            "goals": [goal.text for goal in self.goals],
            "seats": list(self.seats),
            "skill": list(self.skill),
            "may": list(self.may),
            "never": list(self.never),
            "edits": self.edits,
            "adapt": self.adapt,
            "sure": self.sure,
        }
        played = [find_bot(self.rules.title, name, self.bots) for name in self.skill]
        code = digest_of("advising", "goals.py", "rules.py", "stats")
        return common_facts(self.rules, [*played, *self.bots.values()], self.budget, self.seed) | own | {"advisor": code}

    @property
    def name(self) -> str:
        """Of its journal and its variants, by all that decides them."""
        return f"{self.rules.title.name}-{digest_of_facts(self.facts)[:8]}"

    def measurer(self, bot: str, bots: Mapping[str, Bot]) -> Measurer:
        """What measures the goals when this bot plays at all seats."""
        return Measurer(self.rules.title, self.goals, self.seats, bot, self.seed, bots)


def make_request(
    rules: Rules,
    goals: Sequence[str],
    bots: Mapping[str, Bot],
    seats: Sequence[int] = (),
    skill: Sequence[str] = LEVELS,
    may: Sequence[str] = (),
    never: Sequence[str] = (),
    edits: int | None = None,
    budget: int = LEAST_BUDGET,
    seed: int = 0,
    adapt: int = 0,
    sure: float = SURE,
) -> Request:
    """What a designer asks for, if it can be asked."""
    title = rules.title
    if not LEAST_SURE <= sure <= MOST_SURE:
        raise BadInput(f"{choice('sure', f'{100 * sure:g}')}: {100 * LEAST_SURE:g} to {100 * MOST_SURE:g} percent")
    asked = tuple(replace(parse_goal(title, text), sure=sure) for text in goals)
    check_goals(title, asked)
    check_seed(seed)
    seats = tuple(dict.fromkeys(seats)) or (title.default_seats,)
    for count in seats:
        if count not in title.seats:
            raise bad_seats(title, count)
    check_measured(asked, [goal for goal in asked if not goal.is_of_seat or goal.group in map(seat_name, range(max(seats)))])
    for name in skill:
        find_bot(title, name, bots)
    if edits is not None and not 1 <= edits <= EDITS_BOUND:
        raise BadInput(f"{choice('edits', edits)}: 1 to {EDITS_BOUND}")
    if not LEAST_BUDGET <= budget <= MAX_GAMES:
        raise BadInput(f"{choice('games', budget)}: {LEAST_BUDGET:,} to {MAX_GAMES:,} games in all")
    find_levers(rules, may, never)
    request = Request(rules, asked, seats, tuple(dict.fromkeys(skill)), bots, tuple(may), tuple(never), edits, budget, seed, adapt, sure)
    least = sum(request.measurer(name, bots).cost(np.arange(LEAST_IDS)) for name in request.skill)
    if budget < least:
        raise BadInput(f"{choice('games', budget)}: with these goals, seats and levels of skill at least {least:,} games in all")
    if adapt:
        _tuning(request, rules)  # refuses what cannot be tuned
    return request


def _tuning(request: Request, rules: Rules) -> Any:
    """The tuning of the strongest level for these rules, at all numbers of seats that are asked for."""
    try:
        tables = [lay_table(rules, count) for count in request.seats]
        return make_tuning(tables, request.skill[-1], request.bots, request.adapt, request.seed)
    except BadInput as error:
        told = str(error).replace(choice("budget", request.adapt), choice("adapt", request.adapt))
        raise BadInput(f"{shorten(told)}; {choice('no-adapt')} leaves out players that adapt") from None


def _adapted(request: Request, work: Workers, rules: Rules) -> Measures | None:
    """What players measure that have adapted to these rules; None if nothing is surely better than what they do already."""
    tuning = _tuning(request, rules)
    *_, last = tune(tuning, work)
    if not all(duel.is_better for duel in confirm(tuning, last.mean, work, ADAPTING_DUELS).values()):
        return None
    name = tuning.name
    return request.measurer(name, {**request.bots, name: last.mean})


def give_advice(
    request: Request,
    work: Workers,
    journal: Journal | None = None,
    advance: Advance = lambda games, is_new: None,
    tell: Tell = lambda step: None,
) -> Answer:
    """Where the rules stand, and the smallest repairs with what else each of them moves, or what comes closest."""
    levers = tuple(find_levers(request.rules, request.may, request.never))
    measures: dict[str, Measures] = {name: request.measurer(name, request.bots) for name in request.skill}
    adapt = (lambda rules: _adapted(request, work, rules)) if request.adapt else None
    edits = MOST_EDITS if request.edits is None else request.edits
    problem = Problem(request.rules, levers, measures, request.budget, edits, request.edits is not None, adapt)
    found = advise(problem, work, Memory(journal), advance, tell)
    tell(Step.COMPARING)
    found.repairs = pareto([_with_moves(request, advice, work) for advice in found.repairs])
    if found.closest:
        found.closest = _with_moves(request, found.closest, work)
    return found


def _with_moves(request: Request, advice: Advice, work: Workers) -> Advice:
    """The same, with what else it moves: the measures of `compare`, without those that are goals."""
    sentences, moved = [], 0
    for seats in request.seats:
        frame = compare_rules(request, advice.rules, seats, work)
        rows = worth_showing(frame).drop_nulls("value")
        own = rows.filter(pl.Series([not _is_goal(request, row) for row in rows.iter_rows(named=True)], dtype=pl.Boolean))
        sentences.append((f"{seats} seats: " if len(request.seats) > 1 else "") + surely_changed(own))
        moved += own.filter(verdict=Verdict.CHANGED.value).height
    return replace(advice, moves=" ".join(sentences), moved=moved)


def _is_goal(request: Request, row: Mapping[str, Any]) -> bool:
    is_of_seats = row["measure"] == WIN_SHARE and any(goal.measure == SEATS for goal in request.goals)
    return is_of_seats or any((goal.measure, goal.group) == (row["measure"], row["group"] or "") for goal in request.goals)


def compare_rules(request: Request, rules: Rules, seats: int, work: Workers) -> pl.DataFrame:
    """The rows of `stats.variants.compare`, these rules against those that were to be repaired, with the strongest level."""
    title = rules.title
    lineup = make_lineup(title, [request.skill[-1]] * seats, request.bots)
    what = measures_of(title, lineup.names, lineup.rotates)
    ids = np.arange(MOVED_FROM, MOVED_FROM + MOVED_GAMES)
    tasks = [(own, lineup, piece, request.seed) for own in (request.rules, rules) for piece in pieces(ids, lineup.bots)]
    rows = work(simulate, tasks)
    frames = [to_frame(task[0], own, "", lineup.names).lazy() for task, own in zip(tasks, rows)]
    pairs = Pairs(what, seats)
    for before, after in zip(frames[: len(frames) // 2], frames[len(frames) // 2 :]):
        pairs.add(before, after)
    return pairs.compare(Limits())


def write_variants(request: Request, found: Answer, folder: Path) -> dict[Advice, Path]:
    """Write each repair as a variant file, or what came closest."""
    named = [(f"{request.name}-{number}", advice) for number, advice in enumerate(found.repairs, 1)]
    if found.closest:
        named.append((f"{request.name}-closest", found.closest))
    files = {}
    for name, advice in named:
        files[advice] = folder / f"{name}.toml"
        head = "".join(f"# {line}\n" for line in advice.words)
        write_whole(files[advice], (head + variant_text(advice.rules)).encode())
    return files


def stands(found: Answer) -> str:
    """Where the rules as they are stand on each goal, in a sentence."""
    return f"The rules as they are: {'; '.join(f'{goal.text} {IN_WORDS[own]}' for goal, own in found.base.standings.items())}."


def verdict(found: Answer) -> str:
    """What was found, in a sentence or two."""
    if found.is_met:
        return "All goals are surely met already; nothing needs to change."
    if found.repairs:
        return f"Repairs that surely meet all goals, the smallest first: {len(found.repairs)}."
    more = f"about {_roughly(found.more_games)} times as many games would tell" if np.isfinite(found.more_games) else ""
    if found.closest and found.closest.fails:
        return "Nothing in reach meets the goals; the closest, surely closer than the rules as they are, is:"
    if found.closest:
        told = f"; {more}" if more else ""
        return f"Nothing surely meets all goals yet. The closest, surely closer than the rules as they are, may or may not{told}:"
    told = "" if found.moving else " No value that may change was seen to move any of them."
    told += f" {more.capitalize()} whether these meet them." if more else ""
    return f"Nothing in reach is surely closer to the goals than the rules as they are.{told}"


def _roughly(number: float) -> str:
    """A number in two digits.

    >>> _roughly(1.234), _roughly(1234.5)
    ('1.2', '1,200')
    """
    return f"{float(f'{number:.2g}'):,.{0 if number >= 10 else 1}f}"


def notes(request: Request, found: Answer) -> list[str]:
    """What a reader should know of how it was found."""
    told = []
    if found.repairs:
        adapted = sum(advice.has_adapted for advice in found.repairs)
        same = len(found.repairs) - adapted
        if not request.adapt:
            told.append("Players that adapt to the change were left out.")
        if adapted:
            told.append(f"{adapted} of {len(found.repairs)} also hold with players that have adapted to the change.")
        if request.adapt and same:
            told.append(f"For {same} of {len(found.repairs)} players found nothing better than to play as before.")
    if found.endless:
        shown = "; ".join(", ".join(words) for words in found.endless[:TOLD])
        told.append(f"Dropped, since too many games do not end: {shown}{', ...' if len(found.endless) > TOLD else ''}.")
    tried = (
        f"{found.tested:,} moves of single values were tried. Values that move a goal: {found.moving:,}, of which 5 % may do so by luck. "
    )
    told.append(
        f"{tried if found.tested else 'Nothing was searched. '}Intervals of the rules as they are hold for all their numbers at once, "
        f"those of candidates allow for all that were judged; on games that chose nothing. {found.games:,} games."
    )
    return told
