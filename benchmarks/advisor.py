"""How many games it takes to repair a game: brewsim's advisor against Optuna and random search, on a real problem of each title.

python benchmarks/advisor.py [PROBLEM...] [--seeds N] [--first SEED] [--methods a,b] [--tries FILE] prints the numbers of docs/repairs.md;
it needs the extra `bench`. All methods have the same levers with the same steps, at most three edits, and the same shuffles for all
candidates. Those of Optuna play `trial` games a trial; what then lies inside all limits is confirmed on fresh games, twice as many each
time, until it is surely in or out. They stop at the first repair, but not before they had the games of the advisor's best with the same
seed, for a smaller one; or at the end of the budget. The advisor has the same budget, and stops by itself. A repair counts only if a
referee, on games of another seed that nobody pays for, finds it surely inside all limits as well.
"""

import argparse
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np
import optuna

from brewsim.advising.advisor import Problem, advise
from brewsim.advising.levers import Edits, Lever, edited, find_levers, in_words, size
from brewsim.advising.measuring import Measurer
from brewsim.advising.tallies import Panel, Tally, margins
from brewsim.goals import SURE, parse_goal
from brewsim.matches import workers
from brewsim.rules import Rules, load_rules
from brewsim.stats.intervals import student_quantile

BOT = "expert"
ADVISOR = "advisor"
MOST_EDITS = 3
REFEREE_SEED, REFEREE_GAMES = 10**6, 20_000
FRESH = 10**12  # the first game id of a confirmation
LOOKS = 6  # of a confirmation, each with as many games as all before; the first with those of a trial
LUCK = 2.0  # standard errors: what would not be sure at the last look even with this luck is given up
ASKED = 20  # times as many candidates as there are games for: known ones cost nothing
FAR = 1e6  # outside: rules that are impossible, and what no game says anything about


@dataclass(frozen=True)
class Task:
    """A real problem: what is wanted of a title, and what may change."""

    title: str
    seats: int
    goals: tuple[str, ...]
    may: tuple[str, ...]  # without it every number of the rulebook
    trial: int  # games of a trial
    budget: int  # games of a method

    @cached_property
    def rules(self) -> Rules:
        return load_rules(self.title)

    @cached_property
    def levers(self) -> tuple[Lever, ...]:
        return tuple(find_levers(self.rules, self.may, () if self.may else ("seats.*",)))

    def measures(self, seed: int) -> dict[str, Measurer]:
        goals = [parse_goal(self.rules.title, text) for text in self.goals]
        return {BOT: Measurer(self.rules.title, goals, [self.seats], BOT, seed)}

    def panel(self, seed: int) -> Panel:
        with workers(1) as work:
            return Panel(self.measures(seed), work)


TASKS = {
    "brew": Task("brew", 4, ("seats within 7",), ("seats.*",), 500, 150_000),
    "brew_crafters": Task("brew_crafters", 3, ("rounds 6..6.5", "score 17..19", "ties below 16"), (), 500, 150_000),
    "heaven_and_ale": Task("heaven_and_ale", 4, ("seats within 5",), ("seats.*",), 500, 150_000),
    "wizards_brew": Task("wizards_brew", 4, ("rounds 4.4..5.1", "seats within 5"), (), 500, 150_000),
    "brew_baron": Task("brew_baron", 4, ("yeast_reserves 0..12", "rounds 7..10"), (), 500, 150_000),
}


@dataclass(frozen=True)
class Repair:
    """What a method has confirmed, and how many games it had played by then."""

    games: int
    edits: Edits


def by_advisor(task: Task, seed: int) -> Iterator[Repair]:
    """What it confirms, in the order in which it is found."""
    with workers(1) as work:
        answer = advise(Problem(task.rules, task.levers, task.measures(seed), task.budget, MOST_EDITS), work)
    yield from (Repair(advice.found_at, advice.edits) for advice in answer.repairs)


