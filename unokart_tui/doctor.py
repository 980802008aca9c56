"""What this terminal and this computer can do for the game, in words that can be pasted into a bug report.

Nothing in them is secret: no name, no address, no path beyond the home directory, no fingerprint.
"""

from __future__ import annotations

import platform
import shutil
import sys
from collections.abc import Callable, Iterable, Sequence
from importlib import metadata
from pathlib import Path
from textwrap import wrap
from typing import Final

from net.version import VERSION
from unokart_tui.findings import Finding, good, note, wrong

_LIBRARIES: Final = (
    "textual",
    "rich",
    "msgspec",
    "click",
    "platformdirs",
    "zeroconf",
    "ifaddr",
    "cryptography",
    "spake2",
    "asyncssh",
)
_WIDTH: Final = 78
"""So that nothing is broken anew where it is pasted."""
_LOOK_FOR: Final = 2.0
"""Seconds that the network is looked at."""
_MARKS: Final = {"good": "ok   ", "note": "note ", "wrong": "WRONG"}


def examine(bind: str | None, echo: Callable[[str], None]) -> int:
    """Print what is found; return the exit status, 1 where something is wrong.

    `bind` confines the network to one address of this computer.
    """
    from unokart_tui.doctor_system import files, network
    from unokart_tui.doctor_terminal import terminal

    status = 0
    for heading, look in (
        ("Program", program),
        ("Terminal", terminal),
        ("Network", lambda: network(_LOOK_FOR, bind)),
        ("Files", files),
    ):
        findings = look()
        for line in _section(heading, findings):
            echo(line)
        if any(finding.verdict == "wrong" for finding in findings):
            status = 1
    echo("Nothing above is secret: it can be pasted into a bug report as it is.")
    return status


def _section(heading: str, findings: Iterable[Finding]) -> list[str]:
    width = min(_WIDTH, shutil.get_terminal_size().columns - 1) if sys.stdout.isatty() else _WIDTH
    lines = [heading]
    for finding in findings:
        mark = f"  {_MARKS[finding.verdict]}  "
        lines += wrap(discreet(finding.text), width, initial_indent=mark, subsequent_indent=" " * len(mark))
    return [*lines, ""]


def discreet(text: str) -> str:
    """Return a text without the path of the home directory, and without what a terminal would obey."""
    home = str(Path.home())
    if len(home) > 1:
        text = text.replace(home, "~")
    return "".join(char for char in text if char.isprintable())


def program() -> Sequence[Finding]:
    """Look at the program itself and what it runs on."""
    system = f"{platform.system()} {platform.release()}, {platform.machine()}"
    findings = [good(f"unokart {VERSION}, Python {platform.python_version()}, {system}")]
    versions = {name: _version(name) for name in _LIBRARIES}
    findings.append(good(", ".join(f"{name} {version}" for name, version in versions.items() if version)))
    missing = [name for name, version in versions.items() if version is None]
    if missing:
        findings.append(wrong(f"Libraries that are not installed: {', '.join(missing)}."))
    if sys.platform not in ("linux", "darwin"):
        findings.append(note("This system is neither Linux nor macOS."))
    return findings


def _version(name: str) -> str | None:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None
