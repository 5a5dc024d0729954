"""Card strength: planted effects are found, planted confounders are seen through, and nothing is found where nothing is."""

from types import SimpleNamespace

import numpy as np
import polars as pl
import pytest
import statsmodels.api as sm

from brewsim.engine.conventions import restricted_seat
from brewsim.results import PlayedCase
from brewsim.stats import cards
from brewsim.stats.cards import _Regression
from tests.stats.planted import coverage, data_sets, outcomes

SEATS = 3


def contest(rng, strength, games=20_000):
    """Scores by which a seat's chance grows with its strength [game, seat]; ties are left to chance."""
    return (1000 * (rng.gumbel(size=(games, SEATS)) + strength)).astype(int)


def row(frame, item):
    return frame.filter(pl.col("item") == item).row(0, named=True)


def planted(seed=0, games=20_000):
    """`cause` makes seats win. `shadow` does nothing, but those who use `cause` tend to use it too. `none` is never used."""
    rng = np.random.default_rng(seed)
    cause = rng.random((games, SEATS)) < 0.4
    shadow = rng.random((games, SEATS)) < np.where(cause, 0.7, 0.2)
    dud = rng.random((games, SEATS)) < 0.3
    items = {"cause": cause, "shadow": shadow, "dud": dud, "none": np.zeros_like(cause)}
    return outcomes(contest(rng, 0.6 * cause, games), items=items), list(items)


def test_observed_finds_the_cause_and_is_fooled_by_its_shadow():
    frame, items = planted()
    found = cards.observed([frame.lazy()], items)
    used = frame.filter(pl.col("uses_cause") > 0)["win_share"].mean() - frame.filter(pl.col("uses_cause") == 0)["win_share"].mean()
    assert row(found, "cause")["value"] == pytest.approx(used, abs=1e-6)
    assert row(found, "cause")["n"] == frame["uses_cause"].sum()
    assert row(found, "cause")["used"] == pytest.approx(0.4, abs=0.01)
    assert row(found, "cause")["used_low"] < 0.4 < row(found, "cause")["used_high"]
    assert row(found, "none")["used_high"] < 0.001
    assert row(found, "shadow")["low"] > 0.03
    assert row(found, "dud")["low"] < 0 < row(found, "dud")["high"]
    assert row(found, "dud")["q_value"] > 0.05 > row(found, "shadow")["q_value"]


def test_an_item_never_used_has_no_number():
    frame, items = planted(games=2000)
    for found in (cards.observed([frame.lazy()], items), cards.adjusted([frame.lazy()], items)):
        assert row(found, "none")["value"] is None
        assert row(found, "none")["low"] is None
        assert row(found, "none")["q_value"] is None


def test_adjusted_sees_through_the_shadow():
    frame, items = planted()
    found = cards.adjusted([frame.lazy()], items)
    assert row(found, "cause")["low"] > 0.1
    assert row(found, "shadow")["low"] < 0 < row(found, "shadow")["high"]


def test_adjusted_leaves_a_card_what_it_brings_about():
    """A tool helps to make a good, and only goods win: of one kind both, the tool seems worth nothing; as a kind of its own it is not."""
    rng = np.random.default_rng(12)
    tool = rng.random((20_000, SEATS)) < 0.5
    good = rng.random((20_000, SEATS)) < np.where(tool, 0.8, 0.2)
    frame = outcomes(contest(rng, 0.8 * good), items={"tool": tool, "good": good})
    together = cards.adjusted([frame.lazy()], ["tool", "good"])
    apart = cards.adjusted([frame.lazy()], ["tool", "good"], ["tools", "goods"])
    assert row(together, "tool")["low"] < 0 < row(together, "tool")["high"]
    assert row(apart, "tool")["low"] > 0.05
    assert row(apart, "good")["value"] == pytest.approx(row(together, "good")["value"], abs=0.02)


