"""Run an experiment: chunks of games to workers, a part of the data set for each, resumable at any moment."""

import math
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from filelock import FileLock

from brewsim.crews import LOST, Crew, Hear, Threads
from brewsim.engine.conventions import FOLLOW_EVERY
from brewsim.errors import BadInput, choice
from brewsim.experiment import Case, Experiment, experiment_of
from brewsim.files import TEMPORARY
from brewsim.folders import LOCK, DiskFolder, Folder, folder_of
from brewsim.manifest import CHUNK_GAMES, MANIFEST, Manifest, Part, find_run, read_manifest
from brewsim.outcomes import BYTES_PER_CELL, State, schema, to_frame, write_part
from brewsim.parts.cache import own_folder
from brewsim.play import simulate, simulate_without
from brewsim.results import Results, verify

STEP_SECONDS = 0.2  # of play between two reports to who listens
FASTER = 4  # at most so many times the games of the step before
COMPILING = "compiling.lock"  # in the folder of the compile cache; who compiles holds it
MOST_LOST = 16  # parts that ended their workers: more of them, and it is not the parts that are wrong
LOOK_GAMES = 2_048  # games of a part, and at least of each case, where a run may stop early: smaller parts stop nearer to what is enough
GROWTH = 1.25  # of the games from one look to the next: at most a fifth of them were not needed


@dataclass(frozen=True)
class Run:
    """An experiment in its folder, and how its games are cut into parts."""

    experiment: Experiment
    folder: Folder
    manifest: Manifest

    @property
    def games(self) -> int:
        """Games of all cases together."""
        return sum(self.manifest.played(case).games for case in self.manifest.cases)


def prepare(experiment: Experiment, out: Folder | Path | str | None = None, chunk: int = CHUNK_GAMES, command: Sequence[str] = ()) -> Run:
    """Find or make the folder of a run. A folder that holds anything else is refused, and nothing is written then.

    `command` are the words that play the run again; they are kept for the report. A run that was stopped early is to go on.
    """
    folder = folder_of(out) if out is not None else default_folder(experiment)
    manifest = experiment.manifest(chunk, command)
    if not has_run(folder):
        with folder.told_errors():
            _check_room(folder, *_first_estimate(experiment))
            with folder.begun():
                if MANIFEST not in folder.names():
                    manifest.write(folder)
    found = read_manifest(folder)
    if found.digest != manifest.digest:
        raise BadInput(
            f"{folder} holds a different experiment ({_difference(found, manifest)}); "
            f"choose another folder with {choice('out')}, or remove it"
        )
    if found.limits != manifest.limits:  # they decide no game, so those of the experiment as it is now hold
        found = found.model_copy(update={"limits": manifest.limits})
        with folder.told_errors(), folder.held():
            found.write(folder)
    if found.stopped_at is not None:
        found = found.model_copy(update={"stopped_at": None, "command": tuple(command)})
    return Run(experiment, folder, found)


def default_folder(experiment: Experiment) -> Folder:
    """Where the run of an experiment lies, unless the user says otherwise."""
    return DiskFolder(Path("runs") / experiment.name / experiment.digest)


def reopen(where: Folder | Path | str) -> Run:
    """The run in a folder, made again from its manifest alone, to play what it lacks."""
    folder = find_run(where)
    manifest = read_manifest(folder)
    return Run(experiment_of(manifest), folder, manifest)


def has_run(folder: Folder) -> bool:
    """Whether a folder holds a run. One that holds anything else is refused, but for what a kill leaves before the manifest is there."""
    with folder.told_errors():
        names = folder.names()
    if MANIFEST not in names and not all(name == LOCK or TEMPORARY.fullmatch(name) for name in names):
        raise BadInput(f"{folder} is not empty and holds no run; choose another folder with {choice('out')}")
    return MANIFEST in names