def by_trials(task: Task, seed: int, least: int, sampler: optuna.samplers.BaseSampler) -> Iterator[Repair]:
    """Let a sampler of Optuna propose edits, the smallest that break no limit; each repair is smaller than those before."""
    panel = task.panel(seed)
    study = optuna.create_study(directions=["minimize", "minimize"], sampler=sampler)
    best = (MOST_EDITS + 1, 0.0)
    scale = panel.play([task.rules], np.arange(task.trial))[0].error
    known: dict[Edits, np.ndarray] = {}
    for _ in range(ASKED * task.budget // task.trial):
        if panel.played >= (task.budget if best[0] > MOST_EDITS else least):
            return
        trial = study.ask()
        edits = suggest(trial, task.levers)
        is_new, rules = edits not in known, edited(task.rules, edits)
        if is_new:
            known[edits] = np.full(len(scale), FAR)
            if edits and rules:
                (tally,) = panel.play([rules], np.arange(task.trial))
                known[edits] = np.nan_to_num(np.maximum(panel.low - tally.value, tally.value - panel.high) / scale, nan=FAR)
        trial.set_user_attr("outside", known[edits].tolist())
        cost = len(edits), size(edits)
        study.tell(trial, list(cost))
        if is_new and (known[edits] < 0).all() and cost < best and rules and is_confirmed(panel, rules, task.trial):
            best = cost
            yield Repair(panel.played, edits)


def suggest(trial: optuna.Trial, levers: tuple[Lever, ...]) -> Edits:
    """Up to three levers and their steps."""
    chosen: dict[str, tuple[Lever, int]] = {}
    for slot in range(trial.suggest_int("edits", 1, MOST_EDITS)):
        place = trial.suggest_categorical(f"lever {slot}", range(len(levers)))
        lever = levers[place]
        step = trial.suggest_int(f"step {place}", min(0, *lever.new), max(0, *lever.new))
        if step:
            chosen[lever.path] = (lever, step)
    return tuple(chosen[path] for path in sorted(chosen))


def is_confirmed(panel: Panel, rules: Rules, first: int) -> bool:
    """Whether fresh games say that these rules are surely inside all limits."""
    tally: Tally | None = None
    for look in range(LOOKS):
        before = tally.n if tally else 0
        (more,) = panel.play([rules], np.arange(FRESH + before, FRESH + before + max(first, before)))
        tally = tally + more if tally else more
        sure = student_quantile(len(tally.sums), 1 - (1 - SURE) / (2 * LOOKS * len(panel.low)))
        margin = margin_of(panel, tally)
        if abs(margin) > sure or (margin + LUCK) * 2 ** ((LOOKS - 1 - look) / 2) < sure:
            return margin > sure
    return False


def margin_of(panel: Panel, tally: Tally) -> float:
    """Standard errors that the worst component lies inside its limits."""
    return float(margins(tally.value, tally.error, panel.low, panel.high).min())


def outside(trial: optuna.trial.FrozenTrial) -> list[float]:
    """What Optuna takes for constraints: above 0 a limit is broken."""
    return trial.user_attrs["outside"]


SAMPLERS: dict[str, Callable[[int], optuna.samplers.BaseSampler]] = {
    "TPE": lambda seed: optuna.samplers.TPESampler(seed=seed, constraints_func=outside),
    "NSGA-II": lambda seed: optuna.samplers.NSGAIISampler(seed=seed, constraints_func=outside),
    "random": lambda seed: optuna.samplers.RandomSampler(seed=seed + 100),  # other luck than the first trials of the others
}
METHODS = (ADVISOR, *SAMPLERS)


class Referee:
    """Says whether edits repair a game, on games that nobody pays for."""

    def __init__(self, task: Task) -> None:
        self.task, self.panel, self.known = task, task.panel(REFEREE_SEED), dict[Edits, bool]()

    def holds(self, edits: Edits) -> bool:
        if edits not in self.known:
            rules = edited(self.task.rules, edits)
            assert rules
            (tally,) = self.panel.play([rules], np.arange(REFEREE_GAMES), 200)
            sure = student_quantile(200, 1 - (1 - SURE) / (2 * len(self.panel.low)))
            self.known[edits] = margin_of(self.panel, tally) > sure
        return self.known[edits]


def solve(name: str, method: str, seed: int, referee: Referee, least: int) -> dict[str, Any]:
    """What one method finds with one seed. A repair that the referee refuses is none; of others with the same games the smallest counts."""
    task = TASKS[name]
    repairs = list(by_advisor(task, seed) if method == ADVISOR else by_trials(task, seed, least, SAMPLERS[method](seed)))
    held = [repair for repair in repairs if referee.holds(repair.edits)]
    best = min(held, key=lambda repair: (len(repair.edits), size(repair.edits)), default=None)
    found = (
        {
            **{"games": held[0].games, "games_to_best": best.games, "edits": len(best.edits), "size": size(best.edits)},
            **{"words": in_words(task.rules, best.edits)},
        }
        if best
        else {}
    )
    return {"problem": name, "method": method, "seed": seed, "refused": len(repairs) - len(held), **found}


def table(tries: list[dict[str, Any]]) -> str:
    """A line for each problem and method, medians with ranges. Where no repair was found, the games to it count as more than all."""
    lines = [
        "| problem | method | reached | games to a repair | to the smallest | edits | size | refused |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for name, method in dict.fromkeys((one["problem"], one["method"]) for one in tries):
        own = [one for one in tries if (one["problem"], one["method"]) == (name, method)]
        games = [in_range([one.get(key, np.inf) for one in own], ",.0f") for key in ("games", "games_to_best")]
        reached = [one for one in own if "games" in one]
        sizes = [in_range([one[key] for one in reached], ".2g") for key in ("edits", "size")]
        refused = sum(one["refused"] for one in own)
        lines.append(f"| {name} | {method} | {len(reached)} of {len(own)} | {' | '.join(games + sizes)} | {refused} |")
    return "\n".join(lines)


def in_range(values: list[float], form: str) -> str:
    """The median and the range of numbers; a dash for what was not reached."""
    told = (
        [f"{number:{form}}" if np.isfinite(number) else "-" for number in (median(values), min(values), max(values))] if values else ["-"]
    )
    return told[0] if len(set(told)) == 1 else f"{told[0]} ({told[1]} to {told[2]})"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("problems", nargs="*", metavar="PROBLEM", help=f"of {', '.join(TASKS)}; all by default")
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--first", type=int, default=0, help="the first of these seeds")
    parser.add_argument("--methods", default="advisor,TPE,random", help=f"of {', '.join(METHODS)}")
    parser.add_argument("--tries", type=Path, help="a file of JSON lines: each try is added to it, and what it has is not tried again")
    given = parser.parse_args()
    optuna.logging.set_verbosity(optuna.logging.ERROR)
    lines = given.tries.read_text().splitlines() if given.tries and given.tries.exists() else []
    tries = [json.loads(line) for line in lines]
    known = {(one["problem"], one["method"], one["seed"]) for one in tries}
    referees = {name: Referee(TASKS[name]) for name in given.problems or TASKS}
    for asked in product(range(given.first, given.first + given.seeds), referees, given.methods.split(",")):
        seed, name, method = asked
        if (name, method, seed) not in known:
            least = max(
                (one.get("games_to_best", 0) for one in tries if (one["problem"], one["method"], one["seed"]) == (name, ADVISOR, seed)),
                default=0,
            )
            tries.append(solve(name, method, seed, referees[name], least))
            if given.tries:
                with given.tries.open("a") as file:
                    print(json.dumps(tries[-1]), file=file)
    print(table(sorted(tries, key=lambda one: (one["problem"], METHODS.index(one["method"])))))


if __name__ == "__main__":
    main()
