"""What the ssh that people have asks for beside the game: it comes to nothing, and the game goes on."""

from __future__ import annotations

import asyncio
import json
import shutil
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

import pytest

from net.ssh.terminal import TOLD
from tests.net.ssh.clients import HERE, eventually
from tests.net.ssh.houses import House, house
from tests.net.ssh.people import Terminal, key, run, terminal

pytestmark = pytest.mark.skipif(shutil.which("ssh") is None, reason="needs the program ssh")

SOCKS: Final = b"\x05\x01\x00"
"""A greeting, which ssh itself answers."""
SOCKS_CONNECT: Final = b"\x05\x01\x00\x01\x7f\x00\x00\x01"
"""The wish to be led to a port of 127.0.0.1; that follows."""


async def come_in(here: Terminal) -> dict[str, Any]:
    """Wait for the game, and return what its child was told."""
    shown = await here.until(HERE)
    told: dict[str, Any] = json.loads(shown[shown.rindex(b'{"pid"') : shown.rindex(b"}") + 1])
    return told


async def plays_on(here: Terminal) -> None:
    """Show that the game is there as ever, and leave it."""
    here.type(b"abc")
    await here.until(b"{abc}")
    here.type(b"q")
    assert (await here.end())[1] == 0


def descriptors(running: House) -> list[str]:
    """Return what the ssh server has open, by kind."""
    found = Path(f"/proc/{running.process.pid}/fd")
    return sorted(str(each.readlink()).partition(":")[0] for each in found.iterdir() if each.is_symlink())


class Target:
    """A port of this computer that nobody is to be led to."""

    def __init__(self) -> None:
        self._listening = socket.create_server(("127.0.0.1", 0))
        self._listening.setblocking(False)
        self.port: int = self._listening.getsockname()[1]

    def was_reached(self) -> bool:
        """Tell whether anyone has come."""
        try:
            self._listening.accept()[0].close()
        except BlockingIOError:
            return False
        return True

    def close(self) -> None:
        """Be closed."""
        self._listening.close()


@asynccontextmanager
async def target() -> AsyncIterator[Target]:
    found = Target()
    try:
        yield found
    finally:
        found.close()


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        port: int = found.getsockname()[1]
        return port


@pytest.mark.parametrize(
    ("option", "refusal"),
    [
        (("-A",), b""),  # ssh says nothing of it
        (("-X",), b"X11 forwarding request failed"),
        (("-Y",), b"X11 forwarding request failed"),
        (("-R", "0:127.0.0.1:22"), b"remote port forwarding failed"),
        (("-R", "0"), b"remote port forwarding failed"),
        (("-R", "/tmp/unokart-no-socket:127.0.0.1:22"), b"remote port forwarding failed"),
        (("-w", "any:any"), b""),
    ],
    ids=lambda each: " ".join(each) if isinstance(each, tuple) else "",
)
async def test_no_way_back_to_the_guest_is_opened(tmp_path: Path, option: tuple[str, ...], refusal: bytes) -> None:
    variables = {
        "SSH_AUTH_SOCK": str(tmp_path / "agent"),
        "DISPLAY": "127.0.0.1:9",
        "HOME": str(tmp_path),
        "XAUTHORITY": str(tmp_path / "xauthority"),
    }
    with socket.socket(socket.AF_UNIX) as agent:
        agent.bind(variables["SSH_AUTH_SOCK"])
        async with house(tmp_path) as running:
            async with terminal(running) as here:
                await come_in(here)
                usual = descriptors(running)
                await plays_on(here)
            await running.until(lambda: running.gone == [1])
            async with terminal(running, "ada", *option, variables=variables) as here:
                shown = await here.until(HERE)
                assert b"SSH_AUTH_SOCK" not in shown
                assert b"DISPLAY" not in shown
                assert descriptors(running) == usual
                await plays_on(here)
                assert refusal in shown


