"""The parts of the page that need no browser: the address, what is typed and pasted, axes, and which cells a search shows. Run by node."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

import brewsim

PAGE = Path(brewsim.__file__).parent / "workbench" / "page"
NODE = shutil.which("node")

pytestmark = pytest.mark.skipif(NODE is None, reason="node is not installed")


def run(module: str, expression: str, *values: Any) -> Any:
    """What an expression over the exports of a module (`m`) and some values (`v`) gives."""
    script = f"""
        import * as m from {json.dumps((PAGE / module).as_uri())};
        const v = {json.dumps(values)};
        console.log(JSON.stringify({expression}));
    """
    assert NODE
    done = subprocess.run([NODE, "--no-warnings", "--input-type=module", "--eval", script], capture_output=True, text=True, check=False)
    assert not done.returncode, done.stderr
    return json.loads(done.stdout)


STATE = {
    "title": "brew_crafters",
    "view": "watch",
    "rest": "typical",
    "changes": {
        "game.target_rep": 18,
        "rulings.reshuffle": "when_empty",
        "rulings.gift_after_pass": False,
        "garden.sun": [[-1, 0], [2, 1]],
    },
    "base": {"cards.farm.copies": 5},
    "seats": 3,
    "bots": ["expert", "search:16", "novice"],
    "games": None,
    "precision": 0.5,
    "seed": 7,
    "of": "variant",
    "pins": [{"name": "Cheap; & 100 % good?", "changes": {"cards.farm.name": "a;b&c=d#e+f g:h"}}, {"name": "Nothing", "changes": {}}],
    "goals": ["rounds 9..11", "first place tied below 20 %"],
    "sections": ["seats", "barrels.goals"],
    "at": [2, 4],
    "by": ["greedy"],
    "effort": 50_000,
    "sure": 99,
    "adapts": 1,
}


def test_an_address_holds_the_whole_state() -> None:
    assert run("address.js", "m.parse(m.format(v[0]))", STATE) == STATE


def test_an_address_is_the_one_that_people_share() -> None:
    fragment = "#/brew_crafters/rules?seats=3&precision=0.5&bots=expert&set=cards.farm.copies:2&pin=Cheap%20ale;recipes.ale.rep:2"
    assert run("address.js", "m.format(m.parse(v[0]))", fragment) == fragment


def test_a_text_that_looks_like_a_number_stays_a_text() -> None:
    changes = {"a.name": "2", "b.name": "true", "c.name": "null", "d.name": '"quoted"'}
    assert run("address.js", "m.parse(m.format({title: 't', changes: v[0]})).changes", changes) == changes


@pytest.mark.parametrize(
    "fragment", ["", "#", "#/", "#//", "#/x?set=&pin=&seats=&bots=", "#/x/rules?set=%E0%A4%A&set=:1&precision=soon", "#/x?&&="]
)
def test_a_damaged_address_is_read_as_far_as_it_goes(fragment: str) -> None:
    state = run("address.js", "m.parse(v[0])", fragment)
    assert state["view"] == "rules"
    assert state["seats"] is None
    assert state["precision"] is None


def test_an_address_holds_no_more_pins_than_the_table() -> None:
    fragment = "#/x/rules?" + "&".join(f"pin=p{i}" for i in range(9))
    assert [pin["name"] for pin in run("address.js", "m.parse(v[0]).pins", fragment)] == [f"p{i}" for i in range(6)]


INTEGER = {"kind": "integer", "printed": 3, "low": 0, "high": 9, "allowed": "0 to 9"}


@pytest.mark.parametrize(
    ("spec", "typed", "value"),
    [
        (INTEGER, " 12 ", 12),
        (INTEGER, "\u22124", -4),
        ({**INTEGER, "kind": "number"}, "0.25", 0.25),
        ({"kind": "flag"}, "Yes", True),
        ({"kind": "flag"}, "0", False),
        ({"kind": "choice", "choices": ["after_all", "at_once"]}, "At once", "at_once"),
        ({"kind": "list", "printed": [1, 2]}, "3, 4", [3, 4]),
        ({"kind": "list", "printed": ["x"]}, "x; wood", ["x", "wood"]),
        ({"kind": "list", "printed": [[1, 2]]}, "[[1, 2], [3, 4]]", [[1, 2], [3, 4]]),
        ({"kind": "text"}, " Old Farm ", "Old Farm"),
    ],
)
def test_what_is_typed_becomes_a_value(spec: dict[str, Any], typed: str, value: Any) -> None:
    assert run("values.js", "m.fromText(v[0], v[1])", spec, typed) == {"value": value}


@pytest.mark.parametrize(
    ("spec", "typed"),
    [
        (INTEGER, ""),
        (INTEGER, "many"),
        (INTEGER, "1e3"),
        (INTEGER, "2.5"),
        ({"kind": "flag"}, "perhaps"),
        ({"kind": "choice", "choices": ["a", "b"]}, "c"),
        ({"kind": "list", "printed": [1]}, "1, x"),
        ({"kind": "list", "printed": [[1]]}, "[[1"),
    ],
)
def test_what_cannot_be_read_says_why(spec: dict[str, Any], typed: str) -> None:
    read = run("values.js", "m.fromText(v[0], v[1])", {"allowed": "0 to 9", **spec}, typed)
    assert set(read) == {"error"}
    assert typed in read["error"] or "list" in read["error"]


def test_every_value_can_be_edited_as_it_is_shown() -> None:
    for kind, value in [
        ("integer", -3),
        ("number", 0.5),
        ("flag", True),
        ("choice", "at_once"),
        ("list", [1, 2]),
        ("list", [[1, 2], [3, 4]]),
        ("text", "Ale"),
    ]:
        spec = {"kind": kind, "printed": value, "choices": ["at_once"], "allowed": ""}
        assert run("values.js", "m.fromText(v[0], m.asText(v[1]))", spec, value) == {"value": value}


def test_arrow_keys_stop_at_the_limits() -> None:
    assert run("values.js", "[1, 10, -10].map((steps) => m.stepped(v[0], 3, steps))", INTEGER) == [4, 9, 0]


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("5", [["5"]]),
        ("1\t2\n3\t4\n", [["1", "2"], ["3", "4"]]),
        ("1\t2\r\n3\t\r\n", [["1", "2"], ["3", ""]]),
        ('a\t"b\tc"\n"d ""e"""\tf', [["a", "b\tc"], ['d "e"', "f"]]),
        ("\n1", [[""], ["1"]]),
    ],
)
def test_a_block_of_a_spreadsheet_is_read(text: str, rows: list[list[str]]) -> None:
    assert run("values.js", "m.readBlock(v[0])", text) == rows


