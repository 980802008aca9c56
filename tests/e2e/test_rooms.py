"""Friends on a network, by the command line and lines of text: the real programs, on loopback."""

from __future__ import annotations

import json
import re
import signal
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.cards import FACES, name_of
from tests.e2e.programs import Program, Programs, all_say, programs

HERE = "127.0.0.1"
PASSPHRASE = "walnut comet 42"

pytestmark = pytest.mark.timeout(180)


@pytest.fixture
def people(tmp_path: Path) -> Iterator[Programs]:
    with programs(tmp_path) as running:
        (tmp_path / "passphrase").write_text(f"{PASSPHRASE}\n")
        (tmp_path / "passphrase").chmod(0o600)
        yield running


def free_port() -> int:
    with socket.create_server((HERE, 0)) as server:
        return int(server.getsockname()[1])


def secret(people: Programs) -> tuple[str, str]:
    return "--passphrase-file", str(people.where / "passphrase")


def host(people: Programs, *arguments: str, headless: bool = True, port: int = 0) -> tuple[Program, str]:
    """Host a room; return the program and where it listens."""
    how = ("--headless",) if headless else ("--plain", "--name", "Hal")
    given = ("--bind", HERE, "--port", str(port), "--pace", "0", "--target", "1", *secret(people))
    program = people.start("host", "host", *how, *given, *arguments, errors=people.where / "log")
    return program, people.wait_said(program, r"unokart join (127\.0\.0\.1:\d+)")[1]


def join(people: Programs, who: str, where: str, *arguments: str) -> Program:
    given = ("--plain", "--bind", HERE, "--name", who, *secret(people))
    return people.start(who, "join", where, *given, *arguments)


def log_of(people: Programs) -> list[str]:
    return (people.where / "log").read_text().splitlines()


def test_two_play_a_whole_match_at_a_table_where_nobody_sits(people: Programs) -> None:
    server, where = host(people, "--bots", "1", "--room", "Den")
    ada, bob = players = [join(people, who, where) for who in ("Ada", "Bob")]
    people.wait(all_say(players, r"^You can: ready"))
    ada.type("say hello, [b]Bob[/b]")
    people.wait_said(bob, r"^Ada: hello, \[b\]Bob\[/b\]$")
    for one in players:
        one.plays = True
        one.type("ready")
    people.wait(all_say(players, r"^The match is kept as number 1"))
    for one in players:
        one.plays = False
    for one in players:
        one.end_input()
        assert people.wait_end(one) == 0
        assert not one.said("Traceback")
    server.ask_to_end()
    assert people.wait_end(server) == 0
    for who in ("Ada", "Bob", "host"):
        listed = people.start(who, "matches", "--json")
        assert people.wait_end(listed) == 0
        (match,) = json.loads(listed.lines[0])
        assert sorted(match["names"]) == ["Ada", "Bob", "Toad"]
        assert match["watched"] if who == "host" else match["names"][match["own"]] == who
    check_log(log_of(people))


PUBLIC = (
    r"plays {}",
    r"The first card is {}$",
    r"^.* A {} can't start a round",
    r"opens an item box: {}, ",
    r"The highest number deals: .*{}",
)


def check_log(log: list[str]) -> None:
    """See that a log names no card but those that lie open, and hands only once the round is over."""
    names = sorted({name_of(face) for face in FACES}, key=len, reverse=True)
    card = f"(?:{'|'.join(map(re.escape, names))})"
    public = [re.compile(form.format(card)) for form in PUBLIC]
    over = False
    cards = 0
    for line in log:
        if " wins the round " in line:
            over = True
        elif re.search(r"Round \d+: ", line):
            over = False
        if re.search(card, line):
            cards += 1
            assert any(form.search(line) for form in public) or (over and " holds " in line), line
            if not (over and " holds " in line) and "highest number" not in line:
                assert len(re.findall(card, line)) == 1, line
        assert PASSPHRASE not in line
        assert "draws a card:" not in line
    assert cards > 10


def test_a_room_is_found_by_its_name_and_listed(people: Programs) -> None:
    _, where = host(people, "--room", "Den of Den")
    listed = people.start("Ada", "rooms", "--json", "--bind", HERE)
    assert people.wait_end(listed) == 0
    if listed.lines == ["[]"] or "announcements" in listed.lines[0]:
        pytest.skip("multicast DNS does not work on loopback here")
    rooms = [room for room in json.loads(listed.lines[-1]) if room["room"] == "Den of Den"]
    assert [(room["host"], room["passphrase"], room["state"]) for room in rooms] == [("", True, "lobby")]
    assert where in [f"{address}:{rooms[0]['port']}" for address in rooms[0]["addresses"]]
    ada = join(people, "Ada", "den of den")
    people.wait_said(ada, r"^UNO Kart, unofficial. Room Den of Den: Ada, you have seat \d")


