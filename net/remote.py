"""A place in a room of another computer: joined, and held on to through every loss of the connection."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from random import Random
from typing import Final, cast

from msgspec.structs import replace

from net.addresses import BadAddress, Endpoint
from net.admission import Info
from net.approach import Approach, Needs
from net.calling import Call, Caller, expect
from net.client import Client
from net.dialing import NoneAnswered
from net.files import StateError
from net.identity import Shown, read_out
from net.link import ClientLink
from net.messages import ClientMessage, Hello, HostMessage, Message, Welcome
from net.passphrase import PassphraseError, normalized
from net.patience import Patience
from net.pins import FingerprintChanged, Pinned
from net.saved import token_hash
from net.session import End
from net.ssh.codes import rejoin_code
from net.target import Finder, Target
from net.tokens import Tokens
from net.updates import Connected, Notice, PassphraseAsked, Reconnecting, Update

_log = logging.getLogger(__name__)

FIRST_DELAY: Final = 0.25
LONGEST_DELAY: Final = 2.0
"""Seconds between two attempts to come back: each time twice as long, from the first to the longest."""
_JITTER: Final = (0.7, 1.0)

MEASURE_EVERY: Final = 5.0
"""Seconds after which the round trip is told again."""

_COMES_BACK: Final = frozenset(("lost", "silent", "slow", "flood", "crash"))
"""Ends of a connection that are not the end of the place at the table."""

_GONE_WITHIN: Final = 2.0
_FIRST_TRIES: Final = 3
_PLACES_AT_MOST: Final = 8


class RemoteLink(ClientLink):
    """A `net.updates.JoinLink`."""

    def __init__(self, remote: Remote, call: Callable[..., None]) -> None:
        super().__init__(remote.client, call)
        self._remote = remote

    @property
    def rejoin_code(self) -> str | None:
        """What takes the present seat again for a guest by ssh."""
        token = self._remote.client.token
        return None if token is None else rejoin_code(token_hash(token))

    def passphrase(self, text: str) -> None:
        """Answer the question for the passphrase."""
        self._call(self._remote.answer_passphrase, text)


class Remote:
    """The player's end of a table elsewhere, on the running event loop. `run` joins, and stays until it is over."""

    def __init__(
        self,
        target: Target,
        name: str,
        caller: Caller,
        tokens: Tokens,
        on_update: Callable[[Update], None],
        *,
        watch: bool = False,
        find: Finder | None = None,
    ) -> None:
        self._target = target
        self._name = name
        self._caller = caller
        self._tokens = tokens
        self._on_update = on_update
        self._watch = watch
        self._find = None if target.vouched else find
        self.client = Client(self._emit, self._send, self.give_up, self._keep)
        self._endpoints = list(target.endpoints)
        self._proved: list[Endpoint] = []  # where the host was when it was last met
        self._host_id = target.host_id
        self._fingerprint = target.fingerprint
        self._call: Call | None = None
        self._patience = Patience()
        self._going: set[asyncio.Future[None]] = set()  # done when each connection is gone
        self._approach: Approach | None = None
        self._passphrase: str | None = None
        self._answered: asyncio.Future[str] | None = None
        self._been_in = False
        self._told = ""
        self._found = asyncio.Event()
        self._stop_finding: Callable[[], None] | None = None
        self._given_up = asyncio.Event()
        self._end = End("closed", "The program has ended.")
        self._random = Random()

    async def run(self) -> None:
        """Be at the table. The last update is a `Closed`, whatever happens."""
        staying = asyncio.create_task(self._stay())
        giving_up = asyncio.create_task(self._given_up.wait())
        try:
            await asyncio.wait((staying, giving_up), return_when=asyncio.FIRST_COMPLETED)
            if not self._given_up.is_set():
                self._end = await staying
        finally:
            staying.cancel()
            giving_up.cancel()
            await asyncio.gather(staying, giving_up, return_exceptions=True)
            self._look_out(False)
            end = self._end
            if self._call is not None:
                self._call.connection.close(end.code, end.sentence)
                self._call = None
            if self._going:
                await asyncio.wait(self._going, timeout=_GONE_WITHIN)
            self._tokens.release(forget=end.code in ("left", "kicked", "banned"))
            self.client.ended(end)

    def answer_passphrase(self, text: str) -> None:
        """Take the passphrase that was asked for."""
        if self._answered is not None and not self._answered.done():
            self._answered.set_result(text)

    def _emit(self, update: Update) -> None:
        try:
            self._on_update(update)
        except Exception:
            _log.exception("An update could not be taken: %s", type(update).__name__)
            self.give_up("crash", "The screen could not show what happened.")

    async def _stay(self) -> End:
        failures = 0
        while True:
            try:
                end = await self._visit(await self._caller.call(self._endpoints, self._check))
            except FingerprintChanged as error:
                end = End("fingerprint", str(error))
            except (NoneAnswered, BadAddress) as error:
                gone = not self._been_in and not _cut_off(error)
                end = End("unreachable" if gone else "lost", error.sentence)
            except StateError as error:
                end = End("state", str(error))
            if end.code == "again":
                continue
            if end.code not in _COMES_BACK or (not self._been_in and failures + 1 >= _FIRST_TRIES):
                return end
            if self._been_in and self._approach is not None and self._approach.inside:
                failures = 0
            self._approach = None
            self.client.lost()
            if self._been_in:
                self._tell_lost(end.sentence)
            await self._pause(failures)
            failures += 1

    async def _visit(self, call: Call) -> End:
        """Be with the host over one connection, until it ends."""
        self._call = call
        self._going.add(call.connection.lost)
        call.connection.lost.add_done_callback(self._going.discard)
        self._host_id, self._fingerprint = call.shown.host_id, call.shown.fingerprint
        self._tokens.host = call.shown
        self._approach = Approach(call.shown, self._passphrase, self._been_in, call.connection, self._greet)
        call.end.answer = self._hear
        self._approach.begin()
        end = await call.end.ended
        self._call = None
        needs = self._approach.needs
        if needs is Needs.PASSPHRASE or (end.code in ("passphrase", "wait") and not self._approach.inside):
            await self._ask(None if needs is Needs.PASSPHRASE else end.sentence)
            return End("again", "")
        if end.code == "token" and not self._been_in and self._tokens.refused():
            return End("again", "")
        return end

    def _check(self, proved: Shown) -> None:
        """Judge a certificate: the one that was said, or met before; anyone the first time."""
        expect(self._host_id, self._fingerprint)(proved)
        self._tokens.require(proved)

    def _greet(self, info: Info | None) -> None:
        """Say hello, with whatever opens the door."""
        if info is not None:
            self._tokens.room = info.room_id
            if not self._watch:
                self._tokens.claim()
        self.client.greet(self._name, self._watch)

    def _send(self, message: ClientMessage) -> None:
        if self._call is None:
            return
        if isinstance(message, Hello):
            if message.token is None:
                message = replace(message, token=self._tokens.offered)
            message = self._target.introduce(message, self._fingerprint, self._been_in)
        self._call.connection.send(message)

    def _hear(self, message: Message) -> None:
        approach, call = self._approach, self._call
        if self._given_up.is_set() or approach is None or call is None:
            return
        now = asyncio.get_running_loop().time()
        if not self._patience.bears(now):
            self.give_up("flood", "The host sends more than anyone can follow.")
        elif not self._patience.takes(message, now) or approach.takes(message):
            return
        elif isinstance(message, Welcome):
            self._enter(message, call)
        else:
            self._receive(message)

    def _receive(self, message: Message) -> None:
        self.client.receive(cast(HostMessage, message))  # the session of a client lets nothing else through

    def _enter(self, welcome: Welcome, call: Call) -> None:
        assert self._approach is not None
        self._look_out(False)
        self._proved = [call.endpoint]
        self._seen(())
        self._warn(lambda: self._tokens.remember(welcome.room.name, call.endpoint))
        self._been_in = True
        self._told = ""
        self._receive(welcome)
        self._emit(Connected(round(self._approach.took * 1000)))
        self._measure(call)

    def _measure(self, call: Call) -> None:
        """Tell the round trip from time to time, as long as this connection is there."""
        if self._call is call:
            if (seconds := call.connection.session.round_trip) is not None:
                self._emit(Connected(round(seconds * 1000)))
            asyncio.get_running_loop().call_later(MEASURE_EVERY, self._measure, call)

    def _keep(self, token: bytes | None) -> None:
        self._warn(lambda: self._tokens.keep(token))

    def _warn(self, do: Callable[[], None]) -> None:
        """Do something that is of use only later; where it can't be done, the game goes on."""
        try:
            do()
        except StateError as error:
            self._emit(Notice("not_remembered", f"Coming back to this seat later may not work. {error}"))

    def give_up(self, code: str, sentence: str) -> None:
        """End it from this side, without leaving the table."""
        if not self._given_up.is_set():
            self._end = End(code, sentence)
            self._given_up.set()

    async def _ask(self, sentence: str | None) -> None:
        """Ask the player for the passphrase until it can be one."""
        assert self._approach is not None
        self._passphrase = None
        self.client.lost()
        while self._passphrase is None:
            self._answered = asyncio.get_running_loop().create_future()
            self._emit(
                PassphraseAsked(
                    room=self._approach.room,
                    host_id=self._approach.shown.host_id,
                    fingerprint=read_out(self._approach.shown.fingerprint),
                    known=self._tokens.verdict is Pinned.SAME,
                    sentence=sentence,
                )
            )
            text = await self._answered
            try:
                normalized(text)
                self._passphrase = text
            except PassphraseError as error:
                sentence = str(error)

    def _tell_lost(self, reason: str) -> None:
        sentence = f"{reason} Trying to come back to the table."
        if sentence != self._told:
            self._told = sentence
            self._emit(Reconnecting(sentence))

    async def _pause(self, failures: int) -> None:
        """Wait before the next attempt, or until the host is seen somewhere."""
        if self._been_in and failures:
            self._look_out(True)
        delay = min(LONGEST_DELAY, FIRST_DELAY * 2.0 ** min(failures, 10)) * self._random.uniform(*_JITTER)
        self._found.clear()
        with suppress(TimeoutError):
            async with asyncio.timeout(delay):
                await self._found.wait()

    def _look_out(self, on: bool) -> None:
        if not on and self._stop_finding is not None:
            self._stop_finding()
            self._stop_finding = None
        elif on and self._stop_finding is None and self._find is not None and self._host_id is not None:
            self._stop_finding = self._find(self._host_id, self._seen)

    def _seen(self, endpoints: Sequence[Endpoint]) -> None:
        """Try these places too. Anyone can claim to be the host, so they never take the place of a proved one."""
        new = [endpoint for endpoint in endpoints if endpoint not in self._endpoints]
        self._endpoints = list(dict.fromkeys((*self._proved, *new, *self._endpoints)))[:_PLACES_AT_MOST]
        if new:
            self._found.set()


def _cut_off(error: NoneAnswered | BadAddress) -> bool:
    """Whether a host may be there that had no time for one more."""
    errors = error.errors.values() if isinstance(error, NoneAnswered) else ()
    return any(isinstance(one, ConnectionResetError | EOFError) for one in errors)
