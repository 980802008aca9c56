"""A program on a LAN, for tests: it hosts a room, is at home, or looks for either, and writes what happens as JSON.

Run as `python -m tests.net.lan_peer ROLE SETTINGS`, with settings in JSON. It ends, properly, with its standard input.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from net.discovery import PEOPLE, ROOMS, Announcement, Browser, Lan, PersonInfo, Recent, RoomInfo
from net.discovery.kinds import Info, Kind
from net.listening import listen


class Settings(Struct):
    """What a program is to do; `type` is a service type of the test alone."""

    type: str
    id: str = "0123abcd"
    room: str = "Kitchen"
    port: int = 0
    bind: str | None = None
    recent: tuple[tuple[str, str, int], ...] = ()


def say(event: str, **more: object) -> None:
    """Write a line. Its time is the same on all programs of a machine."""
    print(json.dumps({"t": time.monotonic(), "event": event, **more}), flush=True)  # noqa: T201 - read by the test


async def commands() -> asyncio.StreamReader:
    """Return standard input."""
    reader = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    return reader


def note_announcement(announcement: Announcement) -> None:
    """Write how an announcement stands."""
    trouble = announcement.trouble
    say("announced", visible=announcement.visible, trouble=trouble and trouble.reason, why=trouble and trouble.sentence)


def note_list(browser: Browser[Any]) -> None:
    """Write what is found."""
    rows = [{**msgspec.to_builtins(row), "info": msgspec.to_builtins(row.info)} for row in browser.found]
    say("list", rows=rows, trouble=browser.trouble and browser.trouble.reason)


async def announce(settings: Settings, lan: Lan, kind: Kind[Any], info: Info) -> None:
    """Announce a service and answer those who ask, until the input ends; `taken N` changes it."""
    said = info

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(msgspec.json.encode(said))
        writer.close()

    listeners = listen(settings.port or None, settings.bind)
    servers = [await asyncio.start_server(answer, sock=listener) for listener in listeners]
    port = listeners[0].getsockname()[1]
    say("open", port=port)
    await lan.open()
    announcement = lan.announce(kind, info, port, int(time.time()), note_announcement)
    note_announcement(announcement)
    lines = await commands()
    while line := await lines.readline():
        assert isinstance(said, RoomInfo)
        said = replace(said, taken=int(line.split()[1]))
        announcement.update(said)
        say("changed", taken=said.taken)
    say("closing")
    for server in servers:
        server.close()
    await lan.close()


async def look(settings: Settings, lan: Lan, kind: Kind[Any]) -> None:
    """Look for services and ask them, until the input ends."""

    async def ask(address: str, port: int) -> Any:
        reader, writer = await asyncio.open_connection(address, port)
        try:
            return msgspec.json.decode(await reader.read(), type=PersonInfo if kind.one == "home" else RoomInfo)
        finally:
            writer.close()

    say("open")
    await lan.open()
    note_list(lan.browse(kind, ask, note_list, [Recent(*host) for host in settings.recent]))
    await (await commands()).read()
    await lan.close()


async def main() -> None:
    """Be what the command line says."""
    role, settings = sys.argv[1], msgspec.json.decode(sys.argv[2], type=Settings)
    rooms, people = replace(ROOMS, service=settings.type), replace(PEOPLE, service=settings.type)
    lan = Lan(settings.bind)
    match role:
        case "host":
            room = RoomInfo(
                settings.room, "Ann", settings.id, "lobby", 1, 4, 0, True, fingerprint=f"{settings.id:A<22}"
            )
            await announce(settings, lan, rooms, room)
        case "home":
            await announce(settings, lan, people, PersonInfo("Bob", settings.id))
        case "guest":
            await look(settings, lan, rooms)
        case "inviter":
            await look(settings, lan, people)
        case _:
            raise ValueError(role)
    say("end")


if __name__ == "__main__":
    asyncio.run(main(), debug=True)
