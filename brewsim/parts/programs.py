"""All that replaces private parts of numba: nothing else touches them, and `parts/compiling.py` can do without this file.

What Python calls becomes a program: it and all that it calls are optimized together, once, and kept on disk. numba would
do that for every function on the way, with all below it; a program alone is compiled in half the time and runs as fast.
"""

import hashlib
import pickle
import platform
import re
import threading
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any

import llvmlite
import numba
import numpy as np
from numba.core import ir, sigutils, types
from numba.core.caching import NullCache
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, CompileResult, DefaultPassBuilder
from numba.core.compiler_lock import global_compiler_lock
from numba.core.compiler_machinery import AnalysisPass, PassManager, register_pass
from numba.core.registry import CPUDispatcher
from numba.core.serialize import dumps
from numba.core.typed_passes import NativeLowering, PreLowerStripPhis
from numba.core.typing import signature

from brewsim.parts.cache import Store
from brewsim.parts.sources import COMPILED, PACKAGE, compiled_digest, title_digest

# What is done beyond numba. `benchmarks/compiling.py` measures each by taking it out, before any function is declared.
WHOLE_PROGRAMS = "whole programs"
UNSIGNED_INDICES = "unsigned indices"
WIDEST_INTEGERS = "widest integers"
DEVICES = frozenset({WHOLE_PROGRAMS, UNSIGNED_INDICES, WIDEST_INTEGERS})

CODE_FLAGS = ("BOUNDSCHECK", "OPT", "LOOP_VECTORIZE", "SLP_VECTORIZE", "DEBUGINFO_DEFAULT")  # settings of numba that change the code


@register_pass(mutates_CFG=False, analysis_only=False)
class UnsignedIndices(AnalysisPass):
    """Take every index into an array as unsigned; numba would test each for being negative. No kernel counts from the end."""

    _name = "unsigned_indices"

    def __init__(self) -> None:  # abstract in numba
        super().__init__()

    def run_pass(self, state: Any) -> bool:
        """Change the types with which elements are read and written."""
        accesses = {}
        for node, call in state.calltypes.items():
            is_access = isinstance(node, ir.SetItem) or (isinstance(node, ir.Expr) and node.op == "getitem")
            if is_access and isinstance(call.args[0], types.Array):
                array, index, *value = call.args
                accesses[node] = signature(call.return_type, array, unsigned(index), *value)
        state.calltypes.update(accesses)
        return True


def unsigned(index: types.Type) -> types.Type:
    """The type of an index, or of each part of it, that is never negative."""
    if isinstance(index, types.BaseTuple):  # type: ignore[attr-defined]
        return types.Tuple([unsigned(part) for part in index])  # type: ignore[attr-defined]
    return types.uintp if isinstance(index, types.Integer) else index


class Code(JITCodeLibrary):
    """The code of a function, with a list of the functions that it calls, directly or not."""

    is_program = False
    file: Path  # with the source of the function

    def add_linking_library(self, library: Any) -> None:
        """Note a function that is called, and those that it calls."""
        super().add_linking_library(library)
        if _is_part(library):
            for called in library._linking_libraries:
                super().add_linking_library(called)

    def finalize(self) -> None:
        """Link, optimize and load a program; a part waits for the program that calls it."""
        if not self.is_program:
            self._finalized = True
            return
        self._own = {function.name for function in self._final_module.functions if not function.is_declaration}
        self._linking_libraries.sort(key=_is_part, reverse=True)  # what numba brings is left out unless it was called before
        super().finalize()

    def _get_module_for_linking(self) -> Any:
        return super()._get_module_for_linking() if self.is_program else self._final_module

    def _optimize_final_module(self) -> None:
        # Parts are known only inside of the program. By name they could be taken for those of another program, compiled in another
        # process: names do not tell the shapes of nested arrays.
        for function in self._final_module.functions:
            if not function.is_declaration and function.name not in self._own:
                function.linkage = "internal"
        super()._optimize_final_module()


def _is_part(library: Any) -> bool:
    return isinstance(library, Code) and not library.is_program


class Part:
    """Stands for the machine code of a function that has none of its own."""


@register_pass(mutates_CFG=True, analysis_only=False)
class Lowering(NativeLowering):
    """numba's translation for LLVM, which ends there for a part."""

    _name = "kernel_lowering"

    def run_pass(self, state: Any) -> bool:
        """Translate a function; only the outermost of those that are being compiled is a program."""
        code = state.library = Code(state.targetctx.codegen(), state.func_id.func_qualname)
        code.enable_object_caching()
        code.is_program = _compiling.depth == 1
        code.file = Path(state.func_id.filename).resolve()
        state.flags.no_compile = state.flags.no_cpython_wrapper = not code.is_program
        super().run_pass(state)
        if not code.is_program:
            state.cr = state.cr._replace(cfunc=Part())
            state.targetctx.insert_user_function(state.cr.cfunc, state.cr.fndesc, [code])
        return True


class KernelCompiler(CompilerBase):
    """numba's compiler with unsigned indices and whole programs."""

    def define_pipelines(self) -> list[Any]:
        """The passes in their order."""
        pipeline = PassManager("kernel")
        for step in self._passes():
            pipeline.add_pass(step, step.name())
        pipeline.finalize()
        return [pipeline]

    def _passes(self) -> list[Any]:
        passes = [step for step, _ in DefaultPassBuilder.define_nopython_pipeline(self.state).passes]
        if UNSIGNED_INDICES in DEVICES:
            passes.insert(passes.index(PreLowerStripPhis), UnsignedIndices)
        if WHOLE_PROGRAMS in DEVICES:
            passes[passes.index(NativeLowering)] = Lowering
        return passes


