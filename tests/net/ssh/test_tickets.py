"""The tickets of guests by ssh, over real TLS on loopback: what they open, to whom, how often, and until when."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from net.addresses import Endpoint
from net.calling import Caller
from net.pins import Pins
from net.remote import Remote
from net.session import End
from net.ssh.vouch import KeySeats, Vouch
from net.target import Target
from net.tokens import Tokens
from net.updates import Closed, Connected, Joined, PassphraseAsked, Reconnecting, RoomChanged, Update
from tests.net.lan_room import LanRoom, Player, no_warning

PASSPHRASE = "walnut comet 42"
ANN, BOB = b"A" * 16, b"B" * 16
GONE = End("closed", "Your connection by ssh has ended.")


@asynccontextmanager
async def opened(directory: Path, passphrase: str | None = PASSPHRASE) -> AsyncIterator[LanRoom]:
    async with LanRoom(directory / "host", passphrase).opened() as room:
        room.door.vouch(ANN, Vouch("10.0.0.7"))
        room.door.vouch(BOB, Vouch("10.0.0.8"))
        yield room


@pytest.fixture
async def joins(tmp_path: Path) -> AsyncIterator[Callable[..., Player]]:
    """Makes the children of guests, and lets them go in the end."""
    players: list[Player] = []

    def join(room: LanRoom, ticket: bytes, name: str = "Ann", **target: object) -> Player:
        given = {"fingerprint": room.identity.fingerprint, "ticket": ticket, "vouched": True, **target}
        player = Player(tmp_path / f"{name} {len(players)}", room.port, name, **given)
        players.append(player)
        return player

    yield join
    for player in players:
        await player.gone()


async def test_a_ticket_opens_the_door_as_often_as_it_is_shown(tmp_path: Path, joins: Callable[..., Player]) -> None:
    async with opened(tmp_path) as room:
        ann = joins(room, ANN)
        assert (await ann.told(Joined)).seat == 0
        assert [member.origin for member in room.room.seats.connected] == ["10.0.0.7"]
        for _ in range(3):
            cut(room)
            await ann.told(Reconnecting)
            await ann.told(Connected)
            assert [member.origin for member in room.room.seats.connected] == ["10.0.0.7"]
        again = joins(room, ANN, "Anna")
        assert (await again.told(Joined)).seat == 1


async def test_the_table_goes_by_what_the_host_knows_after_a_restart_too(
    tmp_path: Path, joins: Callable[..., Player]
) -> None:
    async with opened(tmp_path) as room:
        ann = joins(room, ANN)
        await ann.told(Joined)
        await room.close("crash", "The table broke down.")
        await ann.told(Reconnecting)
        await room.open()
        await ann.told(Connected)
        assert [member.origin for member in room.room.seats.connected] == ["10.0.0.7"]


@pytest.mark.parametrize("vouched", [True, False])
async def test_nobody_looks_on_the_network_for_the_host_of_a_guest_by_ssh(tmp_path: Path, vouched: bool) -> None:
    joined, looked, lost_again = asyncio.Event(), asyncio.Event(), asyncio.Event()
    reasons: list[str] = []

    def find(host_id: str, found: object) -> Callable[[], None]:
        looked.set()
        return lambda: None

    def take(update: Update) -> None:
        if isinstance(update, Joined):
            joined.set()
        elif isinstance(update, Reconnecting):
            reasons.append(update.sentence)  # another one each time
            if len(reasons) == 2:
                lost_again.set()

    async with opened(tmp_path) as room:
        target = Target((Endpoint("127.0.0.1", room.port),), None, room.identity.fingerprint, ANN, vouched)
        tokens = Tokens(Pins(tmp_path / "child", no_warning))
        child = Remote(target, "Ann", Caller(lambda: (), "127.0.0.1"), tokens, take, find=find)
        running = asyncio.create_task(child.run())
        async with asyncio.timeout(10.0):
            await joined.wait()
            await room.close("crash", "The table broke down.")
            await (lost_again.wait() if vouched else looked.wait())
        assert looked.is_set() is not vouched
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)


async def test_who_has_a_token_and_no_ticket_counts_as_from_where_they_are(
    tmp_path: Path, joins: Callable[..., Player]
) -> None:
    async with opened(tmp_path, passphrase=None) as room:
        ann = joins(room, b"?" * 16)
        await ann.told(Joined)
        assert [member.origin for member in room.room.seats.connected] == ["127.0.0.1"]


async def test_no_other_ticket_opens_it(tmp_path: Path, joins: Callable[..., Player]) -> None:
    async with opened(tmp_path) as room:
        for ticket in (secrets.token_bytes(16), bytes(16)):
            await joins(room, ticket).told(PassphraseAsked)


async def test_it_is_shown_to_nobody_but_the_host(tmp_path: Path, joins: Callable[..., Player]) -> None:
    async with opened(tmp_path) as room:
        ann = joins(room, ANN, fingerprint=b"?" * 32)
        assert (await ann.told(Closed)).code == "unreachable"
        assert not room.room.seats.members


async def test_it_is_good_until_the_guest_is_gone_who_is_away_then(
    tmp_path: Path, joins: Callable[..., Player]
) -> None:
    async with opened(tmp_path) as room:
        ann, bob = joins(room, ANN), joins(room, BOB, "Bob")
        await ann.told(Joined)
        await bob.told(RoomChanged, lambda update: len(update.room.people) == 3)
        room.reception.withdraw(ANN, GONE)
        assert await ann.told(Closed) == Closed(GONE.code, GONE.sentence)
        await bob.told(RoomChanged, lambda update: not update.room.people[0].here)
        await joins(room, ANN).told(PassphraseAsked)
        room.reception.withdraw(ANN, GONE)
        assert len(room.room.seats.connected) == 1


async def test_with_it_goes_every_connection_that_was_opened_by_it(
    tmp_path: Path, joins: Callable[..., Player]
) -> None:
    async with opened(tmp_path) as room:
        both = [joins(room, ANN), joins(room, ANN)]
        for one in both:
            await one.told(Joined)
        room.reception.withdraw(ANN, GONE)
        for one in both:
            await one.told(Closed)


async def test_a_wrong_code_ends_it_with_a_code_of_its_own(tmp_path: Path, joins: Callable[..., Player]) -> None:
    async with opened(tmp_path) as room:
        ann = joins(room, ANN)
        await ann.told(RoomChanged)
        code = ann.link.rejoin_code
        assert code is not None
        await ann.gone()
        wrong = await joins(room, ANN, code="2" * 64).told(Closed)
        assert wrong == Closed("code", "That is not the code of Ann's seat.")
        back = joins(room, ANN, code=code)
        assert (await back.told(Joined)).seat == 0
        await back.told(RoomChanged)
        assert back.link.rejoin_code == code


async def test_who_watches_has_no_code(tmp_path: Path, joins: Callable[..., Player]) -> None:
    async with opened(tmp_path) as room:
        ann = joins(room, ANN)
        assert ann.link.rejoin_code is None
        await ann.told(Joined)
        ann.link.stand()
        await ann.told(RoomChanged, lambda update: len(update.room.spectators) == 1)
        assert ann.link.rejoin_code is None


def cut(room: LanRoom) -> None:
    """Cut every connection, as a broken cable does."""
    for connection in list(room.host._connections.values()):
        connection.drop()


def test_a_key_s_seat_is_its_own_and_the_room_s(tmp_path: Path) -> None:
    seats = KeySeats(tmp_path, "a room")
    token = seats.token("SHA256:ann")
    assert len(token) == 16
    assert token == seats.token("SHA256:ann") == KeySeats(tmp_path, "a room").token("SHA256:ann")
    others = (
        seats.token("SHA256:bob"),
        KeySeats(tmp_path, "another room").token("SHA256:ann"),
        KeySeats(tmp_path / "another host", "a room").token("SHA256:ann"),
    )
    assert len({token, *others}) == 4


@pytest.mark.parametrize("content", [b"", b"short", b"x" * 33])
def test_a_secret_that_can_be_none_is_made_anew(tmp_path: Path, content: bytes) -> None:
    KeySeats(tmp_path, "a room")
    (path,) = [path for path in tmp_path.iterdir() if not path.suffix]
    assert path.stat().st_mode & 0o777 == 0o600
    path.write_bytes(content)
    assert KeySeats(tmp_path, "a room").token("k") == KeySeats(tmp_path, "a room").token("k")
    assert len(path.read_bytes()) == 32
