"""The attacks, as data: what a cheat says, and how the host may answer.

Each is named for what the cheat is after. `ELSEWHERE` lists those that other tests try.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import msgpack
from msgspec import Struct

from engine.cards import FACES
from tests.net.attacks.cheat import Cheat, Map, Said, framed

CUT: Final = ("protocol", "cut")
"""The host ends the connection, with a word or without."""

Say = Callable[[Cheat], tuple[Said, ...]]


class Attack(Struct, frozen=True):
    """What is said, all at once, and the codes of the answers that are right. Without any, nothing comes of it."""

    aim: str
    says: Say
    codes: tuple[str, ...] = ()


def said(*messages: Said) -> Say:
    """Say the same whoever says it."""
    return lambda cheat: messages


def bare(payload: bytes) -> bytes:
    """Frame bytes that are no message."""
    return len(payload).to_bytes(4, "big") + payload


def act(action: Map, number: Any = None, v: Any = None) -> Say:
    """Ask for an action: by the next id and in the present version, where nothing else is said."""

    def says(cheat: Cheat) -> tuple[Said, ...]:
        cheat.last_id += 1
        return (
            {
                "type": "act",
                "id": cheat.last_id if number is None else number,
                "v": cheat.version if v is None else v,
                "action": action,
            },
        )

    return says


def mine(kind: str, **more: Any) -> Map:
    """Return an action of the cheat's seat."""
    return {"type": kind, "seat": 2, **more}


LATE: Final = ("stale", "not_your_turn", "wrong_phase")
"""Others may move while an action is on its way. Where `done` is among the codes, it may just be asked for."""
HOSTS_ALONE: Final[tuple[Map, ...]] = (
    {"type": "pace", "milliseconds": 60_000},
    {"type": "set_rules", "rules": {"target_score": 1}, "turn_seconds": 1},
    {"type": "add_bot", "level": "easy"},
    {"type": "set_level", "seat": 3, "level": "normal"},
    {"type": "remove", "seat": 3},
    {"type": "kick", "who": 1},
    {"type": "kick", "who": 2, "ban": True},
    {"type": "pause", "on": True},
    {"type": "start"},
    {"type": "close_room", "mode": "save"},
    {"type": "close_room", "mode": "keep"},
)
ANYONES: Final[tuple[Map, ...]] = (
    {"type": "act", "id": 1, "v": 0, "action": mine("draw")},
    {"type": "ready", "v": 0},
    {"type": "sync"},
    {"type": "say", "text": "spam"},
    {"type": "react", "n": 0},
    {"type": "sit"},
    {"type": "ping", "n": 1},
    {"type": "pong", "n": 1},
)
VIEW: Final[Map] = {
    "seat": 0,
    "rules": {},
    "phase": "play",
    "owed": 2,
    "turn": 2,
    "hand": ["W4"],
    "counts": [1, 1, 1, 1],
    "uno": ["none"] * 4,
    "scores": [0, 0, 0, 0],
}
HOSTS_WORDS: Final[tuple[Map, ...]] = (
    {"type": "welcome", "protocol": 1, "room": {}},
    {"type": "seated", "seat": 0, "token": bytes(16)},
    {"type": "state", "v": 9, "view": VIEW},
    {"type": "happened", "v": 2, "events": [{"type": "round_ended", "winner": 2}]},
    {"type": "done", "id": 1, "v": 2},
    {"type": "refused", "id": 1, "v": 2, "code": "stale", "sentence": "No."},
    {"type": "said", "who": 1, "name": "Ann", "text": "I give up"},
    {"type": "clock", "seat": 0, "milliseconds": 1},
    {"type": "note", "code": "kicked", "sentence": "Ann was sent away."},
    {"type": "record", "text": ""},
    {"type": "bye", "code": "host_closing", "sentence": "The end."},
    {"type": "no", "code": "full", "sentence": "The end.", "protocol": [1, 1]},
    {"type": "info"},
    {"type": "host_pake", "m": bytes(33)},
    {"type": "host_confirm", "c": bytes(32)},
    {"type": "passphrase"},
)

