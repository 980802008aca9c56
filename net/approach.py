"""The client's way from a connection to the table: what room there is, a hello, and the passphrase if need be."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from enum import Enum, auto

from net.admission import AskPassphrase, ClientConfirm, ClientPake, HostConfirm, HostPake, Info, Probe, spoken
from net.connection import Connection
from net.identity import Shown
from net.messages import PROTOCOLS, Message, Welcome
from net.passphrase import REFUSAL, ClientProof, NotProved
from net.tidy import clean_room_name


class Needs(Enum):
    """What an approach has failed for want of."""

    NOTHING = auto()
    PASSPHRASE = auto()


class Approach:
    """One attempt over one connection. `greet` says hello; it is told what room there is if that was asked for.

    `takes` is given every message, and returns whether it was for the approach alone.
    """

    def __init__(
        self,
        shown: Shown,
        passphrase: str | None,
        knows_room: bool,
        connection: Connection,
        greet: Callable[[Info | None], None],
    ) -> None:
        self.shown = shown
        self.room = ""
        self.needs = Needs.NOTHING
        self.inside = False
        """Whether the host has let us in."""
        self.took = 0.0
        """Seconds that the first answer took."""
        self._passphrase = passphrase
        self._knows_room = knows_room
        self._connection = connection
        self._greet = greet
        self._proof: ClientProof | None = None
        self._time: Callable[[], float] = asyncio.get_running_loop().time
        self._began: float | None = None

    def begin(self) -> None:
        """Say the first thing."""
        self._began = self._time()
        if self._knows_room:
            self._greet(None)
        else:
            self._connection.send(Probe())

    def takes(self, message: Message) -> bool:
        """Take what the host says on the way."""
        if self._began is not None:
            self.took = self._time() - self._began
            self._began = None
        if isinstance(message, Welcome):
            self.inside = True
        if self.inside:
            return False
        try:
            return self._step(message)
        except NotProved:
            self._connection.close("passphrase", REFUSAL)
            return True

    def _step(self, message: Message) -> bool:
        match message:
            case Info():
                self._informed(message)
            case AskPassphrase():
                if self._passphrase is None:
                    self.needs = Needs.PASSPHRASE
                    self._connection.close("needs_passphrase", "The passphrase is to be asked for.")
                else:
                    self._proof = ClientProof(self._passphrase, self.shown.fingerprint)
                    self._connection.send(ClientPake(self._proof.message))
            case HostPake() if self._proof is not None:
                self._connection.send(ClientConfirm(self._proof.confirm(message.m)))
            case HostConfirm() if self._proof is not None:
                self._proof.check(message.c)
            case _:
                return False
        return True

    def _informed(self, info: Info) -> None:
        self.room = clean_room_name(info.room)
        low, high = info.protocol
        if low > PROTOCOLS[1] or high < PROTOCOLS[0]:
            sentence = f"The host speaks protocol {spoken(info.protocol)}, this program {spoken(PROTOCOLS)}."
            self._connection.close("version", sentence)
        else:
            self._greet(info)
