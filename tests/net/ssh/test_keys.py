"""What a guest types, and what of a flood."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from net.ssh.keys import A_SECOND, AT_ONCE, QUIET, QUIET_IN_PASTE, Keys

BEGIN, END = b"\x1b[200~", b"\x1b[201~"


def test_what_a_person_types_passes() -> None:
    keys = Keys()
    for number in range(2000):
        assert keys.take(b"\x1b[A", number * 0.02) == b"\x1b[A"


def test_a_pasted_text_passes_whole() -> None:
    keys = Keys()
    text = BEGIN + b"x" * 3000 + END
    assert keys.take(text, 10.0) == text
    assert keys.take(b"a", 10.1) == b"a"


def test_a_flood_is_thrown_away_until_it_has_been_quiet() -> None:
    keys = Keys()
    taken = b"".join(keys.take(b"k" * 32_768, 10.0 + number * 0.01) for number in range(600))
    assert len(taken) == AT_ONCE
    over = 10.0 + 599 * 0.01
    assert keys.take(b"z", over + QUIET / 2) == b""
    assert keys.take(b"z", over + QUIET / 2 + QUIET) == b"z"


def test_after_a_huge_paste_keys_work_at_once() -> None:
    keys = Keys()
    pasted = [BEGIN + b"p" * 10_000, *[b"p" * 32_768] * 600, b"p" * 100 + END[:3]]
    taken = b"".join(keys.take(part, 10.0 + number * 0.001) for number, part in enumerate(pasted))
    assert taken == BEGIN + b"p" * (AT_ONCE - len(BEGIN))
    assert keys.take(END[3:] + b"a", 10.9) == END + b"a"
    assert keys.take(b"b", 10.91) == b"b"


def test_a_paste_that_never_ends_is_ended() -> None:
    keys = Keys()
    keys.take(BEGIN + b"p" * 10_000, 10.0)
    assert keys.take(b"p", 10.0 + QUIET_IN_PASTE / 2) == b""
    assert keys.take(b"a", 20.0) == END + b"a"


def test_a_paste_within_a_flood_ends_nothing_that_was_not_begun() -> None:
    keys = Keys()
    assert len(keys.take(b"k" * 10_000, 10.0)) == AT_ONCE
    assert keys.take(BEGIN + b"p" * 100, 10.1) == b""
    assert keys.take(b"p" * 100 + END + b"a", 10.2) == b"a"


def test_a_program_that_takes_nothing_is_kept_no_more_for_than_there_is_room() -> None:
    keys = Keys()
    assert keys.take(b"k" * 100, 10.0, 60) == b"k" * 60
    assert keys.take(b"k" * 100, 10.1, 0) == b""
    assert keys.take(b"k" * 100, 20.0, 0) == b""
    assert keys.take(b"a", 30.0, 1) == b"a"


def test_a_paste_is_ended_also_where_there_is_no_room() -> None:
    keys = Keys()
    assert keys.take(BEGIN + b"p" * 100, 10.0, 50) == (BEGIN + b"p" * 100)[:50]
    assert keys.take(b"p" * 100 + END, 10.1, 0) == END


def test_a_paste_is_no_longer_for_coming_slowly() -> None:
    keys = Keys()
    taken = keys.take(BEGIN, 10.0) + b"".join(keys.take(b"p", 10.0 + number / 10) for number in range(1, 9000))
    assert taken == BEGIN + b"p" * (AT_ONCE - len(BEGIN))
    assert keys.take(END + b"a", 910.0) == END + b"a"
    again = BEGIN + b"p" * 3000 + END
    assert keys.take(again, 920.0) == again


@given(st.lists(st.tuples(st.binary(max_size=9000), st.floats(0, 1)), max_size=40))
def test_never_more_than_the_limit_passes(typed: list[tuple[bytes, float]]) -> None:
    keys = Keys()
    now = 100.0
    passed = 0
    for data, since in typed:
        now += since
        passed += len(keys.take(data, now))
    assert passed <= AT_ONCE + (now - 100.0) * A_SECOND + len(END) * len(typed)


@given(st.lists(st.sampled_from([BEGIN, END, b"abc", b"\x1b", b"[20", b"1~", b"k" * 5000]), max_size=60))
def test_the_program_never_stays_in_a_paste_once_it_is_quiet(parts: list[bytes]) -> None:
    keys = Keys()
    taken = b"".join(keys.take(part, 100.0 + number * 0.01) for number, part in enumerate(parts))
    taken += keys.take(b"k" * 20_000, 101.0)
    taken += keys.take(b"x", 200.0)
    assert taken.rfind(BEGIN) <= taken.rfind(END)
    assert taken.endswith(b"x")