SEAT: Final = (
    *(
        Attack(f"act in seat {seat}", act({"type": kind, "seat": seat, **more}), ("not_your_seat", "stale"))
        for seat in (0, 1, 3, 9)
        for kind, more in (("draw", {}), ("uno", {}), ("play", {"card": "W4", "color": "R"}))
    ),
    Attack("catch in another's name", act({"type": "catch", "seat": 0, "target": 1}), ("not_your_seat", "stale")),
    Attack("play in no seat", act({"type": "draw", "seat": -1}), (*CUT, "not_your_seat", "stale")),
    Attack("play in a huge seat", act({"type": "draw", "seat": 2**63}), CUT),
    Attack("deal", act({"type": "deal"}), CUT),
    Attack("deal to oneself", act({"type": "dealt", "hands": [["W4"]]}), CUT),
)
CARDS: Final = (
    Attack("play a card that is none", act(mine("play", card="ZZ")), (*LATE, "unknown_card")),
    Attack("play a card with an escape", act(mine("play", card="\x1b[2J")), CUT),
    Attack("play a card with a card's name", act(mine("play", card="red 5")), CUT),
    Attack("play a number", act(mine("play", card=5)), CUT),
    Attack("name a color that is none", act(mine("color", color="W")), CUT),
    Attack("name a color nobody asked for", act(mine("color", color="R")), (*LATE, "no_color_here", "done")),
    Attack("keep what was not drawn", act(mine("keep")), (*LATE, "done")),
    Attack("challenge nothing", act(mine("challenge")), (*LATE, "done")),
    Attack("accept nothing", act(mine("accept")), (*LATE, "done")),
    Attack("aim at oneself", act(mine("target", target=2)), (*LATE, "own_seat")),
    Attack("aim at nobody", act(mine("target", target=9)), (*LATE, "unknown_seat")),
    Attack("catch oneself", act(mine("catch", target=2)), ("own_seat", "no_catch", "wrong_catch_again")),
    Attack("catch nobody", act(mine("catch", target=9)), ("unknown_seat", "no_catch", "wrong_catch_again", "stale")),
    Attack("call with a full hand", act(mine("uno")), ("no_uno", "no_uno_here", "stale")),
    Attack("smuggle a field in", act(mine("draw", cards=["W4"])), CUT),
    Attack("play a wild without a color", act(mine("play", card="W4")), (*LATE, "not_held", "color_missing")),
)
IDS: Final = (
    *(Attack(f"use the id {number!r}", act(mine("draw"), number=number), CUT) for number in (0, -1, 2**53, 2**64 - 1)),
    *(Attack(f"use the id {number!r}", act(mine("draw"), number=number), CUT) for number in (1.0, "1", [1])),
    *(Attack(f"act in the version {v!r}", act(mine("draw"), v=v), ("stale",)) for v in (0, 2**31, 2**53 - 1)),
    *(Attack(f"act in the version {v!r}", act(mine("draw"), v=v), CUT) for v in (-1, 2**53, 2**64 - 1, 0.5, "new")),
    Attack("call in a version to come", act(mine("uno"), v=2**53 - 1), ("stale", "no_uno", "no_uno_here")),
    Attack("catch in a version to come", act(mine("catch", target=0), v=2**53 - 1), ("stale", "no_catch")),
    Attack("be ready for what is to come", said({"type": "ready", "v": 2**52})),
    Attack("be ready in the middle", lambda cheat: ({"type": "ready", "v": cheat.version},)),
)
ORDERS: Final = tuple(Attack(f"order: {framed(one)[5:40]!r}", said(one), ("not_host",)) for one in HOSTS_ALONE)
POSES: Final = (
    *(Attack(f"pose as the host: {one['type']}", said(one), CUT) for one in HOSTS_WORDS),
    Attack("say hello twice", said({"type": "hello", "protocol": [1, 1], "app": "", "name": "Ann"}), CUT),
    Attack("probe from inside", said({"type": "probe"}), CUT),
    Attack("prove again", said({"type": "client_pake", "m": bytes(33)}), CUT),
)
BYTES: Final = (
    Attack("a length bomb", said(b"\xff\xff\xff\xff"), CUT),
    Attack("a frame of one byte too many", said((16_385).to_bytes(4, "big")), CUT),
    Attack("an empty frame", said(bytes(4)), CUT),
    Attack("no message", said(bare(b"\xc1")), CUT),
    Attack("a list", said(bare(msgpack.packb(["sync"]))), CUT),
    Attack("keys that are numbers", said(bare(msgpack.packb({1: "sync"}))), CUT),
    Attack("no type", said(bare(msgpack.packb({"v": 1}))), CUT),
    Attack("a type that is a list", said(bare(msgpack.packb({"type": ["sync"]}))), CUT),
    Attack("an unknown type", said(bare(msgpack.packb({"type": "peek", "seat": 0}))), CUT),
    Attack("lists in lists", said(bare(b"\x91" * 16_000)), CUT),
    Attack("maps in maps", said(bare(b"\x81\xa4type" * 2_600)), CUT),
    Attack("a list of four thousand million", said(bare(b"\x81\xa4type\xdd\xff\xff\xff\xff")), CUT),
    Attack("a text of four gigabytes", said(bare(b"\x81\xa4type\xdb\xff\xff\xff\xff")), CUT),
    Attack("a text that is no UTF-8", said(bare(b"\x82\xa4type\xa3say\xa4text\xa2\xff\xfe")), CUT),
    Attack("half of a surrogate pair", said(bare(b"\x82\xa4type\xa3say\xa4text\xa3\xed\xa0\x80")), CUT),
    Attack("an extension", said(bare(b"\x82\xa4type\xa3say\xa4text\xc7\x01\x01\x00")), CUT),
    Attack("something after the message", said(bare(msgpack.packb({"type": "sync"}) + b"\x00")), CUT),
    Attack("garbage", said(bytes(range(256)) * 64), CUT),
    Attack("the web", said(b"GET / HTTP/1.1\r\nHost: unokart\r\n\r\n"), CUT),
    Attack("ten thousand characters", said({"type": "say", "text": "x" * 10_000}), CUT),
    Attack("a reaction that is none", said({"type": "react", "n": 8}), CUT),
    Attack("a reaction below none", said({"type": "react", "n": -1}), CUT),
)
FLOODS: Final = tuple(
    Attack(f"flood: {framed(one)[5:30]!r}", said(*[one] * 60), ("flood", "cut")) for one in (*ANYONES, *HOSTS_ALONE)
)
AT_THE_TABLE: Final = {
    "seat": SEAT,
    "cards": CARDS,
    "ids": IDS,
    "orders": ORDERS,
    "poses": POSES,
    "bytes": BYTES,
    "floods": FLOODS,
}
"""By what they have in common; said by someone who has a seat."""

