"""The same digest plays the same games on every processor."""

import os
import subprocess
import sys

import pytest

from tests.conftest import fewer_if_interpreted

# numpy's paths for new processors round `exp`, `**` and the like differently from the plain ones.
PLAIN_PROCESSOR = "X86_V3 X86_V4 AVX512_ICL AVX512_SPR AVX2 FMA3 AVX512F AVX512CD AVX512_SKX AVX512_CLX AVX512_CNL"
PROGRAM = """
import hashlib, sys
from brewsim.bots import make_lineup, read_bots
from brewsim.play import simulate
from brewsim.rules import load_rules
rules, games = load_rules(sys.argv[1]), int(sys.argv[2])
title = rules.title
digest = hashlib.sha256(rules.record.tobytes())
for bot in read_bots(title):
    lineup = make_lineup(title, [bot] * title.default_seats)
    digest.update(lineup.players(rules)[0].tobytes() + simulate(rules, lineup, games).tobytes())
print(digest.hexdigest())
"""


def fingerprint(title: str, **environment: str) -> str:
    """What rules, bots and games of a title come to in a process of its own."""
    command = [sys.executable, "-W", "ignore", "-c", PROGRAM, title, str(fewer_if_interpreted(200))]
    return subprocess.run(command, env=os.environ | environment, check=True, capture_output=True, text=True).stdout


def features_to_switch_off() -> str:
    """Those of the list that numpy knows and this processor has: others would be an error or a warning."""
    show = "import numpy as np; print(' '.join(np.show_config(mode='dicts')['SIMD Extensions'].get('found', [])))"
    found = subprocess.run([sys.executable, "-c", show], check=True, capture_output=True, text=True).stdout.split()
    return " ".join(name for name in found if name in PLAIN_PROCESSOR.split())


def test_games_do_not_depend_on_the_processor(title_name):
    off = features_to_switch_off()
    if not off:
        pytest.skip("numpy has no special paths for this processor")
    assert fingerprint(title_name) == fingerprint(title_name, NPY_DISABLE_CPU_FEATURES=off)
