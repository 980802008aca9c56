"""Trying several addresses at once: who wins, what becomes of the others, and what a player is told if nobody does."""

from __future__ import annotations

import asyncio
import errno
import logging

import pytest

from net.dialing import NoneAnswered, race
from tests.net.fake_mdns import run


class Peer:
    """Says of each address after how many seconds what comes of it: a connection, an error, or never anything."""

    def __init__(self, **fates: tuple[float, Exception | None]) -> None:
        self.fates = fates
        self.tried: list[tuple[str, float]] = []
        self.open: list[str] = []
        self.began = asyncio.get_running_loop().time()
        self.stubborn: set[str] = set()
        """Addresses whose connections come about although they are cancelled."""

    async def connect(self, address: str) -> str:
        self.tried.append((address, self.seconds))
        after, error = self.fates[address]
        try:
            await asyncio.sleep(after)
        except asyncio.CancelledError:
            if address not in self.stubborn:
                raise
        if error is not None:
            raise error
        self.open.append(address)
        return f"to {address}"

    @property
    def seconds(self) -> float:
        return round(asyncio.get_running_loop().time() - self.began, 3)

    def discard(self, connection: str) -> None:
        self.open.remove(connection.removeprefix("to "))


REFUSED = ConnectionRefusedError(errno.ECONNREFUSED, "Connection refused")
UNREACHABLE = OSError(errno.EHOSTUNREACH, "No route to host")
NEVER = (3600.0, None)


def test_the_first_address_wins_if_it_answers_soon() -> None:
    async def main() -> None:
        peer = Peer(a=(0.2, None), b=(0.0, None))
        assert await race(["a", "b"], peer.connect, peer.discard) == ("a", "to a")
        assert peer.tried == [("a", 0.0)]

    run(main())


def test_the_next_is_tried_after_a_quarter_of_a_second_and_the_losers_are_cancelled() -> None:
    async def main() -> None:
        peer = Peer(a=NEVER, b=NEVER, c=(0.1, None), d=(0.0, None))
        assert await race(["a", "b", "c", "d"], peer.connect, peer.discard) == ("c", "to c")
        assert peer.tried == [("a", 0.0), ("b", 0.25), ("c", 0.5)]
        assert peer.seconds == 0.6
        assert asyncio.all_tasks() == {asyncio.current_task()}

    run(main())


def test_after_a_failure_the_next_is_tried_at_once() -> None:
    async def main() -> None:
        peer = Peer(a=(0.01, REFUSED), b=(0.01, UNREACHABLE), c=(0.01, None))
        assert await race(["a", "b", "c"], peer.connect) == ("c", "to c")
        assert peer.seconds == 0.03

    run(main())


def test_of_two_that_answer_at_once_one_is_kept_and_the_other_closed() -> None:
    async def main() -> None:
        peer = Peer(a=(0.5, None), b=(0.25, None))
        assert await race(["a", "b"], peer.connect, peer.discard) == ("a", "to a")
        assert peer.open == ["a"]

    run(main())


def test_a_connection_that_comes_about_all_the_same_is_closed() -> None:
    async def main() -> None:
        peer = Peer(a=NEVER, b=(0.1, None))
        peer.stubborn.add("a")
        assert await race(["a", "b"], peer.connect, peer.discard) == ("b", "to b")
        assert peer.open == ["b"]

    run(main())


def test_an_address_that_stays_silent_is_given_up() -> None:
    async def main() -> None:
        peer = Peer(a=NEVER)
        with pytest.raises(NoneAnswered) as caught:
            await race(["a"], peer.connect, attempt=3.0)
        assert peer.seconds == 3.0
        assert isinstance(caught.value.errors["a"], TimeoutError)

    run(main())


def test_whoever_gives_up_the_race_leaves_nothing_behind() -> None:
    async def main() -> None:
        peer = Peer(a=NEVER, b=NEVER)
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(1.0):
                await race(["a", "b"], peer.connect, peer.discard)
        assert peer.seconds == 1.0
        assert asyncio.all_tasks() == {asyncio.current_task()}

    run(main())


def test_what_is_no_matter_of_the_network_ends_the_race_and_is_raised() -> None:
    async def main() -> None:
        peer = Peer(a=NEVER, b=(0.0, PermissionError("never mind")), c=(0.0, ZeroDivisionError()), d=(0.0, None))
        with pytest.raises(ZeroDivisionError):
            await race(["a", "b", "c", "d"], peer.connect, peer.discard)
        assert asyncio.all_tasks() == {asyncio.current_task()}

    run(main())


def test_a_fault_of_a_loser_is_logged(caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logging.getLogger("net"), "propagate", True)  # whatever other tests send to a file

    async def main() -> None:
        peer = Peer(a=(0.5, None), b=(0.25, ZeroDivisionError()))
        assert await race(["a", "b"], peer.connect, peer.discard) == ("a", "to a")

    with caplog.at_level(logging.ERROR, "net"):
        run(main())
    assert "failed in its own way" in caplog.text


TOLD: list[tuple[list[Exception], str]] = [
    ([], "no address to try"),
    ([TimeoutError(), REFUSED], "no room is open at that port"),
    ([UNREACHABLE, TimeoutError()], "firewall"),
    ([OSError(errno.ETIMEDOUT, "Connection timed out")], "firewall"),
    ([UNREACHABLE, OSError(errno.ENETUNREACH, "Network is unreachable")], "on the same network"),
    ([EOFError("the other side\x1b[31m hung up")], "The connection failed: the other side[31m hung up"),
]


@pytest.mark.parametrize(("errors", "told"), TOLD)
def test_a_player_is_told_why_nobody_answers(errors: list[Exception], told: str) -> None:
    async def main() -> None:
        peer = Peer(**{f"a{number}": (0.0, error) for number, error in enumerate(errors)})
        with pytest.raises(NoneAnswered) as caught:
            await race(list(peer.fates), peer.connect)
        assert told in caught.value.sentence
        assert list(caught.value.errors.values()) == errors

    run(main())


async def test_real_connections_are_raced() -> None:
    """The first address refuses, the second listens, and once it does no more, that is what is told."""
    heard = asyncio.Event()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        assert await reader.read() == b""
        writer.close()
        heard.set()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]

    async def connect(address: str) -> asyncio.StreamWriter:
        return (await asyncio.open_connection(address, port))[1]

    address, writer = await race(["127.0.0.2", "127.0.0.1"], connect, lambda lost: lost.close())
    assert address == "127.0.0.1"
    writer.close()
    await writer.wait_closed()
    await heard.wait()
    server.close()
    with pytest.raises(NoneAnswered, match="no room is open"):
        await race(["127.0.0.1"], connect)
