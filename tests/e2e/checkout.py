"""A small checkout in a directory of a test's own, and a machine whose PATH holds only what the test puts there.

The scripts and pyproject.toml are the real ones; the program is a single line, so that what is seen is the scripts' own
doing. Nothing can be fetched: the package index is a closed port.
"""

import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from tests.e2e.offline import ROOT

TOOLS = ("cat", "cksum", "dirname", "grep", "mkdir", "readlink", "rm", "sh", "tail", "uname")

# Makes environments from links instead of with ensurepip, which takes seconds to unpack pip, and writes down each one.
# PYTHON_DIES stands for an interruption: the script that called ends at once, as under kill -9.
PYTHON = """#!/bin/sh
case "$1 $2" in
    "-m venv")
        echo "$3" >>{log}
        if [ -n "${{PYTHON_DIES:-}}" ]; then
            mkdir -p "$3/bin"
            kill -9 $PPID
            exit 1
        fi
        PYTHONPATH={root} exec {real} -m tests.e2e.offline "$3" {requirements} ;;
esac
exec {real} "$@"
"""

PROGRAM = """import sys


def main() -> None:
    sys.stdout.write(f"unokart{sys.argv[1:]}\\n")
"""

Done = subprocess.CompletedProcess[str]


class Machine:
    """A checkout and the commands there are to run it with."""

    def __init__(self, where: Path, requirements: list[str]) -> None:
        self.root = where / "a checkout"
        self.bin = where / "bin"
        self.venvs_made = where / "venvs-made"
        self.bin.mkdir(parents=True)
        for tool in TOOLS:
            found = shutil.which(tool)
            assert found, tool
            (self.bin / tool).symlink_to(found)
        words = shlex.join(["pip", "hatchling", *requirements])
        log, root, real = (shlex.quote(str(path)) for path in (self.venvs_made, ROOT, sys.executable))
        self.add("python3.11", PYTHON.format(log=log, root=root, real=real, requirements=words))
        self._copy()

    def _copy(self) -> None:
        (self.root / "scripts").mkdir(parents=True)
        for name in ("play", "test", "venv.sh"):
            shutil.copy(ROOT / "scripts" / name, self.root / "scripts" / name)
        for name in ("pyproject.toml", "LICENSE", "README.md"):
            if (ROOT / name).exists():
                shutil.copy(ROOT / name, self.root / name)
        for package in ("unokart_tui", "net", "engine"):
            (self.root / package).mkdir()
            (self.root / package / "__init__.py").touch()
        (self.root / "scripts" / "measure.py").touch()  # mypy refuses a directory without a module
        (self.root / "unokart_tui" / "begin.py").write_text(PROGRAM)

    def add(self, name: str, text: str) -> None:
        """Puts a command on PATH, over one of that name."""
        command = self.bin / name
        command.unlink(missing_ok=True)
        command.write_text(text)
        command.chmod(0o755)

    def environment(self, variables: Mapping[str, str] | None = None) -> dict[str, str]:
        """The environment of a command here, with these variables added."""
        here = {name: value for name, value in os.environ.items() if not name.startswith(("PIP_", "PYTHON"))}
        closed = {"PIP_INDEX_URL": "http://127.0.0.1:9/simple", "PIP_CONFIG_FILE": os.devnull}
        return {**here, **closed, "PATH": str(self.bin), **(variables or {})}

    def run(
        self,
        script: Path | str,
        *arguments: str,
        cwd: Path | None = None,
        variables: Mapping[str, str] | None = None,
    ) -> Done:
        """Runs one of the scripts, from the top of the checkout unless told otherwise."""
        return subprocess.run(
            [self.root / "scripts" / script, *arguments],
            cwd=cwd or self.root,
            env=self.environment(variables),
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )

    def count_venvs(self) -> int:
        """How many environments were made so far."""
        return len(self.venvs_made.read_text().splitlines()) if self.venvs_made.exists() else 0
