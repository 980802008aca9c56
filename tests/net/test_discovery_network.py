"""Networks that come, go, change or carry nothing, and what a host is told then; without sockets, in virtual time."""

from __future__ import annotations

import asyncio

from msgspec.structs import replace

from net.discovery.lan import RETRY_EVERY
from net.discovery.mdns import MdnsFailed
from tests.net.fake_mdns import LOOPBACK, Cable, own, run
from tests.net.hosting import HOME, KITCHEN, hosting, reason_of


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


def test_an_address_to_bind_to_that_comes_later_is_taken_up() -> None:
    async def main() -> None:
        async with hosting(Cable(), LOOPBACK, "192.168.1.5") as (host, announcement):
            assert reason_of(announcement) == "no_such_address"
            host.adapters = HOME
            await asyncio.sleep(4)
            assert announcement.visible

    run(main())
