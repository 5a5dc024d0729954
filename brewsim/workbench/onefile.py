"""A replay as one file that works from the disk: scripts, styles and data stand in it, and its policy lets it reach nothing else."""

import base64
import hashlib
import html
import json
import re
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import Any

from brewsim.bots import Lineup
from brewsim.files import check_new_file, disk_errors, write_whole
from brewsim.rules import Rules
from brewsim.workbench.chances import chances_of
from brewsim.workbench.endpoints import page_folder
from brewsim.workbench.frames import play_game, replay_of

SECONDS = 10.0  # for the win chances of a file that is written once
ENTRY, PLAIN = "onefile.js", "tables/plain.js"
STYLES = ("style.css", "watch.css", "tables/tables.css")
IMPORT = re.compile(r'^import (?P<names>\{[^}]*\}|\* as \w+) from "(?P<file>[^"]+)";$', re.MULTILINE)
EXPORT = re.compile(r"^export (?P<what>(?:async )?function|const|class) (?P<name>\w+)", re.MULTILINE)

LISTED = re.compile(r"^export \{(?P<names>[^}]*)\};$", re.MULTILINE)


def write_replay(path: Path, rules: Rules, lineup: Lineup, game: int, seed: int) -> None:
    """Play a game and write its page, whole or not at all. What is there already stays."""
    with disk_errors(path):
        check_new_file(f"--html {path}", path, (".html", ".htm"))
        played = play_game(rules, lineup, game, seed)
        write_whole(path, page_of(replay_of(played) | {"chances": chances_of(played, SECONDS)}).encode())


def page_of(replay: dict[str, Any]) -> str:
    """The page of a replay; `replay` has its `chances` with it."""
    drawing = f"tables/{replay['title']}.js"
    if not (page_folder() / drawing).exists():
        drawing = PLAIN
    script = bundle([drawing, ENTRY]) + f'\nmodules["{ENTRY}"].open(modules["{drawing}"].draw);\n'
    style = "\n".join((page_folder() / name).read_text(encoding="utf-8") for name in STYLES if (page_folder() / name).exists())
    policy = f"default-src 'none'; img-src data:; script-src '{_digest(script)}'; style-src '{_digest(style)}'"
    name = f"{replay['label']}, game {replay['game']}"
    data = json.dumps(replay, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<title>{html.escape(name)}</title>
<style>{style}</style>
</head>
<body>
<header id="bar" class="bar"></header>
<main id="view"></main>
<noscript><p class="notice">The replay needs JavaScript; nothing leaves this machine.</p></noscript>
<script type="application/json" id="replay">{data}</script>
<script type="module">{script}</script>
</body>
</html>
"""


def bundle(files: list[str]) -> str:
    """These modules of the page and all that they import as one script: a function each, which returns what the module exports."""
    ordered: dict[str, str] = {}
    for file in files:
        _collect(file, ordered)
    return "\n".join(["const modules = {};", *ordered.values()])


def _collect(file: str, ordered: dict[str, str]) -> None:
    """Add a module after those that it imports."""
    if file in ordered:
        return
    text = (page_folder() / file).read_text(encoding="utf-8")
    for found in IMPORT.finditer(text):
        _collect(_beside(file, found["file"]), ordered)
    body = IMPORT.sub(lambda found: _taken(file, found), text)
    names = [found["name"] for found in EXPORT.finditer(text)] + [found["names"] for found in LISTED.finditer(text)]
    body = LISTED.sub("", EXPORT.sub(r"\g<what> \g<name>", body))
    if left := next(_module_words(body), None):
        raise ValueError(f"{file}: the bundle of a replay cannot have the line '{left}'")
    body = body.replace("</script", "<\\/script")
    ordered[file] = f'modules["{file}"] = (() => {{\n{body}\nreturn {{ {", ".join(names)} }};\n}})();'


def _taken(file: str, found: re.Match[str]) -> str:
    """An import as a constant of what the other module returned."""
    names = found["names"].replace(" as ", ": ") if found["names"].startswith("{") else found["names"].removeprefix("* as ")
    return f'const {names} = modules["{_beside(file, found["file"])}"];'


def _beside(file: str, other: str) -> str:
    """The file that a module names, by its place in the page's folder."""
    place = PurePosixPath(file).parent
    for part in PurePosixPath(other).parts:
        place = place.parent if part == ".." else place / part
    return str(place)


def _module_words(text: str) -> Iterator[str]:
    """Lines that only a module of its own may have."""
    return (line for line in text.splitlines() if re.match(r"(import|export)\b|.*\bimport\(", line))


def _digest(text: str) -> str:
    """A script or style as a policy names it."""
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
