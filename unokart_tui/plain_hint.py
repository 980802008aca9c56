"""The hint of the line mode: the same reasons as on the screen, with what is typed in the place of keys."""

from __future__ import annotations

from engine.phases import Phase
from engine.views import View
from unokart_tui.commands import CommandId
from unokart_tui.hints import hint
from unokart_tui.names import People


class _Typed:
    """What is typed for a command as a table stands."""

    def __init__(self, view: View) -> None:
        self._view = view

    def of(self, id: CommandId, /) -> str:
        """Return it."""
        match id:
            case "go" if self._view.phase is Phase.ROUND_OVER:
                return "next"
            case "go" if self._view.phase is Phase.MATCH_OVER:
                return "again"
            case "go":
                return "play"
            case "uno" if len(self._view.hand) > 1:
                return "play CARD uno"
            case _:
                return id


def hint_lines(view: View, people: People) -> list[str]:
    """Explain what the seat of a view could do, with the reasons: a line for each card or rule."""
    lines: list[str] = []
    for part in hint(view, people, _Typed(view)):
        if part.heading != "Now":
            lines.append(part.heading if part.heading.endswith(":") or not part.lines else f"{part.heading}:")
        lines += part.lines
    return lines
