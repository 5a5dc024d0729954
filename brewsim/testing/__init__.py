"""What the tests of a title stand on: `ContractTests`, all that every title must fulfil. It needs pytest.

A title's own test is a class:

    from brewsim.testing import ContractTests


    class TestMyGame(ContractTests):
        titles = ("my_game",)
"""

import os
import sys

import pytest

# An index out of range fails instead of reading a neighbour's memory. Too late once brewsim has named the compile cache by its flags.
if "numba" not in sys.modules:
    os.environ.setdefault("NUMBA_BOUNDSCHECK", "1")
pytest.register_assert_rewrite("brewsim.testing.contract", "brewsim.testing.clauses")

from brewsim.testing.clauses import ClauseTests as ClauseTests  # noqa: E402
from brewsim.testing.contract import INTERPRETED as INTERPRETED  # noqa: E402
from brewsim.testing.contract import ContractTests as ContractTests  # noqa: E402
from brewsim.testing.contract import fewer_if_interpreted as fewer_if_interpreted  # noqa: E402
