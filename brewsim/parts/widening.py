"""Compiling with less work: for titles with many small helpers.

numba makes a copy of a function for every width of an integer argument and for every constant, and two wrappers around each:
for C, and for calls from Python. `compiled` and `inlined` are those of `parts.compiling`, but calls from compiled code hand
integers on as int64, nothing is wrapped for C, and what is `inlined` can't be called from Python.
"""

from collections.abc import Callable
from typing import Any

import numba
from numba.core import types

from brewsim.parts import compiling


def widest(argument: types.Type) -> types.Type:
    """The type that an argument is handed on as: no constants, and signed integers of one width."""
    argument = types.unliteral(argument)  # type: ignore[attr-defined]
    is_signed = isinstance(argument, types.Integer) and argument.signed  # type: ignore[attr-defined]
    return types.int64 if is_signed else argument


def widened(dispatcher: Any, **options: bool) -> Any:
    """Let a compiled function take its arguments as `widest` says; interpreted, nothing changes."""
    if not numba.config.DISABLE_JIT:
        compiler = dispatcher._compiler
        # A new dictionary: the old one belongs to all functions of the same decorator.
        dispatcher.targetoptions = compiler.targetoptions = {**dispatcher.targetoptions, "no_cfunc_wrapper": True, **options}
        fold = compiler.fold_argument_types

        def fold_argument_types(args: Any, kws: Any) -> Any:
            signature, folded = fold(args, kws)
            return signature, tuple(widest(argument) for argument in folded)

        compiler.fold_argument_types = fold_argument_types
    return dispatcher


def compiled(function: Callable[..., Any]) -> Any:
    """For what is big, or called from Python."""
    return widened(compiling.compiled(function))


def inlined(function: Callable[..., Any]) -> Any:
    """For small hot helpers of compiled code."""
    return widened(compiling.inlined(function), no_cpython_wrapper=True)
