"""The manual builds without a warning, its pages lead nowhere else than they say, and every command on a page works."""

import importlib
import json
import re
import shlex
import shutil
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from brewsim.measured import read_measured
from brewsim.reading import parse_count
from brewsim.report.study import make_study
from brewsim.results import open_run
from tests.long.conftest import ENVIRONMENT, ROOT

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
# Of a command that asks for more, or says nothing: games, those to adapt with, and those to search with.
FEW = {"-n": 400, "--adapt": 2_000, "--budget": 5_000}
LEAST_TO_ADVISE = 10_000
TAKES_GAMES = {"run": "-n", "compare": "-n", "sweep": "-n", "cards": "-n", "advise": "-n", "check": "-n", "tune": "--budget"}
# What needs a server, or a title to be installed, has tests of its own.
NOT_RUN = re.compile(r"^workbench|--scheduler|s3://|^(?!new).*night_market")

pytestmark = [pytest.mark.long, pytest.mark.compiled_only]


def commands_of(text: str) -> list[list[str]]:
    """The commands of a page, in order: `$ brewsim ...` in a console block, or an indented line that begins with `brewsim`."""
    joined = text.replace("\\\n", " ")
    found = re.findall(r"^(?:\$ |    )(brewsim .*)$", joined, re.MULTILINE)
    return [shlex.split(line, comments=True)[1:] for line in found]


def quick(words: list[str]) -> list[str]:
    """The same command with few games, whether it names their number or not."""
    few = FEW | ({"-n": LEAST_TO_ADVISE} if words[0] == "advise" else {})
    asked = {flag: games for flag, games in few.items() if flag in words or flag == TAKES_GAMES.get(words[0])}
    others = []
    for before, word in zip(["", *words], words):
        if before in few and word[0].isdigit():
            asked[before] = min(asked[before], parse_count(word))
        elif word not in few:
            others.append(word)
    return [*others, *(str(part) for pair in asked.items() for part in pair)]


def write_files(text: str, folder: Path) -> None:
    """The files of a page: a block of TOML that begins with its name, and the samples."""
    shutil.copytree(ROOT / "docs" / "samples", folder, dirs_exist_ok=True)
    for name, content in re.findall(r"^```toml\n# (\S+\.toml)\n(.*?)^```", text, re.MULTILINE | re.DOTALL):
        few = re.sub(r"^(games|search_games) = .*$", r"\1 = 200", content, flags=re.MULTILINE)
        (folder / name).write_text(few, encoding="utf-8")


@pytest.mark.parametrize("page", [page for page in PAGES if commands_of(page.read_text(encoding="utf-8"))], ids=lambda page: page.stem)
def test_every_command_on_a_page_works(page, brewsim, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    text = page.read_text(encoding="utf-8")
    write_files(text, tmp_path)
    for words in commands_of(text):
        if not NOT_RUN.search(shlex.join(words)):
            done = brewsim(*quick(words))
            allowed = (0, 1, 3) if words[0] == "check" else (0,)
            assert done.returncode in allowed, f"{shlex.join(words)}\n{done.stdout}\n{done.stderr}"


def test_the_tutorial_shows_what_comes_out(brewsim, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    text = (ROOT / "docs" / "tutorial.md").read_text(encoding="utf-8")
    shown = re.findall(r"^    (seat .*)$", text, re.MULTILINE)
    (run,) = [words for words in commands_of(text) if words[0] == "run"]
    assert len(shown) == 3
    assert set(shown) <= set(brewsim(*run).stdout.splitlines())


def test_findings_of_a_title_have_every_topic_that_was_measured(brewsim, tmp_path, monkeypatch):
    """What docs/findings.py writes, from few games."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(ROOT / "docs"))
    findings = importlib.import_module("findings")
    played = json.loads(brewsim("run", str(ROOT / "experiments" / "brew_crafters.toml"), "-n", "200", "--json").stdout)
    assert brewsim("luck", "brew_crafters", "-n", "200", "-o", "luck.json").returncode == 0
    study = make_study([open_run(Path(played["out"]))], [read_measured(Path("luck.json"))])
    text = findings.page("brew_crafters", study)
    headings = re.findall(r"^### (.*)$", text, re.MULTILINE)
    left_out = ("leaders", "assumptions")  # too few games, and not measured
    assert headings == [*(heading for name, heading in findings.TOPICS.items() if name not in left_out), "Measured by"]
    assert "| special reserve | recipe |" in text
    assert commands_of(text) == list(findings.commands("brew_crafters").values())


class Links(HTMLParser):
    """What a page points to, and what can be pointed to on it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.targets: list[tuple[str, str]] = []  # tag, address
        self.ids: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        given = dict(attributes)
        self.ids |= {value for name in ("id", "name") if (value := given.get(name))}
        self.targets += [(tag, value) for name in ("href", "src") if (value := given.get(name))]


def test_the_manual_builds_without_a_warning_and_its_links_lead_somewhere(tmp_path):
    pytest.importorskip("myst_nb", reason="the manual needs the extra brewsim[docs]")
    built = tmp_path / "html"
    command = [sys.executable, "-m", "sphinx", "-W", "-q", "-b", "html", "-d", str(tmp_path / "doctrees"), str(ROOT / "docs"), str(built)]
    done = subprocess.run(command, env=ENVIRONMENT, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stderr
    pages = {path: Links(path.read_text(encoding="utf-8")) for path in built.rglob("*.html")}
    assert len(pages) > 20
    for page, links in pages.items():
        for tag, target in links.targets:
            address = urlsplit(target)
            if address.scheme or address.netloc:
                assert tag == "a" or address.scheme == "data", f"{page.name} loads something from elsewhere: {target}"
                continue
            path = (page.parent / unquote(address.path)).resolve() if address.path else page
            assert path.exists(), f"{page.name}: {target}"
            if address.fragment and path in pages:
                assert unquote(address.fragment) in pages[path].ids, f"{page.name}: {target}"
