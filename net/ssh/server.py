"""The ssh server: the room's house for guests by ssh, from the host's word to open it to the host's end."""

from __future__ import annotations

import asyncio
import gc
import logging
from collections.abc import Coroutine
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any, Final

from net.files import StateError
from net.listening import CannotListen
from net.passphrase import PassphraseError
from net.ssh.directories import own_directory
from net.ssh.doorstep import Doorstep
from net.ssh.entry import Entry, Rules
from net.ssh.guest import Guest
from net.ssh.host_key import own_key
from net.ssh.nursery import READY_WITHIN, Child, NoChild, Nursery
from net.ssh.place import Place
from net.ssh.street import Street, open_street, sockets
from net.ssh.talk import Arrived, Closing, FromHost, Gone, Open, Opened, Placed, Spawn, Turned, Vouched
from net.ssh.visit import visit
from net.ssh.wire import Wire

_log = logging.getLogger(__name__)

STARTING: Final = 4
"""So many games start at a time; the next guest waits until one of them has painted."""
_TURNED_AT_ONCE: Final = 8  # who have logged in, but are told that there is no place for them
_ANSWERED_WITHIN: Final = 10.0
_CLOSED_WITHIN: Final = 2.0
_NURSERIES: Final = 3
"""So many may end by themselves; then something is wrong with them."""

_FULL: Final = "Every place for guests is taken. Ask whoever hosts to let in more of them, or come back later."
_NO_SCREENS: Final = "The program that the screens of guests come from does not start."
_NO_ANSWER: Final = "The host does not answer. Try again in a moment."


class CannotServe(Exception):
    """The server can't be opened, or can't go on. ``str(error)`` is a sentence for the player who hosts."""