def test_who_is_killed_comes_back_to_the_same_hand_without_typing_anything(people: Programs) -> None:
    _, where = host(people, "--bots", "1")
    ada, bob = players = [join(people, who, where) for who in ("Ada", "Bob")]
    people.wait(all_say(players, r"^You can: ready"))
    for one in players:
        one.type("ready")
    bob.plays = True
    hand = people.wait_said(ada, r"^Your hand: .*")[0]
    ada.kill()
    people.wait_said(bob, r"^Ada is away")
    again = people.start("Ada", "join", where, "--plain", "--bind", HERE)
    people.wait_said(again, r"^UNO Kart, unofficial. Room UNO Kart: Ada, you have seat \d")
    assert people.wait_said(again, r"^Your hand: .*")[0] == hand
    people.wait_said(bob, r"^Ada is back")


def test_a_host_that_was_killed_is_resumed_and_everyone_comes_back(people: Programs) -> None:
    port = free_port()
    server, where = host(people, "--bots", "1", "--room", "Den", port=port)
    players = [join(people, who, where) for who in ("Ada", "Bob")]
    people.wait(all_say(players, r"^You can: ready"))
    for one in players:
        one.type("ready")
    people.wait(lambda: any(one.said(r"^Your hand: ") for one in players))
    ada = next(one for one in players if one.said(r"^Your hand: "))
    hand = people.wait_said(ada, r"^Your hand: .*")[0]
    server.kill()
    people.wait(all_say(players, "Trying to come back to the table"))
    since = len(ada.lines)
    again = people.start("host", "host", "--headless", "--bind", HERE, "--port", str(port), "--resume", "--pace", "0")
    people.wait_said(again, r"^Room Den is open")
    people.wait(all_say(players, r"^The connection is back$"))
    ada.type("hand")
    people.wait_said(ada, r"^You hold \d+ cards: ", since)
    codes = re.findall(r"\((\w\w)\)", people.wait_said(ada, r"^You hold .*", since)[0])
    assert f"Your hand: {' '.join(codes)}" == hand
    for one in players:
        one.plays = True
        one.type("")
    people.wait(all_say(players, r"^The match is kept as number 1"), 90)


def test_a_host_that_is_ended_says_good_bye_and_the_table_is_saved(people: Programs) -> None:
    server, where = host(people, "--bots", "1", "--room", "Den")
    ada = join(people, "Ada", where)
    people.wait_said(ada, r"^You can: ready")
    ada.type("ready")
    people.wait_said(ada, r"^Your hand: ")
    server.ask_to_end(signal.SIGHUP)
    ada.type("say still here")
    people.wait_said(ada, r"^Ada: still here$")
    assert server.process.poll() is None
    server.ask_to_end()
    assert people.wait_end(server) == 0
    assert people.wait_end(ada) == 1
    assert ada.lines[-1] == "The host has ended the program. The table is saved."
    again = people.start("host", "host", "--headless", "--bind", HERE, "--port", "0", "--resume", "--room", "nowhere")
    assert people.wait_end(again) == 2
    assert again.lines == ['unokart: No room called "nowhere" is saved, but "Den".']


def test_a_room_is_opened_again_that_was_closed_before_a_match(people: Programs) -> None:
    port = free_port()
    server, where = host(people, "--room", "Den", port=port)
    ada = join(people, "Ada", where)
    people.wait_said(ada, r"^You can: ready")
    ada.type("say hello")
    people.wait_said(ada, r"^Ada: hello$")
    server.ask_to_end()
    assert people.wait_end(server) == 0
    assert people.wait_end(ada) == 1
    again = people.start("host", "host", "--headless", "--bind", HERE, "--port", str(port), "--resume")
    people.wait_said(again, r"^Room Den is open")
    back = people.start("Ada", "join", where, "--plain", "--bind", HERE)
    people.wait_said(back, r"Room Den: Ada, you have seat \d")


def test_nobody_seated_and_the_terminal_gone_ends_a_table(people: Programs) -> None:
    server, _ = host(people)
    server.ask_to_end(signal.SIGHUP)
    assert people.wait_end(server) == 0


