"""What a bot sees of an action, on hand-set tables."""

import numpy as np
import pytest

from brewsim.bots import read_bots
from brewsim.engine.contract import new_record
from brewsim.games.wizards_brew import TITLE, codes, features, view
from brewsim.games.wizards_brew.beliefs import believe
from brewsim.games.wizards_brew.codes import Verb
from brewsim.games.wizards_brew.features import FEATURES
from brewsim.games.wizards_brew.rules import CITY, N_AREAS
from brewsim.games.wizards_brew.state import Phase, Stage
from tests.games.wizards_brew.table import (
    BLUE,
    BROWN,
    EARTH,
    FIRE,
    GRAY,
    GREEN,
    MONUMENT,
    PASS,
    PASS_SPELL,
    PINK,
    RED,
    TEMPLE,
    WHITE,
    Table,
    spell,
    spell_table,
    with_spare_tokens,
)

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
    """A spell that will be empty anyway is not worth another Drain, nor is one under Stasis: both are void."""
    table = Table().ready(spells={0: {"drain": 3}, 1: {"small_wish": 2, "mud": 2, "stasis": 3}}).go(Stage.ENERGY)
    fresh = features_of(table, Verb.DRAIN + spell("small_wish"))["harm"]
    table.state.drained[spell("small_wish")] = 1
    table.state.kept[spell("mud")] = 1
    assert fresh > 0
    for name in ("small_wish", "mud"):
        seen = features_of(table, Verb.DRAIN + spell(name))
        assert (seen["harm"], seen["void"]) == (0.0, 1.0)
    seen = features_of(table, Verb.DRAIN + spell("stasis"))
    assert seen["harm"] > 0 == seen["void"]


def test_dispel_is_void_on_a_spell_that_goes_anyway():
    """Unless its owner has still to use its text: the marker has seat 0, then come 1 and 2, so 0 has had its turn when 1 decides."""
    spells = {0: {"mud": 1, "renewal": 1}, 1: {"dispel": 3}, 2: {"drain": 1, "smoke": 1}}
    table = Table(changes={"spells.dispel.dispel_cubes": 1}).ready(spells=spells).go(Stage.ENERGY).act(Verb.DONE)
    assert table.at == (1, Phase.ENERGY)
    void = {name: features_of(table, Verb.DISPEL + spell(name))["void"] for name in ("mud", "renewal", "drain", "smoke")}
    assert void == {"mud": 1.0, "renewal": 1.0, "drain": 0.0, "smoke": 1.0}
    assert features_of(table, Verb.DISPEL + spell("drain"))["harm"] > 0
    assert features_of(table, Verb.DONE)["void"] == 0


def test_to_decline_is_worth_nothing():
    """What is declined is no void effect: a starting spell that stays, a text that Echo leaves, cards or an ingredient that are left."""
    start = Table().act(Verb.HORSE + 6)
    echo = Table().ready(spells={0: {"echo": 2}, 1: {"transmute": 2}}, hands={0: (1, 0, 0, 0)}).go(Stage.ELEMENTS)
    swaps = Table().ready(spells={0: {"transmute": 2}}, hands={0: (1, 0, 0, 0)}).go(Stage.ELEMENTS)
    spells, hands = {0: {"double_draught": 2}, 1: {"scavenger": 2}}, {0: (3, 0, 0, 0)}
    second = Table().ready(spells=spells, hands=hands).auction(MONUMENT).act(Verb.BID + 1, Verb.TAKE + RED)
    scavenge = Table().ready(spells={1: {"scavenger": 2}}, hands=hands).auction(MONUMENT).act(Verb.BID + 1, Verb.TAKE + RED)
    declined = [Verb.HOLD, Verb.ECHO_NONE, Verb.SWAP_DONE, Verb.SECOND_NONE, Verb.SCAVENGE_NONE]
    for table, action in zip((start, echo, swaps, second, scavenge), declined):
        assert action in table.legal()
        assert set(features_of(table, action).values()) == {0.0}


