"""A nursery whose children do what their guest's name says, without a game. Run with the number of the socket."""

from __future__ import annotations

import json
import os
import resource
import select
import signal
import socket
import sys
from functools import partial
from pathlib import Path
from typing import Any

from net.ssh.talk import Spawn
from unokart_tui.guests import child
from unokart_tui.guests.nursery import Nursery


class NoStage:
    """Stands where the app would be."""

    class Loop:
        """Needs a pair of descriptors, like the loop of the app."""

        def part(self) -> tuple[int, ...]:
            first, second = socket.socketpair()
            return first.detach(), second.detach()

    loop = Loop()


def say(line: str) -> None:
    """Write a line to the guest."""
    sys.stdout.write(f"{line}\n")


def facts() -> dict[str, Any]:
    """What holds in a child."""
    umask = os.umask(0o077)
    return {
        "directory": str(Path.cwd()),
        "environment": dict(os.environ),
        "descriptors": [number for number in range(256) if _is_open(number)],
        "leads its session": os.getsid(0) == os.getpid(),
        "terminal": os.ttyname(0),
        "in front": os.tcgetpgrp(0) == os.getpgrp(),
        "umask": umask,
        "core": resource.getrlimit(resource.RLIMIT_CORE),
        "file": resource.getrlimit(resource.RLIMIT_FSIZE),
        "signals": [signal.getsignal(number) == signal.SIG_DFL for number in (signal.SIGTERM, signal.SIGCHLD)],
    }


def _is_open(fileno: int) -> bool:
    try:
        os.fstat(fileno)
    except OSError:
        return False
    return True


def wait_for_hang_up() -> None:
    """Go on once the guest is cut off."""
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    say("waiting")
    terminal = select.poll()
    terminal.register(0, 0)
    terminal.poll()


def play(spawn: Spawn, stage: object) -> int:
    """Do what the name says."""
    match spawn.name.split():
        case ["facts"]:
            say(json.dumps(facts()))
        case ["status", status]:
            return int(status)
        case ["fail"]:
            raise ValueError("a fault of the child")
        case ["late", *failing]:
            wait_for_hang_up()
            try:
                if failing:
                    raise ValueError("a fault of the child")
            finally:
                say("too late")
        case ["interrupt"]:
            raise KeyboardInterrupt
        case ["wait"]:
            say("waiting")
            signal.pause()
        case ["stubborn"]:
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            say("stubborn")
            while True:
                signal.pause()
        case ["size"]:
            # Waited for and not caught: a handler might write while the line before is still being written.
            signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGWINCH})
            say("looking")
            while True:
                signal.sigwait({signal.SIGWINCH})
                say("{} {}".format(*os.get_terminal_size(0)))
        case _:
            sys.stderr.write("no such life\n")
    return 0


if __name__ == "__main__":
    vars(child)["play"] = play  # in place of the game
    stage: Any = NoStage()
    Nursery(socket.socket(fileno=int(sys.argv[1])), partial(child.live, stage)).serve()
