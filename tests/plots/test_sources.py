"""Points by source as drawn."""

import polars as pl

from brewsim.plots.sources import plot_points_by_source
from tests.plots.artists import bars, texts


def test_winners_stand_beside_others():
    frame = pl.DataFrame(
        {
            "case": "a",
            "source": ["vp_potions", "vp_potions", "vp_forests", "vp_forests"],
            "who": ["winners", "others"] * 2,
            "value": [9.0, 5.0, 3.0, 4.0],
        }
    ).with_columns((pl.col("value") - 0.1).alias("low"), (pl.col("value") + 0.1).alias("high"))
    ax = plot_points_by_source(frame)
    winners, others = ([width for width, _ in drawn] for drawn in bars(ax))
    assert (winners, others) == ([9.0, 3.0], [5.0, 4.0])
    assert {"vp potions", "vp forests", "winners", "others"} <= texts(ax)
