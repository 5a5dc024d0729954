"""What commands print: tables for people, one JSON object on demand."""

from __future__ import annotations

import json
import math
import sys
import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rich import box
from rich.table import Table

from brewsim.commands.console import out
from brewsim.stats.digits import places, plus_minus, show

if TYPE_CHECKING:  # imported where they are used: a command loads only what it needs
    import polars as pl

    from brewsim.ladder import Rung
    from brewsim.manifest import Limits
    from brewsim.results import Results
    from brewsim.runner import Run
    from brewsim.stats.intervals import Estimate
    from brewsim.stats.summary import Summary
    from brewsim.tuning.hunt import Match


UNIMPORTANT = ("Surely too small to matter", "The same in every game")  # headings of `variants.ranked`
SIZES = {"win share": "a share", "score": "score", "rounds": "rounds"}  # measures whose smallest difference that matters is told
MOST_SHOWN = 15  # measures under a heading, unless all are asked for
VALUES_ABREAST = 5  # of a sweep, in 80 columns


def new_table(*columns: str, title: str) -> Table:
    """A table with a line under its head on a terminal, plain columns to a pipe."""
    lines, padding = (box.SIMPLE_HEAD, (0, 1, 0, 0)) if out.is_terminal else (None, (0, 1))
    return Table(*columns, title=title or None, title_justify="left", box=lines, padding=padding, pad_edge=False, show_edge=False)


def new_grid(columns: int) -> Table:
    """Columns without lines; the last one takes what is left of the width and folds."""
    return Table(*[""] * columns, show_header=False, box=None, pad_edge=False, padding=(0, 2, 0, 0))


def fold(text: str, indent: int = 0) -> str:
    """Text in lines of the terminal's width, or one line to a pipe."""
    space = " " * indent
    return textwrap.fill(text, out.width, initial_indent=space, subsequent_indent=space) if out.is_terminal else space + text


def print_json(value: Any) -> None:
    """Print strict JSON, which knows no NaN and no infinity: they are null."""
    sys.stdout.write(json.dumps(_finite(value), indent=1, allow_nan=False) + "\n")


