"""Which addresses a friend may type, what people type, and which addresses are worth trying."""

import sys
from types import SimpleNamespace

import ifaddr
import pytest
from hypothesis import given
from hypothesis import strategies as st

from net.addresses import (
    DEFAULT_PORT,
    BadAddress,
    Endpoint,
    OwnAddress,
    Side,
    main_side,
    parse_endpoint,
    read_own_addresses,
    typeable,
)
from net.dialing import believable, likely_first, resolve
from net.names import clean_line
from tests.net.fake_mdns import LOOPBACK, own


def test_the_addresses_of_this_computer_are_read() -> None:
    mine = read_own_addresses()
    assert OwnAddress("lo" if sys.platform == "linux" else "lo0", 1, "127.0.0.1", 8) in mine
    assert mine == tuple(sorted(mine))


def test_scopes_are_left_out_and_a_system_that_tells_nothing_is_borne(monkeypatch: pytest.MonkeyPatch) -> None:
    ip = SimpleNamespace(ip=("fe80::1%en0", 0, 4), network_prefix=64)
    monkeypatch.setattr(ifaddr, "get_adapters", lambda: [SimpleNamespace(name="en0", index=4, ips=[ip])])
    assert read_own_addresses() == (OwnAddress("en0", 4, "fe80::1", 64),)

    def fail() -> None:
        raise OSError(13, "Permission denied")

    monkeypatch.setattr(ifaddr, "get_adapters", fail)
    assert read_own_addresses() == ()


@pytest.mark.parametrize(
    ("adapter", "side"),
    [
        ("eth0", Side.LAN),
        ("wlp3s0", Side.LAN),
        ("en0", Side.LAN),
        ("br0", Side.LAN),
        ("zt5u4hfgtn", Side.LAN),
        ("docker0", Side.INSIDE),
        ("br-1f0c5a2b3d4e", Side.INSIDE),
        ("veth12ab", Side.INSIDE),
        ("virbr0", Side.INSIDE),
        ("tun0", Side.TUNNEL),
        ("wg0", Side.TUNNEL),
        ("tailscale0", Side.TUNNEL),
        ("utun3", Side.TUNNEL),
        ("lo", Side.LOOPBACK),
        ("lo0", Side.LOOPBACK),
    ],
)
def test_an_adapter_tells_what_it_faces(adapter: str, side: Side) -> None:
    assert OwnAddress(adapter, 1, "10.0.0.5", 24).side is side


TYPEABLE = [
    (own(lo="127.0.0.1/8", eth0="192.168.1.5/24", docker0="172.17.0.1/16", tun0="10.8.0.2/24"), ("192.168.1.5",)),
    (own(eth0="192.168.1.5/24 fe80::5/64 fd00::5/64"), ("192.168.1.5",)),
    (own(eth0="169.254.7.7/16", wlan0="192.168.1.6/24"), ("192.168.1.6", "169.254.7.7")),
    (own(lo="127.0.0.1/8", eth0="fe80::5/64 fd00::5/64"), ("fd00::5", "fe80::5%eth0")),
    (own(lo="127.0.0.1/8", tun0="10.8.0.2/24", docker0="172.17.0.1/16"), ("10.8.0.2",)),
    (own(lo="127.0.0.1/8 ::1/128", docker0="172.17.0.1/16", br_1a2b="172.18.0.1/16"), ()),
    (LOOPBACK, ()),
    ((), ()),
]


@pytest.mark.parametrize(("mine", "shown"), TYPEABLE)
def test_a_friend_is_shown_what_leads_here(mine: tuple[OwnAddress, ...], shown: tuple[str, ...]) -> None:
    assert typeable(mine) == shown


def test_friends_are_on_the_lan_or_else_behind_a_vpn_or_else_here() -> None:
    everything = own(lo="127.0.0.1/8", eth0="10.0.0.5/24", tun0="10.8.0.2/24", docker0="172.17.0.1/16")
    assert main_side(everything) is Side.LAN
    assert main_side([one for one in everything if one.adapter != "eth0"]) is Side.TUNNEL
    assert main_side([one for one in everything if one.adapter in ("lo", "docker0")]) is Side.LOOPBACK
    assert main_side([one for one in everything if one.adapter == "docker0"]) is None