def test_dispel_gives_cubes_back():
    """The harm is what the spell would still have made, less the cube that its owner gets back a round earlier."""
    table = Table(changes={"spells.dispel.dispel_cubes": 2}).ready(spells={0: {"dispel": 3}, 1: {"mud": 2}}).go(Stage.ENERGY)
    beliefs = believe(table.rules, GREEDY.beliefs)
    expected = beliefs.expected[7]
    harm = beliefs.total_worth[spell("mud")] * beliefs.annuity[expected, 1] - beliefs.freed_cube
    seen = features_of(table, Verb.DISPEL + spell("mud"))
    assert (seen["harm"], seen["void"]) == (pytest.approx(harm / 7), 0.0)


def test_cubes_that_come_back_anyway_are_not_freed():
    """Recall frees only what the upkeep would leave on the spell; a cube added to a spell that goes all the same is void."""
    table = Table().ready(spells={0: {"recall": 4, "mud": 1, "fair_winds": 1, "renewal": 2}}).go(Stage.ENERGY)
    last = features_of(table, codes.recall(spell("mud"), 1))
    assert (last["void"], last["spell_cubes"]) == (1.0, 0.0)
    one, three = (features_of(table, codes.recall(spell("recall"), cubes)) for cubes in (1, 3))
    assert (one["void"], one["spell_cubes"]) == (0.0, -GREEDY.beliefs["idle_cube"])
    assert three["spell_cubes"] == -3 * GREEDY.beliefs["idle_cube"]
    assert features_of(table, codes.recall(spell("recall"), 4))["spell_cubes"] == three["spell_cubes"]
    assert features_of(table, Verb.RENEW + spell("fair_winds"))["void"] == 1.0
    kept = features_of(table, Verb.RENEW + spell("mud"))
    assert (kept["void"], kept["spell_cubes"]) == (0.0, GREEDY.beliefs["idle_cube"])


def test_a_bid_for_a_spell_knows_who_still_bids():
    """Who is asked last wins with any bid; before him a bid counts by the chance that nobody raises it, and who cannot does not."""
    table = spell_table(marker=1)
    uses = ("spell_cards", "spell_cubes", "spell_strain")
    first = features_of(table, Verb.SPELL_BID + 2)
    table.act(PASS_SPELL, PASS_SPELL, PASS_SPELL)
    last = features_of(table, Verb.SPELL_BID + 2)
    assert table.at == (0, Phase.SPELL_BID)
    assert last["spell_cubes"] == 2.0
    assert all(0 < first[use] < last[use] for use in uses)
    poor = spell_table(marker=1, spells={seat: {name: 8} for seat, name in enumerate(("mud", "smoke", "drain", "shift")) if seat != 1})
    assert features_of(poor, Verb.SPELL_BID + 2)["spell_cubes"] == 2.0
    assert features_of(poor, Verb.SPELL_BID + 1)["spell_cubes"] < 1.0


def test_higher_bids_for_a_spell_are_raised_less_often():
    """And bids for a better spell more often."""
    outbid = believe(Table().rules, GREEDY.beliefs).outbid[5]
    assert (np.diff(outbid[spell("mud"), 1:11]) <= 0).all()
    assert outbid[spell("mud"), 1] > outbid[spell("mud"), 10]
    better = believe(Table(changes={"spells.mud.makes.wild": 2}).rules, GREEDY.beliefs).outbid[5]
    assert (better[spell("mud")] >= outbid[spell("mud")]).all()
    assert better[spell("mud")].sum() > outbid[spell("mud")].sum()


def test_a_bid_sees_how_far_rivals_can_outbid_it():
    """By the strongest who is still in; four cards and more count as one."""
    table = Table().ready(hands={0: (9, 0, 0, 0), 1: (7, 0, 0, 0), 2: (5, 0, 0, 0)}).auction(MONUMENT)
    assert [features_of(table, Verb.BID + bid)["bid_cover"] for bid in (1, 5, 7, 8)] == [1.0, 0.5, 0.0, 0.0]
    table.act(Verb.BID + 3, PASS)
    assert features_of(table, Verb.BID + 1)["bid_cover"] == 1.0


