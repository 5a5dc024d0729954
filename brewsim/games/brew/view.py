"""What the features of one decision have in common: VIEW, worked out once a decision by `survey`, as far as its phase needs it.

The parts have their own files: outlook and drift (forests), plans (goods and creatures), tactics (placements and potions).
"""

import numpy as np

from brewsim.engine.contract import NONE
from brewsim.games.brew.codes import N_GROUPS, Group
from brewsim.games.brew.outlook import (
    knows_homes,
    survey_clearing,
    survey_forests,
    survey_homes,
    survey_scorches,
    survey_swaps,
    survey_tops,
)
from brewsim.games.brew.placements import shows
from brewsim.games.brew.placing import can_top
from brewsim.games.brew.plans import Amount, Pays, survey_creatures, survey_plans, survey_powers, survey_time
from brewsim.games.brew.potions import berry_cover, can_use, may_use_potions, missing_ingredients
from brewsim.games.brew.rules import (
    MAX_ROW,
    MAX_SEATS,
    N_EFFECTS,
    N_ELEMENTS,
    N_FACES,
    N_GOODS,
    N_ICONS,
    N_INGREDIENTS,
    N_SEASONS,
    N_SYMBOLS,
    N_VILLAGE_SPACES,
    Card,
    Effect,
    Face,
)
from brewsim.games.brew.spaces import ELEMENT_OWNER, N_ANY_DIE_SPACES, N_DIE_KINDS, N_OWNERS, DieKind, element_face
from brewsim.games.brew.state import Phase, Purpose, is_further_step
from brewsim.games.brew.tactics import POOL_EFFECTS, is_last_call, survey_drink, survey_faces, survey_fit, survey_groups
from brewsim.parts.compiling import compiled, inlined

VIEW = np.dtype(
    [
        # What was surveyed at the first step of an action holds for its further steps: these say of which one.
        ("game_key", np.uint64),
        ("changes", np.int32),  # `state.changes` when it was surveyed
        # Forests. "Value" is the own VP less `spite` times the best rival's.
        ("others_to_come", np.int16),  # dice that the other seats still have to place
        ("dice_to_come", np.int16),  # dice that all seats still have to place
        ("drift", np.int16),  # what all dice to come add to a lead of this seat, in steps
        ("rival_drift", np.int16),  # the same for the best rival
        ("own_spent", np.float64, (N_DIE_KINDS,)),  # (kind of die) change of own_hold in all forests by having such a die less to come
        ("rival_spent", np.float64, (N_DIE_KINDS,)),  # (kind of die) change of rival_hold
        ("best_other", np.int16, (MAX_ROW,)),  # (place) top dice of the strongest rival
        ("second_other", np.int16, (MAX_ROW,)),  # (place) of the second
        ("third_other", np.int16, (MAX_ROW,)),  # (place) and of the third
        ("own_worth", np.float64, (MAX_ROW,)),  # (place) VP that the forest would bring this seat
        ("rival_worth", np.float64, (MAX_ROW,)),  # (place) the same for the best rival
        ("own_hold", np.float64, (MAX_ROW,)),  # (place) VP expected from it as it stands
        ("rival_hold", np.float64, (MAX_ROW,)),  # (place) VP that the best rival expects from it
        ("own_swing", np.float64, (MAX_ROW, N_DIE_KINDS)),  # (place, kind of die) change of own_hold by such a die on an open space
        ("rival_swing", np.float64, (MAX_ROW, N_DIE_KINDS)),  # (place, kind of die) change of rival_hold
        ("open_value", np.float64, (MAX_ROW, N_DIE_KINDS)),  # (place, kind of die) value of these changes
        ("best_move", np.float64),  # the best value of a forage die on an open space
        ("own_top", np.float64, (MAX_ROW, N_OWNERS, N_DIE_KINDS)),  # (place, owner, kind of die) change by such a die on the owner's
        ("rival_top", np.float64, (MAX_ROW, N_OWNERS, N_DIE_KINDS)),
        ("swap_gain", np.float64, (MAX_ROW, MAX_SEATS, MAX_SEATS)),  # (place, owner, other) value of the other's die for a top one
        ("scorches_at", np.float64, (MAX_ROW,)),  # (place) spaces that placing there lets this seat scorch
        ("more_at", np.float64, (MAX_ROW,)),  # (place) ingredients more that it gathers there
        ("scorch_value", np.float64, (MAX_ROW,)),  # (place) value of scorching a space
        ("scorch_gain", np.float64),  # the best of them, 0 if nothing lets this seat scorch
        ("clear_own", np.float64),  # change by setting all element dice in the forests aside
        ("clear_rival", np.float64),
        # Goods and creatures.
        ("plan_one", np.float64, (N_GOODS,)),  # (good) change of the potion plans with one more
        ("plan_three", np.float64, (N_INGREDIENTS,)),  # (ingredient) the same with a Water die's gathering
        ("plan_less", np.float64, (N_GOODS,)),  # (good) the same with one less
        ("reserve_gain", np.float64),  # worth of revealing and reserving a potion
        ("claim_gain", np.float64),  # VP that berries for Wren's claim may bring at the end of the round
        ("best_choice", np.float64),  # best of plan_one over the ingredients
        ("later_rounds", np.float64),  # rounds after this one
        ("this_round", np.float64, (len(Pays),)),  # (when a power works) share of this round that it still works in
        ("turns_left", np.int16),  # own dice to come after the one that is due, at most MAX_TURNS
        ("late", np.float64),  # share of the game that is over: 0 at its start, 1 with the last own die
        ("leftover_vp", np.float64),  # VP of a good that is left at the end
        ("works", np.int16),  # what powers find in this round, a set of Needs
        ("trained_in", np.int16, (N_SEASONS,)),  # (season) trained creatures of the seat
        ("homes_key", np.uint64),  # these three say when `tight` was found: in which game,
        ("homes_creatures", np.int16),  # with how many creatures of the seat,
        ("homes_forests", np.int16),  # and with how many forests that it had won
        ("tight", np.int32),  # bottlenecks of homes, a bit for each set of seasons
        ("creature_gain", np.float64, (N_SEASONS,)),  # (season) VP of a creature more
        ("train_gain", np.float64),  # VP of the best creature on show
        ("train_power", np.float64),  # worth of its power
        ("gain_of", np.float64, (N_ICONS,)),  # (icon) worth of gathering or training at a space
        ("pour_of", np.float64, (N_ICONS,)),  # (icon) the same with a Water die
        ("gather_plan", np.float64, (len(Amount), N_INGREDIENTS)),  # (one or several, ingredient) plan_one or plan_three
        # Placements and potions.
        ("fit", np.float64, (N_FACES,)),  # (face) share of the open spaces that it fits
        ("forcing", np.float64, (N_ICONS,)),  # (icon) worth of what forcing a die there costs, negative
        ("misfit", np.float64, (N_SYMBOLS,)),  # (symbol) NEVER if all forage dice of the pool show it, so that none is forced there, else 0
        ("group_placement", np.int16, (N_GROUPS,)),  # (group) the code of its best placement
        ("face_value", np.float64, (N_FACES,)),  # (face) value of the best placement
        ("face_placement", np.int16, (N_FACES,)),  # (face) its code
        ("drinkable", np.int16),  # effects in hand, or that can be brewed now, which can be used in this turn: a bit each
        ("drink_gain", np.float64, (N_EFFECTS,)),  # (effect) value that drinking it brings
    ],
    align=True,
)


