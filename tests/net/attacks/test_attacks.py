"""A cheat on the LAN, with PROTOCOL.md in hand: the host answers or cuts, no hand is seen, and the game goes on."""

from __future__ import annotations

import asyncio
import unicodedata
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import pytest

from net.server import WAITING_FROM_ONE
from tests.net.attacks.catalogue import AT_THE_DOOR, AT_THE_TABLE, NAMES, WATCHING, Attack, hello
from tests.net.attacks.cheat import Cheat, Map, framed
from tests.net.attacks.elsewhere import ELSEWHERE
from tests.net.attacks.party import COUNTED, PASSPHRASE, Party, party, texts_in
from tests.net.leaks import Leak

OWED: Final[dict[str, Map]] = {
    "play": {"type": "draw"},
    "drawn": {"type": "keep"},
    "challenge": {"type": "accept"},
    "opening_color": {"type": "color", "color": "R"},
    "item_color": {"type": "color", "color": "R"},
    "item_target": {"type": "target", "target": 0},
}
"""What answers each question."""


async def tried(evening: Party, cheat: Cheat, attack: Attack) -> None:
    """Try one attack, and see that it is answered as it may be, and that the host answers the others."""
    said = attack.says(cheat)
    evening.oracles[evening.cheats.index(cheat)].asked |= {
        one["action"].get("card") for one in said if isinstance(one, dict) and one["type"] == "act"
    }
    cheat.heard.clear()
    cheat.say(*said)
    answer: Map = {"type": "nothing"}
    while attack.codes and answer.get("code", answer["type"]) not in attack.codes:
        assert answer["type"] != "cut", f"{attack.aim}: cut, without one of {attack.codes}"
        answer = await cheat.told("refused", "done", "bye", "no", "passphrase", "host_pake")
        by_the_way = answer["type"] != "refused" or "flood" in attack.codes
        assert by_the_way or answer["code"] in attack.codes, f"{attack.aim}: {answer}"
        assert answer.get("sentence", "It is said why."), attack.aim
    await evening.answered()
    if not attack.codes:
        assert not cheat.ended, attack.aim


async def seated(evening: Party, attacks: Sequence[Attack]) -> None:
    """Try attacks from a seat; whoever is cut comes back to it by the token."""
    for attack in attacks:
        if evening.seated.ended:
            token, used = evening.seated.token, evening.seated.last_id
            evening.seated = await evening.come_in(token=token)
            evening.seated.last_id = used
        await tried(evening, evening.seated, attack)
        if attack.codes and "cut" in attack.codes:
            cheat = evening.seated
            await cheat.until(lambda cheat=cheat: cheat.ended)  # type: ignore[misc]  # bound now
    await evening.goes_on()


@pytest.mark.parametrize("kind", AT_THE_TABLE)
async def test_from_a_seat(tmp_path: Path, kind: str) -> None:
    async with party(tmp_path) as evening:
        await seated(evening, AT_THE_TABLE[kind])


async def test_from_the_side(tmp_path: Path) -> None:
    async with party(tmp_path) as evening:
        cheat = await evening.come_in(watch=True)
        for attack in WATCHING:
            if cheat.ended:
                cheat = await evening.come_in(watch=True)
            await tried(evening, cheat, attack)
        await evening.goes_on()


async def test_at_the_door(tmp_path: Path) -> None:
    async with party(tmp_path, PASSPHRASE) as evening:
        for attack in AT_THE_DOOR:
            cheat = await evening.stranger()
            evening.room.door.guesses = type(evening.room.door.guesses)()  # none of them is about the sixth guess
            await tried(evening, cheat, attack)
            await cheat.go()
            assert not {message["type"] for message in cheat.heard} & {"welcome", "room", "state", "happened"}
        await evening.goes_on()


async def test_a_hello_and_a_proof_that_were_overheard_are_worth_nothing(tmp_path: Path) -> None:
    async with party(tmp_path, PASSPHRASE) as evening:
        overheard = evening.seated.sent
        assert len(overheard) == 2
        cheat = await evening.stranger()
        cheat.say(framed(hello()), *overheard)
        assert (await cheat.told("no"))["code"] == "passphrase"
        await evening.goes_on()


async def test_a_token_is_good_for_its_own_seat_and_no_longer_than_that_is_ones_own(tmp_path: Path) -> None:
    async with party(tmp_path) as evening:
        token = evening.seated.token
        again = await evening.come_in(token=token, name="Ann")
        assert again.room["seat"] == 2
        assert (await evening.seated.told("bye"))["code"] == "superseded"
        evening.seated = again
        again.say({"type": "leave"})
        await again.until(lambda: again.ended)
        thief = await evening.stranger()
        assert (await thief.enter(token=token))["code"] == "token"
        evening.seated = await evening.come_in()
        assert evening.seated.room["seat"] == -1
        await evening.goes_on()


