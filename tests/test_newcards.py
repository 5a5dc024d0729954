"""Cards that a variant adds and removes: read, refused, played, counted, restricted and told, in every title that takes them."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from brewsim.advising.levers import find_levers
from brewsim.bots import make_lineup
from brewsim.effects import effects_of
from brewsim.engine import drivers
from brewsim.engine.conventions import restricted_seat
from brewsim.engine.sections import Section
from brewsim.errors import BadInput
from brewsim.experiment import ExperimentFile, experiment_of, make_experiment
from brewsim.games import TITLES, load_title
from brewsim.manifest import read_manifest
from brewsim.outcomes import to_frame
from brewsim.play import check, simulate, simulate_without
from brewsim.reading import nest
from brewsim.replay import replay
from brewsim.results import Results
from brewsim.rules import Rules, items_of, load_rules, read_variant, settings, variant_text
from brewsim.stats.variants import changed_rules
from brewsim.studies import card_study, sweep
from tests.conftest import fewer_if_interpreted

CELLAR = {"copies": 4, "ingredient": "hops", "class": "equipment", "bonus_rep": {"ale": 1, "lambic": 1}}


@dataclass(frozen=True)
class Planted:
    """A section of a title, with new cards whose strength is known."""

    title: str
    section: str
    twin_of: str  # a printed card; its twin has the same effects under another name
    strong: dict[str, Any]  # far beyond print, and as far as `games` need to tell it surely: not the least strength that can be found
    void: dict[str, Any]  # one that does nothing
    plus: str  # the bot that plays
    games: int = 4_000  # in which a worth is measured

    def __str__(self) -> str:
        return f"{self.title}-{self.section}"


PLANTED = [
    Planted(
        "brew_crafters",
        "cards",
        "hops_infusers",
        {"copies": 4, "ingredient": "hops", "class": "equipment", "bonus_rep": dict.fromkeys(("ale", "porter", "lambic"), 5)},
        {"copies": 4, "ingredient": "hops", "class": "neither"},
        "greedy",
    ),
    Planted(
        "wizards_brew",
        "spells",
        "great_wish",
        {"colour": "green", "makes": {"wild": 9}, "energy": 1},
        {"colour": "green", "energy": 5},
        "greedy",
    ),
    Planted("brew_baron", "adjuncts", "honey", {"copies": 16, "cost": 0, "grain": 1, "hops": 1}, {"copies": 2, "cost": 9}, "greedy"),
    Planted(
        "brew",
        "potions",
        "change_a",
        {"effect": "place", "cost": {"herb": 1}, "vp": 60},
        {"effect": "swap", "cost": {"herb": 6, "shroom": 6, "crystal": 6}, "vp": 0},
        "greedy",
        games=2000,
    ),
    Planted(
        "brew",
        "forests",
        "f01",
        {"min_seats": 2, "seasons": ["spring", "fall"], "vp": 60, "spaces": ["meadow:herb", "grove:shroom", "brook:crystal", "brook:herb"]},
        {"min_seats": 2, "seasons": ["spring"], "vp": 0, "spaces": ["meadow:herb"]},
        "greedy",
        games=6000,  # rivals fight for it, so it is often lost
    ),
]
by_section = pytest.mark.parametrize("planted", PLANTED, ids=str)


def added(name: str, **values: Any) -> Rules:
    return load_rules("brew_crafters", {"add": {"cards": {name: values}}})


def uses(rules: Rules, rows: np.ndarray, item: str) -> np.ndarray:
    return to_frame(rules, rows, "", ("bot",) * 9)[f"uses_{item}"].to_numpy()


def test_every_title_with_sections_is_planted():
    assert {(name, section.path) for name in TITLES for section in load_title(name).sections} == {(p.title, p.section) for p in PLANTED}


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"add": {"cards": {"cellar": CELLAR | {"freezes": 1}}}}, "add.cards.cellar: unknown key 'freezes'; "),
        ({"add": {"cards": {"cellar": CELLAR | {"copies": 99}}}}, "add.cards.cellar: copies = 99: "),
        ({"add": {"cards": {"cellar": CELLAR | {"takes": {"gold": 1}}}}}, "add.cards.cellar: "),
        ({"add": {"cards": {"cellar": {}}}}, "add.cards.cellar: 'copies' is missing"),
        ({"add": {"cards": {"cellar": 3}}}, "add.cards.cellar: a new card is a table, [add.cards.NAME]"),
        ({"add": {"cards": 3}}, "add.cards: a new card is a table"),
        ({"add": 3}, "add: cards can be added to and removed from cards"),
        ({"add": {"recipes": {"bock": {"rep": 3}}}}, "add.recipes.bock.rep: cards can be added to and removed from cards"),
        ({"add": {"cards": {"farm": CELLAR}}}, "'farm' is the name of something else"),
        ({"add": {"cards": {"ale": CELLAR}}}, "'ale' is the name of something else"),
        ({"add": {"cards": {"score": CELLAR}}}, "'score' is the name of something else"),
        ({"add": {"cards": {"all": CELLAR}}}, "'all' is the name of something else"),
        ({"add": {"cards": {"Cold Cellar": CELLAR}}}, "'Cold Cellar' is no name for a card; small letters"),
        ({"add": {"cards": {"a" * 41: CELLAR}}}, "is no name for a card"),
        ({"add": {"cards": {f"card_{i}": CELLAR for i in range(4)}}}, "cards: 17 cards, but at most 16 fit"),
        ({"remove": ["ale"]}, "remove: ale is no card that the rules of brew_crafters can do without"),
        ({"remove": ["frm"]}, "unknown card of brew_crafters 'frm'; did you mean 'farm'?"),
        ({"remove": ["farm", "farm"]}, "remove: farm is listed twice"),
        ({"remove": "farm"}, "remove = 'farm': a list of cards"),
        ({"remove": [["farm"]]}, "remove = [['farm']]: a list of cards"),
        ({"remove": ["farm"], "cards.farm.copies": 3}, "unknown rule of brew_crafters 'cards.farm.copies'"),
        ({"remove": ["farm"], "blank": ["farm"]}, "unknown item of brew_crafters 'farm'"),
        ({"remove": list(load_title("brew_crafters").items[:10])}, "are dealt and laid out at 4 seats"),
        ({"add": {"cards": {"cellar": CELLAR | {"copies": 8}}}} | {f"cards.{c}.copies": 8 for c in load_title("brew_crafters").items[:13]},
         "112 copies in all, but the deck holds at most 104"),
    ],
)  # fmt: skip
def test_what_cannot_be_added_or_removed_is_refused_in_one_line(changes, message):
    with pytest.raises(BadInput, match=re.escape(message)) as caught:
        load_rules("brew_crafters", changes)
    assert "\n" not in str(caught.value)


def test_a_title_without_sections_says_so():
    plain = next((name for name in TITLES if not load_title(name).sections), None)
    if plain:
        with pytest.raises(BadInput, match="has no table that takes new cards"):
            load_rules(plain, {"add": {"cards": {"cellar": CELLAR}}})


def test_a_removed_card_makes_room():
    names = load_title("brew_crafters").items[:2]
    rules = load_rules("brew_crafters", {"remove": list(names), "add": {"cards": {f"card_{i}": CELLAR for i in range(5)}}})
    assert sorted(rules.numbers.values()) == [*range(16), *range(16, 21)]
    assert [rules.numbers[f"card_{i}"] for i in range(5)] == [13, 14, 15, 0, 1]


def test_a_variant_file_says_the_same_after_it_was_written_again(tmp_path):
    file = tmp_path / "cellar.toml"
    file.write_text(
        """
        title = "brew_crafters"
        blank = ["cellar"]
        remove = ["farm"]
        [add.cards.cellar]
        name = "Cellar & Söhne"
        copies = 3
        ingredient = "malt"
        class = "neither"
        saves.ale.hops = 1
        [set]
        "cards.cellar.copies" = 4
        "game.target_rep" = 20
        """
    )
    rules = read_variant(file)
    assert rules.values["cards.cellar.copies"] == 4
    assert "cards.farm.copies" not in rules.values
    assert rules.blank == ["cellar"]
    assert rules.title.items[-1] == "cellar"
    assert "farm" not in rules.title.items
    file.write_text(variant_text(rules))
    again = read_variant(file)
    assert (again.values, again.changes, again.numbers) == (rules.values, rules.changes, rules.numbers)
    assert again.record.tobytes() == rules.record.tobytes()


def test_the_examples_of_the_guide_can_be_read(tmp_path):
    guide = (Path(__file__).parents[1] / "docs" / "new-cards.md").read_text(encoding="utf-8")
    blocks = re.findall(r"(?ms)^```toml\n(.*?)^```", guide)
    file, found = tmp_path / "example.toml", []
    for block in blocks:
        file.write_text(block, encoding="utf-8")
        found.append(read_variant(file).title.name)
    assert sorted(found) == sorted({planted.title for planted in PLANTED})


def experiment_file(**keys: Any) -> ExperimentFile:
    cellar = {"add": {"cards": {"cellar": CELLAR}}, "remove": ["farm"]}
    press = {"add": {"cards": {"press": CELLAR | {"ingredient": "malt"}}}}
    return ExperimentFile(title="brew_crafters", games=50, seats=2, lineups=["greedy"], variants={"cellar": cellar, "press": press}, **keys)


def test_an_experiment_counts_the_cards_of_all_its_cases_and_comes_back_from_its_manifest(tmp_path):
    made = make_experiment("cards", experiment_file(without=["all"]))
    assert made.title.items[-2:] == ("cellar", "press")
    by_name = {case.name: case for case in made.cases}
    assert "cellar.2.greedy.without_cellar" in by_name
    assert "printed.2.greedy.without_cellar" not in by_name
    assert "cellar.2.greedy.without_farm" not in by_name
    made.manifest().write(tmp_path)
    again = experiment_of(read_manifest(tmp_path))
    assert again.digest == made.digest
    assert [case.rules.numbers for case in again.cases] == [case.rules.numbers for case in made.cases]
    frames = {name: frame_of(by_name[f"{name}.2.greedy"]) for name in ("printed", "cellar", "press")}
    assert len({tuple(frame.columns) for frame in frames.values()}) == 1
    used = {name: [frame[f"uses_{item}"].sum() > 0 for item in ("farm", "cellar", "press")] for name, frame in frames.items()}
    assert used == {"printed": [True, False, False], "cellar": [False, True, False], "press": [True, False, True]}


def frame_of(case):
    return to_frame(case.rules, simulate(case.rules, case.lineup, 200), case.name, case.lineup.names)


def test_a_run_tells_which_cards_a_variant_adds_and_removes(tmp_path):
    run = Results(tmp_path, make_experiment("cards", experiment_file()).manifest())
    base, cellar, _ = run.cases
    assert changed_rules(run, base, cellar) == {"cards.farm": ("a card", None), "cards.cellar": (None, "a card")}


def test_a_new_card_can_be_swept_and_is_a_lever():
    rules = added("cellar", **CELLAR)
    assert {"cards.cellar.copies", "cards.cellar.bonus_rep.ale"} <= {lever.path for lever in find_levers(rules)}
    assert [one.meaning for one in settings(rules) if one.path == "cards.cellar.bonus_rep.ale"] == ["extra Rep for each such beer"]


def test_a_card_that_only_a_variant_has_can_be_studied(tmp_path):
    path = tmp_path / "cellar.toml"
    path.write_text('title = "brew_crafters"\n[add.cards.cold_cellar]\ncopies = 3\ningredient = "hops"\nclass = "equipment"\n')
    cases = card_study("brew_crafters", ["cold_cellar"], variants=[path], games=10).cases
    assert [(case.rules.variant, case.without) for case in cases] == [("printed", ()), ("cellar", ()), ("cellar", ("cold_cellar",))]


def test_a_sweep_goes_from_the_rules_of_a_variant(tmp_path):
    file = tmp_path / "cellar.toml"
    file.write_text(variant_text(added("cellar", **CELLAR)))
    experiment, paths = sweep("brew_crafters", ["cards.cellar.bonus_rep.ale=0..2"], file, games=10)
    assert paths == ("cards.cellar.bonus_rep.ale",)
    assert [case.rules.values[paths[0]] for case in experiment.cases] == [1, 0, 2]
    assert experiment.cases[0].rules.variant == "cellar"


def test_a_renamed_card_is_told_by_its_new_name():
    rules = load_rules("brew_crafters", {"cards.farm.name": "Hop Yard"})
    told = "\n".join(line for game in range(10) for line in replay(rules, make_lineup(rules.title, ["greedy"] * 3), game))
    assert "Hop Yard (hops)" in told
    assert "Farm" not in told


@by_section
def test_the_catalogue_has_every_key_of_a_card_with_its_meaning(planted):
    effects = [one for one in effects_of(planted.title) if one.section == planted.section]
    assert {one.effect for one in effects} >= planted.strong.keys()
    assert [one.effect for one in effects if not one.meaning or not one.allowed] == []
    twin = {one.effect for one in effects if planted.twin_of in one.cards}
    values = load_rules(planted.title).values
    assert all(
        values[f"{planted.section}.{planted.twin_of}.{key}"] for key in twin if f"{planted.section}.{planted.twin_of}.{key}" in values
    )


def with_card(planted: Planted, values: dict[str, Any], **more: Any) -> Rules:
    return load_rules(planted.title, {"add": {planted.section: {"novelty": values}}} | more)


def twin(planted: Planted) -> dict[str, Any]:
    return nest(load_rules(planted.title).values)[planted.section][planted.twin_of]


def item_of(planted: Planted, card: str) -> str:
    return section_of(planted).item(card)


def section_of(planted: Planted) -> Section:
    return next(one for one in load_title(planted.title).sections if one.path == planted.section)


@by_section
def test_a_card_too_many_is_refused(planted):
    section = section_of(planted)
    cards = {f"novelty_{i}": planted.void for i in range(section.spare + 1)}
    with pytest.raises(BadInput, match=f"{section.path}: {section.room + 1} cards, but at most {section.room} fit"):
        load_rules(planted.title, {"add": {section.path: cards}})


@by_section
def test_a_new_card_is_played_restricted_and_told(planted):
    rules = with_card(planted, planted.strong | ({"name": "Wonder"} if "name" in twin(planted) else {}))
    item, lineup = item_of(planted, "novelty"), make_lineup(rules.title, [planted.plus] * rules.title.default_seats)
    games = fewer_if_interpreted(2000)
    free = uses(rules, simulate(rules, lineup, games, seed=1), item)
    if games < 100:
        return
    assert free.sum() > 0
    banned = simulate(rules, lineup, games, seed=1, banned=[[item]] * len(lineup.names))
    assert uses(rules, banned, item).sum() <= 0.01 * free.sum()
    told = any("Wonder" in line or "novelty" in line.lower() for game in range(100) for line in replay(rules, lineup, game, seed=1))
    assert told
    assert {one.item: one.path for one in items_of(rules)}[item] == f"{planted.section}.novelty"


@by_section
def test_the_checking_driver_passes_games_with_new_cards_at_every_number_of_seats(planted):
    title = load_title(planted.title)
    section = section_of(planted)
    cards = {f"novelty_{i}": card for i, card in enumerate([planted.strong, planted.void, *[twin(planted)] * (section.spare - 1)])}
    rules = load_rules(planted.title, {"add": {planted.section: cards}, "remove": [section.printed[0]]})
    assert len(cards) == section.spare + 1  # one of them takes the place of a printed one
    for seats in title.seats:
        for bot in ("random", planted.plus):
            games = fewer_if_interpreted(40)
            assert check(rules, seats, games, bot) == games


@by_section
def test_a_new_card_compiles_nothing_again(planted):
    rules = load_rules(planted.title)
    simulate(rules, ["random"] * rules.title.default_seats, 1)
    before = len(getattr(drivers.play_games, "signatures", ()))
    simulate(with_card(planted, planted.strong), ["random"] * rules.title.default_seats, 1)
    assert len(getattr(drivers.play_games, "signatures", ())) == before


@pytest.mark.compiled_only
@by_section
def test_planted_strength_is_found(planted):
    """A card far beyond print is surely worth more than one that does nothing and than a twin of a printed one; the twin is worth what its
    model is worth, in games that would tell the two apart if the twin were as good as the strong card.
    """
    twins = with_card(planted, twin(planted))
    strong, void, own, model = (
        losses(with_card(planted, planted.strong), planted, "novelty"),
        losses(with_card(planted, planted.void), planted, "novelty"),
        losses(twins, planted, "novelty"),
        losses(twins, planted, planted.twin_of),
    )
    assert interval(strong)[0] > max(0.01, interval(void)[1], interval(own)[1], interval(model)[1])
    assert interval(void)[0] < 0.01
    low, high = interval(own - model)
    assert low < 0 < high < interval(strong)[0]


def losses(rules: Rules, planted: Planted, card: str) -> np.ndarray:
    """(game) What a seat loses of the win that may not use a card."""
    seats, ids = rules.title.default_seats, np.arange(planted.games)
    lineup = make_lineup(rules.title, [planted.plus] * seats)
    free, banned = simulate(rules, lineup, ids, seed=2), simulate_without([item_of(planted, card)], rules, lineup, ids, seed=2)
    is_restricted = free["seat"] == restricted_seat(free["game"], seats)
    return free["win_share"][is_restricted].astype(float) - banned["win_share"][is_restricted]


def interval(samples: np.ndarray) -> tuple[float, float]:
    """Their mean, three standard errors less and more."""
    mean, error = samples.mean(), 3 * samples.std() / np.sqrt(len(samples))
    return mean - error, mean + error
