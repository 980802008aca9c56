"""Who is in the room, seen from the table: whom to listen to, and for the host, whom to send away."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from textual.binding import Binding, BindingType
from textual.screen import Screen

from net.updates import Person, RoomLink, Spectator
from unokart_tui.names import number_of
from unokart_tui.screens.listing import Entry, Listing
from unokart_tui.screens.sending_away import sending_away
from unokart_tui.stay import Stay


class PeopleScreen(Listing[None]):
    """Lists who is in a room as they come and go."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("m", "mute", "mute, or hear again", show=False),
        Binding("x,delete", "send_away", "send away, as the host", show=False),
        Binding("g", "ssh", "ssh: how guests get in", show=False),
        Binding("q,w", "back", "back", show=False),
    ]
    heading: ClassVar[str] = "WHO IS HERE"

    def __init__(self, stay: Stay, link: RoomLink, ssh: Callable[[], Screen[Any]] | None = None) -> None:
        """`ssh` is the page about guests by ssh, where this program hosts the room."""
        super().__init__()
        self._stay = stay
        self._link = link
        self._ssh = ssh

    def entries(self) -> Sequence[Entry]:
        """Return a line for each at the table and each who watches."""
        room, muted = self._stay.room, self._stay.muted
        if room is None:
            return []
        seated = [
            Entry(("seat", one.seat), f"{number_of(one.seat)} {one.name}", _about(one, room.who, muted), not one.here)
            for one in room.people
        ]
        return [*seated, *(Entry(("who", one.who), f"  {one.name}", _watching(one, muted)) for one in room.spectators)]

    def remarks(self) -> Sequence[str]:
        """Show the room's way in, where it is known."""
        host = self._stay.host
        if host is None:
            return []
        places = " or ".join(host.endpoints) or f"127.0.0.1:{host.port}"
        secret = f"Passphrase: {host.passphrase}. " if host.passphrase else "No passphrase is needed. "
        remarks = [f"Friends type: unokart join {places}. {secret}Fingerprint: {host.fingerprint}"]
        if host.ssh.stage == "open":
            remarks.append(f"With nothing but ssh: {' or '.join(host.ssh.commands)}")
        return remarks

    def keys(self) -> list[tuple[str, str]]:
        """Return what can be done about the person one is at, and about the way in."""
        other = self._other()
        keys = []
        if other is not None:
            keys.append(("m", "show again" if other.who in self._stay.muted else "mute"))
            if self._stay.mine:
                keys.append(("x", "send away"))
        return [*keys, ("g", "ssh")] if self._ssh is not None else keys

    def take(self, entry: Entry) -> None:
        """Nothing is done by Enter: what there is to be done needs a key of its own."""

    def _other(self) -> Person | Spectator | None:
        chosen = self.chosen
        for one in self._stay.others:
            id = ("seat", one.seat) if isinstance(one, Person) else ("who", one.who)
            if chosen is not None and chosen.id == id:
                return one
        return None

    def action_mute(self) -> None:
        """Listen to the person no longer, or again."""
        other = self._other()
        if other is not None:
            muted = self._stay.mute(other.who)
            self.notice = f"What {other.name} says is {'not shown any more' if muted else 'shown again'}."
        self.redraw()

    def action_ssh(self) -> None:
        """Show how guests by ssh get in."""
        if self._ssh is not None:
            self.app.push_screen(self._ssh())
        else:
            self.say("Only where the room is hosted can guests be let in by ssh.")

    def action_send_away(self) -> None:
        """Send the person away, if that is what the host wants."""
        other = self._other()
        if other is not None and self._stay.mine:
            screen, take = sending_away(other, self._link)
            self.app.push_screen(screen, take)


def _about(one: Person, me: int, muted: set[int]) -> str:
    tags = ["you"] if one.who == me and me else []
    if one.host:
        tags.append("host")
    if one.stand_in:
        tags.append("away, a bot plays")
    elif one.bot:
        tags.append(f"{one.bot} bot")
    elif not one.here:
        tags.append("away")
    if one.who in muted:
        tags.append("mute")
    return ", ".join(tags)


def _watching(one: Spectator, muted: set[int]) -> str:
    tags = ["watches", *(["wants a seat"] if one.waits else []), *(["mute"] if one.who in muted else [])]
    return ", ".join(tags)