@pytest.mark.parametrize(
    ("text", "host", "port"),
    [
        ("192.168.1.5", "192.168.1.5", DEFAULT_PORT),
        ("  192.168.1.5:4000 \n", "192.168.1.5", 4000),
        ("laptop", "laptop", DEFAULT_PORT),
        ("ann-s_laptop.local:1", "ann-s_laptop.local", 1),
        ("küche.local:65535", "küche.local", 65535),
        ("localhost", "localhost", DEFAULT_PORT),
        ("fd00::5", "fd00::5", DEFAULT_PORT),
        ("fe80::5%eth0", "fe80::5%eth0", DEFAULT_PORT),
        ("[fd00::5]", "fd00::5", DEFAULT_PORT),
        ("[fe80::5%2]:4000", "fe80::5%2", 4000),
        ("[::1]:4000", "::1", 4000),
    ],
)
def test_what_people_type_is_read(text: str, host: str, port: int) -> None:
    assert parse_endpoint(text) == Endpoint(host, port)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("", "Type an address"),
        ("   ", "Type an address"),
        ("http://192.168.1.5", "Leave out http://"),
        ("192.168.1.5 24783", "no blanks"),
        (":24783", "is missing"),
        ("192.168.1.5:", "port is missing"),
        ("192.168.1.5:abc", "which abc is not"),
        ("192.168.1.5:0", "from 1 to 65535"),
        ("192.168.1.5:65536", "which 65536 is not"),
        ("192.168.1.5:-1", "which -1 is not"),
        ("192.168.1.5:²", "from 1 to 65535"),
        ("192.168.1", "192.168.1 is no address"),
        ("192.168.1.256", "from 0 to 255"),
        ("24783", "24783 is no address"),
        ("192.168.1.5/24", "/ can't be part"),
        ("ann@laptop", "@ can't be part"),
        ("a\x1b[31mb", "can't be part"),
        ("a..b", "can't be the name"),
        ("a" * 64, "can't be the name"),
        ("[fd00::5", "never closed"),
        ("[fd00::5]4000", "only a colon"),
        ("[192.168.1.5]:4000", "no IPv6 address"),
        ("[fd00::5]:", "port is missing"),
        ("fd00::5::1", "[fd00::5]:24783"),
        ("1:2:3", "no IPv6 address"),
        ("0.0.0.0", "no computer in particular"),
        ("::", "no computer in particular"),
        ("255.255.255.255:24783", "no computer in particular"),
        ("224.0.0.251", "no computer in particular"),
    ],
)
def test_what_leads_nowhere_is_explained(text: str, named: str) -> None:
    with pytest.raises(BadAddress) as caught:
        parse_endpoint(text)
    assert named in caught.value.sentence
    assert caught.value.sentence == str(caught.value)


@given(st.text(max_size=60))
def test_whatever_is_typed_is_read_or_explained_in_one_clean_line(text: str) -> None:
    try:
        endpoint = parse_endpoint(text)
    except BadAddress as error:
        sentence = error.sentence
    else:
        assert parse_endpoint(str(endpoint)) == endpoint
        return
    assert sentence == clean_line(sentence, 500)


HOME = own(
    lo="127.0.0.1/8 ::1/128",
    eth0="192.168.1.5/24 fe80::5/64",
    docker0="172.17.0.1/16",
    vboxnet0="192.168.56.1/24",
    tun0="10.8.0.2/24",
)


def test_addresses_on_our_network_come_first_and_our_own_last() -> None:
    given_addresses = ["10.99.0.7", "fd00::7", "192.168.1.5", "192.168.1.7", "172.17.0.9"]
    assert likely_first(given_addresses, HOME) == ("192.168.1.7", "10.99.0.7", "172.17.0.9", "fd00::7", "192.168.1.5")


def test_a_link_local_address_is_tried_on_each_adapter_of_the_lan() -> None:
    mine = own(lo="::1/128", eth0="fe80::5/64", wlan0="fe80::6/64", docker0="fe80::7/64")
    assert likely_first(["fe80::9"], mine) == ("fe80::9%2", "fe80::9%3")
    assert likely_first(["fe80::9%3"], mine) == ("fe80::9%3",)
    assert likely_first(["fe80::9"], own(eth0="192.168.1.5/24")) == ()


def test_nonsense_is_left_out_and_an_address_stands_in_the_list_once() -> None:
    assert likely_first(["10.0.0.1", "x", "::ffff:10.0.0.1", "10.0.0.1"], HOME) == ("10.0.0.1",)


@pytest.mark.parametrize(
    "address",
    ["8.8.8.8", "2001:4860:4860::8888", "127.0.0.1", "::1", "0.0.0.0", "224.0.0.1", "ff02::fb", "172.17.0.1", "x", ""],
)
def test_nobody_makes_us_call_far_away_or_ourselves(address: str) -> None:
    assert believable([address], HOME) == ()


def test_what_is_near_is_believed() -> None:
    near = ["192.168.1.7", "10.99.0.7", "100.64.0.7", "169.254.1.1", "fd00::7", "fe80::7%2", "192.168.56.7"]
    assert believable(near, HOME) == tuple(near)
    assert believable(["203.0.114.9"], own(eth0="203.0.114.8/24")) == ("203.0.114.9",)


def test_loopback_is_believed_only_where_there_is_nothing_else_or_it_was_asked_for() -> None:
    assert believable(["127.0.0.1"], LOOPBACK) == ("127.0.0.1",)
    assert believable(["127.0.0.1"], HOME, "127.0.0.1") == ("127.0.0.1",)
    assert believable(["127.0.0.1"], HOME, "192.168.1.5") == ()


def test_only_so_many_addresses_of_one_host_are_looked_at_and_the_likeliest_tried() -> None:
    many = [f"10.99.{n // 200}.{n % 200}" for n in range(10_000)]
    assert len(believable(many, HOME)) == 64
    assert likely_first([*many[:60], "192.168.1.7"], HOME) == ("192.168.1.7", *many[:7])


async def test_numbers_resolve_to_themselves_and_names_to_numbers() -> None:
    assert await resolve("fe80::1%2") == ("fe80::1%2",)
    assert "127.0.0.1" in await resolve("localhost")


@pytest.mark.parametrize("name", ["no-such-computer.invalid", "a" * 300, "ü" * 70])
async def test_a_name_that_nobody_knows_is_explained(name: str) -> None:
    with pytest.raises(BadAddress, match="is known here"):
        await resolve(name)
