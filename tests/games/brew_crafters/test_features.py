"""What a bot sees of an action, on hand-set tables."""

import numpy as np
import pytest

from brewsim.bots import read_bots
from brewsim.engine.contract import new_record
from brewsim.games.brew_crafters import TITLE, features, kernel, view
from brewsim.games.brew_crafters.beliefs import believe
from brewsim.games.brew_crafters.codes import BLIND, BREW, NIGHT_PLAY, PLAY, SUBSTITUTE, TAKE
from brewsim.games.brew_crafters.features import FEATURES, Feature
from brewsim.games.brew_crafters.rules import INGREDIENTS, KINDS, N_INGREDIENTS, N_RECIPES
from brewsim.games.brew_crafters.state import Phase
from tests.games.brew_crafters.table import ALE, Table, after_ale, kind, recipe

GREEDY = read_bots(TITLE)["greedy"]


def seen(table: Table, action: int) -> np.ndarray:
    assert action in table.legal()
    out = np.zeros(len(FEATURES))
    beliefs, seen = believe(table.rules, GREEDY.beliefs), new_record(view.VIEW)
    view.survey(table.rules, beliefs, table.state, seen)
    features.features(table.rules, beliefs, table.state, seen, action, out)
    return out


def hand_value(table: Table, held: np.ndarray) -> float:
    """The best beer that a hand is near to, by the words of view.py."""
    values = []
    for r in range(N_RECIPES):
        surplus = held - table.state.needs[0, r]
        lacking = int(-surplus[surplus < 0].sum() - (surplus[surplus > 0] // table.rules.substitute_cards).sum())
        values.append(table.state.worth[0, r] * GREEDY.beliefs["patience"] ** max(0, lacking))
    return max(values)


def one_more(table: Table, kind: int) -> np.ndarray:
    """A card of this kind, counted by ingredient."""
    return np.eye(N_INGREDIENTS, dtype=int)[table.rules.ingredient[kind]]


@pytest.mark.parametrize("seed", range(20))
def test_a_draw_is_valued_with_the_best_second_card_from_the_row(seed):
    """Also the second half of a pair that stands in, which is worth nothing by itself."""
    names = np.random.default_rng(seed).permutation(np.repeat(KINDS, 3)).tolist()
    for size in range(4, 8):
        table = Table([names[:size], []], names[7:12], names[12:15], phase=Phase.DRAW)
        row = [k for k in range(len(KINDS)) if table.state.row[k]]
        held = table.state.held[0].astype(int)
        for first in row:
            after = held + one_more(table, first)
            seconds = [second for second in row if table.state.row[second] > (second == first)]
            best = max(hand_value(table, after + one_more(table, second)) for second in seconds)
            out = seen(table, TAKE + first)
            assert out[Feature.PLAN_ANY] == pytest.approx(hand_value(table, after) - hand_value(table, held))
            assert out[Feature.PLAN_NEXT] == pytest.approx(best - hand_value(table, after))
        table.do(TAKE + row[0])
        assert seen(table, table.legal()[0])[Feature.PLAN_NEXT] == 0


def test_the_second_half_of_a_pair_in_the_row_is_seen():
    """Two more hops make up for the missing yeast: the first of them is worth nothing without the second."""
    hand = ["malt_expert", "farm", "farm"]
    for hops, gain in ((2, 3 - 3 * 0.7), (1, 0.0)):
        row = ["boil_kettle"] * hops + ["brewery_tour"] * (5 - hops)
        table = Table(
            [hand, []],
            row,
            phase=Phase.DRAW,
            changes={f"recipes.{name}.rep": 0 for name in ("porter", "lambic", "coffee_stout", "special_reserve")},
        )
        out = seen(table, TAKE + kind("boil_kettle"))
        assert out[Feature.PLAN_ANY] == 0
        assert out[Feature.PLAN_NEXT] == pytest.approx(gain)


@pytest.mark.parametrize("seed", range(20))
def test_what_stands_in_is_valued_by_all_cards_that_leave(seed):
    """Both cards of the pair, and only what the beer itself does not take."""
    hand = ["malt_expert", "mash_tun", "mash_tun", "farm", "farm", "hops_expert", "hops_expert"]
    extra = np.random.default_rng(seed).choice(["barley_grower", "boil_kettle", "brewmaster", "brewery_tour"], 2).tolist()
    table = Table([hand + extra, []])
    table.do(BREW + recipe("ale"))
    left = table.state.held[0] - table.state.due
    for action in table.legal():
        pair = 2 * np.eye(N_INGREDIENTS, dtype=int)[action - SUBSTITUTE]
        assert seen(table, action)[Feature.PLAN_ANY] == pytest.approx(hand_value(table, left - pair) - hand_value(table, left))


def test_the_last_turn_is_worth_the_beer_that_the_row_completes():
    """Hops and yeast are missing for an Ale, and lie in the row; malt leads nowhere, and a blind card may."""
    row = ["hops_expert", "night_shift", "mash_tun"]
    table = Table([["malt_expert", "farm"], []], row, ["boil_kettle"], phase=Phase.DRAW)
    assert seen(table, TAKE + kind("hops_expert"))[Feature.LAST_REP] == 0  # nothing is lost yet
    table.state.end_round = 1
    assert seen(table, TAKE + kind("hops_expert"))[Feature.LAST_REP] == 3
    assert seen(table, TAKE + kind("night_shift"))[Feature.LAST_REP] == 3
    assert 0 < seen(table, BLIND)[Feature.LAST_REP] < 3
    table.do(TAKE + kind("hops_expert"))
    assert seen(table, TAKE + kind("night_shift"))[Feature.LAST_REP] == 3
    assert seen(table, TAKE + kind("mash_tun"))[Feature.LAST_REP] == 0
    table.do(TAKE + kind("night_shift"))
    assert seen(table, BREW + recipe("ale"))[Feature.LAST_REP] == 3
    assert seen(table, PLAY + kind("farm"))[Feature.LAST_REP] == 0


def test_greedy_completes_a_beer_in_its_last_turn():
    """However good the other cards are for later, and whichever of the two is drawn first."""
    row = ["hops_expert", "night_shift", "brewmaster", "mash_tun", "oak_barrelhouse"]
    table = Table([["malt_expert", "farm", "brewery_tour"], []], row, ["boil_kettle"] * 3, phase=Phase.DRAW)
    table.state.end_round, table.state.rep[1] = 1, 21
    weights = np.array([GREEDY.weights.get(name, 0.0) for name in FEATURES])
    while table.state.seat == 0 and table.state.beers.sum() == 0:
        table.do(max(table.legal(), key=lambda action: seen(table, action) @ weights))
        assert table.state.phase in (Phase.DRAW, Phase.ACT)
    assert table.state.beers[0].sum() == 1


def test_the_last_turn_sees_end_bonuses_too():
    """Three pieces of equipment make Brewery Tour worth 3 Rep, from the row, from the hand and in the night shift."""
    equipment = ["farm", "mash_tun", "boil_kettle"]
    table = Table([["employee_manager"], []], ["brewery_tour", "farm"], ["farm"], [equipment], phase=Phase.DRAW)
    table.state.end_round = 1
    assert seen(table, TAKE + kind("brewery_tour"))[Feature.LAST_REP] == 3
    assert seen(table, TAKE + kind("farm"))[Feature.LAST_REP] == 1  # Employee Manager counts itself
    table.do(TAKE + kind("brewery_tour"), TAKE + kind("farm"))
    assert seen(table, PLAY + kind("brewery_tour"))[Feature.LAST_REP] == 3
    table = after_ale(["night_shift", *equipment], [], hand=["brewery_tour"])
    table.state.end_round = 1
    assert seen(table, NIGHT_PLAY + kind("brewery_tour"))[Feature.LAST_REP] == 3


def test_the_cards_of_a_beer_include_what_stands_in():
    """Two hops in place of the yeast: an Ale of five cards."""
    assert seen(Table([ALE, []]), BREW + recipe("ale"))[Feature.BREW_CARDS] == 4
    table = Table([["malt_expert", "farm", "farm", "hops_expert", "hops_expert"], []])
    assert seen(table, BREW + recipe("ale"))[Feature.BREW_CARDS] == 5


def ends(own: int, other: int, *, is_triggered: bool = False, breweries=(), hands=(ALE, [])) -> tuple[bool, bool]:
    """Whether an Ale of seat 0 is seen to end the game ahead, and behind."""
    table = Table(hands, breweries=breweries)
    table.state.rep[:2] = own, other
    table.state.end_round = is_triggered
    out = seen(table, BREW + recipe("ale"))
    return bool(out[Feature.BREW_ENDS_AHEAD]), bool(out[Feature.BREW_ENDS_BEHIND])


def test_a_beer_that_ends_the_game_is_seen_by_who_leads_then():
    assert ends(17, 0) == (False, False)
    assert ends(18, 20) == (True, False)
    assert ends(18, 22) == (False, True)
    tour = ([], ["brewery_tour", "farm"])
    assert ends(18, 20, breweries=tour) == (False, True)


def test_a_tie_at_the_end_goes_to_the_larger_hand():
    """21 to 21: the cards that the beer leaves decide."""
    assert ends(18, 21, hands=([*ALE, "brewery_tour"], [])) == (True, False)
    assert ends(18, 21, hands=([*ALE, "brewery_tour"], ["brewmaster"])) == (False, True)


def test_in_the_last_turn_a_beer_that_takes_the_lead_is_what_counts():
    assert ends(19, 21, is_triggered=True) == (True, False)
    assert ends(15, 21, is_triggered=True) == (False, False)


def test_a_lead_is_safe_if_nobody_who_is_still_to_move_can_catch_up():
    """With two cards and two drawn an Ale is in reach of seat 1; without any, or with its turn over, nothing is."""
    four = ["employee_manager", "mash_tun"]
    for hand, other, mover, is_safe in ((four, 19, 0, False), ([], 19, 0, True), (four, 10, 0, True), (four, 19, 1, True)):
        table = Table([ALE, hand] if mover == 0 else [hand, ALE])
        table.state.seat = mover
        table.state.rep[mover], table.state.rep[1 - mover] = 18, other
        safety = seen(table, BREW + recipe("ale"))[Feature.BREW_ENDS_SAFE]
        assert safety == 1 if is_safe else 0 < safety < 1


def rate(name: str, breweries=(), changes=None) -> float:
    return float(seen(Table([[name], []], breweries=breweries, changes=changes), PLAY + kind(name))[Feature.PLAY_RATE])


def test_a_card_is_rated_by_what_it_adds_to_the_best_beer():
    """Special Reserve is the best at first: 8 Rep for 7 cards."""
    assert rate("brewmaster") == pytest.approx(10 / 7 - 8 / 7)
    assert rate("mash_tun") == pytest.approx(8 / 6 - 8 / 7)
    assert rate("mash_tun", [["boil_kettle"]]) == pytest.approx(8 / 5 - 8 / 6)
    assert rate("malt_expert") == pytest.approx(6 / 5 - 8 / 7)  # Coffee Stout becomes the best
    assert rate("ale_and_porter_specialist") == rate("farm") == 0


def test_effects_that_do_nothing_are_rated_nothing():
    """A saving of what the recipe does not take, a bonus on a beer that stays worse than others."""
    assert rate("boil_kettle", changes={f"cards.boil_kettle.saves.{name}.hops": 0 for name in ("lambic", "special_reserve")}) == 0
    assert rate("night_shift", changes={"cards.night_shift.saves.ale.fruit": 3}) == 0
    assert rate("night_shift", changes={"cards.night_shift.bonus_rep.ale": 1}) == 0
    assert rate("night_shift", changes={"cards.night_shift.bonus_rep.ale": 9}) == pytest.approx(12 / 4 - 8 / 7)


def test_beliefs_follow_effects():
    """Takes count as far as the row can have the ingredient, savings as far as recipes take it, bonuses by what the beer is worth."""

    def believed(changes=None):
        return believe(Table(changes=changes).rules, GREEDY.beliefs)

    printed = believed()
    assert printed.total_takes[[kind("farm"), kind("night_shift")]].tolist() == [1, 0]
    assert printed.total_saved[kind("boil_kettle")] == 2
    hops = [name for name in KINDS if Table().rules.ingredient[kind(name)] == INGREDIENTS.index("hops")]
    assert believed({f"cards.{name}.ingredient": "malt" for name in hops}).total_takes[kind("farm")] == 0
    assert believed({"cards.boil_kettle.saves.ale.fruit": 5}).total_saved[kind("boil_kettle")] == 2
    poor = believed({"recipes.special_reserve.rep": 0})
    assert poor.total_bonus[kind("brewmaster")] < printed.total_bonus[kind("brewmaster")]


def test_a_beer_now_counts_for_more_as_the_end_nears():
    table = Table([ALE, []])
    assert seen(table, BREW + recipe("ale"))[Feature.BREW_REP_LATE] == 0
    table.state.rep[1] = 14
    assert seen(table, BREW + recipe("ale"))[Feature.BREW_REP_LATE] == pytest.approx(3 * 14 / 21)
    out = seen(table, PLAY + kind(ALE[0]))
    assert out[Feature.PLAN_LATE] == pytest.approx(out[Feature.PLAN_ANY] * 14 / 21) != 0


def test_cards_over_the_hand_limit_are_spent_for_nothing():
    """Of nine cards two would be discarded: a beer of four spends both of them, a card played one."""
    spare = ["farm", "boil_kettle", "barley_grower", "mash_tun", "mash_tun"]
    for more, spent, played in ((5, 2, 1), (4, 1, 1), (3, 0, 0)):
        table = Table([[*ALE, *spare[:more]], []])
        assert seen(table, BREW + recipe("ale"))[Feature.SPENT_SPARE] == spent
        assert seen(table, PLAY + kind("farm"))[Feature.SPENT_SPARE] == played


@pytest.mark.parametrize("seed", range(20))
def test_a_card_played_helps_the_hand_by_what_it_does(seed):
    """What it saves, its bonus and its own ingredient, as after the play itself."""
    names = np.random.default_rng(seed).permutation(KINDS).tolist()
    for size in range(3, 8):
        for name in names[:size]:
            table = Table([names[:size], []], breweries=[names[8:10]])
            before = hand_value(table, table.state.held[0])
            helps = seen(table, PLAY + kind(name))[Feature.PLAY_HELPS]
            kernel.play_card(table.rules, table.state, kind(name))
            assert helps == pytest.approx(hand_value(table, table.state.held[0]) - before)


def test_a_card_in_the_row_is_rated_as_it_would_be_in_the_brewery():
    """Unless the hand has one already, and fading as the end nears."""
    table = Table([["farm"], []], ["brewmaster", "farm", "mash_tun"], ["night_shift"] * 2, phase=Phase.DRAW)
    assert seen(table, TAKE + kind("brewmaster"))[Feature.HOLD_RATE] == pytest.approx(10 / 7 - 8 / 7)
    assert seen(table, TAKE + kind("farm"))[Feature.HOLD_RATE] == 0
    table.state.rep[1] = 21
    assert seen(table, TAKE + kind("brewmaster"))[Feature.HOLD_RATE] == 0


def test_a_blind_card_is_new_unless_brewery_or_hand_has_it():
    copies = {name: int(Table().rules.copies[kind(name)]) for name in KINDS}
    table = Table([["farm"], []], ["mash_tun"], ["night_shift"] * 2, [["brewmaster"]], phase=Phase.DRAW)
    new = sum(copies.values()) - copies["farm"] - copies["brewmaster"]
    assert seen(table, BLIND)[Feature.BLIND_NEW] == pytest.approx(new / sum(copies.values()))
