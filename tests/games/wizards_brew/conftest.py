"""What the tests of Wizard's Brew share."""

import numpy as np
import pytest


@pytest.fixture(autouse=True)
def _mixer_may_wrap():
    """The mixer of chance wraps around on purpose; it warns only when interpreted."""
    with np.errstate(over="ignore"):
        yield
