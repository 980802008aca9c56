"""Logging in by ssh: with the passphrase, with a key or with nothing, and what becomes of those who try others."""

from __future__ import annotations

import asyncio
import socket
import time
from pathlib import Path
from typing import Any

import asyncssh
import pytest

from net.listening import listen
from net.ssh.talk import Arrived
from tests.net.ssh.clients import connected, seated, sit
from tests.net.ssh.houses import PASSPHRASE, House, house


class Asked(asyncssh.SSHClient):
    """A client that answers the questions of keyboard-interactive, and keeps what it was shown."""

    def __init__(self, answers: list[str]) -> None:
        self.answers = answers
        self.banner = ""
        self.prompts: list[tuple[str, bool]] = []

    def auth_banner_received(self, msg: str, lang: str) -> None:
        """Keep the banner."""
        self.banner += msg

    def kbdint_auth_requested(self) -> str:
        """Take part."""
        return ""

    def kbdint_challenge_received(self, name: str, instructions: str, lang: str, prompts: Any) -> list[str] | None:
        """Give the next answer."""
        self.prompts += prompts
        return [self.answers.pop(0)] if prompts and self.answers else [] if not prompts else None


async def log_in(running: House, answers: list[str]) -> Asked:
    """Log in by answering."""
    asked = Asked(answers)
    async with connected(running, client_factory=lambda: asked, preferred_auth="keyboard-interactive"):
        pass
    return asked


async def test_the_passphrase_is_asked_for_and_taken_as_it_is_heard(tmp_path: Path) -> None:
    async with house(tmp_path, passphrase=PASSPHRASE) as running:
        asked = await log_in(running, [f"  {PASSPHRASE.upper().replace(' ', '-')} "])
        assert asked.prompts == [("Passphrase of the room: ", False)]
        assert "UNO Kart: Kitchen" in asked.banner
        assert "not a shell" in asked.banner
        async with seated(running, "ada", PASSPHRASE) as seat:
            assert running.arrived == [Arrived(1, "127.0.0.1", "ada", None)]
            await seat.leave()
        with pytest.raises(asyncssh.PermissionDenied):
            async with connected(running):
                pass


async def test_the_name_of_the_room_is_no_escape_sequence_in_the_banner(tmp_path: Path) -> None:
    async with house(tmp_path, passphrase=PASSPHRASE, room="\x1b[2J\u202eKit\nchen" + "x" * 500) as running:
        banner = (await log_in(running, [PASSPHRASE])).banner
        assert "\x1b" not in banner
        assert "\u202e" not in banner
        assert len(banner) < 300


async def test_an_open_room_asks_nothing(tmp_path: Path) -> None:
    async with house(tmp_path) as running, seated(running) as seat:
        await seat.leave()


async def test_three_tries_on_a_connection_take_longer_and_longer(tmp_path: Path) -> None:
    async with house(tmp_path, passphrase=PASSPHRASE) as running:
        before = time.monotonic()
        with pytest.raises(asyncssh.DisconnectError, match="Too many wrong passphrases"):
            await log_in(running, ["wrong", "wrong again", "and again", PASSPHRASE])
        assert time.monotonic() - before >= 0.5 + 1.0
        assert running.arrived == []
        await log_in(running, ["one wrong", PASSPHRASE])


async def test_tries_that_do_not_wait_for_answers_count_as_well(tmp_path: Path) -> None:
    async with house(tmp_path, passphrase=PASSPHRASE) as running:
        asked = Asked([])
        tries = 0

        def password_auth_requested() -> str:
            nonlocal tries
            tries += 1
            return PASSPHRASE if tries > 3 else "wrong"

        asked.password_auth_requested = password_auth_requested  # type: ignore[method-assign]  # this one's alone
        with pytest.raises(asyncssh.DisconnectError, match="Too many wrong passphrases"):
            async with connected(running, client_factory=lambda: asked, preferred_auth="password"):
                pass
        assert tries == 3


async def test_an_address_with_five_wrong_passphrases_is_not_let_in_for_a_while(tmp_path: Path) -> None:
    async with house(tmp_path, passphrase=PASSPHRASE) as running, seated(running, "ada", PASSPHRASE) as seat:
        for wrong in (3, 2):
            with pytest.raises((asyncssh.DisconnectError, asyncssh.PermissionDenied)):
                await log_in(running, ["wrong"] * wrong)
        with pytest.raises(asyncssh.DisconnectError, match=r"Try again in \d+ seconds"):
            await log_in(running, [PASSPHRASE])
        await seat.leave()  # who is in stays in


@pytest.fixture
def keys(tmp_path: Path) -> dict[str, asyncssh.SSHKey]:
    """The keys of four people; two are in the file, a third only to run a command, or as an authority."""
    made = {name: asyncssh.generate_private_key("ssh-ed25519") for name in ("ada", "bob", "eve", "mal")}
    public = {name: key.export_public_key().decode().strip() for name, key in made.items()}
    (tmp_path / "authorized_keys").write_text(
        "# friends\n\n"
        f"{public['ada']} ada@laptop\n"
        f'command="/bin/sh",environment="LD_PRELOAD=x",permitopen="*:*" {public["bob"]}\n'
        f"cert-authority {public['eve']}\n"
        f'from="10.9.9.9" {public["mal"]}\n'
        "nonsense\n"
    )
    return made


