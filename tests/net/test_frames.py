"""Frames: a stream may come in any pieces; a length is judged before its payload is waited for."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from net.frames import FrameParser, FrameTooLong, frame


def payloads_in(parser: FrameParser) -> list[bytes]:
    found = []
    while (payload := parser.next()) is not None:
        found.append(payload)
    return found


def test_a_length_is_four_bytes_the_highest_first() -> None:
    assert frame(b"abc") == b"\x00\x00\x00\x03abc"


def test_two_frames_split_at_every_byte_are_two_payloads() -> None:
    stream = frame(b"first") + frame(b"") + frame(b"second")
    for split in range(len(stream) + 1):
        parser = FrameParser(100)
        parser.feed(stream[:split])
        found = payloads_in(parser)
        parser.feed(stream[split:])
        assert found + payloads_in(parser) == [b"first", b"", b"second"]
        assert not parser.in_the_middle


@given(st.lists(st.binary(max_size=50)), st.data())
def test_however_a_stream_is_cut_its_payloads_come_out(payloads: list[bytes], data: st.DataObject) -> None:
    stream = b"".join(map(frame, payloads))
    parser = FrameParser(50)
    found = []
    while stream:
        size = data.draw(st.integers(1, len(stream)))
        parser.feed(stream[:size])
        stream = stream[size:]
        found += payloads_in(parser)
    assert found == payloads


def test_a_payload_of_just_the_cap_is_taken_and_one_byte_more_is_not() -> None:
    parser = FrameParser(10)
    parser.feed(frame(bytes(10)))
    assert parser.next() == bytes(10)
    parser.feed(frame(bytes(11)))
    with pytest.raises(FrameTooLong):
        parser.next()


def test_a_length_bomb_is_refused_with_its_length_alone() -> None:
    parser = FrameParser(1 << 20)
    parser.feed(b"\xff\xff\xff\xff")
    with pytest.raises(FrameTooLong):
        parser.next()


def test_the_cap_can_be_raised_between_two_frames_that_came_together() -> None:
    parser = FrameParser(4)
    parser.feed(frame(b"1234") + frame(b"12345678"))
    assert parser.next() == b"1234"
    parser.cap = 8
    assert parser.next() == b"12345678"


def test_a_frame_that_has_begun_is_known_to_be_in_the_middle() -> None:
    parser = FrameParser(10)
    parser.feed(frame(b"abc")[:3])
    assert parser.next() is None
    assert parser.in_the_middle
