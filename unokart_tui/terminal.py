"""The terminal, kept in order: it is given back as it was however the game ends, and the game ends when it is gone.

Textual restores a terminal when an app exits or raises, but not when a signal ends the process; it stops at the first
byte that is not UTF-8 and at keys that are none, and reads a terminal that has gone away over and over. All that is
mended here.
"""

from __future__ import annotations

import codecs
import contextlib
import os
import select
import signal
import sys
import termios
import threading
from collections.abc import Callable
from functools import partial
from types import FrameType, TracebackType
from typing import IO, Any, Final

from textual.app import App
from textual.drivers import linux_driver
from textual.drivers.linux_driver import LinuxDriver
from textual.message import Message
from textual.message_pump import MessagePump

from unokart_tui.attention import notice, way_of

SIGNALS: Final = (
    signal.SIGTERM,
    signal.SIGHUP,
    signal.SIGINT,
    signal.SIGQUIT,
    signal.SIGABRT,
    signal.SIGUSR1,
    signal.SIGUSR2,
    signal.SIGALRM,
    signal.SIGVTALRM,
    signal.SIGPROF,
    signal.SIGXCPU,
    signal.SIGTRAP,
    signal.SIGSYS,
)
"""What ends a process unless it is caught, save for what tells of a fault of the process itself."""
_END_WITHIN: Final = 3.0
"""Seconds that the app has for ending in good order before it is made to."""

_LOOK_EVERY: Final = 32
"""After so many messages of what was typed the app is looked at, whether it comes along."""
_AT_ONCE: Final = 128
"""So many messages may be on their way in the app; what is typed meanwhile is left in the terminal."""
_LOOK_AGAIN: Final = 0.01

_RESET: Final = (
    "\x1b[?2004l"  # bracketed paste
    "\x1b[?7h"  # line wrap
    "\x1b[?2048l"  # resize reports
    "\x1b[?1000l\x1b[?1003l\x1b[?1015l\x1b[?1006l\x1b[?1016l"  # mouse reports
    "\x1b[<u"  # kitty keys
    "\x1b[23;0t"  # the title
    "\x1b[?1049l"  # the alternate screen
    "\x1b[?25h"  # the cursor
    "\x1b[?1004l"  # focus reports
)
"""Undoes what Textual's driver asks of a terminal."""


class TerminalOutput:
    """Where the driver writes: UTF-8 to the terminal, whatever the locale; nowhere once the terminal is gone."""

    def __init__(self, stream: IO[str]) -> None:
        self._fileno = stream.fileno()
        self._gone = False

    def fileno(self) -> int:
        """Return the file descriptor of the terminal."""
        return self._fileno

    def write(self, text: str) -> int:
        """Write all of a text; the end of the terminal is noticed on its input, so here it passes."""
        data = text.encode("utf-8", "replace")
        try:
            while data and not self._gone:
                data = data[os.write(self._fileno, data) :]
        except OSError:
            self._gone = True
        return len(text)

    def flush(self) -> None:
        """Do nothing: all is written at once."""


class TerminalDriver(LinuxDriver):
    """Textual's driver for a terminal, on stdout rather than stderr, and not felled by bytes that are no UTF-8."""

    def __init__(self, app: App[Any], **options: Any) -> None:
        super().__init__(app, **options)
        self._taken = False
        self._sent = 0
        assert sys.__stdout__ is not None
        self._file = TerminalOutput(sys.__stdout__)  # type: ignore[assignment]  # as much of a file as is used

    def start_application_mode(self) -> None:
        """Take the terminal over; what its title was is put by.

        A terminal that hangs up sends SIGCONT too, on which Textual takes over a second time, with a second thread for
        keys that nothing stops. So here only the first time counts until the terminal is given back.
        """
        if self._taken:
            return
        self._taken = True
        super().start_application_mode()  # type: ignore[no-untyped-call]  # Textual left it so
        self.write("\x1b[22;0t")

    def stop_application_mode(self) -> None:
        """Give the terminal back."""
        self._taken = False
        self.write("\x1b[23;0t")
        super().stop_application_mode()

    def set_title(self, title: str) -> None:
        """Set the terminal's title, a line without control characters."""
        self.write(f"\x1b]0;{title}\x07")

    def notify(self, text: str) -> None:
        """Have the terminal show a notice, a line without control characters, if it is known to show any."""
        way = way_of(os.environ)
        if way is not None:
            self.write(notice(way, text))

    def process_message(self, message: Message) -> None:
        """Take in what was typed, on the thread for keys, which goes on reading only while the app comes along.

        What is typed faster than that would be kept without end, and make whatever is typed later wait.
        """
        super().process_message(message)
        self._sent += 1
        if self._sent % _LOOK_EVERY == 0:
            self._wait_for_app()

    def _wait_for_app(self) -> None:
        came = threading.Event()
        self._loop.call_soon_threadsafe(came.set)  # after all that was sent before
        while not self.exit_event.is_set() and not (came.wait(_LOOK_AGAIN) and self._on_their_way() < _AT_ONCE):
            self.exit_event.wait(_LOOK_AGAIN)

    def _on_their_way(self) -> int:
        """Return how many messages the app, its screens and what has the focus there have still before them."""
        pumps: list[MessagePump] = [self._app]
        for screen in self._app.screen_stack:
            pumps += [screen] if screen.focused is None else [screen, screen.focused]
        return sum(pump.message_queue_size for pump in pumps)

    def run_input_thread(self) -> None:
        """Read keys until the app ends; a byte that is no UTF-8 becomes a key that means nothing.

        What looks like a key and is none, such as one of a number beyond all characters, is lost with what was read
        together with it.
        """
        # The driver asks for a strict decoder by this name. Should it ask otherwise one day, what was read together
        # with the bad byte is lost, and no more.
        vars(linux_driver)["getincrementaldecoder"] = _lenient_decoder
        while not self.exit_event.is_set():
            try:
                super().run_input_thread()
            except (ValueError, ArithmeticError):  # in so many ways Textual fails on what is no key
                continue

    def _run_input_thread(self) -> None:
        """Have the app end as by any fault of its own: Textual would show pages of its code."""
        try:
            self.run_input_thread()
        except Exception as error:
            self._app.call_later(_fail, error)