def test_a_price_is_seen_against_the_riches_of_the_table():
    """Two cards are much where all are poor, and little where all are rich."""
    poor = Table().ready(hands=dict.fromkeys(range(4), (2, 0, 0, 0))).auction(MONUMENT)
    rich = Table().ready(hands={0: (2, 0, 0, 0), 1: (7, 3, 0, 0), 2: (7, 3, 0, 0), 3: (7, 3, 0, 0)}).auction(MONUMENT)
    seen = [features_of(table, Verb.BID + 2) for table in (poor, rich)]
    assert seen[0]["price_share"] == seen[1]["price_share"] == seen[0]["price_table"]
    assert seen[1]["price_table"] == pytest.approx(seen[0]["price_table"] / 4)


def test_greedy_leaves_its_cubes_where_they_work():
    """Recall is no reason to empty a spell that makes cards for rounds to come."""
    table = Table().ready(spells={0: {"recall": 2, "earth_font": 5}}).go(Stage.ENERGY)
    worth = {a: sum(GREEDY.weights.get(name, 0) * x for name, x in features_of(table, a).items()) for a in table.legal()}
    assert max(worth, key=worth.get) == Verb.DONE


def test_a_spell_is_worth_more_with_more_cubes_but_they_are_bound():
    """A bid for a spell shows its worth over the rounds that the cubes last, and the marker that it brings."""
    table = spell_table(marker=1).act(PASS_SPELL, PASS_SPELL, PASS_SPELL)
    one, four = (features_of(table, Verb.SPELL_BID + cubes) for cubes in (1, 4))
    others = ("spell_cubes", "spell_strain", "spell_marker", "spell_deny", "spell_first", "spell_cubes_to_come")
    uses = [name for name in FEATURES if name.startswith("spell_") and name not in others]
    assert len(uses) == 6
    assert sum(four[use] for use in uses) > sum(one[use] for use in uses) > 0
    assert (one["spell_cubes"], four["spell_cubes"]) == (1.0, 4.0)
    assert (one["spell_strain"], four["spell_strain"]) == pytest.approx((0.01, 0.16))
    assert one["spell_marker"] == 1.0
    assert set(features_of(table, Verb.SPELL_BID + 0).values()) == {0.0}


@pytest.mark.parametrize("seats", [3, 6])
def test_a_spell_that_is_left_goes_to_an_opponent(seats):
    """What he gains counts for less with more opponents, and only if there is one who would take the spell."""
    table = Table(seats).ready(marker=1).go(Stage.ROUND)
    worth = believe(table.rules, GREEDY.beliefs).total_worth[table.state.lot]
    for _ in range(seats - 1):
        table.act(PASS_SPELL)
    assert features_of(table, Verb.SPELL_BID + 1)["spell_deny"] == 0.0  # it would go under the deck
    table = Table(seats).ready(marker=1).go(Stage.ROUND).act(Verb.SPELL_BID + 1)
    for _ in range(seats - 2):
        table.act(PASS_SPELL)
    assert features_of(table, Verb.SPELL_BID + 2)["spell_deny"] == pytest.approx(worth / (seats - 1))


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


def test_a_bid_counts_by_the_chance_that_it_holds():
    """Rivals with nine cards raise a low bid; nobody raises one that nobody can, nor the last word."""
    hands = {0: (10, 0, 0, 0), 1: (9, 0, 0, 0), 2: (9, 0, 0, 0)}
    table = Table(3).ready(spells={2: {"last_word": 1}}, hands=hands).auction(MONUMENT)
    low, high = features_of(table, Verb.BID + 1), features_of(table, Verb.BID + 9)
    assert 0 <= low["holds_price"] < 0.1 * low["price"]
    assert low["holds_gain"] < 0.1 * high["holds_gain"]
    assert high["holds_price"] == high["price"] > 0
    assert high["holds_gain"] > 0 < high["holds_nearing"]
    assert high["holds_stop"] == pytest.approx(1 / 7)
    table.act(Verb.BID + 1, PASS)
    assert features_of(table, Verb.EQUAL)["holds_price"] == features_of(table, Verb.EQUAL)["price"]


