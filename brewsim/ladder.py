"""How good bots are: all of them in mixed lineups, rated; each of them among the all-rounder; their scores and speed."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl

from brewsim.bench import speed_of
from brewsim.bots import ALL_ROUNDER, Bot, find_bot
from brewsim.errors import BadInput, choice, shorten
from brewsim.experiment import MAX_GAMES, check_seed
from brewsim.matches import Table, Workers, pieces, share_of_fair, whole_rotations
from brewsim.stats.intervals import MIN_GAMES, Estimate, with_means
from brewsim.stats.ratings import plackett_luce
from brewsim.tuning.behaviour import WATCHED_GAMES, describe, make_scale, watch
from brewsim.tuning.space import rounded
from brewsim.tuning.tuner import CONFIRMING, Tuning

FAST_GAMES, SEARCH_GAMES = 10_000, 400  # of a bot, if nobody says otherwise
LEAST_MEETINGS = 200  # that the mixed games of a bot are divided into, each with other opponents
SPEED_SECONDS = 0.5
MAX_BOTS = 50
MIXED, AMONG, ITSELF, WATCHED = range(4)  # kinds of games, each with numbers of its own


@dataclass(frozen=True)
class Rung:
    """A bot on the ladder."""

    bot: str
    rating: Estimate  # in points; the one that others are measured among has 0
    share: Estimate  # of wins among that bot, relative to fair
    score: Estimate  # in mixed lineups
    own_score: Estimate  # against itself
    games_per_second: float  # against itself, on one core
    decisions_per_second: float


def choose_bots(table: Table, names: Sequence[str], bots: Mapping[str, Bot], among: str = ALL_ROUNDER) -> dict[str, Bot]:
    """The bots with these names, or all that do not search; the one that they are measured `among` is one of them."""
    chosen = list(names) or [name for name, bot in bots.items() if not bot.playouts]
    for name in chosen:
        if chosen.count(name) > 1:
            raise BadInput(f"bot '{shorten(name)}' is listed twice")
    chosen += [among] if among not in chosen else []
    if not 2 <= len(chosen) <= MAX_BOTS:
        raise BadInput(f"{len(chosen)} bots on the ladder: 2 to {MAX_BOTS}")
    return {name: find_bot(table.rules.title, name, bots) for name in chosen}


def games_of(bot: Bot, games: int | None) -> int:
    """The games that a bot plays in mixed lineups, and again among another one."""
    return games if games is not None else SEARCH_GAMES if bot.playouts else FAST_GAMES


def climb(
    table: Table,
    bots: Mapping[str, Bot],
    games: int | None,
    seed: int,
    work: Workers,
    after_each: Callable[[], object] = lambda: None,
    among: str = ALL_ROUNDER,
) -> list[Rung]:
    """The ladder, best first. `bots` as `choose_bots` gives them; `after_each` of them something can be told."""
    if games is not None and not MIN_GAMES <= games <= MAX_GAMES:
        raise BadInput(f"{choice('games', games)}: {MIN_GAMES} to {MAX_GAMES:,}")
    check_seed(seed)
    names, players = list(bots), list(bots.values())
    who, ranks, scores, meetings = _mixed(table, players, games, _seed_of(seed, MIXED), work)
    ratings = plackett_luce(who, ranks, names.index(among), meetings)
    others = [bots[among]] * (table.n_sides - 1)
    rungs = []
    for number, (name, bot) in enumerate(bots.items()):
        n = int((who == number).any(axis=1).sum())
        rating = Estimate(float(ratings.value[number]), float(ratings.low[number]), float(ratings.high[number]), n)
        share = share_of_fair(table, [bot, *others], games_of(bot, games), _seed_of(seed, AMONG), work)
        speed = speed_of(table.rules, table.lineup([bot] * table.n_sides), SPEED_SECONDS)
        own_score = _own_score(table, bot, games_of(bot, games) // 10, _seed_of(seed, ITSELF), work)
        rungs.append(Rung(name, rating, share, _mean(scores[who == number]), own_score, speed[0], speed[1]))
        after_each()
    return sorted(rungs, key=lambda rung: -rung.rating.value)


def what_they_do(table: Table, bots: Mapping[str, Bot], seed: int, work: Workers) -> dict[str, str]:
    """By bot, what it does more and less than others that have a plan (or than all, if there are none), in games among those."""
    games = SEARCH_GAMES if any(bot.playouts for bot in bots.values()) else WATCHED_GAMES
    field = {name: bot for name, bot in bots.items() if any(bot.weights.values()) and not bot.temperature}
    watched = watch(table, list(bots.values()), list(field.values()), _seed_of(seed, WATCHED), work, games)
    rows = dict(zip(bots, watched))
    scale = make_scale(table.rules, [rows[name] for name in field])
    means = {name: scale.means(own) for name, own in rows.items()}
    told = {}
    for name, own in means.items():
        others = [means[other] for other in field if other != name] or [means[other] for other in bots if other != name]
        told[name] = describe(scale, own, np.array(others))
    return told


def exploit_share(tuning: Tuning, found: Bot, games: int | None, work: Workers) -> Estimate:
    """What a bot that was tuned against one bot alone wins among it, relative to fair, in games that it was not tuned by."""
    (target,) = tuning.league
    (table,) = tuning.tables
    lineup = [rounded(found), *[target] * (table.n_sides - 1)]
    return share_of_fair(table, lineup, games_of(target, games), tuning.seed_of(CONFIRMING), work)


def _mixed(table: Table, players: Sequence[Bot], games: int | None, seed: int, work: Workers) -> tuple[np.ndarray, ...]:
    """[game, side] bot, place and score in mixed lineups, and the meeting of each game. Games that were aborted are left out."""
    wanted = [games_of(bot, games) for bot in players]
    size = whole_rotations(max(1, min(wanted) // LEAST_MEETINGS), table.seats)
    meetings = _meetings([-(-n // size) for n in wanted], table.n_sides, seed)
    tasks = [([players[bot] for bot in who], np.arange(size) + number * size, seed) for number, who in enumerate(meetings)]
    rows = np.concatenate(work(table.play, tasks))
    first_seats = [table.sides.index(side) for side in range(table.n_sides)]
    ended = ~rows["aborted"][:, 0]
    if ended.sum() < MIN_GAMES:
        raise BadInput("hardly any game came to an end, so there is no ladder")
    rows = rows[:, first_seats][ended]
    numbers = np.repeat(np.arange(len(meetings)), size)[ended]
    return meetings[numbers], rows["rank"], rows["score"], numbers


def _meetings(entries: Sequence[int], sides: int, seed: int) -> np.ndarray:
    """[meeting, side] bots drawn so that each is in as many meetings as it has entries, and the last ones are filled up by any."""
    rng = np.random.default_rng(seed)
    cards = rng.permutation(np.repeat(np.arange(len(entries)), entries))
    cards = np.concatenate([cards, rng.integers(len(entries), size=-len(cards) % sides)])
    return cards.reshape(-1, sides)


def _own_score(table: Table, bot: Bot, games: int, seed: int, work: Workers) -> Estimate:
    """The score of a bot against itself: the mean over the sides of each game, since they depend on each other."""
    ids = np.arange(whole_rotations(max(MIN_GAMES, games), table.seats))
    bots = [bot] * table.n_sides
    rows = np.concatenate(work(table.play, [(bots, piece, seed) for piece in pieces(ids, bots)]))
    return _mean(rows["score"][~rows["aborted"][:, 0]].mean(axis=1))


def _mean(values: np.ndarray) -> Estimate:
    sums = pl.DataFrame({"n": [len(values)], "total": [float(values.sum())], "spread": [len(values) * float(values.var())]})
    value, low, high = (math.nan if bound is None else bound for bound in with_means(sums).select("value", "low", "high").row(0))
    return Estimate(value, low, high, len(values))


def _seed_of(seed: int, kind: int) -> int:
    """The seed of one kind of games; those of a tuning are others."""
    return int(np.random.SeedSequence([seed, kind], spawn_key=(1,)).generate_state(1, np.uint64)[0])
