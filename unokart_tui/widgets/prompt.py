"""What is asked now, in one sentence on the ground of the color in force, and below it the answers with their keys."""

from __future__ import annotations

from dataclasses import dataclass

from rich.cells import cell_len
from rich.style import Style

from engine.cards import COLOR_NAMES, name_of
from engine.phases import Phase
from engine.views import View
from unokart_tui.commands import COLOR_IDS, CommandId
from unokart_tui.names import digit_of, name_in
from unokart_tui.palette import suit_of
from unokart_tui.pointing import Pressed
from unokart_tui.room_words import TRYING
from unokart_tui.surface import Surface, clip, wrap
from unokart_tui.table import BETWEEN
from unokart_tui.widgets.painted import Painted
from unokart_tui.widgets.talking import draw_finding, draw_reactions, draw_saying
from unokart_tui.words import situation, turn_choice, turn_of


@dataclass(frozen=True)
class Choice:
    """A command and what it does now."""

    id: CommandId
    text: str
    style: Style
    """Of the key."""
    digit: str = ""
    """The key, for ``digit``."""


def _first_sentence(text: str) -> str:
    """Return the first sentence of several, which is a whole reason: what is asked comes back after it."""
    first, stop, _ = text.partition(". ")
    return f"{first}." if stop else text


