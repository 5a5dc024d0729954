"""The ranked dot plot of items."""

import polars as pl
import pytest

from brewsim.plots.cards import plot_card_strength, plot_observed_by_round
from tests.plots.artists import error_bars, texts


def strengths(restricted=(None, None, None)) -> pl.DataFrame:
    columns = {"observed": [0.05, -0.02, None], "restricted": restricted, "beyond": restricted}
    frame = pl.DataFrame({"item": ["night_shift", "farm", "lab"], "n": [50, 12_000, 2_000_000], "with_it": [40, 900, 1_500]})
    frame = frame.with_columns(pl.Series(name, values, pl.Float64) for name, values in columns.items())
    return frame.with_columns(
        (pl.col(name) + step).alias(f"{name}_{end}")
        for name in ("observed", "restricted")
        for step, end in ((-0.01, "low"), (0.01, "high"))
    )


def rows(ax) -> list[str]:
    return [label.get_text() for label in ax.get_yticklabels()]


def test_without_restricted_play_nothing_is_called_worth():
    ax = plot_card_strength(strengths(), limit=0.05)
    assert rows(ax) == ["night shift", "farm"]  # nothing is known of the lab
    ((values, _, spans),) = error_bars(ax)
    assert values == [0.05, -0.02]
    assert spans[0][:2] == pytest.approx([0.04, 0.06])
    assert {"50", "12k"} <= texts(ax)
    assert "worth" not in ax.get_xlabel()
    assert not ax.patches


def test_the_experiment_is_drawn_alone_with_its_limit():
    ax = plot_card_strength(strengths([0.02, None, 0.5]), limit=0.05)
    assert rows(ax) == ["lab", "night shift"]
    ((values, *_),) = error_bars(ax)
    assert values == [0.5, 0.02]
    assert {"40", "2k"} <= texts(ax)
    assert ax.get_xlabel().startswith("worth")
    (band,) = ax.patches
    assert (band.get_x(), band.get_width()) == (pytest.approx(0.21), pytest.approx(0.1))


def test_by_round():
    frame = pl.DataFrame({"item": ["farm"] * 2, "round": [1, 2], "value": [0.05, 0.01], "low": [0.04, 0.0], "high": [0.06, 0.02]})
    ((rounds, values, _),) = error_bars(plot_observed_by_round(frame))
    assert (rounds, values) == ([1, 2], [0.05, 0.01])
