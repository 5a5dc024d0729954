"""Every clause of the titles in the box has a test."""

from pathlib import Path

from brewsim.games import TITLES
from brewsim.testing import ClauseTests


class TestEveryTitle(ClauseTests):
    titles = TITLES

    def folder_of_tests(self, title_name: str) -> Path:
        return Path(__file__).parent / "games" / title_name
