"""Every clause of every title's RULES.md has a test on a hand-set table, and no test or kernel names a clause that is not there."""

import ast
import re
from pathlib import Path

from brewsim.games import load_title

GAMES = Path(__file__).parent / "games"


def clauses_in_rules(title_name: str) -> list[str]:
    """The numbers of the clauses, as RULES.md prints them in bold at their beginning."""
    title = load_title(title_name)
    return re.findall(rf"\*\*({title.clause_prefix}-\d+)\*\*", (title.folder / "RULES.md").read_text(encoding="utf-8"))


def clauses_in_tests(title_name: str) -> set[str]:
    """The clauses that open the docstring of a test: 'BC-12: ...', or 'BC-12, BC-13: ...' where they are one thing."""
    prefix = load_title(title_name).clause_prefix
    tested: set[str] = set()
    for path in (GAMES / title_name).glob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                opening = re.match(rf"({prefix}-\d+(?:, {prefix}-\d+)*):", ast.get_docstring(node) or "")
                tested.update(re.findall(rf"{prefix}-\d+", opening[1]) if opening else ())
    return tested


def test_clauses_are_numbered_without_gaps_or_repeats(title_name):
    numbers = [int(clause.partition("-")[2]) for clause in clauses_in_rules(title_name)]
    assert numbers == list(range(1, len(numbers) + 1))


def test_every_clause_opens_the_docstring_of_a_test(title_name):
    assert clauses_in_tests(title_name) == set(clauses_in_rules(title_name))


def test_sources_name_only_clauses_that_exist(title_name):
    title = load_title(title_name)
    named = {clause for path in title.folder.glob("*.py") for clause in re.findall(rf"{title.clause_prefix}-\d+", path.read_text("utf-8"))}
    assert named <= set(clauses_in_rules(title_name))
