"""The ssh server: what a guest does and sees, from login to the end, whoever ends it."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from net.ssh.talk import Arrived, Turned
from tests.net.ssh.clients import connected, eventually, seated, sit
from tests.net.ssh.fake_nursery import LEAVE
from tests.net.ssh.houses import house, vouched


async def test_a_guest_plays_and_leaves(tmp_path: Path) -> None:
    async with house(tmp_path) as running:
        async with seated(running, "Ada Lovelace") as seat:
            assert running.arrived == [Arrived(1, "127.0.0.1", "Ada Lovelace", None)]
            assert seat.told["name"] == "Ada Lovelace"
            assert seat.told["ticket"] == "01" * 16
            assert not seat.told["asks_code"]
            assert not seat.told["keyed"]
            assert seat.told["size"] == "90x30"
            assert seat.told["term"] == "xterm-256color"
            seat.type("ä\x1b[A\x03\x1a\x1b".encode())
            assert await seat.until(b"}") == "{ä\x1b[A\x03\x1a\x1b}".encode()
            await seat.leave()
        await running.until(lambda: running.gone == [1])
        assert running.leftovers() == []


async def test_a_child_has_an_empty_directory_of_its_own(tmp_path: Path) -> None:
    async with house(tmp_path) as running, seated(running) as one, seated(running, "away") as other:
        mine, theirs = Path(one.told["directory"]), Path(other.told["directory"])
        assert mine != theirs
        assert one.directory == other.directory == []
        for directory in (mine, theirs):
            assert directory.stat().st_mode & 0o777 == 0o700
        assert other.told["asks_code"]
        (mine / "log").write_text("something that the child has left")
        await one.leave()
        await running.until(lambda: running.gone == [1])
        assert one.directory is None
        assert other.directory == []


@pytest.mark.parametrize(("key", "status"), [(b"q", 0), (b"7", 7)])
async def test_the_exit_status_is_that_of_the_child(tmp_path: Path, key: bytes, status: int) -> None:
    async with house(tmp_path) as running, seated(running) as seat:
        seat.type(key)
        shown, ended = await seat.end()
        assert ended == status
        assert (LEAVE in shown) == (status == 0)


async def test_the_game_follows_the_size_of_the_terminal(tmp_path: Path) -> None:
    async with house(tmp_path) as running, seated(running) as seat:
        for columns, rows, seen in ((120, 40, "120x40"), (60_000, 60_000, "400x150"), (0, 0, "80x24")):
            seat.process.change_terminal_size(columns, rows)
            await seat.until(f"[size {seen}]".encode())
        for number in range(50):
            seat.process.change_terminal_size(81 + number, 30)
        shown = await seat.until(b"[size 130x30]")
        assert shown.count(b"[size") < 10, "every size was painted"
        await seat.leave()


async def test_a_terminal_of_no_size_has_the_usual_one(tmp_path: Path) -> None:
    async with house(tmp_path) as running, seated(running, term_size=(0, 0)) as seat:
        assert seat.told["size"] == "80x24"


async def test_only_what_is_known_of_the_environment_reaches_the_child(tmp_path: Path) -> None:
    told = {"COLORTERM": "truecolor", "LC_ALL": "C.UTF-8", "LD_PRELOAD": "/tmp/x.so", "HOME": "/", "LANG": "../x"}
    async with house(tmp_path) as running, seated(running, env=told, term_type="../evil") as seat:
        assert seat.told["environment"] == {"COLORTERM": "truecolor", "LC_ALL": "C.UTF-8"}
        assert seat.told["term"] == ""


async def test_a_line_is_typed_and_edited_before_the_game_begins(tmp_path: Path) -> None:
    async with house(tmp_path) as running, connected(running, "cooked") as connection:
        erase = 8  # a Backspace of another kind
        seat = await sit(connection, term_modes={3: erase})
        await seat.until(b"> ")
        seat.type("äx\b\bok\r".encode())
        shown, status = await seat.end()
        assert b"typed b'ok\\n'" in shown
        assert status == 0


async def test_no_key_holds_up_what_is_said(tmp_path: Path) -> None:
    async with house(tmp_path) as running, connected(running, "cooked") as connection:
        seat = await sit(connection)
        await seat.until(b"> ")
        seat.type(b"\x13ok\r")  # Ctrl+S
        shown, status = await seat.end()
        assert b"typed" in shown
        assert status == 0


async def test_a_guest_who_hangs_up_is_gone_and_so_is_the_child(tmp_path: Path) -> None:
    async with house(tmp_path) as running:
        for name in ("ada", "rude", "stubborn"):
            async with connected(running, name) as connection:
                seat = await (await sit(connection)).start()
                connection.abort()
            await running.until(lambda: len(running.gone) == len(running.arrived))
            await eventually(seat.is_gone)
        await eventually(lambda: running.leftovers() == [])


async def test_who_types_no_more_may_still_look(tmp_path: Path) -> None:
    async with house(tmp_path) as running, seated(running) as seat:
        seat.process.stdin.write_eof()
        seat.process.change_terminal_size(100, 30)
        await seat.until(b"[size 100x30]")


async def test_the_host_says_who_may_not_come_in(tmp_path: Path) -> None:
    async with house(tmp_path) as running:
        running.answer = lambda arrived: Turned(arrived.guest, "The host has sent you away from this room.")
        async with connected(running) as connection:
            shown, status = await (await sit(connection)).end()
        assert shown == b"The host has sent you away from this room.\r\n"
        assert status == 1
        await running.until(lambda: running.gone == [1])
        running.answer = vouched
        async with seated(running) as seat:
            await seat.leave()


async def test_there_are_places_for_so_many_guests(tmp_path: Path) -> None:
    async with house(tmp_path, guests=2) as running:
        async with seated(running), seated(running) as second:
            async with connected(running) as connection:
                shown, status = await (await sit(connection)).end()
            assert shown.startswith(b"Every place for guests is taken.")
            assert status == 1
            await second.leave()
            second.process.close()
        assert [arrived.guest for arrived in running.arrived] == [1, 2]
        async with seated(running) as seat:
            await seat.leave()


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="needs Linux to say what descriptors there are")
async def test_many_guests_who_come_and_go_leave_nothing(tmp_path: Path) -> None:
    async with house(tmp_path) as running:

        def descriptors() -> int:
            return sum(1 for _ in Path(f"/proc/{running.process.pid}/fd").iterdir())

        async with seated(running) as seat:
            await seat.leave()
        await running.until(lambda: len(running.gone) == 1)
        before = descriptors()

        async def come() -> None:
            async with seated(running) as seat:
                await seat.leave()

        for _ in range(10):
            await asyncio.gather(come(), come(), come())
        await running.until(lambda: len(running.gone) == 31)
        assert running.leftovers() == []
        await eventually(lambda: descriptors() <= before)
