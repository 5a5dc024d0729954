"""The whole way to the smallest repair: screen, surface, race, and what is left confirmed on games that chose nothing."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np

from brewsim.advising.answers import Advice, Answer, Reached
from brewsim.advising.levers import Edits, Lever, in_words, size
from brewsim.advising.measuring import Standing
from brewsim.advising.race import KEPT, RULED_OUT, Racer, line_up, nearest, neighbours, parts, race, refine
from brewsim.advising.screening import Screened, screen
from brewsim.advising.surface import MOST_LEVERS, choose_levers, fit_surface
from brewsim.advising.tallies import Field, Measures, Memory, Panel, Tally, approach, margins, shortfall
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
LEAST_GAMES = 400  # that judge a candidate, or the rules as they are
STANDING_PART = 0.1  # of the games, for where the rules as they are stand
ID_SPACE = 10**12  # game ids of each purpose
CONFIRMING = ID_SPACE  # the first; before it are those that choose
TRIAL_SPACE = 10**9  # game ids of each candidate that is confirmed
STANDING = 3 * ID_SPACE  # the first that judges the rules as they are
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


@dataclass
class Trial:
    """Rules that are judged on games of their own."""

    first: int  # game id
    place: int = 0  # among all candidates that are judged
    looks: int = 0
    tally: Tally | None = None
    last: Tally | None = None  # of the last look alone

    @property
    def n(self) -> int:
        """The games so far."""
        return self.tally.n if self.tally else 0

    def ids(self, games: int) -> np.ndarray:
        """Of so many more games."""
        return np.arange(self.first + self.n, self.first + self.n + games)

    def add(self, tally: Tally) -> None:
        """One more look, at more games."""
        self.looks, self.tally, self.last = self.looks + 1, self.tally + tally if self.tally else tally, tally


def _part(place: int) -> float:
    """Of a whole that is shared by infinitely many: the first has half of it, the next a sixth, then a twelfth."""
    return 1 / (place * (place + 1))


def _reached(panel: Panel, tally: Tally, needed: float) -> tuple[Reached, ...]:
    half = needed * tally.error
    rows = zip(panel.components, panel.levels, tally.value.tolist(), (tally.value - half).tolist(), (tally.value + half).tolist())
    return tuple(Reached(*row) for row in rows)


class Advisor:
    """Goes the whole way for one problem."""

    def __init__(self, problem: Problem, work: Workers, memory: Memory, advance: Advance, tell: Tell) -> None:
        self.problem, self.memory, self.tell = problem, memory, tell
        self.panel = Panel(problem.measures, work, memory, advance)
        self.field = Field(self.panel, problem.rules)
        self.trials: dict[Edits, Trial] = {}
        self.judging = 0  # games that confirmed, or did not
        self.base = Trial(STANDING)  # the rules as they are
        self.standing = 0  # games that judged them
        self.stage = self.panel.cost(FIRST_STAGE)  # games of the present stage
        self.answer: Answer

    def seek(self) -> Answer:
        """Where the rules stand, and if they do not meet all goals the smallest repairs, or what comes closest."""
        self.answer = Answer(self._stand(STANDING_PART * self.problem.budget, lambda base: base.is_sure or base.fails))
        if not self.answer.is_met:
            self._search_in_stages()
        self.answer.games = self.panel.played
        return self.answer

    def _search_in_stages(self) -> None:
        """Each stage has the games of all before and as many again."""
        answer, raced = self.answer, dict[Edits, Racer]()
        self.field.play([()], BASE_RUNG)
        edits, is_last = self.problem.edits, False
        while edits and not is_last:
            is_last = 2 * self.stage >= self._left or bool(answer.repairs)
            raced |= self._stage(edits)
            self.stage = max(2 * self.stage, self._searched)
            if answer.repairs:  # once more, if fewer edits may do
                raced |= self._prune()
                edits = max((len(racer.edits) for racer in raced.values() if self._may_do_better(racer)), default=0)
        if not answer.repairs:
            self._end_with(list(raced.values()))
        most = STANDING_PART * self.panel.played if answer.base.fails else self.problem.budget  # the latter if no repair may be needed
        answer.base = self._stand(most, lambda base: Standing.OPEN not in base.standings.values())
        if answer.is_met:  # what was found meanwhile repairs nothing
            answer.repairs, answer.closest = [], None

    def _stand(self, most: float, is_known: Callable[[Advice], bool]) -> Advice:
        """Where the rules as they are stand, by fresh games of their own: twice as many with each look, at most so many in all.

        Notes
        -----
        The intervals hold for all components and all looks at once, so that a goal is surely missed as rarely by luck as it is surely met.
        What is said of the rules as they are has doubt of its own, beside that of the repairs.
        """
        self.tell(Step.MEASURING)
        rules, trial, components = self.problem.rules, self.base, len(self.panel.components)
        while True:
            more = trial.n or LEAST_GAMES
            if trial.looks:
                doubt = self._doubt * _part(trial.looks) / components
                found = self._advice((), rules, trial, float(student_quantile(CONFIRMING_BLOCKS * trial.looks, 1 - doubt)))
                if is_known(found) or self.standing + self.panel.cost(more) > most or self.panel.cost(more) > self._left:
                    return found
            self._judge_base(trial.ids(more))

    def _judge_base(self, ids: np.ndarray) -> Tally:
        """Judge the rules as they are by these games as well, which chose nothing."""
        before = self.panel.played
        (tally,) = self.panel.play([self.problem.rules], ids, CONFIRMING_BLOCKS)
        self.standing += self.panel.played - before
        self.base.add(tally)
        return tally

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
        """The games that are left of the budget, without those that judge at least what came closest, beside the rules as they are."""
        return max(0.0, self.problem.budget - self.panel.played - 2 * self.panel.cost(LEAST_GAMES))

    def _games(self, part: float) -> float:
        """The games of a part of this stage; at least half of what the budget still has is kept for confirming."""
        return min(part * self.stage, self._left / 2)

    @property
    def _searched(self) -> int:
        """The games of the search so far."""
        return self.panel.played - self.standing

    @property
    def _chosen(self) -> int:
        """Those of them that have chosen."""
        return self._searched - self.judging

    def _confirm(self, racers: Sequence[Racer]) -> list[Advice]:
        """Judge racers that look good, the best first, on games of their own; twice as many each time, as long as that may decide."""
        found = list[Advice]()
        for racer in racers:
            if not self.problem.goes_on and any(advice.is_sure and advice.size <= racer.size for advice in found):
                continue
            trial, advice = self._trial(racer.edits), None
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
        before = trial.n
        affordable = self.panel.games_for(min(self._left, self._chosen - self.judging), 1)
        if before and (promised := known.n * (needed / margin) ** 2 - before) <= self.panel.games_for(min(self._left, self._searched), 1):
            affordable = max(affordable, int(promised))
        least = known.n * (needed / (margin + LUCK)) ** 2 - before
        wanted = before or int(max(LEAST_GAMES, known.n * (needed / max(margin - LUCK, LUCK)) ** 2))
        return min(wanted, affordable) if affordable >= max(least, LEAST_GAMES) else 0

    def _trial(self, edits: Edits) -> Trial:
        """Of a candidate; it has the next place if it was not judged yet."""
        place = len(self.trials)
        return self.trials.get(edits, Trial(CONFIRMING + TRIAL_SPACE * place, place))

    def _judge(self, racer: Racer, games: int) -> Advice:
        """Judge a candidate by this many more games that chose nothing."""
        self.tell(Step.CONFIRMING)
        trial = self.trials[racer.edits] = self._trial(racer.edits)
        needed, before = self._needed(trial), self.panel.played
        (tally,) = self.panel.play([racer.rules], trial.ids(games), CONFIRMING_BLOCKS)
        self.judging += self.panel.played - before
        trial.add(tally)
        return self._advice(racer.edits, racer.rules, trial, needed)

    def _advice(self, edits: Edits, rules: Rules, trial: Trial, needed: float) -> Advice:
        """What a trial came to, with intervals of so many standard errors."""
        assert trial.tally
        words, reached = tuple(in_words(self.problem.rules, edits)), _reached(self.panel, trial.tally, needed)
        return Advice(edits, words, size(edits), rules, reached, self._margin(trial.tally), needed, trial.n, self.panel.played)

    @property
    def _doubt(self) -> float:
        """What is left to being sure."""
        return 1 - max(component.goal.sure for component in self.panel.components)

    def _needed(self, trial: Trial) -> float:
        """Standard errors inside its limits at which all components are sure, at the next look at a candidate.

        Notes
        -----
        A candidate that is no repair has a component that lies outside. That one alone would have to be taken for inside, so the
        number of components and levels needs no correction (Berger 1982). The number of candidates and of looks at each does: the
        candidate at place k and look k of it have the parts 1 / (k (k + 1)) of the doubt, which are 1 together.
        """
        doubt = self._doubt * _part(trial.place + 1) * _part(trial.looks + 1)
        return float(student_quantile(CONFIRMING_BLOCKS * (trial.looks + 1), 1 - 2 * doubt))

    def _with_adapted(self, advice: Advice) -> Advice:
        """The same, judged also with players that have adapted to it."""
        adapt = self.problem.adapt
        if adapt is None:
            return advice
        self.tell(Step.ADAPTING)
        first = self.trials[advice.edits].first
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

    def _end_with(self, raced: Sequence[Racer]) -> None:
        """Judge what misses least of all that was raced, or is most surely inside, by half of the games that are left.

        It may be a repair after all. If not, the same games are played by the rules as they are: it is the closest only if it is
        surely closer than these.
        """
        (tally,) = self.field.play([()], BASE_RUNG)
        base = Racer((), self.problem.rules, tally, self._margin(tally))
        best = min([base, *raced], key=lambda racer: (self._miss(racer, tally.scale), -racer.margin))
        if not best.edits:
            return
        ids = self._trial(best.edits).ids(LEAST_GAMES + self.panel.games_for(self._left / 2, 1))
        found = self._judge(best, len(ids))
        if found.is_sure:
            found = self._with_adapted(found)
        if found.is_sure:
            self.answer.repairs = [found]
        elif self._is_closer(self._trial(best.edits), ids, tally.scale):
            self.answer.closest = found

    def _is_closer(self, trial: Trial, ids: np.ndarray, scale: np.ndarray) -> bool:
        """Whether the games of the last look at a candidate say that it is surely closer to the goals than the rules as they are."""
        assert trial.last
        gain, error = approach(self.field.all_of(()), self._judge_base(ids), trial.last, scale, self.panel.low, self.panel.high)
        return gain > student_quantile(CONFIRMING_BLOCKS, 1 - 2 * self._doubt) * error

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