def execute(
    run: Run, crew: Crew | int, hear: Hear | None = None, is_enough: Callable[[Results], bool] | None = None
) -> Iterator[tuple[int, bool]]:
    """Play what is not there yet; yields (games, whether they were played now) for each part, found or finished.

    `crew` are the workers, or how many threads. `hear` is told of games as they are played, several times a second, by any thread; not by
    processes or a cluster.

    Stopping at any moment loses no finished part: the next call goes on with the rest. A run that is whole is not
    locked, so that one in a read-only folder can be read by the command that made it.

    `is_enough` is asked after fixed numbers of games (`looks`), all cases with the same ones, whether the run can end there. So the
    answer is the same for any number of workers and after a resume. Games that are there already stay.
    """
    with run.folder.told_errors(), ExitStack() as held:
        found = verify(run.folder, run.manifest)
        found.refuse_foreign()
        is_held, last = False, 0
        for look in looks(run.manifest) if is_enough else (run.manifest.games,):
            due = [finding for finding in found.findings if last <= finding.part.first_game < look]
            rest = [finding.part for finding in due if finding.state != State.WHOLE]
            if rest and not is_held:
                held.enter_context(run.folder.held())
                is_held = True
                _make_room(run)
            yield from ((finding.part.games, False) for finding in due if finding.state == State.WHOLE)
            if rest:
                warm_up(run)
                yield from _play(run, rest, Threads(crew) if isinstance(crew, int) else crew, hear)
            last = look
            if is_enough and is_enough(Results(run.folder, _ending(run, look))):
                break
        end = run.manifest if found.is_whole or last == run.manifest.games else _ending(run, last)
        if _is_longer(end.stopped_at, read_manifest(run.folder).stopped_at):
            if not is_held:
                held.enter_context(run.folder.held())
            end.write(run.folder)


def looks(manifest: Manifest) -> Iterator[int]:
    """The numbers of games after which a run may end: whole chunks, no fewer than any case with fewer games has, and all of them."""
    fewer = max((case.games for case in manifest.cases if case.games < manifest.games), default=0)
    return (games for games in looks_up_to(manifest.games, manifest.chunk) if games >= fewer)


def looks_up_to(most: int, chunk: int = LOOK_GAMES) -> Iterator[int]:
    """Numbers of games, whole chunks and at last all of them, each at most about `GROWTH` times the one before."""
    games = chunk
    while games < most:
        yield games
        games = chunk * math.ceil(games * GROWTH / chunk)
    yield most


@contextmanager
def writing(run: Run) -> Iterator[None]:
    """Hold the folder of a run, ready for its parts, for a caller that plays them by `play_part` in an order of its own."""
    with run.folder.told_errors(), run.folder.held():
        _make_room(run)
        yield


def end_at(run: Run, games: int) -> None:
    """Say in the manifest that the run ends after these games of each case, all of which are there; its folder is held by the caller."""
    end = _ending(run, games)
    if _is_longer(end.stopped_at, read_manifest(run.folder).stopped_at):
        end.write(run.folder)


def _ending(run: Run, games: int) -> Manifest:
    """The manifest of a run that ends after these games of each case."""
    return run.manifest.model_copy(update={"stopped_at": games if games < run.manifest.games else None})


def _is_longer(stopped_at: int | None, known: int | None) -> bool:
    """Whether the manifest must be written again: it knows of fewer games, or takes all of them for played or to come."""
    return stopped_at != known and (stopped_at is None or known is None or stopped_at > known)


def _make_room(run: Run) -> None:
    """Make the run's folder, which must be there, ready for the parts of each case."""
    run.folder.make_room_for(next(run.manifest.parts(case)).file for case in run.manifest.cases)


def _play(run: Run, parts: Sequence[Part], crew: Crew, hear: Hear | None) -> Iterator[tuple[int, bool]]:
    """Play these parts. The first one that is written tells how much room the rest will take."""
    cases = {case.name: case for case in run.experiment.cases}
    is_measured = False
    for part, size in _played_by(crew, run, [(part, cases[part.case]) for part in parts], hear):
        if not is_measured:
            rest = [(other.games, cases[other.case].seats) for other in parts if other != part]
            bytes_per_row = size / (part.games * cases[part.case].seats)
            _check_room(run.folder, sum(games for games, _ in rest), sum(games * seats for games, seats in rest) * bytes_per_row)
            is_measured = True
        yield part.games, True


def _played_by(crew: Crew, run: Run, tasks: Sequence[tuple[Part, Case]], hear: Hear | None) -> Iterator[tuple[Part, int]]:
    """Each part with its size in bytes; what is finished first comes first. Parts that end their workers are tried again in halves."""
    lost: list[tuple[Part, Case]] = []
    with crew.reaching(run.folder) as folder:
        for number, size in crew.each(play_part, [(folder, *task, run.experiment.seed) for task in tasks], hear):
            if size is not LOST:
                yield tasks[number][0], size
                continue
            lost.append(tasks[number])
            if len(lost) > MOST_LOST:
                raise BadInput(f"{len(lost)} parts ended their workers; see what ends them, then run the same command again to go on")
    if lost:
        yield from _played_in_halves(crew, run, lost)


