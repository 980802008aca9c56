"""A program that attacks a room from a seat, from beside the table and from outside, as the catalogue has it.

Run as `python -m scripts.lan.attacker PORT`. It sits down in the lobby, then attacks as a line of its input says, the
name of one of `KINDS`, until an empty line; it says the name too once it has begun. All the while it answers what its
seat is asked.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Any, Final

from net.identity import client_context
from scripts.lan.hosted import LOOPBACK
from tests.net.attacks.catalogue import AT_THE_DOOR, AT_THE_TABLE, NAMES, WATCHING, Attack, hello
from tests.net.attacks.cheat import Cheat, Map, framed
from tests.net.attacks.test_attacks import OWED

PEACE: Final = "peace"
_EVERY: Final = 0.11
"""Seconds between two looks at the table, so that whoever does nothing else stays within what a host bears."""
_CONNECTIONS: Final = 300
_SILENT: Final = 8
"""As many as may wait at the door from one address."""
_HELD: Final = 1.0


class Attacker:
    """Who has a seat at the table on a port."""

    def __init__(self, port: int) -> None:
        self.port = port
        self._seated: Cheat
        self._known: list[Cheat] = []

    async def begin(self) -> None:
        """Sit down in the lobby, and be ready."""
        self._seated = await self.enters()
        self._seated.say({"type": "ready", "v": 0})

    async def enters(self, **more: Any) -> Cheat:
        """Return a new connection that has said hello and was answered."""
        cheat = await self.comes()
        await cheat.enter(**more)
        return cheat

    async def comes(self) -> Cheat:
        """Return a new connection that has said nothing."""
        cheat = await Cheat(self.port).connect()
        self._known.append(cheat)
        return cheat

    async def let_go(self) -> None:
        """Close all connections but that of the seat."""
        for cheat in self._known:
            if cheat is not self._seated:
                await cheat.go()
        self._known = [self._seated]

    async def attack(self, kind: str) -> None:
        """Attack until cancelled."""
        async with asyncio.TaskGroup() as group:
            group.create_task(self._sit(AT_THE_TABLE.get(kind, ())))
            if kind in BESIDE:
                group.create_task(again_and_again(BESIDE[kind], self))

    async def _sit(self, attacks: Sequence[Attack]) -> None:
        """Play, and try these attacks between the moves, as fast as the answers come."""
        while True:
            for attack in attacks:
                await self._play()
                if not self._seated.ended:
                    self._seated.say(*attack.says(self._seated))
                if "protocol" in attack.codes or "flood" in attack.codes:
                    await self._seated.told("bye")
            await self._play()
            if not attacks:
                await asyncio.sleep(_EVERY)

    async def _play(self) -> None:
        """Do something if that is asked; come back first where the connection was cut."""
        cheat = self._seated
        if cheat.ended:
            await cheat.go()
            self._seated = await self.enters(token=cheat.token)
            self._seated.last_id = cheat.last_id
            cheat = self._seated
        cheat.say({"type": "sync"})
        state = await cheat.told("state")
        if state["type"] == "cut":
            return
        view: Map = state["view"]
        if view["phase"] in ("round_over", "match_over"):
            cheat.say({"type": "ready", "v": state["v"]})
        elif view["owed"] == view["seat"]:
            cheat.last_id += 1
            action = {"seat": view["seat"], **OWED[view["phase"]]}
            cheat.say({"type": "act", "id": cheat.last_id, "v": state["v"], "action": action})


async def again_and_again(attack: Callable[[Attacker], Awaitable[None]], attacker: Attacker) -> None:
    """Attack without end; a host that hangs up is no reason to stop."""
    while True:
        with suppress(OSError):
            await attack(attacker)


async def from_the_side(attacker: Attacker) -> None:
    """Do from beside the table what only players may."""
    for attack in WATCHING:
        cheat = await attacker.enters(watch=True)
        cheat.say(*attack.says(cheat))
        await cheat.told("refused", "bye", "room")
        await cheat.go()


async def at_the_door(attacker: Attacker) -> None:
    """Say what nobody should before being let in."""
    for attack in AT_THE_DOOR:
        cheat = await attacker.comes()
        cheat.say(*attack.says(cheat))
        await cheat.told("no", "welcome", "bye")
        await cheat.go()


async def by_name(attacker: Attacker) -> None:
    """Be called what drives a terminal, and say it."""
    for name in NAMES:
        cheat = await attacker.enters(name=name, watch=True)
        cheat.say({"type": "say", "text": name or "x"})
        await cheat.go()


async def in_a_crowd(attacker: Attacker) -> None:
    """Connect hundreds of times, and say nothing."""
    crowd = [await asyncio.open_connection(LOOPBACK, attacker.port) for _ in range(_CONNECTIONS)]
    await asyncio.sleep(_HELD)
    for _, writer in crowd:
        writer.transport.abort()


async def in_silence(attacker: Attacker) -> None:
    """Shake hands, and say half of a hello."""
    silent = [await attacker.comes() for _ in range(_SILENT)]
    for cheat in silent:
        cheat.say(framed(hello())[:9])
    await asyncio.sleep(_HELD)
    for cheat in silent:
        await cheat.go()


async def without_reading(attacker: Attacker) -> None:
    """Ask for the whole table again and again, as fast as is allowed, and read nothing of it."""
    _, writer = await asyncio.open_connection(
        LOOPBACK, attacker.port, ssl=client_context(), server_hostname="x.invalid"
    )
    try:
        writer.write(framed(hello(watch=True)))
        while not writer.is_closing():
            writer.write(framed({"type": "sync"}))
            await asyncio.sleep(0.055)
    finally:
        writer.transport.abort()


async def in_plain_bytes(attacker: Attacker) -> None:
    """Speak no TLS."""
    reader, writer = await asyncio.open_connection(LOOPBACK, attacker.port)
    writer.write(b"GET / HTTP/1.1\r\nHost: unokart\r\n\r\n" * 100)
    await reader.read()
    writer.transport.abort()


BESIDE: Final = {
    "from the side": from_the_side,
    "at the door": at_the_door,
    "names": by_name,
    f"{_CONNECTIONS} connections": in_a_crowd,
    "half a hello": in_silence,
    "no reading": without_reading,
    "no TLS": in_plain_bytes,
}
KINDS: Final = (*AT_THE_TABLE, *BESIDE)


async def main() -> None:
    """Attack as the input says."""
    attacker = Attacker(int(sys.argv[1]))
    await attacker.begin()
    print("seated", flush=True)
    while kind := (await asyncio.to_thread(sys.stdin.readline)).strip():
        attacking = asyncio.create_task(attacker.attack(kind))
        print(kind, flush=True)
        await asyncio.to_thread(sys.stdin.readline)  # an empty line ends the attack
        if attacking.done():
            await attacking  # it went wrong
        attacking.cancel()
        await asyncio.gather(attacking, return_exceptions=True)
        await attacker.let_go()


if __name__ == "__main__":
    asyncio.run(main())