def test_adjusted_holds_bot_and_length_equal():
    """A strong bot likes `badge`, and long games have `lantern`: neither does anything by itself."""
    rng = np.random.default_rng(4)
    games = 20_000
    bots = np.where(np.arange(SEATS) == np.arange(games)[:, None] % SEATS, "strong", "weak")
    badge = rng.random((games, SEATS)) < np.where(bots == "strong", 0.8, 0.2)
    rounds = rng.integers(5, 15, games)
    lantern = rng.random((games, SEATS)) < rounds[:, None] / 15
    frame = outcomes(contest(rng, 0.7 * (bots == "strong"), games), bots=bots, rounds=rounds, items={"badge": badge, "lantern": lantern})
    assert row(cards.observed([frame.lazy()], ["badge"]), "badge")["low"] > 0.05
    found = cards.adjusted([frame.lazy()], ["badge", "lantern"])
    for item in ("badge", "lantern"):
        assert row(found, item)["low"] < 0 < row(found, item)["high"]
    circumstances = cards.circumstances([frame.lazy()], ["badge", "lantern"], ())
    assert row(circumstances, "lantern")["longer"] > 1.2
    assert row(circumstances, "badge")["longer"] == pytest.approx(1, abs=0.05)


def regression(rng, games=300, effect=0.8, ridge_free=False):
    """Seats of a game share a mood, so that their outcomes depend on each other."""
    used = rng.random((games, SEATS)) < 0.5
    line = -0.7 + effect * used + 0.5 * rng.normal(size=(games, 1))
    y = rng.random((games, SEATS)) < 1 / (1 + np.exp(-line))
    x = np.column_stack([used.ravel(), np.ones(games * SEATS), np.zeros(games * SEATS)]).astype(float)
    return _Regression(x, y.ravel().astype(float), np.arange(0, games * SEATS, SEATS), 1)


def test_the_regression_is_that_of_statsmodels(monkeypatch):
    monkeypatch.setattr(cards, "RIDGE", 0.0)
    model = regression(np.random.default_rng(5))
    beta, _ = model.fit()
    groups = np.repeat(np.arange(300), SEATS)
    reference = sm.GLM(model.y, model.x[:, :2], family=sm.families.Binomial()).fit(
        cov_type="cluster", cov_kwds={"groups": groups, "use_correction": False}
    )
    np.testing.assert_allclose(beta[:2], reference.params, rtol=1e-6)
    effect, error, n = model.effects()
    with_it, without = (1 / (1 + np.exp(-(reference.params[1] + on * reference.params[0]))) for on in (1, 0))
    gradient = np.array([with_it * (1 - with_it), with_it * (1 - with_it) - without * (1 - without)])
    assert effect[0] == pytest.approx(with_it - without, rel=1e-6)
    assert error[0] == pytest.approx(np.sqrt(gradient @ reference.cov_params() @ gradient), rel=1e-5)
    assert n == 300


def test_coverage_of_the_regression():
    rng = np.random.default_rng(6)
    mood = 0.5 * rng.normal(size=2_000_000)
    truth = (1 / (1 + np.exp(0.7 - 0.8 - mood)) - 1 / (1 + np.exp(0.7 - mood))).mean()
    hits, repeats = 0, 1500
    for _ in range(repeats):
        effect, error, _ = regression(rng).effects()
        hits += abs(effect[0] - truth) <= 1.96 * error[0]
    assert 0.93 <= hits / repeats <= 0.97


def test_by_round_compares_with_those_who_had_not_used_it_yet():
    """An item that helps only if used in the first of two rounds."""
    rng = np.random.default_rng(7)
    first = rng.choice([0, 1, 2], p=[0.4, 0.3, 0.3], size=(20_000, SEATS))
    frame = outcomes(contest(rng, 0.8 * (first == 1)), rounds=2, items={"seed": first > 0}, first={"seed": first})
    found = {r["round"]: r for r in cards.observed_by_round([frame.lazy()], ["seed"]).iter_rows(named=True)}
    assert found[1]["low"] > 0.1
    assert found[2]["low"] < 0 < found[2]["high"]
    assert found[2]["n"] == (first == 2).sum()


