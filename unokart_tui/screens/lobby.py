"""The lobby: who is here, how friends get in, by which rules, and who is ready."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from textual.events import Key, Paste
from textual.screen import Screen

from net.hosted import HostControl
from net.updates import CHAT_CHARACTERS, REACTIONS, Person, Refused, RoomLink, Spectator, Update
from unokart_tui.cardface import Look
from unokart_tui.config import Settings
from unokart_tui.keymap import LOBBY_KEYS, LobbyKeys
from unokart_tui.lobby import Lobby
from unokart_tui.lobby_commands import LOBBY_BY_ID, LOBBY_COMMANDS, LobbyId
from unokart_tui.offers import Offer
from unokart_tui.screens.lobby_picture import draw_lobby
from unokart_tui.screens.page import Page, took
from unokart_tui.screens.sending_away import sending_away
from unokart_tui.stay import Stay
from unokart_tui.surface import Surface
from unokart_tui.timers import Timers
from unokart_tui.typed import TypedLine

_NOTICE_FOR: Final = 6.0


class LobbyScreen(Page[None]):
    """Shows a stay in a room between matches. Whoever changes the stay calls `receive` or `redraw`."""

    def __init__(
        self,
        stay: Stay,
        link: RoomLink,
        *,
        ask_leave: Callable[[], object],
        control: HostControl | None = None,
        invite: Callable[[], Screen[Any]] | None = None,
        ssh: Callable[[], Screen[Any]] | None = None,
        level: str = Settings().level,
        keys: LobbyKeys = LOBBY_KEYS,
    ) -> None:
        """`control`, `invite` and `ssh` are there where this program hosts the room; `level` is of added bots."""
        super().__init__()
        self.lobby = Lobby(stay, hosted_here=invite is not None, keys=keys)
        self._link = link
        self._ask_leave = ask_leave
        self._control = control
        self._invite = invite
        self._ssh = ssh
        self._level = level
        self._due = Timers(self)

    def receive(self, update: Update) -> None:
        """Take what has been told to the stay already."""
        self.lobby.settle()
        if isinstance(update, Refused) and update.action_id == 0:
            self._say(update.sentence)
        self.redraw()

    def draw(self, surface: Surface, look: Look) -> None:
        """Draw the lobby."""
        draw_lobby(surface, self.lobby, look)

    def offers(self) -> list[Offer]:
        """Return the commands of the lobby, and those that are the same everywhere."""
        lobby = self.lobby
        commands = [command for command in LOBBY_COMMANDS if lobby.stay.mine or not command.host]
        own = [Offer(lobby.keys.keys(c.id)[0], lobby.keys.of(c.id), c.help) for c in commands]
        return [*own, *(offer for offer in super().offers() if lobby.keys.command(offer.id) is None)]

    # What is typed

    def on_key(self, event: Key) -> None:
        """Do what a key stands for; while something is typed, or a reaction is chosen, take it for that."""
        lobby = self.lobby
        if self.app.screen is not self:  # typed ahead: it is for the screen that an earlier key has led to
            took(event)
            self.app.post_message(Key(event.key, event.character))
            return
        if lobby.saying is not None:
            took(event)
            self._type(event)
        elif lobby.reacting:
            took(event)
            lobby.reacting = False
            if event.key.isdigit() and 1 <= int(event.key) <= len(REACTIONS):
                self._link.react(int(event.key) - 1)
            elif event.key != "escape":
                self._say(f"Reactions have the numbers 1 to {len(REACTIONS)}.")
        elif (id := lobby.keys.command(event.key)) is not None:
            took(event)
            self._command(id)
        self.redraw()

    def unheard(self, key: str) -> None:
        """Say that a key does nothing here."""
        self._say(f"{key} does nothing here; {self.lobby.keys.of('help')} shows the keys.")
        self.redraw()

    def on_paste(self, event: Paste) -> None:
        """Take what is pasted to be said."""
        if self.lobby.saying is not None:
            self.lobby.saying.paste(event.text)
            self.redraw()

    def _type(self, event: Key) -> None:
        line = self.lobby.saying
        assert line is not None
        if event.key not in ("enter", "escape"):
            line.key(event.key, event.character)
            return
        self.lobby.saying = None
        if event.key == "enter" and line.text.strip():
            self._link.chat(line.text.strip())

    # What the keys do

    def _command(self, id: LobbyId) -> None:
        """Do what a key stands for, or say why not."""
        lobby = self.lobby
        lobby.notice = None
        if id != "go":
            lobby.pressed_start = False
        if LOBBY_BY_ID[id].host and not lobby.stay.mine:
            self._say("Only the host can do that.")
        elif not lobby.works(id):
            self._say(lobby.keys.filled(_WHY_NOT.get(id, "That is not possible now.")))
        else:
            self._do(id)
        self.redraw()

    def _do(self, id: LobbyId) -> None:
        lobby, link = self.lobby, self._link
        match id:
            case "up" | "down":
                lobby.move(-1 if id == "up" else 1)
            case "less" | "more":
                if (why_not := lobby.change(link, -1 if id == "less" else 1)) is not None:
                    self._say(why_not)
            case "go" if lobby.stay.mine:
                self._begin()
            case "go" | "ready":
                link.unready() if lobby.stay.ready else link.ready()
            case "bot":
                link.add_bot("easy" if self._level == "easy" else "normal")
            case "remove":
                self._remove()
            case "mute" if (other := lobby.chosen_other) is not None:
                muted = lobby.stay.mute(other.who)
                self._say(f"What {other.name} says is {'not shown any more' if muted else 'shown again'}.")
            case "invite" if self._invite is not None:
                self.app.push_screen(self._invite())
            case "ssh" if self._ssh is not None:
                self.app.push_screen(self._ssh())
            case "sit":
                link.sit() if lobby.stay.watching and not lobby.stay.waits else link.stand()
            case "talk":
                lobby.saying = TypedLine(most=CHAT_CHARACTERS)
            case "react":
                lobby.reacting = True
            case "unsaved" if self._control is not None:
                self._control.go_on_unsaved()
            case "help":
                self._help()
            case _:
                self._ask_leave()

    def _begin(self) -> None:
        """Begin the match; where someone is not ready, say so first."""
        why_not = self.lobby.why_not()
        if why_not is None:
            self.lobby.pressed_start = False
            self._link.start()
            return
        room = self.lobby.room
        self.lobby.pressed_start = room is not None and len(room.people) >= 2
        self._say(why_not)

    def _remove(self) -> None:
        bot, other = self.lobby.chosen_bot, self.lobby.chosen_other
        if bot is not None:
            self._link.remove(bot.seat)
        elif other is not None:
            self._send_away(other)

    def _send_away(self, other: Person | Spectator) -> None:
        screen, take = sending_away(other, self._link)
        self.app.push_screen(screen, take)

    def _help(self) -> None:
        from unokart_tui.screens.lobby_help import LobbyHelpScreen

        self.app.push_screen(
            LobbyHelpScreen(host=self.lobby.stay.mine, guest=self.lobby.stay.guest, keys=self.lobby.keys)
        )

    def _say(self, sentence: str) -> None:
        """Answer a key with a sentence, for a moment."""
        self.lobby.notice = sentence
        self._due.start("notice", _NOTICE_FOR, self._unsay)

    def _unsay(self) -> None:
        self.lobby.notice = None
        self.lobby.pressed_start = False
        self.redraw()


_WHY_NOT: dict[LobbyId, str] = {
    "less": "Choose a bot or a rule first.",
    "more": "Choose a bot or a rule first.",
    "go": "You watch; {sit} takes a seat.",
    "ready": "You watch; {sit} takes a seat.",
    "bot": "Every seat is taken.",
    "remove": "Choose a bot or another person first.",
    "mute": "Choose another person first.",
    "invite": "Only where the room is hosted can people be invited.",
    "ssh": "Only where the room is hosted can guests be let in by ssh.",
    "talk": "Nobody else is here.",
    "react": "Nobody else is here.",
    "unsaved": "The game is saved as it is played.",
}
