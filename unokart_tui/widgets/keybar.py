"""The last line: the keys that do something now."""

from __future__ import annotations

from engine.phases import Phase
from unokart_tui.commands import BY_ID, CommandId, key_of
from unokart_tui.surface import Surface
from unokart_tui.table import BETWEEN
from unokart_tui.widgets.painted import Painted


class KeyBar(Painted):
    """Shows only what can be done now; where the line is short, help and quit stay."""

    def paint(self, surface: Surface) -> None:
        """Draw keys and words, `?` and `q` at the right."""
        palette = self.look.palette
        surface.fill(0, 0, surface.width, 1, palette.bar)
        end = surface.width - sum(self._width(key, text) for key, text in self._always()) + 1
        at = end
        for key, text in self._always():
            at = self._draw(surface, at, key, text)
        x = 1
        for key, text in self._now():
            if x + self._width(key, text) > end:
                break
            x = self._draw(surface, x, key, text)

    def _draw(self, surface: Surface, x: int, key: str, text: str) -> int:
        palette = self.look.palette
        x = surface.text(x, 0, key, palette.bar_key)
        return surface.text(x, 0, f" {text}  ", palette.bar)

    def _width(self, key: str, text: str) -> int:
        return len(key) + len(text) + 3

    def _always(self) -> list[tuple[str, str]]:
        return [(key_of(id), BY_ID[id].text) for id in ("help", "quit")]

    def _now(self) -> list[tuple[str, str]]:
        shown: list[tuple[str, str]] = []
        over = self.table.view is not None and self.table.view.phase in BETWEEN
        for id in self._ids():
            if id == "go" and over:
                shown.append((key_of(id), "go on"))
            elif id == "right":
                shown.append((self.look.glyphs.arrows, BY_ID[id].text))
            elif id == "uno" and self.table.armed:
                shown.append((key_of(id), "take UNO back"))
            else:
                shown.append((key_of(id), BY_ID[id].text))
        return shown

    def _ids(self) -> list[CommandId]:
        table, view = self.table, self.table.view
        if view is None:
            return []
        if table.question == "color":
            return ["red", "yellow", "green", "blue", "back"]
        if table.question == "catch":
            return ["back"]
        if view.phase in BETWEEN:
            return [] if view.phase is Phase.NEW else ["go"]
        ids: list[CommandId] = ["right"]
        chosen = table.hand.chosen
        if table.mine and chosen is not None and chosen.code in table.playable:
            ids.append("go")
        if table.mine:
            asked: dict[Phase, list[CommandId]] = {
                Phase.PLAY: ["draw"],
                Phase.DRAWN: ["keep"],
                Phase.CHALLENGE: ["accept", "challenge"],
                Phase.OPENING_COLOR: ["red", "yellow", "green", "blue"],
                Phase.ITEM_COLOR: ["red", "yellow", "green", "blue"],
            }
            ids += asked.get(view.phase, [])
        if table.catchable:
            ids.append("catch")
        if table.may_call or table.may_arm:
            ids.append("uno")
        return [*ids, "sort"]
