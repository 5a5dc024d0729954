"""What bots of Brew see in an action, where a plain mistake would make them play foolishly."""

import pytest

from brewsim.bots import read_bots
from brewsim.games.brew import TITLE, codes
from brewsim.games.brew.codes import Group
from brewsim.games.brew.rules import CARDS, ELEMENTS, KIND_OF_CARD, SEASONS
from brewsim.games.brew.state import Phase
from brewsim.rules import load_rules
from tests.games.brew.table import (
    ANY_1,
    BROOK,
    DEAR_MARKET,
    GROVE,
    HERB,
    MEADOW,
    MOVE,
    MYLA,
    REMOVE_ANY,
    SWAP,
    VILLAGE_WIND,
    WATER,
    WIND,
    WREN,
    Table,
    at,
    pick,
    place,
    potion,
)


def test_a_swap_within_one_forest_brings_nothing():
    table = Table()
    table.put(at(0, 1), 0, BROOK)
    table.put(at(0, 2), 1, BROOK)
    table.hold(0, "swap_a")
    assert table.seen()[codes.DRINK + SWAP]["trick"] == 0
    table.put(at(0, 3), 1, GROVE)
    table.put(at(1, 2), 1, BROOK)  # a die of seat 1 that it would rather have elsewhere
    assert table.seen()[codes.DRINK + SWAP]["trick"] > 0
    table.do(codes.DRINK + SWAP, pick(at(0, 1)))
    swaps = table.seen()
    assert swaps[pick(at(0, 2))]["trick"] == 0
    assert swaps[pick(at(1, 2))]["trick"] != 0


@pytest.mark.parametrize(("kind", "version"), [("berry_merchant", ""), ("forest_herald", "summer")])
def test_powers_of_a_rounds_end_count_up_to_the_last(kind, version):
    """After the last die of the game a merchant or herald still pays; a potion herald does not."""
    table = Table()
    table.state.rounds = 3
    for name in (kind, "potion_herald", "village_gatherer"):
        table.train(0, name, version if name == kind else "")
    table.pool(0, MEADOW)
    table.do(place(MEADOW, at(0, 0)))
    table.do(table.legal()[0])
    assert table.state.phase == Phase.RELEASE
    power = {CARDS[table.state.trained[0, codes.decode(action)[1]]][0]: features["power"] for action, features in table.seen().items()}
    assert power[kind] < power["potion_herald"] == power["village_gatherer"] == 0


def test_a_changed_element_is_seen_by_what_it_then_can_do():
    """An Element Shifter's change to Wind is as good as the best that a Wind die can do, less a little."""
    table = Table()
    table.train(0, "element_shifter", "wind")
    table.put(at(0, 1), 0, MEADOW)
    table.pool(0, WATER, WIND, GROVE)
    options = table.seen()
    change = options.pop(codes.convert(ELEMENTS.index("water"), ELEMENTS.index("wind")))
    assert change.pop("trick") < 0
    placements = [options[codes.OPEN_GROUP + Group.PLAIN], options[place(WIND, at(0, 1))], options[place(WIND, VILLAGE_WIND)]]
    assert change in [{name: placement[name] for name in change} for placement in placements]


@pytest.mark.parametrize("need", ["die_left", "die_at_start"])
def test_the_last_die_ends_the_time_for_potions(need):
    """Brewing before the last die is no hurry but the last chance, unless a ruling lets it wait."""
    table = Table(changes={"rulings.potions_need": need})
    table.market("change_a", *DEAR_MARKET[1:])
    table.stock(0, shroom=1, crystal=1)
    brew = codes.BREW + potion("change_a")
    brews_only = {"drink_price": 99.0}  # it would not be drunk in the same turn
    assert [table.seen(**brews_only)[brew][name] for name in ("early", "last_call")] == [1.0, 0.0]
    table.pool(0, MEADOW)
    is_last = need == "die_left"
    assert [table.seen(**brews_only)[brew][name] for name in ("early", "last_call")] == [float(not is_last), float(is_last)]


