"""The hosts that a client has met, and its seats there."""

from __future__ import annotations

import subprocess
import sys
from itertools import count
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from net.files import StateError, lock
from net.pins import ADDRESSES_KEPT, FORGET, SEATS_KEPT, FingerprintChanged, KnownSeat, Pinned, Pins

HOST, OTHER = "0123abcd", "89abcdef"
PRINT, NEW_PRINT = bytes(range(32)), bytes(range(32, 64))
TOKENS = [bytes([number]) * 16 for number in range(SEATS_KEPT + 3)]


def no_warning(sentence: str) -> None:
    raise AssertionError(sentence)


@pytest.fixture
def pins(tmp_path: Path) -> Pins:
    return Pins(tmp_path / "state", no_warning, map(float, count(1)).__next__)


def met(pins: Pins, host_id: str = HOST, address: str = "10.0.0.7") -> None:
    pins.remember(host_id, PRINT, "Ann's table", address, 7777)


def test_a_host_is_new_then_the_same_and_never_another(pins: Pins) -> None:
    assert pins.check(HOST, PRINT) is pins.require(HOST, PRINT) is Pinned.NEW
    met(pins)
    assert pins.check(HOST, PRINT) is pins.require(HOST, PRINT) is Pinned.SAME
    assert pins.check(HOST, NEW_PRINT) is Pinned.CHANGED
    assert pins.check(OTHER, PRINT) is Pinned.NEW


def test_a_changed_fingerprint_is_explained_and_changes_nothing(pins: Pins) -> None:
    met(pins)
    before = pins.hosts()
    for change in (
        lambda: pins.require(HOST, NEW_PRINT),
        lambda: pins.remember(HOST, NEW_PRINT, "Mallory's table", "10.0.0.66", 7777),
    ):
        with pytest.raises(FingerprintChanged) as stopped:
            change()
        assert '"Ann\'s table" (0123abcd) does not show the certificate' in str(stopped.value)
        assert "Before it was 0001 0203 0405 0607 0809, now it is 2021 2223 2425 2627 2829." in str(stopped.value)
        assert str(stopped.value).endswith(f"{FORGET} {HOST}")
    assert pins.hosts() == before


def test_a_forgotten_host_is_new(pins: Pins) -> None:
    met(pins)
    assert pins.forget(HOST)
    assert pins.check(HOST, NEW_PRINT) is Pinned.NEW
    assert pins.hosts() == []
    assert not pins.forget(HOST)


def test_the_last_used_come_first_with_where_they_were(pins: Pins) -> None:
    for number in range(6):
        met(pins, address=f"10.0.0.{number}")
    met(pins, OTHER, "10.0.0.5")
    met(pins, address="10.0.0.4")
    first, second = pins.hosts()
    assert (first.host_id, first.used, second.host_id, second.used) == (HOST, 8.0, OTHER, 7.0)
    assert first.addresses == ("10.0.0.4", "10.0.0.5", "10.0.0.3", "10.0.0.2")
    assert len(first.addresses) == ADDRESSES_KEPT
    assert (first.name, first.port, first.fingerprint) == ("Ann's table", 7777, PRINT)


def test_a_host_is_found_by_where_it_was(pins: Pins) -> None:
    met(pins, address="10.0.0.7")
    met(pins, OTHER, "10.0.0.8")
    assert pins.at("10.0.0.9", 7777) is None
    assert pins.at("10.0.0.7", 7778) is None
    assert (found := pins.at("10.0.0.7", 7777))
    assert found.host_id == HOST
    met(pins, OTHER, "10.0.0.7")
    assert (found := pins.at("10.0.0.7", 7777))
    assert found.host_id == OTHER


def test_names_of_rooms_are_cleaned(pins: Pins) -> None:
    pins.remember(HOST, PRINT, "\x1b[31mred\u202e" + "x" * 1000, "10.0.0.7", 7777)
    (known,) = pins.hosts()
    assert known.name.startswith("[31mredxxx")
    assert known.name.endswith("…")
    assert len(known.name) == 40


def test_nothing_is_written_by_looking(pins: Pins, tmp_path: Path) -> None:
    assert pins.hosts() == []
    assert pins.claim(HOST) is None
    assert list(tmp_path.iterdir()) == []


def test_only_the_account_itself_can_read_what_is_kept(pins: Pins, tmp_path: Path) -> None:
    met(pins)
    claim = pins.keep(HOST, "room", TOKENS[0])
    assert claim is not None
    for path in tmp_path.rglob("*"):
        if path != tmp_path / "state" and not path.is_dir():
            assert path.stat().st_mode & 0o777 == 0o600, path
    assert (tmp_path / "state").stat().st_mode & 0o777 == (tmp_path / "state" / "seats").stat().st_mode & 0o777 == 0o700
    assert TOKENS[0].hex() not in " ".join(path.name for path in tmp_path.rglob("*"))


def test_a_seat_is_kept_and_claimed_by_one_at_a_time(pins: Pins, tmp_path: Path) -> None:
    met(pins)
    first = pins.keep(HOST, "room", TOKENS[0])
    assert first is not None
    again = Pins(tmp_path / "state", no_warning)
    assert again.claim(HOST) is None, "it is played already, so a new seat is to be taken"
    second = again.keep(HOST, "room", TOKENS[1])
    assert second is not None
    assert Pins(tmp_path / "state", no_warning).claim(HOST, "room") is None
    first.release()
    first.release()
    taken_back = again.claim(HOST, "room")
    assert taken_back is not None
    assert taken_back.token == TOKENS[0]
    second.release()
    taken_back.release()
    latest = again.claim(HOST)
    assert latest is not None
    assert latest.token == TOKENS[1]


