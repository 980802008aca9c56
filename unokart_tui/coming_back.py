"""How a player who goes, or is cut off, comes back to the seat: what is said of it."""

from __future__ import annotations

from dataclasses import dataclass

from net.ssh.place import Place


@dataclass
class Guest:
    """Says of a player that they are here by ssh."""

    keyed: bool = False
    """The seat is that of their ssh key, so they need no code."""
    code: str | None = None
    """The rejoin code of the seat; None while there is none, or none is needed."""
    seated: bool = False
    """Whether they have a seat."""

    @property
    def place(self) -> Place:
        """What there is to come back to."""
        return Place(self.seated, self.code)


def code_words(guest: Guest | None) -> list[str]:
    """Return what is to be seen of the rejoin code all the time, if there is one."""
    return [f"code {guest.code}"] if guest is not None and guest.code is not None else []


def kept_words(guest: Guest | None) -> str:
    """Say that the seat is kept, and what leads back to it."""
    if guest is None:
        return "Your seat is kept: Join a game leads back to it."
    if guest.code is None:
        return "Your seat is kept: the same ssh command leads back to it."
    return f"Your seat is kept: the same ssh command leads back to it, with the rejoin code {guest.code}."


def leads_back(guest: Guest | None) -> str:
    """Say what leads back to a seat, as the end of a sentence."""
    if guest is None:
        return "Join a game leads back"
    if guest.code is None:
        return "the same ssh command leads back"
    return f"the same ssh command leads back, with the rejoin code {guest.code}"


def how_back(guest: Guest) -> str:
    """Explain to a guest how they come back when they were cut off."""
    if guest.code is None and not guest.keyed:
        return "You watch, and have no seat to come back to. The same ssh command leads into the room again."
    if guest.code is None:
        return "Whoever is cut off has their seat again with the same ssh command."
    return (
        f"Your rejoin code is {guest.code}. Whoever is cut off types the same ssh command, and then this code, to have "
        "their seat again."
    )
