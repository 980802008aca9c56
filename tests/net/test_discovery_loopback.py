"""Discovery with real multicast DNS, confined to the loopback adapter; each test with a service type of its own."""

from __future__ import annotations

import asyncio
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from functools import partial
from pathlib import Path
from secrets import token_hex
from typing import Any

import pytest
from msgspec.structs import replace
from zeroconf.asyncio import AsyncServiceInfo, AsyncZeroconf

from net.discovery import PEOPLE, ROOMS, Browser, Lan, PersonInfo, RoomInfo
from net.discovery.kinds import Kind

HERE = "127.0.0.1"
KITCHEN = RoomInfo("Kitchen", "Ann", "0123abcd", "lobby", 1, 4, 0, True)


class Changes:
    """Wakes whoever waits for something whenever anything has changed."""

    def __init__(self) -> None:
        self._changed = asyncio.Event()

    def note(self, _: object) -> None:
        self._changed.set()

    async def until(self, wanted: Callable[[], bool], within: float = 20.0) -> float:
        """Wait until it is so, and return how long that took."""
        began = asyncio.get_running_loop().time()
        async with asyncio.timeout(within):
            while not wanted():
                await self._changed.wait()
                self._changed.clear()
        return asyncio.get_running_loop().time() - began


@pytest.fixture
async def changes() -> Changes:
    return Changes()


@pytest.fixture
async def faults() -> AsyncIterator[list[dict[str, Any]]]:
    """What was raised on the event loop and caught by nobody; there must be nothing."""
    caught: list[dict[str, Any]] = []
    asyncio.get_running_loop().set_exception_handler(lambda loop, context: caught.append(context))
    yield caught
    assert caught == []


@pytest.fixture
async def lans(faults: list[dict[str, Any]]) -> AsyncIterator[tuple[Lan, Lan]]:
    """Two programs on the loopback adapter."""
    both = Lan(HERE), Lan(HERE)
    for lan in both:
        await lan.open()
    yield both
    for lan in both:
        await lan.close()


def of_this_test(kind: Kind[Any]) -> Kind[Any]:
    return replace(kind, service=f"_uk{token_hex(3)}._tcp.local.")


async def silent(address: str, port: int) -> RoomInfo | None:
    return None


def rooms(browser: Browser[RoomInfo]) -> list[str]:
    return [f"{row.info.room} {row.info.taken}" for row in browser.found]


def shows(browser: Browser[RoomInfo], taken: int) -> bool:
    return rooms(browser) == [f"Kitchen {taken}"]


async def test_a_room_is_found_changed_there_and_back_and_gone(lans: tuple[Lan, Lan], changes: Changes) -> None:
    host, guest = lans
    kind = of_this_test(ROOMS)
    browser = guest.browse(kind, silent, changes.note)
    announcement = host.announce(kind, KITCHEN, 24783, 1, changes.note)
    assert await changes.until(lambda: rooms(browser) == ["Kitchen 1"]) < 3
    await changes.until(lambda: announcement.visible)
    for taken in (2, 1, 2):
        announcement.update(replace(KITCHEN, taken=taken))
        assert await changes.until(partial(shows, browser, taken)) < 2
    closing = asyncio.create_task(announcement.close())
    assert await changes.until(lambda: rooms(browser) == []) < 1
    await closing


async def test_one_that_was_there_before_is_found(lans: tuple[Lan, Lan], changes: Changes) -> None:
    host, guest = lans
    kind = of_this_test(ROOMS)
    announcement = host.announce(kind, KITCHEN, 24783, 1, changes.note)
    await changes.until(lambda: announcement.visible)
    browser = guest.browse(kind, silent, changes.note)
    assert await changes.until(lambda: rooms(browser) == ["Kitchen 1"]) < 3


