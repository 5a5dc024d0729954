"""What a bot weighs in an action, from what `survey` has found. A bot is a row of weights over the features, in bots.toml."""

from enum import IntEnum

from brewsim.engine.contract import NONE
from brewsim.games.brew import codes
from brewsim.games.brew.board import is_open
from brewsim.games.brew.codes import NO_INGREDIENT, Verb
from brewsim.games.brew.creatures import on_show
from brewsim.games.brew.kernel import is_move
from brewsim.games.brew.outlook import best_swap, lift_value, outlook, swap_value
from brewsim.games.brew.placing import bonus, creature_at, force_price
from brewsim.games.brew.plans import Amount, Pays, best_doubled, plan_each, plan_losses, plan_value, power_value
from brewsim.games.brew.potions import berry_price, doubled_price, missing_ingredients
from brewsim.games.brew.rules import N_INGREDIENTS, Card, Character, Face, Good, Icon
from brewsim.games.brew.scoring import leftovers
from brewsim.games.brew.spaces import (
    DENS,
    VILLAGE,
    element_face,
    is_element_face,
    is_forage,
    is_in_forest,
    kind_of_face,
    owner_of,
    place_of,
    seat_and_slot,
)
from brewsim.games.brew.state import Phase, Purpose
from brewsim.games.brew.tactics import POOL_EFFECTS, is_last_call, mean_face
from brewsim.parts.compiling import inlined


class Feature(IntEnum):
    OWN_FOREST = 0  # change of the VP that this seat may expect from forests
    RIVAL_FOREST = 1  # the same for the best rival
    PLAN = 2  # change of the potion plans
    GOODS = 3  # ingredients gained (or spent, negative)
    BERRIES = 4  # berries gained (or spent, negative)
    CREATURE = 5  # VP of a creature trained
    POWER = 6  # worth of its power over the rounds left; negative for a creature that is released
    RESERVE = 7  # worth of the potions that may be revealed and reserved
    SCORCH = 8  # value of the spaces that may be scorched
    FIT = 9  # share of the open spaces that the die would fit: what placing it elsewhere gives away
    ELEMENT = 10  # 1 for an element die
    RETURNED = 11  # 1 for a die that comes back to the pool
    VP = 12  # VP of a potion brewed, with Potion Heralds, and of tokens
    EARLY = 13  # 1 for brewing before a die is placed, though it can wait
    DRINK = 14  # 1 for drinking
    TRICK = 15  # value of what potions do: of drinking one, of one that is brewed, of dice changed or rerolled
    LAST_CALL = 16  # 1 for brewing, or drinking for more than a potion is worth, that cannot wait until the die is placed
    FADING = 17  # goods and berries gained (or spent, negative), times the share of the game that is over
    LEFTOVERS = 18  # VP that these would score if they were left at the end
    CLAIM = 19  # VP that berries for Wren's claim, gained or spent (negative), may bring


FEATURES = tuple(feature.name.lower() for feature in Feature)


@inlined
def features(rules, beliefs, state, view, action, out):
    """The features of one action; a group of placements is seen by its best one, a changed element by what it then can do."""
    if codes.leads_to_placement(action):
        action = best_placement(beliefs, view, action, out)
    if codes.is_placement(action):
        face, space = codes.placement(action)
        see_placement(rules, state, view, face, space, out)
    else:
        see_other(rules, beliefs, state, view, action, out)


@inlined
def see_other(rules, beliefs, state, view, action, out):
    """All that is no placement."""
    verb, what = codes.decode(action)
    if verb == Verb.BREW:
        see_brew(rules, beliefs, state, view, what, out)
    elif verb == Verb.DOUBLE_BERRY:
        see_brew(rules, beliefs, state, view, best_doubled(rules, beliefs, state), out)
    elif verb == Verb.DRINK:
        see_drink(rules, beliefs, state, view, what, out)
    elif state.phase == Phase.PICK or state.phase == Phase.TARGET or state.phase == Phase.PARTNER:
        see_placed_die(rules, beliefs, state, view, verb, what, out)
    elif state.phase == Phase.CLAIM or state.phase == Phase.TRADE:
        see_round_end(rules, state, view, verb, what, out)
    else:
        see_settling(rules, beliefs, state, view, verb, what, out)


@inlined
def see_goods(view, count, out):
    """Ingredients gained, or spent: they are worth less as the game ends, but for what is left over."""
    out[Feature.GOODS] += count
    out[Feature.FADING] += count * view.late
    out[Feature.LEFTOVERS] += count * view.leftover_vp


