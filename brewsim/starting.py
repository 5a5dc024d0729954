"""Begin a title of one's own: `starter/` holds a small one that works, which is copied under another name."""

import keyword
import re
import shutil
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path

from brewsim.errors import MAX_NAME, BadInput, shorten
from brewsim.files import disk_errors, make_folder
from brewsim.games import NAME, title_names

STARTER = Path(__file__).with_name("starter")
COPIED = "my_game", "My Game", "MG"  # the title in `starter/`, its label, and what its clauses begin with
NOT_COPIED = {"__pycache__", ".pytest_cache", ".ruff_cache", ".mypy_cache"}


def new_title(name: str, parent: Path) -> Path:
    """Write a small title that works into a folder of its name, which is not there yet or is empty."""
    check_title_name(name)
    folder = parent / name
    with disk_errors(folder):
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise BadInput(f"{folder} is there already and is not an empty folder; choose another name or folder")
        make_folder(parent)
        aside = Path(tempfile.mkdtemp(prefix=f".{name}.", dir=parent))  # in place at once, or not at all
        try:
            for source in sorted(STARTER.rglob("*")):
                if source.is_file() and not NOT_COPIED & set(source.parts):
                    target = aside / renamed(source.relative_to(STARTER).as_posix(), name)
                    target.parent.mkdir(parents=True, exist_ok=True)
                    target.write_text(renamed(source.read_text(encoding="utf-8"), name), encoding="utf-8")
            if folder.exists():
                folder.rmdir()
            aside.chmod(0o755)
            aside.rename(folder)
        except BaseException:
            shutil.rmtree(aside, ignore_errors=True)
            raise
    return folder


def check_title_name(name: str) -> None:
    """Refuse a name that a Python package cannot have, or that something else has."""
    told = f"title '{shorten(name)}'"
    if not NAME.fullmatch(name) or len(name) > MAX_NAME or keyword.iskeyword(name) or keyword.issoftkeyword(name):
        raise BadInput(f"{told}: a name is that of a Python package: a small letter, then small letters, digits and _, at most {MAX_NAME}")
    if name in title_names():
        raise BadInput(f"{told}: there is a title of this name; `brewsim games` lists them")
    spec = find_spec(name)
    if name in sys.stdlib_module_names or (spec is not None and spec.origin is not None):
        raise BadInput(f"{told}: there is a Python package of this name already; choose another one")


def renamed(text: str, name: str) -> str:
    """A text of `starter/` with this name of the title in it, its label and the letters of its clauses.

    >>> renamed('label="My Game", clause_prefix="MG", package my_game', "night_market")
    'label="Night Market", clause_prefix="NM", package night_market'
    """
    words = [word for word in name.split("_") if word]
    letters = "".join(word[0] for word in words) if len(words) > 1 else name[:2]
    for old, new in zip(COPIED, (name, " ".join(words).title(), letters.upper())):
        text = re.sub(rf"(?<![A-Za-z]){old}(?![A-Za-z])" if old.isupper() else old, new, text)
    return text
