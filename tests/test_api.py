"""The library as a notebook meets it: names complete, objects show themselves, columns are documented, errors speak Python."""

import inspect
import pkgutil
import re
import subprocess
import sys

import polars as pl
import pytest

import brewsim as bs
from brewsim.errors import BadInput, choice, speaking_flags

pytestmark = pytest.mark.compiled_only
TITLE, PATH = "brew_crafters", "game.target_rep"
RUN_QUESTIONS = (
    *("seats", "bot_wins", "bot_wins_by_seat", "plans", "mix", "cards", "cards_by_round", "cards_together", "cards_change", "ties"),
    *("margins", "length", "leaders", "sources", "skill", "skill_levels"),
)


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """All that a question can be about, at one table."""
    keys = {"seats": 2, "lineups": ["greedy"], "plans": ["greedy", "rush"], "skill": ["rush", "engine"], "pairs": ["ale", "farm"]}
    keys |= {"variants": {"short": {PATH: 15}}, "without_bots": ["greedy"]}
    return bs.run(TITLE, out=tmp_path_factory.mktemp("api") / "run", jobs=1, games=240, **keys)


def test_names_complete_and_the_library_is_loaded_only_then():
    code = "import sys, brewsim; assert 'brewsim.api' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)
    assert set(bs.__all__) <= set(dir(bs))
    assert not {"import_module", "Any", "sys"} & set(dir(bs))


def test_every_name_is_there_and_says_what_it_does():
    for name in bs.__all__:
        assert inspect.getdoc(getattr(bs, name)), name


def test_a_function_stays_one_when_the_module_of_its_name_is_imported():
    modules = {module.name for module in pkgutil.iter_modules(bs.__path__)}
    shared = modules & set(bs.__all__)
    assert shared == set(bs._FUNCTIONS)
    for name in shared:
        __import__(f"brewsim.{name}")
        assert inspect.isfunction(getattr(bs, name)), name


def undocumented(frame: pl.DataFrame, question) -> list[str]:
    """The columns that a docstring does not name, by themselves or as an end of an estimate."""
    doc = inspect.getdoc(question)
    assert "Returns\n-------" in doc
    named = set(re.findall(r"\w+", doc))
    return [name for name in frame.columns if not {name, re.sub("_(low|high|q)$", "", name)} & named]


@pytest.mark.parametrize("name", RUN_QUESTIONS)
def test_every_column_of_an_answer_is_documented(run, name):
    question = getattr(bs, name)
    assert undocumented(question(run), question) == []


def test_every_column_of_the_other_frames_is_documented(run, tmp_path):
    assert undocumented(bs.compare(run).frame, bs.compare) == []
    assert undocumented(bs.sweep(run, PATH), bs.sweep) == []
    assert undocumented(bs.titles(), bs.titles) == []
    assert undocumented(bs.settings(TITLE, "target"), bs.settings) == []
    assert undocumented(bs.items(TITLE), bs.items) == []
    assert undocumented(bs.luck(TITLE, ["greedy", "rush"], games=200, seats=2, jobs=1).frame, bs.luck) == []


def test_compare_plays_a_title_with_changes(tmp_path):
    found = bs.compare(TITLE, {PATH: 15}, out=tmp_path / "one", jobs=1, games=200, seats=2, lineups=["greedy"], items=["ale"])
    assert set(found.frame["case"]) == {"changed.2.greedy"}
    assert found.frame.filter(measure="worth")["group"].to_list() == ["ale"]
    assert "game.target_rep is 15 instead of 21." in repr(found)
    variants = {"short": {PATH: 15}, "long": {PATH: 27}}
    several = bs.compare(TITLE, variants, out=tmp_path / "two", jobs=1, games=60, seats=2, lineups=["greedy"])
    assert list(dict.fromkeys(several.frame["case"])) == ["short.2.greedy", "long.2.greedy"]


def test_sweep_plays_a_title_at_values(tmp_path):
    curve = bs.sweep(TITLE, PATH, [15, 18], out=tmp_path / "run", jobs=1, games=60, seats=2)
    assert curve.filter(measure="rounds")["rule"].to_list() == [15, 18, 21]


def test_replay_tells_a_game_of_a_title_and_of_a_run(run):
    told = bs.replay(TITLE, game=3, seats=2, lineups=["rush"], changes={PATH: 15})
    assert "rules: changed" in repr(told).splitlines()[0]
    assert "seat 1 rush" in told
    assert "game 3, rules: short" in bs.replay(run, game=3, case="short.2.greedy")
    with pytest.raises(BadInput, match="unknown case 'printed'; did you mean 'printed.2.rush'"):
        bs.replay(run, case="printed")


