"""What may differ by seat, in every title: off in print, it helps its seat, and it is told apart from what was earned."""

import numpy as np
import pytest

from brewsim.engine.levers import SEAT_NAMES, START_POINTS
from brewsim.errors import BadInput
from brewsim.games import load_title
from brewsim.play import check, simulate
from brewsim.reading import Change
from brewsim.replay import ending
from brewsim.rules import Rules, fields_of, load_rules
from tests.conftest import fewer_if_interpreted

SEATS, TIE_BREAK, ORDER = "seats.", "seats.tie_break", "seats.order"


def by_seat(title_name: str) -> list[str]:
    """The levers with a number for each seat."""
    paths = load_rules(title_name).values
    return [path.removesuffix(".first") for path in paths if path.startswith(SEATS) and path.endswith(".first")]


def most(title_name: str, lever: str) -> int:
    return int(fields_of(title_name)[f"{lever}.first"].schema["maximum"])


def orders(title_name: str) -> list[str]:
    """What the title calls its orders of seats, the printed one first."""
    field = fields_of(title_name).get(ORDER)
    return list(field.schema["enum"]) if field else []


def shares(rules: Rules, games: int) -> np.ndarray:
    """(game, seat) of the win, by place where the first player is drawn."""
    title, seats = rules.title, rules.title.default_seats
    rows = simulate(rules, ["greedy"] * seats, games, seed=11).reshape(-1, seats)
    if "place" not in title.metrics:
        return rows["win_share"]
    places = rows["metrics"][..., title.metrics.index("place")]
    return np.take_along_axis(rows["win_share"], np.argsort(places, axis=1), axis=1)


def test_all_levers_are_off_in_print(title_name):
    values = {path: value for path, value in load_rules(title_name).values.items() if path.startswith(SEATS)}
    assert len(by_seat(title_name)) >= 3
    assert set(values.values()) <= {0, "as_printed"}


def test_every_lever_has_a_number_for_every_seat(title_name):
    seats = max(load_title(title_name).seats)
    for lever in by_seat(title_name):
        assert [path for path in load_rules(title_name).values if path.startswith(f"{lever}.")] == [
            f"{lever}.{name}" for name in SEAT_NAMES[:seats]
        ]


def test_a_list_sets_all_seats_at_once(title_name):
    seats, lever = max(load_title(title_name).seats), by_seat(title_name)[0]
    numbers = [int(seat == 1) for seat in range(seats)]
    rules = load_rules(title_name, {lever: numbers})
    assert [rules.values[f"{lever}.{name}"] for name in SEAT_NAMES[:seats]] == numbers
    assert rules.record.tobytes() == load_rules(title_name, {f"{lever}.second": 1}).record.tobytes()
    assert rules.record.tobytes() == load_rules(title_name, {"seats": {lever.removeprefix(SEATS): numbers}}).record.tobytes()
    many = f"a list of {seats} numbers, one for each seat; or set a single one, {lever}.first"
    for wrong, message in (
        (numbers[1:], many),
        (1, many),
        (Change(1), many),
        ([*numbers[1:], "x"], "valid integer"),
        ([-99] * seats, "-99"),
    ):
        with pytest.raises(BadInput, match=message):
            load_rules(title_name, {lever: wrong})
    with pytest.raises(BadInput, match="set twice"):
        load_rules(title_name, {lever: numbers, f"{lever}.first": 1})


@pytest.mark.compiled_only
def test_a_lever_helps_its_seat(title_name):
    """The last seat of a usual table, with as much as is allowed: it wins more often, by more than chance."""
    last, games = load_title(title_name).default_seats - 1, 1000
    plain = shares(load_rules(title_name), games)[:, last]
    for lever in set(by_seat(title_name)) - {TIE_BREAK}:
        helped = shares(load_rules(title_name, {f"{lever}.{SEAT_NAMES[last]}": most(title_name, lever)}), games)[:, last]
        gain = helped - plain
        assert np.nanmean(gain) > 3 * np.nanstd(gain) / np.sqrt(games), lever


@pytest.mark.compiled_only
def test_a_handicap_decides_nothing_but_shared_victories(title_name):
    if TIE_BREAK not in by_seat(title_name):
        pytest.skip("never two winners")
    plain, parted = (shares(load_rules(title_name, changes), 1000) for changes in ({}, {f"{TIE_BREAK}.second": 1}))
    is_shared = (plain[:, 1] > 0) & (plain[:, 1] < 1)
    np.testing.assert_array_equal(parted[~is_shared], plain[~is_shared])
    assert (parted[is_shared, 1] == 1).all()


def test_start_points_and_sources_make_up_the_score(title_name):
    title = load_title(title_name)
    if not title.score_sources:
        pytest.skip("no sources of points")
    numbers = [seat % 3 for seat in range(max(title.seats))]
    rules = load_rules(title_name, {f"{SEATS}{START_POINTS}": numbers})
    rows = simulate(rules, ["greedy"] * title.default_seats, fewer_if_interpreted(200), seed=3)
    rows = rows[~rows["aborted"]]
    columns = [title.metrics.index(name) for name in (*title.score_sources, START_POINTS)]
    np.testing.assert_array_equal(rows["metrics"][:, columns].sum(axis=1), rows["score"])


def test_the_end_of_a_replay_tells_start_points_where_there_are_some(title_name):
    title = load_title(title_name)
    bots = ["greedy"] * title.default_seats
    for points in (0, 1):
        rules = load_rules(title_name, {f"{SEATS}{START_POINTS}": [points] * max(title.seats)})
        lines = list(ending(title, bots, simulate(rules, bots, 1, seed=3)))
        assert ["start points" in line for line in lines] == [points > 0] * title.default_seats


def test_games_with_all_levers_keep_every_promise(table):
    name, seats = table
    all_seats = range(max(load_title(name).seats))
    for number, order in enumerate(orders(name)[1:] or [""]):
        changes = {lever: [(seat + number) % 2 * most(name, lever) for seat in all_seats] for lever in by_seat(name)}
        check(load_rules(name, changes | ({ORDER: order} if order else {})), seats, fewer_if_interpreted(100), "greedy", seed=4)
