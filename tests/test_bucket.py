"""A run in a bucket: the same bytes as in a folder, one writer at a time, and one clear line for each thing that can be wrong."""

import datetime
import sys
from pathlib import Path

import polars as pl
import pytest

pytest.importorskip("obstore", reason="needs the extra brewsim[s3]")
pytest.importorskip("moto", reason="needs moto, of the extra brewsim[dev]")

from brewsim import bucket
from brewsim.bucket import BucketFolder, Lease
from brewsim.errors import BadInput
from brewsim.folders import LOCK, folder_of, passing_name
from brewsim.manifest import MANIFEST
from brewsim.outcomes import State
from brewsim.results import open_run, verify
from brewsim.runner import execute, prepare
from tests import stores
from tests.test_runner import plan

pytestmark = pytest.mark.compiled_only
RUN = "s3://lab/runs/trial"


@pytest.fixture(scope="module")
def endpoint():
    with stores.serving() as address:
        yield address


@pytest.fixture(autouse=True)
def lab(endpoint, monkeypatch) -> str:
    """An empty bucket, and the variables that lead to it."""
    for name in (*bucket.PLAIN_VARIABLES, *bucket.ROLE_VARIABLES):
        monkeypatch.delenv(name, raising=False)
    for name, value in stores.empty(endpoint).items():
        monkeypatch.setenv(name, value)
    return endpoint


@pytest.fixture(scope="module")
def on_disk(tmp_path_factory) -> Path:
    run = prepare(plan(), tmp_path_factory.mktemp("disk") / "run", 100)
    list(execute(run, 1))
    return Path(run.folder)


def objects(folder: BucketFolder) -> dict[str, bytes]:
    return {name: folder.read(name) for name in folder.looked_at("").listed or {}}


def play() -> BucketFolder:
    run = prepare(plan(), RUN, 100)
    assert sum(games for games, _ in execute(run, 2)) == 900
    return run.folder


def test_a_bucket_gets_the_same_bytes_and_can_be_asked_the_same_questions(on_disk):
    folder = play()
    expected = {str(path.relative_to(on_disk)): path.read_bytes() for path in on_disk.rglob("*") if path.is_file() and path.name != LOCK}
    assert objects(folder) == expected
    there, here = open_run(RUN), open_run(on_disk)
    assert pl.concat(there.parts()).collect().equals(pl.concat(here.parts()).collect())


def test_a_run_in_a_bucket_that_lost_parts_is_completed(on_disk):
    folder = play()
    whole = objects(folder)
    names = sorted(name for name in whole if name.endswith(".parquet"))
    folder.remove(names[1])
    folder.write(names[2], whole[names[2]][:100])
    folder.write(passing_name(), b"")  # as a kill may leave one
    found = verify(RUN)
    assert (found.paths(State.MISSING), found.paths(State.DAMAGED)) == ([f"{RUN}/{names[1]}"], [f"{RUN}/{names[2]}"])
    with pytest.raises(BadInput, match=f"{names[2]} is damaged: its checksum is wrong; to play again .* verify {RUN} --repair"):
        open_run(RUN)
    play()
    assert objects(folder) == whole


def test_a_part_that_is_changed_after_it_was_checked_is_not_read(on_disk):
    folder = play()
    results = open_run(RUN)
    name = next(results.manifest.parts()).file
    content = bytearray(folder.read(name))
    content[100] ^= 1
    folder.write(name, content)
    with pytest.raises(BadInput, match=f"{name} is damaged"):
        results.parts()


def test_names_are_taken_as_they_are(lab):
    folder = folder_of("s3://lab/50% off #1/ä +~")
    folder.write("parts/a [b] %20/0.parquet", b"content")
    assert folder.read("parts/a [b] %20/0.parquet") == b"content"
    assert objects(folder) == {"parts/a [b] %20/0.parquet": b"content"}
    frame = pl.DataFrame({"x": [1]})
    frame.write_parquet(folder.at("x %20#.parquet"), **folder.reading_options)
    assert pl.scan_parquet(folder.at("x %20#.parquet"), glob=False, **folder.reading_options).collect().equals(frame)


def test_only_one_process_writes_and_others_read(monkeypatch):
    run = prepare(plan(), RUN, 100)
    first = execute(run, 1)
    next(first)
    with pytest.raises(BadInput, match=f"another process is running the experiment in {RUN}; if that one was killed, try again in"):
        next(execute(run, 1))
    assert len(verify(RUN).paths(State.WHOLE)) == 1
    first.close()
    assert LOCK not in run.folder.names()
    assert play() == run.folder


