"""What is not to be had by ssh, each by its name, and that asking for it ends nothing."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

import asyncssh
import pytest

from tests.net.ssh.clients import Seat, connected, eventually, seated, sit
from tests.net.ssh.houses import house

Connection = asyncssh.SSHClientConnection


async def forwarding_to_a_port(connection: Connection) -> None:
    """`ssh -L`, and `-D`."""
    await connection.open_connection("127.0.0.1", 22)


async def forwarding_from_a_port(connection: Connection) -> None:
    """`ssh -R`."""
    await connection.start_server(lambda host, port: lambda reader, writer: None, "127.0.0.1", 0)


async def forwarding_to_a_socket(connection: Connection) -> None:
    """`ssh -L` with a path."""
    await connection.open_unix_connection("/run/docker.sock")


async def forwarding_from_a_socket(connection: Connection) -> None:
    """`ssh -R` with a path."""
    await connection.start_unix_server(lambda: lambda reader, writer: None, "/tmp/unokart-test-socket")


async def a_tunnel(connection: Connection) -> None:
    """`ssh -w`."""
    await connection.open_tun()


async def an_ethernet_tunnel(connection: Connection) -> None:
    """`ssh -o Tunnel=ethernet -w`."""
    await connection.open_tap()


FORWARDINGS = (
    forwarding_to_a_port,
    forwarding_from_a_port,
    forwarding_to_a_socket,
    forwarding_from_a_socket,
    a_tunnel,
    an_ethernet_tunnel,
)


@pytest.mark.parametrize("forwarding", FORWARDINGS, ids=lambda each: each.__name__)
async def test_nothing_is_forwarded(tmp_path: Path, forwarding: Callable[[Connection], Awaitable[None]]) -> None:
    async with house(tmp_path) as running, connected(running) as connection:
        seat = await (await sit(connection)).start()
        with pytest.raises((asyncssh.ChannelOpenError, asyncssh.ChannelListenError)):
            await forwarding(connection)
        await seat.leave()


async def test_an_agent_and_a_display_are_not_forwarded(tmp_path: Path) -> None:
    async with house(tmp_path) as running, connected(running) as connection:
        with pytest.raises(asyncssh.ChannelOpenError, match="X11"):
            await sit(connection, x11_forwarding=True, x11_display="127.0.0.1:9")
    async with (
        house(tmp_path) as running,
        connected(running, agent_forwarding=True, agent_path="/nowhere") as connection,
    ):
        seat = await (await sit(connection)).start()
        assert "SSH_AUTH_SOCK" not in seat.told["environment"]
        await seat.leave()


@pytest.mark.parametrize(
    "command",
    ["ls", "/bin/sh", "scp -t /tmp", "cat > /tmp/unokart-test", "\x00", "x" * 30_000],
    ids=lambda each: each[:9].encode().hex(),
)
async def test_no_command_is_run(tmp_path: Path, command: str) -> None:
    async with house(tmp_path) as running, connected(running) as connection:
        ended = await connection.run(command)
        assert ended.exit_status == 1
        assert ended.stdout == ""
        assert "no commands" in str(ended.stderr)
        assert running.arrived == []


async def test_no_command_is_run_on_a_terminal_either(tmp_path: Path) -> None:
    async with house(tmp_path) as running, connected(running) as connection:
        _, status = await Seat(await connection.create_process("sh", term_type="xterm", encoding=None)).end()
        assert status == 1
        assert running.arrived == []


@pytest.mark.parametrize("subsystem", ["sftp", "netconf", "x" * 30_000], ids=lambda each: each[:9].encode().hex())
async def test_there_is_no_subsystem(tmp_path: Path, subsystem: str) -> None:
    async with house(tmp_path) as running, connected(running) as connection:
        process = await connection.create_process(subsystem=subsystem)
        assert "no files" in await process.stderr.read()
        await process.wait_closed()
        assert process.exit_status == 1
        assert running.arrived == []


async def test_files_are_neither_given_nor_taken(tmp_path: Path) -> None:
    async with house(tmp_path) as running:
        async with connected(running) as connection:
            with pytest.raises(asyncssh.SFTPError):
                await connection.start_sftp_client()
        async with connected(running) as connection:
            with pytest.raises((asyncssh.SFTPError, OSError)):
                await asyncssh.scp((connection, "/etc/passwd"), tmp_path / "taken")
        assert running.arrived == []


async def test_without_a_terminal_there_is_no_game(tmp_path: Path) -> None:
    async with house(tmp_path) as running, connected(running) as connection:
        process = await connection.create_process()
        assert "needs a terminal" in await process.stderr.read()
        await process.wait_closed()
        assert process.exit_status == 1
        assert running.arrived == []


async def test_a_connection_has_one_session(tmp_path: Path) -> None:
    async with house(tmp_path) as running, connected(running) as connection:
        seat = await (await sit(connection)).start()
        for _ in range(50):
            with pytest.raises(asyncssh.ChannelOpenError):
                await sit(connection)
        seat.type(b"abc")
        await seat.until(b"{abc}")
        await seat.leave()
        with pytest.raises((asyncssh.ChannelOpenError, asyncssh.ConnectionLost)):
            await sit(connection)
        await running.until(lambda: running.gone == [1])
        assert len(running.arrived) == 1


async def test_after_the_game_the_connection_is_ended(tmp_path: Path) -> None:
    async with house(tmp_path) as running, connected(running) as connection:
        await (await (await sit(connection)).start()).leave()
        await eventually(connection.is_closed)


async def test_signals_and_breaks_do_nothing(tmp_path: Path) -> None:
    async with house(tmp_path) as running, seated(running) as seat:
        for name in ("KILL", "TERM", "STOP", "NONSENSE"):
            seat.process.send_signal(name)
        seat.process.send_break(100)
        seat.type(b"abc")
        await seat.until(b"{abc}")
        await seat.leave()


@pytest.fixture
def unjudged(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a client send any name: this one would refuse some by itself, and the server never see them."""
    monkeypatch.setattr("asyncssh.connection.saslprep", lambda name: name.encode("utf-8", "surrogateescape"))


@pytest.mark.usefixtures("unjudged")
@pytest.mark.parametrize(
    ("name", "taken"),
    [
        ("a\x1b[2Jb", "a[2Jb"),
        ("a\nb", "a b"),
        ("\u202eada\x00", "ada"),
        ("\x1b]0;x\x07", "]0;x"),
        ("\u200b", "Player"),
        ("", "Player"),
        ("[red]x[/]", "[red]x[/]"),
        ("🍄 Zoë", "🍄 Zoë"),
    ],
    ids=ascii,
)
async def test_of_a_name_is_taken_what_can_be_shown(tmp_path: Path, name: str, taken: str) -> None:
    async with house(tmp_path) as running, seated(running, name) as seat:
        assert running.arrived[0].name == taken
        await seat.leave()


@pytest.mark.usefixtures("unjudged")
@pytest.mark.parametrize("name", ["x" * 2000, "Zo\udceb"], ids=["long", "latin-1"])
async def test_what_is_no_name_is_refused_in_words(tmp_path: Path, name: str) -> None:
    async with house(tmp_path) as running:
        with pytest.raises(asyncssh.IllegalUserName, match="too long, or is not in UTF-8"):
            async with connected(running, name):
                pass
        assert not running.arrived
