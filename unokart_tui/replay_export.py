"""A moment of a replay put into a file: as text, or as a picture."""

from __future__ import annotations

import io
import re
from itertools import count
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.segment import Segment, Segments

from unokart_tui.replay import Replay
from unokart_tui.surface import Surface

_FONTS: Final = re.compile(r"@font-face \{.*?\}\s*", re.DOTALL)
"""What Rich would have a picture load from elsewhere when it is looked at."""
_MOST_FILES: Final = 1000


class CannotSave(Exception):
    """A file can't be written. ``str(error)`` is a sentence for the player."""


def moment(replay: Replay) -> str:
    """Describe the step that is shown, the table and all hands, in lines."""
    step = replay.step
    scores = ", ".join(f"{person.name} {step.view.scores[person.seat]}" for person in replay.people)
    lines = [
        f"UNO Kart replay, round {replay.round} of {len(replay.rounds)}, step {replay.at + 1} of {len(replay.steps)}",
        f"Scores, first to {step.view.rules.target_score}: {scores}",
        "",
        *step.lines,
        "",
        *replay.table(),
    ]
    return "\n".join(lines) + "\n"


def picture(surface: Surface, title: str) -> str:
    """Return what is drawn on a surface as an SVG that needs nothing but itself."""
    console = Console(
        width=surface.width,
        file=io.StringIO(),
        force_terminal=True,
        color_system="truecolor",
        record=True,
        legacy_windows=False,
        no_color=False,
    )
    for y in range(surface.height):
        console.print(Segments([*surface.strip(y), Segment.line()]), end="")
    drawn = _FONTS.sub("", console.export_svg(title=title))
    # Some programs that show pictures drop the spaces that Rich writes, and with them the columns.
    return drawn.replace("&#160;", " ").replace("<text ", '<text xml:space="preserve" ')


def save(text: str, name: str, kind: str, directory: Path | None = None) -> Path:
    """Write a new file into the present directory, or another one, and return its path; raise `CannotSave`.

    No file is overwritten: where the name is taken a number is added to it.
    """
    try:
        directory = directory or Path.cwd()
    except OSError as error:
        raise CannotSave(f"The present directory is gone: {error.strerror or error}.") from error
    for number in count(1):
        path = directory / (f"{name}.{kind}" if number == 1 else f"{name}-{number}.{kind}")
        try:
            with path.open("x", encoding="utf-8") as file:
                file.write(text)
        except FileExistsError:
            if number < _MOST_FILES:
                continue
            raise CannotSave(f"{path} and those after it are there already.") from None
        except OSError as error:
            raise CannotSave(f"{path} can't be written: {error.strerror or error}.") from error
        return path
    raise AssertionError("there is always another number")