def test_a_killed_process_loses_its_lease_and_one_that_slept_stops(monkeypatch):
    folder = folder_of(RUN)
    real_now = Lease._now
    with folder.held():
        sleeper = bucket._leases[folder]
        monkeypatch.setattr(Lease, "_now", lambda lease: real_now(lease) + datetime.timedelta(seconds=bucket.LEASE_SECONDS + 2))
        with Lease(folder):
            sleeper._renewed_at = 0  # it wakes up
            with pytest.raises(BadInput, match="another process has taken over s3://lab/runs/trial, since this one was silent"):
                folder.write(MANIFEST, b"{}")
            assert folder.names() == [LOCK]
    assert folder.names() == []


def test_a_lease_is_renewed_while_it_is_held(monkeypatch):
    monkeypatch.setattr(bucket, "RENEW_SECONDS", 0.01)
    folder = folder_of(RUN)
    with folder.held():
        tags = {folder.look(LOCK)[0]}
        while len(tags) < 3:
            tags.add(folder.look(LOCK)[0])
        assert not bucket._leases[folder].is_lost


def test_a_prefix_with_something_else_is_refused():
    folder = folder_of(RUN)
    folder.write("letter.txt", b"Dear publisher")
    with pytest.raises(BadInput, match="is not empty and holds no run"):
        prepare(plan(), RUN)
    assert objects(folder) == {"letter.txt": b"Dear publisher"}


def test_a_data_set_of_another_version_is_refused(brewsim):
    folder = play()
    folder.write(MANIFEST, folder.read(MANIFEST).replace(b'"decisions"', b'"choices"'))
    for command in (["report", RUN], ["verify", RUN]):
        done = brewsim(*command)
        assert done.returncode == 2
        assert done.stderr.startswith(f"brewsim: {RUN}/{MANIFEST} was edited, or written by another version of brewsim")


def refused(brewsim, *words: str, out: str = RUN) -> None:
    """A run to a bucket, and a report from there, say why not in one line and leave nothing behind."""
    for command in (["run", "brew_crafters", "-n", "100", "--seats", "2", "-o", out], ["report", out], ["verify", out]):
        done = brewsim(*command)
        assert done.returncode == 2, (command, done)
        assert done.stderr.count("\n") == 1
        for word in words:
            assert word in done.stderr


def test_a_wrong_bucket_is_one_line(brewsim, lab):
    refused(brewsim, f"there is no bucket 'elsewhere' at {lab}; make it first", out="s3://elsewhere/run")


def test_no_credentials_are_one_line(brewsim, monkeypatch):
    monkeypatch.delenv("AWS_ACCESS_KEY_ID")
    refused(brewsim, f"no credentials for {RUN} on ", "set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY")


def test_a_store_out_of_reach_is_one_line(brewsim, monkeypatch):
    monkeypatch.setattr(bucket, "ANSWER_SECONDS", 0)
    monkeypatch.setenv("AWS_ENDPOINT_URL", "http://127.0.0.1:9")
    refused(brewsim, f"{RUN} cannot be reached at http://127.0.0.1:9; see AWS_ENDPOINT_URL")


def test_a_key_without_rights_is_one_line(brewsim, lab):
    stores.check_rights(lab, True)
    refused(brewsim, f"{RUN}: access denied; the key in AWS_ACCESS_KEY_ID must be right")
    stores.check_rights(lab, False)
    assert folder_of(RUN).names() == []


def test_who_may_only_read_reads_and_does_not_write(lab, monkeypatch):
    folder = play()
    whole = objects(folder)
    for name, value in stores.reader(lab).items():
        monkeypatch.setenv(name, value)
    stores.check_rights(lab, True)
    assert pl.concat(open_run(RUN).parts()).collect().height == 450 * 5
    with pytest.raises(BadInput, match="access denied"):
        prepare(plan(seed=4), "s3://lab/other")
    assert play() == folder  # it is whole, so it is not held
    stores.check_rights(lab, False)
    assert objects(folder) == whole
    assert folder_of("s3://lab/other").names() == []


def test_without_the_extra_it_says_what_to_install(brewsim, monkeypatch):
    monkeypatch.setitem(sys.modules, "obstore.store", None)
    monkeypatch.delitem(sys.modules, "brewsim.bucket")
    refused(brewsim, f"brewsim: {RUN} needs more libraries: pip install 'brewsim[s3]'")


@pytest.mark.parametrize("address", ["s3://", "s3://lab", "s3://lab/", "s3:///run", "s3://lab/a//b", "s3://lab/../x", "s3:/lab/run"])
def test_an_address_that_is_none_is_one_line(brewsim, address, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    refused(brewsim, address, out=address)
    assert list(tmp_path.iterdir()) == []
