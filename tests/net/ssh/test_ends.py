"""The end of a guest's game that the guest has not brought about: the terminal, the words, the way back, the status."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from net.ssh.place import Place
from net.ssh.talk import Closing, Placed
from tests.net.ssh.clients import Seat, connected, eventually, seated, sit
from tests.net.ssh.fake_nursery import LEAVE
from tests.net.ssh.houses import House, house

RESTORED = b"\x1b[?1049l"
CODE = "k7m2p"

BACK = {
    Place(True, CODE): f"The same ssh command leads back to your seat, with the rejoin code {CODE}.",
    Place(True): "The same ssh command leads back to your seat.",
    Place(): "The same ssh command leads into the room again.",
}
BACK_LATER = {
    Place(True, CODE): f"Once the room is open again, the same ssh command leads back to your seat, with the rejoin "
    f"code {CODE}.",
    Place(True): "Once the room is open again, the same ssh command leads back to your seat.",
    Place(): "Once the room is open again, the same ssh command leads into it.",
}


@asynccontextmanager
async def placed(running: House, name: str = "ada", place: Place | None = None) -> AsyncIterator[Seat]:
    """Have a guest who has some place in the room; one with a rejoin code, unless it is said."""
    async with seated(running, name) as seat:
        running.wire.post(Placed(len(running.arrived), Place(True, CODE) if place is None else place))
        await taken_in(running)
        yield seat


async def taken_in(running: House) -> None:
    """Wait until the server has taken in what it was told: who comes then is let in by what it is told next."""
    async with seated(running, "later") as seat:
        await seat.leave()


def told(shown: bytes) -> list[str]:
    """Return what stands on the terminal once it is the guest's again."""
    assert RESTORED in shown
    return shown[shown.rindex(RESTORED) :].decode().split("\r\n")[1:-1]


@pytest.mark.parametrize("place", BACK)
async def test_a_killed_child_leaves_the_terminal_as_it_was_and_the_way_back(tmp_path: Path, place: Place) -> None:
    async with house(tmp_path) as running, placed(running, place=place) as seat:
        seat.type(b"k")
        shown, status = await seat.end()
        assert told(shown) == ["The game has broken off on the host's side.", BACK[place]]
        assert status == 128 + signal.SIGKILL
        await running.until(lambda: 1 in running.gone)


async def test_a_fault_of_the_child_is_told_by_the_server(tmp_path: Path) -> None:
    async with house(tmp_path) as running, placed(running) as seat:
        seat.type(b"f")
        shown, status = await seat.end()
        assert told(shown) == ["The game has broken off on the host's side.", BACK[Place(True, CODE)]]
        assert status == 70


async def test_what_leads_back_is_what_was_told_last_and_nobody_else_s(tmp_path: Path) -> None:
    async with house(tmp_path) as running, placed(running) as ada, placed(running, "bob", Place(True, "wxyz2")) as bob:
        running.wire.post(Placed(1, Place()))
        running.wire.post(Placed(99, Place(True, "nobod")))
        await taken_in(running)
        ada.type(b"k")
        assert told((await ada.end())[0])[-1] == BACK[Place()]
        bob.type(b"k")
        assert told((await bob.end())[0])[-1].endswith("code wxyz2.")


async def test_when_the_nursery_dies_its_guests_are_told_and_there_is_another(tmp_path: Path) -> None:
    async with house(tmp_path, faulty=True) as running, placed(running) as seat:
        async with connected(running, "nursery-dies") as connection:
            shown, _ = await (await sit(connection)).end()
        assert b"can't take another guest just now" in shown
        shown, status = await seat.end()
        assert told(shown) == ["The game has broken off on the host's side.", BACK[Place(True, CODE)]]
        assert status == 70
        async with seated(running) as again:
            await again.leave()
        assert "The nursery has ended" in running.log
        assert CODE not in running.log


@pytest.mark.parametrize("place", BACK_LATER)
async def test_a_host_that_ends_without_a_word_is_told_as_such(tmp_path: Path, place: Place) -> None:
    async with house(tmp_path) as running, placed(running, place=place) as seat:
        await running.wire.close()
        shown, status = await seat.end()
        assert told(shown) == ["The host's program has ended all of a sudden.", BACK_LATER[place]]
        assert status == 1


@pytest.mark.parametrize("how", ["host", signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
async def test_the_end_of_the_server_in_good_order_gives_everybody_their_terminal_back(
    tmp_path: Path, how: str | int
) -> None:
    async with house(tmp_path) as running:
        async with placed(running, "polite") as polite, placed(running, "stubborn", Place()) as stubborn:
            if isinstance(how, str):
                why = "The host has ended the program. The table is saved."
                running.wire.post(Closing(why))
                await running.wire.close()
            else:
                why = "The way in by ssh has been closed on the host's computer."
                running.process.send_signal(how)
            shown, status = await polite.end()
            assert LEAVE + b"bye\r\n" in shown
            assert told(shown)[-2:] == [why, BACK_LATER[Place(True, CODE)]]
            assert status == 0
            shown, status = await stubborn.end()
            assert told(shown) == [why, BACK_LATER[Place()]]
            assert status == 0
        assert await asyncio.wait_for(running.process.wait(), 5) == 0
        assert polite.is_gone()
        assert stubborn.is_gone()
        assert list((tmp_path / "ssh-guests").glob("[0-9]*")) == []


async def test_who_has_been_told_by_the_game_is_not_told_again(tmp_path: Path) -> None:
    async with house(tmp_path) as running, placed(running) as seat:
        running.wire.post(Closing("The host has closed the table. It is saved."))
        seat.type(b"q")
        shown, status = await seat.end()
        assert shown.endswith(LEAVE)
        assert status == 0


async def test_a_killed_server_leaves_no_process(tmp_path: Path) -> None:
    async with house(tmp_path) as running:
        async with connected(running) as connection:
            seat = await (await sit(connection)).start()
            running.process.kill()
        await eventually(seat.is_gone)
