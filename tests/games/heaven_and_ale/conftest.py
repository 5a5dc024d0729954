"""What all tests of the title share."""

from collections.abc import Iterator

import numpy as np
import pytest


@pytest.fixture(autouse=True)
def _wrapping_mixer() -> Iterator[None]:
    """The mixer wraps around on purpose; it warns only when interpreted."""
    with np.errstate(over="ignore"):
        yield
