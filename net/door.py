"""The door of a room: who is let in. Values in, values out; the time is told to it.

A seat's token or a ticket, from an invitation or of a guest by ssh, opens it, or the passphrase where there is one.
Only then does the room hear of a client at all.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable
from typing import Final

from net.admission import AskPassphrase, ClientConfirm, ClientPake, HostConfirm, HostPake, Info, Probe, spoken
from net.messages import PROTOCOLS, ClientMessage, Hello, HostMessage, No
from net.passphrase import REFUSAL, Guesses, HostProof, NotProved
from net.ssh.vouch import Vouch
from net.waits import try_again

TICKETS_AT_MOST: Final = 64


class Door:
    """The door of one room. `info` describes the room; `has_seat` tells whether a token is that of a seat."""

    def __init__(
        self,
        info: Callable[[], Info],
        has_seat: Callable[[bytes], bool],
        passphrase: str | None = None,
        fingerprint: bytes = b"",
    ) -> None:
        """Open a door. `fingerprint` is that of the host's certificate, to which the passphrase is bound.

        Raises `net.passphrase.PassphraseError`.
        """
        if passphrase is not None:
            HostProof(passphrase, fingerprint)  # shows that it can be one, and loads what the first guest needs
        self.info = info
        self.has_seat = has_seat
        self.passphrase = passphrase
        self.fingerprint = fingerprint
        self.guesses = Guesses()
        self._tickets: list[bytes] = []
        self._vouched: dict[bytes, Vouch] = {}

    def invite(self, ticket: bytes) -> None:
        """Let whoever shows this ticket in without the passphrase, once."""
        self._tickets = [*self._tickets, ticket][-TICKETS_AT_MOST:]

    def has_ticket(self, ticket: bytes) -> bool:
        """Whether a ticket is good."""
        return any(hmac.compare_digest(ticket, good) for good in self._tickets)

    def spend(self, ticket: bytes) -> None:
        """Take in that a ticket has brought someone in."""
        self._tickets = [good for good in self._tickets if not hmac.compare_digest(ticket, good)]

    def vouch(self, ticket: bytes, vouch: Vouch) -> None:
        """Let a guest by ssh, who shows this ticket, in without the passphrase, as often as they like."""
        self._vouched[ticket] = vouch

    def withdraw(self, ticket: bytes) -> None:
        """Vouch for a guest no longer."""
        self._vouched.pop(ticket, None)

    def vouched(self, ticket: bytes) -> Vouch | None:
        """Return who shows a ticket, None where it is no guest by ssh."""
        found = None
        for good, vouch in self._vouched.items():
            if hmac.compare_digest(ticket, good):
                found = vouch
        return found


class Visitor:
    """Someone at the door: one connection, until it is in or gone.

    `hello` is what the room is to be told once `admitted` is true.
    """

    def __init__(self, door: Door, source: str) -> None:
        self._door = door
        self._source = source
        self._proof: HostProof | None = None
        self._pake = b""
        self.hello: Hello | None = None
        self.vouch: Vouch | None = None
        """What is known of them, if they are a guest by ssh."""
        self.admitted = False

    def said(self, message: ClientMessage, now: float) -> list[HostMessage]:
        """Take what the client says, and return the answers. `No` ends the connection."""
        match message:
            case Probe():
                return [self._door.info()]
            case Hello():
                return self._greeted(message, now)
            case ClientPake():
                return self._agree(message, now)
            case ClientConfirm():
                return self._confirm(message, now)
        raise AssertionError(f"the session lets no {type(message).__name__} through before admission")

    def gone(self, now: float) -> None:
        """Take in that the connection has ended. Who has learnt something by then has made a guess."""
        if self._proof is not None:
            self._count(now)

    def entered(self) -> None:
        """Take in that the room has taken the client."""
        if self.hello is not None and self.hello.ticket is not None:
            self._door.spend(self.hello.ticket)

    def _greeted(self, hello: Hello, now: float) -> list[HostMessage]:
        door = self._door
        self.hello = hello
        low, high = hello.protocol
        if low > PROTOCOLS[1] or high < PROTOCOLS[0] or low > high:
            sentence = f"This table speaks protocol {spoken(PROTOCOLS)}, your program {spoken(hello.protocol)}."
            return [_no("version", sentence)]
        if hello.token is not None and not door.has_seat(hello.token):
            return [_no("token", "That seat is not at this table any more.")]
        if hello.ticket is not None:
            self.vouch = door.vouched(hello.ticket)
        invited = self.vouch is not None or (hello.ticket is not None and door.has_ticket(hello.ticket))
        if door.passphrase is None or hello.token is not None or invited:
            self.admitted = True
            return []
        return self._wait(now) or [AskPassphrase()]

    def _agree(self, message: ClientPake, now: float) -> list[HostMessage]:
        if no := self._wait(now):
            return no
        assert self._door.passphrase is not None
        self._proof = HostProof(self._door.passphrase, self._door.fingerprint)
        self._pake = message.m
        return [HostPake(self._proof.message)]

    def _confirm(self, message: ClientConfirm, now: float) -> list[HostMessage]:
        proof = self._proof
        assert proof is not None, "the session keeps the order"
        if no := self._wait(now):  # others from there may have guessed meanwhile
            return no
        try:
            confirmation = proof.check(self._pake, message.c)
        except NotProved:
            self._count(now)
            return [_no("passphrase", REFUSAL)]
        self._proof = None
        self.admitted = True
        return [HostConfirm(confirmation)]

    def _wait(self, now: float) -> list[HostMessage]:
        seconds = self._door.guesses.wait(self._source, now)
        if not seconds:
            return []
        self._proof = None
        return [_no("wait", f"Too many wrong passphrases came from your computer. {try_again(seconds)}")]

    def _count(self, now: float) -> None:
        self._proof = None
        self._door.guesses.failed(self._source, now)


def _no(code: str, sentence: str) -> No:
    return No(code, sentence, PROTOCOLS)