def test_the_last_call_to_drink_is_heard_for_a_potion_that_helps():
    """REMOVE of a rival's die that holds a forest is worth it before the last die; of a die in the village it is not."""
    for space, is_heard in ((at(0, 1), 1.0), (ANY_1, 0.0)):
        table = Table()
        table.pool(0, MEADOW)
        table.pool(1)
        table.put(space, 1, MEADOW)
        table.put(at(1, 0), 0, MEADOW)
        table.hold(0, "remove_any_a")
        assert table.seen()[codes.DRINK + REMOVE_ANY]["last_call"] == is_heard


def test_a_die_on_a_creature_blocks_its_power():
    """A MOVE onto a rival's creature is welcome, onto an own one not."""
    table = Table()
    own, rival = table.train(0, "element_den"), table.train(1, "element_den")
    table.put(at(0, 1), 1, MEADOW)
    table.hold(0, "move_a")
    table.do(codes.DRINK + MOVE, pick(at(0, 1)))
    seen = table.seen()
    assert seen[codes.TARGET + own]["trick"] < 0 == seen[codes.TARGET + ANY_1]["trick"] < seen[codes.TARGET + rival]["trick"]


def test_a_potion_is_brewed_to_be_drunk_in_the_same_turn():
    """REMOVE of a rival's die that holds a forest is worth more at once than its effect is on average; brewing sees it."""
    table = Table()
    table.market("remove_any_a", *DEAR_MARKET[1:])
    table.stock(0, herb=6, shroom=6, crystal=6)
    table.state.to_place = 0  # the die is placed, others are left
    brew = codes.BREW + potion("remove_any_a")
    idle = table.seen()[brew]["trick"]
    table.put(at(0, 1), 1, MEADOW)
    table.put(at(0, 2), 0, MEADOW)
    assert table.seen()[brew]["trick"] > idle
    assert table.seen(drink_price=99.0)[brew]["trick"] == idle
    table.state.has_drunk = True
    assert table.seen()[brew]["trick"] == idle


def test_who_brews_to_change_a_die_does_it_before_placing():
    """Brewing waits for the die, unless the potion is for the dice of the pool and drinking it now pays."""
    table = Table()
    table.market("change_a", "remove_any_a", *DEAR_MARKET[2:])
    table.stock(0, herb=6, shroom=6, crystal=6)
    table.put(at(0, 1), 1, MEADOW)
    table.put(at(0, 2), 0, MEADOW)
    early = {name: table.seen(drink_price=-99.0)[codes.BREW + potion(name)]["early"] for name in ("change_a", "remove_any_a")}
    assert early == {"change_a": 0.0, "remove_any_a": 1.0}


def test_plans_fade_as_dice_run_out():
    """An ingredient for a potion that lacks three is worth less with two dice to come, and nothing with the last one."""
    table = Table()
    table.market(*DEAR_MARKET)
    herb = place(MEADOW, at(0, 1))
    early = table.seen()[herb]["plan"]
    table.state.rounds = table.rules.rounds - 1
    late = table.seen()[herb]["plan"]
    table.pool(0, MEADOW)
    assert early > late > table.seen()[herb]["plan"] == 0


def test_goods_fade_to_what_they_score_when_left_over():
    table = Table()
    herb = place(MEADOW, at(0, 1))
    early = table.seen()[herb]
    table.state.rounds = table.rules.rounds - 1
    table.pool(0, MEADOW)
    late = table.seen()[herb]
    assert early["goods"] == late["goods"] == 1
    assert early["leftovers"] == late["leftovers"] == pytest.approx(1 / table.rules.leftovers_per_vp)
    assert late["fading"] == 1 > early["fading"] > 0


@pytest.mark.parametrize(("character", "berries", "is_lost"), [(WREN, 2, True), (WREN, 3, False), (WREN, 1, False), (MYLA, 2, False)])
def test_wren_keeps_the_berries_for_a_tie(character, berries, is_lost):
    """Forcing a die with the second of two berries gives the claim of a tied forest away."""
    table = Table(powers=True)
    table.cast(character)
    table.stock(0, berry=berries)
    table.put(at(1, 2), 0, BROOK)
    table.put(at(1, 3), 1, BROOK)
    assert (table.seen()[codes.OPEN_GROUP + Group.FORCED]["claim"] < 0) == is_lost


