"""Opening a run: whole ones open, all others are refused with a line that names the part and what to do."""

import json
import shutil

import polars as pl
import pytest

from brewsim.errors import BadInput
from brewsim.experiment import ExperimentFile, digest_of, make_experiment
from brewsim.outcomes import uses
from brewsim.play import restricted_seat
from brewsim.results import open_run, reading
from brewsim.runner import execute, prepare

pytestmark = pytest.mark.compiled_only


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    file = ExperimentFile(title="brew_crafters", games=250, seats=2, lineups=[["greedy", "rush"]], without=["brewmaster"], seed=5)
    run = prepare(make_experiment("trial", file), tmp_path_factory.mktemp("run") / "whole", 100, "brewsim run brew_crafters")
    assert sum(games for games, _ in execute(run, 1)) == 500
    return run.folder


@pytest.fixture
def folder(whole, tmp_path):
    return shutil.copytree(whole, tmp_path / "copy")


def test_a_whole_run_opens(whole):
    results = open_run(whole)
    assert results.title.name == "brew_crafters"
    assert [case.without for case in results.cases] == [None, "brewmaster"]
    assert results.cases[0].lineup == ("greedy", "rush")
    assert len(results.parts()) == 3  # of the free case alone
    assert pl.concat(results.parts()).collect()["game"].to_list() == [game for game in range(250) for _ in range(2)]


def test_restricted_play_bans_the_item_at_one_seat_of_each_game(whole):
    results = open_run(whole)
    free, banned = (pl.concat(results.parts(case)).collect() for case in results.cases)
    own = pl.Series(restricted_seat(free["game"].to_numpy(), 2)) == free["seat"]
    assert free.filter(own)[uses("brewmaster")].sum() > 50
    assert banned.filter(own)[uses("brewmaster")].sum() < 5
    assert banned.filter(~own)[uses("brewmaster")].sum() > 50
    untouched = free.filter(own & (free[uses("brewmaster")] == 0))["game"]
    same = [frame.filter(pl.col("game").is_in(untouched.implode())).drop("case", "options") for frame in (free, banned)]
    assert same[0].equals(same[1])


def test_a_missing_part_is_named(folder):
    part = sorted(folder.rglob("*.parquet"))[1]
    part.unlink()
    with pytest.raises(BadInput, match=f"half finished: 1 of 6 parts are missing.*{part.name}.*brewsim run brew_crafters"):
        open_run(folder)


@pytest.mark.parametrize("size", [0, 100])
def test_a_damaged_part_is_named(folder, size):
    part = sorted(folder.rglob("*.parquet"))[1]
    part.write_bytes(part.read_bytes()[:size])
    with pytest.raises(BadInput, match=f"{part.name} is damaged"):
        open_run(folder)


def test_a_part_with_too_few_rows_is_damaged(folder):
    part = sorted(folder.rglob("*.parquet"))[1]
    pl.read_parquet(part).head(10).write_parquet(part)
    with pytest.raises(BadInput, match="it has 10 rows"):
        open_run(folder)


def test_a_part_of_another_version_is_refused(folder):
    part = sorted(folder.rglob("*.parquet"))[1]
    pl.read_parquet(part).drop("margin").write_parquet(part)
    with pytest.raises(BadInput, match="another version of brewsim.*margin"):
        open_run(folder)


@pytest.mark.parametrize("key", ["cases", "chunk", "title", "games"])
def test_a_manifest_of_another_version_is_refused(folder, key):
    path = folder / "manifest.json"
    manifest = json.loads(path.read_text())
    del manifest[key]
    path.write_text(json.dumps(manifest))
    with pytest.raises(BadInput, match="another version of brewsim"):
        open_run(folder)


def test_a_part_of_other_games_is_damaged(folder):
    parts = sorted(folder.rglob("*.parquet"))
    shutil.copy(parts[0], parts[1])
    with pytest.raises(BadInput, match=f"{parts[1].name} is damaged: it holds other games; remove it and run again: brewsim run"):
        open_run(folder)


def test_changed_bytes_are_found_when_they_are_read(folder):
    part = sorted(folder.rglob("*.parquet"))[1]
    content = bytearray(part.read_bytes())
    end = len(content) - 8 - int.from_bytes(content[-8:-4], "little")  # of the data; behind it the file tells of itself
    content[end - 2000 : end] = bytes(byte ^ 255 for byte in content[end - 2000 : end])
    part.write_bytes(content)
    results = open_run(folder)
    with pytest.raises(BadInput, match=f"{part.name} is damaged; remove it and run again"), reading([results]):
        pl.concat(results.parts()).collect()


@pytest.mark.parametrize(("key", "value"), [("games", 200), ("cases", []), ("seed", 6), ("chunk", 0), ("versions", None)])
def test_an_edited_manifest_is_refused(folder, key, value):
    path = folder / "manifest.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | {key: value}))
    with pytest.raises(BadInput, match="manifest.json was edited, or written by another version.*run again: brewsim run brew_crafters"):
        open_run(folder)


def test_an_unknown_title_and_a_folder_without_a_run(folder, tmp_path):
    path = folder / "manifest.json"
    manifest = json.loads(path.read_text()) | {"title": "mead_masters"}
    path.write_text(json.dumps(manifest | {"digest": digest_of(manifest)}))
    with pytest.raises(BadInput, match="mead_masters"):
        open_run(folder)
    with pytest.raises(BadInput, match="holds no run"):
        open_run(tmp_path)
