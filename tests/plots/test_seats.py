"""The drawn win shares are those of the frame."""

import polars as pl
import pytest

from brewsim.plots.seats import plot_win_share_by_bot, plot_win_share_by_bot_and_seat, plot_win_share_by_seat
from tests.plots.artists import bars, error_bars, texts

SEATS = pl.DataFrame(
    {
        "case": ["a"] * 3,
        "seat": [0, 1, 2],
        "who": ["seat 1", "seat 2", "seat 3"],
        "value": [0.36, 0.33, 0.31],
        "low": [0.35, 0.32, 0.30],
        "high": [0.37, 0.34, 0.32],
        "n": [9000] * 3,
        "fair": [1 / 3] * 3,
    }
).with_columns((pl.col("value") - pl.col("fair")).alias("advantage"))


def test_bars_end_at_the_win_share_and_start_at_the_fair_one():
    ax = plot_win_share_by_seat(SEATS)
    (drawn,) = bars(ax)
    assert [end for _, end in drawn] == pytest.approx([0.36, 0.33, 0.31])
    assert ax.containers[0][0].get_y() == pytest.approx(1 / 3)
    ((_, values, intervals),) = error_bars(ax)
    assert values == pytest.approx([0.36, 0.33, 0.31])
    assert [interval[-2:] for interval in intervals] == [pytest.approx(pair) for pair in ([0.35, 0.37], [0.32, 0.34], [0.30, 0.32])]
    assert {"seat 1", "seat 2", "seat 3", "win share", "fair share 33.3 %"} <= texts(ax)


def test_seats_without_an_estimate_are_not_drawn():
    frame = SEATS.with_columns(pl.when(pl.col("seat") > 0).then(pl.col("value")))
    ((seats, _, _),) = error_bars(plot_win_share_by_seat(frame))
    assert seats == [1, 2]


def test_each_bot_at_each_seat():
    frame = pl.concat(
        [SEATS.with_columns(pl.lit(bot).alias("bot"), pl.col("value") + shift) for bot, shift in (("rush", 0.0), ("engine", 0.02))]
    )
    ax = plot_win_share_by_bot_and_seat(frame)
    drawn = error_bars(ax)
    assert [values for _, values, _ in drawn] == [pytest.approx([0.36, 0.33, 0.31]), pytest.approx([0.38, 0.35, 0.33])]
    assert {"rush", "engine"} <= texts(ax)


def test_bots_are_ranked():
    frame = SEATS.with_columns(pl.Series("bot", ["weak", "strong", "middle"]), pl.Series("value", [0.31, 0.36, 0.33]))
    ax = plot_win_share_by_bot(frame)
    ((values, _, _),) = error_bars(ax)
    assert values == [0.36, 0.33, 0.31]
    assert [label.get_text() for label in ax.get_yticklabels()] == ["strong", "middle", "weak"]


def test_cases_stand_beside_each_other():
    other = SEATS.with_columns(pl.lit("b").alias("case"), pl.col("value") - 0.01, pl.col("advantage") - 0.01)
    ax = plot_win_share_by_seat(pl.concat([SEATS, other]))
    first, second = bars(ax)
    assert [end for _, end in second] == pytest.approx([0.35, 0.32, 0.30])
    assert all(left < right for (left, _), (right, _) in zip(first, second))
    assert {"a", "b", "fair share 33.3 %"} <= texts(ax)
