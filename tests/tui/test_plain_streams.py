"""How typed lines and updates of the network come in."""

from __future__ import annotations

import os

from net.updates import Closed
from unokart_tui.plain import Lines, Mailbox


def lines_of(*chunks: bytes) -> tuple[list[str], Lines]:
    read, write = os.pipe()
    lines = Lines(read)
    try:
        for chunk in chunks:
            os.write(write, chunk)
            lines.read()
    finally:
        os.close(write)
    lines.read()
    os.close(read)
    return list(lines.waiting), lines


def test_lines_come_whole_however_they_are_sent() -> None:
    taken, lines = lines_of(b"dr", b"aw\nke", b"ep\n\nquit")
    assert taken == ["draw", "keep", "", "quit"]
    assert lines.ended


def test_bytes_that_are_no_utf_8_become_marks() -> None:
    taken, _ = lines_of(b"\xff\xfe\n", "né".encode()[:2], b"\n", "é\n".encode())
    assert taken == ["\ufffd\ufffd", "n\ufffd", "é"]


def test_a_line_without_end_does_not_grow_without_end() -> None:
    taken, lines = lines_of(*[b"x" * 4000] * 20, b"\nhand\n")
    assert len(taken[0]) <= 1000
    assert taken[1:] == ["hand"]
    assert not lines.waiting or len(lines.waiting) == 2


def test_updates_are_taken_in_order_and_ring() -> None:
    mailbox: Mailbox[Closed] = Mailbox()
    updates = [Closed(str(number), "") for number in range(100_000)]
    for update in updates:
        mailbox.put(update)
    assert mailbox.take() == updates
    assert mailbox.take() == []