def test_report_takes_runs_and_what_was_measured(tmp_path):
    played = bs.run(TITLE, out=tmp_path / "run", jobs=1, games=40)
    page = bs.report(played, measured=[bs.luck(TITLE, games=400, jobs=1)], out=tmp_path / "page")
    assert page == tmp_path / "page" / "index.html"
    assert "part of the variance" in page.read_text(encoding="utf-8")


def test_objects_show_themselves_in_a_few_lines(run):
    found = bs.compare(run)
    bots = bs.bots(TITLE)
    rules = bs.load_rules(TITLE, {PATH: 15})
    for shown, word in (
        (run, "printed.2.greedy"),
        (found, "game.target_rep is 15 instead of 21."),
        (rules, "<td>21</td><td>15</td>"),
        (bots, "rush"),
        (bots["greedy"], "weighs"),
        (bs.luck(TITLE, games=200, jobs=1), "skill"),
    ):
        text = shown._repr_html_()
        assert word in text
        assert text.count("<tr>") <= 13 * text.count("<b>")


@pytest.mark.parametrize(
    ("plot", "rows", "message"),
    [
        ("plot_cards", bs.cards, r"one figure is of one case, and these rows have 2 \(printed.2.greedy, short.2.greedy\)"),
        ("plot_sources", bs.sources, r"rows.filter\(case='printed.2.greedy'\)"),
        ("plot_bot_wins", bs.bot_wins, "one figure is of one case"),
        ("plot_plans", bs.plans, "one figure is of one variant"),
        ("plot_compare", lambda run: bs.compare(run).frame, r"one figure has one unit.*rows.filter\(is_share=True\)"),
        ("plot_compare", lambda run: bs.compare(run).frame.filter(is_share=False), r"\(points, rounds, decisions, turns\)"),
        ("plot_sweep", lambda run: bs.sweep(run, PATH), "one figure is of one measure"),
        ("plot_skill", bs.skill_levels, "one figure is of one variant"),
    ],
)
def test_plots_refuse_what_does_not_go_together(run, plot, rows, message):
    with pytest.raises(BadInput, match=message):
        getattr(bs, plot)(rows(run))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: bs.run(TITLE, precision=0), "^precision=0: points of win share"),
        (lambda: bs.compare(TITLE, {PATH: 15}, decide=float("nan")), "^decide=nan: points of win share"),
        (lambda: bs.compare(TITLE), r"nothing to compare with brew_crafters: give changes=\{path: value\}"),
        (lambda: bs.sweep(TITLE, PATH), "^values=...: the values"),
        (lambda: bs.replay(TITLE, game=-1), "^game=-1: at least 0"),
        (lambda: bs.luck(TITLE, games=0), "^games=0: 1 to"),
        (lambda: bs.assumptions(TITLE, seed=-1), "^seed=-1: 0 to"),
        (lambda: bs.luck(TITLE, ["nobody"]), "unknown bot of brew_crafters 'nobody'"),
        (lambda: bs.report(), "at least one run"),
    ],
)
def test_errors_speak_python_in_python(call, message):
    with pytest.raises(BadInput, match=message) as error:
        call()
    assert "--" not in str(error.value)


def test_errors_speak_flags_on_the_command_line(brewsim, tmp_path):
    (tmp_path / "file").write_text("mine")
    for arguments, message in (
        (["run", TITLE, "-n", "5", "-o", str(tmp_path)], "choose another folder with --out"),
        (["run", TITLE, "--precision", "0"], "--precision 0: points of win share"),
        (["compare", TITLE, "--set", f"{PATH}=15", "--decide", "-1"], "--decide -1: points of win share"),
    ):
        assert message in brewsim(*arguments).stderr
    assert choice("out") == "out=..."  # the library speaks Python again
    with pytest.raises(BadInput, match=r"choose another folder with out=\.\.\."):
        bs.run(TITLE, games=5, out=tmp_path)
    with speaking_flags():
        assert choice("out") == "--out"


def test_a_question_that_the_run_cannot_answer_says_what_to_play(tmp_path):
    plain = bs.run(TITLE, out=tmp_path / "run", jobs=1, games=40, seats=2)
    with pytest.raises(BadInput, match=r"play one with pairs=\[...\]"):
        bs.cards_together(plain)
    with pytest.raises(BadInput, match="play one with variants"):
        bs.cards_change(plain)
    with pytest.raises(BadInput, match="changes, items, decide and other keys go with a title"):
        bs.compare(plain, {PATH: 15})
