"""Running the full-screen program, and what is left to be done when its screen is gone."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING

from unokart_tui.app import UnoKartApp
from unokart_tui.config import Settings
from unokart_tui.given import Held
from unokart_tui.outside import Outside, real_outside
from unokart_tui.start import Start
from unokart_tui.terminal import EndWatch

if TYPE_CHECKING:
    from net.hosted import HostControl
    from unokart_tui.plain_host import HungUp, Stop

_LOOK_EVERY = 0.5


def run_app(
    settings: Settings,
    start: Start | None = None,
    *,
    bind: str | None = None,
    outside: Outside | None = None,
    ascii: bool = False,
    held: Held | None = None,
) -> int:
    """Run the full-screen program as `run` does; return its exit status.

    `bind` confines the network to one address of this computer, unless `outside` is given. `held` says
    where the settings come from.
    """
    held = held or Held(settings)
    return run(
        UnoKartApp(
            settings, start, outside or real_outside(bind), ascii=ascii, given=held.given, problems=held.problems
        )
    )


def run(app: UnoKartApp, show: Callable[[], object] | None = None) -> int:
    """Run an app to its end; return the exit status: 128 and the signal's number where a signal ended it.

    `show` runs it; without that `app.run` does. A room that is hosted here goes on without the screen where its player
    leaves it so, or where the terminal is gone and others are there; then this returns when that room has ended.
    """
    with EndWatch(app.end_soon) as watch:
        show() if show is not None else app.run(mouse=app.settings.mouse)
        app.leave()
    status = watch.status or app.return_code or 0
    hung_up = watch.signal == signal.SIGHUP
    control = app.hosting
    if control is not None and (hung_up or not watch.signal):
        status = run_on(control, hung_up) or status
    app.close_network()
    if app.last_words:
        sys.stdout.write(f"{app.last_words}\n")
    return status


def run_on(control: HostControl, hung_up: bool) -> int:
    """Let a room go on without a screen until it ends by itself or the system wants its end; return the exit status."""
    from unokart_tui.plain_host import Stop, forget_terminal, signals_to, stop

    told: SimpleQueue[Stop | HungUp] = SimpleQueue()
    with signals_to(told.put):
        if hung_up:
            forget_terminal()
            control.detach()
        else:
            sys.stdout.write("The table runs on. Ctrl+C saves it and closes it for all.\n")
            sys.stdout.flush()
        while not control.wait_ended(_LOOK_EVERY):
            try:
                asked = told.get_nowait()
            except Empty:
                continue
            if isinstance(asked, Stop):
                return stop(control, asked)
            forget_terminal()
    return 0
