"""The player's hand."""

from __future__ import annotations

from engine.phases import Phase
from unokart_tui.cardface import draw_card, value_of
from unokart_tui.fan import Fan, Place, lay_out
from unokart_tui.hand import Card
from unokart_tui.palette import Mood, suit_of
from unokart_tui.surface import Surface
from unokart_tui.table import Table
from unokart_tui.widgets.painted import Painted


class Cards(Painted):
    """Shows the hand: what can be played is bright, the chosen card is raised."""

    SLICES = 10

    def paint(self, surface: Surface) -> None:
        """Draw the cards, and their numbers below them where there is room."""
        hand = self.table.hand
        if not hand.cards:
            if self.table.watches:
                self._say_who_watches(surface)
            return
        fan = lay_out(len(hand.cards), surface.width, surface.height, hand.place)
        self.table.row = fan.row if fan.rows == 2 else 0
        playable = self.table.playable
        for place in fan.places(hand.place):
            card = hand.cards[place.at]
            mood = _mood(self.table, card, playable)
            draw_card(
                surface, place.x, place.y, card.code, self.look,
                form=fan.form, mood=mood, width=place.width, height=place.height, edge=place.edge,
            )  # fmt: skip
            self._mark(surface, fan, place, card)
            if place.chosen and fan.rows == 1:
                self._raise(surface, place, card, mood)
            elif place.chosen:
                self._cap(surface, place, card)
            if fan.labels >= 0:
                self._label(surface, fan, place, mood == "bright")
        self._more(surface, fan, len(hand.cards))

    def _mark(self, surface: Surface, fan: Fan, place: Place, card: Card) -> None:
        """Let a click choose a card, with the column behind it and the row of its lip: nobody aims for one cell."""
        gap = max(0, fan.step - place.width)
        lip = 1 if fan.rows == 1 else 0  # over the front row of two lies the back row
        surface.mark(place.x, place.y - lip, place.width + gap, place.height + 1 + lip, card)

    def _say_who_watches(self, surface: Surface) -> None:
        """Say in place of a hand that there is none, and how to come by one."""
        stay, palette = self.table.stay, self.look.palette
        lines = [("You are watching", palette.strong)]
        if stay is not None and stay.waits:
            lines.append(("The next free seat is yours, with its score", palette.ground))
        elif stay is not None:
            lines.append(
                (f"{self.table.keys.of('sit')} takes the next seat that is free, with its score", palette.faint)
            )
        y = max(0, (surface.height - len(lines)) // 2)
        for row, (text, style) in enumerate(lines):
            surface.text((surface.width - len(text)) // 2, y + row, text, style)

    def _raise(self, surface: Surface, place: Place, card: Card, mood: Mood) -> None:
        """Let the chosen card stand out by half a row."""
        palette, glyphs = self.look.palette, self.look.glyphs
        lip = palette.lip[suit_of(card.code), mood]
        surface.fill(place.x, place.y - 1, place.width, 1, lip, glyphs.lip)

    def _cap(self, surface: Surface, place: Place, card: Card) -> None:
        """Mark the chosen card where it can't stand out."""
        palette, glyphs = self.look.palette, self.look.glyphs
        surface.fill(place.x, place.y, place.width, 1, palette.alarm)
        surface.text(place.x, place.y, glyphs.acts + value_of(card.code, glyphs), palette.alarm)

    def _label(self, surface: Surface, fan: Fan, place: Place, playable: bool) -> None:
        """Number a card and mark it if it may be played; a bar lies under the chosen one."""
        palette, glyphs = self.look.palette, self.look.glyphs
        mark = glyphs.mark if playable else ""
        style = palette.badge if place.chosen else palette.strong if playable else palette.faint
        surface.fill(place.x, fan.labels, place.width, 1, style)
        surface.text(place.x + 1, fan.labels, f"{place.at + 1}{mark}", style)

    def _more(self, surface: Surface, fan: Fan, count: int) -> None:
        """Say how many cards lie beyond the edges."""
        style, glyphs = self.look.palette.you, self.look.glyphs
        after = count - fan.first - fan.count
        if self.table.hand.narrowed:
            surface.text(1, 0, f"{count} of {self.table.hand.size}", style)
            return
        if fan.first:
            surface.text(1, 0, f"{glyphs.more_left}{fan.first}", style)
        if after:
            text = f"{after}{glyphs.more_right}"
            surface.text(surface.width - len(text) - 1, 0, text, style)


def _mood(table: Table, card: Card, playable: frozenset[str]) -> Mood:
    view = table.view
    if table.question == "color":
        return "bright" if card == table.hand.chosen else "dim"
    if view is None or not table.mine or view.phase not in (Phase.PLAY, Phase.DRAWN):
        return "rest"
    if view.phase is Phase.DRAWN:
        return "bright" if card == table.drawn and card.code in playable else "dim"
    return "bright" if card.code in playable else "dim"
