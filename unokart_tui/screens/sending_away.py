"""Sending a person away from a room: asked first, for it can't be taken back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from net.updates import Person, RoomLink, Spectator
from unokart_tui.screens.question import Choice, QuestionScreen

How = Literal["kick", "ban"]


def sending_away(one: Person | Spectator, link: RoomLink) -> tuple[QuestionScreen[How], Callable[[How | None], None]]:
    """Return the question, and what takes its answer."""
    screen = QuestionScreen[How](
        f"Send {one.name} away?",
        "Whoever is sent away can come again, unless they are kept out while the room lasts.",
        (Choice("k", "Send away", "kick"), Choice("b", "Send away and keep out", "ban")),
        Choice("n", "Let them stay", None),
    )

    def take(how: How | None) -> None:
        if how == "kick":
            link.kick(one.who)
        elif how == "ban":
            link.ban(one.who)

    return screen, take
