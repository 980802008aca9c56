"""Computers on a LAN, each a network namespace of this one; and programs on them.

A namespace has no name: it is there as long as the process that holds it, and that ends with the input it reads from
us. So nothing is left behind, not even by a test that is killed.
"""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from secrets import token_hex
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]

Event = dict[str, Any]


def why_not() -> str | None:
    """Return why there can be no namespaces here."""
    if os.geteuid() != 0:
        return "network namespaces need root"
    for program in ("ip", "unshare", "nsenter"):
        if shutil.which(program) is None:
            return f"network namespaces need the program {program} (of iproute2 or util-linux)"
    tried = subprocess.run(["unshare", "--net", "ip", "link"], capture_output=True, text=True, check=False)
    return None if tried.returncode == 0 else f"network namespaces are not to be had here: {tried.stderr.strip()}"


REASON = why_not()
netns = [pytest.mark.netns, pytest.mark.skipif(REASON is not None, reason=str(REASON))]
"""Marks of a module whose tests need namespaces."""


class Program:
    """A program of `tests.net.lan_peer` that runs on a computer."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.events: list[Event] = []
        self._reading = asyncio.create_task(self._read())
        self._news = asyncio.Condition()

    async def _read(self) -> None:
        assert self.process.stdout is not None
        while line := await self.process.stdout.readline():
            async with self._news:
                self.events.append(json.loads(line))
                self._news.notify_all()
        async with self._news:
            self.events.append({"event": "ended"})
            self._news.notify_all()

    async def until(self, wanted: Callable[[Event], bool], within: float = 30.0, after: float = 0.0) -> Event:
        """Return the first event like this that happened `after` a time; wait for it if need be."""

        def found() -> Event | None:
            return next((event for event in self.events if event.get("t", after) >= after and wanted(event)), None)

        try:
            async with asyncio.timeout(within), self._news:
                while (event := found()) is None:
                    assert self.events[-1:] != [{"event": "ended"}], self.events
                    await self._news.wait()
                return event
        except TimeoutError:
            raise AssertionError(f"waited in vain; there was {self.events}") from None

    async def event(self, name: str) -> Event:
        """Return the first event of this name."""
        return await self.until(lambda event: event["event"] == name)

    def tell(self, line: str) -> None:
        """Send a command."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{line}\n".encode())

    async def quit(self) -> None:
        """Let it end properly."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        assert await self.process.wait() == 0
        await self._reading
        assert self.events[-2]["event"] == "end", self.events

    async def kill(self) -> None:
        """End it at once, without a word."""
        if self.process.returncode is None:
            self.process.kill()
            await self.process.wait()
        await self._reading
        assert self.process.stdin is not None
        self.process.stdin.close()


class Computer:
    """A namespace. It has nothing but a loopback adapter, which is down."""

    def __init__(self, stack: AsyncExitStack, pid: int) -> None:
        self._stack = stack
        self.pid = pid

    async def ip(self, command: str) -> None:
        """Run `ip` there."""
        await run(*self.inside("ip", *command.split()))

    def inside(self, *command: str) -> list[str]:
        """Return a command that runs there."""
        return ["nsenter", f"--net=/proc/{self.pid}/ns/net", *command]

    async def run(self, role: str, **settings: object) -> Program:
        """Start a program of `tests.net.lan_peer`."""
        command = self.inside(sys.executable, "-W", "error", "-m", "tests.net.lan_peer", role, json.dumps(settings))
        return await self._start(command)

    async def python(self, code: str) -> Program:
        """Start a few lines of Python."""
        return await self._start(self.inside(sys.executable, "-c", code))

    async def _start(self, command: list[str]) -> Program:
        pipe = asyncio.subprocess.PIPE
        program = Program(await asyncio.create_subprocess_exec(*command, cwd=ROOT, stdin=pipe, stdout=pipe))
        self._stack.push_async_callback(program.kill)
        return program


class Lab:
    """A switch, and computers."""

    def __init__(self, stack: AsyncExitStack) -> None:
        self._stack = stack
        self.switch: Computer
        self.type = f"_uk{token_hex(3)}._tcp.local."
        """A service type that no other test has."""

    async def computer(self) -> Computer:
        """Return a new computer without any network."""
        pipe = asyncio.subprocess.PIPE
        holder = await asyncio.create_subprocess_exec(
            "unshare", "--net", "sh", "-c", "echo ready; exec cat", stdin=pipe, stdout=pipe
        )
        assert holder.stdin is not None
        assert holder.stdout is not None
        self._stack.push_async_callback(holder.communicate, b"")
        assert await holder.stdout.readline() == b"ready\n"
        return Computer(self._stack, holder.pid)

    async def on_lan(self, number: int, *addresses: str) -> Computer:
        """Return a computer on the LAN, with the address 10.77.0.NUMBER or those given."""
        computer = await self.computer()
        await computer.ip("link set lo up")
        await self.plug(computer, number, *addresses)
        return computer

    async def plug(self, computer: Computer, number: int, *addresses: str) -> None:
        """Connect a computer to the switch."""
        await run(*f"ip link add lan0 netns {computer.pid} type veth peer p{number} netns {self.switch.pid}".split())
        await self.switch.ip(f"link set p{number} master br0 up")
        for address in addresses or (f"10.77.0.{number}/24",):
            await computer.ip(f"address add {address} dev lan0{' nodad' if ':' in address else ''}")
        await computer.ip("link set lan0 up")


async def run(*command: str) -> None:
    """Run a command, which has to succeed."""
    process = await asyncio.create_subprocess_exec(*command, stderr=asyncio.subprocess.PIPE)
    _, stderr = await process.communicate()
    assert process.returncode == 0, (command, stderr)


@asynccontextmanager
async def lab() -> AsyncIterator[Lab]:
    """A LAN for a test."""
    async with AsyncExitStack() as stack:
        here = Lab(stack)
        here.switch = await here.computer()
        await here.switch.ip("link add br0 type bridge forward_delay 0 stp_state 0")
        await here.switch.ip("link set br0 up")
        yield here
