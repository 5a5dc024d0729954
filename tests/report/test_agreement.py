"""The same number has the same interval wherever it is shown: on the screen, in the library, in the report."""

import json

import polars as pl
import pytest

from brewsim import api
from brewsim.report.build import build
from brewsim.stats.digits import show
from brewsim.stats.intervals import ALL_SEATS, EACH, MIXED

pytestmark = pytest.mark.compiled_only
BOUNDS = ("value", "low", "high")


def bounds(frame: pl.DataFrame) -> list[tuple[float, ...]]:
    return frame.select(BOUNDS).rows()


def test_run_and_library_and_report_agree(brewsim, tmp_path):
    done = brewsim(
        *("run", "brew_crafters", "-n", "200", "--seats", "3", "--lineup", "greedy,rush,rush", "--rotate"),
        *("-j", "1", "-o", str(tmp_path / "run"), "--json"),
    )
    told = json.loads(done.stdout)
    assert told["intervals"] == MIXED
    (case,) = told["cases"].values()
    run = api.open_run(tmp_path / "run")
    page = build([run], tmp_path / "report")
    tables = {name: pl.read_parquet(tmp_path / "report" / "tables" / f"{name}.parquet") for name in ("win_share_by_seat", "ties_by_case")}

    of_seats = [tuple(seat[name] for name in BOUNDS) for seat in case["win_share_by_seat"]]
    assert of_seats == bounds(api.seats(run)) == bounds(tables["win_share_by_seat"])
    assert [tuple(bot[name] for name in BOUNDS) for bot in case["win_share_by_bot"].values()] == bounds(api.bot_wins(run))
    for key, measure in (("tie_rate", "tied"), ("tiebreak_rate", "tiebreak_decided"), ("shared_rate", "shared")):
        for ties in (api.ties(run), tables["ties_by_case"]):
            assert tuple(case[key][name] for name in BOUNDS) == bounds(ties.filter(measure=measure))[0]
    length = api.length(run)
    for measure in ("rounds", "decisions"):
        assert tuple(case[measure][name] for name in BOUNDS) == bounds(length.filter(measure=measure))[0]

    text = page.read_text()
    for value, low, high in of_seats:
        number, interval = show(value, low, high, 100, "\u00a0%", significant=1)
        assert f">{number}</td>" in text
        assert f">{interval}</td>" in text
    assert text.count(f'{ALL_SEATS}. Files: <a href="tables/win_share_by_seat.csv">') == 1
    assert text.count(f'{EACH}. Files: <a href="tables/ties_by_case.csv">') == 1


def test_a_comparison_shows_base_and_variant_as_the_other_tables_do(small_run):
    compared = api.compare(small_run).frame
    seats = {(row["case"], f"seat {row['seat'] + 1}"): row for row in api.seats(small_run).iter_rows(named=True)}
    rounds = {row["case"]: row for row in api.length(small_run).filter(measure="rounds").iter_rows(named=True)}
    checked = 0
    for row in compared.iter_rows(named=True):
        for side, case in (("base", row["base_case"]), ("variant", row["case"])):
            known = seats.get((case, row["group"])) or (rounds[case] if row["measure"] == "rounds" else None)
            if known:
                assert [row[f"{side}{end}"] for end in ("", "_low", "_high")] == pytest.approx([known[name] for name in BOUNDS])
                checked += 1
    assert checked == 2 * 2 * 3  # two pairs, two sides, two seats and the rounds


def test_every_table_of_the_page_with_an_interval_says_of_which_kind(small_report):
    page = small_report.read_text()
    for table in page.split("<details")[1:]:
        head, note = table[table.index("<thead>") : table.index("</thead>")], table[table.index('<p class="note">') :]
        kinds = [kind for kind in (EACH, ALL_SEATS, MIXED) if kind in note[: note.index("</p>")]]
        assert len(kinds) == ("95 %" in head), table[:200]
