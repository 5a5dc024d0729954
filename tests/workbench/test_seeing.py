"""What a seat may see and hear: nothing in it depends on what the seat cannot know."""

import json

import numpy as np
import pytest

from brewsim.bots import make_lineup
from brewsim.engine.contract import GAME
from brewsim.games import load_title
from brewsim.play import Step, trace
from brewsim.rules import Rules, load_rules
from brewsim.stepping import Game
from brewsim.workbench import seeing
from brewsim.workbench.seeing import DEALS, common_words, dealt_again, heard, option_words, plain_scene, scene_of, seen_by, swift, tell

SEED = 4


def steps_of(title: str, seats: int | None = None, bot: str = "greedy") -> tuple[Rules, list[Step]]:
    rules = load_rules(title)
    lineup = make_lineup(rules.title, [bot] * (seats or rules.title.default_seats))
    return rules, list(trace(rules, lineup, 1, SEED))


def test_a_stripped_scene_is_the_same_however_the_rest_is_dealt(title_name):
    """So neither the true table nor one that was dealt again shows through."""
    rules, steps = steps_of(title_name)
    for step in steps[:: max(1, len(steps) // 30)]:
        for seat in range(int(step.before.n_seats)):
            seen = seen_by(scene_of(rules, step.before), seat + 1)
            for deal in range(2):
                assert seen_by(scene_of(rules, dealt_again(rules, step.before, seat, deal)), seat + 1) == seen


def test_what_others_hear_is_the_same_however_the_rest_is_dealt(title_name):
    rules, steps = steps_of(title_name)
    for step in steps[:: max(1, len(steps) // 60)]:
        told = heard(rules, step.before, step.action, step.after)
        is_shown = step.after.rounds > step.before.rounds or step.after.over  # the end of a round turns up what was hidden before it
        if is_shown or ", using " in told[0]:  # nor are cards hidden that all see going into a kettle
            continue
        for seat in set(range(int(step.before.n_seats))) - {step.seat}:
            tables = dealt_again(rules, step.before, seat), dealt_again(rules, step.after, seat)
            assert [line.partition(", using ")[0] for line in heard(rules, tables[0], step.action, tables[1])] == told


@pytest.mark.parametrize("title", ["brew", "heaven_and_ale"])
def test_everybody_is_told_the_same_in_a_game_without_secrets(title):
    rules, steps = steps_of(title, bot="random")
    assert all(heard(rules, *told) == tell(rules, *told) for told in ((step.before, step.action, step.after) for step in steps[:40]))


def test_who_draws_blind_is_heard_but_not_what():
    rules, steps = steps_of("brew_crafters")
    drawn = [step for step in steps if tell(rules, step.before, step.action, step.after)[0].startswith("draws blind: ")]
    assert drawn
    assert all(heard(rules, step.before, step.action, step.after) == ["draws blind"] for step in drawn)


@pytest.mark.parametrize(
    ("title", "secrets"),
    [("wizards_brew", ("keeps", "exchanges", "puts")), ("brew_baron", ("has grain", "has hops", "will turn up", "draws from"))],
)
def test_sealed_choices_are_heard_without_what_they_are(title, secrets):
    """Of every action that seals something, others hear the same words whatever it is."""
    rules, steps = steps_of(title)
    sealed: dict[str, set[str]] = {}
    for step in steps:
        told = tell(rules, step.before, step.action, step.after)[0]
        for beginning in secrets:
            if told.startswith(beginning) and " (" not in told and ";" not in told:
                sealed.setdefault(beginning, set()).add(heard(rules, step.before, step.action, step.after)[0])
    assert sealed
    assert all(not any(digit.isdigit() for digit in text) for texts in sealed.values() for text in texts)


def test_an_option_tells_nothing_of_the_card_that_will_be_drawn():
    rules, steps = steps_of("brew_crafters")
    words = [word for step in steps[:20] for word in option_words(rules, step.before, step.options)]
    assert "draws blind" in words
    assert not [word for word in words if word.startswith("draws blind:")]


def test_options_are_told_from_tables_that_were_dealt_again(monkeypatch):
    """The true table is never told: its deck would show."""
    rules, steps = steps_of("brew_crafters")
    before = steps[0].before
    told = []
    monkeypatch.setattr(seeing, "tell", lambda rules, table, action, after: told.append(table.deck.tobytes()) or ["x"])
    option_words(rules, before, steps[0].options[:1])
    assert len(set(told)) == DEALS
    assert before.deck.tobytes() not in told


def test_a_text_that_differs_from_the_first_word_on_is_told_as_it_is():
    assert common_words(["one way", "another way"]) == "one way"


def test_a_title_without_a_scene_shows_a_seat_only_its_own_standing(monkeypatch):
    rules, steps = steps_of("brew_crafters")
    scene = plain_scene(rules, steps[-1].before)
    assert [set(own) for own in scene["seats"]] == [{"seat", "hidden"}] * 3
    assert scene["seats"][2]["hidden"]["standing"].split()[1] == "Rep"
    assert [set(own) for own in seen_by(scene, 2)["seats"]] == [{"seat"}, {"seat", "hidden"}, {"seat"}]
    assert scene["common"] == {}
    monkeypatch.setattr(rules.title.words, "standing", lambda *table: "prices hops 2, malt 3; seat 1 4 points; seat 2 5 points")
    seen = seen_by(plain_scene(rules, steps[-1].before), 2)
    assert (seen["common"], seen["seats"]) == (
        {"open": "prices hops 2, malt 3"},
        [{"seat": 1}, {"seat": 2, "hidden": {"standing": "5 points"}}],
    )


def test_what_is_hidden_is_stripped_wherever_it_stands():
    scene = {
        "common": {"deck": {"hidden": {"next": "PLANTED"}}, "piles": [{"hidden": {"top": "PLANTED"}, "n": 3}]},
        "seats": [{"hidden": {"hand": "own"}}, {"deep": [{"hidden": {"hand": "PLANTED"}}]}, {"hidden": {"hand": "shown", "to": [1, 3]}}],
        "now": {"hidden": {"roll": "PLANTED"}, "seat": 2},
    }
    seen = json.dumps(seen_by(scene, 1))
    assert "PLANTED" not in seen
    assert "own" in seen
    assert "shown" in seen
    assert "shown" not in json.dumps(seen_by(scene, 2))


def test_a_swift_record_reads_as_the_record_does():
    game = Game(load_rules("brew_crafters"), make_lineup(load_title("brew_crafters"), ["random"] * 2), [0])
    game.open(0)
    state = game.desks[0].tables[GAME]
    fast = swift(state)
    for name in state.dtype.names:
        assert np.array_equal(getattr(fast, name), getattr(state, name))
    with pytest.raises(AttributeError):
        _ = fast.no_such_field