def test_a_low_bid_makes_a_rival_pay_more():
    """Seat 1 would get the ingredient for one card, since nobody else has any that counts. A bid that he does not raise costs all cards."""
    table = Table(3).ready(hands={0: (0, 9, 0, 0), 1: (9, 0, 0, 0)}).auction(MONUMENT)
    low, high = features_of(table, Verb.BID + 1), features_of(table, Verb.BID + 9)
    assert low["bluff"] == high["bluff"] == 1.0
    assert low["push"] > 7 * low["push_near"] * 0.99 > 0 == high["push"]
    assert low["holds_bluff"] < 1.0 < high["holds_bluff"] == 9.0


def test_the_rival_who_would_win_instead_is_seen():
    """Not any that could: seat 2 is nearer to victory, but seat 1 goes further. Only if seat 2 would win the game does it bid all."""
    table = with_spare_tokens(Table(3)).ready(hands={0: (9, 0, 0, 0), 1: (9, 0, 0, 0), 2: (2, 0, 0, 0)})
    table.brew(2, RED, BLUE, GREEN, WHITE, PINK)
    table.auction(MONUMENT, (BROWN,))
    seen = features_of(table, Verb.BID + 9)
    assert (seen["holds_stop"], seen["holds_stop_win"]) == (pytest.approx(1 / 7), 0.0)
    table = with_spare_tokens(Table(3)).ready(hands={0: (9, 0, 0, 0), 1: (5, 0, 0, 0), 2: (8, 0, 0, 0)})
    table.brew(2, RED, BLUE, GREEN, WHITE, PINK, GRAY)
    seen = features_of(table.auction(MONUMENT, (BROWN,)), Verb.BID + 8)
    assert (seen["holds_stop"], seen["holds_stop_win"]) == (1.0, 1.0)


def test_the_next_area_is_seen_by_who_would_win_there():
    """Seat 0 is alone with earth, seat 1 with fire."""
    table = with_spare_tokens(Table(3)).ready(hands={0: (9, 0, 0, 0), 1: (0, 9, 0, 0)}).auction(MONUMENT, (RED, RED))
    table.brew(1, RED, BLUE, GREEN, WHITE, PINK, GRAY)
    own, lost = (
        next(a for a in range(N_AREAS) if a != table.state.horse and table.state.landmark[a] == kind) for kind in (MONUMENT, TEMPLE)
    )
    table.area(own, MONUMENT, BROWN)
    table.area(lost, TEMPLE, BROWN)
    seen = features_of(table, Verb.HORSE + own)
    assert seen["move_gain"] > 0 < seen["move_price"]
    assert (seen["move_nearing"], seen["move_win"], seen["move_lost_near"], seen["move_lost_win"]) == (pytest.approx(1 / 7), 0.0, 0.0, 0.0)
    seen = features_of(table, Verb.HORSE + lost)
    assert (seen["move_gain"], seen["move_lost_win"], seen["move_lost_near"], seen["move_lost_nearing"]) == (0.0, 1.0, 1.0, 1.0)
    assert seen["move_lost_price"] > 0


def test_the_last_spell_of_a_round_brings_the_first_move_of_the_horse():
    """Cubes that are bid for it cannot be bid for later spells of the round: there are none."""
    table = spell_table(marker=1).act(PASS_SPELL, PASS_SPELL, PASS_SPELL)
    first = features_of(table, Verb.SPELL_BID + 2)
    assert (first["spell_first"], first["spell_cubes_to_come"]) == (0.0, 2 * 3 / 4)
    table.state.lots_done = 3
    last = features_of(table, Verb.SPELL_BID + 2)
    assert (last["spell_first"], last["spell_cubes_to_come"]) == (1.0, 0.0)


