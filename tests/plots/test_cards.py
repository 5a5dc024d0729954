"""The ranked dot plot of items."""

import polars as pl
import pytest

from brewsim.plots.cards import plot_card_strength, plot_observed_by_round
from tests.plots.artists import error_bars, texts


def strengths(**columns) -> pl.DataFrame:
    frame = pl.DataFrame(
        {
            "item": ["night_shift", "farm", "lab"],
            "n": [50, 12_000, 2_000_000],
            "observed": [0.05, -0.02, None],
            "adjusted": [0.01, 0.03, None],
            "restricted": [None, None, None],
        }
        | columns
    )
    frame = frame.with_columns(pl.col("restricted").cast(pl.Float64))
    return frame.with_columns(
        *(
            (pl.col(m) + d).alias(f"{m}_{end}")
            for m in ("observed", "adjusted", "restricted")
            for d, end in ((-0.01, "low"), (0.01, "high"))
        )
    )


def test_items_are_ranked_by_the_best_evidence_there_is():
    ax = plot_card_strength(strengths())
    assert [label.get_text() for label in ax.get_yticklabels()] == ["farm", "night shift"]  # by adjusted; nothing is known of the lab
    adjusted, observed = error_bars(ax)
    assert adjusted[0] == [0.03, 0.01]
    assert observed[0] == [-0.02, 0.05]
    assert observed[2][0][:2] == pytest.approx([-0.03, -0.01])
    assert {"adjusted", "observed", "50", "12k"} <= texts(ax)
    assert "restricted" not in texts(ax)


def test_the_experiment_outranks_the_regression():
    ax = plot_card_strength(strengths(restricted=[0.02, None, 0.5]))
    assert [label.get_text() for label in ax.get_yticklabels()] == ["lab", "farm", "night shift"]
    assert len(error_bars(ax)) == 3


def test_by_round():
    frame = pl.DataFrame({"item": ["farm"] * 2, "round": [1, 2], "value": [0.05, 0.01], "low": [0.04, 0.0], "high": [0.06, 0.02]})
    ((rounds, values, _),) = error_bars(plot_observed_by_round(frame))
    assert (rounds, values) == ([1, 2], [0.05, 0.01])
