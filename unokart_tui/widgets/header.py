"""The first line: the game, the room, the round, and what the match is played to."""

from __future__ import annotations

from unokart_tui.coming_back import code_words
from unokart_tui.names import counted
from unokart_tui.surface import Surface, clip
from unokart_tui.widgets.painted import Painted


class Header(Painted):
    """Names the game and says how far the match is."""

    def paint(self, surface: Surface) -> None:
        """Draw the name at the left and the state of the match at the right."""
        palette, table = self.look.palette, self.table
        surface.fill(0, 0, surface.width, 1, palette.bar)
        x = surface.text(1, 0, "UNO KART", palette.bar_key)
        right = self._match()
        begin = surface.width - len(right) - 1
        surface.text(begin, 0, right, palette.bar)
        if table.room:
            surface.text(x + 2, 0, clip(table.room, begin - x - 4, self.look.glyphs.ellipsis), palette.bar)

    def _match(self) -> str:
        view = self.table.view
        if view is None:
            return ""
        dot = f" {self.look.glyphs.bullet} "
        parts = [*code_words(self.table.stay.guest if self.table.stay is not None else None), *self._network()]
        parts += [f"round {view.round}"] if view.round else []
        parts += [f"first to {counted(view.rules.target_score, 'point')}"]
        return dot.join(parts)

    def _network(self) -> list[str]:
        """Say how long it takes to the host and back, where there is a way to speak of and room for it."""
        stay = self.table.stay
        if stay is None or stay.milliseconds is None or stay.lost is not None or self.size.width < 80:
            return []
        return [f"{stay.milliseconds} ms"]