class House:
    """All that guests have in common, on the running event loop."""

    def __init__(self, word: Open, wire: Wire[FromHost]) -> None:
        """Raise `CannotServe`."""
        self._word = word
        self._wire = wire
        self.rules = _rules(word)
        self.doorstep = Doorstep()
        self.starting = asyncio.Semaphore(STARTING)
        self.closing = asyncio.Event()
        self.failed = asyncio.Event()
        self.trouble: str | None = None
        """Once it has failed: why the server can't go on, in a sentence for the player who hosts."""
        self.farewell: str | None = None
        """Why it closes, in a sentence for the guests, where that is in good order."""
        self._nursery: Nursery | None = None
        self._street: Street | None = None
        self._after = ExitStack()
        self._tasks: set[asyncio.Task[None]] = set()
        self._visits: set[asyncio.Task[None]] = set()
        self._answers: dict[int, asyncio.Future[Vouched | Turned]] = {}
        self._guests = 0
        self._present: set[int] = set()
        self._places: dict[int, Place] = {}
        self._inside = 0

    async def open(self) -> Opened:
        """Let guests come; raise `CannotServe`."""
        try:
            key = own_key(Path(self._word.host_key))
            self.directory = self._after.enter_context(own_directory(Path(self._word.host_key).parent))
            listening = sockets(self._word.addresses, self._word.port)
            port: int = listening[0].getsockname()[1]
            street = self._street = Street(listening, self.doorstep)
            await self._start_nursery()
            await open_street(street, key, lambda: Entry(self))
        except CannotListen as error:
            raise CannotServe(error.sentence) from error
        except StateError as error:
            raise CannotServe(str(error)) from error
        except OSError as error:
            raise CannotServe(f"The ssh server can't be opened: {error.strerror or error}.") from error
        gc.collect()
        gc.freeze()  # asyncssh is large, and stays
        return Opened(port, key.get_fingerprint())

    async def _start_nursery(self) -> None:
        try:
            self._nursery = nursery = await Nursery.start(self._word.nursery)
        except OSError as error:
            raise CannotServe(_NO_SCREENS) from error
        ready, gone = asyncio.create_task(nursery.ready.wait()), asyncio.create_task(nursery.gone.wait())
        await asyncio.wait([ready, gone], timeout=READY_WITHIN, return_when=asyncio.FIRST_COMPLETED)
        ready.cancel()
        gone.cancel()
        if not nursery.ready.is_set() or nursery.gone.is_set():
            raise CannotServe(_NO_SCREENS)
        self._spawn(self._tasks, self._watch(nursery))

    async def _watch(self, nursery: Nursery) -> None:
        """Have another nursery when one ends that should not; but not for ever."""
        for _ in range(_NURSERIES):
            await nursery.gone.wait()
            _log.error("The nursery has ended, and its children with it")
            await nursery.end()
            try:
                self._nursery = nursery = await Nursery.start(self._word.nursery)
            except OSError:
                _log.exception("The nursery can't be started")
                break
        await nursery.gone.wait()
        self.trouble = "The program that the screens of guests come from ends again and again."
        self.failed.set()

    def heard(self, message: FromHost) -> None:
        """Take in what the host says."""
        match message:
            case Vouched() | Turned():
                answer = self._answers.pop(message.guest, None)
                if answer is not None and not answer.done():
                    answer.set_result(message)
            case Placed() if message.guest in self._places:
                self._places[message.guest] = message.place
            case Closing():
                self.farewell = message.sentence

    async def close(self) -> None:
        """Let nobody in any more, give everybody their terminal back, and end all processes."""
        self.closing.set()
        if self._street is not None:
            self._street.close()
        if self._visits:
            await asyncio.wait(self._visits, timeout=_CLOSED_WITHIN)
        for task in self._tasks:
            task.cancel()
        if self._nursery is not None:
            await self._nursery.end()
        if self._street is not None:
            await self._street.empty()
        self._after.close()

    # For those who come in

    def take_place(self) -> str | None:
        """Count one more who has logged in; return why they may not play, in a sentence, or None."""
        self._inside += 1
        return _FULL if self._inside > self._word.guests else None

    def leave_place(self) -> None:
        """Count one less."""
        self._inside -= 1

    def invite(self, entry: Entry) -> Guest:
        """Return the session of someone who has logged in."""
        return Guest(entry.line, partial(self._live, entry))

    def _live(self, entry: Entry, guest: Guest) -> None:
        self._guests += 1
        self._places[self._guests] = Place()
        self._spawn(self._visits, visit(self, guest, self._guests, entry, entry.line.address))

    def _spawn(self, tasks: set[asyncio.Task[None]], work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        tasks.add(task)
        task.add_done_callback(tasks.discard)

    # For those who are in

    async def ask(self, arrived: Arrived) -> Vouched | Turned:
        """Return what the host says to someone's coming."""
        answer: asyncio.Future[Vouched | Turned] = asyncio.get_running_loop().create_future()
        self._answers[arrived.guest] = answer
        self._present.add(arrived.guest)
        self._wire.post(arrived)
        try:
            async with asyncio.timeout(_ANSWERED_WITHIN):
                return await answer
        except TimeoutError:
            return Turned(arrived.guest, _NO_ANSWER)
        finally:
            self._answers.pop(arrived.guest, None)

    def place(self, guest: int) -> Place:
        """Return which place a guest has in the room, or had last."""
        return self._places[guest]

    def forget(self, guest: int) -> None:
        """Take in that a guest's session is over."""
        del self._places[guest]

    def gone(self, guest: int) -> None:
        """Tell the host that a guest is gone, once."""
        if guest in self._present:
            self._present.remove(guest)
            self._wire.post(Gone(guest))

    def spawn_for(self, vouched: Vouched, name: str, guest: Guest, keyed: bool, directory: Path) -> Spawn:
        """Return what the nursery is told."""
        return Spawn(
            guest=vouched.guest,
            name=name,
            endpoint=self._word.endpoint,
            host_fingerprint=self._word.host_fingerprint,
            ticket=vouched.ticket,
            asks_code=vouched.asks_code,
            keyed=keyed,
            term=guest.term,
            environment=guest.environment,
            directory=str(directory),
        )

    async def have(self, spawn: Spawn, slave: int) -> Child:
        """Return a guest's child; raise `NoChild`."""
        if self._nursery is None:
            raise NoChild
        return await self._nursery.have(spawn, slave)


def _rules(word: Open) -> Rules:
    try:
        return Rules(word.room, word.passphrase, None if word.keys is None else Path(word.keys))
    except PassphraseError as error:
        raise CannotServe(str(error)) from error
    except OSError as error:
        raise CannotServe(f"The keys in {word.keys} can't be read: {error.strerror or error}.") from error
    except ValueError as error:
        raise CannotServe(
            f"There is no key of ssh in {word.keys}. It has to be like an authorized_keys file."
        ) from error
