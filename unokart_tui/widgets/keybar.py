"""The last line: the keys that do something now."""

from __future__ import annotations

from typing import Final

from engine.phases import Phase
from unokart_tui.commands import BY_ID, CommandId
from unokart_tui.pointing import Pressed
from unokart_tui.surface import Surface
from unokart_tui.table import BETWEEN
from unokart_tui.widgets.painted import Painted

_COLORS: Final = frozenset((Phase.OPENING_COLOR, Phase.ITEM_COLOR))
_ALWAYS: Final[tuple[CommandId, ...]] = ("help", "quit")


class KeyBar(Painted):
    """Shows only what can be done now; where the line is short, help and quit stay."""

    SLICES = 8

    def paint(self, surface: Surface) -> None:
        """Draw keys and words, `?` and `q` at the right."""
        palette = self.look.palette
        surface.fill(0, 0, surface.width, 1, palette.bar)
        if self.table.saying is not None:
            x = self._draw(surface, 1, "Enter", "say it")
            self._draw(surface, x, "Esc", "back")
            return
        if self.table.finding is not None:
            x = self._draw(surface, 1, "Enter", "this one")
            self._draw(surface, x, "Esc", "back")
            return
        end = surface.width - sum(self._width(self.table.keys.of(id), BY_ID[id].text) for id in _ALWAYS) + 1
        at = end
        for id in _ALWAYS:
            key, text = self.table.keys.of(id), BY_ID[id].text
            begin, at = at, self._draw(surface, at, key, text)
            surface.mark(begin, 0, at - begin - 2, 1, Pressed(id))
        x = 1
        for id, key, text, works in self._now():
            if x + self._width(key, text) > end:
                break
            # A key that does nothing for the chosen card leaves its place empty: the others stay where they are.
            begin, x = x, self._draw(surface, x, key, text) if works else x + self._width(key, text)
            if works:
                surface.mark(begin, 0, x - begin - 2, 1, Pressed(id))

    def _draw(self, surface: Surface, x: int, key: str, text: str) -> int:
        palette = self.look.palette
        x = surface.text(x, 0, key, palette.bar_key)
        return surface.text(x, 0, f" {text}  ", palette.bar)

    def _width(self, key: str, text: str) -> int:
        return len(key) + len(text) + 3

    def _now(self) -> list[tuple[CommandId, str, str, bool]]:
        """List commands with their keys, what they do, and whether they do it now."""
        shown: list[tuple[CommandId, str, str, bool]] = []
        table = self.table
        over = table.view is not None and table.view.phase in BETWEEN
        chosen = table.hand.chosen
        for id in [*self._ids(), *self._of_the_room(), *self._last()]:
            key, text, works = self.table.keys.of(id), BY_ID[id].text, True
            if id == "right":
                key = self.look.glyphs.arrows
            elif id == "go" and over:
                text = "go on"
            elif id == "go":
                works = chosen is not None and chosen.code in table.playable
            elif id == "filter" and table.filtered:
                text = "all cards"
            elif id == "uno" and table.armed:
                text = "take UNO back"
            elif id == "pause" and table.stay is not None and table.stay.paused_by is not None:
                text = "go on"
            elif id == "sit" and table.stay is not None and table.stay.waits:
                text = "wait no longer"
            shown.append((id, key, text, works))
        return shown

    def _ids(self) -> list[CommandId]:
        table, view = self.table, self.table.view
        if view is None:
            return []
        if table.reacting:
            return ["back"]
        if table.question == "color":
            return ["red", "yellow", "green", "blue", "back"]
        if table.question == "catch":
            return ["back"]
        if view.phase in BETWEEN:
            return [] if view.phase is Phase.NEW else ["go"]
        ids: list[CommandId] = ["right"] if table.hand.cards else []
        if table.halted is not None:
            return [*ids, "sort"] if ids else []
        if table.mine and table.playable:
            ids.append("go")
        if table.mine:
            asked: dict[Phase, list[CommandId]] = {
                Phase.PLAY: ["draw"],
                Phase.DRAWN: ["keep"],
                Phase.CHALLENGE: ["accept", "challenge"],
                Phase.OPENING_COLOR: ["red", "yellow", "green", "blue"],
                Phase.ITEM_COLOR: ["red", "yellow", "green", "blue"],
            }
            # What is asked for comes before the arrows, where there is no room for both.
            now = asked.get(view.phase, [])
            ids = [*now, *ids] if view.phase in _COLORS else [*ids, *now]
        if table.catchable:
            ids.append("catch")
        if table.may_call or table.may_arm:
            ids.append("uno")
        if table.mine:
            ids.append("hint")
        if not table.hand.cards:
            return ids
        return [*ids, "sort"]

    def _last(self) -> list[CommandId]:
        """List what is offered where there is room for it."""
        table, view = self.table, self.table.view
        if view is None or not table.mine or view.phase is not Phase.PLAY or table.question is not None:
            return []
        if not table.playable or table.reacting or table.halted is not None:
            return []
        narrows = table.hand.narrowed or any(card.code not in table.playable for card in table.hand.cards)
        return ["filter", "find"] if narrows else ["find"]

    def _of_the_room(self) -> list[CommandId]:
        """List what can be asked of the people around the table, what is needed most first."""
        stay = self.table.stay
        if stay is None or stay.lost is not None or self.table.reacting or self.table.question is not None:
            return []
        playing = stay.room is not None and stay.room.stage == "play"
        ids: list[CommandId] = ["unsaved"] if stay.unsaved is not None else []
        ids += ["sit"] if stay.watching else []
        if stay.mine and playing and stay.paused_by is not None:
            ids.append("pause")
        ids += ["talk", "react", "people"]
        if stay.mine and playing and stay.paused_by is None:
            ids.append("pause")
        return ids
