import numpy as np
import pytest


@pytest.fixture(autouse=True)
def _wrap_around():
    """The mixer wraps around on purpose; it warns only when interpreted."""
    with np.errstate(over="ignore"):
        yield