class _Compiling(threading.local):
    """How many functions are being compiled, each because the one before calls it."""

    depth = 0


_compiling = _Compiling()


class Kernel(CPUDispatcher):
    """A compiled function. Python may call it, too: then it is compiled as a program of its own."""

    _cache: Any

    def __init__(self, function: Callable[..., Any], locals: Any = None, targetoptions: Any = None) -> None:
        super().__init__(function, locals, targetoptions, KernelCompiler)
        if function.__closure__ is None:
            self._cache = ProgramCache(function, targetoptions)
        if WIDEST_INTEGERS in DEVICES:
            fold = self._compiler.fold_argument_types

            def fold_argument_types(arguments: Any, keywords: Any) -> Any:
                signature, folded = fold(arguments, keywords)
                return signature, tuple(widest(argument) for argument in folded)

            self._compiler.fold_argument_types = fold_argument_types

    @global_compiler_lock
    def compile(self, sig: Any) -> Any:
        """Machine code for arguments of these types, or the part that stands for it while a caller is being compiled."""
        is_program = _compiling.depth == 0 or WHOLE_PROGRAMS not in DEVICES
        arguments = tuple(sigutils.normalize_signature(sig)[0])
        if is_program and arguments in self.overloads and isinstance(self.overloads[arguments].entry_point, Part):
            del self.overloads[arguments]
        kept, self._cache = self._cache, self._cache if is_program else NullCache()
        _compiling.depth += 1
        try:
            return super().compile(sig)
        finally:
            _compiling.depth -= 1
            self._cache = kept

    def add_overload(self, cres: Any) -> None:
        """Take a result of the compiler; Python gets to see programs only."""
        if isinstance(cres.entry_point, Part):
            self.overloads[tuple(cres.signature.args)] = cres
        else:
            super().add_overload(cres)


def widest(argument: types.Type) -> types.Type:
    """The type that an argument is handed on as: no constants, and signed integers of one width.

    numba would compile a copy of the function for every width and every constant.
    """
    argument = types.unliteral(argument)  # type: ignore[attr-defined]
    is_signed = isinstance(argument, types.Integer) and argument.signed  # type: ignore[attr-defined]
    return types.int64 if is_signed else argument


class ProgramCache(NullCache):
    """The programs of one function on disk. numba's own cache has an index that titles share, and loads what is damaged."""

    def __init__(self, function: Callable[..., Any], options: dict[str, Any]) -> None:
        code = function.__code__
        self._file = Path(code.co_filename).resolve()
        self._label = re.sub(r"\W", "", function.__name__)
        self._identity = (function.__module__, function.__qualname__, code.co_firstlineno, sorted(options.items()))

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The program for arguments of these types, or None. The store has checked the bytes before they are unpickled."""
        titles = self._titles(sig)
        if not _are_covered([self._file], titles):
            return None
        payload = store(titles).load(self._name(sig, target_context.codegen()))
        if payload is None:
            return None
        target_context.refresh()
        try:
            return CompileResult._rebuild(target_context, *pickle.loads(payload))
        except Exception:  # as it was written, but of no use here: compiled again
            return None

    def save_overload(self, sig: Any, cres: Any) -> None:
        """Keep a program, unless it has addresses of this process or functions from elsewhere in it."""
        titles = self._titles(sig)
        parts = (part.file for part in cres.library._linking_libraries if isinstance(part, Code))
        if not cres.library.has_dynamic_globals and _are_covered([self._file, *parts], titles):
            store(titles).save(self._name(sig, cres.codegen), dumps(cres._reduce()))

    def _titles(self, sig: Any) -> tuple[Path, ...]:
        """The folders of the titles that a program is made of: by the rules that it takes, and where its function is a title's own."""
        arguments = sigutils.normalize_signature(sig)[0]
        called = {_titles[argument] for argument in arguments if argument in _titles}
        return tuple(sorted(called | {folder for folder in _titles.values() if self._file.is_relative_to(folder)}))

    def _name(self, sig: Any, codegen: Any) -> str:
        """Tells the function, the types of its arguments, its options and the processor."""
        what = (*self._identity, str(sigutils.normalize_signature(sig)), codegen.magic_tuple())
        return f"{self._label}-{hashlib.sha256(repr(what).encode()).hexdigest()[:32]}"


_titles: dict[Any, Path] = {}  # type of a rules record -> folder of its title


def note_title(rules: Any, folder: Path) -> None:
    """Say which title the programs belong to that take rules of this type."""
    _titles[rules] = folder


def _are_covered(files: Iterable[Path], titles: Iterable[Path]) -> bool:
    """Whether the digests of shared sources and of these titles see every change of these files; other programs are not kept."""
    folders = [*(PACKAGE / name for name in COMPILED), *titles]
    return all(any(file.is_relative_to(folder) for folder in folders) for file in files)


@cache
def store(titles: tuple[Path, ...]) -> Store:
    """The programs of these titles, or those that know no title.

    numba's own check sees only a function's own file, so after an edit elsewhere it would take old code.
    """
    versions = (numba.__version__, llvmlite.__version__, np.__version__, platform.python_version())
    flags = [str(getattr(numba.config, name, None)) for name in CODE_FLAGS]
    what = (compiled_digest(), *map(title_digest, titles), versions, flags, sorted(DEVICES))
    return Store(hashlib.sha256(repr(what).encode()).hexdigest()[:16])


def kernel(function: Callable[..., Any], is_inlined: bool = False) -> Kernel:
    """A compiled function that becomes part of the programs that call it."""
    # The interpreter lock is released, so that threads scale, and nothing tests for a division by zero.
    options = {"nopython": True, "nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True, "forceinline": is_inlined}
    return Kernel(function, targetoptions=options)