WATCHING: Final = (
    *(Attack(f"play {card} from the side", act(mine("play", card=card)), ("no_seat",)) for card in FACES[::9]),
    Attack("act in a seat from the side", act({"type": "draw", "seat": 0}), ("no_seat",)),
    Attack("act as nobody", act({"type": "draw", "seat": -1}), (*CUT, "no_seat")),
    Attack("catch from the side", act({"type": "catch", "seat": 0, "target": 1}), ("no_seat",)),
    Attack("be ready from the side", lambda cheat: ({"type": "ready", "v": cheat.version},)),
    Attack("stand up from no seat", said({"type": "stand"})),
    Attack("sit down in the middle", said({"type": "sit"})),
    *(Attack(f"order from the side: {framed(one)[5:40]!r}", said(one), ("not_host",)) for one in HOSTS_ALONE),
)


def hello(**more: Any) -> Map:
    """Return a hello."""
    return {"type": "hello", "protocol": [1, 1], "app": "cheat", "name": "Mallory", **more}


AT_THE_DOOR: Final = (
    *(Attack(f"before any hello: {one['type']}", said(one), CUT) for one in (*ANYONES, *HOSTS_ALONE[:1], *HOSTS_WORDS)),
    *(Attack(f"instead of a proof: {one['type']}", said(hello(), one), CUT) for one in ANYONES),
    Attack("prove at once", said({"type": "client_pake", "m": bytes(33)}), CUT),
    Attack("confirm at once", said(hello(), {"type": "client_confirm", "c": bytes(32)}), CUT),
    Attack("a point that is none", said(hello(), {"type": "client_pake", "m": b"A" + b"\xff" * 32}), ("host_pake",)),
    Attack("a proof of no bytes", said(hello(), {"type": "client_pake", "m": b""}), CUT),
    Attack("a proof that is text", said(hello(), {"type": "client_pake", "m": "A" * 33}), CUT),
    Attack("guess a token", said(hello(token=bytes(16))), ("token",)),
    Attack("a token that is too short", said(hello(token=b"x")), CUT),
    Attack("a token that is text", said(hello(token="x" * 16)), CUT),
    Attack("a ticket that is forged", said(hello(ticket=bytes(16))), ("passphrase",)),
    Attack("take a seat by its name", said(hello(name="Ann", seat=0)), ("passphrase",)),
    Attack("watch without a word", said(hello(watch=True)), ("passphrase",)),
    Attack("two hellos", said(hello(), hello(name="Ann")), CUT),
    Attack("two probes", said({"type": "probe"}, {"type": "probe"}), CUT),
    *(Attack(f"protocol {one}", said(hello(protocol=one)), ("version",)) for one in ([2, 9], [0, 0], [2, 1])),
    *(Attack(f"protocol {one}", said(hello(protocol=one)), CUT) for one in ([1], [1, 2**16], ["1", "1"], 1, [-1, 1])),
    Attack("a name of ten thousand", said(hello(name="x" * 3_900)), CUT),
    Attack("a name that is none", said(hello(name=None)), CUT),
    *(one for one in BYTES if one.aim not in ("a frame of one byte too many",)),
    Attack("a long hello", said((4097).to_bytes(4, "big")), CUT),
)

NAMES: Final = (
    *("Ann", "ann", " Ann ", "\u200bAnn", "A\u00adnn", "\uff21nn", "Bob\n", "Bot", "", "\u2800", "\u3164"),
    *("[b]x[/b]", "[@click=app.quit]x[/]", "\x1b[31mred", "\x1b]0;title\x07", "\x9b2J", "\u202eevil", "a\r\nb"),
    *(
        "\u200b" * 200,
        "e" + "\u0301" * 200,
        "\U0001f468\u200d\U0001f469\u200d\U0001f467" * 20,
        "x" * 256,
        "\x00",
        "\u2028x",
    ),
)
"""What a cheat is called; and says."""
