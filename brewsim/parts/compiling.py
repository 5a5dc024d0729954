"""How everything compiled is compiled, and where the machine code is kept.

numba's own cache looks only at the file of a function, so after an edit in an imported file it would reuse stale code.
Therefore the cache folder is named by a digest of all compiled sources, the versions and the flags that change the code.
"""

import contextlib
import hashlib
import os
import platform
import shutil
import tempfile
import time
from functools import cache
from pathlib import Path

import llvmlite
import numba
import numpy as np
import platformdirs
from numba import njit

PACKAGE = Path(__file__).resolve().parents[1]
COMPILED_FOLDERS = ("parts", "engine", "games")
UNUSED_SECONDS = 30 * 24 * 3600  # a cache that nobody opened for so long belongs to an old version


@cache
def code_digest() -> str:
    """Names the sources of everything that decides how a game is played."""
    digest = hashlib.sha256()
    for folder in COMPILED_FOLDERS:
        for path in sorted((PACKAGE / folder).rglob("*.py")):
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

# The only two ways to compile. `compiled` releases the interpreter lock, so that threads scale, and divides without a test
# for zero. `inlined` is for small hot helpers: forcing those inline was measured to pay, everything only compiles longer.
compiled = njit(nogil=True, cache=True, error_model="numpy")
inlined = njit(nogil=True, cache=True, error_model="numpy", forceinline=True)
