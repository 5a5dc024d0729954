"""What a notebook calls: `run` plays games, a question such as `seats` takes the run and returns a frame, `plot_seats` draws it."""

import os
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl

from brewsim.errors import BadInput
from brewsim.experiment import make_experiment, override, read_experiment
from brewsim.play import simulate
from brewsim.results import Results, open_run
from brewsim.rules import load_rules, read_variant
from brewsim.runner import execute, prepare
from brewsim.stats.cards import card_strength, observed_by_round
from brewsim.stats.pace import half_time_by_case, length_by_case
from brewsim.stats.plans import SUMS, mix_of_plans, mixed_tables, win_share_by_table, wins_by_table
from brewsim.stats.seats import win_share_by_bot, win_share_by_bot_and_seat, win_share_by_seat
from brewsim.stats.skill import by_level, label
from brewsim.stats.sources import points_by_source
from brewsim.stats.ties import margins_by_case, ties_by_case
from brewsim.stats.variants import compare_all, response
from brewsim.stats.verdicts import in_words
from brewsim.stepping import View, play_with

__all__ = [
    "View", "bot_wins", "bot_wins_by_seat", "cards", "cards_by_round", "compare", "in_words", "leaders", "length", "load_rules",
    "margins", "mix", "open_run", "plans", "play_with", "plot_bot_wins", "plot_cards", "plot_compare", "plot_leaders", "plot_margins",
    "plot_plans", "plot_seats", "plot_skill", "plot_sources", "plot_sweep", "plot_ties", "read_variant", "run", "seats", "simulate",
    "skill", "skill_levels", "sources", "sweep", "ties",
]  # fmt: skip

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def run(title_or_file: str | Path, out: str | Path | None = None, jobs: int | None = None, **keys: Any) -> Results:
    """Play a title or an experiment file, or find it played already, and open the result.

    Parameters
    ----------
    title_or_file : a title, or an experiment file.
    out : the folder of the data; runs/NAME/DIGEST by default.
    jobs : worker processes; all cores by default.
    keys : keys of an experiment file, in place of those of the file: games, seats, seed, lineups, rotate, variants, without, pairs,
        without_games, without_bots, bots, skill, search_games, plans, plan_games.

    Examples
    --------
    >>> folder = getfixture("tmp_path") / "run"
    >>> played = run("brew_crafters", out=folder, jobs=1, games=100, seats=2)
    >>> seats(played).select("seat", "n").rows()
    [(0, 100), (1, 100)]
    """
    name, file = read_experiment(str(title_or_file))
    plan = prepare(make_experiment(name, override(file, **keys)), Path(out) if out is not None else None)
    for _ in execute(plan, jobs or os.cpu_count() or 1):
        pass
    return open_run(plan.folder)


def seats(run: Results) -> pl.DataFrame:
    """Win share by seat (`seat` counts from 0), with intervals for all seats at once and a test against equal chances."""
    return win_share_by_seat(run.parts())


def bot_wins(run: Results) -> pl.DataFrame:
    """Win share of a seat of each bot."""
    return win_share_by_bot(run.parts())


def bot_wins_by_seat(run: Results) -> pl.DataFrame:
    """Win share of each bot at each seat; `seat` counts from 0."""
    return win_share_by_bot_and_seat(run.parts())


def plans(run: Results) -> pl.DataFrame:
    """How often a seat of each bot wins at each table: a lineup, whatever its order."""
    return _by_tables(run, win_share_by_table)


def mix(run: Results) -> pl.DataFrame:
    """The mix of plans that players come to, and how often a seat wins with each plan among it; needs all tables of the bots (`plans`)."""
    return _by_tables(run, mix_of_plans)


def _by_tables(run: Results, statistic: Callable[[pl.DataFrame], pl.DataFrame]) -> pl.DataFrame:
    """A statistic of the tables of each variant and number of seats."""
    frames = [
        statistic(wins_by_table(run.parts(*cases))).select(pl.lit(variant).alias("variant"), pl.lit(seats).alias("seats"), pl.all())
        for (variant, seats), cases in mixed_tables(run).items()
    ]
    return pl.concat(frames or [statistic(pl.DataFrame(schema=SUMS))])


def cards(run: Results) -> pl.DataFrame:
    """What each item is worth by restricted play (`without=["all"]`), and beside it what goes along with winning (`observed`)."""
    return card_strength(run)


def cards_by_round(run: Results) -> pl.DataFrame:
    """Win share of those who first used an item in a round, against those who had not used it by then."""
    return observed_by_round(run.parts(), run.title.items)


