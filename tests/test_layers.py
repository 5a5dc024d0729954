"""Who may import whom: imports go downward only, and drawing or parsing never reaches the kernels."""

import ast
from pathlib import Path

import brewsim

ROOT = Path(brewsim.__file__).parent
# From the top down; a module may import from its own layer and from those below.
LAYERS = [
    ["__main__", "commands", "starter", "testing"],
    ["workbench"],
    ["api", "rl", "starting"],
    ["report"],
    ["plots"],
    ["ladder", "luck", "advising"],
    ["assumptions"],
    ["tuning"],
    ["matches"],
    ["bench", "effects", "replay", "stats", "stepping"],
    ["runner"],
    ["crews", "cluster"],
    ["studies"],
    ["experiment", "play"],
    ["faults"],
    ["results"],
    ["outcomes"],
    ["bots"],
    ["rules", "sheets"],
    ["newcards"],
    ["goals"],
    ["games"],
    ["engine"],
    ["parts"],
    ["measured"],
    ["manifest"],
    ["folders", "bucket"],
    ["files"],
    ["reading"],
    ["errors", "showing"],
]
LEVEL = {name: level for level, names in enumerate(LAYERS) for name in names}
HEAVY = {"typer", "rich", "joblib", "polars", "pandas", "matplotlib"}


def imports_of(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.module:
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
    return found


def layer_of(module: str) -> str:
    return module.split(".")[1]


def test_imports_go_downward_only():
    wrong = []
    for path in ROOT.rglob("*.py"):
        parts = path.relative_to(ROOT).with_suffix("").parts
        if parts == ("__init__",):
            continue
        for module in imports_of(path):
            if module.startswith("brewsim.") and LEVEL[layer_of(module)] < LEVEL[parts[0]]:
                wrong.append(f"{'/'.join(parts)} imports {module}")
    assert wrong == []


def test_what_plays_a_game_knows_no_files_frames_or_screens():
    for layer in ("parts", "engine", "games"):
        for path in (ROOT / layer).rglob("*.py"):
            assert not {module.split(".")[0] for module in imports_of(path)} & HEAVY, path


def test_titles_know_nothing_of_each_other():
    for folder in (ROOT / "games").iterdir():
        if folder.is_dir():
            for path in folder.rglob("*.py"):
                others = {
                    m for m in imports_of(path) if m.startswith("brewsim.games.") and not m.startswith(f"brewsim.games.{folder.name}")
                }
                assert others == set(), path
