"""Where a host listens, and what a player is told if it can't."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

import net.listening
from net.addresses import BadAddress
from net.listening import CannotListen, check_bind, listen


@pytest.fixture
def sockets() -> Iterator[ExitStack]:
    """Closes at the end of the test what was entered."""
    with ExitStack() as stack:
        yield stack


def opened(sockets: ExitStack, port: int | None = None, bind: str | None = None) -> list[socket.socket]:
    return [sockets.enter_context(listener) for listener in listen(port, bind)]


def port_of(listener: socket.socket) -> int:
    port = listener.getsockname()[1]
    assert isinstance(port, int)
    return port


def free_row(sockets: ExitStack, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Let the default ports be three that are free now."""
    while True:
        with ExitStack() as held:
            first = port_of(opened(held, 0)[0])
            try:
                for port in (first + 1, first + 2):
                    opened(held, port)
            except CannotListen:
                continue
        monkeypatch.setattr(net.listening, "PORTS", range(first, first + 3))
        return [first, first + 1, first + 2]


def test_friends_are_heard_in_ipv4_and_in_ipv6_at_one_port(sockets: ExitStack) -> None:
    listeners = opened(sockets, 0)
    port = port_of(listeners[0])
    assert {port_of(listener) for listener in listeners} == {port}
    assert not any(listener.getblocking() for listener in listeners)
    families = {listener.family for listener in listeners}
    for family, address in ((socket.AF_INET, "127.0.0.1"), (socket.AF_INET6, "::1")):
        if family in families:
            with socket.create_connection((address, port), timeout=5):
                pass
    assert socket.AF_INET in families
    assert (socket.AF_INET6 in families) == socket.has_dualstack_ipv6()


def test_the_next_port_is_taken_if_one_is_not_free(sockets: ExitStack, monkeypatch: pytest.MonkeyPatch) -> None:
    ports = free_row(sockets, monkeypatch)
    for port in ports:
        assert {port_of(listener) for listener in opened(sockets)} == {port}
    with pytest.raises(CannotListen, match="are all taken") as caught:
        listen()
    assert str(ports[0]) in caught.value.sentence


def test_a_port_that_was_asked_for_is_had_or_none(sockets: ExitStack) -> None:
    port = port_of(opened(sockets, 0)[0])
    with pytest.raises(CannotListen) as caught:
        listen(port)
    assert caught.value.sentence == f"Port {port} is taken by another program."


def test_a_port_is_free_again_as_soon_as_the_host_has_gone() -> None:
    with ExitStack() as first:
        listener = opened(first, 0, "127.0.0.1")[0]
        port = port_of(listener)
        client = first.enter_context(socket.create_connection(("127.0.0.1", port), timeout=5))
        listener.setblocking(True)
        first.enter_context(listener.accept()[0])
        assert client.getpeername()[1] == port
    with ExitStack() as second:  # the old connection lingers in TIME_WAIT
        assert port_of(opened(second, port, "127.0.0.1")[0]) == port


@pytest.mark.parametrize("address", ["127.0.0.1", "::1"])
def test_bound_to_one_address_it_is_heard_there_alone(sockets: ExitStack, address: str) -> None:
    (listener,) = opened(sockets, 0, address)
    port = port_of(listener)
    with socket.create_connection((address, port), timeout=5):
        pass
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.2", port), timeout=5)


@pytest.mark.parametrize(
    ("port", "bind", "told"),
    [
        (0, "192.0.2.77", "192.0.2.77 is no address of this computer."),
        (0, "fe80::1%nosuch0", "can't be had"),
    ],
)
def test_what_can_not_be_bound_is_explained(port: int, bind: str, told: str) -> None:
    with pytest.raises(CannotListen) as caught:
        listen(port, bind)
    assert told in caught.value.sentence


def test_a_port_of_the_administrator_is_explained(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(socket.socket, "bind", refuse)
    with pytest.raises(CannotListen, match="from 1024 up"):
        listen(80)


@pytest.mark.parametrize(
    ("text", "address"),
    [(" 127.0.0.1 ", "127.0.0.1"), ("FD00::0005", "fd00::5"), ("fe80::5%eth0", "fe80::5%eth0")],
)
def test_an_address_to_bind_to_is_read(text: str, address: str) -> None:
    assert check_bind(text) == address


@pytest.mark.parametrize(
    ("text", "told"), [("laptop", "an address of this computer"), ("", "an address"), ("fe80::5", "fe80::5%eth0")]
)
def test_what_is_no_address_to_bind_to_is_explained(text: str, told: str) -> None:
    with pytest.raises(BadAddress) as caught:
        check_bind(text)
    assert told in caught.value.sentence
