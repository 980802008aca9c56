"""Being seen on a LAN, and being told when one is not; without sockets, in virtual time."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from msgspec.structs import replace

from net.addresses import OwnAddress
from net.discovery import PEOPLE, ROOMS, Announcement, Lan, PersonInfo, RoomInfo
from net.discovery.lan import RETRY_EVERY
from net.discovery.mdns import MdnsFailed, Reason
from tests.net.fake_mdns import LOOPBACK, Cable, own, run

KITCHEN = RoomInfo("Kitchen", "Ann", "0123abcd", "lobby", 1, 4, 0, True)
PORT = 24783
HOME = own(lo="127.0.0.1/8", eth0="192.168.1.5/24")


class Host:
    """A room that is announced, and what its screen was told of that."""

    def __init__(self, cable: Cable, adapters: tuple[OwnAddress, ...], bind: str | None = None) -> None:
        self.cable = cable
        self.adapters = adapters
        self.lan = Lan(bind, cable.open, lambda: self.adapters)
        self.told: list[tuple[float, bool, Reason | None]] = []
        self.began = asyncio.get_running_loop().time()

    def announce(self, rev: int = 5000) -> Announcement:
        return self.lan.announce(ROOMS, KITCHEN, PORT, rev, self.note)

    def note(self, announcement: Announcement) -> None:
        self.told.append((self.seconds, announcement.visible, reason_of(announcement)))

    @property
    def seconds(self) -> float:
        return round(asyncio.get_running_loop().time() - self.began, 2)

    def sent(self, *what: str) -> list[tuple[float, str, str]]:
        """What was announced so far: when, how many seats were taken, and the number of the announcement."""
        return [
            (round(at - self.began, 2), service.txt["n"], service.txt["rev"])
            for at, _, service in self.cable.done(*what)
        ]


def reason_of(announcement: Announcement) -> Reason | None:
    return None if announcement.trouble is None else announcement.trouble.reason


@asynccontextmanager
async def hosting(
    cable: Cable, adapters: tuple[OwnAddress, ...] = HOME, bind: str | None = None
) -> AsyncIterator[tuple[Host, Announcement]]:
    host = Host(cable, adapters, bind)
    await host.lan.open()
    yield host, host.announce()
    await host.lan.close()
    assert asyncio.all_tasks() == {asyncio.current_task()}


def test_a_room_is_announced_with_all_that_others_need() -> None:
    async def main() -> None:
        cable = Cable()
        async with hosting(cable) as (host, announcement):
            assert (announcement.visible, announcement.trouble) == (False, None)
            await asyncio.sleep(5)
            assert host.told == [(1.6, True, None)]
            ((_, _, service),) = cable.done("register")
            assert (service.type, service.port, service.addresses) == (ROOMS.service, PORT, ("192.168.1.5",))
            assert service.txt == {**KITCHEN.txt(), "rev": "5001"}
            assert len(service.name.encode()) <= 60
        assert cable.known == {}

    run(main())


def test_changes_are_announced_at_most_once_a_second_and_the_last_one_always() -> None:
    async def main() -> None:
        async with hosting(Cable()) as (host, announcement):
            await asyncio.sleep(10)
            for taken in (2, 3, 4):
                announcement.update(replace(KITCHEN, taken=taken))
                await asyncio.sleep(0.1)
            await asyncio.sleep(10)
            announcement.update(replace(KITCHEN, taken=3))
            await asyncio.sleep(10)
            assert host.sent("update") == [(10.0, "2/4", "5002"), (11.0, "4/4", "5003"), (20.3, "3/4", "5004")]

    run(main())


def test_each_announcement_has_a_higher_number_also_if_it_says_what_one_before_said() -> None:
    async def main() -> None:
        async with hosting(Cable()) as (host, announcement):
            await asyncio.sleep(10)
            for taken in (2, 1, 2, 1):
                announcement.update(replace(KITCHEN, taken=taken))
                await asyncio.sleep(2)
            assert [(n, rev) for _, n, rev in host.sent("register", "update")] == [
                ("1/4", "5001"),
                ("2/4", "5002"),
                ("1/4", "5003"),
                ("2/4", "5004"),
                ("1/4", "5005"),
            ]

    run(main())


def test_what_is_again_as_it_was_announced_is_not_announced() -> None:
    async def main() -> None:
        async with hosting(Cable()) as (host, announcement):
            await asyncio.sleep(1.7)
            announcement.update(replace(KITCHEN, taken=2))
            await asyncio.sleep(0)
            announcement.update(KITCHEN)
            await asyncio.sleep(10)
            assert host.sent("update") == []

    run(main())


def test_closing_an_announcement_says_good_bye_even_while_it_is_being_made() -> None:
    async def main() -> None:
        cable = Cable()
        async with hosting(cable) as (host, announcement):
            await asyncio.sleep(1.3)  # heard already, not yet repeated
            assert cable.known
            await announcement.close()
            assert cable.known == {}
            assert host.seconds == 1.55
            again = host.announce(6000)
            await asyncio.sleep(0.5)  # not heard of yet
            await again.close()
            await asyncio.sleep(10)
            assert cable.known == {}
            assert len(cable.done("withdraw")) == 1

    run(main())


def test_two_rooms_of_one_host_are_both_announced() -> None:
    async def main() -> None:
        cable = Cable()
        async with hosting(cable):
            await asyncio.sleep(2)
            other = Host(cable, HOME)
            await other.lan.open()
            other.announce()
            await asyncio.sleep(2)
            assert sorted(cable.known) == [
                f"UNO Kart 0123abcd-2.{ROOMS.service}",
                f"UNO Kart 0123abcd.{ROOMS.service}",
            ]
            await other.lan.close()

    run(main())


def test_a_person_at_home_is_announced_beside_a_room() -> None:
    async def main() -> None:
        cable = Cable()
        async with hosting(cable) as (host, _):
            person = host.lan.announce(PEOPLE, PersonInfo("Bob", "89abcdef"), 40000, 1)
            await asyncio.sleep(10)
            assert person.visible
            assert [service.type for _, _, service in cable.done("register")] == [ROOMS.service, PEOPLE.service]
            await person.close()
            assert list(cable.known) == [f"UNO Kart 0123abcd.{ROOMS.service}"]

    run(main())


def test_bound_to_an_address_it_is_announced_there_alone() -> None:
    async def main() -> None:
        cable = Cable()
        async with hosting(cable, HOME, "127.0.0.1") as (_, announcement):
            await asyncio.sleep(5)
            assert announcement.visible
            assert cable.opened[0].bind == "127.0.0.1"
            assert cable.done("register")[0][2].addresses == ("127.0.0.1",)

    run(main())


def test_a_network_that_changes_is_followed_with_the_new_addresses_alone() -> None:
    async def main() -> None:
        cable = Cable()
        async with hosting(cable) as (host, announcement):
            await asyncio.sleep(5)
            host.adapters = own(lo="127.0.0.1/8", eth0="10.0.0.8/24")
            await asyncio.sleep(5)
            ((at, _, service),) = cable.done("follow")
            assert at - host.began <= 7
            assert (service.addresses, service.txt["rev"]) == (("10.0.0.8",), "5002")
            assert announcement.visible
            assert len(cable.opened) == 1
            announcement.update(replace(KITCHEN, taken=2))
            await asyncio.sleep(5)
            assert cable.done("update")[0][2].addresses == ("10.0.0.8",)

    run(main())


def test_containers_that_come_and_go_are_no_matter() -> None:
    async def main() -> None:
        cable = Cable()
        async with hosting(cable) as (host, _):
            await asyncio.sleep(5)
            host.adapters = (*HOME, *own(docker0="172.17.0.1/16", veth12ab="fe80::9/64"))
            await asyncio.sleep(5)
            assert cable.done("follow") == []

    run(main())


def test_a_network_that_comes_later_is_taken_up() -> None:
    async def main() -> None:
        cable = Cable()
        async with hosting(cable, ()) as (host, announcement):
            assert reason_of(announcement) == "no_network"
            await asyncio.sleep(61)
            assert cable.opened == []
            host.adapters = HOME
            await asyncio.sleep(4)
            assert announcement.visible
            assert host.told == [(62.0, False, None), (63.6, True, None)]

    run(main())


def test_a_network_that_goes_is_told_and_one_that_comes_back_too() -> None:
    async def main() -> None:
        cable = Cable()
        async with hosting(cable) as (host, announcement):
            await asyncio.sleep(5)
            host.adapters = LOOPBACK
            await asyncio.sleep(5)
            assert reason_of(announcement) == "this_computer"
            assert cable.done("follow")[0][2].addresses == ("127.0.0.1", "::1")  # seen at this computer still
            host.adapters = ()
            await asyncio.sleep(5)
            assert reason_of(announcement) == "no_network"
            assert cable.opened[0].closed
            host.adapters = HOME
            await asyncio.sleep(5)
            assert announcement.visible

    run(main())


def test_only_a_vpn_is_told_with_the_address_to_type() -> None:
    async def main() -> None:
        async with hosting(Cable(), own(lo="127.0.0.1/8", tun0="10.8.0.2/24")) as (_, announcement):
            await asyncio.sleep(5)
            assert not announcement.visible
            assert announcement.trouble is not None
            assert announcement.trouble.reason == "vpn"
            assert announcement.trouble.sentence.endswith("Friends can type 10.8.0.2:24783.")

    run(main())


def test_ipv6_is_spoken_only_where_there_is_no_ipv4() -> None:
    async def main() -> None:
        cable = Cable()
        async with hosting(cable, own(lo="127.0.0.1/8 ::1/128", eth0="fe80::5/64")) as (host, _):
            await asyncio.sleep(5)
            assert not cable.opened[0].ipv4
            assert cable.done("register")[0][2].addresses == ("fe80::5%eth0",)
            host.adapters = own(lo="127.0.0.1/8 ::1/128", eth0="fe80::5/64 10.0.0.8/24")
            await asyncio.sleep(5)
            assert cable.opened[0].ipv4

    run(main())


def test_a_port_that_is_held_is_told_and_tried_again_now_and_then() -> None:
    async def main() -> None:
        cable = Cable()
        cable.refuses = MdnsFailed("port_held")
        async with hosting(cable) as (host, announcement):
            await asyncio.sleep(1)
            assert announcement.trouble is not None
            assert "5353" in announcement.trouble.sentence
            assert "192.168.1.5:24783" in announcement.trouble.sentence
            cable.refuses = None
            await asyncio.sleep(RETRY_EVERY + 5)
            assert announcement.visible
            assert [reason for _, _, reason in host.told] == [None, None]

    run(main())


def test_what_breaks_while_it_runs_is_opened_anew() -> None:
    async def main() -> None:
        cable = Cable()
        async with hosting(cable) as (host, announcement):
            await asyncio.sleep(5)
            cable.opened[0].broken = MdnsFailed("failed")
            announcement.update(replace(KITCHEN, taken=2))
            await asyncio.sleep(5)
            assert announcement.trouble is not None
            assert cable.opened[0].closed
            await asyncio.sleep(RETRY_EVERY + 5)
            assert announcement.visible
            assert [n for _, n, _ in host.sent("register")] == ["1/4", "2/4"]

    run(main())


def test_following_that_fails_ends_in_opening_anew_at_once() -> None:
    async def main() -> None:
        cable = Cable()
        async with hosting(cable) as (host, announcement):
            await asyncio.sleep(5)
            cable.opened[0].broken = MdnsFailed("failed")
            host.adapters = own(lo="127.0.0.1/8", eth0="10.0.0.8/24")
            await asyncio.sleep(5)
            assert announcement.visible
            assert [mdns.closed for mdns in cable.opened] == [True, False]
            assert cable.done("register")[-1][2].addresses == ("10.0.0.8",)

    run(main())


def test_before_it_is_opened_nothing_is_announced() -> None:
    async def main() -> None:
        cable = Cable()
        host = Host(cable, HOME)
        announcement = host.announce()
        await asyncio.sleep(5)
        assert cable.log == []
        await host.lan.open()
        await asyncio.sleep(5)
        assert announcement.visible
        await host.lan.close()

    run(main())