class PlantedRun:
    """A run in memory: the free case, and one in which the restricted seat cannot use `cause`."""

    title = SimpleNamespace(items=("cause", "dud"), item_kinds=("card", "card"), progress=())

    def __init__(self, seed=8, games=6000, effect=0.6, lineup=("bot",) * SEATS):
        rng = np.random.default_rng(seed)
        luck = rng.gumbel(size=(games, SEATS))
        cause, dud = rng.random((games, SEATS)) < 0.4, rng.random((games, SEATS)) < 0.5
        is_own = restricted_seat(np.arange(games), SEATS)[:, None] == np.arange(SEATS)
        self.frames = {}
        for without in (None, "cause", "dud"):
            uses = {"cause": cause & ~(is_own & (without == "cause")), "dud": dud & ~(is_own & (without == "dud"))}
            scores = (1000 * (luck + effect * uses["cause"])).astype(int)
            self.frames[without] = outcomes(scores, case=f"case_{without}", items=uses)
        self.cases = tuple(PlayedCase(f"case_{without}", "printed", SEATS, lineup, False, without, games) for without in self.frames)

    def parts(self, *cases):
        chosen = cases or self.cases[:1]
        half = SEATS * (len(self.frames[None]) // SEATS // 2)
        return [self.frames[case.without].lazy().slice(*span) for case in chosen for span in ((0, half), (half, None))]


def test_restricted_play_measures_the_loss_where_the_item_would_have_been_used():
    run = PlantedRun()
    free, banned = run.frames[None], run.frames["cause"]
    own = (pl.col("game") // SEATS % SEATS) == pl.col("seat")
    pairs = free.filter(own).select("win_share", "uses_cause").with_columns(without=banned.filter(own)["win_share"])
    used = pairs.filter(pl.col("uses_cause") > 0)
    found = row(cards.restricted(run), "cause")
    assert found["value"] == pytest.approx((used["win_share"] - used["without"]).mean(), abs=1e-6)
    assert found["n"] == len(used)
    assert found["low"] > 0.05
    assert (found["high"] - found["low"]) / 2 == pytest.approx(
        1.96 * (used["win_share"] - used["without"]).std() / np.sqrt(len(used)), rel=0.01
    )
    assert row(cards.restricted(run), "dud")["value"] is None  # the same games with and without: nothing to estimate an error from


class ManyRuns(PlantedRun):
    """The planted run cut into many, each with a variant of its own."""

    def __init__(self, runs, games):
        super().__init__(games=runs * games)
        self.size = games * SEATS
        self.cases = tuple(
            PlayedCase(f"{run}_{without}", str(run), SEATS, ("bot",) * SEATS, False, without, games)
            for run in range(runs)
            for without in (None, "cause")
        )

    def parts(self, *cases):
        return [self.frames[case.without][int(case.variant) * self.size :][: self.size].lazy() for case in cases]


def test_coverage_of_restricted_play():
    runs = ManyRuns(1000, 297)  # whole rounds of the restricted seat
    whole = PlantedRun(games=1000 * 297)
    truth = row(cards.restricted(whole), "cause")["value"]
    assert 0.93 <= coverage(cards.restricted(runs), truth) <= 0.97


def test_coverage_of_how_often_an_item_is_used():
    """The seats of a game share its mood, so the game is the unit."""
    rng = np.random.default_rng(13)
    games, repeats = 100, 1000
    used = rng.random((games * repeats, SEATS)) < rng.choice([0.1, 0.5], (games * repeats, 1))
    frame = data_sets(outcomes(np.zeros(used.shape), items={"moody": used}), games)
    found = cards.observed([part.lazy() for part in frame.partition_by("case")], ["moody"])
    assert 0.93 <= coverage(found.select(low="used_low", high="used_high"), 0.3) <= 0.97


def test_coverage_of_what_is_shrunk():
    """Over the items of many titles: true effects of some spread, each measured with an error of its own."""
    rng = np.random.default_rng(14)
    hits, items, titles = 0, 30, 300
    for _ in range(titles):
        truth, errors = rng.normal(0.05, 0.03, items), rng.uniform(0.01, 0.06, items)
        value = rng.normal(truth, errors)
        columns = {"restricted": value, "restricted_low": value - 1.96 * errors, "restricted_high": value + 1.96 * errors}
        hits += pl.DataFrame(columns | {"truth": truth}).pipe(cards.shrink).select(
            pl.col("truth").is_between("shrunk_low", "shrunk_high").sum()
        ).item()  # fmt: skip
    assert 0.93 <= hits / (items * titles) <= 0.97


def test_the_three_measures_stand_side_by_side():
    strength = cards.card_strength(PlantedRun())
    assert strength["item"].to_list() == ["cause", "dud"]
    cause = row(strength, "cause")
    assert cause["observed_low"] > 0
    assert cause["adjusted_low"] > 0
    assert cause["restricted_low"] > 0
    assert cause["note"] == ""


def test_shrinking_pulls_rare_items_to_the_mean_and_leaves_sure_ones():
    values = np.array([0.10, 0.12, 0.08, 0.11, 0.60])
    errors = np.array([0.01, 0.01, 0.01, 0.01, 0.50])
    columns = {
        "item": list("abcde"),
        "restricted": values,
        "restricted_low": values - 1.96 * errors,
        "restricted_high": values + 1.96 * errors,
    }
    shrunk = cards.shrink(pl.DataFrame(columns))
    assert row(shrunk, "e")["shrunk"] == pytest.approx(0.10, abs=0.02)
    assert row(shrunk, "b")["shrunk"] == pytest.approx(0.115, abs=0.006)
    assert row(shrunk, "e")["shrunk_low"] < 0.1 < row(shrunk, "e")["shrunk_high"]


def test_coverage_of_shrunk_values():
    """Many items with true effects drawn from a normal distribution: 95 % of them lie in their shrunk intervals."""
    rng = np.random.default_rng(9)
    hits, n_items, repeats = 0, 40, 250
    for _ in range(repeats):
        truth, error = rng.normal(0.05, 0.03, n_items), rng.uniform(0.005, 0.08, n_items)
        value = rng.normal(truth, error)
        columns = {"restricted": value, "restricted_low": value - 1.96 * error, "restricted_high": value + 1.96 * error}
        shrunk = cards.shrink(pl.DataFrame(columns))
        low, high = shrunk["shrunk_low"].to_numpy(), shrunk["shrunk_high"].to_numpy()
        hits += ((low <= truth) & (truth <= high)).sum()
    assert 0.92 <= hits / (repeats * n_items) <= 0.97


@pytest.mark.parametrize(
    ("facts", "note"),
    [
        ({"when": 0.9}, "finisher"),
        ({"led": 1.6}, "win-more"),
        ({"longer": 1.3}, "slow-game card"),
        ({}, "looks better than it is"),
        ({"observed_low": -0.3, "observed_high": -0.2}, "looks worse than it is"),
        ({"observed_low": 0.0}, ""),
        ({"observed": None}, "rare"),
        ({"restricted_low": None, "restricted_high": None, "adjusted_low": 0.19, "adjusted_high": 0.3}, ""),
    ],
)
def test_a_disagreement_has_a_likely_reason(facts, note):
    base = {"observed": 0.25, "observed_low": 0.2, "observed_high": 0.3, "restricted_low": 0.0, "restricted_high": 0.1}
    base |= {"adjusted_low": 0.0, "adjusted_high": 0.1, "when": 0.4, "led": 1.0, "longer": 1.0}
    frame = pl.DataFrame([base | facts], schema=dict.fromkeys(base, pl.Float64))
    assert frame.select(cards._note()).item() == note


def test_q_values_do_not_find_what_is_not_there():
    """Under no effect at all, some item is found in about 5 % of runs."""
    rng = np.random.default_rng(10)
    found = sum((cards.adjust_p(rng.random(30)) < 0.05).any() for _ in range(2000))
    assert 0.03 <= found / 2000 <= 0.07
