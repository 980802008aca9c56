"""How the lobby is drawn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from rich.cells import cell_len
from textual.geometry import Region

from net.updates import Person, RoomState, Spectator
from unokart_tui.cardface import Look
from unokart_tui.coming_back import code_words
from unokart_tui.lobby import Lobby
from unokart_tui.lobby_commands import LobbyId
from unokart_tui.names import counted, number_of
from unokart_tui.room_words import TRYING, everyone
from unokart_tui.screens.lobby_beside import Piece, beside
from unokart_tui.surface import Surface, clip
from unokart_tui.widgets.story import draw_log
from unokart_tui.widgets.talking import draw_reactions, draw_saying

_LEAST_LOG: Final = 3


def draw_lobby(surface: Surface, lobby: Lobby, look: Look) -> None:
    """Draw all of it on a surface of at least 60x20."""
    _draw_header(surface, lobby, look)
    room = lobby.room
    if room is None:
        surface.text(2, 2, "Coming in", look.palette.ground)
        return
    top = 2 if surface.height >= 24 else 1
    below = surface.height - 3
    split = surface.width // 2 - 1
    people = _people(lobby, room, look)
    side = beside(lobby, room, look, surface.width - split - 3)
    rows = min(max(len(people), len(side)), below - top - _LEAST_LOG - 1)
    _draw_column(surface, people, lobby, look, Region(1, top, split - 2, rows))
    _draw_column(surface, side, lobby, look, Region(split, top, surface.width - split - 1, rows))
    line = top + rows
    surface.fill(1, line, surface.width - 2, 1, look.palette.faint, look.glyphs.frame[4])
    names = tuple(one.name for one in everyone(room))
    draw_log(surface, lobby.stay.log, names, look, Region(2, line + 1, surface.width - 4, below - line - 1))
    _draw_prompt(surface, lobby, look, below)


def _draw_header(surface: Surface, lobby: Lobby, look: Look) -> None:
    palette, stay = look.palette, lobby.stay
    surface.fill(0, 0, surface.width, 1, palette.bar)
    x = surface.text(1, 0, "UNO KART", palette.bar_key) + 2
    parts = code_words(stay.guest)
    parts += [] if stay.milliseconds is None or stay.lost else [f"{stay.milliseconds} ms"]
    parts.append("you host" if stay.mine else "you are watching" if stay.watching else "lobby")
    right = f" {look.glyphs.bullet} ".join(parts)
    begin = surface.width - len(right) - 1
    surface.text(begin, 0, right, palette.bar)
    if lobby.room is not None:
        surface.text(x, 0, clip(lobby.room.name, begin - x - 2, look.glyphs.ellipsis), palette.bar)


# The columns


def _people(lobby: Lobby, room: RoomState, look: Look) -> list[Piece]:
    """List who is at the table and who watches."""
    palette = look.palette
    pieces = [Piece(f"AT THE TABLE  {len(room.people)} of {room.seats}", palette.strong)]
    pieces += [_seated(person, at, lobby, room, look) for at, person in enumerate(room.people)]
    free = room.seats - len(room.people)
    if free:
        pieces.append(Piece(f"    {counted(free, 'seat')} free", palette.faint))
    if room.spectators:
        pieces.append(Piece("WATCHING", palette.strong))
        first = len(room.people)
        pieces += [_watching(one, first + at, lobby, room, look) for at, one in enumerate(room.spectators)]
    return pieces


def _seated(person: Person, at: int, lobby: Lobby, room: RoomState, look: Look) -> Piece:
    palette = look.palette
    me = person.who == room.who
    status, style = "", palette.faint
    if person.stand_in or not person.here:
        status = "away"
    elif person.bot:
        status = f"{person.bot} bot"
    elif person.ready:
        status, style = "ready", palette.you
    elif person.host:
        status = "host"
    if person.who in lobby.stay.muted:
        status = f"{status}, mute" if status else "mute"
    if person.host and status != "host":
        status = f"host, {status}"
    return Piece(f"{number_of(person.seat)} {person.name}", palette.you if me else palette.ground, status, style, at)


def _watching(one: Spectator, at: int, lobby: Lobby, room: RoomState, look: Look) -> Piece:
    palette = look.palette
    status = "wants a seat" if one.waits else ""
    if one.who in lobby.stay.muted:
        status = "mute"
    ink = palette.you if one.who == room.who else palette.ground
    return Piece(f"  {one.name}", ink, status, palette.faint, at)


def _draw_column(surface: Surface, pieces: list[Piece], lobby: Lobby, look: Look, place: Region) -> None:
    """Draw as many rows as fit, the line one is at among them, and say how many do not."""
    palette, glyphs = look.palette, look.glyphs
    lines = lobby.lines
    at = min(lobby.at, len(lines) - 1)
    here = next((row for row, piece in enumerate(pieces) if piece.at == at), None)
    first = 0 if here is None else max(0, min(here - place.height + 2, len(pieces) - place.height))
    shown = pieces[first : first + place.height]
    for row, piece in enumerate(shown):
        chosen = piece.at is not None and piece.at == at
        y = place.y + row
        mark = glyphs.acts if chosen else " "
        surface.text(place.x, y, mark, palette.you)
        begin = place.right - cell_len(piece.end) if piece.end else place.right
        style = piece.style
        surface.text(place.x + 2, y, clip(piece.text, begin - place.x - 3, glyphs.ellipsis), style)
        if piece.end:
            surface.text(begin, y, piece.end, piece.end_style or palette.faint)
        if chosen:
            surface.tint(place.x, y, place.width, palette.lane)
    missing = len(pieces) - first - len(shown)
    if missing > 0:
        text = f"+{missing + 1} more"  # the row that says so covers one
        surface.fill(place.x, place.bottom - 1, place.width, 1, palette.ground)
        surface.text(place.x + 2, place.bottom - 1, text, palette.faint)


# What is asked, and the keys


def _draw_prompt(surface: Surface, lobby: Lobby, look: Look, y: int) -> None:
    palette, stay = look.palette, lobby.stay
    ground = palette.tint["W"]
    surface.fill(0, y, surface.width, 1, ground)
    if lobby.reacting:
        draw_reactions(surface, look, y, ground)
    else:
        badge, style = ("No connection", palette.alarm) if stay.lost is not None else ("Lobby", palette.quiet_badge)
        if stay.mine and stay.lost is None and lobby.why_not() is None:
            style = palette.badge
        x = surface.text(2, y, f" {badge} ", style) + 2
        notice = (TRYING if stay.lost else None) or lobby.notice or stay.unsaved
        ink = ground + palette.notice if notice else ground
        surface.text(x, y, clip(notice or lobby.sentence, surface.width - x - 1, look.glyphs.ellipsis), ink)
    if lobby.saying is not None:
        draw_saying(surface, look, y + 1, lobby.saying)
    _draw_keys(surface, lobby, look)


_BAR: Final[tuple[tuple[LobbyId, str], ...]] = (
    ("go", ""),
    ("more", ""),
    ("bot", "add bot"),
    ("remove", ""),
    ("invite", "invite"),
    ("ssh", "ssh"),
    ("unsaved", "play unsaved"),
    ("talk", "talk"),
    ("react", "react"),
    ("sit", ""),
    ("mute", "mute"),
    ("ready", "ready"),
)


def _draw_keys(surface: Surface, lobby: Lobby, look: Look) -> None:
    palette, y = look.palette, surface.height - 1
    surface.fill(0, y, surface.width, 1, palette.bar)
    if lobby.saying is not None or lobby.reacting:
        keys = [_Key("Enter", "say it", "enter")] if lobby.saying is not None else [_Key("1-8", "say it")]
        always = [_Key("Esc", "back", "escape")]
    else:
        keys = [_key(id, text or _word(id, lobby), lobby, look) for id, text in _BAR if _shown(id, lobby)]
        always = [_key("help", "help", lobby, look), _key("quit", "leave", lobby, look)]
    end = surface.width - sum(key.width for key in always) + 1
    x = end
    for key in always:
        x = _draw_key(surface, x, y, key, look)
    x = 1
    for key in keys:
        if x + key.width <= end:
            x = _draw_key(surface, x, y, key, look)


def _shown(id: LobbyId, lobby: Lobby) -> bool:
    """Say whether a key is shown; a guest is ready by Enter, which is shown already."""
    return lobby.works(id) and (id != "ready" or lobby.stay.mine)


@dataclass(frozen=True)
class _Key:
    """A key at the foot, as it is written, and what it does."""

    written: str
    text: str
    name: str = ""
    """By Textual's name, where a click presses it."""

    @property
    def width(self) -> int:
        """Cells, with the gap after it."""
        return len(self.written) + len(self.text) + 3


def _draw_key(surface: Surface, x: int, y: int, key: _Key, look: Look) -> int:
    begin = x
    x = surface.text(x, y, key.written, look.palette.bar_key)
    x = surface.text(x, y, f" {key.text}  ", look.palette.bar)
    if key.name:
        surface.mark(begin, y, x - begin - 2, 1, key.name)
    return x


def _key(id: LobbyId, text: str, lobby: Lobby, look: Look) -> _Key:
    written = look.glyphs.arrows if id == "more" else lobby.keys.of(id)
    return _Key(written, text, lobby.keys.keys(id)[0])


def _word(id: LobbyId, lobby: Lobby) -> str:
    match id:
        case "go" if lobby.stay.mine:
            return "begin"
        case "go":
            return "not ready" if lobby.stay.ready else "ready"
        case "more":
            return "level" if lobby.chosen_bot is not None else "change"
        case "remove":
            return "remove" if lobby.chosen_bot is not None else "send away"
        case "sit":
            return "wait no longer" if lobby.stay.waits else "take a seat" if lobby.stay.watching else "watch"
        case _:
            return ""
