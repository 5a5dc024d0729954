"""What a bot sees of an action, on hand-set tables."""

import numpy as np
import pytest

from brewsim.bots import read_bots
from brewsim.engine.contract import new_record
from brewsim.games.wizards_brew import TITLE, features, view
from brewsim.games.wizards_brew.beliefs import believe
from brewsim.games.wizards_brew.codes import Verb
from brewsim.games.wizards_brew.features import FEATURES
from brewsim.games.wizards_brew.rules import CITY, N_AREAS
from brewsim.games.wizards_brew.state import Stage
from tests.games.wizards_brew.table import BLUE, EARTH, FIRE, MONUMENT, RED, Table, spell

GREEDY = read_bots(TITLE)["greedy"]


def features_of(table: Table, action: int) -> dict[str, float]:
    """What the seat to move sees of an action, by name."""
    out = np.zeros(len(FEATURES))
    beliefs, seen = believe(table.rules, GREEDY.beliefs), new_record(view.VIEW)
    view.survey(table.rules, beliefs, table.state, seen)
    features.features(table.rules, beliefs, table.state, seen, int(action), out)
    return dict(zip(FEATURES, out.tolist()))


def test_bots_know_that_nobody_outbids_the_last_word():
    """A raise that one cannot pay may be covered by a richer rival, an equal bid never is."""
    table = Table().ready(spells={2: {"last_word": 1}}, hands={0: (9, 0, 0, 0), 2: (2, 0, 4, 0)}).auction(MONUMENT).act(Verb.BID + 3)
    assert features_of(table, Verb.BID + 1)["bluff_cover"] == 1.0
    seen = features_of(table, Verb.EQUAL)
    assert (seen["bluff"], seen["bluff_cover"], seen["last_word"]) == (1.0, 0.0, 0.0)


def test_bots_see_what_is_already_drained_or_kept():
    """A spell that will be empty anyway is hardly worth another Drain, one under Stasis none at all."""
    table = Table().ready(spells={0: {"drain": 3}, 1: {"small_wish": 2, "mud": 2, "stasis": 3}}).go(Stage.ENERGY)
    fresh = features_of(table, Verb.DRAIN + spell("small_wish"))["harm"]
    table.state.drained[spell("small_wish")] = 1
    table.state.kept[spell("mud")] = 1
    assert 0 < features_of(table, Verb.DRAIN + spell("small_wish"))["harm"] < fresh / 3
    assert features_of(table, Verb.DRAIN + spell("mud"))["harm"] == 0
    assert features_of(table, Verb.DRAIN + spell("stasis"))["harm"] > 0


def test_greedy_leaves_its_cubes_where_they_work():
    """Recall is no reason to empty a spell that makes cards for rounds to come."""
    table = Table().ready(spells={0: {"recall": 2, "earth_font": 5}}).go(Stage.ENERGY)
    worth = {a: sum(GREEDY.weights.get(name, 0) * x for name, x in features_of(table, a).items()) for a in table.legal()}
    assert max(worth, key=worth.get) == Verb.DONE


def test_a_spell_is_worth_more_with_more_cubes_but_they_are_bound():
    """A bid for a spell shows its worth over the rounds that the cubes last, and the marker that it brings."""
    table = Table().ready(marker=1).go(Stage.ROUND).act(Verb.SPELL_BID + 0)
    one, four = (features_of(table, Verb.SPELL_BID + cubes) for cubes in (1, 4))
    uses = [name for name in FEATURES if name.startswith("spell_") and name not in ("spell_cubes", "spell_strain", "spell_marker")]
    assert len(uses) == 6
    assert sum(four[use] for use in uses) > sum(one[use] for use in uses) > 0
    assert (one["spell_cubes"], four["spell_cubes"]) == (1.0, 4.0)
    assert (one["spell_strain"], four["spell_strain"]) == pytest.approx((0.01, 0.16))
    assert one["spell_marker"] == 1.0
    assert set(features_of(table, Verb.SPELL_BID + 0).values()) == {0.0}


def test_the_ingredient_that_a_bidder_would_take_is_a_new_one_first():
    """A new ingredient is worth three cards of saving to it: two of Red Magic do not outweigh it, four do."""
    for less, is_new in ((2, 1.0), (4, 0.0)):
        table = Table(changes={"spells.red_magic.less_for.red": less, "ingredients.red.tokens": 9})
        table.ready(spells={0: {"red_magic": 1}}, hands={0: (9, 0, 0, 0)}).brew(0, RED)
        table.auction(MONUMENT, (RED, BLUE))
        assert features_of(table, Verb.BID + 1)["gain_different"] == is_new


def test_an_element_is_wanted_where_areas_ask_for_it():
    """The demand of an element counts areas with ingredients; a card that goes counts against it."""
    table = Table().ready(hands={0: (2, 2, 0, 0)}).auction(CITY)
    for area in range(N_AREAS):
        landmark = int(table.state.landmark[area])
        if landmark != CITY:
            table.area(area, landmark, *((RED,) if landmark == MONUMENT else ()))
    table.act(Verb.BID + 3, Verb.TAKE + RED)
    earth, fire = features_of(table, Verb.PAY + EARTH), features_of(table, Verb.PAY + FIRE)
    assert earth["element_demand"] < fire["element_demand"] == 0.0
    assert earth["element_need"] == earth["element_demand"] / 2
