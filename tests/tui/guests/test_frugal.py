from __future__ import annotations

import subprocess
import sys
from typing import Final

from tests.e2e.offline import ROOT

_TWICE: Final = """
from rich.segment import Segment
from textual.strip import Strip
from unokart_tui.guests.frugal import remember_no_strips

remember_no_strips()
strip = Strip([Segment("a row of cells")])
cuts = [strip.crop(2, 5) for _ in range(2)]
print([cut.text for cut in cuts], cuts[0] is cuts[1], [part.text for part in strip.divide([1, 14])])
"""


def test_rows_are_cut_as_ever_and_remember_nothing() -> None:
    done = subprocess.run([sys.executable, "-c", _TWICE], cwd=ROOT, capture_output=True, text=True, check=True)

    assert done.stdout == "['row', 'row'] False ['a', ' row of cells']\n"