@inlined
def see_berries(rules, state, view, count, out):
    """Berries gained, or spent: they fade as goods do, and may be what Wren needs at the end of the round."""
    out[Feature.BERRIES] += count
    out[Feature.FADING] += count * view.late
    out[Feature.LEFTOVERS] += count * view.leftover_vp
    if view.claim_gain > 0.0:
        before, price = state.stock[state.seat, Good.BERRY], rules.power_berries[Character.WREN]
        out[Feature.CLAIM] += view.claim_gain * ((1.0 if before + count >= price else 0.0) - (1.0 if before >= price else 0.0))


@inlined
def best_placement(beliefs, view, action, out):
    """The placement that a group, or a changed element, is seen by."""
    if codes.is_group(action):
        return view.group_placement[codes.group_of(action)]
    _, what = codes.decode(action)
    _, new = codes.old_and_new_element(what)
    out[Feature.TRICK] -= beliefs.shift_price
    return view.face_placement[element_face(new)]


@inlined
def see_placement(rules, state, view, face, space, out):
    """A die on a space of a forest, the village or a creature."""
    out[Feature.FIT] += view.fit[face]
    out[Feature.ELEMENT] += is_element_face(face)
    kind = kind_of_face(face)
    out[Feature.OWN_FOREST] += view.own_spent[kind]
    out[Feature.RIVAL_FOREST] += view.rival_spent[kind]
    if is_in_forest(space):
        see_forest(rules, state, view, face, space, out)
    elif space < DENS:
        see_village(rules, state, view, space - VILLAGE, out)
    else:
        see_den(rules, state, view, creature_at(state, space), out)


@inlined
def see_forest(rules, state, view, face, space, out):
    """A die in a forest: what it does to control, and what it gathers or trains."""
    place, icon, is_element = place_of(space), state.icon_at[space], is_element_face(face)
    kind = kind_of_face(face)
    gathers = True
    if is_open(state, space):
        out[Feature.OWN_FOREST] += view.own_swing[place, kind]
        out[Feature.RIVAL_FOREST] += view.rival_swing[place, kind]
        if not is_element and state.symbol_at[space] != face:
            gathers = False
            good = force_price(state, state.seat, icon)
            out[Feature.PLAN] += view.plan_less[good]
            if good == Good.BERRY:
                see_berries(rules, state, view, -1.0, out)
            else:
                see_goods(view, -1.0, out)
    else:
        owner = state.top[space]
        out[Feature.OWN_FOREST] += view.own_top[place, owner, kind]
        out[Feature.RIVAL_FOREST] += view.rival_top[place, owner, kind]
        out[Feature.RETURNED] += 1.0 if face == Face.WIND else 0.0
        if not is_element:
            gathers = False
            see_berries(rules, state, view, -rules.power_berries[Character.LELLO], out)
            out[Feature.PLAN] += view.plan_less[Good.BERRY]
    if view.scorch_gain > 0.0:
        out[Feature.SCORCH] += view.scorches_at[place] * view.scorch_gain
    if gathers and icon == Icon.CREATURE:
        out[Feature.CREATURE] += view.train_gain
        out[Feature.POWER] += view.train_power
    elif gathers:
        more, is_water = view.more_at[place], face == Face.WATER
        see_goods(view, 1.0 + more + (rules.water_bonus if is_water else 0), out)
        out[Feature.PLAN] += view.gather_plan[Amount.SEVERAL if is_water or more > 0 else Amount.ONE, icon]


@inlined
def see_village(rules, state, view, v, out):
    """A die in the village: its special action and the creatures that look on."""
    seat, side = state.seat, state.night
    choices = rules.choice[side, v] + bonus(rules, state, seat, Card.VILLAGE_GATHERER)
    each = rules.each[side, v]
    see_goods(view, choices + float(N_INGREDIENTS) * each, out)
    out[Feature.PLAN] += choices * view.best_choice + rules.berries[side, v] * view.plan_one[Good.BERRY]
    if each > 0:
        out[Feature.PLAN] += plan_each(view)
    if rules.berries[side, v] > 0:
        see_berries(rules, state, view, rules.berries[side, v], out)
    out[Feature.RESERVE] += rules.reserve[side, v] * view.reserve_gain
    out[Feature.CREATURE] += rules.train[side, v] * view.train_gain
    out[Feature.POWER] += rules.train[side, v] * view.train_power
    out[Feature.SCORCH] += (rules.scorch[side, v] + bonus(rules, state, seat, Card.VILLAGE_SCORCHER)) * view.scorch_gain
    if rules.clears_elements[side, v]:
        out[Feature.OWN_FOREST] += view.clear_own
        out[Feature.RIVAL_FOREST] += view.clear_rival


