"""The one report that is kept in the repository: a small one, whole, that brewsim may replace."""

import json
from pathlib import Path

from brewsim.report.folder import MARKER

SAMPLE = Path(__file__).parent.parent.parent / "reports" / "sample"
MOST_BYTES = 500_000


def test_the_sample_is_whole_and_small():
    files = [path for path in SAMPLE.rglob("*") if path.is_file()]
    listed = json.loads((SAMPLE / MARKER).read_text(encoding="utf-8"))["files"]
    assert sorted(path.relative_to(SAMPLE).as_posix() for path in files) == sorted([MARKER, *listed])
    assert "index.html" in listed
    assert sum(path.stat().st_size for path in files) < MOST_BYTES
