"""What all tests share: bounds checks in compiled code, every title at every number of seats, the printed rules."""

import os

# Before numba is imported: an index out of range fails instead of reading a neighbour's memory. Measured cost: 3 %.
os.environ.setdefault("NUMBA_BOUNDSCHECK", "1")

import numba
import pytest
from hypothesis import settings

from brewsim.games import TITLES, load_title

settings.register_profile("brewsim", deadline=None, derandomize=True)  # compiling takes longer than any deadline
settings.load_profile("brewsim")

INTERPRETED = bool(numba.config.DISABLE_JIT)
TABLES = [(name, seats) for name in TITLES for seats in load_title(name).seats]


def fewer_if_interpreted(games: int) -> int:
    """A number of games that stays affordable when the kernels run as plain Python."""
    return max(2, games // 100) if INTERPRETED else games


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if INTERPRETED:
        for item in items:
            if item.get_closest_marker("compiled_only"):
                item.add_marker(pytest.mark.skip(reason="needs the compiler"))


@pytest.fixture(params=TABLES, ids=lambda table: f"{table[0]}-{table[1]}")
def table(request: pytest.FixtureRequest) -> tuple[str, int]:
    """(title, seats), for every title and number of seats."""
    return request.param


@pytest.fixture(params=TITLES)
def title_name(request: pytest.FixtureRequest) -> str:
    return request.param