def test_seats_belong_to_a_room_of_a_host(pins: Pins) -> None:
    met(pins)
    met(pins, OTHER)
    claim = pins.keep(HOST, "one room", TOKENS[0])
    assert claim is not None
    claim.release()
    assert pins.claim(HOST, "another room") is None
    assert pins.claim(OTHER) is None
    met(pins, address="10.0.0.99")
    found = pins.claim(HOST, "one room")
    assert found is not None
    assert found.token == TOKENS[0]


def test_a_seat_that_is_given_up_is_forgotten(pins: Pins, tmp_path: Path) -> None:
    met(pins)
    for token in TOKENS[:2]:
        claim = pins.keep(HOST, "room", token)
        assert claim is not None
        claim.release()
    pins.drop(HOST, TOKENS[1])
    pins.drop(OTHER, TOKENS[0])
    (known,) = pins.hosts()
    assert known.seats == (KnownSeat("room", TOKENS[0]),)
    pins.forget(HOST)
    assert list((tmp_path / "state" / "seats").iterdir()) == []


def test_a_client_that_plays_for_years_keeps_its_latest_seats(pins: Pins, tmp_path: Path) -> None:
    met(pins)
    for token in TOKENS:
        claim = pins.keep(HOST, "room", token)
        assert claim is not None
        claim.release()
    (known,) = pins.hosts()
    assert [seat.token for seat in known.seats] == TOKENS[: -SEATS_KEPT - 1 : -1]
    assert len(list((tmp_path / "state" / "seats").iterdir())) == SEATS_KEPT


def test_a_seat_cannot_be_kept_with_a_host_that_was_never_met(pins: Pins) -> None:
    with pytest.raises(KeyError):
        pins.keep(HOST, "room", TOKENS[0])
    met(pins)
    assert pins.keep(HOST, "room", TOKENS[0]), "the failure has left no claim"


CLAIMING = """
import sys
from pathlib import Path
from net.pins import Pins
claim = Pins(Path(sys.argv[1]), sys.exit).claim(sys.argv[2])
print(claim.token.hex() if claim else "none", flush=True)
sys.stdin.read()
"""


def claiming(directory: Path) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", CLAIMING, str(directory), HOST]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def said(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


def test_a_killed_process_gives_its_seat_back(pins: Pins, tmp_path: Path) -> None:
    met(pins)
    claim = pins.keep(HOST, "room", TOKENS[0])
    assert claim is not None
    claim.release()
    with claiming(tmp_path / "state") as first, claiming(tmp_path / "state") as second:
        assert sorted([said(first), said(second)]) == [TOKENS[0].hex(), "none"]
        assert pins.claim(HOST) is None
        first.kill()
        second.kill()
    assert pins.claim(HOST) is not None


REMEMBERING = """
import sys
from pathlib import Path
from net.pins import Pins
pins = Pins(Path(sys.argv[1]), sys.exit)
for number in range(20):
    pins.remember(f"{sys.argv[2]}{number:07x}", bytes(32), "room", "10.0.0.7", 1)
"""


def test_several_processes_at_once_lose_nothing(pins: Pins, tmp_path: Path) -> None:
    running = [
        subprocess.Popen([sys.executable, "-c", REMEMBERING, str(tmp_path / "state"), name], stderr=subprocess.PIPE)
        for name in "abcd"
    ]
    for process in running:
        _, errors = process.communicate()
        assert not errors
    assert len(pins.hosts()) == 80


DAMAGE = [
    b"",
    b"{",
    b"[]",
    b"\xff\xfe",
    b'{"format":1,"hosts":[{"host_id":7}]}',
    b'{"format":2,"hosts":[]}',
    b"[" * 9999,
]


@pytest.mark.parametrize("damage", DAMAGE, ids=range(len(DAMAGE)))
@pytest.mark.parametrize("change", [False, True])
def test_a_damaged_file_is_kept_aside_with_a_warning(tmp_path: Path, damage: bytes, change: bool) -> None:
    warnings: list[str] = []
    pins = Pins(tmp_path, warnings.append)
    path = tmp_path / "known-hosts.json"
    path.write_bytes(damage)
    if change:
        met(pins)
    assert [host.host_id for host in pins.hosts()] == [HOST] * change
    kept = tmp_path / "known-hosts.json.damaged-1"
    assert kept.read_bytes() == damage
    assert len(warnings) == 1
    assert str(kept) in warnings[0]
    path.write_bytes(damage)
    assert pins.hosts() == []
    assert (tmp_path / "known-hosts.json.damaged-2").exists()


@given(st.binary(max_size=200))
def test_no_file_is_fatal(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    directory = tmp_path_factory.mktemp("state")
    (directory / "known-hosts.json").write_bytes(content)
    assert Pins(directory, list[str]().append).hosts() == []


def test_what_a_killed_process_left_half_written_is_no_obstacle(pins: Pins, tmp_path: Path) -> None:
    met(pins)
    (tmp_path / "state" / "known-hosts.json.new").write_bytes(b'{"format":1,"ho')
    met(pins, OTHER)
    assert len(pins.hosts()) == 2


def test_a_directory_that_cannot_be_written_to_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StateError, match=r"file can't be used: File exists\."):
        met(Pins(tmp_path / "file", no_warning))


def test_a_process_that_holds_the_lock_for_ever_is_said(
    pins: Pins, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    met(pins)
    monkeypatch.setattr("net.pins._LOCK_WAIT", 0.05)
    held = lock(tmp_path / "state" / "known-hosts.lock")
    assert held is not None
    with held, pytest.raises(StateError, match="Another unokart is busy"):
        met(pins)
    met(pins)
