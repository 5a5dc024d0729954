"""Tables of players drawn at random, each with two deals and each deal played twice: what `stats.luck` divides the wins of."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from brewsim.bots import Bot, bad_seats, make_lineup
from brewsim.errors import BadInput, unknown
from brewsim.matches import Workers, wins_of
from brewsim.measured import Measured
from brewsim.parts.sources import code_digest
from brewsim.play import simulate
from brewsim.rules import Rules
from brewsim.stats.luck import luck

LEVELS = ("novice", "greedy", "expert")  # from weak to strong; those of them that a title has
DEALS = CHANCES = 2
GAMES_PER_TABLE = DEALS * CHANCES


def choose_levels(bots: Mapping[str, Bot], names: Sequence[str], title: str) -> tuple[str, ...]:
    """The levels of skill: these bots, or the usual ones that the title has."""
    chosen = tuple(names) or tuple(name for name in LEVELS if name in bots)
    for name in chosen:
        if name not in bots:
            raise unknown(f"bot of {title}", name, bots)
    if len(set(chosen)) < len(chosen) or not chosen:
        raise BadInput(f"levels {','.join(chosen)}: bots from weak to strong, each of them once")
    return chosen


def measure_luck(
    rules: Rules,
    seats: int,
    bots: Mapping[str, Bot],
    levels: Sequence[str],
    games: int,
    seed: int,
    work: Workers[np.ndarray],
    advance: Callable[[int], None] = lambda games: None,
    command: Sequence[str] = (),
) -> Measured:
    """The parts of the variance of who wins, with all that says what they are about."""
    wins = play_tables(rules, seats, bots, levels, games, seed, work, advance)
    return Measured(
        kind="luck",
        title=rules.title.name,
        seats=seats,
        bots={name: bots[name].model_dump() for name in levels},
        rules=rules.values,
        code=code_digest(rules.title.folder),
        games=wins.size // seats,
        seed=seed,
        command=tuple(command),
        rows=luck(wins).to_dicts(),
    )


def play_tables(
    rules: Rules,
    seats: int,
    bots: Mapping[str, Bot],
    levels: Sequence[str],
    games: int,
    seed: int,
    work: Workers[np.ndarray],
    advance: Callable[[int], None] = lambda games: None,
) -> np.ndarray:
    """[table, deal, chance, seat] shares of the win. The players of a table are drawn from the levels, a seat each, by the seed.

    Equal tables are played in one go. A game that is aborted is won by nobody.
    """
    if seats not in rules.title.seats:
        raise bad_seats(rules.title, seats)
    tables = max(1, games // GAMES_PER_TABLE)
    players = np.random.default_rng(seed).integers(0, len(levels), (tables, seats))
    kinds, which = np.unique(players, axis=0, return_inverse=True)
    wins = np.zeros((tables, DEALS, CHANCES, seats))

    def play(kind: int) -> np.ndarray:
        lineup = make_lineup(rules.title, [levels[level] for level in kinds[kind]], bots)
        at = np.flatnonzero(which.ravel() == kind)
        deals = (DEALS * at[:, None] + np.arange(DEALS)).ravel()
        played = [wins_of(simulate(rules, replace(lineup, salt=salt), deals, seed)) for salt in range(CHANCES)]
        advance(len(deals) * CHANCES)
        return np.stack([rows.reshape(len(at), DEALS, seats) for rows in played], axis=2)

    for kind, found in enumerate(work(play, [(kind,) for kind in range(len(kinds))])):
        wins[which.ravel() == kind] = found
    return wins
