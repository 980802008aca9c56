"""What stands in the lobby beside the people: how friends get in, and by which rules the room plays."""

from __future__ import annotations

from dataclasses import dataclass

from rich.cells import cell_len
from rich.style import Style

from net.hosted import HostState, SshState
from net.updates import RoomState
from unokart_tui.cardface import Look
from unokart_tui.lobby import RULES, Lobby, rule_in_words
from unokart_tui.room_words import rules_lines
from unokart_tui.surface import wrap


@dataclass(frozen=True)
class Piece:
    """A row of a column, and whether it is the line one is at."""

    text: str
    style: Style
    end: str = ""
    end_style: Style | None = None
    at: int | None = None
    """Which line of the lobby it is."""


def beside(lobby: Lobby, room: RoomState, look: Look, width: int) -> list[Piece]:
    """Say how friends get in, where that is known here, and by which rules the room plays."""
    palette, stay = look.palette, lobby.stay
    pieces: list[Piece] = []
    if stay.host is not None:
        pieces += _way_in(stay.host, look, width)
        pieces.append(Piece("", palette.ground))
    pieces.append(Piece("RULES", palette.strong))
    first = len(room.people) + len(room.spectators)
    if stay.mine:
        pieces += [
            Piece(f"  {rule_in_words(rule, room)}", palette.ground, at=first + at) for at, rule in enumerate(RULES)
        ]
    else:
        for line in rules_lines(room):
            pieces += [Piece(f"  {piece}", palette.ground) for piece in wrap(line, width - 3)]
    return pieces


def _way_in(host: HostState, look: Look, width: int) -> list[Piece]:
    palette, ssh = look.palette, host.ssh
    places = host.endpoints or (f"127.0.0.1:{host.port}",)
    command = "unokart join"
    fits = all(len(command) + 1 + len(place) <= width - 3 for place in places)
    pieces = [Piece("FRIENDS TYPE" if fits else f"FRIENDS TYPE {command} AND ONE OF", palette.strong)]
    for place in places:
        text = f"{command} {place}" if fits else place
        pieces += [Piece(f"  {piece}", palette.you) for piece in wrap(text, width - 3)]
    close = ssh.stage == "open"  # then there is much to be said, and rows are dear
    if close:
        pieces += _ssh_commands(ssh, look, width)
    if host.passphrase is None:
        pieces.append(Piece("No passphrase is needed", palette.ground))
    else:
        pieces += _labelled("PASSPHRASE", host.passphrase, palette.you, look, width if close else 0)
    if ssh.keys and close:
        pieces.append(Piece("By ssh a key is asked for", palette.ground))
    pieces += _labelled("FINGERPRINT", host.fingerprint, palette.ground, look, width if close else 0)
    if close:
        pieces += _labelled("SSH KEY", ssh.fingerprint, palette.ground, look, width)
    pieces += [Piece(line, palette.faint) for remark in _remarks(host) for line in wrap(remark, width - 1)]
    return pieces


def _ssh_commands(ssh: SshState, look: Look, width: int) -> list[Piece]:
    """List what is to be typed by who has nothing but ssh, and how many have done so."""
    palette = look.palette
    heading = "WITH NOTHING BUT SSH" if width >= 32 else "WITH SSH ALONE"
    pieces = [Piece(heading, palette.strong, f"{ssh.guests} here" if ssh.guests else "", palette.faint)]
    for command in ssh.commands:
        pieces += [Piece(f"  {piece}", palette.you) for piece in wrap(command, width - 3)]
    return pieces


def _labelled(label: str, text: str, style: Style, look: Look, width: int) -> list[Piece]:
    """Put a label over a text, or before it where there is a width to be filled."""
    heading = look.palette.strong
    if not width:
        return [Piece(label, heading), Piece(f"  {text}", style)]
    beside = width - len(label) - 1
    if cell_len(text) <= beside or " " not in text:
        head, rest = text[:beside], text[beside:]
        rows = wrap(rest, width - 3) if rest else []
        return [Piece(label, heading, head, style), *(Piece(f"  {row}", style) for row in rows)]
    return [Piece(label, heading), *(Piece(f"  {row}", style) for row in wrap(text, width - 3))]


def _remarks(host: HostState) -> list[str]:
    remarks = [host.trouble or ("" if host.visible else "Soon in the list of friends' Join a game.")]
    if host.ssh.stage == "opening":
        remarks.append("The way in by ssh is being opened.")
    return [remark for remark in (*remarks, host.ssh.trouble or "") if remark]
