"""Finding a word in rows of text, also where it is broken over two of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rich.cells import cell_len
from rich.style import Style

Run = tuple[int, str, Style]
"""A text, the column it begins at, its style."""


@dataclass(frozen=True)
class Hit:
    """One place where what was looked for stands: pieces of rows, each by row, column and width."""

    pieces: tuple[tuple[int, int, int], ...]

    @property
    def row(self) -> int:
        """The row that it begins in."""
        return self.pieces[0][0]


def search(rows: Sequence[Sequence[Run]], wanted: str) -> list[Hit]:
    """Return where a text stands, whether in capitals or not."""
    wanted = " ".join(wanted.split()).casefold()
    if not wanted:
        return []
    lines = [_line(row) for row in rows]
    return [hit for at in range(len(lines)) for hit in _in_row(lines, at, wanted)]


def _line(row: Sequence[Run]) -> str:
    line = ""
    for column, text, _ in sorted(row, key=lambda run: run[0]):
        if column >= cell_len(line):  # else it is drawn over what stands there already
            line += " " * (column - cell_len(line)) + text
    return line


def _in_row(lines: Sequence[str], at: int, wanted: str) -> Iterator[Hit]:
    """Find what begins in a row, with its end maybe in the next."""
    line = lines[at].rstrip()
    following = lines[at + 1] if at + 1 < len(lines) else ""
    indent = len(following) - len(following.lstrip())
    both = f"{line} {following.strip()}".casefold()
    if len(both) != len(line) + 1 + len(following.strip()):  # letters that case makes longer: look at this row alone
        both = line.lower()
    start = both.find(wanted)
    while 0 <= start < len(line):
        end = start + len(wanted)
        pieces = [(at, cell_len(line[:start]), cell_len(line[start:end]))]
        if end > len(line) + 1:
            pieces.append((at + 1, indent, cell_len(following[indent : indent + end - len(line) - 1])))
        yield Hit(tuple(pieces))
        start = both.find(wanted, end)
