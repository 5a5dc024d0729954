"""brewsim: Monte Carlo balance analysis for board games. `import brewsim as bs` offers what is in `brewsim.api`."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from brewsim.api import *  # noqa: F403


def __getattr__(name: str) -> Any:
    """Import the library's door on first use, so that `brewsim.errors` alone does not load the compiler."""
    if not name.startswith("_"):
        api = import_module("brewsim.api")
        if name in api.__all__:
            return getattr(api, name)
    raise AttributeError(f"module 'brewsim' has no attribute '{name}'")
