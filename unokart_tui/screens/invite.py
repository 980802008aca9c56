"""Inviting people on this network to the room."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from net.hosted import HostControl
from unokart_tui.screens.listing import Entry, Listing
from unokart_tui.stay import Stay


class InviteScreen(Listing[None]):
    """Lists who could be invited, as they come and go, and what has become of invitations."""

    heading: ClassVar[str] = "INVITE"

    def __init__(self, stay: Stay, control: HostControl) -> None:
        super().__init__()
        self._stay = stay
        self._control = control

    def entries(self) -> Sequence[Entry]:
        """Return a line for each person at home."""
        found = self._stay.nearby.found if self._stay.nearby is not None else ()
        invited = self._stay.invited
        return [Entry(row.id, row.info.name, invited.get(row.info.name, ""), faint=not row.live) for row in found]

    def nothing(self) -> str:
        """Say how people come into the list."""
        return "Nobody's home screen is open on this network yet. Whoever starts unokart there appears here."

    def remarks(self) -> Sequence[str]:
        """Say why nobody may be found."""
        trouble = self._stay.nearby.trouble if self._stay.nearby is not None else None
        return [trouble] if trouble else []

    def keys(self) -> list[tuple[str, str]]:
        """Enter invites."""
        return [("Enter", "invite")] if self.entries() else []

    def take(self, entry: Entry) -> None:
        """Invite the person one is at."""
        found = self._stay.nearby.found if self._stay.nearby is not None else ()
        for row in found:
            if row.id == entry.id:
                self._stay.invited[row.info.name] = "asked to come ..."
                self._control.invite(row)
        self.redraw()