async def knock(port: int, there: int | None) -> None:
    """Come to where ssh listens and wait for the end; `there` is what port is wished for by SOCKS."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        async with asyncio.timeout(15):
            if there is not None:
                writer.write(SOCKS)
                assert await reader.readexactly(2) == b"\x05\x00"
                writer.write(SOCKS_CONNECT + there.to_bytes(2, "big"))
            assert await reader.read() == b""
    except ConnectionResetError:
        return
    finally:
        writer.close()


@pytest.mark.parametrize("how", ["-L", "-D"])
async def test_nobody_is_led_on_from_here(tmp_path: Path, how: str) -> None:
    door = free_port()
    async with target() as there, house(tmp_path) as running:
        where = f"{door}:127.0.0.1:{there.port}" if how == "-L" else f"{door}"
        async with terminal(running, "ada", how, where) as here:
            await come_in(here)
            await knock(door, None if how == "-L" else there.port)
            await here.until(b"open failed")
            await plays_on(here)
        assert not there.was_reached()


async def test_nobody_is_led_through(tmp_path: Path) -> None:
    async with target() as there, house(tmp_path) as running:
        status, said = await run(running, "-W", f"127.0.0.1:{there.port}")
        assert status == 255
        assert "open failed" in said
        assert not there.was_reached()
        assert running.arrived == []


COMMANDS: Final = ("{hit}", "touch {hit}", "-s sftp", "-s netconf", "-s ../../bin/touch")


@pytest.mark.parametrize("options", [(), ("-T",), ("-tt",)], ids=["plain", "-T", "-tt"])
async def test_there_is_no_command_and_no_subsystem(tmp_path: Path, options: tuple[str, ...]) -> None:
    hit = tmp_path / "hit"
    async with house(tmp_path) as running:
        for command in COMMANDS:
            words = command.format(hit=hit).split()
            flags = ("-s",) if words[0] == "-s" else ()
            status, said = await run(running, *options, *flags, what=tuple(words[len(flags) :]))
            assert status == 1
            assert "no commands and no files" in said
            assert not hit.exists()
        assert running.arrived == []


async def test_without_a_terminal_there_is_no_game_and_by_sftp_nothing(tmp_path: Path) -> None:
    async with house(tmp_path) as running:
        status, said = await run(running, "-T")
        assert status == 1
        assert "The game needs a terminal" in said
        status, said = await run(running, program="sftp")
        assert status != 0
        assert "This is a card game" in said
        assert running.arrived == []


@pytest.mark.parametrize("options", [(), ("-O",)], ids=["sftp", "scp"])
async def test_scp_neither_brings_nor_takes(tmp_path: Path, options: tuple[str, ...]) -> None:
    mine, hit = key(tmp_path, "mine"), tmp_path / "hit"
    async with house(tmp_path) as running:
        for here, there in ((str(mine), f"ada@127.0.0.1:{hit}"), (f"ada@127.0.0.1:{mine}", str(hit))):
            status, _ = await scp(running, *options, here, there)
            assert status != 0
            assert not hit.exists()
        assert running.arrived == []


async def scp(running: House, *arguments: str) -> tuple[int, str]:
    known = f"UserKnownHostsFile={running.directory / 'known_hosts'}"
    own = ("-F", "/dev/null", "-o", known, "-o", "StrictHostKeyChecking=accept-new", "-o", "BatchMode=yes")
    process = await asyncio.create_subprocess_exec(
        "scp",
        *own,
        "-P",
        str(running.port),
        *arguments,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    async with asyncio.timeout(30):
        said, _ = await process.communicate()
    assert process.returncode is not None
    return process.returncode, said.decode()


async def test_a_connection_that_has_its_guest_is_lent_to_nobody(tmp_path: Path) -> None:
    """By a shared connection neither another session nor a forwarding is to be had, also not later on."""
    shared = ("-o", f"ControlPath={tmp_path / 'c'}")
    async with target() as there, house(tmp_path) as running, terminal(running, "ada", "-M", *shared) as here:
        await come_in(here)
        await eventually((tmp_path / "c").exists)
        for asked, refusal in (
            (("-O", "forward", "-R", f"0:127.0.0.1:{there.port}"), "remote port forwarding failed"),
            (("-o", "ControlMaster=no", "-W", f"127.0.0.1:{there.port}"), "refused by peer"),
        ):
            status, said = await run(running, *shared, *asked)
            assert status == 255
            assert refusal in said
        assert not there.was_reached()
        await plays_on(here)
        assert len(running.arrived) == 1


HOSTILE: Final = (
    "LD_PRELOAD={hit}.so",
    "LD_LIBRARY_PATH={hit}",
    "PYTHONPATH={hit}",
    "PYTHONSTARTUP={hit}.py",
    "PYTHONHOME={hit}",
    "PYTHONINSPECT=1",
    "TEXTUAL=devtools,debug",
    "TEXTUAL_DRIVER=os:system",
    "TEXTUAL_FPS=0",
    "TEXTUAL_COLOR_SYSTEM=none",
    "PATH={hit}",
    "HOME={hit}",
    "SHELL={hit}",
    "TMPDIR={hit}",
    "XDG_STATE_HOME={hit}",
    "TERM=../{hit}",
    "TERMINFO={hit}",
    "BASH_ENV={hit}",
    "UNOKART_NAME=Host",
    "SSH_AUTH_SOCK={hit}",
    "DISPLAY=:0",
)


async def test_nothing_that_could_do_harm_is_set_for_the_child(tmp_path: Path) -> None:
    hit = tmp_path / "hit"
    sent = " ".join(each.format(hit=hit) for each in HOSTILE)
    async with house(tmp_path) as running, terminal(running, "ada", "-o", f"SetEnv={sent}") as here:
        told = await come_in(here)
        assert told["environment"] == {}
        assert told["term"] == ""  # which ssh lets be set like the others
        assert str(hit) not in json.dumps(told)
        await plays_on(here)


ODD: Final = ("../../etc/passwd", "$(touch x)", "%n%n%s", "C;reboot", "x" * 4000, "\x1b[2J", "de_DE.ISO-8859-1", "")


async def test_what_is_passed_on_is_passed_on_only_where_it_is_meant_in_earnest(tmp_path: Path) -> None:
    async with house(tmp_path) as running:
        for value in ODD:
            sent = " ".join(f'{name}="{value}"' for name in TOLD)
            async with terminal(running, "ada", "-o", f"SetEnv={sent}") as here:
                told = await come_in(here)
                assert told["environment"] == (dict.fromkeys(TOLD, value) if value in ODD[-2:] else {})
                await plays_on(here)
