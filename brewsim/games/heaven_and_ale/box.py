"""What is in the box: the names of its things, the enumerations of those with rules of their own, and how many there are."""

from enum import IntEnum
from math import comb

COLOURS = ("wood", "yeast", "hops", "water", "barley")
MONKS = ("monk_1", "monk_2", "monk_3", "monk_4")
SHEDS = ("shed_0", "shed_1", "shed_2", "shed_3", "shed_4")
SPOTS = ("x", *COLOURS, *MONKS)
PRIVILEGES = ("privilege_colour", "privilege_lowest", "privilege_barrel", "privilege_money", "privilege_brewmaster")
BARRELS = (
    "barrel_brewmaster",
    "barrel_all_resources",
    "barrel_barren",
    "barrel_fertile",
    "barrel_monk_spots",
    "barrel_resource_spots",
    "barrel_same_sheds",
    "barrel_different_sheds",
    "barrel_full_track",
    "barrel_privileges",
    "barrel_sun",
    "barrel_shade",
)
TIERS = ("tier_1", "tier_2", "tier_3", "tier_4", "tier_5", "tier_6", "tier_7", "tier_8")
DISC_SPACES = ("A", "B", "C", "ABC")
SPACES = ("resource", "monk", "barrel", *DISC_SPACES)


class Space(IntEnum):
    """The kinds of spaces on the track, in the order of SPACES."""

    RESOURCE = 0
    MONK = 1
    BARREL = 2
    A = 3  # a disc for X
    B = 4  # a disc for a monk
    C = 5  # a disc for a resource
    ABC = 6  # a disc for any spot


class Side(IntEnum):
    """The halves of a garden."""

    SUN = 0
    SHADE = 1


class Place(IntEnum):
    """The places of the start area."""

    FIRST = 0
    BREWMASTER = 1
    DUCATS = 2
    RESOURCE = 3


class Privilege(IntEnum):
    """The privilege cards, in the order of PRIVILEGES."""

    COLOUR = 0
    LOWEST = 1
    BARREL = 2
    MONEY = 3
    BREWMASTER = 4
    NO_CARD = 5  # none of them


class Card(IntEnum):
    """Where a privilege card is."""

    SOLD = 0
    HELD = 1
    PLACED = 2


class Goal(IntEnum):
    """What the barrels are given for, in the order of BARRELS."""

    BREWMASTER = 0
    ALL_RESOURCES = 1
    BARREN = 2
    FERTILE = 3
    MONK_SPOTS = 4
    RESOURCE_SPOTS = 5
    SAME_SHEDS = 6
    DIFFERENT_SHEDS = 7
    FULL_TRACK = 8
    PRIVILEGES = 9
    SUN = 10
    SHADE = 11


class Barrel(IntEnum):
    """The barrel that a seat has for a goal."""

    NOT_OWNED = 0
    SMALL = 1
    LARGE = 2


class Order(IntEnum):
    """In which order places are chosen before the first round, and who begins the others (HA-5, HA-36, HA-49)."""

    AS_PRINTED = 0
    PLACES_CLOCKWISE = 1
    START_PLAYER_MOVES_ON = 2


N_COLOURS, N_MONKS, N_SHED_TYPES = len(COLOURS), len(MONKS), len(SHEDS)
N_SPOTS, N_CARDS, N_GOALS, N_SPACE_KINDS, N_SIDES, N_PLACES = len(SPOTS), len(PRIVILEGES), len(Goal), len(Space), len(Side), len(Place)
N_BARREL_SIZES = len(Barrel)  # none among them
N_FERTILITIES = 5
N_RESOURCES = N_COLOURS * N_FERTILITIES  # kinds of resource tiles, colour by colour and in each from fertility 1 on
N_KINDS = N_RESOURCES + N_MONKS  # the monks come after them
EMPTY = N_KINDS  # the kind of "no tile" on a plot
N_WAYS = N_FERTILITIES + N_COLOURS + N_MONKS  # ways to score a disc: X with a fertility, a colour, a monk
BREWMASTER = N_COLOURS  # the marker after those of the resources
N_MARKERS = N_COLOURS + 1
DUCATS = N_MARKERS  # what a tile may yield besides steps of the markers
N_GAINS = N_MARKERS + 1
N_PLOTS, PLOTS_OF_SIDE = 30, 15  # spots for tiles: the sunny ones first
N_SHEDS, RING, SHEDS_OF_PLOT = 7, 6, 2  # shed spots, tiles around one, and sheds that a plot may touch
N_SPACES, N_BACKS, MAX_SEATS, MAX_ROUNDS = 27, 2, 4, 6
MAX_COPIES, MAX_MONK_COPIES = 5, 12  # equal resource tiles and equal monks of one back
MAX_PILE = max(N_RESOURCES * MAX_COPIES, N_MONKS * MAX_MONK_COPIES)  # tiles of one back
MAX_SUM = RING * N_FERTILITIES  # of the fertility around a shed
MAX_ARROWS = comb(RING, 4)  # ways to point the arrows of one shed tile, four of them at most
MAX_TRACK, BELOW_TRACK, LATEST_START = 30, 30, 5  # spots after 0 and before it, and the last one on which a marker may start
MAX_START_DUCATS, MAX_START_STEPS = 50, 10  # of a seat, by the levers
MAX_POINTS = 1000  # of a barrel, and of the first player's place: whole scores then fit into int16
