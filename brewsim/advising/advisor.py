"""The whole way to the smallest repair: screen, surface, race, and what is left confirmed on games that chose nothing."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

import numpy as np

from brewsim.advising.levers import Edits, Lever, in_words, size
from brewsim.advising.measuring import Component, Standing, standing
from brewsim.advising.race import KEPT, RULED_OUT, Racer, line_up, nearest, neighbours, parts, race, refine
from brewsim.advising.screening import Screened, screen
from brewsim.advising.surface import MOST_LEVERS, choose_levers, fit_surface
from brewsim.advising.tallies import Field, Measures, Memory, Panel, Tally, margins, shortfall
from brewsim.goals import Goal
from brewsim.matches import Workers
from brewsim.rules import Rules
from brewsim.stats.intervals import student_quantile

FIRST_STAGE = 5_000  # games of the first stage; a further one has as many as all before it
SCREENING_PART, FITTING_PART, RACING_PART, WALKING_PART = 0.3, 0.2, 0.3, 0.1  # of the games of a stage
UNLIKELY = -2.0  # standard errors outside a limit
LUCK = 1.0  # standard errors that games may have been less kind than the truth
WALKERS = 2  # candidates that are left by a race, beside which it goes on
BASE_RUNG = 2
CONFIRMING_BLOCKS = 200  # of each look
LEAST_GAMES = 400  # that judge a candidate
ID_SPACE = 10**12  # game ids of each purpose
CONFIRMING = ID_SPACE  # the first; before it are those that choose
TRIAL_SPACE = 10**9  # game ids of each candidate that is confirmed
ADAPTED = "adapted"  # the level of bots that were tuned for the candidate's rules

Adapt = Callable[[Rules], Measures | None]  # what players measure that have adapted to these rules; None if nothing better is found
Advance = Callable[[int, bool], None]


class Step(StrEnum):
    """What is being done, in words."""

    MEASURING = "measuring the rules as they are"
    SCREENING = "screening: moving every value that may change, one after the other"
    FITTING = "fitting a surface: how the few values that matter work together"
    RACING = "racing the candidates against each other"
    CONFIRMING = "confirming the best on fresh games"
    ADAPTING = "letting players adapt to a repair"
    COMPARING = "looking at what else a repair moves"


Tell = Callable[[Step], object]


@dataclass(frozen=True)
class Problem:
    """Rules, what may change in them, and who measures what is wanted."""

    rules: Rules
    levers: tuple[Lever, ...]
    measures: dict[str, Measures]  # by level of skill
    budget: int  # games
    edits: int  # at most
    goes_on: bool = False  # to more edits when fewer will do
    adapt: Adapt | None = None


@dataclass(frozen=True)
class Reached:
    """What one component comes to with a candidate, with an interval that allows for all that was judged."""

    component: Component
    level: str
    value: float
    low: float
    high: float


@dataclass(frozen=True, eq=False)
class Advice:
    """A candidate, judged on games that did not choose it."""

    edits: Edits
    words: tuple[str, ...]
    size: float
    rules: Rules
    reached: tuple[Reached, ...]
    margin: float  # standard errors that the worst component lies inside its limits
    needed: float  # the margin that is sure
    games: int  # that it was judged by, of each level
    found_at: int  # games that were played in all by then
    has_adapted: bool = False  # players were tuned for it, and play differently
    moves: str = ""  # what else it moves, in a sentence
    moved: int = 0  # how many measures those are

    @property
    def standings(self) -> dict[Goal, Standing]:
        """What is known of each goal."""
        goals = dict.fromkeys(one.component.goal for one in self.reached)
        return {goal: _standing([one for one in self.reached if one.component.goal == goal]) for goal in goals}

    def worst(self, goal: Goal) -> Reached:
        """The component of a goal that is farthest outside its limits, or least inside."""
        own = [one for one in self.reached if one.component.goal == goal]
        return min(own, key=lambda one: min(one.low - one.component.low, one.component.high - one.high))

    @property
    def is_sure(self) -> bool:
        """Whether all goals are surely met."""
        return all(found == Standing.HOLDS for found in self.standings.values())

    @property
    def fails(self) -> bool:
        """Whether a goal is surely missed."""
        return Standing.FAILS in self.standings.values()


@dataclass
class Answer:
    """What was found."""

    is_met: bool = False  # by the rules as they are
    base: Advice | None = None  # the rules as they are, if they looked good
    repairs: list[Advice] = field(default_factory=list)  # that surely meet all goals; nobody beats one in everything
    closest: Advice | None = None  # if there are none
    tested: int = 0  # moves of single values
    moving: int = 0  # values that move a goal
    endless: list[tuple[str, ...]] = field(default_factory=list)  # edits in words, with which games do not end
    games: int = 0

    @property
    def more_games(self) -> float:
        """How many times as many games would tell whether the closest is a repair; nan if it is none."""
        found = self.closest
        is_open = found is not None and not found.fails and found.margin > 0
        return (found.needed / found.margin) ** 2 if found and is_open else np.nan


@dataclass
class Trial:
    """A candidate that is judged on games of its own."""

    place: int  # among all that are
    looks: int = 0
    tally: Tally | None = None


def _part(place: int) -> float:
    """Of a whole that is shared by infinitely many: the first has half of it, the next a sixth, then a twelfth."""
    return 1 / (place * (place + 1))


def _reached(panel: Panel, tally: Tally, needed: float) -> tuple[Reached, ...]:
    half = needed * tally.error
    rows = zip(panel.components, panel.levels, tally.value.tolist(), (tally.value - half).tolist(), (tally.value + half).tolist())
    return tuple(Reached(*row) for row in rows)


def _standing(reached: Sequence[Reached]) -> Standing:
    return standing([one.component for one in reached], [one.low for one in reached], [one.high for one in reached])


class Advisor:
    """Goes the whole way for one problem."""

    def __init__(self, problem: Problem, work: Workers, memory: Memory, advance: Advance, tell: Tell) -> None:
        self.problem, self.memory, self.tell = problem, memory, tell
        self.panel = Panel(problem.measures, work, memory, advance)
        self.field = Field(self.panel, problem.rules)
        self.trials: dict[Edits, Trial] = {}
        self.judging = 0  # games that confirmed, or did not
        self.stage = self.panel.cost(FIRST_STAGE)  # games of the present stage
        self.answer = Answer()

    def seek(self) -> Answer:
        """The smallest repairs, or what comes closest: stage by stage, each with the games of all before and as many again."""
        answer = self.answer
        self.tell(Step.MEASURING)
        base = self._base()
        answer.base, *_ = (*self._confirm([base]), None)
        answer.is_met = answer.base is not None and answer.base.is_sure
        raced = {base.edits: base}
        edits, is_last = 0 if answer.is_met else self.problem.edits, False
        while edits and not is_last:
            is_last = 2 * self.stage >= self._left or bool(answer.repairs)
            raced |= self._stage(edits)
            self.stage = max(2 * self.stage, self.panel.played)
            if answer.repairs:  # once more, if fewer edits may do
                raced |= self._prune()
                edits = max((len(racer.edits) for racer in raced.values() if self._may_do_better(racer)), default=0)
        if not answer.is_met and not answer.repairs:
            self._end_with(self._closest(list(raced.values())))
        answer.games = self.panel.played
        return answer

    def _prune(self) -> dict[Edits, Racer]:
        """Try the repair of the fewest edits without each of them, as long as that is one too; all that was raced."""
        raced = list[Racer]()
        (base,) = self.field.play([()], BASE_RUNG)
        before = 0
        while len(self.answer.repairs) > before:
            before = len(self.answer.repairs)
            fewest = min((advice.edits for advice in self.answer.repairs), key=lambda edits: (len(edits), size(edits)))
            raced += self._race(parts(self.field, fewest), base.scale)
        return {racer.edits: racer for racer in raced}

    def _may_do_better(self, racer: Racer) -> bool:
        """Whether a candidate may be a repair of fewer edits than were found."""
        trial = self.trials.get(racer.edits)
        margin = self._margin(trial.tally) if trial and trial.tally else racer.margin
        return margin > UNLIKELY and len(racer.edits) < min(len(advice.edits) for advice in self.answer.repairs)

    def _stage(self, edits: int) -> dict[Edits, Racer]:
        """Screen, fit, race and confirm with the games of this stage; all that was raced."""
        self.tell(Step.SCREENING)
        answer = self.answer
        screened = screen(self.field, self.problem.levers, self._games(SCREENING_PART))
        answer.tested = screened.tested
        if not screened.moves and screened.likeliest:  # the likeliest once more, with more games each
            again = screen(self.field, screened.likeliest[:MOST_LEVERS], self._games(SCREENING_PART))
            screened = replace(again, endless=screened.endless + again.endless)
        answer.moving = len({lever.path for lever, _ in screened.moves})
        self._drop([(move,) for move in screened.endless])
        return {racer.edits: racer for racer in (self._search(screened, edits) if screened.moves else ())}

    def _base(self) -> Racer:
        """The rules as they are, which are a candidate too."""
        (tally,) = self.field.play([()], BASE_RUNG)
        return Racer((), self.problem.rules, tally, self._margin(tally))

    def _search(self, screened: Screened, most: int) -> list[Racer]:
        """Race candidates of ever more edits; what was left at the end of each race."""
        self.tell(Step.FITTING)
        field, scale = self.field, screened.base.scale
        chosen = choose_levers(screened, self.panel.low, self.panel.high, most)
        surface = fit_surface(field, chosen, self._games(FITTING_PART), most > 1)
        surface = refine(field, surface, most, scale, self._games(FITTING_PART))
        self._drop(surface.endless)
        raced: list[Racer] = []
        ruled_out = []
        for edits in range(1, most + 1):
            own = self._race(line_up(field, surface, edits), scale)
            raced += own
            ruled_out += [edits] if all(racer.margin < RULED_OUT for racer in own) else []
            if self.answer.repairs and not self.problem.goes_on:
                return raced
        for edits in ruled_out if not self.answer.repairs else ():  # the surface may be wrong, and what is closest should be known
            raced += self._race(nearest(field, surface, edits, scale), scale, is_last_resort=True)
        return raced

    def _race(self, racers: Sequence[Racer], scale: np.ndarray, is_last_resort: bool = False) -> list[Racer]:
        """Race and confirm candidates of one number of edits; then what is beside the best, as long as that is better."""
        raced: dict[Edits, Racer] = {}
        best, judged = np.inf, 0
        part = WALKING_PART if is_last_resort else RACING_PART
        while racers:
            self.tell(Step.RACING)
            left, endless = race(self.field, racers, self._games(part))
            self._drop([racer.edits for racer in endless])
            raced |= {racer.edits: racer for racer in (*racers, *left)}
            found = self._confirm(left[: KEPT - judged])
            judged += len(found)
            adapted = [self._with_adapted(advice) for advice in found if advice.is_sure]
            sure = [advice for advice in adapted if advice.is_sure]
            self.answer.repairs += sure
            misses = sorted((self._miss(racer, scale), place) for place, racer in enumerate(left))
            is_nearer = bool(misses) and misses[0][0] < best
            walkers = [left[place] for _, place in misses[:WALKERS]]
            is_in_reach = is_last_resort or any(racer.margin > RULED_OUT for racer in left)
            goes_on = not sure and judged < KEPT and (is_nearer or found) and is_in_reach
            racers = neighbours(self.field, walkers, raced) if goes_on else []
            best, part = misses[0][0] if misses else best, WALKING_PART
        return [racer for racer in raced.values() if racer.tally]

    def _drop(self, endless: Sequence[Edits]) -> None:
        told = [tuple(in_words(self.problem.rules, edits)) for edits in endless]
        self.answer.endless += [words for words in told if words not in self.answer.endless]

    def _margin(self, tally: Tally) -> float:
        return float(margins(tally.value, tally.error, self.panel.low, self.panel.high).min())

    @property
    def _left(self) -> float:
        """The games that are left of the budget, without those that judge at least what came closest."""
        return max(0.0, self.problem.budget - self.panel.played - self.panel.cost(LEAST_GAMES))

    def _games(self, part: float) -> float:
        """The games of a part of this stage; at least half of what the budget still has is kept for confirming."""
        return min(part * self.stage, self._left / 2)

    @property
    def _chosen(self) -> int:
        """The games that have chosen so far."""
        return self.panel.played - self.judging

    def _confirm(self, racers: Sequence[Racer]) -> list[Advice]:
        """Judge racers that look good, the best first, on games of their own; twice as many each time, as long as that may decide."""
        found = list[Advice]()
        for racer in racers:
            if not self.problem.goes_on and any(advice.is_sure and advice.size <= racer.size for advice in found):
                continue
            trial = self.trials.get(racer.edits, Trial(len(self.trials)))
            advice = None
            while (games := self._games_for(racer, trial)) and not (advice and (advice.is_sure or advice.fails)):
                advice = self._judge(racer, games)
                trial = self.trials[racer.edits]
            found += [advice] if advice else []
        return found

    def _games_for(self, racer: Racer, trial: "Trial") -> int:
        """How many games judge a candidate next; 0 if it has no chance with those that are left.

        No more may confirm than have chosen. Only what its own games speak for may take as many again as were played in all.
        """
        known = trial.tally or racer.tally
        margin, needed = self._margin(known) if known else -np.inf, self._needed(trial)
        if known is None or margin <= 0:
            return 0
        before = trial.tally.n if trial.tally else 0
        affordable = self.panel.games_for(min(self._left, self._chosen - self.judging), 1)
        if before and (promised := known.n * (needed / margin) ** 2 - before) <= self.panel.games_for(
            min(self._left, self.panel.played), 1
        ):
            affordable = max(affordable, int(promised))
        least = known.n * (needed / (margin + LUCK)) ** 2 - before
        wanted = before or int(max(LEAST_GAMES, known.n * (needed / max(margin - LUCK, LUCK)) ** 2))
        return min(wanted, affordable) if affordable >= max(least, LEAST_GAMES) else 0

    def _judge(self, racer: Racer, games: int) -> Advice:
        """Judge a candidate by this many more games that chose nothing."""
        self.tell(Step.CONFIRMING)
        trial = self.trials.setdefault(racer.edits, Trial(len(self.trials)))
        needed = self._needed(trial)
        first = CONFIRMING + TRIAL_SPACE * trial.place + (trial.tally.n if trial.tally else 0)
        before = self.panel.played
        (tally,) = self.panel.play([racer.rules], np.arange(first, first + games), CONFIRMING_BLOCKS)
        self.judging += self.panel.played - before
        trial.looks, trial.tally = trial.looks + 1, trial.tally + tally if trial.tally else tally
        words = tuple(in_words(self.problem.rules, racer.edits))
        margin, reached = self._margin(trial.tally), _reached(self.panel, trial.tally, needed)
        return Advice(racer.edits, words, size(racer.edits), racer.rules, reached, margin, needed, trial.tally.n, self.panel.played)

    def _needed(self, trial: "Trial") -> float:
        """Standard errors inside its limits at which all components are sure, at the next look at a candidate.

        Notes
        -----
        A candidate that is no repair has a component that lies outside. That one alone would have to be taken for inside, so the
        number of components and levels needs no correction (Berger 1982). The number of candidates and of looks at each does: the
        candidate at place k and look k of it have the parts 1 / (k (k + 1)) of the doubt, which are 1 together.
        """
        doubt = 1 - max(component.goal.sure for component in self.panel.components)
        return float(
            student_quantile(CONFIRMING_BLOCKS * (trial.looks + 1), 1 - 2 * doubt * _part(trial.place + 1) * _part(trial.looks + 1))
        )

    def _with_adapted(self, advice: Advice) -> Advice:
        """The same, judged also with players that have adapted to it."""
        adapt = self.problem.adapt
        if adapt is None:
            return advice
        self.tell(Step.ADAPTING)
        first = CONFIRMING + TRIAL_SPACE * self.trials[advice.edits].place
        ids = np.arange(first, first + advice.games)

        def play() -> list[float]:
            measures = adapt(advice.rules)
            return Panel({ADAPTED: measures}, self.panel.work).numbers([advice.rules], ids, CONFIRMING_BLOCKS) if measures else []

        numbers, _ = self.memory.recall(play)
        if not numbers:
            return advice
        *_, usual = self.problem.measures.values()  # has the same components
        panel = Panel({ADAPTED: usual}, self.panel.work)
        (tally,) = panel.tallies(numbers, len(ids), CONFIRMING_BLOCKS)
        margin = min(advice.margin, float(margins(tally.value, tally.error, panel.low, panel.high).min()))
        return replace(advice, reached=advice.reached + _reached(panel, tally, advice.needed), margin=margin, has_adapted=True)

    def _end_with(self, closest: Advice) -> None:
        """What came closest had all games that were left, so it may be a repair after all; or the rules as they are may do."""
        if closest.is_sure and closest.edits:
            closest = self._with_adapted(closest)
        if not closest.is_sure:
            self.answer.closest = closest
        elif closest.edits:
            self.answer.repairs = [closest]
        else:
            self.answer.is_met = True

    def _closest(self, raced: Sequence[Racer]) -> Advice:
        """Of all that was raced, what misses least, or is most surely inside. It has all games that are left."""
        (base,) = self.field.play([()], BASE_RUNG)
        best = min(raced, key=lambda racer: (self._miss(racer, base.scale), -racer.margin))
        return self._judge(best, LEAST_GAMES + self.panel.games_for(self._left, 1))

    def _miss(self, racer: Racer, scale: np.ndarray) -> float:
        assert racer.tally is not None
        return float(shortfall(racer.tally.value, scale, self.panel.low, self.panel.high))


def advise(
    problem: Problem,
    work: Workers,
    memory: Memory | None = None,
    advance: Advance = lambda games, is_new: None,
    tell: Tell = lambda step: None,
) -> Answer:
    """The smallest edits that make the rules meet the goals, each confirmed; or what comes closest."""
    return Advisor(problem, work, memory or Memory(), advance, tell).seek()


def pareto(advice: Sequence[Advice]) -> list[Advice]:
    """Those that no other one beats or equals in number of edits, size, how surely the goals are met and what else is moved.

    The fewest edits come first, then the smallest.
    """

    def cost(one: Advice) -> tuple[float, ...]:
        return len(one.edits), one.size, -one.margin, one.moved

    def is_beaten(one: Advice) -> bool:
        own = cost(one)
        return any(cost(other) != own and all(a <= b for a, b in zip(cost(other), own)) for other in advice)

    return sorted((one for one in advice if not is_beaten(one)), key=cost)
