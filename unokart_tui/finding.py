"""Looking for rooms on the network, for a while, and telling which there are."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from queue import Empty, Queue
from typing import Final

from net.addresses import BadAddress, Endpoint, parse_endpoint
from net.admission import spoken
from net.discovery import FoundRoom
from net.found import Rooms
from net.messages import PROTOCOLS
from net.network import Network

NAMED_WITHIN: Final = 4.0
"""Seconds in which a room that is there is found by its name."""

Say = Callable[[str], None]
Wanted = Callable[[Sequence[FoundRoom]], bool]


def look_for_rooms(network: Network, seconds: float, enough: Wanted = lambda found: False) -> Rooms:
    """Look for so long, or until there is enough. Hosts that were met before are asked too."""
    told: Queue[Rooms] = Queue()
    until = time.monotonic() + seconds
    rooms = Rooms((), None)
    stop = network.browse(told.put)
    try:
        while not enough(answered(rooms.found)):
            rooms = told.get(timeout=max(0.0, until - time.monotonic()))
    except Empty:
        pass  # the time is up
    finally:
        stop()
    return rooms


def answered(found: Sequence[FoundRoom]) -> list[FoundRoom]:
    """Return those that have answered, and so are no mere claim."""
    return [row for row in found if row.live and row.answered]


def endpoints_of(row: FoundRoom) -> tuple[Endpoint, ...]:
    """Return where a room is reached, the likeliest place first."""
    return tuple(Endpoint(address, row.port) for address in row.addresses)


def is_address(text: str) -> bool:
    """Say whether what was typed can only be an address: with a dot or a colon in it. Else it may be a room's name."""
    return " " not in text.strip() and (":" in text or "." in text or text.casefold() == "localhost")


def find_room(network: Network, text: str) -> FoundRoom | str:
    """Return the room of that name, or the address that was typed; raise `BadAddress` if there is none."""
    if is_address(text):
        parse_endpoint(text)
        return text
    name = text.strip().casefold()

    def called(found: Sequence[FoundRoom]) -> list[FoundRoom]:
        return [row for row in found if row.info.room.casefold() == name]

    rooms = look_for_rooms(network, NAMED_WITHIN, lambda found: bool(called(found)))
    matching = called(answered(rooms.found)) or called(rooms.found)
    if len(matching) == 1:
        return matching[0]
    if matching:
        raise BadAddress(f'There is more than one room called "{text.strip()}". Join by the address that it shows.')
    sentence = f'No room called "{text.strip()}" is found. Type the address that the host\'s screen shows.'
    raise BadAddress(f"{sentence} {rooms.trouble}" if rooms.trouble else sentence)


def row_line(row: FoundRoom) -> str:
    """Describe a room in a line."""
    info = row.info
    tags = [f"{info.taken}/{info.seats} seats", "in the lobby" if info.state == "lobby" else "playing"]
    if info.spectators:
        tags.append(f"{info.spectators} watching")
    if info.passphrase:
        tags.append("passphrase")
    if not info.compatible:
        theirs, ours = spoken(info.protocol), spoken(PROTOCOLS)
        tags.append(f"another version: it speaks protocol {theirs}, this program {ours}")
    if not row.answered:
        tags.append("does not answer; a firewall may be in the way")
    elif not row.live:
        tags.append("does not answer any more")
    by = f" by {info.host}" if info.host else ""
    where = f"  {endpoints_of(row)[0]}" if row.addresses else ""
    return f"{info.room}{by}: {', '.join(tags)}{where}"


def row_json(row: FoundRoom) -> dict[str, object]:
    """Describe a room for programs."""
    info = row.info
    return {
        "room": info.room,
        "host": info.host,
        "host_id": info.host_id,
        "state": info.state,
        "taken": info.taken,
        "seats": info.seats,
        "spectators": info.spectators,
        "passphrase": info.passphrase,
        "protocol": info.protocol,
        "compatible": info.compatible,
        "version": info.version,
        "fingerprint": info.fingerprint,
        "addresses": row.addresses,
        "port": row.port,
        "live": row.live,
        "answered": row.answered,
    }


def list_rooms(network: Network, as_json: bool, seconds: float, echo: Say, warn: Say) -> None:
    """Print the rooms that are found within so many seconds; what keeps them from being found goes to `warn`."""
    rooms = look_for_rooms(network, seconds)
    if rooms.trouble:
        warn(rooms.trouble)
    if as_json:
        echo(json.dumps([row_json(row) for row in rooms.found], ensure_ascii=False))
        return
    for row in rooms.found:
        echo(row_line(row))
    if not rooms.found:
        echo(f"No room was found in {seconds:g} second{'' if seconds == 1 else 's'}.")
