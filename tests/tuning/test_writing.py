"""Bots that were found, as files."""

from dataclasses import replace
from pathlib import Path

import pytest

from brewsim.bots import Bot, read_bot_file, read_bots
from brewsim.errors import BadInput
from brewsim.games import TITLES, load_title
from brewsim.matches import lay_table
from brewsim.rules import load_rules
from brewsim.stats.intervals import Estimate
from brewsim.tuning.tuner import Confirmation, Tuning, make_tuning
from brewsim.tuning.writing import check_target, holds, put_into_box, write_bot

pytestmark = pytest.mark.compiled_only

CONFIRMED = {2: Confirmation(Estimate(2.0, 1.9, 2.1, 10_000), Estimate(0.3, 0.2, 0.4, 10_000))}


def tuning_of(title: str, bot: str = "greedy", seed: int = 0) -> Tuning:
    return make_tuning([lay_table(load_rules(title))], bot, read_bots(load_title(title)), 2_000_000, seed)


def written(folder: Path, title: str = "brew_crafters", name: str = "found", **changes) -> Bot:
    tuning = tuning_of(title)
    write_bot(folder / f"{name}.toml", tuning, tuning.start.model_copy(update=changes), CONFIRMED, "brewsim tune ...")
    return read_bots(load_title(title), read_bot_file(folder / f"{name}.toml"))[name]


@pytest.mark.parametrize("title", TITLES)
def test_a_bot_is_read_as_it_was_written(tmp_path, title):
    found, start = written(tmp_path, title), tuning_of(title).start
    assert found.model_copy(update={"plan": start.plan}) == start
    assert found.plan == f"Tuned by play, from 'greedy': {start.plan}"


def test_a_plan_names_only_the_bot_that_it_was_found_from(tmp_path):
    tuning = tuning_of("brew_crafters")
    start = tuning.start.model_copy(update={"plan": "Has learned by play, from 'a': Tuned by play, from 'b': Brew from 'c': early."})
    write_bot(tmp_path / "found.toml", replace(tuning, start=start), start, CONFIRMED, "brewsim tune ...")
    assert read_bot_file(tmp_path / "found.toml")["found"]["plan"] == "Tuned by play, from 'greedy': Brew from 'c': early."


def test_odd_numbers_and_names_are_read_as_they_were_written(tmp_path):
    changes = {"character": ["play", "patience"], "temperature": 0.25, "weights": {"blind": 1.5e-07, "play": -2e5}}
    found = written(tmp_path, name="größe", **changes)
    assert {name: getattr(found, name) for name in changes} == changes


def test_the_file_says_how_the_bot_was_found(tmp_path):
    written(tmp_path)
    text = (tmp_path / "found.toml").read_text()
    assert "#   brewsim tune ..." in text
    assert "#   2 seats: it among 'greedy' 2.00 (1.90 to 2.10)" in text
    assert "'greedy' among it 0.30 (0.20 to 0.40)" in text
    assert "in 10,000 other games" in text


def test_the_file_of_another_is_never_overwritten(tmp_path):
    tuning, path = tuning_of("brew_crafters"), tmp_path / "found.toml"
    assert not holds(path, tuning)
    written(tmp_path)
    assert holds(path, tuning)
    with pytest.raises(BadInput, match="holds something else"):
        holds(path, tuning_of("brew_crafters", seed=1))
    path.write_bytes(b"\xff")
    with pytest.raises(BadInput, match="holds something else"):
        write_bot(path, tuning, tuning.start, CONFIRMED, "")
    assert path.read_bytes() == b"\xff"


@pytest.mark.parametrize("name", ["found.txt", "no/such/folder/found.toml", "a.b.toml", ".toml"])
def test_a_file_that_no_bot_can_be_written_to_is_refused(tmp_path, name):
    with pytest.raises(BadInput):
        check_target(tmp_path / name)


def test_bots_are_put_at_the_end_of_the_box_in_place_of_earlier_ones_and_the_rest_stays(tmp_path):
    box = tmp_path / "bots.toml"
    box.write_text((load_title("brew_crafters").folder / "bots.toml").read_text())
    before = read_bot_file(box)
    for number, name in enumerate(("expert", "rush", "expert"), 1):
        written(tmp_path, name=name, weights={"blind": float(number)}, character=["blind"] if name == "rush" else [])
        put_into_box(box, tmp_path / f"{name}.toml")
        (tmp_path / f"{name}.toml").unlink()
    after = read_bot_file(box)
    assert [after[name]["weights"] for name in ("expert", "rush")] == [{"blind": 3.0}, {"blind": 2.0}]
    assert list(after)[-2:] == ["rush", "expert"]
    assert {name: bot for name, bot in after.items() if name not in ("expert", "rush")} == {
        name: bot for name, bot in before.items() if name not in ("expert", "rush")
    }
    assert box.read_text().count("[expert]") == box.read_text().count("[rush]") == 1
    assert box.read_text().count("#   brewsim tune ...") == 2


def test_a_bot_of_the_box_that_was_written_by_hand_is_not_replaced(tmp_path):
    box = tmp_path / "bots.toml"
    box.write_text('[expert]\nplan = "By hand."\n')
    written(tmp_path, name="expert")
    with pytest.raises(BadInput, match="not made by `make bots`"):
        put_into_box(box, tmp_path / "expert.toml")
    assert box.read_text() == '[expert]\nplan = "By hand."\n'