def test_a_copied_block_is_read_again() -> None:
    rows = [["1", "two words"], ['say "x"', "a\tb"]]
    assert run("values.js", "m.readBlock(m.writeBlock(v[0]))", rows) == rows


@pytest.mark.parametrize(("low", "high"), [(30, 36), (0.2, 0.4), (0, 100), (21.3, 21.5), (-2, 3), (0, 0), (7.4059, 7.4061)])
def test_an_axis_holds_its_values_between_few_round_ticks(low: float, high: float) -> None:
    axis = run("charts.js", "m.scaleOf(v[0], v[1])", low, high)
    assert axis["low"] <= low <= high <= axis["high"]
    assert 3 <= len(axis["ticks"]) <= 8
    steps = {round(b - a, 9) for a, b in zip(axis["ticks"], axis["ticks"][1:], strict=False)}
    assert len(steps) == 1
    assert all(abs(tick - round(tick, axis["digits"])) < 1e-9 for tick in axis["ticks"])


def test_an_axis_stays_while_intervals_shrink_in_it_and_follows_when_they_are_lost_in_it() -> None:
    first, still, later, beyond = run(
        "charts.js",
        "(() => { const a = m.scaleOf(20, 40); return [a, m.scaleOf(24, 36, a), m.scaleOf(29, 31, a), m.scaleOf(20, 60, a)]; })()",
    )
    assert still == first
    assert later["high"] - later["low"] < first["high"] - first["low"]
    assert beyond["high"] >= 60


