"""Joining a game: the rooms on the network as they come and go, and a line for an address."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from textual.events import Key, Paste

from net.addresses import BadAddress, parse_endpoint
from net.discovery import FoundRoom
from net.found import Rooms
from net.messages import PROTOCOLS
from unokart_tui.cardface import Look
from unokart_tui.screens.listing import Entry, Listing
from unokart_tui.screens.page import took
from unokart_tui.surface import Surface
from unokart_tui.typed import TypedLine

Where = FoundRoom | str
"""A room that was found, or an address that was typed."""

_HOW: Final = "Choose a room, or type the address that the host's screen shows, such as 192.168.1.5."
_WATCH: Final = (
    "There you watch at first, and can take the next seat that is free. A seat you have there is yours again."
)


class RoomsScreen(Listing[Where | None]):
    """Dismissed with where to go, or None to go back. Give `receive` the rooms as they are found."""

    heading: ClassVar[str] = "JOIN A GAME"

    def __init__(self) -> None:
        super().__init__()
        self._rooms: Rooms | None = None
        self._line = TypedLine(most=80)

    def receive(self, rooms: Rooms) -> None:
        """Show which rooms there are now."""
        self._rooms = rooms
        self.redraw()

    # The list

    def entries(self) -> Sequence[Entry]:
        """Return a line for each room."""
        found = self._rooms.found if self._rooms is not None else ()
        return [_entry(row) for row in found]

    def nothing(self) -> str:
        """Say that none is found yet."""
        return "Looking for rooms on this network ..."

    def remarks(self) -> Sequence[str]:
        """Say what may keep rooms from being found, or how to get into one."""
        trouble = self._rooms.trouble if self._rooms is not None else None
        row = self._row(self.chosen)
        return [_WATCH if row is not None and _crowded(row) and not self._line.text else trouble or _HOW]

    def keys(self) -> list[tuple[str, str]]:
        """Enter joins."""
        return [("Enter", "join")] if self.entries() or self._line.text else []

    def take(self, entry: Entry) -> None:
        """Go into a room; one of another version says why not."""
        row = self._row(entry)
        if row is None:
            return
        if not row.info.compatible:
            theirs, ours = (_spoken(range_) for range_ in (row.info.protocol, PROTOCOLS))
            self.notice = f"That room speaks protocol {theirs}, this program {ours}: one of the two is to be updated."
            self.redraw()
        else:
            self.dismiss(row)

    def _row(self, entry: Entry | None) -> FoundRoom | None:
        found = self._rooms.found if self._rooms is not None and entry is not None else ()
        return next((row for row in found if entry is not None and row.id == entry.id), None)

    def action_choose(self) -> None:
        """Go to the address that was typed, or into the room one is at."""
        if not self._line.text.strip():
            super().action_choose()
            return
        try:
            parse_endpoint(self._line.text)
        except BadAddress as error:
            self.notice = error.sentence
            self.redraw()
        else:
            self.dismiss(self._line.text.strip())

    def action_back(self) -> None:
        """Take back what was typed, or go back."""
        if self._line.text:
            self._line.text = ""
            self.redraw()
        else:
            super().action_back()

    # The address

    def on_key(self, event: Key) -> None:
        """Take what is typed for an address."""
        if self._line.key(event.key, event.character if event.is_printable else None):
            took(event)
            self.notice = None
            self.redraw()

    def on_paste(self, event: Paste) -> None:
        """Take an address that is pasted."""
        self._line.paste(event.text.strip())
        self.redraw()

    def footer_rows(self) -> int:
        """Two rows for what went wrong, and one for the address."""
        return 4

    def draw_footer(self, surface: Surface, look: Look, x: int, y: int, width: int) -> None:
        """Draw the line for the address."""
        palette = look.palette
        super().draw_footer(surface, look, x, y, width)
        y += 1
        x = surface.text(x, y + 1, "Address: ", palette.strong if self._line.text else palette.faint)
        x = surface.text(x, y + 1, self._line.tail(width - 10), palette.you)
        surface.text(x, y + 1, "_", palette.you)


def _crowded(row: FoundRoom) -> bool:
    """Say whether there is no seat at once."""
    return row.info.state == "play" or row.info.taken >= row.info.seats


def _entry(row: FoundRoom) -> Entry:
    info = row.info
    tags = []
    if not row.answered:
        tags.append("does not answer")
    elif not row.live:
        tags.append("does not answer any more")
    if not info.compatible:
        tags.append("another version")
    if info.passphrase:
        tags.append("passphrase")
    if info.spectators:
        tags.append(f"{info.spectators} watching")
    tags.append("playing" if info.state == "play" else "full" if _crowded(row) else "lobby")
    tags.append(f"{info.taken}/{info.seats}")
    by = f" by {info.host}" if info.host else ""
    return Entry(row.id, f"{info.room}{by}", ", ".join(tags), faint=not row.live or not info.compatible)


def _spoken(range_: tuple[int, int]) -> str:
    low, high = range_
    return f"{low}" if low == high else f"{low} to {high}"
