"""The player's hand."""

from __future__ import annotations

from engine.phases import Phase
from unokart_tui.cardface import draw_card
from unokart_tui.fan import Fan, Place, lay_out
from unokart_tui.hand import Card
from unokart_tui.palette import Mood
from unokart_tui.surface import Surface
from unokart_tui.table import Table
from unokart_tui.widgets.painted import Painted


class Cards(Painted):
    """Shows the hand: what can be played is bright, the chosen card is raised."""

    def paint(self, surface: Surface) -> None:
        """Draw the cards, and their numbers below them where there is room."""
        hand = self.table.hand
        if not hand.cards:
            return
        fan = lay_out(len(hand.cards), surface.width, surface.height, hand.place)
        self.table.row = fan.row if fan.rows == 2 else 0
        playable = self.table.playable
        places = sorted(fan.places(hand.place), key=lambda place: place.chosen and fan.rows == 1)
        for place in places:
            card = hand.cards[place.at]
            mood = _mood(self.table, card, playable)
            draw_card(
                surface, place.x, place.y, card.code, self.look,
                form=fan.form, mood=mood, width=place.width, height=place.height,
            )  # fmt: skip
            self._label(surface, fan, place, mood == "bright")
        self._more(surface, fan, len(hand.cards))

    def _label(self, surface: Surface, fan: Fan, place: Place, playable: bool) -> None:
        palette, glyphs = self.look.palette, self.look.glyphs
        if place.chosen and fan.rows == 1:
            surface.fill(place.x, place.y + place.height, place.width, 1, palette.you, glyphs.chosen)
        if fan.labels < 0:
            return
        mark = glyphs.mark if playable else ""
        text = f"{place.at + 1}{mark}" if place.width > 3 or not mark else mark
        style = palette.you if place.chosen else palette.strong if playable else palette.faint
        surface.text(place.x + 1, fan.labels, text, style)

    def _more(self, surface: Surface, fan: Fan, count: int) -> None:
        """Say how many cards lie beyond the edges."""
        style, glyphs = self.look.palette.you, self.look.glyphs
        after = count - fan.first - fan.count
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