def test_a_hosting_player_is_asked_and_leaves_the_table_running(people: Programs) -> None:
    hal, where = host(people, "--room", "Den", headless=False)
    ada = join(people, "Ada", where)
    people.wait_said(hal, r"^Ada sits down$")
    for one in (hal, ada):
        one.type("ready")
    people.wait(all_say((hal, ada), r"^Round 1: "))
    hal.type("quit")
    people.wait_said(hal, r"^You can: keep, save, stay$")
    hal.type("keep")
    people.wait_said(ada, r"^Hal has left the screen. The table runs on.$")
    people.wait_said(hal, r"^The table runs on")
    back = people.start("host", "join", where, "--plain", "--bind", HERE)
    people.wait_said(back, r"Room Den: Hal, you have seat 1")
    hal.ask_to_end(signal.SIGINT)
    assert people.wait_end(hal) == 130
    assert people.wait_end(ada) == 1


def test_a_hosting_player_saves_and_closes_for_all(people: Programs) -> None:
    hal, where = host(people, "--bots", "1", headless=False)
    ada = join(people, "Ada", where)
    people.wait_said(hal, r"^Ada sits down$")
    hal.type("start")
    people.wait_said(ada, r"^Round 1: ")
    hal.type("quit")
    hal.type("save")
    assert people.wait_end(hal) == 0
    assert people.wait_end(ada) == 1
    assert ada.lines[-1] == "Hal has closed the table; the match is saved."


def test_a_wrong_passphrase_is_asked_for_again_and_the_end_of_input_gives_up(people: Programs) -> None:
    _, where = host(people)
    ada = people.start("Ada", "join", where, "--plain", "--bind", HERE, "--name", "Ada")
    people.wait_said(ada, r"Its screen shows this fingerprint: ([0-9a-f]{4} ?){5}$")
    people.wait_said(ada, r"^The passphrase of UNO Kart:$")
    ada.type("walnut comet 43")
    people.wait_said(ada, r"^Wrong passphrase")
    ada.type(PASSPHRASE.upper())
    people.wait_said(ada, r"^You can: ready")
    eve = people.start("Eve", "join", where, "--plain", "--bind", HERE)
    people.wait_said(eve, r"^The passphrase of UNO Kart:$")
    eve.end_input()
    assert people.wait_end(eve) in (0, 2)


def test_a_host_with_another_certificate_is_not_joined_until_it_is_forgotten(people: Programs) -> None:
    port = free_port()
    server, where = host(people, "--room", "Den", port=port)
    ada = join(people, "Ada", where)
    fingerprint = people.wait_said(ada, r"shows this fingerprint: (.*)$")[1]
    assert people.wait_said(server, r"^Fingerprint: (.*)$")[1] == fingerprint
    ada.kill()
    server.kill()
    next((people.where / "host").rglob("host.pem")).unlink()
    host(people, port=port)
    ada = join(people, "Ada", where)
    assert people.wait_end(ada) == 2
    command = people.wait_said(ada, r"unokart (join --forget [0-9a-f]{8})$")[1]
    forgotten = people.start("Ada", *command.split())
    assert people.wait_end(forgotten) == 0
    people.wait_said(join(people, "Ada", where), r"^You can: ready")


def test_a_room_that_is_full_or_running_is_watched(people: Programs) -> None:
    _, where = host(people, "--bots", "1")
    ada = join(people, "Ada", where)
    people.wait_said(ada, r"^You can: ready")
    ada.type("ready")
    people.wait_said(ada, r"^Round 1: ")
    bob = join(people, "Bob", where)
    people.wait_said(bob, r"^A match is being played.*sit takes the next seat")
    people.wait_said(bob, r"^\d? ?1 Ada: |^Round 1, ")
    eve = join(people, "Eve", where, "--watch")
    people.wait_said(ada, r"^Eve watches$")
    assert not eve.said(r"^Your hand: ")
    ada.plays = True
    bob.plays = True
    ada.type("")
    bob.type("sit")
    people.wait_said(ada, r"^Bob (sits down|takes the next free seat)")


def test_nothing_there_is_one_sentence_and_status_2(people: Programs) -> None:
    ada = join(people, "Ada", f"{HERE}:{free_port()}")
    assert people.wait_end(ada) == 2
    assert ada.lines[-1].startswith("unokart: The computer is there, but no room is open at that port.")
