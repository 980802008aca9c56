"""How a room stands to the world around it: what is announced of it, and what whoever asks is told."""

from __future__ import annotations

from net.admission import Info
from net.discovery import RoomInfo
from net.identity import Identity, announced
from net.messages import PROTOCOLS
from net.room import Room
from net.version import APP


class Standing:
    """Describes one room to strangers."""

    def __init__(self, room: Room, identity: Identity, room_id: str, passphrase: bool) -> None:
        self._room = room
        self._identity = identity
        self._room_id = room_id
        self._passphrase = passphrase

    def info(self) -> Info:
        """Answer a probe."""
        room = self._room
        return Info(
            protocol=PROTOCOLS,
            app=APP,
            host_id=self._identity.host_id,
            room_id=self._room_id,
            room=room.name,
            host=room.host_name,
            state=room.stage,
            taken=len(room.seats.people),
            seats=len(room.seats),
            spectators=len(room.seats.spectators),
            passphrase=self._passphrase,
        )

    def announced(self) -> RoomInfo:
        """Return what the LAN is told."""
        info = self.info()
        return RoomInfo(
            room=info.room,
            host=info.host,
            host_id=info.host_id,
            state=self._room.stage,
            taken=info.taken,
            seats=info.seats,
            spectators=info.spectators,
            passphrase=info.passphrase,
            fingerprint=announced(self._identity.fingerprint),
            version=info.app.removeprefix("unokart "),
        )
