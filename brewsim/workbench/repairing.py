"""Repairs that are looked for in the background, one search at a time: begun, joined, stopped, and gone on with from the journal."""

import threading
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

from brewsim.advising.advice import Request, give_advice
from brewsim.advising.advisor import Step
from brewsim.advising.told import as_measured, listed
from brewsim.errors import BadInput
from brewsim.files import disk_errors, make_folder
from brewsim.measured import Measured, read_measured
from brewsim.play import simulate
from brewsim.stats.digits import show
from brewsim.tuning.journal import Journal
from brewsim.workbench.endpoints import NotThere, WrongFields
from brewsim.workbench.playing import COMPILING
from brewsim.workbench.sides import Stopped

REPAIRS = "repairs"  # the folder of journals and answers, below the workbench's own
PATIENCE = 2.0  # seconds for a search to end; one that compiles cannot, and ends with the process
Rest = Callable[[Callable[[], bool]], None]  # waits until the workers are free, or something is over
T = TypeVar("T")


class Repairing:
    """One search for repairs, in a thread of its own."""

    def __init__(self, request: Request, folder: Path, workers: int, rest: Rest, before: threading.Thread | None) -> None:
        self.id = request.name
        self.state = "compiling"
        self.step: Step | None = None
        self.message = ""
        self.games = 0
        self.found: Measured | None = None
        self.request, self._folder = request, folder
        self._workers, self._rest = workers, rest
        self._waiting: set[int] = set()  # threads that give way to a live answer
        self._is_over = threading.Event()
        self.thread = threading.Thread(target=self._run, args=(before,), name="repairing", daemon=True)
        self.thread.start()

    @property
    def is_active(self) -> bool:
        """Whether it goes on."""
        return self.state in ("compiling", "playing")

    def told(self) -> dict[str, Any]:
        """How far it is, and what was found."""
        told = {"id": self.id, "state": self.state, "message": self.message, "step": self.step, "is_waiting": bool(self._waiting)}
        answer = shown(self.found, _answer_file(self._folder, self.id)) if self.found else {}
        return told | {"games": self.games, "of": self.request.budget} | answer

    def stop(self) -> None:
        """Play no more; what was played stays in the journal."""
        self._is_over.set()
        if self.is_active:
            self.state = "stopped"

    def _run(self, before: threading.Thread | None) -> None:
        """Wait for the search before this one, which may write to the same journal; then search."""
        if before:
            before.join()
        try:
            self._look_for_it()
        except Stopped:
            self._end("stopped")
        except BadInput as error:
            self._end("failed", str(error))
        except Exception as error:
            self._end("failed", f"this is a fault of brewsim: {type(error).__name__}: {error}")

    def _end(self, state: str, message: str = "") -> None:
        if self.is_active or state == "done":
            self.state, self.message = state, message

    def _look_for_it(self) -> None:
        request = self.request
        self.message = COMPILING
        simulate(request.rules, ["random"] * request.seats[0], 0)
        self._check()
        self.state, self.message = "playing", ""
        with disk_errors(self._folder), ThreadPoolExecutor(self._workers) as pool:
            make_folder(self._folder)
            path = _answer_file(self._folder, self.id)
            journal = Journal(path.with_suffix(".journal"), request.facts)
            answer = give_advice(request, lambda function, given: self._work(pool, function, given), journal, self._advance, self._tell)
            found = as_measured(request, answer, ("brewsim", "workbench", request.rules.title.name))
            found.write(path)
            journal.path.unlink(missing_ok=True)
        self.found = found
        self._end("done")

    def _work(self, pool: ThreadPoolExecutor, function: Callable[..., T], arguments: Iterable[tuple[Any, ...]]) -> list[T]:
        """Call a function with many arguments, each call only when nobody waits for a live answer."""

        def call(given: tuple[Any, ...]) -> T:
            self._give_way()
            self._check()
            return function(*given)

        return list(pool.map(call, arguments))

    def _give_way(self) -> None:
        thread = threading.get_ident()
        self._waiting.add(thread)
        self._rest(self._is_over.is_set)
        self._waiting.discard(thread)

    def _check(self) -> None:
        if self._is_over.is_set():
            raise Stopped

    def _advance(self, games: int, is_new: bool) -> None:
        self.games += games

    def _tell(self, step: Step) -> None:
        self.step = step


class Repairs:
    """The search of all pages: there is one at a time."""

    def __init__(self, folder: Path, workers: int, rest: Rest) -> None:
        self._folder, self._workers, self._rest = folder, workers, rest
        self._now: Repairing | None = None
        self._lock = threading.Lock()

    def look(self, request: Request) -> dict[str, Any]:
        """What is known of a request, without searching."""
        with self._lock:
            if self._now and self._now.id == request.name:
                return self._now.told()
        path = _answer_file(self._folder, request.name)
        told = {"id": request.name, "message": "", "games": 0, "of": request.budget}
        try:
            return told | {"state": "done"} | shown(read_measured(path), path)
        except BadInput:  # not there, or damaged: it is looked for again
            return told | {"state": "stopped" if path.with_suffix(".journal").is_file() else "new"}

    def begin(self, request: Request, instead: bool) -> dict[str, Any]:
        """Search, or join who searches for the same; `instead` of what is searched for now, if that is something else."""
        known = self.look(request)
        if known["state"] == "done":
            return known
        with self._lock:
            now = self._now
            if now and now.is_active:
                if now.id == request.name:
                    return now.told()
                if not instead:
                    goals = "; ".join(goal.text for goal in now.request.goals)
                    raise WrongFields({"instead": f"another repair is being looked for ({goals}); wait for it, or stop it"})
                now.stop()
            self._now = Repairing(request, self._folder, self._workers, self._rest, now.thread if now else None)
            return self._now.told()

    def get(self, id: str) -> dict[str, Any]:
        """How far the search is."""
        return self._known(id).told()

    def stop(self, id: str) -> dict[str, Any]:
        """Stop the search; it can go on later."""
        one = self._known(id)
        one.stop()
        return one.told()

    def close(self) -> None:
        """End the search; its journal is left."""
        if self._now:
            self._now.stop()
            self._now.thread.join(timeout=PATIENCE)

    def _known(self, id: str) -> Repairing:
        with self._lock:
            if self._now is None or self._now.id != id:
                raise NotThere("this repair is not looked for any more; look for it again")
            return self._now


def _answer_file(folder: Path, id: str) -> Path:
    return folder / f"{id}.json"


def shown(found: Measured, file: Path) -> dict[str, Any]:
    """What was found, as the page shows it: where the rules stand, the verdict, cards, notes, and the file for a report."""
    facts = found.facts
    told = {"verdict": f"{facts['stands']} {facts['verdict']}", "notes": facts["notes"], "file": str(file)}
    return told | {"cards": [_card(one) for _, one in listed(facts)]}


def _card(one: dict[str, Any]) -> dict[str, Any]:
    goals = []
    for goal, worst in one["worst"].items():
        text, interval = show(worst["value"], worst["low"], worst["high"])
        where = f"{worst['seats']} seats, {worst['skill']}"
        goals.append(
            {"goal": goal, "standing": one["goals"][goal], "text": text, "interval": interval, "what": worst["what"], "where": where}
        )
    return {name: one[name] for name in ("is", "words", "changes", "has_adapted", "moves")} | {"goals": goals}
