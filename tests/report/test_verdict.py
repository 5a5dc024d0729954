"""The verdict of real runs: few games are not known, a variant that breaks the game is the headline, teams are teams."""

from types import SimpleNamespace

import numpy as np
import polars as pl
import pytest

from brewsim.manifest import Limits, PlayedCase
from brewsim.report import pace
from brewsim.report.findings import verdict
from brewsim.report.seats import seats
from brewsim.report.study import Study, make_study
from brewsim.report.ties import ties
from brewsim.stats.verdicts import Grade
from tests.report.conftest import play
from tests.stats.planted import outcomes

pytestmark = pytest.mark.compiled_only


@pytest.fixture(scope="module")
def broken(tmp_path_factory) -> Study:
    """Teams, and a variant that ends after a few turns."""
    return make_study([play(tmp_path_factory.mktemp("broken") / "run", games=600, seats=4, variants={"tiny": {"game.target_rep": 3}})])


def test_a_variant_that_breaks_the_game_is_the_headline(broken):
    sections = [seats(broken), ties(broken), pace.length(broken)]
    opening = verdict(broken, sections)[0]
    assert opening.startswith("Problem: the variant tiny breaks the game: seats 2 and 4 have an advantage (limit 2 points)")
    (found,) = [finding for finding in sections[0].findings if finding.where == ""]
    assert found.grade is Grade.PROBLEM
    assert found.low is not None
    assert found.low > 0.52


@pytest.mark.parametrize(
    ("before", "after", "headline"),
    [
        ((0.60, 0.62), (0.95, 0.97), "the variant tiny breaks the game: the leader at half-time nearly always wins"),
        ((0.95, 0.97), (0.95, 0.97), "the leader at half-time nearly always wins"),
        ((0.60, 0.62), (0.60, 0.62), "a leader at half-time can be caught"),
        ((0.60, 0.62), (0.70, 0.97), "how often the leader at half-time wins"),
    ],
)
def test_leaders_of_a_variant_are_judged_like_those_of_the_printed_rules(broken, monkeypatch, before, after, headline):
    bounds = {"printed": before, "tiny": after}
    planted_rows = [
        {"case": case.name, "measure": measure, "value": sum(ends) / 2, "low": ends[0], "high": ends[1], "n": 1000, "chance": 0.5}
        for case in broken.cases
        for measure, ends in (("leader_at_half_wins", bounds[case.variant]), ("last_at_half_wins", (0.2, 0.3)))
    ]
    monkeypatch.setattr(pace, "half_time_by_case", lambda parts: pl.DataFrame(planted_rows))
    found = {finding.candidate: finding for finding in pace.leaders(broken).findings}
    assert found["tiny", 4].headline == headline
    assert (found["tiny", 4].games_needed is not None) == (found["tiny", 4].grade is Grade.NOT_KNOWN)


def test_teams_are_said_to_be_teams(broken):
    assert seats(broken).sentences[0] == "The seats are teams: seats 1 and 3 play 2 and 4; a team wins together."


def test_forty_games_are_not_known(tmp_path):
    study = make_study([play(tmp_path / "run", games=40)])
    found = {finding.limit: finding for topic in (seats, ties) for finding in topic(study).findings if finding.grade is not None}
    assert found["2 points"].grade is Grade.NOT_KNOWN
    assert found["2 points"].games_needed > 2000
    assert found["0.1\u00a0% of games"].grade is Grade.NOT_KNOWN


def planted(frame: pl.DataFrame) -> Study:
    """A study of one case of made-up games; the variants and levels of skill of a run are left out."""
    seats = frame["seat"].n_unique()
    case = PlayedCase("planted", "printed", seats, ("bot",) * seats, False, None, len(frame) // seats)
    title = SimpleNamespace(name="brew_crafters", metrics=("place",) if "place" in frame.columns else ())
    study = Study((SimpleNamespace(title=title, cases=(case,), manifest=SimpleNamespace(limits=Limits())),))
    none = dict.fromkeys(("variant", "base", "measure", "group"), pl.String) | {"seats": pl.Int64}
    study.__dict__["results"] = SimpleNamespace(parts=lambda *_: [frame.lazy()], adapted_from=lambda _: "", cases=(case,))
    study.__dict__["skill_labels"] = pl.DataFrame(schema=none)
    return study


def drawn(chances: list[float], games: int) -> np.ndarray:
    """Scores with one winner a game."""
    return np.random.default_rng(1).multinomial(1, chances, games)


@pytest.mark.parametrize(
    ("chances", "games", "grade", "headline"),
    [
        ([0.45, 0.55], 20_000, Grade.PROBLEM, "seat 2 has an advantage"),
        ([0.5, 0.5], 20_000, Grade.NO_PROBLEM, "no seat has an advantage that matters"),
        ([0.5, 0.5], 500, Grade.NOT_KNOWN, "whether a seat has an advantage"),
        ([0.48, 0.52], 20_000, Grade.NOT_KNOWN, "how large the advantage of seat 2 is"),
    ],
)
def test_the_grade_of_a_planted_seat(chances, games, grade, headline):
    (found,) = seats(planted(outcomes(drawn(chances, games)))).findings
    assert (found.grade, found.headline, found.limit) == (grade, headline, "2 points")
    assert bool(found.games_needed) == (grade is Grade.NOT_KNOWN)


def test_the_first_player_is_named_where_lots_are_drawn():
    place = (np.arange(3) - np.random.default_rng(2).integers(0, 3, 5000)[:, None]) % 3
    wins = np.take_along_axis(drawn([0.5, 0.3, 0.2], 5000), place, axis=1)
    section = seats(planted(outcomes(wins, metrics={"place": place})))
    (found,) = section.findings
    assert found.headline == "the first player has an advantage"
    assert found.value == pytest.approx(0.5, abs=0.02)
    assert found.sentence.startswith("The first player wins ")
    assert section.pictures[0].ax.get_xlabel() == "players in turn order, from the first player"
    assert [label.get_text() for label in section.pictures[0].ax.get_xticklabels()] == ["first", "second", "third"]


@pytest.mark.parametrize(("share", "grade"), [(0.6, Grade.PROBLEM), (0.1, Grade.NO_PROBLEM), (0.2, Grade.NOT_KNOWN)])
def test_the_grade_of_planted_ties(share, grade):
    scores = np.array([[1, 0]] * 2000)
    scores[: int(2000 * share), 1] = 1
    found = {finding.headline: finding for finding in ties(planted(outcomes(scores, tiebreaks=np.array([1, 0])))).findings}
    names = {Grade.PROBLEM: "many games tie", Grade.NO_PROBLEM: "ties are rare", Grade.NOT_KNOWN: "how many games tie"}
    assert found[names[grade]].grade is grade
    assert found["victory is seldom shared"].grade is Grade.NO_PROBLEM