@inlined
def see_den(rules, state, view, card, out):
    """A die on a creature."""
    amount = rules.card_amount[card]
    if card == Card.DIE_MOVER:
        out[Feature.OWN_FOREST] += amount * view.best_move
    elif card == Card.BERRY_BEARER:
        see_berries(rules, state, view, amount, out)
        out[Feature.PLAN] += amount * view.plan_one[Good.BERRY]
    elif card == Card.ELEMENT_DEN:
        see_goods(view, float(N_INGREDIENTS) * amount, out)
        out[Feature.PLAN] += plan_each(view)
    else:
        see_goods(view, amount, out)
        out[Feature.PLAN] += amount * view.plan_one[card - Card.FORAGE_DEN]


@inlined
def rounds_left(view):
    """Rounds in which potions can still be drunk."""
    return view.later_rounds + view.this_round[Pays.IN_TURNS]


@inlined
def see_drink(rules, beliefs, state, view, effect, out):
    """A potion that is drunk: what it brings now. It is kept if a later one would bring more, as long as there is a later."""
    gain = view.drink_gain[effect]
    later = beliefs.effect_worth[effect] * min(1.0, rounds_left(view))
    out[Feature.DRINK] += 1.0
    out[Feature.TRICK] += gain
    out[Feature.LAST_CALL] += 1.0 if gain > later and is_last_call(rules, state) else 0.0


@inlined
def see_brew(rules, beliefs, state, view, potion, out):
    """A potion: its VP, what it costs, and what the price does to the other plans."""
    seat = state.seat
    out[Feature.VP] += rules.potion_vp[potion] + bonus(rules, state, seat, Card.POTION_HERALD)
    effect = rules.effect[potion]
    later = beliefs.later_effect * beliefs.effect_worth[effect] * min(1.0, rounds_left(view))
    now = view.drink_gain[effect] - beliefs.drink_price if view.drinkable >> effect & 1 else 0.0
    out[Feature.TRICK] += max(later, now)
    is_last = is_last_call(rules, state)
    is_for_dice = now > later and POOL_EFFECTS >> effect & 1  # those of the pool: it is brewed to be drunk before one is placed
    out[Feature.EARLY] += 1.0 if state.to_place > 0 and not is_last and not is_for_dice else 0.0
    out[Feature.LAST_CALL] += 1.0 if is_last else 0.0
    berries = berry_price(rules, state, seat, potion)
    see_berries(rules, state, view, -berries, out)
    see_goods(view, missing_ingredients(rules, state, seat, potion) - rules.cost_total[potion], out)
    out[Feature.PLAN] += beliefs.other_plans * plan_losses(rules, beliefs, state, view, potion, berries)


@inlined
def see_settling(rules, beliefs, state, view, verb, what, out):
    """What a placement or potion lets the seat choose, other than placed dice."""
    seat = state.seat
    if verb == Verb.PAY_SPARE:
        see_payment(rules, state, view, what, out)
    elif verb == Verb.CALL_GATHER:
        icon = state.icon_at[state.call_space]
        see_goods(view, state.call_amount, out)
        out[Feature.PLAN] += view.plan_three[icon] if state.call_amount > 1 else view.plan_one[icon]
    elif verb == Verb.CALL_TRAIN:
        see_berries(rules, state, view, -rules.power_berries[Character.LYRIC], out)
        out[Feature.PLAN] += view.plan_less[Good.BERRY]
        out[Feature.CREATURE] += view.train_gain
        out[Feature.POWER] += view.train_power
    elif verb == Verb.CHOOSE:
        see_goods(view, 1.0, out)
        out[Feature.PLAN] += view.plan_one[what]
    elif verb == Verb.TRAIN:
        out[Feature.CREATURE] += view.creature_gain[what]
        out[Feature.POWER] += power_value(rules, beliefs, state, view, on_show(state, what), True)
    elif verb == Verb.TAKE_BERRY:
        berries = rules.card_amount[Card.CREATURE_FORAGER]
        see_berries(rules, state, view, berries, out)
        out[Feature.PLAN] += berries * view.plan_one[Good.BERRY]
    elif verb == Verb.RELEASE:
        out[Feature.POWER] += -power_value(rules, beliefs, state, view, state.trained[seat, what], False)
    elif verb == Verb.RESERVE:
        see_reserve(rules, beliefs, state, view, what, out)
    elif verb == Verb.SCORCH:
        out[Feature.SCORCH] += view.scorch_value[place_of(what)]
        see_berries(rules, state, view, 0 if state.has_scorched else bonus(rules, state, seat, Card.ASH_FORAGER), out)
    elif verb == Verb.CHANGE_DIE:
        old, new = codes.old_and_new_face(what)
        out[Feature.TRICK] += view.face_value[new] - view.face_value[old]
    elif verb == Verb.REROLL_DIE:
        out[Feature.TRICK] += mean_face(rules, view, what) - view.face_value[what]


