"""What becomes of a picture on its way to a guest who is just closing their channel."""

from __future__ import annotations

from typing import Any, cast

from net.ssh.doorstep import Doorstep
from net.ssh.guest import Guest
from net.ssh.line import Line


class Channel:
    """As asyncssh has it between the guest's word that they close it, and the session's being told."""

    def __init__(self) -> None:
        self.closing = False
        self.sent: list[bytes] = []

    def set_write_buffer_limits(self, high: int, low: int) -> None:
        """Take them."""

    def is_closing(self) -> bool:
        return self.closing

    def write(self, data: bytes) -> None:
        if self.closing:
            raise BrokenPipeError
        self.sent.append(data)


class Shown(Line):
    """A line that has what is shown sent at once."""

    def __init__(self) -> None:
        super().__init__(Doorstep(), cast(Any, None), lambda line: None)

    def show(self, send: Any, data: bytes) -> None:
        send(data)


def test_what_comes_after_the_channel_is_closed_is_left_out() -> None:
    channel = Channel()
    guest = Guest(Shown(), lambda guest: None)
    guest.connection_made(cast(Any, channel))
    guest.say("before")
    channel.closing = True
    guest.say("after")
    guest.restore()

    assert channel.sent == [b"before\r\n"]
