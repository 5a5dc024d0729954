"""From what a designer asks to a problem, and from an answer to what she keeps: adapted players, what else moves, variant files."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
import polars as pl

from brewsim.advising.advisor import Advice, Answer, Problem, advise, pareto
from brewsim.advising.levers import find_levers
from brewsim.advising.measuring import Measurer
from brewsim.advising.tallies import Measures, Memory
from brewsim.bots import Bot, bad_seats, find_bot, make_lineup
from brewsim.errors import BadInput, choice, shorten
from brewsim.experiment import MAX_GAMES, check_seed
from brewsim.goals import SEATS, WIN_SHARE, Goal, check_goals, parse_goal
from brewsim.manifest import Limits
from brewsim.matches import Workers, lay_table, pieces
from brewsim.outcomes import to_frame
from brewsim.parts.sources import digest_of
from brewsim.play import simulate
from brewsim.rules import Rules, variant_text
from brewsim.stats.variants import Pairs, answer, measures_of
from brewsim.stats.verdicts import Verdict
from brewsim.tuning.journal import Journal
from brewsim.tuning.tuner import common_facts, confirm, digest_of_facts, make_tuning, tune

LEAST_BUDGET = 10_000
MOST_EDITS = 3  # by default, and stopping where fewer will do; more than 4 make too many candidates
EDITS_BOUND = 4
ADAPTING_DUELS = 2_000  # games that tell whether players have adapted
MOVED_GAMES = 4_000  # at each number of seats, for what else a repair moves
MOVED_SEED = 1  # beside the seed that was asked for
LEVELS = ("greedy", "expert")


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
) -> Request:
    """What a designer asks for, if it can be asked."""
    title = rules.title
    asked = tuple(dict.fromkeys(parse_goal(title, text) for text in goals))
    check_goals(title, asked)
    check_seed(seed)
    seats = tuple(dict.fromkeys(seats)) or (title.default_seats,)
    for count in seats:
        if count not in title.seats:
            raise bad_seats(title, count)
    for name in skill:
        find_bot(title, name, bots)
    if edits is not None and not 1 <= edits <= EDITS_BOUND:
        raise BadInput(f"{choice('edits', edits)}: 1 to {EDITS_BOUND}")
    if not LEAST_BUDGET <= budget <= MAX_GAMES:
        raise BadInput(f"{choice('games', budget)}: {LEAST_BUDGET:,} to {MAX_GAMES:,} games in all")
    find_levers(rules, may, never)
    request = Request(rules, asked, seats, tuple(dict.fromkeys(skill)), bots, tuple(may), tuple(never), edits, budget, seed, adapt)
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
    request: Request, work: Workers, journal: Journal | None = None, advance: Callable[[int, bool], None] = lambda games, is_new: None
) -> Answer:
    """The smallest repairs with what else each of them moves, or what comes closest."""
    levers = tuple(find_levers(request.rules, request.may, request.never))
    measures: dict[str, Measures] = {name: request.measurer(name, request.bots) for name in request.skill}
    adapt = (lambda rules: _adapted(request, work, rules)) if request.adapt else None
    edits = MOST_EDITS if request.edits is None else request.edits
    problem = Problem(request.rules, levers, measures, request.budget, edits, request.edits is not None, adapt)
    found = advise(problem, work, Memory(journal), advance)
    found.repairs = pareto([_with_moves(request, advice, work) for advice in found.repairs])
    if found.closest and found.closest.edits:
        found.closest = _with_moves(request, found.closest, work)
    return found


def _with_moves(request: Request, advice: Advice, work: Workers) -> Advice:
    """The same, with what else it moves: the measures of `compare`, without those that are goals."""
    sentences, moved = [], 0
    for seats in request.seats:
        frame = compare_rules(request, advice.rules, seats, work)
        own = frame.filter(~pl.struct("measure", "group").map_elements(lambda row: _is_goal(request, row), pl.Boolean))
        first, *_ = answer(own) or [""]
        sentences.append(f"{seats} seats: {first}" if len(request.seats) > 1 else first)
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
    tasks = [(own, lineup, piece, request.seed + MOVED_SEED) for own in (request.rules, rules) for piece in _cut(lineup.bots)]
    rows = work(simulate, tasks)
    frames = [to_frame(title, own, "", lineup.names).lazy() for own in rows]
    pairs = Pairs(what, seats)
    for before, after in zip(frames[: len(frames) // 2], frames[len(frames) // 2 :]):
        pairs.add(before, after)
    return pairs.compare(Limits())


def _cut(bots: Sequence[Bot]) -> list[np.ndarray]:
    return pieces(np.arange(MOVED_GAMES), bots)


def variant_of(advice: Advice) -> str:
    """The variant file of a repair; its edits stand above."""
    head = "".join(f"# {line}\n" for line in advice.words)
    return head + variant_text(advice.rules)
