"""What a player is told when the network does not carry announcements, and what can be done instead."""

from __future__ import annotations

from collections.abc import Sequence
from ipaddress import ip_address
from typing import Final, Literal

from msgspec import Struct

from net.addresses import DEFAULT_PORT, OwnAddress, Side, main_side, unscoped
from net.discovery.mdns import Reason

Use = Literal["room", "home", "rooms", "people"]
"""What does not work: a room or a person at home is not seen, or rooms or people at home are not found."""


class NotVisible(Struct, frozen=True):
    """Discovery does not work, or not fully. `sentence` says why and what to do instead. Everything else goes on."""

    reason: Reason
    sentence: str


_CAUSES: Final[dict[Reason, str]] = {
    "no_network": "This computer is on no network.",
    "this_computer": "This computer is on no network.",
    "vpn": "This computer is on no network but a VPN, and that carries no announcements.",
    "port_held": "Another program keeps UDP port 5353, where rooms are announced, to itself.",
    "no_multicast": "The network here carries no announcements.",
    "not_permitted": "This system does not let the game send announcements.",
    "no_such_address": "The address to bind to is none of this computer.",
    "failed": "The network could not be asked for games.",
}

_ALONE: Final[dict[Use, str]] = {
    "room": "Nobody can join from elsewhere until it is on one; the room is then announced by itself.",
    "home": "Nobody can invite you until it is on one.",
    "rooms": "Only rooms on this computer can be found until it is on one.",
    "people": "Nobody can be invited until it is on one.",
}

_INSTEAD: Final[dict[Use, str]] = {
    "room": "The room is in nobody's list.",
    "home": "Nobody sees that you could be invited; you can still join a room.",
    "rooms": f"Type the address that the host's screen shows, such as 192.168.1.5 or 192.168.1.5:{DEFAULT_PORT}.",
    "people": "Nobody can be invited from here; friends can still join.",
}


def reason_among(own: Sequence[OwnAddress], bind: str | None) -> Reason | None:
    """Return why these addresses alone keep announcements from friends, None where they don't."""
    if bind is not None:
        bound = str(unscoped(ip_address(bind)))
        return None if any(mine.address == bound for mine in own) else "no_such_address"
    reasons: dict[Side | None, Reason] = {
        Side.TUNNEL: "vpn",
        Side.LOOPBACK: "this_computer",
        None: "no_network",
    }
    return reasons.get(main_side(own))


def not_visible(reason: Reason, use: Use, typed: Sequence[str] = ()) -> NotVisible:
    """Put a reason into words. `typed` is what friends can type to reach the room."""
    if reason in ("no_network", "this_computer"):
        return NotVisible(reason, f"{_CAUSES[reason]} {_ALONE[use]}")
    sentence = f"{_CAUSES[reason]} {_INSTEAD[use]}"
    if use == "room" and typed:
        sentence += f" Friends can type {' or '.join(typed)}."
    return NotVisible(reason, sentence)