def test_a_bid_sees_the_areas_to_come():
    """After the last area of the round the Horse does not move, and cards wait for the next round."""
    table = Table(3).ready(spells={0: {"double_draught": 1}}, hands={0: (9, 0, 0, 0)}).auction(MONUMENT, die=3)
    seen = features_of(table, Verb.BID + 2)
    assert (seen["price_flat"], seen["price_to_come"], seen["marker_to_come"], seen["gain_second"]) == (2.0, 4.0, 1.0, 1.0)
    table.state.visits = 2
    seen = features_of(table, Verb.BID + 2)
    assert (seen["price_flat"], seen["price_to_come"], seen["marker_to_come"]) == (2.0, 0.0, 0.0)


def test_who_raises_a_bid_that_cannot_be_paid_lets_its_bidder_off():
    """Seat 0 bids 3 with one card that counts of six. Once seat 1 has passed, it would lose all six if seat 2 passes too."""
    table = with_spare_tokens(Table(3)).ready(hands={0: (1, 5, 0, 0), 1: (9, 0, 0, 0), 2: (9, 0, 0, 0)}).auction(MONUMENT)
    table.brew(0, RED, BLUE, GREEN, WHITE, PINK)
    table.act(Verb.BID + 3)
    assert features_of(table, Verb.BID + 1)["rescue"] == 0.0  # seat 2 would raise it in any case
    table.act(PASS)
    seen = features_of(table, Verb.BID + 1)
    fade = believe(table.rules, GREEDY.beliefs).fade[3, 2]
    assert (seen["rescue"], seen["rescue_cards"], seen["rescue_near"]) == (1.0, pytest.approx(6 * fade), pytest.approx(3 * fade))
    assert set(features_of(table, PASS).values()) == {0.0}


def test_a_raise_of_a_bid_that_can_be_paid_lets_nobody_off():
    """Be it with the very last card, or with what a spell saves; nor does the first bid of an auction."""
    hands = {0: (3, 0, 0, 0), 1: (9, 0, 0, 0)}
    for spells, bid in (({}, 3), ({0: {"thrift": 1}}, 4)):
        table = Table(3).ready(spells=spells, hands=hands).auction(MONUMENT)
        for action in (Verb.BID + 1, Verb.BID + bid):
            seen = features_of(table, action)
            assert (seen["rescue"], seen["rescue_cards"], seen["rescue_near"]) == (0.0, 0.0, 0.0)
        table.act(Verb.BID + bid)
        assert features_of(table, Verb.BID + 1)["rescue"] == 0.0


def test_a_bid_that_cannot_be_paid_is_called_by_rivals_who_pass():
    """The fewer of them are still in, the sooner all do. What such a bid makes a rival pay is seen apart from other bids."""
    hands = {0: (2, 4, 0, 0), 1: (9, 0, 0, 0), 2: (9, 0, 0, 0), 3: (9, 0, 0, 0)}
    table = Table().ready(hands=hands).auction(MONUMENT)
    paid, bluff = features_of(table, Verb.BID + 2), features_of(table, Verb.BID + 3)
    assert (paid["bluff_called"], bluff["bluff_called"]) == (0.0, 2.0)
    alone = Table().ready(hands={**hands, 2: (0, 0, 0, 0), 3: (0, 0, 0, 0)}).auction(MONUMENT)
    paid, bluff = features_of(alone, Verb.BID + 2), features_of(alone, Verb.BID + 3)
    assert (paid["bluff_called"], bluff["bluff_called"]) == (0.0, 6.0)
    assert paid["push"] > 0.0 == paid["bluff_push"]
    assert bluff["bluff_push"] == bluff["push"] > 0.0
