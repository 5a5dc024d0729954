"""Every title plays the same games compiled and as plain Python."""

import pytest

from brewsim.games import TITLES
from tests.test_contract import compiled_and_interpreted

pytestmark = [pytest.mark.long, pytest.mark.compiled_only]


@pytest.mark.parametrize("title", [title for title in TITLES if title != "brew_crafters"])
def test_compiled_equals_interpreted(title):
    compiled, interpreted = compiled_and_interpreted(title)
    assert compiled == interpreted
