"""Discovery between computers on a LAN, each a network namespace: how soon, and in which troubles."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.net.namespaces import Computer, Event, Lab, Program, lab, netns

pytestmark = netns


def listed(*rows: tuple[str, bool]) -> Callable[[Event], bool]:
    """Whether just these rooms or people are listed, each live or grey, and live ones have answered."""

    def wanted(event: Event) -> bool:
        if event["event"] != "list" or not all(row["answered"] for row in event["rows"] if row["live"]):
            return False
        return sorted((name_of(row["info"]), row["live"]) for row in event["rows"]) == sorted(rows)

    return wanted


def name_of(info: Event) -> str:
    name = info.get("room") or info["name"]
    assert isinstance(name, str)
    return name


def taking(taken: int) -> Callable[[Event], bool]:
    return lambda event: [row["info"]["taken"] for row in event.get("rows", [])] == [taken]


def visible(event: Event) -> bool:
    return event["event"] == "announced" and event["visible"] is True


def in_trouble(reason: str) -> Callable[[Event], bool]:
    return lambda event: event.get("trouble") == reason


async def guest(lab: Lab, number: int) -> Program:
    return await (await lab.on_lan(number)).run("guest", type=lab.type)


async def adapter(computer: Computer, name: str, address: str) -> None:
    """Give a computer an adapter of this name that leads nowhere."""
    await computer.ip(f"link add {name} type bridge")
    await computer.ip(f"address add {address} dev {name}")
    await computer.ip(f"link set {name} up")


async def test_found_by_early_and_late_changed_there_and_back_and_gone() -> None:
    async with lab() as here:
        early = await guest(here, 2)
        await early.until(listed())
        host = await (await here.on_lan(1)).run("host", type=here.type)
        opened = await host.event("open")
        found = await early.until(listed(("Kitchen", True)))
        assert found["t"] - opened["t"] < 3
        assert found["rows"][0]["addresses"] == ["10.77.0.1"]

        late = await guest(here, 3)
        found = await late.until(listed(("Kitchen", True)))
        assert found["t"] - (await late.event("open"))["t"] < 3
        await host.until(visible)

        for taken in (2, 1, 2, 1):
            host.tell(f"taken {taken}")
            changed = await host.until(lambda event: event["event"] == "changed", after=found["t"])
            for one in (early, late):
                found = await one.until(taking(taken), after=changed["t"])
                assert found["t"] - changed["t"] < 2

        await host.quit()
        closing = await host.event("closing")
        for one in (early, late):
            gone = await one.until(listed(), after=closing["t"])
            assert gone["t"] - closing["t"] < 1
            await one.quit()


async def test_killed_it_is_grey_then_dropped_and_back_in_its_row() -> None:
    async with lab() as here:
        one, computer = await guest(here, 2), await here.on_lan(1)
        host = await computer.run("host", type=here.type, port=24783)
        found = await one.until(listed(("Kitchen", True)))
        await host.kill()
        grey = await one.until(listed(("Kitchen", False)))
        assert grey["t"] - found["t"] < 10
        dropped = await one.until(listed(), after=grey["t"])
        assert dropped["t"] - found["t"] < 20

        again = await computer.run("host", type=here.type, port=24783, room="Attic")
        found = await one.until(listed(("Attic", True)))
        assert found["t"] - (await again.event("open"))["t"] < 3
        assert [row["id"] for row in found["rows"]] == [1]


async def test_rooms_of_one_name_are_told_apart_on_one_computer_and_on_several_also_of_one_host() -> None:
    async with lab() as here:
        one, first = await guest(here, 3), await here.on_lan(1)
        second = await here.on_lan(2)
        await (await first.run("host", type=here.type, port=24783)).until(visible)
        await first.run("host", type=here.type, port=24784)
        # With the files of the first, as where computers share a home directory.
        await second.run("host", type=here.type, port=24783)
        await second.run("host", type=here.type, port=24784, id="4567cdef")
        await one.until(listed(*[("Kitchen", True)] * 4), within=20)
        last = one.events[-1]
        assert sorted((*row["addresses"], row["port"], row["info"]["host_id"]) for row in last["rows"]) == [
            ("10.77.0.1", 24783, "0123abcd"),
            ("10.77.0.1", 24784, "0123abcd"),
            ("10.77.0.2", 24783, "0123abcd"),
            ("10.77.0.2", 24784, "4567cdef"),
        ]


async def test_people_at_home_are_found() -> None:
    async with lab() as here:
        home = await (await here.on_lan(1)).run("home", type=here.type)
        inviter = await (await here.on_lan(2)).run("inviter", type=here.type)
        await inviter.until(listed(("Bob", True)))
        await home.quit()
        gone = await inviter.until(listed(), after=(await home.event("closing"))["t"])
        assert gone["t"] - (await home.event("closing"))["t"] < 1


async def test_without_multicast_a_recent_host_is_found_all_the_same() -> None:
    async with lab() as here:
        computer, other = await here.on_lan(1), await here.on_lan(2)
        for port in ("p1", "p2"):
            await here.switch.ip(f"link set {port} type bridge_slave mcast_flood off")
        await computer.run("host", type=here.type, port=24783)
        stranger = await other.run("guest", type=here.type)
        friend = await other.run("guest", type=here.type, recent=[("0123abcd", "10.77.0.1", 24783)])
        await friend.until(listed(("Kitchen", True)))
        await stranger.until(listed())
        assert not any(event.get("rows") for event in stranger.events)


async def test_with_loopback_alone_it_is_found_here_and_says_so() -> None:
    async with lab() as here:
        computer = await here.computer()
        await computer.ip("link set lo up")
        host = await computer.run("host", type=here.type)
        one = await computer.run("guest", type=here.type)
        found = await one.until(listed(("Kitchen", True)))
        assert set(found["rows"][0]["addresses"]) <= {"127.0.0.1", "::1"}
        assert found["trouble"] == "this_computer"
        await host.until(in_trouble("this_computer"))
        await host.quit()
        await one.until(listed(), after=(await host.event("closing"))["t"])
        await one.quit()


async def test_without_any_network_nothing_fails_and_one_that_comes_is_used() -> None:
    async with lab() as here:
        computer, one = await here.computer(), await guest(here, 2)
        host = await computer.run("host", type=here.type)
        lonely = await computer.run("guest", type=here.type)
        told = await host.until(in_trouble("no_network"))
        assert "on no network" in told["why"]
        await lonely.until(in_trouble("no_network"))
        await computer.ip("link set lo up")
        await lonely.until(listed(("Kitchen", True)))
        await here.plug(computer, 1)
        found = await one.until(listed(("Kitchen", True)))
        assert found["rows"][0]["addresses"] == ["10.77.0.1"]
        assert (await host.until(visible))["trouble"] is None


async def test_an_address_that_changes_is_followed() -> None:
    async with lab() as here:
        computer, one = await here.on_lan(1), await guest(here, 2)
        await computer.run("host", type=here.type)
        await one.until(listed(("Kitchen", True)))
        await computer.ip("address delete 10.77.0.1/24 dev lan0")
        await computer.ip("address add 10.77.0.9/24 dev lan0")
        await one.until(lambda event: [row["addresses"][0] for row in event.get("rows", [])] == ["10.77.0.9"])


@pytest.mark.parametrize("reuse", [False, True])
async def test_port_5353_held_by_another_program_is_told_with_what_to_type(reuse: bool) -> None:
    async with lab() as here:
        computer, one = await here.on_lan(1), await guest(here, 2)
        held = await computer.python(
            "import json, socket, sys\n"
            "s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)\n"
            f"s.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, {int(reuse)})\n"
            f"s.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, {int(reuse)})\n"
            "s.bind(('', 5353))\n"
            "print(json.dumps({'t': 0, 'event': 'held'}), flush=True)\n"
            "sys.stdin.read()\n"
        )
        await held.event("held")
        host = await computer.run("host", type=here.type, port=24783)
        if reuse:  # as other responders do
            await one.until(listed(("Kitchen", True)))
            return
        told = await host.until(in_trouble("port_held"))
        assert told["why"].endswith("Friends can type 10.77.0.1:24783.")
        friend = await (await here.on_lan(3)).run("guest", type=here.type, recent=[("0123abcd", "10.77.0.1", 24783)])
        await friend.until(listed(("Kitchen", True)))
        await (await computer.run("guest", type=here.type)).until(in_trouble("port_held"))
        await host.quit()


async def test_adapters_of_containers_and_vpns_are_told_apart_from_the_lan() -> None:
    async with lab() as here:
        both = await here.on_lan(1), await here.on_lan(2)
        for computer in both:
            await adapter(computer, "docker0", "172.17.0.1/16")
        await both[0].run("host", type=here.type)
        found = await (await both[1].run("guest", type=here.type)).until(listed(("Kitchen", True)))
        assert found["rows"][0]["addresses"] == ["10.77.0.1"]

        alone = await here.computer()
        await alone.ip("link set lo up")
        await adapter(alone, "tun0", "10.8.0.2/24")
        told = await (await alone.run("host", type=here.type)).until(in_trouble("vpn"))
        assert told["why"].endswith("Friends can type 10.8.0.2:24783.")


async def test_where_there_is_ipv6_alone_it_is_found_by_its_link_local_address() -> None:
    async with lab() as here:
        computers = [await here.on_lan(number, f"fe80::{number}/64") for number in (1, 2)]
        await computers[0].run("host", type=here.type)
        found = await (await computers[1].run("guest", type=here.type)).until(listed(("Kitchen", True)))
        assert any(address.startswith("fe80::1%") for address in found["rows"][0]["addresses"])
