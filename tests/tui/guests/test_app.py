from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from rich.color import ColorType

from engine.match import Match
from net.target import Target
from net.updates import Closed, MatchRecord, Refused, RoomChanged
from tests.tui.evenings import SETTINGS, SIZE, Evening
from tests.tui.rooms import LOBBY, Doors, outside
from tests.tui.tables import four
from unokart_tui.coming_back import Guest
from unokart_tui.guests.app import GuestApp, Visit
from unokart_tui.guests.colors import Depth
from unokart_tui.screens.lobby import LobbyScreen
from unokart_tui.screens.table import TableScreen

pytestmark = pytest.mark.usefixtures("as_in_the_nursery")
TARGET = Target((), ticket=bytes(16), vouched=True)


class GuestEvening(Evening):
    """The app of a guest, over doors that a test plays."""

    app: GuestApp

    def __init__(self, directory: Path, code: str | None = "k7m2p") -> None:
        self.doors = Doors()
        vars(self.doors.link)["rejoin_code"] = code
        self.directory = directory
        self.app = GuestApp()

    async def welcome(self, *, code: str = "", depth: Depth = "all", keyed: bool = False, ascii: bool = False) -> None:
        """Have the guest come."""
        target = Target((), ticket=bytes(16), vouched=True, code=code)
        visit = Visit(SETTINGS, target, outside(self.doors, self.directory), Guest(keyed), depth, ascii)
        self.app.call_later(self.app.welcome, visit)
        while not self.doors.joined:
            await self.pilot.pause(0.01)

    async def in_lobby(self, depth: Depth = "all", keyed: bool = False) -> None:
        """Have the guest come into the lobby."""
        await self.welcome(depth=depth, keyed=keyed)
        self.doors.enter(LOBBY)
        await self.until(LobbyScreen)

    async def at_table(self, depth: Depth = "all", match: Match | None = None) -> TableScreen:
        """Have the guest come to a table."""
        await self.in_lobby(depth)
        self.doors.deal(match)
        await self.until(TableScreen)
        assert isinstance(self.app.screen, TableScreen)
        return self.app.screen

    @property
    def kinds(self) -> set[ColorType]:
        """Of all colors that are shown."""
        styles = [style for strip in self.app.screen._compositor.render_strips() for _, style, _ in strip if style]
        colors = [color for style in styles for color in (style.color, style.bgcolor) if color is not None]
        return {color.type for color in colors}


def files_in(directory: Path) -> list[Path]:
    return [path for path in directory.rglob("*") if path.is_file()]