async def test_a_key_is_the_only_way_in_where_keys_are_asked_for(
    tmp_path: Path, keys: dict[str, asyncssh.SSHKey]
) -> None:
    async with house(tmp_path, keys=str(tmp_path / "authorized_keys")) as running:
        async with connected(running, "whoever", client_keys=[keys["ada"]]) as connection:
            seat = await (await sit(connection)).start()
            assert seat.told["keyed"]
            await seat.leave()
        assert running.arrived == [Arrived(1, "127.0.0.1", "whoever", keys["ada"].get_fingerprint())]
        for name in ("eve", "mal"):
            with pytest.raises(asyncssh.PermissionDenied):
                async with connected(running, client_keys=[keys[name]]):
                    pass
        with pytest.raises(asyncssh.PermissionDenied):
            async with connected(running, "ada", "", client_keys=[]):
                pass


async def test_what_else_a_key_stands_for_elsewhere_is_nothing_here(
    tmp_path: Path, keys: dict[str, asyncssh.SSHKey]
) -> None:
    async with (
        house(tmp_path, keys=str(tmp_path / "authorized_keys")) as running,
        connected(running, client_keys=[keys["bob"]]) as connection,
    ):
        with pytest.raises(asyncssh.ChannelOpenError):
            await connection.open_connection("127.0.0.1", running.port)
        seat = await (await sit(connection)).start()
        assert seat.told["environment"] == {}
        await seat.leave()


async def test_a_key_that_is_added_is_known_and_one_that_is_taken_out_is_not(
    tmp_path: Path, keys: dict[str, asyncssh.SSHKey]
) -> None:
    file = tmp_path / "authorized_keys"
    async with house(tmp_path, keys=str(file), faulty=True) as running:
        file.write_bytes(keys["eve"].export_public_key())
        async with connected(running, client_keys=[keys["eve"]]):
            pass
        with pytest.raises(asyncssh.PermissionDenied):
            async with connected(running, client_keys=[keys["ada"]]):
                pass
        file.unlink()
        with pytest.raises(asyncssh.PermissionDenied):
            async with connected(running, client_keys=[keys["eve"]]):
                pass
        assert "nobody comes in by key" in running.log


async def test_only_so_many_keys_are_tried(tmp_path: Path, keys: dict[str, asyncssh.SSHKey]) -> None:
    many = [asyncssh.generate_private_key("ssh-ed25519") for _ in range(13)]
    async with house(tmp_path, keys=str(tmp_path / "authorized_keys")) as running:
        async with connected(running, client_keys=[*many[:10], keys["ada"]]):
            pass
        with pytest.raises(asyncssh.DisconnectError, match="IdentitiesOnly"):
            async with connected(running, client_keys=[*many, keys["ada"]]):
                pass


@pytest.mark.parametrize("content", [None, "", "nonsense\n"])
async def test_without_a_key_in_the_file_the_server_says_so(tmp_path: Path, content: str | None) -> None:
    file = tmp_path / "authorized_keys"
    if content is not None:
        file.write_text(content)
    async with house(tmp_path, keys=str(file)) as running:
        assert running.failed is not None
        assert str(file) in running.failed


async def test_a_port_that_is_taken_is_a_sentence(tmp_path: Path) -> None:
    (taken,) = listen(0, "127.0.0.1")
    with taken:
        port: int = taken.getsockname()[1]
        async with house(tmp_path, port=port) as running:
            assert running.failed == f"Port {port} is taken by another program."
            assert await asyncio.wait_for(running.process.wait(), 5) == 1


async def test_an_address_that_is_not_here_is_left_out_as_long_as_there_is_another(tmp_path: Path) -> None:
    async with house(tmp_path, addresses=("192.0.2.1", "127.0.0.1")) as running, seated(running) as seat:
        await seat.leave()
    async with house(tmp_path, addresses=("192.0.2.1",)) as running:
        assert running.failed == "192.0.2.1 is no address of this computer."


@pytest.mark.skipif(not socket.has_ipv6, reason="needs IPv6")
async def test_guests_come_in_ipv4_and_ipv6_at_one_port(tmp_path: Path) -> None:
    async with house(tmp_path, addresses=("0.0.0.0", "::")) as running:
        for address in ("127.0.0.1", "::1"):
            async with asyncssh.connect(
                address, running.port, username="ada", known_hosts=None, client_keys=None, agent_path=None, config=None
            ) as connection:
                await (await (await sit(connection)).start()).leave()
        assert [arrived.address for arrived in running.arrived] == ["127.0.0.1", "::"]


async def test_a_nursery_that_does_not_start_is_a_sentence(tmp_path: Path) -> None:
    for command in (("/nonexistent",), ("/bin/false",)):
        async with house(tmp_path, nursery=command) as running:
            assert running.failed is not None
            assert "screens of guests" in running.failed


async def test_without_asyncssh_the_server_says_what_is_missing(tmp_path: Path) -> None:
    (tmp_path / "asyncssh.py").write_text("raise ImportError('No module named asyncssh')")
    async with house(tmp_path, path=str(tmp_path)) as running:
        assert running.failed is not None
        assert "pip install asyncssh" in running.failed
