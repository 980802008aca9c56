"""Finding rooms and people; without sockets, in virtual time."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager

import pytest
from msgspec.structs import replace

from net.addresses import OwnAddress
from net.discovery import PEOPLE, ROOMS, Browser, Found, FoundRoom, Lan, PersonInfo, Recent, RoomInfo
from net.discovery.browsing import ASK_AGAIN_EVERY
from net.discovery.mdns import MdnsFailed, Sighting
from tests.net.fake_mdns import Cable, own, run

KITCHEN = RoomInfo("Kitchen", "Ann", "0123abcd", "lobby", 1, 4, 0, True, fingerprint="K" * 22)
PORT = 24783
HOME = own(lo="127.0.0.1/8", eth0="192.168.1.6/24")
NAME = f"UNO Kart 0123abcd.{ROOMS.service}"


class Guest:
    """Whoever looks for rooms, and what its screen was told."""

    def __init__(self, cable: Cable, adapters: tuple[OwnAddress, ...] = HOME) -> None:
        self.cable = cable
        self.adapters = adapters
        self.lan = Lan(None, cable.open, lambda: self.adapters)
        self.there: dict[tuple[str, int], RoomInfo] = {}
        """What answers where; anything else stays silent."""
        self.asked: list[tuple[str, int]] = []
        self.told: list[tuple[float, tuple[FoundRoom, ...]]] = []
        self.began = asyncio.get_running_loop().time()

    def browse(self, recent: Iterable[Recent] = (), own_room: Iterable[tuple[str, int]] = ()) -> Browser[RoomInfo]:
        return self.lan.browse(ROOMS, self.ask, self.note, recent, frozenset(own_room))

    async def ask(self, address: str, port: int) -> RoomInfo | None:
        self.asked.append((address, port))
        if (address, port) not in self.there:
            await asyncio.sleep(3600)
        await asyncio.sleep(0.002)
        return self.there[address, port]

    def note(self, browser: Browser[RoomInfo]) -> None:
        self.told.append((self.seconds, browser.found))

    @property
    def seconds(self) -> float:
        return round(asyncio.get_running_loop().time() - self.began, 2)

    def hear(self, info: RoomInfo = KITCHEN, rev: int = 1, *addresses: str, name: str = NAME) -> None:
        txt = {**info.txt(), "rev": str(rev)}
        self.cable.hear(ROOMS.service, Sighting(name, PORT, addresses or ("192.168.1.5",), txt))


@asynccontextmanager
async def browsing(
    recent: Iterable[Recent] = (), own_room: Iterable[tuple[str, int]] = ()
) -> AsyncIterator[tuple[Guest, Browser[RoomInfo]]]:
    guest = Guest(Cable())
    await guest.lan.open()
    yield guest, guest.browse(recent, own_room)
    await guest.lan.close()
    assert guest.cable.searches == []
    assert asyncio.all_tasks() == {asyncio.current_task()}


def test_a_room_is_found_asked_and_lost() -> None:
    async def main() -> None:
        async with browsing() as (guest, browser):
            guest.there["192.168.1.5", PORT] = KITCHEN
            await asyncio.sleep(1)
            guest.hear()
            await asyncio.sleep(10)
            guest.cable.hear_goodbye(NAME)
            guest.there.clear()
            await asyncio.sleep(30)
            found = Found(1, KITCHEN, ("192.168.1.5",), PORT, live=True, answered=False)
            assert guest.told == [(1.0, (found,)), (1.0, (replace(found, answered=True),)), (11.0, ())]
            assert browser.found == ()

    run(main())


def test_a_room_that_was_announced_before_is_found_when_the_search_begins() -> None:
    async def main() -> None:
        guest = Guest(Cable())
        guest.hear()
        await guest.lan.open()
        browser = guest.browse()
        await asyncio.sleep(0.1)
        assert [row.info for row in browser.found] == [KITCHEN]
        await guest.lan.close()

    run(main())


@pytest.mark.parametrize("later", [0.0, 0.9, 1.8, 2.9])
def test_one_whose_cable_was_pulled_is_grey_in_time(later: float) -> None:
    """It is silent, which takes longer to notice than a closed port; at any time between two probes."""

    async def main() -> None:
        async with browsing() as (guest, _):
            guest.there["192.168.1.5", PORT] = KITCHEN
            guest.hear()
            await asyncio.sleep(10 + later)
            guest.there.clear()
            guest.told.clear()
            await asyncio.sleep(10)
            ((at, (found,)),) = guest.told
            assert not found.live
            assert at - (10 + later) < 9

    run(main())


def test_several_addresses_are_tried_and_the_one_that_answers_is_first() -> None:
    async def main() -> None:
        async with browsing() as (guest, browser):
            guest.there["10.9.0.5", PORT] = KITCHEN
            guest.hear(KITCHEN, 1, "10.9.0.5", "8.8.8.8", "192.168.1.5", "127.0.0.1")
            await asyncio.sleep(0.2)
            assert browser.found[0].addresses == ("192.168.1.5", "10.9.0.5")
            await asyncio.sleep(4)
            assert browser.found[0].addresses == ("10.9.0.5", "192.168.1.5")
            assert guest.asked == [("192.168.1.5", PORT), ("10.9.0.5", PORT), ("10.9.0.5", PORT)]

    run(main())


def test_another_host_at_the_address_is_no_answer() -> None:
    async def main() -> None:
        async with browsing() as (guest, browser):
            guest.there["192.168.1.5", PORT] = replace(KITCHEN, host_id="ffffffff")
            guest.hear()
            await asyncio.sleep(5)
            assert [(found.live, found.answered) for found in browser.found] == [(False, False)]

    run(main())


def test_what_a_probe_brings_is_cleaned() -> None:
    async def main() -> None:
        async with browsing() as (guest, browser):
            guest.there["192.168.1.5", PORT] = replace(KITCHEN, room="\x1b[31mKit\u202echen", taken=99)
            guest.hear()
            await asyncio.sleep(1)
            assert (browser.found[0].info.room, browser.found[0].info.taken) == ("[31mKitchen", 4)

    run(main())


def test_a_fault_in_a_probe_is_logged_and_counts_as_silence(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(logging.getLogger("net"), "propagate", True)  # whatever other tests send to a file

    async def main() -> None:
        guest = Guest(Cable())
        await guest.lan.open()

        async def ask(address: str, port: int) -> RoomInfo | None:
            raise ZeroDivisionError

        browser = guest.lan.browse(ROOMS, ask, guest.note)
        guest.hear()
        await asyncio.sleep(5)
        assert [row.live for row in browser.found] == [False]
        await guest.lan.close()

    with caplog.at_level(logging.ERROR, "net"):
        run(main())
    assert "failed in its own way" in caplog.text


def test_nonsense_is_no_room() -> None:
    async def main() -> None:
        async with browsing() as (guest, browser):
            guest.cable.hear(ROOMS.service, Sighting("x", PORT, ("192.168.1.5",), {}))
            guest.cable.hear(ROOMS.service, Sighting("y", PORT, ("192.168.1.5",), {"id": "../../etc", "pv": "1-1"}))
            guest.cable.hear(ROOMS.service, Sighting("z", 0, ("192.168.1.5",), KITCHEN.txt()))
            guest.cable.hear(ROOMS.service, Sighting("w", PORT, ("not an address",), KITCHEN.txt()))
            await asyncio.sleep(5)
            assert browser.found == ()
            assert guest.told == []

    run(main())


def test_a_recent_host_is_found_without_any_announcement() -> None:
    async def main() -> None:
        guest = Guest(Cable())
        guest.cable.refuses = MdnsFailed("port_held")
        await guest.lan.open()
        browser = guest.browse([Recent(KITCHEN.host_id, "10.9.0.5", PORT)])
        await asyncio.sleep(10)
        assert browser.trouble is not None
        assert "Type the address" in browser.trouble.sentence
        guest.there["10.9.0.5", PORT] = KITCHEN
        await asyncio.sleep(4)
        assert [row.info for row in browser.found] == [KITCHEN]
        await guest.lan.close()

    run(main())


def test_our_own_room_is_left_out_if_wished() -> None:
    async def main() -> None:
        async with browsing(own_room=[(KITCHEN.host_id, PORT)]) as (guest, browser):
            guest.hear()
            await asyncio.sleep(5)
            assert browser.found == ()

    run(main())


def test_the_network_is_asked_again_and_again_and_when_it_changes() -> None:
    async def main() -> None:
        async with browsing() as (guest, _):
            await asyncio.sleep(1)
            (search,) = guest.cable.searches
            assert search.asked == 1
            await asyncio.sleep(ASK_AGAIN_EVERY)
            assert search.asked == 2
            guest.adapters = own(lo="127.0.0.1/8", eth0="10.0.0.6/24")
            await asyncio.sleep(5)
            assert search.asked == 3

    run(main())


def test_a_search_that_can_not_begin_says_why_and_begins_when_it_can() -> None:
    async def main() -> None:
        guest = Guest(Cable(), ())
        guest.hear()
        await guest.lan.open()
        browser = guest.browse()
        assert browser.trouble is not None
        assert browser.trouble.reason == "no_network"
        await asyncio.sleep(5)
        assert len(guest.told) == 1
        guest.adapters = HOME
        await asyncio.sleep(3)
        assert browser.trouble is None
        assert [row.info for row in browser.found] == [KITCHEN]
        await guest.lan.close()

    run(main())


def test_nothing_is_told_after_the_end() -> None:
    async def main() -> None:
        async with browsing() as (guest, browser):
            guest.there["192.168.1.5", PORT] = KITCHEN
            guest.hear()
            await browser.close()
            guest.hear(replace(KITCHEN, taken=2), 2)
            await asyncio.sleep(10)
            assert guest.told == []

    run(main())


def test_people_at_home_are_found_and_lost() -> None:
    async def main() -> None:
        cable = Cable()
        home, host = Lan(None, cable.open, lambda: HOME), Lan(None, cable.open, lambda: HOME)
        there = {40000: PersonInfo("Bob", "89abcdef")}

        async def ask(address: str, port: int) -> PersonInfo | None:
            return there.get(port)

        seen: list[list[str]] = []

        def note(browser: Browser[PersonInfo]) -> None:
            seen.append([f"{row.info.name} {row.answered}" for row in browser.found])

        await home.open()
        await host.open()
        host.browse(PEOPLE, ask, note)
        person = home.announce(PEOPLE, PersonInfo("\x1bBob", "89abcdef"), 40000, 1)
        await asyncio.sleep(5)
        await person.close()
        there.clear()
        await asyncio.sleep(5)
        assert seen == [["Bob False"], ["Bob True"], []]
        await home.close()
        await host.close()

    run(main())