class Prompt(Painted):
    """Asks, and answers a key that did nothing with the reason."""

    def paint(self, surface: Surface) -> None:
        """Draw the sentence and the answers."""
        view, palette = self.table.view, self.look.palette
        ground = palette.tint[suit_of(view.color if view else None)]
        surface.fill(0, 0, surface.width, 1, ground)
        if view is None:
            surface.text(1, 0, self._end() or "Sitting down at the table", ground)
            return
        surface.text(0, 0, self.look.glyphs.bar, palette.patch[suit_of(view.color)])
        badge, style = self._badge(view)
        if self.table.reacting:
            draw_reactions(surface, self.look, 0, ground)
            return
        notice = self._end() or self._trouble() or self.table.notice or self.table.standing or self._halt()
        end = self._draw_hurry(surface, style)
        beside = 2 + (cell_len(badge) + 4 if badge else 0)
        text = notice or self._sentence(view, end - beside - 1)
        lines = self._fitted(text, end - beside - 1, end - 3, surface.width - 3)
        if beside > 2 and (len(lines) > 1 or cell_len(lines[0]) > end - beside - 1):
            beside = 2  # the sentence comes first
        elif badge:
            surface.text(2, 0, f" {badge} ", style)
        ink = ground + palette.notice if notice else ground
        surface.text(beside, 0, lines[0], ink)
        if self.table.saying is not None:
            draw_saying(surface, self.look, 1, self.table.saying)
        elif self.table.finding is not None:
            draw_finding(surface, self.look, 1, self.table.finding.typed)
        elif len(lines) > 1:
            surface.fill(0, 1, surface.width, 1, ground)
            surface.text(2, 1, lines[1], ink)
        else:
            self._draw_choices(surface, view)

    def _fitted(self, text: str, beside: int, alone: int, below: int) -> list[str]:
        """Return a text as it fits into a row `beside` the badge or `alone`, else its first sentence, else two rows."""
        first = _first_sentence(text)
        for words, room in ((text, beside), (text, alone), (first, beside), (first, alone)):
            if cell_len(words) <= room:
                return [words]
        if self.table.saying is not None or self.table.finding is not None:
            return [clip(text, alone, self.look.glyphs.ellipsis)]
        head, *rest = wrap(first, alone)
        return [head, clip(" ".join(rest), below, self.look.glyphs.ellipsis)]

    def _end(self) -> str | None:
        return self.table.closed.sentence if self.table.closed else None

    def _trouble(self) -> str | None:
        """Say that the connection is lost, or that nothing can be saved; nothing else counts as long as that is so."""
        stay = self.table.stay
        if stay is None:
            return None
        return TRYING if stay.lost is not None else stay.unsaved

    def _halt(self) -> str | None:
        stay = self.table.stay
        if stay is None or stay.paused_by is None:
            return None
        who = "You have" if stay.mine else f"{stay.paused_by} has"
        return f"{who} paused the game: nobody can act and no timer runs"

    def _badge(self, view: View) -> tuple[str, Style]:
        palette, stay = self.look.palette, self.table.stay
        if stay is not None and stay.lost is not None:
            return "No connection", palette.alarm
        if stay is not None and stay.paused_by is not None:
            return "Paused", palette.badge
        if self.table.watches and view.phase not in BETWEEN:
            return "You are watching", palette.quiet_badge
        if view.phase in BETWEEN:
            return turn_of(view, self.table.people), palette.quiet_badge
        if self.table.mine:
            return "Your turn", palette.badge
        return "", palette.quiet_badge

    def _sentence(self, view: View, room: int) -> str:
        table = self.table
        if table.question == "color":
            return "Wild Draw Four: which color?"
        if table.question == "catch":
            return self._whom("Whom do you catch?", table.catchable)
        if view.phase is Phase.ROUND_OVER and table.stay is not None and (awaited := self._awaited()):
            return awaited
        if not table.mine or view.phase in BETWEEN:
            return situation(view, table.people)
        if view.phase is Phase.PLAY:
            sentence = turn_choice(view)
            if cell_len(sentence) > room:
                sentence = turn_choice(view, brief=True)
            return sentence[0].upper() + sentence[1:]
        if view.phase is Phase.ITEM_TARGET:
            return self._whom(situation(view, table.people), self._others(view))
        if table.must_keep:
            return f"{situation(view, table.people)}: it does not fit, you keep it"
        return situation(view, table.people)

    def _awaited(self) -> str | None:
        """Say for whom the next round waits, to one who is ready for it."""
        stay = self.table.stay
        if stay is None or not (stay.ready or stay.watching) or not stay.not_ready:
            return None
        names = stay.not_ready
        listed = names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
        return f"The next round waits for {listed}"

    def _draw_hurry(self, surface: Surface, badge: Style) -> int:
        """Draw at the right how little time is left, and return the column it begins at."""
        stay, palette = self.table.stay, self.look.palette
        hurry = stay.hurry if stay is not None else None
        if hurry is None:
            return surface.width
        text = f" {clip(hurry, 30, self.look.glyphs.ellipsis)} "
        x = surface.width - cell_len(text) - 1
        surface.text(x, 0, text, palette.alarm if self.table.mine else palette.quiet_badge)
        return x

    def _whom(self, question: str, seats: tuple[int, ...]) -> str:
        return question if self._names_fit(seats) else f"{question} Press the number before the name"

    def _others(self, view: View) -> tuple[int, ...]:
        return tuple(seat for seat in range(view.players) if seat != self.table.me)

    def _draw_choices(self, surface: Surface, view: View) -> None:
        palette = self.look.palette
        x = 2
        choices = [*self._chances(), *self._choices(view)]
        for choice in choices:
            key = choice.digit or self.table.keys.of(choice.id)
            text = f" {choice.text} " if choice.text else ""
            if x + cell_len(key) + 2 + cell_len(text) > surface.width:
                break
            begin = x
            x = surface.text(x, 1, f" {key} ", choice.style)
            x = surface.text(x, 1, text, palette.ground) + 1
            surface.mark(begin, 1, x - begin - 1, 1, Pressed(choice.id, choice.digit))
        if not choices or (self.table.mine and view.phase is Phase.PLAY and self.table.question is None):
            self._describe(surface, x, view)

    def _describe(self, surface: Surface, x: int, view: View) -> None:
        """Say the chosen card in words."""
        palette, chosen = self.look.palette, self.table.hand.chosen
        if chosen is None or view.phase in BETWEEN:
            return
        if self.table.halted is not None:
            surface.text(x, 1, name_of(chosen.code), palette.faint)
            return
        text = name_of(chosen.code)
        if self.table.mine and view.phase is Phase.PLAY:
            calls = " and calls UNO" if self.table.armed else ""
            fits = chosen.code in self.table.playable
            text = f"{self.table.keys.of('go')} plays {text}{calls}" if fits else f"{text} does not fit"
        if x + cell_len(text) < surface.width:  # the card is marked too: half a sentence about it says no more
            surface.text(x, 1, text, palette.faint)

    def _chances(self) -> list[Choice]:
        """What can be done out of turn: catch someone, call UNO. It comes first, for it does not last."""
        table, alarm = self.table, self.look.palette.alarm
        if table.question is not None:
            return []
        chances = []
        if table.may_call:
            chances.append(Choice("uno", "call UNO before you are caught", alarm))
        if table.catchable:
            names = [name_in(table.people, seat) for seat in table.catchable]
            who = names[0] if len(names) == 1 else f"one of {len(names)}"
            chances.append(Choice("catch", f"catch {who}: no UNO called", alarm))
        return chances

    def _choices(self, view: View) -> list[Choice]:
        table, palette = self.table, self.look.palette
        if table.question == "catch":
            return [*self._people(table.catchable), self._back()]
        if table.question == "color":
            return [*self._colors(), self._back()]
        if table.halted is not None and view.phase not in BETWEEN:
            return []
        if view.phase in (Phase.ROUND_OVER, Phase.MATCH_OVER):
            return [Choice("go", "go on", palette.badge)]
        if not table.mine:
            return []
        match view.phase:
            case Phase.DRAWN:
                play = [] if table.must_keep else [Choice("go", "play it", palette.badge)]
                return [*play, Choice("keep", "keep it", palette.quiet_badge)]
            case Phase.CHALLENGE:
                return [
                    Choice("accept", "accept, draw 4", palette.quiet_badge),
                    Choice("challenge", "challenge, 6 if no bluff", palette.badge),
                ]
            case Phase.OPENING_COLOR | Phase.ITEM_COLOR:
                return self._colors()
            case Phase.ITEM_TARGET:
                return self._people(self._others(view))
            case _:
                return []

    def _back(self) -> Choice:
        return Choice("back", "take back", self.look.palette.quiet_badge)

    def _colors(self) -> list[Choice]:
        card = self.look.palette.card
        return [Choice(id, COLOR_NAMES[color], card[color, "bright"]) for id, color in COLOR_IDS.items()]

    def _people(self, seats: tuple[int, ...]) -> list[Choice]:
        """Offer people by their digits; where their names are too long for the line, only the digits."""
        names = [name_in(self.table.people, seat) if self._names_fit(seats) else "" for seat in seats]
        badge = self.look.palette.badge
        return [Choice("digit", name, badge, digit_of(seat)) for seat, name in zip(seats, names, strict=True)]

    def _names_fit(self, seats: tuple[int, ...]) -> bool:
        room = self.size.width - 18  # for taking the question back, and the margins
        return sum(6 + cell_len(name_in(self.table.people, seat)) for seat in seats) < room