def _finite(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _finite(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(inner) for inner in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


def join(values: Sequence[Any]) -> str:
    return ", ".join(str(value) for value in values)


def run_as_json(plan: Run, summaries: dict[str, Summary], levels: pl.DataFrame, played: int, seconds: float) -> dict[str, Any]:
    """The object that `run --json` prints: the only case, or each case under `cases`."""
    from brewsim.stats.intervals import MIXED
    from brewsim.stats.skill import label

    cases = {name: _case_as_json(summary) for name, summary in summaries.items()}
    first = next(iter(cases.values()))
    return {
        "out": str(plan.folder),
        "games": plan.games,
        "seats": [case.seats for case in plan.experiment.cases if case.name in cases] if len(cases) > 1 else plan.experiment.cases[0].seats,
        "aborted": sum(summary.aborted for summary in summaries.values()),
        "seconds": seconds,
        "games_per_second": played / seconds,
        "win_share_by_seat": first["win_share_by_seat"] if len(cases) == 1 else None,
        "tie_rate": first["tie_rate"] if len(cases) == 1 else None,
        "intervals": MIXED,
        "cases": cases,
        "skill": {"findings": label(levels).to_dicts(), "levels": levels.to_dicts()},
    }


def _case_as_json(summary: Summary) -> dict[str, Any]:
    return {
        "games": summary.games,
        "aborted": summary.aborted,
        "fair_share": summary.fair_share,
        "win_share_by_seat": [estimate.as_json() for estimate in summary.win_share_by_seat],
        "win_share_by_bot": {bot: estimate.as_json() for bot, estimate in summary.win_share_by_bot.items()},
        "tie_rate": summary.tie_rate.as_json(),
        "tiebreak_rate": summary.tiebreak_rate.as_json(),
        "shared_rate": summary.shared_rate.as_json(),
        "rounds": summary.rounds.as_json(),
        "decisions": summary.decisions.as_json(),
    }


def print_run(plan: Run, summaries: dict[str, Summary], levels: pl.DataFrame, played: int, seconds: float) -> None:
    from brewsim.engine.conventions import PLACE
    from brewsim.stats.intervals import MIXED
    from brewsim.stats.names import seat_name

    is_place = PLACE in plan.experiment.title.metrics
    for case in plan.experiment.cases:
        if case.is_extra or case.without:
            continue
        summary = summaries[case.name]
        table = new_table("", "estimate", "95 % interval", title=f"{plan.experiment.title.label}: {case.name}")
        for seat, estimate in enumerate(summary.win_share_by_seat):
            who = "rotated" if case.lineup.rotates else "by lot" if is_place else case.lineup.names[seat]
            table.add_row(f"{seat_name(seat, is_place)} ({who}) wins", *_percent(estimate))
        if len(summary.win_share_by_bot) > 1:
            for bot, estimate in summary.win_share_by_bot.items():
                table.add_row(f"a seat of {bot} wins", *_percent(estimate))
        table.add_row("fair share of a seat", f"{100 * summary.fair_share:.1f} %", "")
        table.add_row("first place tied before the tie-break", *_percent(summary.tie_rate))
        table.add_row("the tie-break decided", *_percent(summary.tiebreak_rate))
        table.add_row("victory shared", *_percent(summary.shared_rate))
        table.add_row("rounds", *_number(summary.rounds))
        table.add_row("decisions", *_number(summary.decisions))
        table.add_row("aborted at the cap on decisions", f"{summary.aborted:,} of {summary.games:,}", "")
        out.print(table)
    if len(levels):
        print_skill(plan.experiment.title.label, levels)
    out.print(f"{MIXED}.")
    if any(case.without for case in plan.experiment.cases):
        out.print(f"What each item is worth stands in the report: brewsim report {plan.folder}")
    found = f"; {plan.games - played:,} were there already" if played < plan.games else ""
    out.print(f"{played:,} games played in {seconds:.1f} s ({played / seconds:,.0f} games/s){found}")
    out.print(f"Data: {plan.folder}")


def print_skill(heading: str, levels: pl.DataFrame) -> None:
    """Every measure at each level of skill, and what becomes of it; a table for each variant and number of seats."""
    from brewsim.stats.names import measure_name
    from brewsim.stats.skill import KEYS, in_words, label, worth_showing

    labels = label(levels)
    for (variant, seats, base), frame in levels.group_by(["variant", "seats", "base"], maintain_order=True):
        games: dict[str, int] = {}
        for level, n in frame.select("level", "n").iter_rows():
            games[level] = max(n, games.get(level, 0))
        against = f" against {base}" if base else ""
        out.print(f"{heading}, levels of skill: {variant}.{seats}{against}")
        out.print(fold("Games: " + ", ".join(f"{level} {n:,}" for level, n in games.items())))
        table = new_table("measure", *games, title="")
        own = labels.filter(variant=variant, seats=seats, base=base)
        shown = worth_showing(own)
        for row in shown.iter_rows(named=True):
            cells = frame.filter(**{key: row[key] for key in KEYS}).to_dicts()
            table.add_row(measure_name(row), *(_plus_minus(cell, "", cell["is_share"], 1) for cell in cells))
        out.print(table)
        for row in shown.iter_rows(named=True):
            out.print(fold(f"{measure_name(row)}: {in_words(row)}", indent=2))
        if len(shown) < len(own):
            out.print(f"{len(own) - len(shown)} other measures are robust, or not known at higher skill.")


def print_comparison(heading: str, changes: Sequence[str], frame: pl.DataFrame, show_all: bool) -> None:
    """What was changed, the answer in three lines, then the measures from what matters most; what surely does not matter on demand."""
    from brewsim.stats.intervals import MIXED
    from brewsim.stats.names import measure_name
    from brewsim.stats.variants import WORTH, answer, notes, ranked, worth_showing
    from brewsim.stats.verdicts import relevant_in_words

    for line in (f"{heading}, {int(frame['n'][0]):,} pairs of games", *changes, *answer(frame)):
        out.print(fold(line))
    shown = frame if show_all else worth_showing(frame)
    groups = ranked(shown)
    left = 0
    for place, (title, rows) in enumerate(groups.items()):
        if place and title in UNIMPORTANT and not show_all:
            asked = [row for row in rows if row["measure"] == WORTH]  # for by name
            left += len(rows) - len(asked)
            rows = asked
        if not rows:
            continue
        table = new_table("measure", "base", "variant", "difference", "", title=title)
        left += 0 if show_all else max(0, len(rows) - MOST_SHOWN)
        for row in rows if show_all else rows[:MOST_SHOWN]:
            base, variant = (_value(row, side) for side in ("base", "variant"))
            table.add_row(measure_name(row), base, variant, _difference(row), _remark(row))
        out.print(table)
    if left:
        out.print(f"{left} more measures matter less, or do not change: --all")
    sizes = {row["measure"]: relevant_in_words(row) for row in frame.iter_rows(named=True) if row["relevant"] is not None}
    told = ", ".join(f"{sizes[measure]} of {name}" for measure, name in SIZES.items() if measure in sizes)
    if told:
        out.print(fold(f"What matters: at least {told}; [limits] of an experiment file may say otherwise."))
    for note in (f"{MIXED}.", *notes(frame)) if show_all or not frame["n"][0] or frame["variant_aborted"][0] else ():
        out.print(fold(note))


def _value(row: dict[str, Any], side: str) -> str:
    from brewsim.stats.variants import unit_of

    return show(row[side], row[f"{side}_low"], row[f"{side}_high"], *unit_of(row), 1)[0]


def _difference(row: dict[str, Any]) -> str:
    """A difference with its sign and interval."""
    text = plus_minus(row["value"], row["low"], row["high"], 100 if row["is_share"] else 1)
    return f"+{text}" if row["value"] is not None and row["value"] > 0 else text


def _remark(row: dict[str, Any]) -> str:
    """Better or worse, or the games that would tell."""
    from brewsim.stats.verdicts import Verdict

    if row["verdict"] in (Verdict.NOT_ENOUGH_GAMES, Verdict.CHANGED_UNSURE) and row["games_needed"]:
        return f"{row['games_needed']:,.0f} games"
    return {True: "better", False: "worse", None: ""}[row["is_better"]]


def print_response(heading: str, curve: pl.DataFrame, show_all: bool) -> None:
    """A row for each measure that surely changes, a column for each value of the rule; what matters most first."""
    from brewsim.stats.variants import WORTH, response_in_words, swept_measures

    for lineup in curve["lineup"].unique(maintain_order=True):
        frame = curve.filter(curve["lineup"] == lineup)
        measures = swept_measures(frame)
        told = measures if show_all else [one for one in measures if one.is_sure][:MOST_SHOWN]
        told += [one for one in measures if one.measure == WORTH and one not in told]
        out.print(fold(f"{heading}, {lineup}, {max(frame['n'].to_list()):,} games of each value"))
        for line in response_in_words(frame):
            out.print(fold(line))
        values = frame["rule"].unique(maintain_order=True).to_list()
        for first in range(0, len(values), VALUES_ABREAST):
            columns = values[first : first + VALUES_ABREAST]
            table = new_table("measure", *map(str, columns), "±", title="")
            for one in told:
                rows = [one.rows[value] for value in columns]
                widths = [
                    max(row["high"] - row["value"], row["value"] - row["low"]) for row in one.rows.values() if row["value"] is not None
                ]
                scale, unit = one.unit
                width = max(widths, default=math.nan)
                decimals = places(scale * width, 1) if widths else 0
                cells = ["" if row["value"] is None else f"{scale * row['value']:.{decimals}f}{'*' * one.differs(row)}" for row in rows]
                table.add_row(one.name + unit.replace(" points", ", points"), *cells, f"{scale * width:.{decimals}f}" if widths else "")
            if told:
                out.print(table)
        if len(told) < len(measures):
            out.print(f"{len(measures) - len(told)} more measures matter less, or do not surely change: --all")
    out.print(
        fold("* surely another value than by the printed rules, by enough to matter. ±: the farthest end of a 95 % interval in the row.")
    )


def print_cards(heading: str, frame: pl.DataFrame) -> None:
    """The items of each kind by what they are worth."""
    from brewsim.stats.names import words

    for part in frame.partition_by("kind", maintain_order=True):
        table = new_table("item", "used", "worth", "from its kind", "observed", "verdict", title=f"{heading}, {part['kind'][0]}")
        for row in part.sort("restricted", descending=True, nulls_last=True).iter_rows(named=True):
            cells = [_plus_minus(row, "used", True), *(_points(row, name) for name in ("restricted", "beyond", "observed"))]
            more = f"{row['games_needed']:,} more games" if row["games_needed"] else ""
            note = "" if row["note"].startswith("looks") else row["note"]
            table.add_row(row["item"], *cells, "; ".join(filter(None, [words(row["grade"]), more, note])))
        out.print(table)


def explain_cards(limits: Limits) -> None:
    """What the columns of `print_cards` mean."""
    from brewsim.stats.verdicts import limit_in_words

    out.print("In points of win share. Worth: what a seat loses when it may not use the item, for each game in which it would use it.")
    out.print(f"From its kind: worth minus the median of the others. A problem is surely more than {limit_in_words(limits, 'item')}.")
    out.print(
        "Observed: seats that used the item against seats that did not. That goes along with winning; it is not what an item is worth."
    )
    out.print("± reaches to the farther end of the 95 % interval, each number by itself.")


def print_pairs(heading: str, frame: pl.DataFrame) -> None:
    """Which items are strong together, the strongest pair first."""
    from brewsim.stats.cards import pair_in_words

    table = new_table("items", "worth", "of the other", "of both", "together", "", title=heading)
    for row in frame.sort("value", descending=True, nulls_last=True).iter_rows(named=True):
        cells = [_points(row, name) for name in ("worth", "other_worth", "both_worth", "")]
        table.add_row(f"{row['item']}, {row['other']}", *cells, pair_in_words(row))
    out.print(table)
    out.print("In points of win share over all games. Together: the worths of both, one at a time, minus the worth of both at once.")
    out.print("Above 0 they need each other, below 0 one takes the place of the other; these intervals hold for all pairs at once.")


def print_worth_change(heading: str, frame: pl.DataFrame) -> None:
    """What each item is worth before and after a change of the rules, what changed most first."""
    from brewsim.stats.cards import change_in_words

    table = new_table("item", "before", "after", "difference", "", title=f"{heading}, worth of items")
    for row in sorted(frame.to_dicts(), key=lambda row: abs(row["value"] or 0.0), reverse=True):
        table.add_row(row["item"], *(_points(row, name) for name in ("before", "after", "")), change_in_words(row))
    out.print(table)
    out.print("In points of win share, for each game in which the seat would use the item; the same shuffles before and after.")


def attention_to(results: Results, case: str) -> str:
    """Whether anybody has noticed the rules of a case, at the end of a heading; nothing in a run where nobody adapts."""
    from brewsim.stats.adapting import attention

    said = attention(results, next(played for played in results.cases if played.name == case))
    return f" ({said})" if said else ""


def adaptation_as_json(results: Results, shifts: pl.DataFrame | None) -> dict[str, Any]:
    """What is more in the object of a run where bots adapt: the bots, and what differs once everybody has adapted."""
    from brewsim.stats.adapting import tuned_bots

    bots = tuned_bots(results)
    return {} if bots.is_empty() else {"adapted_bots": bots.to_dicts(), "adaptation": [] if shifts is None else shifts.to_dicts()}


def print_adaptation(results: Results, shifts: pl.DataFrame | None) -> None:
    """Which bots have adapted, and what differs for certain because of that; nothing for a run where nobody adapts."""
    from brewsim.stats.adapting import LUCK, found_in_words, shifts_in_words, tuned_bots

    bots = tuned_bots(results)
    if bots.is_empty():
        return
    out.print("Once everybody has adapted to the rules:")
    for row in bots.iter_rows(named=True):
        out.print(f"  {found_in_words(row)}")
    for case, sentences in shifts_in_words(shifts).items():
        out.print(f"What differs for certain, {case}:")
        for sentence in sentences:
            out.print(f"  {sentence}")
    out.print(LUCK)


def print_ladder(heading: str, rungs: Sequence[Rung], among: str) -> None:
    """Bots from the best down."""
    from brewsim.stats.intervals import EACH

    table = new_table("bot", "rating", "wins", "score", "own score", "games/s", title=heading)
    for rung in rungs:
        estimates = (
            plus_minus(one.value, one.low, one.high, significant=1) for one in (rung.rating, rung.share, rung.score, rung.own_score)
        )
        table.add_row(rung.bot, *estimates, f"{rung.games_per_second:,.0f}")
    out.print(table)
    out.print(
        fold(f"Rating in points: {among} has 0, and 400 points more are ten times the strength. Wins among {among}: the fair share is 1.")
    )
    out.print(fold(f"{EACH}. Score in mixed lineups, own score against itself; speed against itself on one core."))


def print_matches(heading: str, matches: Sequence[Match]) -> None:
    """Every bot among every other one."""
    bots = list(dict.fromkeys(match.bot for match in matches))
    shares = {(match.bot, match.other): match.share for match in matches}
    table = new_table("", *bots, title=heading)
    for bot in bots:
        cells = [shares.get((bot, other)) for other in bots]
        table.add_row(bot, *("" if share is None else plus_minus(share.value, share.low, share.high, significant=1) for share in cells))
    out.print(table)
    out.print("± reaches to the farther end of the 95 % interval, all numbers of the table at once.")


def _plus_minus(row: dict[str, Any], name: str, is_share: bool, significant: int = 2) -> str:
    """An estimate and its interval in one cell: the columns `value`, `low` and `high`, or those of this name."""
    keys = (name, f"{name}_low", f"{name}_high") if name else ("value", "low", "high")
    value, low, high = (row[key] for key in keys)
    return plus_minus(value, low, high, *((100.0, " %") if is_share else (1.0, "")), significant)


def _points(row: dict[str, Any], name: str) -> str:
    """The same for a difference of win shares, in points; nothing where there is no number."""
    keys = (name, f"{name}_low", f"{name}_high") if name else ("value", "low", "high")
    value, low, high = (row[key] for key in keys)
    return "" if value is None else plus_minus(value, low, high, 100)


def _estimate(row: dict[str, Any]) -> Estimate:
    """An estimate from the columns of a row."""
    from brewsim.stats.intervals import Estimate

    value, low, high = (math.nan if row[key] is None else row[key] for key in ("value", "low", "high"))
    return Estimate(value, low, high, row["n"])


def _percent(estimate: Estimate) -> tuple[str, str]:
    return show(estimate.value, estimate.low, estimate.high, 100, " %")


def _number(estimate: Estimate) -> tuple[str, str]:
    return show(estimate.value, estimate.low, estimate.high)