@compiled
def survey(rules, beliefs, state, view):
    """Compute what all actions of this decision have in common; for a further step of an action it was computed at the first."""
    phase = state.phase
    survey_time(rules, beliefs, state, view)
    if phase == Phase.RELEASE:
        survey_powers(rules, beliefs, state, view)
        return
    if phase == Phase.PAY or phase == Phase.CHOOSE or phase == Phase.TRADE or phase == Phase.RESERVE:
        view.claim_gain = 0.0
        survey_plans(rules, beliefs, state, view)
        return
    if not (is_further_step(state) and view.game_key == state.key and view.changes == state.changes):
        survey_table(rules, beliefs, state, view)
        view.game_key = state.key
        view.changes = state.changes
    if (phase == Phase.PICK or phase == Phase.PARTNER) and state.purpose == Purpose.SWAP:
        survey_swaps(beliefs, state, view, True)


@inlined
def survey_table(rules, beliefs, state, view):
    """What this decision, and the further steps that it may lead to, ask of forests, plans and placements."""
    phase = state.phase
    view.claim_gain = 0.0
    if not knows_homes(state, view):
        survey_homes(state, view)
    if phase == Phase.TURN:
        survey_turn(rules, beliefs, state, view)
    elif phase == Phase.GROUP:
        survey_group(rules, beliefs, state, view)
    elif phase == Phase.CALL or phase == Phase.TRAIN:
        if phase == Phase.CALL or state.crew[state.seat, Card.CREATURE_FORAGER] > 0:  # who may gather, or take a berry, instead
            survey_plans(rules, beliefs, state, view)
        survey_creatures(rules, beliefs, state, view)
    else:
        survey_forests(rules, beliefs, state, view)
        if phase == Phase.CHANGE or phase == Phase.REROLL:
            survey_plans(rules, beliefs, state, view)
            survey_creatures(rules, beliefs, state, view)
            survey_elements_on_top(beliefs, state, view)
            survey_faces(rules, beliefs, state, view)
        elif phase == Phase.SCORCH:
            survey_scorches(beliefs, state, view)


@inlined
def survey_elements_on_top(beliefs, state, view):
    """What Fire on top of any die changes, or Wind where an own one lies."""
    survey_tops(beliefs, state, view, ELEMENT_OWNER, DieKind.ELEMENT)


