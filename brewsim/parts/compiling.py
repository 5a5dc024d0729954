"""How everything compiled is compiled, and where the machine code is kept.

What Python calls becomes a program: it and all that it calls are optimized together, once, and kept on disk. numba would
do that for every function on the way, with all below it; a program alone is compiled in half the time and runs as fast.

numba's own cache looks only at the file of a function, so after an edit in an imported file it would reuse stale code.
Therefore the cache folder is named by a digest of all compiled sources, the versions and the flags that change the code.
"""

import contextlib
import hashlib
import os
import platform
import shutil
import tempfile
import threading
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import llvmlite
import numba
import numpy as np
import platformdirs
from numba.core import ir, sigutils, types
from numba.core.caching import NullCache
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, Flags
from numba.core.compiler_lock import global_compiler_lock
from numba.core.compiler_machinery import AnalysisPass, PassManager, register_pass
from numba.core.registry import CPUDispatcher
from numba.core.typed_passes import AnnotateTypes, NativeLowering, NoPythonBackend, NopythonTypeInference, PreLowerStripPhis
from numba.core.typing import signature
from numba.core.untyped_passes import FixupArgs, IRProcessing, ReconstructSSA, TranslateByteCode
from numba.extending import overload

PACKAGE = Path(__file__).resolve().parents[1]
COMPILED_FOLDERS = ("parts", "engine", "games")
UNUSED_SECONDS = 30 * 24 * 3600  # a cache that nobody opened for so long belongs to an old version


@cache
def code_digest() -> str:
    """Names the sources of everything that decides how a game is played."""
    digest = hashlib.sha256()
    decisive = [path for folder in COMPILED_FOLDERS for path in sorted((PACKAGE / folder).rglob("*.py"))]
    for path in (*decisive, *(PACKAGE / name for name in ("bots.py", "play.py", "rules.py"))):
        digest.update(path.relative_to(PACKAGE).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def cache_root() -> Path:
    """The folder that holds the caches of all versions: BREWSIM_CACHE, else the user's cache folder, else a temporary one."""
    for folder in filter(None, (os.environ.get("BREWSIM_CACHE"), platformdirs.user_cache_dir("brewsim"))):
        with contextlib.suppress(OSError):
            Path(folder).mkdir(parents=True, exist_ok=True)
            if os.access(folder, os.W_OK | os.X_OK):
                return Path(folder)
    os.environ["BREWSIM_CACHE"] = tempfile.mkdtemp(prefix="brewsim-")  # worker processes inherit it
    return Path(os.environ["BREWSIM_CACHE"])


def cache_folder() -> Path:
    """The folder of this version's machine code; caches long unused are removed when a new one is made."""
    flags = (code_digest(), numba.__version__, llvmlite.__version__, np.__version__, platform.python_version(), numba.config.BOUNDSCHECK)
    folder = cache_root() / hashlib.sha256(repr(flags).encode()).hexdigest()[:16]
    if not folder.exists():
        for old in folder.parent.iterdir():
            with contextlib.suppress(OSError):
                if time.time() - old.stat().st_mtime > UNUSED_SECONDS:
                    shutil.rmtree(old)
        folder.mkdir(parents=True, exist_ok=True)
    with contextlib.suppress(OSError):
        os.utime(folder)
    return folder


numba.config.CACHE_DIR = str(cache_folder())


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
        passes, builder = self._codegen._module_pass_manager()  # numba's cheap round before would only prepare for reference counts
        passes.run(self._final_module, builder)


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
        state.flags.no_compile = state.flags.no_cpython_wrapper = not code.is_program
        super().run_pass(state)
        if not code.is_program:
            state.cr = state.cr._replace(cfunc=Part())
            state.targetctx.insert_user_function(state.cr.cfunc, state.cr.fndesc, [code])
        return True


class Options(Flags):
    """numba's flags, compared by those that were set: numba looks up what it knows by the flags, all the time."""

    def __hash__(self) -> int:
        return len(self._values)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Options) and self._values == other._values


class KernelCompiler(CompilerBase):
    """numba's compiler with unsigned indices and whole programs, less what kernels have no use for."""

    # numba's other passes look for closures, literals and the like, or say where a variable's life ends, for reference counts.
    PASSES = (
        TranslateByteCode,
        FixupArgs,
        IRProcessing,
        ReconstructSSA,
        NopythonTypeInference,
        UnsignedIndices,
        PreLowerStripPhis,
        AnnotateTypes,
        Lowering,
        NoPythonBackend,
    )

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.state.flags = Options(self.state.flags)

    def define_pipelines(self) -> list[Any]:
        """The passes in their order."""
        pipeline = PassManager("kernel")
        for step in self.PASSES:
            pipeline.add_pass(step, step.name())
        pipeline.finalize()
        return [pipeline]


class _Compiling(threading.local):
    """How many functions are being compiled, each because the one before calls it."""

    depth = 0


_compiling = _Compiling()


class Kernel(CPUDispatcher):
    """A compiled function. Python may call it, too: then it is compiled as a program of its own."""

    _cache: Any

    def __init__(self, function: Callable[..., Any], locals: Any = None, targetoptions: Any = None) -> None:
        super().__init__(function, locals, targetoptions, KernelCompiler)
        self.enable_caching()
        fold = self._compiler.fold_argument_types

        def fold_argument_types(arguments: Any, keywords: Any) -> Any:
            signature, folded = fold(arguments, keywords)
            return signature, tuple(widest(argument) for argument in folded)

        self._compiler.fold_argument_types = fold_argument_types

    @global_compiler_lock
    def compile(self, sig: Any) -> Any:
        """Machine code for arguments of these types, or the part that stands for it while a caller is being compiled."""
        is_program = _compiling.depth == 0
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


# The interpreter lock is released, so that threads scale, and nothing tests for a division by zero. No kernel allocates, so
# nothing needs to be counted (_nrt): that made kernels 5 % faster. Unsigned indices made them another 5 to 12 % faster.
_OPTIONS = {"nopython": True, "nogil": True, "error_model": "numpy", "_nrt": False, "no_cfunc_wrapper": True}


def compiled(function: Callable[..., Any]) -> Any:
    """Compile a function."""
    return function if numba.config.DISABLE_JIT else Kernel(function, targetoptions=_OPTIONS)


def inlined(function: Callable[..., Any]) -> Any:
    """The same for small hot helpers: forcing those inline was measured to pay, everything only compiles longer."""
    return function if numba.config.DISABLE_JIT else Kernel(function, targetoptions=_OPTIONS | {"forceinline": True})


def in_compiled_code(function: Callable[..., Any]) -> Any:
    """What stands for an interpreted function in compiled code, inline: the decorated one returns it by the types of the arguments."""
    return overload(function, jit_options={"_nrt": False, "forceinline": True})
