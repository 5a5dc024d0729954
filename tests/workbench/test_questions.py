"""What the page may ask: bounded, told by field, and the same question always by the same name."""

import json

import pytest

from brewsim.errors import BadInput
from brewsim.workbench.endpoints import WrongFields, read
from brewsim.workbench.questions import Asked, Question, check, wrong_fields

TARGET = "game.target_rep"


def asked(**keys) -> Question:
    return Question(title="brew_crafters", **keys)


def test_a_change_to_the_printed_value_is_none():
    assert asked(changes={TARGET: 21}).id == asked().id
    assert asked(changes={TARGET: 21}).is_same
    assert not asked(changes={TARGET: 20}).is_same


def test_a_question_has_the_same_id_however_it_is_written():
    one, other = {TARGET: 18, "game.hand_limit": 6}, {"game.hand_limit": 6, TARGET: 18}
    assert asked(changes=one).id == asked(changes=other).id
    assert asked(changes=one, bots=["expert"]).id == asked(changes=one, bots=["expert"] * 3, seats=3).id
    assert asked(changes=one, precision=0.2).id == asked(changes=one, games=500).id


@pytest.mark.parametrize("other", [{"seats": 2}, {"seed": 1}, {"bots": ["rush"]}, {"changes": {TARGET: 20}}, {"base": {TARGET: 20}}])
def test_what_decides_a_game_is_in_the_id(other):
    assert asked(**other).id != asked().id


def test_both_sides_are_changes_of_the_printed_rules():
    question = asked(base={TARGET: 18}, changes={"game.hand_limit": 6})
    assert question.rules("base").changes.keys() == {TARGET}
    assert question.rules("variant").changes.keys() == {"game.hand_limit"}


def test_the_same_rules_are_the_same_run_for_every_question():
    assert asked().experiment("base").digest == asked(changes={TARGET: 18}).experiment("base").digest
    assert asked(base={TARGET: 18}).experiment("base").digest == asked(changes={TARGET: 18}).experiment("variant").digest


def test_different_bots_move_on_by_a_seat_each_game():
    assert asked(bots=["expert", "rush", "engine"]).case("base").lineup.rotates
    assert not asked().case("base").lineup.rotates


def test_a_wrong_value_is_told_at_its_path_without_playing():
    found = check(asked(changes={TARGET: 300, "game.hand_limit": "x", "game.cards_drawn": 3}))
    assert found["fields"] == {
        TARGET: "300 is not allowed; it can be 1 to 200",
        "game.hand_limit": "x is not allowed; it can be 1 to 15",
    }
    assert {"path": "game.cards_drawn", "printed": 2, "value": 3, "label": "Game, cards drawn"} in found["changes"]


def test_values_that_are_wrong_only_together_are_told_at_one_of_them():
    wrong = wrong_fields(Question(title="heaven_and_ale", changes={"track.monk_prices": [1, 2, 3, 4, 5]}))
    assert wrong == {"track.monk_prices": "5 prices for 4 monk spaces"}


def test_an_unknown_title_is_told_by_field():
    assert "unknown title" in wrong_fields(Question(title="../../etc/passwd"))["title"]


def test_an_unknown_path_seats_and_bots_are_told_by_field():
    assert "unknown rule" in wrong_fields(asked(changes={"game.nothing": 1}))["game.nothing"]
    assert "not played with 9 seats" in wrong_fields(asked(seats=9))["seats"]
    assert "did you mean 'expert'" in wrong_fields(asked(bots=["exprt"]))["bots"]
    assert "one a seat" in wrong_fields(asked(bots=["expert", "rush"]))["bots"]


def test_items_that_nobody_may_use_are_a_change():
    assert wrong_fields(asked(changes={"blank": ["farm"]})) == {}
    assert "unknown item" in wrong_fields(asked(changes={"blank": ["form"]}))["blank"]


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"title": 5}, "title"),
        ({"title": "x" * 81}, "title"),
        ({"title": "brew", "changes": {"a": {"b": 1}}}, "a"),
        ({"title": "brew", "changes": {"a": 10**30}}, "a"),
        ({"title": "brew", "changes": {"a": "x" * 201}}, "a"),
        ({"title": "brew", "changes": {"a": [1] * 101}}, "a"),
        ({"title": "brew", "changes": {"a": [[1]]}}, "a"),
        ({"title": "brew", "changes": {"a": None}}, "a"),
        ({"title": "brew", "base": {"a": float("nan")}}, "a"),
        ({"title": "brew", "base": {"a": float("inf")}}, "a"),
        ({"title": "brew", "changes": {f"p{i}": 1 for i in range(501)}}, "changes"),
        ({"title": "brew", "seats": 21}, "seats"),
        ({"title": "brew", "seats": "3"}, "seats"),
        ({"title": "brew", "seats": True}, "seats"),
        ({"title": "brew", "bots": []}, "bots"),
        ({"title": "brew", "bots": ["a"] * 21}, "bots"),
        ({"title": "brew", "seed": -1}, "seed"),
        ({"title": "brew", "seed": 2**53}, "seed"),
        ({"title": "brew", "games": 0}, "games"),
        ({"title": "brew", "games": 2**19 + 1}, "games"),
        ({"title": "brew", "precision": 0}, "precision"),
        ({"title": "brew", "precision": float("nan")}, "precision"),
        ({"title": "brew", "other": 1}, "other"),
        ({"title": "brew", "page": "../x"}, "page"),
    ],
)
def test_everything_is_bounded_and_told_by_field(body, field):
    with pytest.raises(WrongFields) as error:
        read(Asked, json.dumps({"page": "p"} | body).encode())
    assert list(error.value.fields) == [field]
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("body", [b"{", b"[" * 100_000, b"\xff", b'"' + b"x" * 1000])
def test_what_is_no_json_is_refused(body):
    with pytest.raises(BadInput, match="not JSON"):
        read(Question, body)
