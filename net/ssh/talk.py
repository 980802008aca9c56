"""What the host, the ssh server and the nursery say to each other: MessagePack in the frames of `net.frames`.

All three are this program and trust each other. What comes from a guest (a name, the name of a terminal) is in these
messages as it came.
"""

from __future__ import annotations

from msgspec import Struct

from net.ssh.place import Place

# The host and the ssh server


class Open(Struct, frozen=True, tag="open"):
    """The host's first word: serve. Answered with `Opened` or `Failed`."""

    addresses: tuple[str, ...]
    """Of this computer, to listen at."""
    port: int
    """0 is any that is free."""
    host_key: str
    """The path of the file with the host key, which is made if it is not there."""
    room: str
    """What the room is called, for the banner."""
    passphrase: str | None
    """None asks for none."""
    keys: str | None
    """The path of an authorized_keys file. With one, a key that it has is the only way in, and `passphrase` is None."""
    guests: int
    """The most guests at a time."""
    nursery: tuple[str, ...]
    """The command that starts the nursery; the number of its socket is added as the last argument."""
    endpoint: tuple[str, int]
    """Where the room is reached on this computer."""
    host_fingerprint: bytes
    """The SHA-256 of the certificate that the room shows there."""


class Opened(Struct, frozen=True, tag="opened"):
    """The ssh server serves."""

    port: int
    fingerprint: str
    """Of the host key, as ssh shows it: ``SHA256:`` and so on."""


class Failed(Struct, frozen=True, tag="failed"):
    """The ssh server does not serve, and why, in a sentence for the player who hosts. It ends."""

    sentence: str


class Arrived(Struct, frozen=True, tag="arrived"):
    """Someone has passed the ssh server's checks and wants to play. Answered with `Vouched` or `Turned`."""

    guest: int
    """A number that no other guest has had."""
    address: str
    """Where they come from, as `net.addresses.source` gives it."""
    name: str
    """Their user name, as it came."""
    key: str | None
    """The fingerprint of the key they have proved to hold, None where keys are not asked for."""


class Vouched(Struct, frozen=True, tag="vouched"):
    """The guest may come in. Their child shows the ticket to the host, as often as it connects, until they are gone."""

    guest: int
    ticket: bytes
    asks_code: bool
    """Someone of that name has a seat that its rejoin code leads to, so the guest is to be asked for that."""


class Turned(Struct, frozen=True, tag="turned"):
    """The guest may not come in; the sentence tells them why."""

    guest: int
    sentence: str


class Placed(Struct, frozen=True, tag="placed"):
    """A guest has another place in the room than was told before; at first nobody has one."""

    guest: int
    place: Place


class Closing(Struct, frozen=True, tag="closing"):
    """The host is about to end the way in by ssh, in good order; the sentence tells the guests why.

    They are told by the room itself too. The end of the socket comes soon, or once all of them are gone.
    """

    sentence: str


class Gone(Struct, frozen=True, tag="gone"):
    """A guest's connection has ended; their ticket is good no longer."""

    guest: int


FromServer = Opened | Failed | Arrived | Gone
FromHost = Open | Vouched | Turned | Placed | Closing
"""The end of the host's socket means: say good-bye to every guest, give them their terminals back, and end. Where it
comes without `Closing`, the host has not ended in good order."""

# The ssh server and the nursery


class Ready(Struct, frozen=True, tag="ready"):
    """The nursery has loaded all that children need."""


class Spawn(Struct, frozen=True, tag="spawn"):
    """Have a child. One descriptor goes with it: the guest's side of a pty. `Born` comes before the next is sent."""

    guest: int
    name: str
    endpoint: tuple[str, int]
    host_fingerprint: bytes
    ticket: bytes
    asks_code: bool
    keyed: bool
    """Their seat is that of their ssh key, so they need no rejoin code."""
    term: str
    """The guest's TERM; with ``dumb`` or nothing they get lines of text."""
    environment: dict[str, str]
    """What else the guest's ssh has sent of COLORTERM, NO_COLOR, LANG, LC_ALL and LC_CTYPE."""
    directory: str
    """An empty directory that is the child's own; whoever spawns it removes it after its end."""


class Born(Struct, frozen=True, tag="born"):
    """The child is there."""

    guest: int
    pid: int


class Died(Struct, frozen=True, tag="died"):
    """A child has ended, or could not be had. `status` is its exit status, or less than 0 the signal that ended it."""

    guest: int
    status: int


class Signal(Struct, frozen=True, tag="signal"):
    """Send a signal to a child, if it is still there."""

    guest: int
    number: int


FromNursery = Ready | Born | Died
FromKeeper = Spawn | Signal
"""The end of the ssh server's socket means: end every child, and end."""
