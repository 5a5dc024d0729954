"""Every clause of a title's RULES.md has a test on a hand-set table, and no test or kernel names a clause that is not there."""

import ast
import re
import sys
from pathlib import Path

import pytest

from brewsim.games import load_title
from brewsim.testing.contract import parametrize_titles


class ClauseTests:
    """Tests of `titles`, by name. The tests of a title lie beside the file of the class, unless `folder_of_tests` says otherwise."""

    titles: tuple[str, ...] = ()

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        parametrize_titles(self.titles, metafunc)

    def folder_of_tests(self, title_name: str) -> Path:
        """The folder with the tests of a title."""
        return Path(str(sys.modules[type(self).__module__].__file__)).parent

    def test_clauses_are_numbered_without_gaps_or_repeats(self, title_name):
        numbers = [int(clause.partition("-")[2]) for clause in clauses_in_rules(title_name)]
        assert numbers == list(range(1, len(numbers) + 1))

    def test_every_clause_opens_the_docstring_of_a_test(self, title_name):
        assert clauses_in_tests(title_name, self.folder_of_tests(title_name)) == set(clauses_in_rules(title_name))

    def test_sources_name_only_clauses_that_exist(self, title_name):
        title = load_title(title_name)
        texts = [path.read_text(encoding="utf-8") for path in title.folder.glob("*.py")]
        named = {clause for text in texts for clause in re.findall(rf"{title.clause_prefix}-\d+", text)}
        assert named <= set(clauses_in_rules(title_name))


def clauses_in_rules(title_name: str) -> list[str]:
    """The numbers of the clauses, as RULES.md prints them in bold at their beginning."""
    title = load_title(title_name)
    return re.findall(rf"\*\*({title.clause_prefix}-\d+)\*\*", (title.folder / "RULES.md").read_text(encoding="utf-8"))


def clauses_in_tests(title_name: str, folder: Path) -> set[str]:
    """The clauses that open the docstring of a test: 'BC-12: ...', or 'BC-12, BC-13: ...' where they are one thing."""
    prefix = load_title(title_name).clause_prefix
    tested: set[str] = set()
    for path in folder.glob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                opening = re.match(rf"({prefix}-\d+(?:, {prefix}-\d+)*):", ast.get_docstring(node) or "")
                tested.update(re.findall(rf"{prefix}-\d+", opening[1]) if opening else ())
    return tested
