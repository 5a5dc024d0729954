"""Parts of the variance as drawn."""

import polars as pl

from brewsim.plots.luck import plot_luck
from tests.plots.artists import error_bars, texts

PARTS = pl.DataFrame({"source": ["seat", "deal"], "value": [0.1, 0.9], "low": [0.05, 0.8], "high": [0.2, 0.95], "n": [100, 100]})


def test_every_source_is_a_bar_with_its_interval():
    ax = plot_luck(PARTS)
    ((_, _, (seat, deal)),) = error_bars(ax)
    assert [patch.get_width() for patch in ax.patches] == [0.1, 0.9]
    assert (seat[:2], deal[:2]) == ([0.05, 0.2], [0.8, 0.95])
    assert {"seat", "deal", "part of the variance of who wins"} <= texts(ax)
