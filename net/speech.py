"""What people in a room say to each other."""

from __future__ import annotations

from net.messages import ClientMessage, Said
from net.names import clean_line
from net.post import Post
from net.seats import Member, Seats
from net.updates import CHAT_CHARACTERS
from net.wishes import React, Say

_TOO_MUCH = "You say too much at once; wait a moment."


class Speech:
    """Chat and reactions, cleaned, and no more of them than the others can bear."""

    def __init__(self, seats: Seats, post: Post) -> None:
        self._seats = seats
        self._post = post

    def hear(self, member: Member, message: ClientMessage, now: float) -> bool:
        """Pass on what someone says; return whether it was anything said."""
        if not isinstance(message, Say | React):
            return False
        text = clean_line(message.text, CHAT_CHARACTERS) if isinstance(message, Say) else ""
        reaction = message.n if isinstance(message, React) else None
        if not text and reaction is None:
            return True
        if member.words.spend(now):
            self._post.send_all(Said(member.who, member.name, text, reaction))
        else:
            self._post.refuse(member, "too_much", _TOO_MUCH)
        return True
