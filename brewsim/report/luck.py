"""How much of who wins is seat, skill, deal and chance in play?"""

import polars as pl

from brewsim.plots.luck import plot_luck
from brewsim.report.page import PERCENT, Picture, Section, estimate, make_table, number, said
from brewsim.report.study import Study, has_estimates
from brewsim.stats.intervals import EACH
from brewsim.stats.luck import DEFINITION


def luck(study: Study) -> Section:
    """The parts of the variance of who wins, at each number of seats that was measured."""
    section = Section("luck", "Luck, seat and skill")
    found = [measured for measured in study.measured if measured.kind == "luck"]
    frames = []
    for measured in found:
        frame = pl.DataFrame(measured.rows).with_columns(seats=pl.lit(measured.seats))
        if not has_estimates(frame):
            continue
        frames.append(frame)
        by_size = frame.drop_nulls("value").sort("value", descending=True).to_dicts()
        parts = [f"{row['source']} {' ('.join(said(row, PERCENT))})" for row in by_size]
        section.sentences.append(f"Where wins come from with {measured.seats} seats: {', '.join(parts)}.")
        caption = f"Parts of the variance of who wins, {measured.seats} seats, {measured.games:,} games; {EACH}."
        section.pictures.append(Picture(f"luck_{measured.seats}", plot_luck(frame), caption))
    if not frames:
        section.why_empty = "Not tested: brewsim luck measures where wins come from, and writes a file for brewsim report --with FILE."
        return section
    section.sentences.append(DEFINITION.format(levels=", ".join(found[0].bots)))
    columns = {
        "seats": lambda row: number(row["seats"]),
        "source": lambda row: row["source"],
        "part of the variance|95 %": lambda row: estimate(row, PERCENT),
        "tables": lambda row: number(row["n"]),
    }
    section.tables.append(make_table("luck", pl.concat(frames), columns, "Where wins come from"))
    return section