@pytest.fixture
def as_in_the_nursery(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLORTERM", "truecolor")
    monkeypatch.delenv("NO_COLOR", raising=False)


@asynccontextmanager
async def guest(directory: Path, code: str | None = "k7m2p") -> AsyncIterator[GuestEvening]:
    evening = GuestEvening(directory, code)
    async with evening.app.run_test(size=SIZE) as evening.pilot:
        yield evening


async def test_it_waits_for_its_guest_and_goes_where_they_want(tmp_path: Path) -> None:
    async with guest(tmp_path) as evening:
        assert evening.shown == ""

        await evening.in_lobby()

        assert evening.doors.joined == [(TARGET, "Ada", False)]
        assert "Rainbow Road" in evening.shown


async def test_leaving_ends_it_without_a_complaint(tmp_path: Path) -> None:
    async with guest(tmp_path) as evening:
        await evening.in_lobby()
        await evening.press("q", "y")
        assert ("leave",) in evening.doors.link.calls
        evening.doors.tell(Closed("left", "You have left."))

    assert evening.app.return_code == 0


async def test_being_sent_away_ends_it_with_the_reason(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async with guest(tmp_path) as evening:
        await evening.in_lobby()
        evening.doors.tell(Closed("kicked", "The host has sent you away."))

    assert evening.app.return_code == 1
    assert "The host has sent you away." in capsys.readouterr().err


@pytest.mark.parametrize("code", ["k7m2p", None])
async def test_a_room_that_is_closed_in_good_order_ends_it_well_and_with_the_way_back(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], code: str | None
) -> None:
    async with guest(tmp_path, code) as evening:
        await evening.in_lobby(keyed=code is None)
        evening.doors.tell(Closed("host_closing", "The host has ended the program."))

    assert evening.app.return_code == 0
    by_code = "" if code is None else ", with the rejoin code k7m2p"
    said = " ".join(capsys.readouterr().err.split())
    assert said == (
        "The host has ended the program. Once the room is open again, the same ssh command leads back to your "
        f"seat{by_code}."
    )


async def test_who_is_away_is_told_what_leads_back(tmp_path: Path) -> None:
    async with guest(tmp_path) as evening:
        await evening.at_table()
        await evening.press("q")
        await evening.sees("the same ssh")
        await evening.press("a")

    assert evening.app.return_code == 0
    assert evening.app.last_words == (
        "Your seat is kept: the same ssh command leads back to it, with the rejoin code k7m2p."
    )


async def test_a_wrong_code_leads_in_anew_and_says_so(tmp_path: Path) -> None:
    async with guest(tmp_path) as evening:
        await evening.welcome(code="22222")
        evening.doors.tell(Closed("code", "No seat has that rejoin code."))
        while len(evening.doors.joined) < 2:
            await evening.pilot.pause(0.01)
        evening.doors.enter(LOBBY)
        await evening.until(LobbyScreen)

        assert [where.code for where, _, _ in evening.doors.joined] == ["22222", ""]
        assert "No seat has that rejoin code. You have come in anew." in evening.shown


async def test_without_a_code_there_is_no_second_try(tmp_path: Path) -> None:
    async with guest(tmp_path) as evening:
        await evening.welcome()
        evening.doors.tell(Closed("code", "No seat has that rejoin code."))

    assert len(evening.doors.joined) == 1
    assert evening.app.return_code == 1


async def test_who_watches_has_no_seat_to_come_back_to(tmp_path: Path) -> None:
    async with guest(tmp_path, code=None) as evening:
        await evening.in_lobby()
        await evening.press("question_mark", "end")
        assert "You watch, and have no seat to come back to." in evening.shown


async def test_the_code_is_in_the_help(tmp_path: Path) -> None:
    async with guest(tmp_path) as evening:
        await evening.in_lobby()
        await evening.press("question_mark", "end")
        assert "Your rejoin code is k7m2p." in evening.shown
        assert "F2" in evening.shown
        await evening.press("escape")
        evening.doors.deal()
        await evening.until(TableScreen)
        await evening.press("question_mark", "end")
        assert "Your rejoin code is k7m2p." in evening.shown


async def test_whose_seat_is_their_key_s_is_shown_no_code(tmp_path: Path) -> None:
    async with guest(tmp_path) as evening:
        await evening.in_lobby(keyed=True)
        assert "k7m2p" not in evening.shown
        await evening.press("question_mark", "end")
        assert "k7m2p" not in evening.shown
        assert "with the same ssh command" in evening.shown


async def test_another_seat_has_another_code(tmp_path: Path) -> None:
    async with guest(tmp_path) as evening:
        await evening.in_lobby()
        assert "k7m2p" in evening.shown
        vars(evening.doors.link)["rejoin_code"] = "wxyz3"
        evening.doors.tell(RoomChanged(LOBBY))
        await evening.sees("wxyz3")
        assert "k7m2p" not in evening.shown


@pytest.mark.parametrize(
    ("depth", "kind"), [("all", ColorType.TRUECOLOR), ("256", ColorType.EIGHT_BIT), ("16", ColorType.STANDARD)]
)
async def test_a_table_is_drawn_in_the_colors_of_the_terminal(tmp_path: Path, depth: Depth, kind: ColorType) -> None:
    async with guest(tmp_path) as evening:
        await evening.at_table(depth)

        assert evening.kinds - {ColorType.DEFAULT} == {kind}


async def test_f2_goes_through_the_numbers_of_colors(tmp_path: Path) -> None:
    async with guest(tmp_path) as evening:
        await evening.at_table("256")
        seen = [evening.kinds]
        for _ in range(4):
            await evening.press("f2")
            seen.append(evening.kinds)

        assert [kinds - {ColorType.DEFAULT} for kinds in seen] == [
            {ColorType.EIGHT_BIT},
            {ColorType.STANDARD},
            set(),
            {ColorType.TRUECOLOR},
            {ColorType.EIGHT_BIT},
        ]


async def test_f2_in_the_lobby_holds_at_the_table(tmp_path: Path) -> None:
    async with guest(tmp_path) as evening:
        await evening.in_lobby("all")
        await evening.press("f2", "f2")
        evening.doors.deal()
        await evening.until(TableScreen)

        assert evening.kinds - {ColorType.DEFAULT} == {ColorType.STANDARD}
        assert "16 colors" in evening.shown


async def test_f2_keeps_what_is_being_typed(tmp_path: Path) -> None:
    async with guest(tmp_path) as evening:
        await evening.at_table()
        await evening.press("t", "h", "e", "f2", "y", "enter")

        assert ("chat", "hey") in evening.doors.link.calls


async def test_ascii_marks_alone_where_the_terminal_shows_no_others(tmp_path: Path) -> None:
    async with guest(tmp_path) as evening:
        await evening.welcome(ascii=True)
        evening.doors.enter(LOBBY)
        await evening.until(LobbyScreen)

        assert evening.shown.isascii()


async def test_nothing_of_a_guest_is_kept(tmp_path: Path) -> None:
    async with guest(tmp_path) as evening:
        await evening.at_table(match=four())
        evening.doors.tell(MatchRecord("a record"))
        evening.app.action_settings()
        await evening.sees("Guests by ssh have no settings")
        assert isinstance(evening.app.screen, TableScreen)
        evening.doors.tell(Refused(0, "x", "So it is not."))
        await evening.pilot.pause()

    assert files_in(tmp_path) == []


async def test_a_fault_tells_the_guest_nothing_of_the_host_s_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))

    async def fail(visit: Visit) -> None:
        raise ValueError("secret of the host")

    async def play() -> GuestEvening:
        async with guest(tmp_path) as evening:
            await evening.in_lobby()
            monkeypatch.setattr(evening.app, "welcome", fail)
            evening.app.call_later(evening.app.welcome, None)
            await evening.pilot.pause()
        return evening

    with pytest.raises(ValueError, match="secret"):
        await play()

    told = capsys.readouterr().err
    assert "a fault of its own; the same ssh command leads back, with the rejoin code k7m2p." in " ".join(told.split())
    assert "secret" not in told
    assert str(tmp_path) not in told
    assert any("secret" in log.read_text() for log in files_in(tmp_path))
