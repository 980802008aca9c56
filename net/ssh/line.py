"""One guest's TCP connection, between the socket and asyncssh.

asyncssh takes whatever comes as fast as it comes, and keeps whatever is not taken off it. A guest must not make use of
that, so here it is bounded: what a stranger may send, how much of the server's time one guest may have, and how much is
sent that has nothing to do with the game. And here it is known how much waits for a guest who does not read.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Final, Protocol, cast

from net.addresses import source
from net.ssh.doorstep import Doorstep
from net.ssh.farewell import turned_away

STRANGER_BYTES: Final = 128 * 1024
"""So much may come from someone who has not logged in. A dozen keys to try come nowhere near."""
NOISE_BYTES: Final = 256 * 1024
"""So much may come at once that is not typed: more than that, other than at `NOISE_A_SECOND`, ends the connection."""
NOISE_A_SECOND: Final = 1024
HIGH_WATER: Final = 64 * 1024
"""From so many bytes waiting for the guest, there is no `room` for more."""
LOW_WATER: Final = 8 * 1024
PACKETS: Final = 512
"""So many packets may become of one thing that was shown or came; a packet for each byte would be more."""

KEPT: Final = 512 * 1024
"""So many bytes may be kept by asyncssh that it does not send."""

_SLICE: Final = 8 * 1024
_SMALLEST_PACKET: Final = 1024
_REST: Final = 2.0  # so many times as long as a slice has taken, others have the server's time to themselves
_AROUND: Final = 96  # bytes of a packet that are not what was typed, or that say that what was shown has come
_LINGER: Final = 2.0
_MOST_LINGERING: Final = 32


class TooManyPackets(OSError):
    """The guest has it all cut too small. asyncssh ends their connection on it."""


class Guest(Protocol):
    """Whoever is told how a line is."""

    def room_again(self) -> None:
        """What was waiting for the guest has gone out."""

    def modest(self) -> bool:
        """Tell whether the guest may stay, after something has come from them."""


class Line(asyncio.Protocol):
    """The connection as asyncio sees it. `speak_ssh` makes what asyncssh does with it, `lost` is told of its end."""

    def __init__(
        self, doorstep: Doorstep, speak_ssh: Callable[[], asyncio.Protocol], lost: Callable[[Line], None]
    ) -> None:
        self._doorstep = doorstep
        self._lost = lost
        self._speak_ssh = speak_ssh
        self._ssh: asyncio.Protocol | None = None
        self._came, self._outgoing = bytearray(), bytearray()
        self._feeding: asyncio.TimerHandle | None = None
        self._next_slice = 0.0
        self._stranger = False
        self._heard = 0
        self._noise, self._quiet_since = 0.0, 0.0
        self._packets = self._sent = self._kept = 0
        self.guest: Guest | None = None
        self.address = ""
        self.peer = ""
        """The address itself, where `address` is all of a network in IPv6."""
        self.room = True

    # From asyncio

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin, after a while if many have come from there; or say why not."""
        self._loop = asyncio.get_running_loop()
        self._transport = cast(asyncio.Transport, transport)
        self._transport.set_write_buffer_limits(HIGH_WATER, LOW_WATER)
        self.peer = str((transport.get_extra_info("peername") or ("",))[0])
        self.address = source(self.peer)
        now = self._loop.time()
        why = self._doorstep.refusal(self.address, now)
        if why is not None:
            self._transport.write(turned_away(why))
            self._end()
            return
        self._stranger = True
        self._quiet_since = now
        self._transport.pause_reading()
        self._feeding = self._loop.call_at(now + self._doorstep.enter(self.address, now), self._begin)

    def _begin(self) -> None:
        self._feeding = None
        self._ssh = self._speak_ssh()
        self._ssh.connection_made(_Side(self, self._transport))
        self._transport.resume_reading()

    def data_received(self, data: bytes) -> None:
        """Give asyncssh what has come, a slice at a time."""
        if self._ssh is None:
            return  # said good-bye to
        self._came += data
        if self._feeding is None:
            self._feed()

    def _feed(self) -> None:
        self._feeding = None
        begun = self._loop.time()
        if begun < self._next_slice:
            self._feed_at(self._next_slice)
            return
        data = bytes(self._came[:_SLICE])
        del self._came[:_SLICE]
        self._noise += len(data)
        self._heard += len(data)
        self._packets = 0
        if self._ssh is not None:
            self._ssh.data_received(data)
        now = self._loop.time()
        self._next_slice = now + (now - begun) * _REST
        if not self._is_modest(now):
            self.hang_up()
        elif self._came:
            self._feed_at(self._next_slice)
        elif not self._transport.is_closing():
            self._transport.resume_reading()

    def _feed_at(self, when: float) -> None:
        self._transport.pause_reading()
        self._feeding = self._loop.call_at(when, self._feed)

    def _is_modest(self, now: float) -> bool:
        self._noise = max(0.0, self._noise - (now - self._quiet_since) * NOISE_A_SECOND)
        self._quiet_since = now
        if self._stranger:
            return self._heard <= STRANGER_BYTES
        return self._noise <= NOISE_BYTES and (self.guest is None or self.guest.modest())

    def eof_received(self) -> bool:
        """Take it that a guest who sends no more is gone."""
        if self._ssh is not None:
            self._ssh.eof_received()
        self._loop.call_later(_LINGER, self._transport.abort)  # they may not even take what is still to go out
        return False

    def connection_lost(self, exc: Exception | None) -> None:
        """Count the connection no longer."""
        _lingering.discard(self)
        self.logged_in()
        self._stop_feeding()
        ssh, self._ssh = self._ssh, None
        if ssh is not None:
            ssh.connection_lost(exc)
        self._lost(self)

    def pause_writing(self) -> None:
        """Note that the guest does not read as fast as the game writes."""
        self.room = False

    def resume_writing(self) -> None:
        """Note that they have caught up."""
        self.room = True
        if self.guest is not None:
            self.guest.room_again()

    # From the login and the session

    def logged_in(self) -> None:
        """Count the guest no longer among those who have not logged in."""
        if self._stranger:
            self._stranger = False
            self._doorstep.leave(self.address)

    def typed(self, size: int) -> None:
        """Note that so many bytes of what came were typed into the game."""
        self._noise -= size + _AROUND

    def show(self, send: Callable[[bytes], None], data: bytes) -> None:
        """Have asyncssh send something of the game."""
        if self._transport.is_closing():
            return
        self._packets = 0
        self._noise -= _AROUND * (1 + len(data) // _SMALLEST_PACKET)
        before = self._sent
        try:
            send(data)
        except TooManyPackets:
            self.hang_up()
        # While keys are exchanged anew asyncssh keeps what is to be sent, and a guest can leave it at that.
        self._kept = 0 if self._sent > before else self._kept + len(data)
        if self._kept > KEPT:
            self.hang_up()

    def hang_up(self) -> None:
        """End the connection at once, without a word."""
        self._stop_feeding()
        self._transport.abort()

    def _stop_feeding(self) -> None:
        if self._feeding is not None:
            self._feeding.cancel()
            self._feeding = None
        self._came.clear()

    # From asyncssh

    def send(self, data: bytes | bytearray | memoryview) -> None:
        """Send a packet; raise `TooManyPackets`."""
        self._packets += 1
        self._sent += 1
        if self._packets > PACKETS:
            raise TooManyPackets
        if not self._outgoing:  # asyncssh writes little by little, and every write would be a packet of TCP
            self._loop.call_soon(self._flush)
        self._outgoing += data

    def _flush(self) -> None:
        if self._outgoing and not self._transport.is_closing():
            self._transport.write(bytes(self._outgoing))
        self._outgoing.clear()

    def let_go(self) -> None:
        """End the connection once everything is out that asyncssh has written."""
        self._ssh = None
        self._stop_feeding()
        self._flush()
        self._end()

    def _end(self) -> None:
        """Send what is waiting, and then no more.

        To close a socket in which something has come and was not read takes back what the other side has not read
        either. So until they close it too, what comes is read, though not for long.
        """
        self._loop.call_later(_LINGER, self._transport.abort)
        if self._transport.is_closing():
            return
        if len(_lingering) >= _MOST_LINGERING:
            self._transport.close()
            return
        try:
            self._transport.write_eof()
        except OSError:  # they have hung up themselves
            self._transport.abort()
            return
        _lingering.add(self)
        self._transport.resume_reading()


_lingering: set[Line] = set()


class _Side(asyncio.Transport):
    """The side of a line that asyncssh sees, as the transport of its connection."""

    def __init__(self, line: Line, transport: asyncio.Transport) -> None:
        super().__init__()
        self._line = line
        self._transport = transport
        self._open = True

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        """Return what is known of the connection; ``line`` is the `Line`."""
        return self._line if name == "line" else self._transport.get_extra_info(name, default)

    def write(self, data: bytes | bytearray | memoryview) -> None:
        """Send."""
        if self._open:
            self._line.send(data)

    def is_closing(self) -> bool:
        """Tell whether it is over."""
        return not self._open or self._transport.is_closing()

    def close(self) -> None:
        """End the connection once everything is out."""
        if self._open:
            self._open = False
            self._line.let_go()

    def abort(self) -> None:
        """End the connection as `close` does: asyncssh calls this right after its last words."""
        self.close()
