"""The planted frames have the schema and the ranks of real ones."""

import numpy as np

from brewsim.engine.ranking import rank
from brewsim.games import load_title
from brewsim.outcomes import COLUMNS
from tests.stats.planted import outcomes


def test_planted_ranks_are_the_engines():
    rng = np.random.default_rng(3)
    title = load_title("brew_crafters")
    for sides in ((0, 1, 2), (0, 1, 0, 1)):
        scores, tiebreaks = (rng.integers(0, 4, (40, max(sides) + 1))[:, list(sides)] for _ in range(2))
        planted = outcomes(scores, sides=sides, tiebreaks=tiebreaks)
        assert dict(planted.schema) == COLUMNS
        for game, frame in enumerate(planted.partition_by("game")):
            rows = np.zeros(len(sides), title.outcome_dtype).view(np.recarray)
            rows.score, rows.tiebreak, rows.side = scores[game], tiebreaks[game], sides
            rank(rows)
            for column in ("rank", "margin", "win_share", "tied_first", "tiebreak_used"):
                np.testing.assert_allclose(frame[column].to_numpy(), rows[column], rtol=1e-6, err_msg=column)


def test_aborted_games_and_missing_metrics_are_null():
    frame = outcomes(np.array([[1, 2], [3, 4]]), aborted=np.array([True, False]), metrics={"m": np.array([[1.0, np.nan], [2, 3]])})
    assert frame["win_share"].to_list() == [None, None, 0.0, 1.0]
    assert frame["rank"].to_list() == [0, 0, 2, 1]
    assert frame["m"].to_list() == [1, None, 2, 3]
    assert frame["game"].to_list() == [0, 0, 1, 1]


def test_items_have_uses_and_first_uses():
    frame = outcomes(np.zeros((1, 2)), items={"hop": np.array([[0, 3]])})
    assert frame["uses_hop"].to_list() == [0, 3]
    assert frame["first_hop"].to_list() == [0, 1]
