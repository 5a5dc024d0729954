"""brewsim: Monte Carlo balance analysis for board games. `import brewsim as bs` offers what is in `brewsim.api`."""

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from brewsim.api import *  # noqa: F403

# Functions of the library with the name of a module: `bs.report` is the function, `from brewsim.report.build import ...` finds the module.
_FUNCTIONS = ("assumptions", "bots", "luck", "replay", "report")


class _Door(ModuleType):
    """The package as users see it."""

    def __setattr__(self, name: str, value: Any) -> None:
        if not (name in _FUNCTIONS and isinstance(value, ModuleType)):  # else an import would put the module before the function
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Door


def __getattr__(name: str) -> Any:
    """Import the library's door on first use, so that `brewsim.errors` alone does not load the compiler."""
    if name == "__all__" or not name.startswith("_"):
        api = import_module("brewsim.api")
        if name in ("__all__", *api.__all__):
            return getattr(api, name)
    raise AttributeError(f"module 'brewsim' has no attribute '{name}'")


def __dir__() -> list[str]:
    """What an editor or a notebook completes after `bs.`: all that the library offers."""
    return sorted({*import_module("brewsim.api").__all__, *(name for name in globals() if name.startswith("__"))})
