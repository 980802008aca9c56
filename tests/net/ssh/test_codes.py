"""The short codes with which guests by ssh have their seats again."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from net.saved import token_hash
from net.ssh.codes import ALPHABET, CODE_CHARACTERS, Codes, rejoin_code

ANN, BOB = token_hash(b"a" * 16), token_hash(b"b" * 16)
HERE, THERE = "192.168.1.7", "192.168.1.8"


def wrong(hashed: bytes) -> str:
    """Return a code that is not that of a seat."""
    code = rejoin_code(hashed)
    return code[:-1] + next(char for char in ALPHABET if char != code[-1])


@given(st.binary(min_size=16, max_size=16))
def test_a_code_can_be_copied_by_hand_and_follows_from_the_token(token: bytes) -> None:
    code = rejoin_code(token_hash(token))
    assert len(code) == CODE_CHARACTERS
    assert not set(code) - set("23456789abcdefghjkmnpqrstuvwxyz")
    assert code == rejoin_code(token_hash(token))


def test_every_character_comes_up_everywhere() -> None:
    codes = [rejoin_code(token_hash(number.to_bytes(16, "big"))) for number in range(1000)]
    assert len(set(codes)) == 1000
    for place in range(CODE_CHARACTERS):
        assert {code[place] for code in codes} == set(ALPHABET)


def test_the_code_is_the_one_that_the_protocol_describes() -> None:
    assert rejoin_code(token_hash(bytes(range(16)))) == "rt8ws"


def test_a_code_finds_its_seat_however_it_is_typed() -> None:
    codes = Codes()
    for typed in (rejoin_code(BOB), rejoin_code(BOB).upper(), f" {rejoin_code(BOB)[:2]} {rejoin_code(BOB)[2:]} "):
        assert codes.find(typed, HERE, [ANN, BOB], 0.0) == BOB
    assert codes.wait(HERE, [ANN, BOB], 0.0) == 0.0


def test_what_is_no_code_at_all_finds_nothing() -> None:
    codes = Codes()
    for typed in ("", "é" * 5, "\ud800", rejoin_code(ANN) * 2):
        assert codes.find(typed, HERE, [ANN], 0.0) is None


def test_five_wrong_ones_from_an_address_have_to_wait() -> None:
    codes = Codes()
    for second in range(5):
        assert codes.wait(HERE, [ANN], second) == 0.0
        assert codes.find(wrong(ANN), HERE, [ANN], second) is None
    assert codes.wait(HERE, [ANN], 5.0) == 55.0
    assert codes.wait(HERE, [BOB], 5.0) == 55.0
    assert codes.wait(THERE, [BOB], 5.0) == 0.0
    assert codes.wait(HERE, [ANN], 60.0) == 0.0


def test_thirty_at_one_seat_have_to_wait_wherever_they_come_from() -> None:
    codes = Codes()
    for guess in range(30):
        assert codes.find(wrong(ANN), f"10.0.0.{guess}", [ANN], float(guess)) is None
    assert codes.wait("10.0.1.1", [ANN], 30.0) == 270.0
    assert codes.wait("10.0.1.1", [BOB], 30.0) == 0.0
    assert codes.wait("10.0.1.1", [ANN], 300.0) == 0.0


def test_one_guess_at_two_seats_counts_for_both() -> None:
    codes = Codes()
    for guess in range(30):
        codes.find("22222", f"10.0.0.{guess}", [ANN, BOB], 0.0)
    assert codes.wait(THERE, [ANN], 0.0) == codes.wait(THERE, [BOB], 0.0) == 300.0


def test_one_guest_alone_cannot_keep_another_from_their_seat() -> None:
    codes = Codes()
    for second in range(1000):
        if not codes.wait(HERE, [ANN], second):
            codes.find(wrong(ANN), HERE, [ANN], second)
        assert codes.wait(THERE, [ANN], second) == 0.0