def _fail(error: Exception) -> None:
    raise error


def _lenient_decoder(encoding: str) -> Callable[[], codecs.IncrementalDecoder]:
    return partial(codecs.getincrementaldecoder(encoding), "replace")


class EndWatch:
    """Ends an app in good order on every signal that would end it, and when its terminal is gone.

    A context manager for the main thread. `end` is called once, on another thread. Where the app has not left the
    context within three seconds, the terminal is restored without its help and the process ends.
    """

    def __init__(self, end: Callable[[], None]) -> None:
        self.signal: int | None = None
        """What ended the app, SIGHUP where the terminal had gone; None where nothing has."""
        self._end = end
        self._terminal = sys.__stdin__.fileno() if sys.__stdin__ else 0
        self._attributes: list[Any] | None = None
        self._bell, self._ring = os.pipe()
        self._thread = threading.Thread(target=self._watch, name="end-watch", daemon=True)
        self._before: dict[int, Any] = {}

    @property
    def status(self) -> int:
        """The exit status that tells what ended the app; 0 where nothing has."""
        return 128 + self.signal if self.signal else 0

    def __enter__(self) -> EndWatch:
        with contextlib.suppress(termios.error):
            self._attributes = termios.tcgetattr(self._terminal)
        for number in SIGNALS:
            if signal.getsignal(number) is signal.SIG_IGN:
                continue  # whoever started us wanted that, as nohup does
            # Not through the event loop: a terminal that takes no more output blocks that.
            self._before[number] = signal.signal(number, self._signaled)
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        os.write(self._ring, b"\0")
        self._thread.join()
        for number, handler in self._before.items():
            signal.signal(number, handler)
        os.close(self._bell)
        os.close(self._ring)

    def _signaled(self, number: int, frame: FrameType | None) -> None:
        os.write(self._ring, bytes([number]))

    def _watch(self) -> None:
        number = self._wait_for_end()
        if not number:
            return
        self.signal = number
        self._end()
        left, _, _ = select.select([self._bell], [], [], _END_WITHIN)
        while left and os.read(self._bell, 1) != b"\0":
            left, _, _ = select.select([self._bell], [], [], _END_WITHIN)
        if not left:
            self._restore()
            os._exit(self.status)

    def _wait_for_end(self) -> int:
        """Return the signal that came, SIGHUP where the terminal has gone, 0 where the app has ended by itself."""
        poll = select.poll()
        poll.register(self._bell, select.POLLIN)
        poll.register(self._terminal, 0)  # which still tells of a hang-up
        for fileno, _ in poll.poll():
            if fileno == self._bell:
                return os.read(self._bell, 1)[0]
        return signal.SIGHUP

    def _restore(self) -> None:
        """Give the terminal back without the app, and without waiting for a terminal that does not read."""
        with contextlib.suppress(OSError):
            os.set_blocking(self._terminal, False)
            os.write(self._terminal, _RESET.encode())
            os.set_blocking(self._terminal, True)
        if self._attributes is not None:
            with contextlib.suppress(termios.error):
                termios.tcsetattr(self._terminal, termios.TCSANOW, self._attributes)