@compiled
def survey_turn(rules, beliefs, state, view):
    """What a die and the potions in hand would bring. Where no die is due, only what those potions need."""
    seat = state.seat
    places = state.to_place > 0
    effects = drinkable_effects(rules, state)
    view.drinkable = effects
    changes = effects & POOL_EFFECTS != 0  # potions for dice of the pool
    if places or effects & ~(1 << Effect.PLACE) != 0:
        survey_forests(rules, beliefs, state, view)
    if places or changes:
        survey_plans(rules, beliefs, state, view)
        survey_creatures(rules, beliefs, state, view)
        asks_faces = changes or has_shifter(state, seat)
        if asks_faces or shows(state, seat, Face.FIRE) or shows(state, seat, Face.WIND):
            survey_elements_on_top(beliefs, state, view)
        if asks_faces:
            survey_faces(rules, beliefs, state, view)
    if places:
        survey_placements(rules, beliefs, state, view)
    for effect in range(N_EFFECTS):
        if effects >> effect & 1:
            survey_drink(rules, beliefs, state, view, effect)


@compiled
def drinkable_effects(rules, state):
    """The effects that the seat can use in this turn: of potions in hand, and of those that it would brew first. A set, a bit each.

    Before a die is placed one brews for the dice of the pool; what is for placed dice can wait for it, unless it is the last.
    """
    seat, effects, usable = state.seat, 0, 0
    if state.has_drunk or not may_use_potions(rules, state):
        return 0
    if not state.has_brewed:
        cover, n_market = berry_cover(rules, state, seat), rules.market_potions
        for offer in range(n_market + state.n_reserved[seat]):
            potion = state.market[offer] if offer < n_market else state.reserved[seat, offer - n_market]
            if potion != NONE and missing_ingredients(rules, state, seat, potion) <= cover:
                effects |= 1 << rules.effect[potion]
        if state.to_place == 0:
            effects &= ~POOL_EFFECTS
        elif not is_last_call(rules, state):
            effects &= POOL_EFFECTS
    for effect in range(N_EFFECTS):
        if (effects >> effect & 1 or state.in_hand[seat, effect] > 0) and can_use(rules, state, effect):
            usable |= 1 << effect
    return usable


@compiled
def survey_placements(rules, beliefs, state, view):
    """What the dice of the pool can do on top of others and in the village, and the best of each group of placements."""
    seat, spaces = state.seat, reached_spaces(state, state.seat)
    survey_fit(state, view)
    if can_scorch(beliefs, state, seat, spaces):
        survey_scorches(beliefs, state, view)
    else:
        view.scorch_gain = 0.0
    if can_top(rules, state, seat):
        survey_tops(beliefs, state, view, seat, DieKind.FORAGE)
    if can_clear(beliefs, state, spaces):
        survey_clearing(beliefs, state, view)
    survey_groups(rules, beliefs, state, view)


@compiled
def survey_group(rules, beliefs, state, view):
    """What the placements of the chosen group need."""
    seat, spaces = state.seat, reached_spaces(state, state.seat)
    scorches, clears = can_scorch(beliefs, state, seat, spaces), can_clear(beliefs, state, spaces)
    survey_fit(state, view)
    survey_plans(rules, beliefs, state, view)
    survey_creatures(rules, beliefs, state, view)
    view.scorch_gain = 0.0
    survey_forests(rules, beliefs, state, view)
    if scorches:
        survey_scorches(beliefs, state, view)
    if clears:
        survey_clearing(beliefs, state, view)
    if state.group == Group.TOPPED:
        survey_tops(beliefs, state, view, seat, DieKind.FORAGE)


@inlined
def has_shifter(state, seat):
    """Whether the seat can change its element dice."""
    shifters = 0
    for element in range(N_ELEMENTS):
        shifters += state.crew[seat, Card.ELEMENT_SHIFTER + element]
    return shifters > 0


@inlined
def reached_spaces(state, seat):
    """The village spaces that a die of the pool may go to, as it shows or turned by an Element Shifter: a set, a bit each."""
    if has_shifter(state, seat):
        return (1 << N_VILLAGE_SPACES) - 1
    spaces = (1 << N_ANY_DIE_SPACES) - 1
    for element in range(N_ELEMENTS):
        spaces |= shows(state, seat, element_face(element)) << N_ANY_DIE_SPACES + element
    return spaces


@inlined
def can_scorch(beliefs, state, seat, spaces):
    """Whether a placement, in the forests or on one of these village spaces, may let the seat scorch."""
    scorchers = state.crew[seat, Card.VILLAGE_SCORCHER]
    for season in range(N_SEASONS):
        scorchers += state.crew[seat, Card.FOREST_SCORCHER + season]
    return scorchers > 0 or spaces & beliefs.scorching[state.night] != 0


@inlined
def can_clear(beliefs, state, spaces):
    """Whether a placement on one of these village spaces may set the element dice in the forests aside."""
    return spaces & beliefs.clearing[state.night] != 0
