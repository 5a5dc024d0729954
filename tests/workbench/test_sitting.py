"""A person at a seat: the game is the bots' own, nothing hidden leaves the server, and a log gives the same game again."""

import json

import pytest

from brewsim.errors import BadInput
from brewsim.play import simulate
from brewsim.rules import load_rules
from brewsim.stepping import View
from brewsim.workbench import sitting
from brewsim.workbench.endpoints import NotThere, WrongFields
from brewsim.workbench.sitting import AskedChoice, AskedReading, AskedSitting, Log, Sitting, Sittings

BOTS = ["greedy", "greedy", "random"]
START = Log(title="brew_crafters", bots=BOTS, seat=2, seed=3, game=11)


def play_to_end(one: Sitting) -> Sitting:
    """As the bot of the seat would."""
    while not one.is_over:
        one.choose(View(one.table).choice)
    return one


@pytest.fixture(scope="module")
def ended() -> Sitting:
    return play_to_end(Sitting(START))


def test_who_chooses_as_the_bot_plays_the_game_of_the_bots(ended):
    rows = simulate("brew_crafters", BOTS, [11], seed=3)
    assert [result["score"] for result in ended.shown()["results"]] == rows["score"].tolist()
    assert ended.shown()["is_over"]
    assert ended.shown()["options"] == []
    assert any("Seat 2 (you)" in line for line in ended.shown()["end"])


def test_a_log_gives_the_same_game_again(ended):
    again = Sitting(Log.model_validate(json.loads(json.dumps(ended.log().model_dump()))))
    assert again.shown() == ended.shown()
    assert again.log() == ended.log()


def test_so_does_the_log_of_a_game_that_is_not_over_by_changed_rules():
    one = Sitting(START.model_copy(update={"changes": {"game.target_rep": 15}}))
    for _ in range(5):
        one.choose(0)
    again = Sitting(one.log())
    assert again.shown() == one.shown()
    assert again.shown()["changes"] == [{"path": "game.target_rep", "printed": 21, "value": 15}]
    assert not again.is_over


def test_the_hand_of_another_seat_never_leaves_the_server(monkeypatch):
    """Every scene of a whole game, with a word planted in all that is hidden."""

    def planted(rules, state):
        seats = [{"seat": seat + 1, "hidden": {"hand": f"PLANTED-{seat + 1}"}} for seat in range(3)]
        return {"common": {"hidden": {"deck": "PLANTED-deck"}}, "seats": seats, "now": {}}

    monkeypatch.setattr(sitting, "scene_of", planted)
    one = Sitting(START)
    while not one.is_over:
        sent = json.dumps(one.shown())
        assert sent.count("PLANTED") == 1
        assert "PLANTED-2" in sent
        one.choose(0)


def test_what_a_seat_is_sent_is_the_same_however_the_rest_lies(monkeypatch):
    """The true hands of the others are exchanged for those of another deal: nothing that is sent changes."""
    one = Sitting(START)
    sent = one.shown()
    state = one.table.state
    state["deck"], state["hand"] = (
        sitting.dealt_again(one.rules, state, 1, deal=5)["deck"],
        sitting.dealt_again(one.rules, state, 1, deal=5)["hand"],
    )
    assert one.shown() == sent


def test_others_are_heard_and_the_own_cards_are_told(ended):
    others = [line for told in ended.story if told["seat"] != 2 for line in told["lines"]]
    own = [line for told in ended.story if told["seat"] == 2 for line in told["lines"]]
    assert "draws blind" in others
    assert not [line for line in others if line.startswith("draws blind:")]
    assert "draws blind" not in own


def test_what_is_fresh_was_told_since_the_last_choice():
    one = Sitting(START)
    assert one.fresh == 0
    before = len(one.story)
    one.choose(0)
    assert one.fresh == before
    assert one.story[one.fresh]["seat"] == 2


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"option": 0, "of": 99, "words": "x"}, "option 1 of 99, but there are"),
        ({"words": "takes the moon"}, "'takes the moon': that option is '"),
    ],
)
def test_a_wrong_log_says_why_in_one_line(ended, changed, why):
    log = ended.log()
    wrong = log.model_copy(update={"choices": [log.choices[0].model_copy(update=changed), *log.choices[1:]]})
    with pytest.raises(BadInput, match="choice 1 of the log") as error:
        Sitting(wrong)
    assert why in str(error.value)
    assert "\n" not in str(error.value)


def test_a_log_that_goes_on_after_the_end_is_refused(ended):
    log = ended.log()
    with pytest.raises(BadInput, match="the game was over before it"):
        Sitting(log.model_copy(update={"choices": [*log.choices, log.choices[0]]}))


def test_a_seat_that_is_not_at_the_table_is_refused():
    with pytest.raises(WrongFields, match="seat 4: 1 to 3"):
        Sitting(START.model_copy(update={"seat": 4}))


def test_a_choice_that_was_made_already_is_refused():
    begun = sitting.begin(None, AskedSitting(title="brew_crafters", seat=1, bots=["greedy"]))
    sitting.choose(None, AskedChoice(option=0, step=0), begun["id"])
    with pytest.raises(BadInput, match="made already"):
        sitting.choose(None, AskedChoice(option=0, step=0), begun["id"])
    with pytest.raises(BadInput, match="one of"):
        sitting.choose(None, AskedChoice(option=500, step=1), begun["id"])
    assert sitting.look(None, begun["id"])["step"] == 1


def test_the_log_of_the_page_is_read_back_by_the_page():
    begun = sitting.begin(None, AskedSitting(title="brew_crafters", seat=3, changes={"game.target_rep": 15}, bots=["greedy"], game=8))
    sitting.choose(None, AskedChoice(option=1, step=0), begun["id"])
    again = sitting.read(None, AskedReading(log=Log(**sitting.log(None, begun["id"]))))
    assert again["id"] != begun["id"]
    assert {**again, "id": ""} == {**sitting.look(None, begun["id"]), "id": ""}


def test_only_so_many_games_are_kept_and_the_one_left_alone_goes():
    kept = Sittings(most=2)
    one = Sitting(START)
    first, second = kept.add(one), kept.add(one)
    kept.find(first)
    third = kept.add(one)
    assert kept.find(first) is kept.find(third) is one
    with pytest.raises(NotThere, match="not kept any more"):
        kept.find(second)
    assert len({first, second, third}) == 3


def test_any_deal_is_played_unless_one_is_named():
    asked = AskedSitting(title="brew_crafters", bots=["greedy"])
    assert len({sitting.begin(None, asked)["game"] for _ in range(4)}) > 1


def play_a_game(title_name: str) -> None:
    """A whole game, and its log played again. `tests/long/test_stepping.py` plays one of every title."""
    title = load_rules(title_name).title
    one = play_to_end(Sitting(Log(title=title_name, bots=["greedy"] * title.default_seats, seat=1, seed=0, game=2)))
    assert len(one.shown()["results"]) == title.default_seats
    assert Sitting(one.log()).log() == one.log()


def test_a_game_can_be_played_to_its_end():
    play_a_game("brew_crafters")
