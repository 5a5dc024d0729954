"""`brewsim check`: its code, its files, and what it refuses; `brewsim price`: its tables."""

import json

import pytest

pytestmark = pytest.mark.compiled_only

FILE = 'title = "brew_crafters"\nseats = [2]\nlineups = ["greedy"]\n'
PRICE = ("price", "brew_crafters", "--seats", "2", "--bot", "greedy", "-n", "400", "-j", "1")
COMMAND = ("check", "x.toml", "-n", "3000", "-j", "1")


@pytest.fixture
def checked(brewsim, monkeypatch, tmp_path):
    """Writes an experiment file with this text after the title, and runs a command on it."""
    monkeypatch.chdir(tmp_path)

    def run(text, *arguments):
        (tmp_path / "x.toml").write_text(FILE + text)
        return brewsim(*(arguments or COMMAND))

    return run


@pytest.mark.parametrize(
    ("goals", "code", "told"),
    [
        ('"rounds" = "2..40"\n"ties below" = 60', 0, "2 surely hold, of 2 checks."),
        ('"rounds" = "2..40"\n"ties above" = "90 %"', 1, "1 surely hold, 1 surely fail, of 2 checks."),
        ('"rounds" = "2..40"\n"seats within" = 0.5', 3, "1 surely hold, 1 not known, of 2 checks."),
    ],
)
def test_the_code_says_whether_all_hold_one_fails_or_nobody_knows(checked, goals, code, told):
    done = checked(f"[check]\n{goals}")
    assert done.returncode == code, done.stderr
    assert told in done.stdout
    assert ("raise the most games with -n" in done.stdout) == (code == 3)
    found = json.loads(checked(f"[check]\n{goals}", *COMMAND, "--json").stdout)
    assert found["verdict"] == {0: "holds", 1: "fails", 3: "not known"}[code]
    assert (found["games_needed"] is not None and found["games_needed"] > 3000) == (code == 3)


def test_the_files_are_the_same_for_any_number_of_workers(checked, tmp_path):
    for jobs in ("1", "2"):
        words = ("check", "x.toml", "-n", "3000", "-j", jobs, "--junit", f"out/{jobs}.xml", "--markdown", f"out/{jobs}.md")
        assert checked('[check]\n"cards within" = 60\n"ties below" = 60', *words).returncode == 0
    for ending in ("xml", "md"):
        assert (tmp_path / f"out/1.{ending}").read_bytes() == (tmp_path / f"out/2.{ending}").read_bytes() != b""
    assert len(list((tmp_path / "out").iterdir())) == 4


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "x.toml has no [check]; write goals into it"),
        ("[check]", "x.toml: [check]: 0 goals: 1 to 100"),
        ("check = 3", "check = 3: input should be a valid dictionary"),
        ('[check]\n"sets within" = 2', "x.toml: [check]: goal 'sets within 2': brew_crafters has no measure 'sets'; did you mean 'seats'"),
        ('[check]\n"rounds" = "11..9"', "goal 'rounds 11..9': the limits are upside down"),
        ('[check]\n"rounds" = 9', "goal 'rounds 9': write what is measured and its limit"),
        ('[check]\n"rounds" = [9, 11]', "'rounds' = [9, 11]: a limit is a number, or a text such as '9..11'"),
        ('[check]\n"rounds below" = true', "'rounds below' = True: a limit is a number"),
        ('[check]\n"rounds below" = 9\n"rounds above" = 11', "contradict each other: no game can meet both"),
        ('[check]\n"seat 3" = "20..40"', "no table here has seat 3"),
    ],
)
def test_a_bad_check_is_refused_in_one_line(checked, tmp_path, text, complaint):
    done = checked(text)
    assert (done.returncode, done.stdout) == (2, "")
    assert complaint in done.stderr
    assert done.stderr.count("\n") == 1
    assert [path.name for path in tmp_path.iterdir()] == ["x.toml"]


@pytest.mark.parametrize(
    "command", [["run", "x.toml", "-n", "10"], ["cards", "x.toml"], ["compare", "x.toml", "--set", "game.target_rep=9"]]
)
def test_a_bad_check_is_refused_by_every_command_that_reads_the_file(checked, tmp_path, command):
    done = checked('[check]\n"rounds" = "11..9"', *command)
    assert done.returncode == 2
    assert "[check]: goal 'rounds 11..9': the limits are upside down" in done.stderr
    assert not (tmp_path / "runs").exists()


def test_a_check_does_not_change_a_run(checked, tmp_path):
    words = ("run", "x.toml", "-n", "50", "-j", "1", "--json")
    with_it, without = (json.loads(checked(text, *words).stdout)["out"] for text in ('[check]\n"rounds" = "9..11"', ""))
    assert with_it == without


@pytest.mark.parametrize("flag", ["--junit", "--markdown"])
def test_a_folder_in_the_place_of_a_file_is_refused_before_anything_is_played(checked, tmp_path, flag):
    done = checked('[check]\n"rounds" = "2..40"', *COMMAND, flag, str(tmp_path))
    assert done.returncode == 2
    assert f"{flag} {tmp_path} is a folder; name a file" in done.stderr


def test_price_tells_all_items_in_80_columns_and_the_same_as_json(ok):
    text = ok(*PRICE)
    rows = json.loads(ok(*PRICE, "--json"))["prices"]
    table = [line for line in text.splitlines() if any(line.startswith(row["item"]) for row in rows)]
    assert [line.split()[0] for line in table] == [row["item"] for row in rows]
    assert all(row["verdict"] in line for row, line in zip(rows, table))
    assert max(len(line.rstrip()) for line in table) <= 80
    assert {row["item"] for row in rows} == {"ale", "porter", "lambic", "coffee_stout", "special_reserve"}
    assert rows[0]["curve"][0]["worth"].keys() == {"value", "low", "high", "n"}


def test_price_of_one_item_shows_its_curve_by_the_rules_of_a_variant(ok, tmp_path):
    (tmp_path / "rich.toml").write_text('title = "brew_crafters"\nset."recipes.special_reserve.rep" = 14\n')
    text = ok(*PRICE[:2], "special_reserve", *PRICE[2:], "--variant", "rich.toml")
    assert "variant rich" in text
    assert "14 (now)" in text
    assert "special_reserve, 14 now: " in text
    assert "pays too" in text or "no value in" in text


def test_price_moves_any_number_that_is_named(ok):
    text = ok(*PRICE[:2], "farm", "--path", "cards.farm.copies", *PRICE[2:])
    assert "cards.farm.copies" in text