async def test_the_end_of_a_program_says_good_bye_to_all_its_services(lans: tuple[Lan, Lan], changes: Changes) -> None:
    host, guest = lans
    kind = of_this_test(PEOPLE)

    async def ask(address: str, port: int) -> PersonInfo | None:
        return None

    browser: Browser[PersonInfo] = guest.browse(kind, ask, changes.note)
    first = host.announce(kind, PersonInfo("Bob", "89abcdef"), 40000, 1, changes.note)
    host.announce(kind, PersonInfo("Bob", "89abcdef"), 40001, 1, changes.note)
    guest.announce(kind, PersonInfo("Cleo", "01234567"), 40000, 1, changes.note)
    await changes.until(lambda: len(browser.found) == 3 and first.visible)
    closing = asyncio.create_task(host.close())
    assert await changes.until(lambda: [row.info.name for row in browser.found] == ["Cleo"]) < 1
    await closing


async def test_an_address_that_is_none_of_this_computer_is_told(faults: list[dict[str, Any]], changes: Changes) -> None:
    for bind in ("192.0.2.77", "fd00:dead::77"):
        lan = Lan(bind)
        await lan.open()
        announcement = lan.announce(of_this_test(ROOMS), KITCHEN, 24783, 1)
        browser = lan.browse(of_this_test(ROOMS), silent, changes.note)
        for trouble in (announcement.trouble, browser.trouble):
            assert trouble is not None
            assert trouble.reason == "no_such_address"
        await lan.close()


async def test_hostile_announcements_and_garbage_do_no_harm(lans: tuple[Lan, Lan], changes: Changes) -> None:
    _, guest = lans
    kind = of_this_test(ROOMS)
    browser = guest.browse(kind, silent, changes.note)
    txt: dict[str, str | bytes | None] = {
        **KITCHEN.txt(),
        "room": b"\x1b]0;x\x07[b]\xff\xfe\xe2\x80\xaeKitchen" + b"\xcc\x81" * 90,
        "by": b"\x00\x9b",
        "rev": None,
        "n": b"-1/" + b"9" * 90,
    }
    addresses = [HERE, "8.8.8.8", "224.0.0.1", *(f"10.1.{n}.1" for n in range(20))]
    async with AsyncZeroconf(interfaces=[HERE]) as zeroconf:
        for name, properties in (("\u202e[red]", {**txt, "n": "1/4"}), ("nonsense", txt), ("empty", {})):
            info = AsyncServiceInfo(
                kind.service, f"{name}.{kind.service}", 1, 0, 0, properties, "x.local.", parsed_addresses=addresses
            )
            await (await zeroconf.async_register_service(info, cooperating_responders=True))
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
            for size in (0, 1, 11, 12, 13, 100, 1400):
                sender.sendto(bytes(range(256)) * 6, (HERE, 5353))
                sender.sendto(b"\x00\x00\x84\x00" + b"\xc0" * size, (HERE, 5353))
        await changes.until(lambda: len(browser.found) == 1)
        (found,) = browser.found
        assert found.info.room.endswith("Kitche\u0144\u0301\u0301")
        assert found.info.room.isprintable()
        assert found.info.host.isprintable()
        assert len(found.addresses) == 8
        assert {"8.8.8.8", "224.0.0.1"}.isdisjoint(found.addresses)


async def test_one_that_is_closed_at_once_leaves_nothing(faults: list[dict[str, Any]], changes: Changes) -> None:
    before = asyncio.all_tasks()
    lan = Lan(HERE)
    opening = asyncio.create_task(lan.open())
    lan.announce(of_this_test(ROOMS), KITCHEN, 24783, 1, changes.note)
    lan.browse(of_this_test(ROOMS), silent, changes.note)
    await asyncio.sleep(0)
    opening.cancel()
    await asyncio.gather(opening, return_exceptions=True)
    await lan.close()
    assert asyncio.all_tasks() == before


def test_what_zeroconf_has_to_say_goes_to_the_log_file(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    program = (
        "import logging, pathlib, sys, net.log, zeroconf\n"
        "net.log.log_to_file(pathlib.Path(sys.argv[1]))\n"
        "logging.getLogger('zeroconf').warning('Error with socket %d', 7)\n"
    )
    subprocess.run([sys.executable, "-c", program, tmp_path / "log"], check=True)
    assert "Error with socket 7" in (tmp_path / "log").read_text()
    assert capfd.readouterr() == ("", "")


def test_zeroconf_is_not_loaded_before_it_is_needed() -> None:
    program = "import sys, net.discovery\nassert not {'zeroconf', 'ifaddr'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", program], check=True)
