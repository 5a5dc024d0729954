"""Bots that adapt: a planted difference of differences is found with the right error, and none where there is none."""

from types import SimpleNamespace

import numpy as np
import polars as pl
import pytest

from brewsim.manifest import EffectiveRules, Limits
from brewsim.results import PlayedCase, Results
from brewsim.stats.adapting import (
    ADAPTED,
    UNNOTICED,
    adapted_case,
    attention,
    found_in_words,
    item_shift,
    shift,
    shift_all,
    shifts_in_words,
    surely_differing,
    tuned_bots,
)
from brewsim.stats.variants import pairs, response
from brewsim.stats.verdicts import Verdict
from tests.stats.planted import outcomes

SEATS = 2


class AdaptedRun:
    """Base and variant, each with bots as they are and adapted, on the same luck. Seat 0 gets `bonus` points in the variant."""

    title = SimpleNamespace(items=(), item_kinds=(), metrics=(), score_sources=())
    owner, adapted_from = Results.owner, Results.adapted_from

    def __init__(self, bonus=0, adapted_bonus=0, seed=0, games=3000, adapts=True):
        rng = np.random.default_rng(seed)
        luck = rng.normal(0, 10, (games, SEATS))
        plain = [("printed", "mine", 0), ("changed", "mine", bonus)]
        adapted = [("printed", "mine-1", 0), ("changed", "mine-2", adapted_bonus)]
        self.cases, self.frames = (), {}
        for variant, bot, points in plain + (adapted if adapts else []):
            case = PlayedCase(f"{variant}.{bot}", variant, SEATS, (bot,) * SEATS, False, (), games)
            own = rng.normal(0, 3, (games, SEATS)) if points else 0
            scores = np.round(luck + own + points * (np.arange(SEATS) == 0)).astype(int) + 50
            self.frames[case.name] = outcomes(scores, case=case.name, bots=case.lineup)
            self.cases += (case,)
        bot = {"weights": {"care": 1.0}, "beliefs": {"luck": 0.5}}
        bots = {"mine": bot, "mine-1": bot | {"weights": {"care": 2.0}}, "mine-2": bot | {"weights": {"care": 3.0}}}
        bots = {name: known | {"adapted_from": "" if name == "mine" else "mine"} for name, known in bots.items()}
        rules = {"printed": EffectiveRules({}, {"bonus": 0}), "changed": EffectiveRules({"bonus": (0, 1)}, {"bonus": 1})}
        self.manifest = SimpleNamespace(seed=seed, games=games, chunk=games, rules=rules, bots=bots, limits=Limits())

    def parts(self, *cases):
        half = SEATS * (self.manifest.games // 2)
        return [self.frames[case.name].lazy().slice(*span) for case in cases for span in ((0, half), (half, None))]


def seat_1(frame: pl.DataFrame) -> dict:
    return frame.filter(measure="win share", group="seat 1").row(0, named=True)


def test_cases_are_paired_by_what_their_bots_were_tuned_from():
    run = AdaptedRun()
    printed, changed, adapted_printed, adapted_changed = run.cases
    assert pairs(run) == [(printed, changed), (adapted_printed, adapted_changed)]
    assert adapted_case(run, changed) == adapted_changed
    assert adapted_case(run, adapted_changed) is None
    assert [attention(run, case) for case in run.cases] == [UNNOTICED, UNNOTICED, ADAPTED, ADAPTED]
    assert attention(AdaptedRun(adapts=False), printed) == ""
    assert list(response(run, "bonus")["lineup"].unique(maintain_order=True)) == ["2 seats, mine", "2 seats, adapted mine"]


def test_a_planted_difference_of_differences_is_found_with_its_error():
    run = AdaptedRun(bonus=1, adapted_bonus=5)
    row = seat_1(shift(run, *run.cases[:2]))
    printed, changed, adapted_printed, adapted_changed = (
        frame.filter(pl.col("seat") == 0)["win_share"].cast(pl.Float64) for frame in run.frames.values()
    )
    before, after = changed - printed, adapted_changed - adapted_printed
    assert row["unnoticed"] == pytest.approx(before.mean())
    assert row["adapted"] == pytest.approx(after.mean())
    assert row["value"] == pytest.approx((after - before).mean())
    assert (row["high"] - row["low"]) / 2 == pytest.approx(1.96 * (after - before).std() / np.sqrt(len(before)), rel=0.01)
    assert (row["verdict"], row["n"]) == (Verdict.CHANGED, 3000)
    frame = shift_all(run)
    assert surely_differing(frame)[0]["measure"] == "win share"
    sentence = shifts_in_words(frame)["changed.mine"][0]
    assert sentence.startswith("Win share of seat")
    assert "while nobody has noticed" in sentence


def test_games_that_were_aborted_in_one_of_the_four_are_left_out():
    run = AdaptedRun(bonus=1, adapted_bonus=5)
    stopped = pl.col("game") < 100
    last = run.frames["changed.mine-2"]
    run.frames["changed.mine-2"] = last.with_columns(pl.when(~stopped).then("win_share"), aborted=stopped)
    assert seat_1(shift(run, *run.cases[:2]))["n"] == 2900


def test_nothing_differs_where_the_same_changes():
    """The bonus is the same, on luck of its own: Benjamini-Hochberg leaves something sure in about 5 % of the runs."""
    wrong = sum(bool(surely_differing(shift_all(AdaptedRun(2, 2, seed, 400)))) for seed in range(60))
    assert wrong <= 8
    same = shift_all(AdaptedRun())
    assert set(same.drop_nulls("value")["verdict"]) == {Verdict.SAME}
    assert shifts_in_words(same) == {"changed.mine": ["Nothing differs surely and by enough to matter."]}


def test_a_run_in_which_nobody_adapts_has_no_shift():
    run = AdaptedRun(adapts=False)
    assert shift_all(run) is None
    assert tuned_bots(run).is_empty()
    assert shifts_in_words(None) == {}


def test_it_is_said_where_nothing_better_was_found():
    run = AdaptedRun()
    known = run.manifest.bots
    assert [row["plays_as"] for row in tuned_bots(run).to_dicts()] == [None, None]
    known["mine-2"] = known["mine-2"] | {"weights": known["mine-1"]["weights"]}
    base, variant = tuned_bots(run).to_dicts()
    assert (base["plays_as"], variant["plays_as"]) == (None, "mine-1")
    assert found_in_words(base) == "printed, 2 seats: 'mine' has adapted as 'mine-1'."
    known["mine-1"] = known["mine-1"] | {"weights": known["mine"]["weights"] | {"useless": 0.0}}
    assert found_in_words(tuned_bots(run).row(0, named=True)) == "printed, 2 seats: nothing better found than 'mine'."


@pytest.mark.parametrize(("adapted", "is_sure"), [(0.10, True), (0.02, False)])
def test_the_worth_of_an_item(adapted, is_sure):
    run = AdaptedRun()
    rows = [
        {"case": case, "item": "farm", "n": n, "restricted": worth, "restricted_low": worth - 0.03, "restricted_high": worth + 0.03}
        for case, n, worth in (("printed.mine", 900, 0.0), ("printed.mine-1", 700, adapted))
    ]
    row = item_shift(run, pl.DataFrame(rows)).row(0, named=True)
    assert (row["value"], row["n"]) == (pytest.approx(adapted), 700)
    assert row["high"] - row["value"] == pytest.approx(0.03 * np.sqrt(2), rel=0.01)
    assert (row["verdict"] == Verdict.CHANGED) == is_sure
    assert item_shift(AdaptedRun(adapts=False), pl.DataFrame(rows)) is None
