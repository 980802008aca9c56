"""Being seen on a LAN; without sockets, in virtual time."""

from __future__ import annotations

import asyncio

from msgspec.structs import replace

from net.discovery import PEOPLE, ROOMS, PersonInfo
from tests.net.fake_mdns import Cable, run
from tests.net.hosting import HOME, KITCHEN, PORT, Host, hosting


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


def test_rooms_of_one_host_never_take_each_others_name() -> None:
    async def main() -> None:
        cable = Cable()
        async with hosting(cable) as (host, _):
            other = Host(cable, HOME)
            await other.lan.open()
            for one in (host, other):
                one.announce()
            await asyncio.sleep(5)
            assert len({service.name for _, _, service in cable.done("register")}) == 3
            assert len(cable.known) == 3
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
            assert [service_type for service_type, _ in cable.known.values()] == [ROOMS.service]

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
