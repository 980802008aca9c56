from __future__ import annotations

import subprocess
import sys
from typing import Final

from tests.e2e.offline import ROOT

_GAPS: Final = """
import gc
from unokart_tui.guests.packing import pack

kept = [bytes(80) for _ in range(4000)]
gaps = {id(each) for each in kept[::2]}
del kept[::2]
pack()
assert gc.get_freeze_count(), "what is there is not garbage to anybody"
new = [bytes(80) for _ in range(1000)]
print(sum(id(each) in gaps for each in new))
"""


def test_new_objects_come_into_no_gap() -> None:
    done = subprocess.run([sys.executable, "-c", _GAPS], cwd=ROOT, capture_output=True, text=True, check=True)

    assert int(done.stdout) == 0
