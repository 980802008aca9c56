"""Whatever clients say, in whatever state: it is answered or ignored, never a fault, and the game can go on."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from engine.actions import Accept, CallUno, Catch, Challenge, Draw, Keep, Name, Play, Target
from engine.cards import COLORS, DECK, FACES
from engine.phases import TABLE
from engine.rules import Rules
from net.admission import Probe
from net.messages import (
    Act,
    Bye,
    ClientMessage,
    Done,
    Leave,
    No,
    Ping,
    PlayerAction,
    Ready,
    Refusal,
    Sync,
    Welcome,
)
from net.updates import BotLevel
from net.wishes import (
    AddBot,
    CloseRoom,
    Kick,
    Pause,
    React,
    Remove,
    Say,
    SetLevel,
    SetPace,
    SetRules,
    Sit,
    Stand,
    Start,
)
from tests.net.rooms import Desk, hello
from tests.net.shelf import Shelf

STEPS = 600


class Mob:
    """Says anything, over any of a few connections, to a room that it keeps an eye on."""

    def __init__(self, seed: int) -> None:
        self.random = random = Random(seed)
        self.shelf = Shelf()
        bots: list[BotLevel] = ["easy"] * random.randint(0, 2)
        self.desk = Desk(
            0,
            bots,
            seed=seed,
            lobby=True,
            shelf=self.shelf,
            seats=random.randint(2, 6),
            spectators=random.randint(0, 3),
            turn_seconds=random.choice((0, 5)),
            hold_seconds=random.choice((0.0, 10.0)),
            rules=Rules(target_score=random.choice((1, 100)), hand_size=random.choice((2, 5))),
        )
        self.said: Counter[str] = Counter()
        self.tokens: list[bytes] = []
        self.next = 0
        self.open: list[int] = []

    def step(self) -> None:
        """Do anything at all."""
        roll = self.random.random()
        desk = self.desk
        if roll < 0.05 or not self.open:
            self.open.append(self.next)
            self.next += 1
        elif roll < 0.08:
            desk.gone(self.open.pop(self.random.randrange(len(self.open))))
        elif roll < 0.2:
            desk.run(self.random.choice((0.0, 1.0, 20.0)))
        elif roll < 0.22:
            self.shelf.full = not self.shelf.full
        else:
            connection = self.random.choice(self.open)
            message = self.message()
            told = desk.say(connection, message, self.random.choice(("", "a", "b")))
            self.said[type(message).__name__] += 1
            self.tokens += [message.token for message in told if isinstance(message, Welcome) and message.token]
            if isinstance(message, Act) and desk.room.seats.of(connection) is not None:
                answers = [answer for answer in told if isinstance(answer, Done | Refusal)]
                assert [answer.id for answer in answers] == [message.id]
        self.check()

    def check(self) -> None:
        """See that all is in order."""
        room, match = self.desk.room, self.desk.match
        cards = [card for hand in match.hands for card in hand] + match.draw_pile + match.discard_pile
        assert sorted(cards) == sorted(DECK)
        for connection, sent in list(self.desk.sent.items()):
            assert not any(isinstance(message, No | Bye) for message in sent[:-1]), "told something after the end"
            if sent and isinstance(sent[-1], No | Bye) and connection in self.open:
                self.open.remove(connection)
                self.desk.gone(connection)
        for member in room.seats.connected:
            assert member.connection in self.open
        for seat in room.seats:
            assert seat.owner is None or seat.owner.seat is seat
            assert (seat.owner is None) == (seat.hash is None)
            assert not (seat.owner and seat.bot)
        assert len({name.casefold() for name in room.seats.names}) == len(room.seats.names)
        if room.stage == "play" and match.owed != TABLE and not room.closed:
            assert match.legal_actions(match.owed)

    def message(self) -> ClientMessage:
        """Make anything up."""
        random = self.random
        seat = random.randrange(10)
        version = random.choice((self.desk.version, self.desk.version, max(0, self.desk.version - 1), 10**6))
        owed = self.desk.match.owed
        choices: list[ClientMessage] = [
            hello(random.choice(("Ann", "Bob", "", "\x1b[1m")), watch=random.random() < 0.2),
            hello(token=random.choice([*self.tokens, b"x" * 16])),
            hello(protocol=(7, 9)),
            Act(random.randint(1, 500), version, self.action(random.choice((seat, max(0, owed))))),
            Act(random.randint(1, 500), self.desk.version, self.sensible(max(0, owed))),
            Act(random.randint(1, 500), self.desk.version, self.sensible(max(0, owed))),
            Ready(version, random.random() < 0.9),
            Ready(self.desk.version),
            SetPace(random.randint(0, 3000)),
            Sync(),
            Say(random.choice(("hi", "", "\u202e"))),
            React(random.randrange(8)),
            Sit(),
            Stand(),
            SetRules(Rules(hand_size=random.randint(2, 53)), random.choice((None, 0, 9))),
            AddBot("easy"),
            SetLevel(seat, "normal"),
            Remove(seat),
            Kick(random.randrange(12), random.random() < 0.2),
            Pause(random.random() < 0.4),
            Pause(False),
            Start(),
            Ping(1),
            Probe(),
        ]
        if random.random() < 0.03:
            choices = [Leave(), CloseRoom("keep")]
        return random.choice(choices)

    def action(self, seat: int) -> PlayerAction:
        """Make an action up."""
        random = self.random
        other = random.randrange(10)
        card = random.choice((*FACES, "XX"))
        return random.choice(
            (
                Play(seat, card, random.choice((None, *COLORS)), random.random() < 0.5),
                Draw(seat),
                Keep(seat),
                Name(seat, "R"),
                Target(seat, other),
                Accept(seat),
                Challenge(seat),
                CallUno(seat),
                Catch(seat, other),
            )
        )

    def sensible(self, seat: int) -> PlayerAction:
        """Do what may be done, if anything."""
        if seat < self.desk.match.players and self.desk.match.owed == seat:
            action = self.random.choice(self.desk.match.legal_actions(seat))
            assert isinstance(action, PlayerAction)
            return action
        return Draw(seat)


@pytest.mark.parametrize("seed", range(12))
def test_nothing_that_is_said_harms_the_room(seed: int) -> None:
    mob = Mob(seed)
    for _ in range(STEPS):
        mob.step()
    assert len(mob.said) > 15


def test_the_mob_plays_as_well() -> None:
    versions = 0
    for seed in range(5):
        mob = Mob(seed)
        for _ in range(STEPS):
            mob.step()
        versions += mob.desk.version
    assert versions > 100


def test_a_room_that_is_closed_hears_nobody() -> None:
    desk = Desk(0, (), lobby=True)
    desk.say(0, hello())
    desk.say(1, hello())
    desk.say(0, CloseRoom("save"))
    for message in (Start(), Sync(), Say("?"), Leave()):
        assert desk.say(1, message) == []
    desk.gone(0)
    desk.tick()
    assert desk.room.wake is None