@inlined
def see_payment(rules, state, view, what, out):
    """Myla's berry spares ingredients or other berries for other plans."""
    spared, spared_too = codes.spared_ingredients(what)
    missing = missing_ingredients(rules, state, state.seat, state.brewing)
    saved = missing - doubled_price(rules, missing)  # berries, against plain payment
    see_berries(rules, state, view, saved, out)
    out[Feature.PLAN] -= saved * view.plan_less[Good.BERRY]
    if spared != NO_INGREDIENT:
        see_goods(view, 1.0, out)
        out[Feature.PLAN] -= view.plan_less[spared]
    if spared_too != NO_INGREDIENT:
        see_goods(view, 1.0, out)
        out[Feature.PLAN] -= view.plan_less[spared_too]


@inlined
def see_reserve(rules, beliefs, state, view, potion, out):
    """A potion reserved is safe from the others; the revealed one joins the market if it is not taken."""
    value = plan_value(rules, beliefs, state, view, state.seat, potion)
    if potion == state.revealed or state.revealed == NONE:
        out[Feature.PLAN] += value
    else:
        revealed = plan_value(rules, beliefs, state, view, state.seat, state.revealed)
        out[Feature.PLAN] += (1.0 - beliefs.market_share) * value + beliefs.market_share * revealed


@inlined
def see_placed_die(rules, beliefs, state, view, verb, what, out):
    """A placed die that is picked, and where it goes; nothing if it stays."""
    if verb == Verb.PICK:
        space, level = codes.space_and_level(what)
        see_pick(rules, beliefs, state, view, space, level, out)
    elif verb == Verb.TARGET and is_in_forest(what):  # there it counts for its owner
        place = place_of(what)
        owner = owner_of(state.stack[state.picked_space, state.picked_level])
        own, rival = outlook(beliefs, state, view, place, NONE, owner, -1)
        out[Feature.OWN_FOREST] += own - view.own_hold[place]
        out[Feature.RIVAL_FOREST] += rival - view.rival_hold[place]
    elif verb == Verb.TARGET and what >= DENS:  # the creature's space is taken for this round
        owner, _ = seat_and_slot(what)
        power = beliefs.power_worth[creature_at(state, what)]
        out[Feature.TRICK] += -power if owner == state.seat else beliefs.spite * power


@inlined
def see_pick(rules, beliefs, state, view, space, level, out):
    """A placed die that is picked: what lifting it does, and what can be made of it."""
    purpose, die = state.purpose, state.stack[space, level]
    if state.phase == Phase.PARTNER:
        out[Feature.TRICK] += swap_value(state, view, state.picked_space, state.picked_level, space, level)
    elif purpose == Purpose.SWAP:
        out[Feature.TRICK] += best_swap(state, view, space, level)
    else:
        own, rival = lift_value(beliefs, state, view, space, level)
        out[Feature.OWN_FOREST] += own
        out[Feature.RIVAL_FOREST] += rival
        if purpose == Purpose.RETURN:
            out[Feature.RETURNED] += 1.0
        elif is_move(purpose) and is_forage(die) and owner_of(die) == state.seat:
            out[Feature.TRICK] += view.best_move


@inlined
def see_round_end(rules, state, view, verb, what, out):
    """Wren's claim, and trades with the merchants."""
    if verb == Verb.CLAIM:
        out[Feature.VP] += view.own_worth[what]
        out[Feature.BERRIES] -= rules.power_berries[Character.WREN]
        out[Feature.LEFTOVERS] -= rules.power_berries[Character.WREN] * view.leftover_vp
    elif verb == Verb.TRADE_BERRIES:
        count = codes.berries_traded(what)
        see_trade(rules, state, view, rules.berry_trade_vp[count], Good.HERB, 0, count, out)
    elif verb == Verb.TRADE_MATCHING:
        ingredient, count = codes.ingredient_and_count(what)
        berries = max(0, count - state.stock[state.seat, ingredient])
        see_trade(rules, state, view, rules.match_trade_vp[count], ingredient, count - berries, berries, out)


@inlined
def see_trade(rules, state, view, vp, ingredient, count, berries, out):
    """Goods for VP. After the last round they are no loss to the plans, but what they would score if they were left over is exact."""
    if state.rounds + 1 < rules.rounds:
        out[Feature.VP] += vp
        see_goods(view, -count, out)
        see_berries(rules, state, view, -berries, out)
        out[Feature.PLAN] += count * view.plan_less[ingredient] + berries * view.plan_less[Good.BERRY]
    else:
        left = leftovers(state, state.seat)
        out[Feature.VP] += vp + (left - count - berries) // rules.leftovers_per_vp - left // rules.leftovers_per_vp
        out[Feature.GOODS] -= count + berries  # they break ties
