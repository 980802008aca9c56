"""The README's recipe for an OpenSSH server that is there already, tried with one on loopback."""

from __future__ import annotations

import getpass
import os
import pwd
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

import pytest

from tests.e2e.offline import ROOT
from tests.e2e.programs import Programs, programs
from tests.e2e.ssh import HERE, NO_AGENT, READY, make_key, needs_ssh, ssh_command
from tests.e2e.terminals import UNOKART, Pty
from tests.e2e.test_rooms import free_port

SSHD: Final = shutil.which("sshd", path=f"{os.environ['PATH']}:/usr/sbin:/usr/local/sbin")
USER: Final = getpass.getuser()

_OWN: Final = """\
Port {port}
ListenAddress {here}
HostKey {where}/host_key
AuthorizedKeysFile {where}/keys
PidFile none
StrictModes no
SetEnv HOME={where}/home
"""


def may_run_sshd() -> bool:
    """Say whether there is an sshd that this user may run: root's needs an account for what it does before a login."""
    with suppress(KeyError):
        return SSHD is not None and (os.geteuid() != 0 or (bool(pwd.getpwnam("sshd")) and Path("/run/sshd").is_dir()))
    return False


pytestmark = [
    pytest.mark.timeout(120),
    needs_ssh,
    pytest.mark.skipif(not may_run_sshd(), reason="needs the program sshd, and for root its account"),
]


@pytest.fixture
def people(tmp_path: Path) -> Iterator[Programs]:
    with programs(tmp_path) as running:
        yield running


def block(language: str) -> str:
    """Return what the README has in a language."""
    (found,) = re.findall(rf"```{language}\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)
    return str(found)


def write_script(file: Path, text: str) -> None:
    file.write_text(text)
    file.chmod(0o755)


def recipe(where: Path, room: int) -> int:
    """Write down the recipe for this user and this room; return the port of its sshd."""
    port = free_port()
    write_script(where / "unokart", f'#!/bin/sh\nPYTHONPATH={ROOT} exec {" ".join(UNOKART)} "$@"\n')
    script = block("sh").replace("/usr/local/bin/unokart", str(where / "unokart"))
    write_script(where / "uno-guest", script.replace("join 127.0.0.1", f"join {HERE}:{room}"))
    config = block("sshd_config").replace("/usr/local/bin/uno-guest", str(where / "uno-guest"))
    own = _OWN.format(port=port, here=HERE, where=where)
    (where / "config").write_text(own + config.replace("User uno", f"User {USER}"))
    (where / "home").mkdir()
    make_key(where / "host_key")
    keys = [make_key(where / name).with_suffix(".pub").read_text() for name in ("ada", "bob")]
    (where / "keys").write_text("".join(keys))
    return port


def test_a_key_leads_to_its_seat_and_to_nothing_else(people: Programs, tmp_path: Path) -> None:
    room = free_port()
    host = people.start("Hal", "host", "--headless", "--open", "--unannounced", "--bind", HERE, "--port", str(room))
    people.wait_said(host, "Friends type")
    port = recipe(tmp_path, room)

    def comes(key: str, *options: str, command: str) -> Pty:
        typed = ssh_command(port, USER, tmp_path, "-t", "-i", str(tmp_path / key), *options, command=(command,))
        return Pty(typed, variables=NO_AGENT)

    assert SSHD is not None
    with subprocess.Popen([SSHD, "-D", "-e", "-f", tmp_path / "config"], stderr=subprocess.DEVNULL) as sshd:
        people.wait(lambda: listens(port))
        try:
            with comes("ada", command="Ada") as ada:
                ada.wait_for(READY)
                ada.wait_for("1 Ada")
                ada.process.kill()
            with comes("ada", command="Eve") as ada, comes("bob", command="$(touch hit); touch hit") as bob:
                ada.wait_for("1 Ada")
                bob.wait_for(r"2 \$\(touch hit\)")
                for one in (ada, bob):
                    one.press("q")
                    one.wait_for("Leave the room")
                    one.press("y")
                    assert one.wait_end() == 0
            with comes("bob", "-N", "-o", "ExitOnForwardFailure=yes", "-R", "0:localhost:22", command="") as bob:
                assert bob.wait_end() == 255
            assert not list(tmp_path.rglob("hit"))
        finally:
            sshd.terminate()


def listens(port: int) -> bool:
    done = subprocess.run(["ssh-keyscan", "-p", str(port), HERE], capture_output=True, check=False)
    return b"ssh-ed25519" in done.stdout
