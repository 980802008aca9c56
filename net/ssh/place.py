"""What a guest by ssh has in the room, and what leads back to it: the words for who ends without having wished it."""

from __future__ import annotations

from msgspec import Struct


class Place(Struct, frozen=True):
    """A guest's place in the room; without a seat they watch, or are not in yet."""

    seated: bool = False
    """Whether they have a seat that they can come back to."""
    code: str | None = None
    """Its rejoin code; None where it needs none, for it belongs to their ssh key. It is for the guest's eyes alone."""

    def way_back(self) -> str:
        """Say what leads back while the room is there."""
        if not self.seated:
            return "The same ssh command leads into the room again."
        return f"The same ssh command leads back to your seat{self._by_code}."

    def way_back_later(self) -> str:
        """Say what leads back once there is a way in again."""
        if not self.seated:
            return "Once the room is open again, the same ssh command leads into it."
        return f"Once the room is open again, the same ssh command leads back to your seat{self._by_code}."

    @property
    def _by_code(self) -> str:
        return "" if self.code is None else f", with the rejoin code {self.code}"
