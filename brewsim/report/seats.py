"""Does it matter where you sit?"""

import polars as pl

from brewsim.plots.seats import plot_win_share_by_bot_and_seat, plot_win_share_by_seat
from brewsim.report.grades import graded
from brewsim.report.page import PERCENT, POINTS, Cell, Finding, Picture, Section, estimate, make_table, number, said, written
from brewsim.report.skill import noted
from brewsim.report.study import Study, has_estimates, is_fair_table
from brewsim.stats.intervals import ALL_SEATS
from brewsim.stats.names import seat_name
from brewsim.stats.seats import win_share_by_bot_and_seat, win_share_by_seat
from brewsim.stats.variants import WIN_SHARE
from brewsim.stats.verdicts import Grade, size_bounds


def seats(study: Study) -> Section:
    """Win share by seat of each case, against the fair share; of each bot at each seat where bots differ."""
    section = Section("seats", "Seats")
    frame = win_share_by_seat(study.parts())
    for index, case in enumerate(study.cases):
        one = study.one(frame, case)
        if not has_estimates(one):
            continue
        caption = f"Win share by seat: {study.labels[case.name]}. Bars start at the fair share; {ALL_SEATS}."
        section.pictures.append(Picture(f"seats_{index + 1}", plot_win_share_by_seat(one), caption))
    columns = {
        "case": lambda row: row["case"],
        "seat": lambda row: Cell(seat_name(row["seat"]), row["seat"]),
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
    if not section.pictures:
        section.why_empty = "Not enough finished games to say anything about seats."
        return section
    section.findings += _findings(study, frame)
    section.sentences += [finding.sentence for finding in section.findings]
    confounded = [study.labels[case.name] for case in study.cases if not is_fair_table(case)]
    if confounded:
        section.sentences.append(f"Every bot kept its seat, so the effects of seat and bot cannot be separated: {'; '.join(confounded)}.")
    return section


def _add_bots(section: Section, study: Study, frame: pl.DataFrame) -> None:
    for index, case in enumerate(study.cases):
        one = study.one(frame, case)
        if has_estimates(one) and case.rotates:
            caption = f"Win share of each bot at each seat, with 95 % intervals: {study.labels[case.name]}. Dashed: the fair share."
            section.pictures.append(Picture(f"bots_by_seat_{index + 1}", plot_win_share_by_bot_and_seat(one), caption))
    columns = {
        "case": lambda row: row["case"],
        "bot": lambda row: row["bot"],
        "seat": lambda row: Cell(seat_name(row["seat"]), row["seat"]),
        "wins|95 %": lambda row: estimate(row, PERCENT),
        "games": lambda row: number(row["n"]),
    }
    section.tables.append(
        make_table("win_share_by_bot_and_seat", study.labelled(frame), columns, "Win share by bot and seat", is_folded=True)
    )


def _findings(study: Study, frame: pl.DataFrame) -> list[Finding]:
    """The largest sure advantage, or that there is none, for each number of seats under the first variant."""
    fair = {case.name: index + 1 for index, case in enumerate(study.cases) if is_fair_table(case)}
    findings = []
    for n_seats in dict.fromkeys(case.seats for case in study.cases):
        names = [case.name for case in study.cases if case.seats == n_seats and case.name in fair]
        names = [name for name in names if _variant(study, name) == study.main.variant]
        rows = frame.filter(pl.col("case").is_in(names)).drop_nulls("value").to_dicts()
        if not rows:
            continue
        row = max(rows, key=lambda row: (_bounds(row)[0], abs(row["advantage"])))
        size = _bounds(row)[0]
        widest = max(_bounds(other)[1] for other in rows)
        known = graded(study, "seat", size, widest)
        at = f"With {n_seats} seats, " if len({case.seats for case in study.cases}) > 1 else ""
        common = {
            "value": row["value"],
            "low": row["low"],
            "high": row["high"],
            "figure": f"seats_{fair[row['case']]}",
            **known,
        }
        if size > 0:
            seat, more = seat_name(row["seat"]), "more" if row["advantage"] > 0 else "less"
            nearer, farther = sorted(abs(row[bound] - row["fair"]) for bound in ("low", "high"))
            points, interval = written(abs(row["advantage"]), nearer, farther, POINTS)
            agree = sum(_same_way(other, row) for other in rows if other["seat"] == row["seat"])
            others = f"; so it is in {agree} of {len(names)} lineups" if len(names) > 1 else ""
            sentence = f"{at}{seat} wins {points} {more} than its fair share of {100 * row['fair']:.1f}\u00a0% ({interval}"
            sentence += f"; {study.labels[row['case']]}{others})."
            headline = f"{seat} has {'an advantage' if row['advantage'] > 0 else 'a disadvantage'}"
        else:
            largest = f"{seat_name(row['seat'])} wins {' ('.join(said(row, PERCENT))}), a fair share is {100 * row['fair']:.1f}\u00a0%"
            if known["grade"] is Grade.NO_PROBLEM:
                sentence = f"{at}no seat is more than {100 * widest:.1f} points away from its fair share; {largest}."
                headline = "no seat has an advantage that matters"
            else:
                sentence = (
                    f"{at}no seat surely has an advantage, but these games cannot rule out one of {100 * widest:.1f} points; {largest}."
                )
                headline = "more games are needed to compare the seats"
        alone = "" if len(names) > 1 else "the seats are different for other bots (only one lineup was played)"
        untrue = study.unless(alone, case=row["case"])
        finding = Finding(headline, sentence[0].upper() + sentence[1:], untrue=untrue, **common)
        findings.append(noted(study, finding, row["case"], WIN_SHARE, seat_name(row["seat"])))
    return findings


def _variant(study: Study, name: str) -> str:
    return next(case.variant for case in study.cases if case.name == name)


def _bounds(row: dict[str, float]) -> tuple[float, float]:
    """The smallest and the largest distance from the fair share."""
    return size_bounds(row["low"], row["high"], row["fair"])


def _same_way(row: dict[str, float], other: dict[str, float]) -> bool:
    """Whether two estimates are surely on the same side of the fair share."""
    return _bounds(row)[0] > 0 and (row["advantage"] > 0) == (other["advantage"] > 0)


def _p_value(p: float | None) -> Cell:
    return Cell("" if p is None else "< 0.001" if p < 0.001 else f"{p:.3f}", p)
