"""The page about the guard shows the sample files as they are, and its goals are goals."""

import re
from pathlib import Path

import pytest

from brewsim.experiment import read_experiment
from brewsim.games import load_title
from brewsim.goals import parse_goal

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "guard.md").read_text()


@pytest.mark.parametrize(("language", "file"), [("toml", "balance.toml"), ("yaml", "balance.yml"), ("sh", "pre-commit")])
def test_the_samples_stand_on_the_page(language, file):
    assert f"```{language}\n{(DOCS / 'samples' / file).read_text()}```" in PAGE


def test_the_sample_experiment_has_goals():
    name, file = read_experiment(str(DOCS / "samples" / "balance.toml"))
    assert name == "balance"
    assert len(file.check) == 5


def test_every_goal_on_the_page_is_one():
    title = load_title("brew_crafters")
    rows = re.findall(r"^\| (`.*?) \|", PAGE.partition("## Goals")[2], re.MULTILINE)
    named = [text for row in rows for text in re.findall(r"`(.*?)`", row)]
    names = {"ITEM": "mash tun", "SOURCE": "rep recipes", "BOT ahead of BOT": "a ahead of b", "BOT": "a"}
    goals = [text for text in named if re.search(r"\d", text)]
    assert len(goals) == 19
    for text in goals:
        for word, name in names.items():
            text = text.replace(word, name)
        assert parse_goal(title, text, ["a", "b"])
