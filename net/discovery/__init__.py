"""Finding rooms and people on a LAN, and being found. `Lan` is the door."""

from net.discovery.announcing import Announcement
from net.discovery.browsing import Browser
from net.discovery.kinds import PEOPLE, ROOMS, PersonInfo, RoomInfo
from net.discovery.lan import Lan
from net.discovery.rows import Found, Recent
from net.discovery.visibility import NotVisible

FoundRoom = Found[RoomInfo]
FoundPerson = Found[PersonInfo]

__all__ = [
    "PEOPLE",
    "ROOMS",
    "Announcement",
    "Browser",
    "Found",
    "FoundPerson",
    "FoundRoom",
    "Lan",
    "NotVisible",
    "PersonInfo",
    "Recent",
    "RoomInfo",
]