async def test_an_action_that_is_said_again_and_again_is_done_once(tmp_path: Path) -> None:
    async with party(tmp_path) as evening:
        cheat = evening.seated
        answer: Map = {"type": "refused"}
        while answer["type"] == "refused":
            cheat.say({"type": "sync"})
            state = await cheat.told("state")
            while state["view"]["owed"] != 2:
                await cheat.told("happened")
                cheat.say({"type": "sync"})
                state = await cheat.told("state")
            cheat.last_id += 1
            action = {"seat": 2, **OWED[state["view"]["phase"]]}
            ask = {"type": "act", "id": cheat.last_id, "v": state["v"], "action": action}
            cheat.say(ask)
            answer = await cheat.told("done", "refused")
        for _ in range(5):
            cheat.say(ask)
            assert await cheat.told("done", "refused") == answer
        other = {**ask, "action": {"type": "uno", "seat": 0}}
        cheat.say(other)
        assert await cheat.told("done", "refused") == answer
        drawn = [change for change in evening.ledger.changes.values() if change.action_id == cheat.last_id]
        assert len([change for change in drawn if change.entry.action.seat == 2]) == 1
        await evening.goes_on()


async def test_guesses_from_many_connections_at_once_are_five(tmp_path: Path) -> None:
    async with party(tmp_path, PASSPHRASE) as evening:
        for _ in range(2):
            guessers = [await evening.stranger() for _ in range(WAITING_FROM_ONE)]
            answers = await asyncio.gather(*(guesser.enter(f"guess {n}") for n, guesser in enumerate(guessers)))
            wrong = [answer["code"] for answer in answers].count("passphrase")
            assert wrong == (5 if _ == 0 else 0)
            assert {answer["code"] for answer in answers} <= {"passphrase", "wait"}
        late = await evening.stranger()
        assert (await late.enter(COUNTED))["code"] == "wait"
        await evening.goes_on()


async def test_who_hangs_up_before_the_verdict_has_guessed_as_well(tmp_path: Path) -> None:
    async with party(tmp_path, PASSPHRASE) as evening:
        for _ in range(5):
            cheat = await evening.stranger()
            cheat.say(hello(), {"type": "client_pake", "m": b"A" + bytes(32)})
            await cheat.told("host_pake")
            await cheat.go()
            await evening.answered()
        late = await evening.stranger()
        assert (await late.enter("guess"))["code"] == "wait"
        await evening.goes_on()


async def test_names_and_talk_are_lines_that_do_nothing(tmp_path: Path) -> None:
    async with party(tmp_path) as evening:
        for name in NAMES:
            cheat = await evening.come_in(name=name, watch=True)
            cheat.say({"type": "say", "text": name or "x"})
            cheat.say({"type": "ping", "n": 3})
            await cheat.told("pong")
            told = [text for message in (cheat.room, *evening.sentinels[0].heard) for text in texts_in(message)]
            assert not [text for text in told if any(unicodedata.category(char)[0] == "C" for char in text)]
            names = [one["name"] for one in (*cheat.room["people"], *cheat.room["spectators"])]
            assert len({each.casefold() for each in names}) == len(names)
            assert all(0 < len(each) <= 60 for each in names)
            assert names[:2] == ["Ann", "Bob"]
            await cheat.go()
        await evening.goes_on()


async def test_probes_and_connections_in_bulk(tmp_path: Path) -> None:
    async with party(tmp_path) as evening:

        async def probe() -> str:
            try:
                cheat = await evening.stranger()
            except OSError:
                return "closed"
            cheat.say({"type": "probe"})
            answer = await cheat.told("info", "no")
            await cheat.go()
            return str(answer["type"])

        answers = await asyncio.gather(*(probe() for _ in range(60)))
        assert set(answers) <= {"info", "closed", "cut"}
        assert answers.count("info") >= WAITING_FROM_ONE
        await evening.answered()
        await evening.goes_on()


async def test_those_who_never_get_anywhere_stand_in_nobodys_way(tmp_path: Path) -> None:
    async with party(tmp_path) as evening:
        halves = [await evening.stranger() for _ in range(4)]
        for half, data in zip(halves, (b"", b"\x00", b"\x00\x00\x0f", framed(hello())[:9]), strict=True):
            half.say(data)
        raw = [await asyncio.open_connection("127.0.0.1", evening.room.port) for _ in range(4)]
        one_more = await asyncio.open_connection("127.0.0.1", evening.room.port)
        assert await one_more[0].read() == b""
        evening.seated.say(framed({"type": "sync"})[:5])
        await evening.answered()
        for _, writer in (*raw, one_more):
            writer.transport.abort()
        for half in halves:
            await half.go()
        evening.seated.say(framed({"type": "sync"})[5:])
        await evening.seated.told("state")
        await evening.goes_on()


async def test_seats_and_places_beside_the_table_come_and_go(tmp_path: Path) -> None:
    async with party(tmp_path) as evening:
        for _ in range(10):
            cheat = await evening.come_in(watch=True)
            cheat.say(*[{"type": "sit"}, {"type": "stand"}] * 8)
            cheat.say({"type": "leave"})
            await cheat.until(lambda cheat=cheat: cheat.ended)  # type: ignore[misc]  # bound now
            await evening.answered()
        crowd = [await evening.come_in(watch=True) for _ in range(8 - len(evening.sentinels))]
        one_more = await evening.stranger()
        assert (await one_more.enter())["code"] == "full"
        assert not any(each.ended for each in crowd)
        await evening.goes_on()


async def test_a_leak_would_be_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("net.post.redact", lambda event, seat: event)
    with pytest.raises(Leak):
        async with party(tmp_path) as evening:
            await evening.goes_on()


@pytest.mark.parametrize("place", ELSEWHERE.values())
def test_what_is_tried_elsewhere_is_tried(place: str) -> None:
    file, _, name = place.partition(".")
    assert f"def test_{name}(" in (Path(__file__).parents[1] / f"{file}.py").read_text()
