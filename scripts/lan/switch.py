"""A switch between network namespaces that delays what it carries and loses some of it; for Linux, and root.

Run as `python -m scripts.lan.switch MILLISECONDS LOSS PID...`: each process whose namespace is to be connected gets an
adapter, lan0, with the address 10.78.0.1 for the first of them, 10.78.0.2 for the next. LOSS is a part of one. It works
until its input ends.
"""

from __future__ import annotations

import asyncio
import fcntl
import os
import struct
import subprocess
import sys
from random import Random
from typing import Final

_SET_INTERFACE: Final = 0x400454CA  # TUNSETIFF of linux/if_tun.h
_TAP_WITHOUT_HEADER: Final = 0x0002 | 0x1000  # IFF_TAP | IFF_NO_PI
_LONGEST: Final = 65_536
_GROUP: Final = 1  # the bit of a frame's first byte that says that it is for many


def address(number: int) -> str:
    """Return the address of the computer at a port; ports count from 1."""
    return f"10.78.0.{number}"


class Port:
    """Where one computer is plugged in."""

    def __init__(self, number: int, pid: int) -> None:
        self.file = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
        name = f"uk{os.getpid()}p{number}"
        fcntl.ioctl(self.file, _SET_INTERFACE, struct.pack("16sH14x", name.encode(), _TAP_WITHOUT_HEADER))
        inside = ("nsenter", f"--net=/proc/{pid}/ns/net", "ip")
        for command in (
            ("ip", "link", "set", name, "netns", str(pid), "name", "lan0"),
            (*inside, "address", "add", f"{address(number)}/24", "dev", "lan0"),
            (*inside, "link", "set", "lan0", "up"),
        ):
            subprocess.run(command, check=True)


class Switch:
    """Carries frames between ports, on the running event loop. Each frame is late by `delay` seconds, in order."""

    def __init__(self, delay: float, loss: float, ports: list[Port]) -> None:
        self._delay = delay
        self._loss = loss
        self._ports = ports
        self._learnt: dict[bytes, Port] = {}
        self._random = Random(1)
        self._loop = asyncio.get_running_loop()
        for port in ports:
            self._loop.add_reader(port.file, self._read, port)

    def _read(self, port: Port) -> None:
        while True:
            try:
                frame = os.read(port.file, _LONGEST)
            except BlockingIOError:
                return
            target, source = frame[:6], frame[6:12]
            self._learnt[source] = port
            known = None if target[0] & _GROUP else self._learnt.get(target)
            for other in self._ports if known is None else [known]:
                if other is not port and self._random.random() >= self._loss:
                    self._loop.call_later(self._delay, self._write, other, frame)

    def _write(self, port: Port, frame: bytes) -> None:
        try:
            os.write(port.file, frame)
        except BlockingIOError:
            return  # a switch whose buffer is full drops, as real ones do


async def main() -> None:
    """Be a switch until the input ends."""
    milliseconds, loss, *pids = sys.argv[1:]
    ports = [Port(number, int(pid)) for number, pid in enumerate(pids, 1)]
    Switch(float(milliseconds) / 1000, float(loss), ports)
    print("ready", flush=True)
    await asyncio.to_thread(sys.stdin.read)


if __name__ == "__main__":
    asyncio.run(main())