def _played_in_halves(crew: Crew, run: Run, tasks: Sequence[tuple[Part, Case]]) -> Iterator[tuple[Part, int]]:
    """The same for parts that may need more memory than a worker has. Both halves are written as one part, so its bytes are the same."""
    halves = [(part, case, half) for part, case in tasks for half in np.array_split(_ids(part), 2) if len(half)]
    found: dict[Part, list[np.ndarray]] = {part: [] for part, _ in tasks}
    lost = []
    for number, rows in crew.each(play_games, [(case, half, run.experiment.seed) for _, case, half in halves], one_by_one=True):
        part, case, half = halves[number]
        if rows is LOST:
            lost.append(f"{part.case} games {half[0]:,} to {half[-1]:,}")
            continue
        found[part].append(rows)
        if sum(map(len, found[part])) == part.games * case.seats:
            in_order = sorted(found.pop(part), key=lambda rows: int(rows["game"][0]))
            yield part, _write(run.folder, part, case, np.concatenate(in_order))
    if lost:
        parts = "1 part ended its workers" if len(found) == 1 else f"{len(found)} parts ended their workers"
        raise BadInput(
            f"{parts} even in halves (out of memory?): {', '.join(lost)}; "
            f"all others are safe in {run.folder}; run the same command again to try these once more"
        )


def warm_up(run: Run) -> None:
    """Compile, or load what is compiled, once in this process, so that the workers find it in the cache."""
    play_games(run.experiment.cases[0], np.arange(0), 0)


def play_part(folder: Folder, part: Part, case: Case, seed: int, hear: Hear | None = None) -> int:
    """Play the games of a part and write it; returns its size in bytes."""
    ids = _ids(part)
    rows = np.concatenate([play_games(case, step, seed) for step in _steps(ids, hear)]) if hear else play_games(case, ids, seed)
    return _write(folder, part, case, rows)


def _ids(part: Part) -> np.ndarray:
    return np.arange(part.first_game, part.first_game + part.games)


def _write(folder: Folder, part: Part, case: Case, rows: np.ndarray) -> int:
    return write_part(to_frame(case.rules, rows, case.name, case.lineup.names), part, folder)


def play_games(case: Case, ids: np.ndarray, seed: int) -> np.ndarray:
    """Play games. What they need is compiled or loaded first; processes that share a cache take turns, so that only one compiles it."""
    program = case.rules.title.name, bool(case.without)
    if program not in _loaded:
        with _compiling_alone():
            _simulate(case, ids[:0], seed)
        _loaded.add(program)
    return _simulate(case, ids, seed)


_loaded: set[tuple[str, bool]] = set()  # title, and whether a seat was banned from items


@contextmanager
def _compiling_alone() -> Iterator[None]:
    """Hold the compile cache, if there can be one; without it each process compiles for itself."""
    with ExitStack() as held:
        with suppress(OSError, NotImplementedError):
            held.enter_context(FileLock(own_folder().parent / COMPILING, thread_local=False))
        yield


def _simulate(case: Case, ids: np.ndarray, seed: int) -> np.ndarray:
    if case.without:
        return simulate_without(case.without, case.rules, case.lineup, ids, seed)
    return simulate(case.rules, case.lineup, ids, seed, follow_every=0 if case.is_extra else FOLLOW_EVERY)


def _steps(ids: np.ndarray, hear: Hear) -> Iterator[np.ndarray]:
    """Games in steps of about STEP_SECONDS each, told as soon as they are played."""
    first, games = 0, 1
    while first < len(ids):
        step = ids[first : first + games]
        start = time.perf_counter()
        yield step
        hear(len(step))
        first += len(step)
        games = max(1, int(len(step) * min(FASTER, STEP_SECONDS / max(time.perf_counter() - start, 1e-9))))


def _difference(found: Manifest, wanted: Manifest) -> str:
    """In a few words, what another run's manifest has different."""
    if found.title.name != wanted.title.name:
        return f"title {found.title.name} instead of {wanted.title.name}"
    other = [key for key in ("games", "seed", "cases", "rules", "bots", "code") if getattr(found, key) != getattr(wanted, key)]
    if other and other[0] in ("games", "seed"):
        return f"{other[0]} {getattr(found, other[0])} instead of {getattr(wanted, other[0])}"
    return f"other {other[0]}" if other else "another version"


def _first_estimate(experiment: Experiment) -> tuple[int, float]:
    """The games of an experiment, and the bytes that they may take: rows times columns."""
    rows = sum(case.games * case.seats for case in experiment.cases)
    return sum(case.games for case in experiment.cases), rows * len(schema(experiment.title)) * BYTES_PER_CELL


def _check_room(folder: Folder, games: int, need: float) -> None:
    """Refuse to play games that would not fit on the disk."""
    free = folder.free()
    if free is not None and need > free:
        raise BadInput(f"no room on the disk: {games:,} games need about {need / 1e6:,.1f} MB in {folder}, {free / 1e6:,.1f} MB are free")
