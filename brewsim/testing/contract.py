"""What every title must fulfil, over all of its numbers of seats."""

import itertools
import re
import sys

import numba
import numpy as np
import pytest

from brewsim.bots import DEFAULT_BOT, make_lineup, read_bots
from brewsim.engine.contract import Title
from brewsim.errors import BadInput
from brewsim.games import load_title
from brewsim.parts.sources import title_files
from brewsim.play import check, simulate, trace
from brewsim.replay import replay
from brewsim.rules import fields_of, load_rules, rule_values
from brewsim.workbench.seeing import dealt_again, scene_of, seen_by

INTERPRETED = bool(numba.config.DISABLE_JIT)
compiled_only = pytest.mark.skipif(INTERPRETED, reason="needs the compiler")
SCENE_EVERY = 9  # decisions of a game whose scenes are looked at
FILES = (
    "rules.toml", "rules.py", "state.py", "codes.py", "kernel.py", "options.py", "hidden.py", "scoring.py", "checks.py",
    "features.py", "words.py", "bots.toml", "RULES.md",
)  # fmt: skip


def fewer_if_interpreted(games: int) -> int:
    """A number of games that stays affordable when the kernels run as plain Python."""
    return max(1, games // 500) if INTERPRETED else games


def parametrize_titles(titles: tuple[str, ...], metafunc: pytest.Metafunc) -> None:
    """Give a test every title, or every title at every number of seats."""
    if "table" in metafunc.fixturenames:
        tables = [(name, seats) for name in titles for seats in load_title(name).seats]
        metafunc.parametrize("table", tables, ids=[f"{name}-{seats}" for name, seats in tables])
    if "title_name" in metafunc.fixturenames:
        metafunc.parametrize("title_name", titles)


def imported_files(title: Title, stem: str) -> set[str]:
    """The files of a title that one of them imports, directly or not."""
    found: set[str] = set()
    left = [stem]
    while left:
        text = (title.folder / f"{left.pop()}.py").read_text(encoding="utf-8")
        names = re.findall(rf"from {re.escape(title.package)}(?:\.(\w+))? import (.+)", text)
        direct = {file for module, members in names for file in ([module] if module else re.findall(r"\w+", members))}
        left += direct - found
        found |= direct
    return found


class ContractTests:
    """Tests of `titles`, by name."""

    titles: tuple[str, ...] = ()

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        parametrize_titles(self.titles, metafunc)

    def test_every_title_has_the_same_files(self, title_name):
        folder = load_title(title_name).folder
        assert [name for name in FILES if not (folder / name).exists()] == []

    def test_names_are_unique_and_plain(self, title_name):
        title = load_title(title_name)
        for names in (title.features, title.items, title.metrics):
            assert len(set(names)) == len(names)
            assert all(re.fullmatch(r"[a-z][a-z0-9_]*", name) for name in names)
        assert len(title.item_kinds) == len(title.items)
        assert set(title.score_sources) <= set(title.metrics)
        both = sorted(set(title.items) & set(title.metrics))
        assert not both, f"an item and a metric have the same name: {', '.join(both)}"

    def test_every_rule_value_has_a_source(self, title_name):
        values = rule_values(title_name)
        assert values
        assert all(value.source and value.basis in ("printed", "inferred", "assumed") for value in values)

    def test_bots_have_a_plan_and_the_required_ones_are_there(self, title_name):
        bots = read_bots(load_title(title_name))
        assert list(bots)[:3] == ["random", "novice", "greedy"]
        assert DEFAULT_BOT in bots, "it plays where nothing else is said: brewsim tune finds one"
        assert len(bots) >= 5
        short = [name for name, bot in bots.items() if len(bot.plan) <= 20]
        assert not short, f"bots.toml: `plan` of {', '.join(short)} is too short; a sentence of more than 20 characters"

    def test_every_belief_of_a_bot_matters(self, title_name):
        """A belief that changes nothing in the record that the features read is a number without a meaning.

        More and less are tried: a number of the rules may bound it from one side.
        """
        rules = load_rules(title_name)
        believe = rules.title.believe
        values = read_bots(rules.title)["greedy"].beliefs
        usual = believe(rules.record, values).tobytes()
        unread = [
            name
            for name, value in values.items()
            if all(believe(rules.record, {**values, name: other}).tobytes() == usual for other in (2 * value + 1.123, value / 2))
        ]
        assert unread == []

    @pytest.mark.parametrize("file", ["kernel", "options", "hidden", "scoring", "checks"])
    def test_rules_know_nothing_of_bots(self, title_name, file):
        """What decides the course of a game imports nothing of what a bot thinks about it."""
        assert not imported_files(load_title(title_name), file) & {"beliefs", "view", "features"}

    def test_nothing_from_elsewhere_decides_a_game(self, title_name):
        """The digest of a run covers brewsim and the folder of the title: it would not see an edit in another package."""
        title = load_title(title_name)
        known = {"brewsim", "numba", "numpy", "pydantic", title.package.partition(".")[0], *sys.stdlib_module_names}
        texts = {path.name: path.read_text(encoding="utf-8") for path in title_files(title.folder) if path.suffix == ".py"}
        imports = [(name, module) for name, text in texts.items() for module in re.findall(r"^(?:from|import) (\w+)", text, re.M)]
        assert [f"{name} imports {module}" for name, module in imports if module not in known] == []

    def test_random_games_keep_every_promise(self, table):
        """Invariants after every action, legal actions, no look at what a seat cannot know, no view that is out of date."""
        name, seats = table
        games = fewer_if_interpreted(600)
        aborted = games - check(name, seats, games, "random", seed=1)
        assert aborted <= 0.02 * games, f"{aborted} of {games} games did not end within the cap of {load_title(name).cap} decisions"

    def test_games_of_every_bot_keep_every_promise(self, table):
        name, seats = table
        for bot in read_bots(load_title(name)):
            check(name, seats, fewer_if_interpreted(100), bot, seed=2)

    def test_rules_at_their_limits_keep_every_promise(self, title_name):
        """Every number at both ends of what the schema allows: arrays must have room, and no count may overflow."""
        title, broken = load_title(title_name), {}
        for path, field in fields_of(title_name).items():
            for limit in {field.schema.get("minimum"), field.schema.get("maximum")} - {None}:
                try:
                    rules = load_rules(title_name, {path: limit})
                    check(rules, title.default_seats, fewer_if_interpreted(20), DEFAULT_BOT, seed=3)
                except BadInput:
                    continue  # the rules as a whole refuse it
                except (AssertionError, IndexError, ZeroDivisionError) as error:
                    broken[f"{path} = {limit}"] = str(error)
        assert broken == {}

    @pytest.mark.parametrize(("seed", "game"), [(0, 2**62), (2**63, 0), (2**63 - 1, 2**31), (2**33 + 1, 2**40 + 7)])
    def test_any_seed_and_game_id_can_be_played(self, table, seed, game):
        name, seats = table
        rows = simulate(name, ["random"] * seats, [game], seed)
        assert rows["game"].tolist() == [game] * seats
        if not rows["aborted"][0]:
            assert rows["rank"].min() == 1

    def test_outcomes_add_up(self, table):
        name, seats = table
        title = load_title(name)
        rows = simulate(name, ["greedy"] * seats, fewer_if_interpreted(400), seed=3).reshape(-1, seats)
        rows = rows[~rows["aborted"][:, 0]]
        sides = len(np.unique(rows["side"][0]))
        np.testing.assert_allclose(rows["win_share"].sum(axis=1), seats / sides, rtol=1e-6)
        assert (rows["rank"].min(axis=1) == 1).all()
        best = rows["score"].max(axis=1, keepdims=True)
        assert (rows["win_share"][rows["score"] < best] == 0).all()
        if title.score_sources:
            columns = [title.metrics.index(source) for source in title.score_sources]
            np.testing.assert_array_equal(rows["metrics"][..., columns].sum(axis=-1), rows["score"])
        assert rows["uses"].sum() > 0
        np.testing.assert_array_equal(rows["first_use"] > 0, rows["uses"] > 0)
        assert (rows["first_use"].max(axis=-1) <= rows["rounds"]).all()
        assert len(np.unique(rows["first_use"])) > 2

    def test_following_games_tells_their_chances_and_changes_nothing_else(self, table):
        name, seats = table
        plain, followed = (simulate(name, ["greedy"] * seats, 9, follow_every=every).reshape(9, seats) for every in (0, 3))
        chances = followed["chance_at_half"].copy()
        assert np.isnan(plain["chance_at_half"]).all()
        is_long = plain["rounds"][:, 0] > 1
        assert (np.isfinite(chances).all(axis=1) == ((np.arange(9) % 3 == 0) & is_long)).all()
        wins = plain["win_share"].sum(axis=1)[0]  # the seats of a side win together
        assert chances[np.isfinite(chances[:, 0])].sum(axis=1) == pytest.approx(wins, abs=1e-5)
        followed["chance_at_half"] = np.nan
        assert followed.tobytes() == plain.tobytes()

    @compiled_only
    def test_every_item_is_used_by_someone(self, title_name):
        """An item that nobody ever uses is a rule that does not work, or bots that are blind to it."""
        title = load_title(title_name)
        unused = np.ones(title.n_items, bool)
        games = 1000
        for round_, bot, seats in itertools.product(range(3), read_bots(title), title.seats):
            if unused.any():
                rows = simulate(title_name, [bot] * seats, range(games * round_, games * (round_ + 1)), seed=4)
                unused &= rows["uses"].sum(axis=0) == 0
        assert [item for item, number in title.item_numbers.items() if unused[number]] == []

    @compiled_only
    def test_a_ban_holds(self, table):
        """Each item banned at the first seat: at most 1 % of its uses there remain, and the others use it as before."""
        name, seats = table
        title, games = load_title(name), 100
        free = simulate(name, ["greedy"] * seats, games, seed=5)
        uses = free["uses"][free["seat"] == 0].sum(axis=0)
        left = {}
        for item, number in title.item_numbers.items():
            if uses[number]:
                rows = simulate(name, ["greedy"] * seats, games, seed=5, banned=[[item]])
                remain = rows["uses"][rows["seat"] == 0, number].sum()
                if remain > 0.01 * uses[number]:
                    left[item] = f"{remain} of {uses[number]}"
        assert left == {}

    def test_a_blank_item_is_banned_at_every_seat(self, title_name):
        title = load_title(title_name)
        seats, games = title.default_seats, fewer_if_interpreted(100)
        uses = simulate(title_name, ["greedy"] * seats, games, seed=5)["uses"].sum(axis=0)
        item = max(title.items, key=lambda item: uses[title.item_numbers[item]])
        blank = simulate(load_rules(title_name, {"blank": [item]}), ["greedy"] * seats, games, seed=5)
        assert blank.tobytes() == simulate(title_name, ["greedy"] * seats, games, seed=5, banned=[[item]] * seats).tobytes()

    def test_trace_makes_the_same_decisions_as_simulate(self, table):
        name, seats = table
        lineup = make_lineup(load_title(name), ["greedy", *["random"] * (seats - 1)], rotates=True)
        for game in range(3):
            steps = list(trace(name, lineup, game, seed=6))
            rows = simulate(name, lineup, [game], seed=6)
            decided = np.bincount([step.seat for step in steps], minlength=seats)
            np.testing.assert_array_equal(decided, rows["decisions"])

    def test_replay_tells_every_game(self, table):
        name, seats = table
        rules = load_rules(name)
        lines = list(replay(rules, make_lineup(rules.title, ["greedy"] * seats), game=1, seed=7))
        assert any("wins" in line for line in lines[-seats:])
        assert not any(re.search(r"\b(None|nan)\b", line) for line in lines)

    def test_the_workbench_shows_a_seat_nothing_that_it_cannot_know(self, table):
        name, seats = table
        rules = load_rules(name)
        for step in list(trace(name, ["greedy"] * seats, 0, seed=9))[::SCENE_EVERY]:
            for seat in range(seats):
                tables = step.before, dealt_again(rules, step.before, seat)
                assert len({str(seen_by(scene_of(rules, state), seat + 1)) for state in tables}) == 1

    def test_greedy_beats_random(self, title_name):
        assert self.relative_share(title_name, "greedy", "random") > 1.2

    @compiled_only
    def test_novice_stands_between_random_and_greedy(self, title_name):
        """The temperature of `novice` in bots.toml says how often it takes another option than `greedy`."""
        assert self.relative_share(title_name, "novice", "greedy") < 0.9
        assert self.relative_share(title_name, "novice", "random") > 1.1

    def relative_share(self, title_name: str, bot: str, others: str) -> float:
        """What a bot wins at a table of others, fair = 1."""
        title = load_title(title_name)
        lineup = make_lineup(title, [bot, *[others] * (title.default_seats - 1)], rotates=True)
        rows = simulate(title_name, lineup, fewer_if_interpreted(3000), seed=8)
        return title.default_seats * float(rows["win_share"][rows["bot"] == 0].mean())
