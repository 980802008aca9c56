"""A table that guests by ssh come to, each in the way that a test says."""

from __future__ import annotations

from typing import Any, Final

from net.messages import PROTOCOLS, Hello, No, Welcome
from net.saved import token_hash
from net.ssh.codes import rejoin_code
from net.ssh.vouch import Vouch
from tests.net.rooms import Desk, hello

HERE: Final = Vouch("192.168.1.7")
THERE: Final = Vouch("192.168.1.8")
KEY: Final = b"k" * 16
OTHER_KEY: Final = b"o" * 16
HOLDER: Final = Vouch("192.168.1.9", KEY)


def lobby(**given: Any) -> Desk:
    """A lobby whose host, of this computer, is connection 0."""
    desk = Desk(persons=0, lobby=True, **given)
    desk.say(0, hello("Host"))
    return desk


def come(desk: Desk, connection: int, name: str = "Ann", vouch: Vouch = HERE, **said: Any) -> Welcome | No:
    """Let a guest by ssh say hello."""
    (answer,) = [
        message
        for message in desk.say(connection, Hello(PROTOCOLS, "test", name, **said), vouch.source, vouch)
        if isinstance(message, Welcome | No)
    ]
    return answer


def with_ann(vouch: Vouch = HERE, **given: Any) -> tuple[Desk, Welcome]:
    """A lobby to which Ann has come, as connection 1."""
    desk = lobby(**given)
    return desk, let_in(come(desk, 1, vouch=vouch))


def without_ann(vouch: Vouch = HERE, **given: Any) -> tuple[Desk, Welcome]:
    """The same, where she was cut off."""
    desk, first = with_ann(vouch, **given)
    desk.gone(1)
    return desk, first


def let_in(answer: Welcome | No) -> Welcome:
    """Return the answer to someone who was let in."""
    assert isinstance(answer, Welcome), answer
    return answer


def seat_of(answer: Welcome | No) -> int:
    """Return the seat that someone was given."""
    return let_in(answer).room.seat


def code_of(answer: Welcome | No) -> str:
    """Return the rejoin code of the seat that someone was given."""
    token = let_in(answer).token
    assert token is not None
    return rejoin_code(token_hash(token))


def names_in(answer: Welcome | No) -> list[str]:
    """Return who is at the table."""
    return [person.name for person in let_in(answer).room.people]


def refusal(answer: Welcome | No) -> tuple[str, str]:
    """Return why someone was not let in."""
    assert isinstance(answer, No), answer
    return answer.code, answer.sentence
