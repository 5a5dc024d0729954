"""Does it matter where you sit?"""

from collections.abc import Sequence
from functools import partial
from typing import Any

import polars as pl

from brewsim.engine.conventions import PLACE
from brewsim.plots.seats import plot_win_share_by_bot_and_seat, plot_win_share_by_seat
from brewsim.report.grades import graded, judged, most_games, no_estimate, not_tested
from brewsim.report.page import PERCENT, POINTS, Cell, Finding, Picture, Section, estimate, make_table, marks_of, number, written
from brewsim.report.skill import noted
from brewsim.report.study import Study, has_estimates, is_fair_table
from brewsim.results import PlayedCase
from brewsim.stats.intervals import ALL_SEATS, CONFIDENCE, normal_quantile
from brewsim.stats.seats import win_share_by_bot_and_seat, win_share_by_seat
from brewsim.stats.variants import WIN_SHARE
from brewsim.stats.verdicts import Grade, grade, more_games, size_bounds

DIGITS = 9  # what differs less is rounding
ASKED = "whether a seat has an advantage"


def seats(study: Study) -> Section:
    """Win share by seat of each case, against the fair share; of each bot at each seat where bots differ."""
    section = Section("seats", "Seats")
    frame = win_share_by_seat(study.parts())
    for index, case in enumerate(study.cases):
        one = study.one(frame, case)
        if not has_estimates(one):
            continue
        caption = f"Win share by {_kind(study)}: {study.labels[case.name]}. Bars start at the fair share; {ALL_SEATS}."
        section.pictures.append(Picture(f"seats_{index + 1}", plot_win_share_by_seat(one), caption))
    columns = {
        "case": lambda row: row["case"],
        _kind(study): lambda row: Cell(row["who"], row["seat"]),
        "wins|95 %": lambda row: estimate(row, PERCENT),
        "fair": lambda row: f"{100 * row['fair']:.1f} %",
        "points above the mean of all seats|95 % ": lambda row: estimate(row, prefix="score"),
        "games": lambda row: number(row["n"]),
        "p of equal chances": lambda row: _p_value(row["p_value"]),
    }
    section.tables.append(make_table("win_share_by_seat", study.labelled(frame), columns, "Win share by seat", intervals=ALL_SEATS))
    mixed = [case for case in study.cases if len(set(case.lineup)) > 1]
    if mixed:
        _add_bots(section, study, win_share_by_bot_and_seat(study.parts(*mixed)))
    section.findings += judged(study, partial(_finding, study, frame))
    section.marks = marks_of(section.findings)
    if not section.pictures:
        section.why_empty = "Not enough finished games to say anything about seats."
        return section
    section.sentences += [*_teams(study, frame), *(finding.sentence for finding in section.findings if finding.sentence)]
    if PLACE in study.title.metrics:
        section.sentences.append("The first player is drawn by lot, so places are counted from that one, and not by seat.")
    confounded = [study.labels[case.name] for case in study.cases if not _tells(study, case)]
    if confounded:
        section.sentences.append(f"Every bot kept its seat, so the effects of seat and bot cannot be separated: {'; '.join(confounded)}.")
    return section


def _add_bots(section: Section, study: Study, frame: pl.DataFrame) -> None:
    for index, case in enumerate(study.cases):
        one = study.one(frame, case)
        if has_estimates(one) and _tells(study, case):
            caption = (
                f"Win share of each bot at each {_kind(study)}, with 95 % intervals: {study.labels[case.name]}. Dashed: the fair share."
            )
            section.pictures.append(Picture(f"bots_by_seat_{index + 1}", plot_win_share_by_bot_and_seat(one), caption))
    columns = {
        "case": lambda row: row["case"],
        "bot": lambda row: row["bot"],
        _kind(study): lambda row: Cell(row["who"], row["seat"]),
        "wins|95 %": lambda row: estimate(row, PERCENT),
        "games": lambda row: number(row["n"]),
    }
    section.tables.append(
        make_table("win_share_by_bot_and_seat", study.labelled(frame), columns, "Win share by bot and seat", is_folded=True)
    )


def _finding(study: Study, frame: pl.DataFrame, cases: Sequence[PlayedCase], where: str) -> Finding:
    """The largest sure advantage of a seat, or that there is none, over the lineups of one variant and number of seats."""
    names = [case.name for case in cases if _tells(study, case)]
    if not names:
        return not_tested(study, "seat", f"{ASKED} (every bot kept its seat)", where)
    rows = frame.filter(pl.col("case").is_in(names)).drop_nulls("value").to_dicts()
    if not rows:
        return no_estimate(study, "seat", ASKED, where)
    limit = study.limits.share("seat")
    row = max(rows, key=lambda row: (round(_sure(row), DIGITS), row["advantage"]))  # of two teams the one with the advantage
    largest = max(_possible(row) for row in rows)
    needed = most_games(_more_games(row, limit) for row in rows if grade(_sure(row), _possible(row), limit) is Grade.NOT_KNOWN)
    known = graded(study, "seat", _sure(row), largest, needed)
    who = _names([other for other in rows if other["case"] == row["case"] and other["team"] == row["team"]])
    has, advantage = ("have" if " and " in who else "has"), ("advantage" if row["advantage"] > 0 else "disadvantage")
    if known["grade"] is Grade.NO_PROBLEM:
        headline = f"no {_kind(study)} has an advantage that matters"
    elif not _sure(row):
        headline = ASKED
    elif known["grade"] is Grade.PROBLEM:
        headline = f"{who} {has} {'an' if row['advantage'] > 0 else 'a'} {advantage}"
    else:
        headline = f"how large the {advantage} of {who} is"
    agree = f"; so it is in {sum(_same_way(other, row) for other in rows)} of {len(names)} lineups" if len(names) > 1 else ""
    sentence = _named(study, row, who, agree) if _sure(row) else _not_named(study, row, who, largest, known["grade"])
    alone = "" if len(names) > 1 else "the seats are different for other bots (only one lineup was played)"
    about = {"untrue": alone, "where": where, "brief": _brief(row, who, largest), **known}
    figure = f"seats_{[case.name for case in study.cases].index(row['case']) + 1}"
    finding = Finding(headline, sentence[0].upper() + sentence[1:], row["value"], row["all_low"], row["all_high"], figure, **about)
    return noted(study, finding, row["case"], WIN_SHARE, row["who"])


