"""The whole way to the smallest repair: screen, surface, race, and what is left confirmed on games that chose nothing."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

import numpy as np

from brewsim.advising.levers import Edits, Lever, in_words, size
from brewsim.advising.measuring import Component, Standing, standing
from brewsim.advising.race import KEPT, RULED_OUT, Racer, line_up, nearest, neighbours, race, refine
from brewsim.advising.screening import Screened, screen
from brewsim.advising.surface import MOST_LEVERS, Surface, choose_levers, fit_surface
from brewsim.advising.tallies import Measures, Memory, Panel, Tally, margins, shortfall
from brewsim.goals import Goal
from brewsim.matches import Workers
from brewsim.rules import Rules
from brewsim.stats.intervals import student_quantile

# Of the games that are left when it begins. Fewer edits are better, but there may be no repair with so few.
BASE_PART, SCREENING_PART, FITTING_PART, RACING_PART, WALKING_PART, CONFIRMING_PART = 0.05, 0.25, 0.15, 0.25, 0.1, 0.6
LUCK = 1.0  # standard errors that a race may have been kinder, and the confirmation may be less kind, than the truth
WALKERS = 2  # candidates that are left by a race, beside which it goes on
CONFIRMING_BLOCKS = 200
LEAST_GAMES = 400  # that judge a candidate
ID_SPACE = 10**12  # game ids of each purpose
SCREENING, FITTING, RACING, CONFIRMING = (ID_SPACE * purpose for purpose in range(4))
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
    """What one component comes to with a candidate, with an interval that holds for all that was confirmed."""

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


def _standing(reached: Sequence[Reached]) -> Standing:
    return standing([one.component for one in reached], [one.low for one in reached], [one.high for one in reached])


class Advisor:
    """Goes the whole way for one problem."""

    def __init__(self, problem: Problem, work: Workers, memory: Memory, advance: Advance, tell: Tell) -> None:
        self.problem, self.memory, self.tell = problem, memory, tell
        self.panel = Panel(problem.measures, work, memory, advance)
        self.answer = Answer()

    def seek(self) -> Answer:
        """The smallest repairs, or what comes closest."""
        panel, answer = self.panel, self.answer
        self.tell(Step.MEASURING)
        raced = [self._base()]
        answer.base, *_ = (*self._confirm(raced, RACING_PART * self._left), None)
        answer.is_met = answer.base is not None and answer.base.is_sure
        if not answer.is_met:
            self.tell(Step.SCREENING)
            screened = self._screen()
            answer.tested = screened.tested
            answer.moving = len({lever.path for lever, _ in screened.moves})
            self._drop([(move,) for move in screened.endless])
            raced += self._search(screened) if screened.moves else []
            if not answer.repairs:
                self._end_with(self._closest(raced, screened.scale))
        answer.games = panel.played
        return answer

    def _screen(self) -> Screened:
        """What moves something; if nothing surely does, the likeliest once more, with more games each."""
        panel, rules = self.panel, self.problem.rules
        first = screen(panel, rules, self.problem.levers, SCREENING_PART * self._left, SCREENING)
        if first.moves or not first.likeliest:
            return first
        again = screen(panel, rules, first.likeliest[:MOST_LEVERS], SCREENING_PART * self._left, SCREENING + first.base.n)
        return replace(again, tested=first.tested, endless=first.endless + again.endless)

    def _base(self) -> Racer:
        """The rules as they are, which are a candidate too."""
        games = max(LEAST_GAMES, self.panel.games_for(BASE_PART * self._left, 1))
        (tally,) = self.panel.play([self.problem.rules], np.arange(RACING, RACING + games))
        return Racer((), self.problem.rules, tally, self._margin(tally))

    def _search(self, screened: Screened) -> list[Racer]:
        """Race candidates of ever more edits; what was left at the end of each race."""
        self.tell(Step.FITTING)
        problem, panel = self.problem, self.panel
        chosen = choose_levers(screened, panel.low, panel.high, problem.edits)
        surface = fit_surface(panel, problem.rules, chosen, FITTING_PART * self._left, FITTING, problem.edits > 1)
        surface = refine(panel, problem.rules, surface, problem.edits, screened.scale, FITTING_PART * self._left, FITTING)
        self._drop(surface.endless)
        raced: list[Racer] = []
        ruled_out = []
        for edits in range(1, problem.edits + 1):
            own = self._race(surface, line_up(panel, problem.rules, surface, edits), screened.scale)
            raced += own
            ruled_out += [edits] if all(racer.margin < RULED_OUT for racer in own) else []
            if self.answer.repairs and not problem.goes_on:
                return raced
        for edits in ruled_out if not self.answer.repairs else ():  # the surface may be wrong, and what is closest should be known
            raced += self._race(surface, nearest(panel, problem.rules, surface, edits, screened.scale), screened.scale, is_last_resort=True)
        return raced

    def _race(self, surface: Surface, racers: Sequence[Racer], scale: np.ndarray, is_last_resort: bool = False) -> list[Racer]:
        """Race and confirm candidates of one number of edits; then what is beside the best, as long as that is better."""
        panel, rules = self.panel, self.problem.rules
        raced: dict[Edits, Racer] = {}
        best, judged = np.inf, 0
        part = WALKING_PART if is_last_resort else RACING_PART
        while racers:
            self.tell(Step.RACING)
            left, endless = race(panel, surface.base, racers, part * self._left, RACING)
            self._drop([racer.edits for racer in endless])
            raced |= {racer.edits: racer for racer in (*racers, *left)}
            found = self._confirm(left[: KEPT - judged], CONFIRMING_PART * self._left)
            judged += len(found)
            adapted = [self._with_adapted(advice) for advice in found if advice.is_sure]
            sure = [advice for advice in adapted if advice.is_sure]
            self.answer.repairs += sure
            misses = sorted((self._miss(racer, scale), place) for place, racer in enumerate(left))
            is_nearer = bool(misses) and misses[0][0] < best
            walkers = [left[place] for _, place in misses[:WALKERS]]
            is_in_reach = is_last_resort or any(racer.margin > RULED_OUT for racer in left)
            goes_on = not sure and judged < KEPT and (is_nearer or found) and is_in_reach
            racers = neighbours(rules, walkers, raced) if goes_on else []
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

    def _confirm(self, racers: Sequence[Racer], budget: float) -> list[Advice]:
        """Judge racers that look good on as many games of their own as they need, the best first, as long as the budget lasts."""
        found = []
        last = self.panel.played + budget
        for racer in racers:
            if racer.margin > 0 and racer.tally:
                n, affordable = racer.tally.n, self.panel.games_for(last - self.panel.played, 1)
                least = n * (self._needed / (racer.margin + LUCK)) ** 2
                wanted = n * ((self._needed + LUCK) / max(racer.margin - LUCK, racer.margin / 2)) ** 2
                if max(least, LEAST_GAMES) <= affordable:
                    found.append(self._judge(racer, int(min(max(wanted, LEAST_GAMES), affordable))))
        return found

    def _judge(self, racer: Racer, games: int) -> Advice:
        """Judge a candidate on games that chose nothing. All that may ever be judged is corrected for, so no "repaired" is luck."""
        self.tell(Step.CONFIRMING)
        (tally,) = self.panel.play([racer.rules], np.arange(CONFIRMING, CONFIRMING + games), CONFIRMING_BLOCKS)
        words = tuple(in_words(self.problem.rules, racer.edits))
        reached = self._reached(self.panel, tally)
        return Advice(racer.edits, words, size(racer.edits), racer.rules, reached, self._margin(tally), self._needed, games)

    @property
    def _needed(self) -> float:
        """Standard errors inside its limits at which a component is sure."""
        return max(self._critical(goal) for goal in self._goals)

    @property
    def _goals(self) -> list[Goal]:
        return list(dict.fromkeys(component.goal for component in self.panel.components))

    def _critical(self, goal: Goal) -> float:
        """Standard errors of an interval: for all components of the goal, all levels, and all candidates that may be judged.

        These are the base, up to KEPT for each number of edits, and at the end what came closest.
        """
        levels = len(self.problem.measures)
        components = sum(one.goal == goal for one in self.panel.components) * (levels + (self.problem.adapt is not None)) / levels
        candidates = 2 + KEPT * self.problem.edits
        return float(student_quantile(CONFIRMING_BLOCKS, 1 - (1 - goal.sure) / (components * candidates)))

    def _reached(self, panel: Panel, tally: Tally) -> tuple[Reached, ...]:
        half = np.array([self._critical(component.goal) for component in panel.components]) * tally.error
        rows = zip(panel.components, panel.levels, tally.value.tolist(), (tally.value - half).tolist(), (tally.value + half).tolist())
        return tuple(Reached(*row) for row in rows)

    def _with_adapted(self, advice: Advice) -> Advice:
        """The same, judged also with players that have adapted to it."""
        adapt = self.problem.adapt
        if adapt is None:
            return advice
        self.tell(Step.ADAPTING)
        ids = np.arange(CONFIRMING, CONFIRMING + advice.games)

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
        return replace(advice, reached=advice.reached + self._reached(panel, tally), margin=margin, has_adapted=True)

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

    def _closest(self, raced: Sequence[Racer], scale: np.ndarray) -> Advice:
        """Of all that was raced, what misses least; of those that miss nothing, what is most surely inside."""

        best = min(raced, key=lambda racer: (self._miss(racer, scale), -racer.margin))
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
