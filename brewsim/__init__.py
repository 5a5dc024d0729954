"""brewsim: Monte Carlo balance analysis for board games. What a notebook needs is here; the commands are in `brewsim.cli`."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from brewsim.outcomes import scan
    from brewsim.play import simulate
    from brewsim.rules import load_rules, read_variant

_HOMES = {"load_rules": "rules", "read_variant": "rules", "scan": "outcomes", "simulate": "play"}
__all__ = ["load_rules", "read_variant", "scan", "simulate"]


def __getattr__(name: str) -> Any:
    """Import on first use, so that `brewsim.errors` alone does not load the compiler."""
    if name not in _HOMES:
        raise AttributeError(f"module 'brewsim' has no attribute '{name}'")
    return getattr(import_module(f"brewsim.{_HOMES[name]}"), name)
