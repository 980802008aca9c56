"""Joining a room of another computer: real sockets, real TLS, all on loopback."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from net.passphrase import REFUSAL
from net.updates import Closed, Joined, PassphraseAsked
from tests.net.lan_room import LanRoom, Player

PASSPHRASE = "walnut comet 42"


@pytest.fixture
async def joins(tmp_path: Path) -> AsyncIterator[Callable[..., Player]]:
    """Makes players, each with a state directory of their own, and lets them go in the end."""
    players: list[Player] = []

    def join(room: LanRoom, name: str = "Ann", **target: object) -> Player:
        player = Player(tmp_path / name, room.port, name, **target)
        players.append(player)
        return player

    yield join
    for player in players:
        await player.gone()


async def test_an_open_room_is_joined_without_a_question(tmp_path: Path, joins: Callable[..., Player]) -> None:
    async with LanRoom(tmp_path / "host").opened() as room:
        ann = joins(room)
        joined = await ann.told(Joined)
        assert (joined.seat, joined.room) == (0, "A room")
        assert room.server.waiting == 0
        host = ann.pins.find(room.identity.host_id)
        assert host is not None
        assert host.fingerprint == room.identity.fingerprint
        assert [seat.room for seat in host.seats] == ["the room"]


async def test_the_passphrase_is_asked_for_and_opens_the_door(tmp_path: Path, joins: Callable[..., Player]) -> None:
    async with LanRoom(tmp_path / "host", PASSPHRASE).opened() as room:
        ann = joins(room)
        asked = await ann.told(PassphraseAsked)
        assert (asked.room, asked.known, asked.sentence) == ("A room", False, None)
        ann.link.passphrase("---")
        assert "letter or digit" in str((await ann.told(PassphraseAsked)).sentence)
        ann.link.passphrase("Walnut-Comet 42")
        await ann.told(Joined)
        for file in (tmp_path / "Ann").rglob("*"):
            assert not file.is_file() or b"alnut" not in file.read_bytes()


async def test_wrong_passphrases_are_refused_and_the_sixth_has_to_wait(
    tmp_path: Path, joins: Callable[..., Player]
) -> None:
    async with LanRoom(tmp_path / "host", PASSPHRASE).opened() as room:
        ann = joins(room)
        await ann.told(PassphraseAsked)
        for _ in range(5):
            ann.link.passphrase("walnut comet 43")
            assert (await ann.told(PassphraseAsked)).sentence == REFUSAL
        ann.link.passphrase(PASSPHRASE)
        assert "Try again in" in str((await ann.told(PassphraseAsked)).sentence)
        ann.link.leave()
        assert (await ann.told(Closed)).code == "left"
        assert not any(person.bot is None for person in room.room.seats.people)
