"""A nursery for tests: `python -m tests.net.ssh.fake_nursery FD`. What a child does is what its guest is called.

A child says what it was told in one line of JSON, and then it is an echo on a raw terminal, unless its name is another.
"""

from __future__ import annotations

import fcntl
import json
import os
import select
import signal
import socket
import struct
import sys
import termios
import tty
from typing import NoReturn

import msgspec

from net.frames import CAP_FROM_HOST, FrameParser, frame
from net.ssh.talk import Born, Died, FromKeeper, FromNursery, Ready, Signal, Spawn

ENTER = b"\x1b[?1049h\x1b[?25l\x1b[?1000h\x1b[?2004h"
LEAVE = b"\x1b[?2004l\x1b[?1000l\x1b[?25h\x1b[?1049l"

decoder = msgspec.msgpack.Decoder(FromKeeper)


def main() -> None:
    """Fork children until the other end of the socket is gone."""
    link = socket.socket(fileno=int(sys.argv[1]))
    bell, ring = os.pipe()
    os.set_blocking(bell, False)
    os.set_blocking(ring, False)
    signal.set_wakeup_fd(ring, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda number, frame: None)
    parser = FrameParser(CAP_FROM_HOST)
    terminals: list[int] = []
    guests: dict[int, int] = {}

    def say(message: FromNursery) -> None:
        link.sendall(frame(msgspec.msgpack.encode(message)))

    say(Ready())
    while True:
        ready, _, _ = select.select([link.fileno(), bell], [], [])
        if bell in ready:
            os.read(bell, 4096)
        while guests:
            pid, status = os.waitpid(-1, os.WNOHANG)
            if not pid:
                break
            say(Died(guests.pop(pid), os.waitstatus_to_exitcode(status)))
        if link.fileno() not in ready:
            continue
        data, descriptors, _, _ = socket.recv_fds(link, 65536, 8)
        if not data:
            return
        terminals += descriptors
        parser.feed(data)
        while (payload := parser.next()) is not None:
            match decoder.decode(payload):
                case Spawn() as spawn:
                    if spawn.name == "nursery-dies":
                        os._exit(1)
                    terminal = terminals.pop(0)
                    pid = os.fork()
                    if pid == 0:
                        signal.set_wakeup_fd(-1)
                        link.close()
                        be_child(spawn, terminal)
                    os.close(terminal)
                    guests[pid] = spawn.guest
                    say(Born(spawn.guest, pid))
                case Signal(guest=guest, number=number):
                    for pid in [pid for pid, other in guests.items() if other == guest]:
                        os.kill(pid, number)


def be_child(spawn: Spawn, terminal: int) -> NoReturn:
    """Be on the terminal, as a session of its own, and do what the name says."""
    os.setsid()
    for fileno in range(3):
        os.dup2(terminal, fileno)
    os.closerange(3, 256)
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    for number in (signal.SIGTERM, signal.SIGCHLD):
        signal.signal(number, signal.SIG_DFL)
    os._exit(play(spawn))


def size() -> str:
    """Return the size of the terminal, as columns and rows."""
    rows, columns, _, _ = struct.unpack("HHHH", fcntl.ioctl(0, termios.TIOCGWINSZ, bytes(8)))
    return f"{columns}x{rows}"


def write(data: bytes) -> None:
    """Show something."""
    while data:
        data = data[os.write(1, data) :]


def play(spawn: Spawn) -> int:
    """Be the game of one guest; return the exit status."""
    told = {
        "pid": os.getpid(),
        "size": size(),
        "term": spawn.term,
        "environment": spawn.environment,
        "directory": spawn.directory,
        "ticket": spawn.ticket.hex(),
        "asks_code": spawn.asks_code,
        "keyed": spawn.keyed,
        "name": spawn.name,
    }
    name = spawn.name
    if name == "cooked":
        write(b"> ")
        line = os.read(0, 4096)
        write(b"typed %r\r\n" % line)
        return 0
    tty.setraw(0)
    signal.signal(signal.SIGWINCH, lambda number, frame: write(f"[size {size()}]".encode()))
    if name == "polite":
        signal.signal(signal.SIGTERM, lambda number, frame: bye(0))
    if name in ("stubborn", "rude"):
        for number in (signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)
    write(ENTER + json.dumps(told).encode() + b"\r\nhere\r\n")
    count = 0
    while True:
        if name == "chatty":
            count += 1
            write(b"\x1b[38;2;1;2;3mframe %d\r\n" % count * 200)
            if not select.select([0], [], [], 0.001)[0]:
                continue
        try:
            data = os.read(0, 65536)
        except OSError:
            data = b""
        if not data:
            if name == "stubborn":
                while True:
                    signal.pause()
            return 1
        if data == b"q":
            write(LEAVE)
            return 0
        if data in (b"7", b"f"):
            return 7 if data == b"7" else 70
        if data == b"k":
            os.kill(os.getpid(), signal.SIGKILL)
        write(b"{" + data + b"}")


def bye(status: int) -> NoReturn:
    """Leave in order."""
    write(LEAVE + b"bye\r\n")
    os._exit(status)


if __name__ == "__main__":
    main()