def ties(run: Results) -> pl.DataFrame:
    """How often first place is tied, the tie-break decides, victory is shared, or games are close."""
    return ties_by_case(run.parts())


def margins(run: Results) -> pl.DataFrame:
    """The distribution of the winner's margin."""
    return margins_by_case(run.parts())


def length(run: Results) -> pl.DataFrame:
    """Rounds, turns and decisions of a game."""
    return length_by_case(run.parts())


def leaders(run: Results) -> pl.DataFrame:
    """How often the leader and the last at half-time win in the end, and what it would be by lot."""
    return half_time_by_case(run.parts())


def sources(run: Results) -> pl.DataFrame:
    """Where the points of winners and of the others come from."""
    return points_by_source(run.parts(), run.title.score_sources)


def compare(run: Results) -> pl.DataFrame:
    """Every variant of a run against the printed rules, or the first ones, on the same shuffles and dice, with a verdict."""
    return compare_all(run)


def skill(run: Results) -> pl.DataFrame:
    """What becomes of every measure with skill: robust, depends on skill, an artefact of weak play, or not known (`skill=[...]`)."""
    return label(by_level(run))


def skill_levels(run: Results) -> pl.DataFrame:
    """Every measure at each level of skill."""
    return by_level(run)


def sweep(run: Results, path: str) -> pl.DataFrame:
    """Every measure at each value that a rule has in the run."""
    return response(run, path)


def plot_seats(run: Results, ax: "Axes | None" = None) -> "Axes":
    """Win share by seat, with the line of a fair share."""
    return _draw("seats", "plot_win_share_by_seat", seats(run), ax)


def plot_bot_wins(run: Results, ax: "Axes | None" = None) -> "Axes":
    """Win share of each bot."""
    return _draw("seats", "plot_win_share_by_bot", bot_wins(run), ax)


def plot_plans(run: Results, ax: "Axes | None" = None) -> "Axes":
    """The matrix of plans against plans."""
    return _draw("plans", "plot_win_share_by_table", plans(run), ax)


def plot_cards(run: Results, ax: "Axes | None" = None) -> "Axes":
    """Items by what they are worth, or without restricted play by what goes along with winning."""
    return _draw("cards", "plot_card_strength", cards(run), ax)


def plot_ties(run: Results, ax: "Axes | None" = None) -> "Axes":
    """How often games end in a tie or nearly so."""
    return _draw("ties", "plot_ties_by_case", ties(run), ax)


def plot_margins(run: Results, ax: "Axes | None" = None) -> "Axes":
    """The distribution of the winner's margin."""
    return _draw("ties", "plot_margins_by_case", margins(run), ax)


def plot_leaders(run: Results, ax: "Axes | None" = None) -> "Axes":
    """How often the leader after each round wins."""
    return _draw("pace", "plot_half_time_by_case", leaders(run), ax)


def plot_sources(run: Results, ax: "Axes | None" = None) -> "Axes":
    """Points by source, winners against the others."""
    return _draw("sources", "plot_points_by_source", sources(run), ax)


def plot_compare(differences: pl.DataFrame, ax: "Axes | None" = None, is_share: bool = False) -> "Axes":
    """Differences that `compare` found, or some of them: all shares, or all of one unit."""
    return _draw("variants", "plot_compare", differences, ax, is_share=is_share)


def plot_sweep(curve: pl.DataFrame, ax: "Axes | None" = None, is_share: bool = False) -> "Axes":
    """The response curve of one measure, rows of what `sweep` found."""
    return _draw("sweep", "plot_sweep", curve, ax, rule=curve["path"][0], is_share=is_share)


def plot_skill(levels: pl.DataFrame, ax: "Axes | None" = None) -> "Axes":
    """Measures of one unit against skill, rows of what `skill_levels` found."""
    return _draw("skill", "plot_by_level", levels, ax)


def _draw(module: str, function: str, frame: pl.DataFrame, ax: "Axes | None", **options: Any) -> "Axes":
    """Draw on a figure of pyplot's, which a notebook shows; matplotlib is loaded only here, for it takes a while."""
    from matplotlib import pyplot

    from brewsim.plots.drawing import figures_by

    if all(frame[name].is_null().all() for name in ("value", "observed", "restricted") if name in frame.columns):
        raise BadInput("there is nothing to draw: too few games were finished")
    pyplot.draw_if_interactive()  # before the style, which would take pyplot's own settings back with it
    with figures_by(pyplot.figure):
        axes: Axes = getattr(import_module(f"brewsim.plots.{module}"), function)(frame, ax, **options)
    return axes