SECTION = {
    "name": "cards",
    "label": "Cards",
    "rows": [{"name": "farm", "label": "Farm"}, {"name": "mash_tun", "label": "Mash Tun"}],
    "columns": [
        {"name": "name", "label": "Name", "used": 2},
        {"name": "copies", "label": "Copies", "meaning": "in the deck", "used": 2},
        {"name": "saves.ale", "label": "Saves, ale", "used": 0},
    ],
}


@pytest.mark.parametrize(
    ("words", "is_unfolded", "changed", "rows", "columns"),
    [
        ([], False, [], ["farm", "mash_tun"], ["copies"]),
        ([], True, [], ["farm", "mash_tun"], ["name", "copies", "saves.ale"]),
        ([], False, ["cards.farm.saves.ale"], ["farm", "mash_tun"], ["copies", "saves.ale"]),
        (["farm"], False, [], ["farm"], ["copies"]),
        (["cards", "farm"], False, [], ["farm"], ["copies"]),
        (["saves"], False, [], ["farm", "mash_tun"], ["saves.ale"]),
        (["mash", "deck"], False, [], ["mash_tun"], ["copies"]),
        (["nothing"], False, [], [], []),
    ],
)
def test_a_grid_shows_what_is_used_changed_or_searched(
    words: list[str], is_unfolded: bool, changed: list[str], rows: list[str], columns: list[str]
) -> None:
    shown = run("grid.js", "m.shownParts(v[0], v[1], v[2], new Set(v[3]))", SECTION, words, is_unfolded, changed)
    assert [row["name"] for row in shown["rows"]] == rows
    assert [column["name"] for column in shown["columns"]] == columns


@pytest.mark.parametrize("text", ["rounds 9..11", "seats within 1.5", "worth of yeast reserves below -2", "score above 30"])
def test_a_goal_is_read_and_written_as_the_same_sentence(text: str) -> None:
    assert run("goals.js", "m.writeGoal(m.readGoal(v[0]))", text) == text


def test_what_is_no_goal_is_left_to_the_server() -> None:
    assert run("goals.js", "v.map(m.readGoal)", "rounds", "rounds within", "fun 3..") == [None, None, None]


def test_a_goal_keeps_its_numbers_when_its_kind_of_limit_changes() -> None:
    goal = {"name": "rounds", "relation": "..", "numbers": [9, 11]}
    kinds = run("goals.js", "['below', 'above', '..'].map((kind) => m.writeGoal(m.related(v[0], kind)))", goal)
    assert kinds == ["rounds below 11", "rounds above 9", "rounds 9..11"]


def test_the_number_of_a_goal_moves_in_steps_within_what_it_can_be() -> None:
    seats = {"group": "seats", "least": 0, "most": 100}
    assert run("goals.js", "[[1, 1], [0, -1], [0.7, 1], [100, 3]].map(([value, steps]) => m.moved(v[0], value, steps))", seats) == [
        1.5,
        0,
        1,
        100,
    ]


def test_a_card_goal_is_told_by_the_strongest_card() -> None:
    measures = [
        {"key": f"worth {name}", "group": "cards", "base": base} for name, base in (("a", {"value": 3}), ("b", {"value": 7}), ("c", None))
    ]
    assert run("goals.js", "[m.nowOf({key: 'cards'}, v[0]), m.nowOf({key: 'worth a'}, v[0]), m.nowOf({key: ''}, v[0])]", measures) == [
        {"value": 7},
        {"value": 3},
        None,
    ]
