"""The watch over speed tells a loss from noise, and its baseline knows all that is measured."""

from benchmarks import watch


def test_only_a_loss_of_more_than_a_tenth_is_flagged(capsys):
    baseline = {"a: games of greedy": 2.0, "b: games of greedy": 2.0}
    assert watch.show({"a: games of greedy": 1.81, "b: games of greedy": 1.79, "new": 1.0}, baseline) == ["b: games of greedy"]
    assert "slower" in capsys.readouterr().out


def test_the_last_column_is_the_share_of_the_games_that_are_asked_for(capsys):
    watch.show({"a: games of greedy": watch.ASKED / watch.REFERENCE / 2}, {})
    assert "0.50" in capsys.readouterr().out