def _named(study: Study, row: dict[str, Any], who: str, agree: str) -> str:
    """By how much a seat surely wins more or less than its fair share."""
    wins, more = ("win" if " and " in who else "wins"), ("more" if row["advantage"] > 0 else "less")
    nearer, farther = sorted(abs(row[bound] - row["fair"]) for bound in ("all_low", "all_high"))
    points, interval = written(abs(row["advantage"]), nearer, farther, POINTS)
    fair = f"the fair share of {100 * row['fair']:.1f}\u00a0%"
    return f"{who} {wins} {points} {more} than {fair} ({interval}{_held(study)}; {study.labels[row['case']]}{agree})."


def _not_named(study: Study, row: dict[str, Any], who: str, largest: float, found: Grade) -> str:
    """How far away from the fair share a seat can be, and the one that seems to be farthest."""
    is_fine = found is Grade.NO_PROBLEM
    told = f"no {_kind(study)} is" if is_fine else f"no {_kind(study)} is named, but these games cannot rule out one that is"
    wins, fair = ("win" if " and " in who else "wins"), f"the fair share is {100 * row['fair']:.1f}\u00a0%"
    share, interval = written(row["value"], row["all_low"], row["all_high"], PERCENT)
    farthest = f"{who} {wins} {share} ({interval}{_held(study)}; {study.labels[row['case']]})"
    return f"{told} more than {100 * largest:.1f} points away from the fair share; {farthest}, {fair}."


def _brief(row: dict[str, Any], who: str, largest: float) -> str:
    """The advantage of a named seat, or how far a seat can be away from the fair share."""
    if not _sure(row):
        return f"all seats within {100 * largest:.1f} points of fair"
    text, interval = written(row["advantage"], row["all_low"] - row["fair"], row["all_high"] - row["fair"], POINTS)
    return f"{who} {'+' if row['advantage'] > 0 else ''}{text} ({interval.removesuffix(POINTS[1])})"


def _held(study: Study) -> str:
    """What the interval of a named seat holds for."""
    return f" for all seats of all {len(study.cases)} cases at once" if len(study.cases) > 1 else ""


def _tells(study: Study, case: PlayedCase) -> bool:
    """Whether win shares by seat, or by places that are drawn by lot, tell of these and not of the bots there."""
    return is_fair_table(case) or PLACE in study.title.metrics


def _kind(study: Study) -> str:
    return "place in turn order" if PLACE in study.title.metrics else "seat"


def _names(rows: Sequence[dict[str, Any]]) -> str:
    """The seats of a team in words.

    >>> _names([{"who": "seat 1"}]), _names([{"who": "seat 1"}, {"who": "seat 3"}])
    ('seat 1', 'seats 1 and 3')
    """
    names = [row["who"] for row in rows]
    short = [names[0], *(name.removeprefix("seat ") for name in names[1:])]
    return names[0] if len(names) == 1 else " and ".join(short).replace("seat ", "seats ", 1)


def _teams(study: Study, frame: pl.DataFrame) -> list[str]:
    """Who plays whom where seats win together, a sentence for each number of seats."""
    told = []
    for case in {case.seats: case for case in reversed(study.cases)}.values():
        teams = study.one(frame, case).partition_by("team", maintain_order=True)
        if teams and max(map(len, teams)) > 1:
            named = [_names(team.to_dicts()) for team in teams]
            at = f"With {case.seats} seats" if len({key[1] for key in study.groups}) > 1 else "The seats are teams"
            told.append(f"{at}: {named[0]} play {' and '.join(name.removeprefix('seats ') for name in named[1:])}; a team wins together.")
    return told[::-1]


def _sure(row: dict[str, float]) -> float:
    """The smallest distance from the fair share that the interval for all seats of all cases allows: what a seat is named by."""
    return size_bounds(row["all_low"], row["all_high"], row["fair"])[0]


def _possible(row: dict[str, float]) -> float:
    """The largest distance from the fair share. That all seats of all cases are inside the limit needs no correction."""
    return size_bounds(row["low"], row["high"], row["fair"])[1]


def _more_games(row: dict[str, Any], limit: float) -> int | None:
    size = abs(row["advantage"]) if _sure(row) else 0.0  # what may be chance is planned for as if it were
    low, high = ("all_low", "all_high") if size > limit else ("low", "high")
    z = normal_quantile(CONFIDENCE)  # that of the interval is somewhat larger: then these games are rather too many
    return more_games(size, limit, spread=(row[high] - row[low]) / 2 / z * row["n"] ** 0.5, n=row["n"])


def _same_way(row: dict[str, Any], other: dict[str, Any]) -> bool:
    """Whether the same seat is surely on the same side of the fair share."""
    return row["seat"] == other["seat"] and _sure(row) > 0 and (row["advantage"] > 0) == (other["advantage"] > 0)


def _p_value(p: float | None) -> Cell:
    return Cell("" if p is None else "< 0.001" if p < 0.001 else f"{p:.3f}", p)