def test_wren_gathers_the_berry_that_she_lacks():
    table = Table(powers=True)
    table.cast(WREN)
    table.stock(0, berry=1)
    table.pool(0, WIND)
    table.put(at(1, 2), 0, BROOK)
    table.put(at(1, 3), 1, BROOK)
    assert table.seen()[place(WIND, VILLAGE_WIND)]["claim"] > 0


@pytest.mark.parametrize(("rounds", "vp"), [(3, {2: 0, 3: 1}), (2, {2: 1, 3: 2})])
def test_the_last_trade_counts_what_would_be_left_over(rounds, vp):
    """After the last round 2 of 3 herbs for 1 VP bring nothing, since all 3 are 1 VP and break ties; earlier they do."""
    table = Table()
    table.train(0, "ingredient_merchant")
    table.stock(0, herb=2)
    table.state.rounds = rounds
    table.finish_round()
    seen = table.seen()
    assert {count: seen[codes.trade_matching(HERB, count)]["vp"] for count in vp} == vp


def test_a_village_scorcher_counts_by_its_amount():
    table = Table(changes={"creatures.village_scorcher.amount": 3})
    table.train(0, "village_scorcher")
    table.put(at(0, 1), 0, MEADOW)
    _, view = table.surveyed()
    assert table.seen()[codes.OPEN_GROUP + Group.VISIT]["scorch"] == pytest.approx(3 * view.scorch_gain) != 0


def test_reserving_is_worth_what_can_be_brewed():
    """A market that the stock almost pays for is worth reserving from; with the last die nothing is."""
    table = Table()
    table.market(*DEAR_MARKET)
    visit = codes.OPEN_GROUP + Group.VISIT + 1
    poor = table.seen()[visit]["reserve"]
    table.stock(0, herb=1, shroom=1, crystal=1)
    assert table.seen()[visit]["reserve"] > poor > 0
    table.state.rounds = table.rules.rounds - 1
    table.pool(0, MEADOW)
    assert table.seen()[visit]["reserve"] == 0


def powers_on_show(table):
    """What the bot sees in the power of each creature that it may train, by season."""
    verbs = {action: codes.decode(action) for action in table.legal()}
    return {SEASONS[what]: table.seen()[action]["power"] for action, (verb, what) in verbs.items() if verb == codes.Verb.TRAIN}


def test_a_power_counts_for_what_it_can_still_do():
    """In the last round a Forest Herald needs a forest of its season, an Element Den an element die, a Berry Herder creatures."""
    table = Table()
    table.state.rounds = table.rules.rounds - 1
    table.top_of_pile("winter", "forest_herald", "fall")  # no such forest is in the row
    table.top_of_pile("fall", "element_den")
    table.top_of_pile("spring", "berry_herder", "winter")
    table.state.phase, table.state.trains = Phase.TRAIN, 1
    power = powers_on_show(table)
    assert power["winter"] == power["fall"] == power["spring"] == 0
    table.top_of_pile("winter", "forest_herald", "summer")
    table.pool(0, MEADOW, WATER)
    table.train(0, "potion_herald")
    power = powers_on_show(table)
    assert min(power["winter"], power["fall"], power["spring"]) > 0


@pytest.mark.parametrize("kind", ["potion_herald", "forage_den", "forest_gatherer", "berry_bearer", "village_gatherer"])
def test_the_worth_of_a_power_follows_its_amount(kind):
    """Under rules in which it gives nothing it is worth nothing, and three times as much where it gives three times as much."""
    believed = {}
    for amount in (0, 1, 3):
        rules = load_rules("brew", {f"creatures.{kind}.amount": amount}).record
        believed[amount] = TITLE.believe(rules, read_bots(TITLE)["greedy"].beliefs).power_worth[KIND_OF_CARD.index(kind)]
    assert believed[0] == 0 < believed[1] == pytest.approx(believed[3] / 3)
