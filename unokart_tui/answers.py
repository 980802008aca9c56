"""What a command does at a table: an action to ask for, a change on the screen, or the reason why nothing happens."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from engine.actions import Accept, CallUno, Catch, Challenge, Draw, Keep, Name, Play
from engine.cards import WILD_DRAW_FOUR, Color, name_of
from engine.phases import TABLE, Phase, Uno
from engine.views import View
from unokart_tui.choosing import choosing
from unokart_tui.commands import COLOR_IDS, CommandId
from unokart_tui.names import name_in, possessive
from unokart_tui.outcomes import Answer, GoOn, Say, Send, Shown
from unokart_tui.room_keys import reaction, room_command
from unokart_tui.table import BETWEEN, JUST_CHANGED, WAITING, Table
from unokart_tui.words import situation, what_fits

_FIRST: Final[Mapping[Phase, str]] = {
    Phase.PLAY: "Play a card or draw one.",
    Phase.DRAWN: "You have drawn: {go} plays the card, {keep} keeps it.",
    Phase.CHALLENGE: "First answer the Wild Draw Four: {challenge} challenges, {accept} accepts.",
    Phase.OPENING_COLOR: "First name the color: {red}, {yellow}, {green} or {blue}.",
    Phase.ITEM_COLOR: "First name the color: {red}, {yellow}, {green} or {blue}.",
    Phase.ITEM_TARGET: "First choose whom the Green Shell hits, by their digit.",
}
"""What has to be done first, with the keys of commands in braces."""

_COLOR_FIRST: Final = "First name the color: {red}, {yellow}, {green} or {blue}; {back} takes the card back."
_OF_THE_ROOM: Final[frozenset[CommandId]] = frozenset(("talk", "react", "people", "pause", "sit", "unsaved"))


def answer(table: Table, command: CommandId, key: str = "", now: float = 0.0) -> Answer:
    """Carry out a command as far as the screen can, and say what is left to do.

    `key` is the digit for ``digit``; `now` is in seconds, and only differences of it matter.
    """
    table.notice = table.standing = None
    if command != "digit":
        table.typed = ("", 0.0)
    if command in _OF_THE_ROOM:
        asked = room_command(table, command)
        return Say(asked) if isinstance(asked, str) else asked or Shown()
    if table.reacting and command == "digit":
        said = reaction(table, key)
        return Say(said) if isinstance(said, str) else said
    if table.reacting and command == "back":
        table.reacting = False
        return Shown()
    done = choosing(table, command, key, now)
    if done is None:
        done = Say(table.halted) if table.halted is not None and not _between_rounds(table) else _asking(table, command)
    if isinstance(done, Send) and table.awaits(done.action):
        return Say(WAITING)
    if isinstance(done, Send) and table.unsettled and not isinstance(done.action, CallUno | Catch):
        return Say(JUST_CHANGED)
    return done


def _between_rounds(table: Table) -> bool:
    return table.view is not None and table.view.phase in BETWEEN


def _asking(table: Table, command: CommandId) -> Answer:
    """Commands that ask something of the table."""
    view = table.view
    if view is None:
        return Say("You are not at the table yet.")
    if table.me == TABLE:
        return Say("You are watching: nothing is asked of you.")
    if view.phase in BETWEEN:
        return _between(table, view, command)
    if command == "uno":
        return _uno(table, view)
    if command == "catch":
        return _catch(table)
    if not table.mine:
        return Say(whose_turn(table, view))
    if table.question == "color" and command not in COLOR_IDS:
        return Say(table.keys.filled(_COLOR_FIRST))
    return _TURN[command](table, view, command)


def _first(table: Table, view: View) -> str:
    """Say what is asked of the player before anything else."""
    return table.keys.filled(_FIRST[view.phase])


def _between(table: Table, view: View, command: CommandId) -> Answer:
    if view.phase is Phase.NEW:
        return Say("The first round is about to be dealt.")
    if command == "go":
        return GoOn()
    return Say(f"The {'round' if view.phase is Phase.ROUND_OVER else 'match'} is over: {table.keys.of('go')} goes on.")


def whose_turn(table: Table, view: View) -> str:
    """Say for whom the table waits, as a reason."""
    if view.phase in (Phase.PLAY, Phase.DRAWN):
        return f"It is {possessive(name_in(table.people, view.owed))} turn."
    return f"{situation(view, table.people)}."


def _uno(table: Table, view: View) -> Answer:
    if table.may_call:
        return Send(CallUno(table.me))
    if table.may_arm:
        if any(isinstance(asked.action, Play) for asked in table.pending.values()):
            return Say(WAITING)
        table.armed = not table.armed
        return Say("UNO goes with your next play." if table.armed else "UNO taken back.")
    match view.uno[table.me]:
        case Uno.CALLED:
            return Say("You have called UNO already.")
        case Uno.CAUGHT:
            return Say("Too late: you have been caught.")
        case _:
            return Say(f"UNO is called with one or two cards left; you hold {len(view.hand)}.")


def _catch(table: Table) -> Answer:
    match table.catchable:
        case ():
            return Say("Nobody can be caught now.")
        case (seat,):
            return Send(Catch(table.me, seat))
        case _:
            table.question = "catch"
            return Shown()


def _go(table: Table, view: View, command: CommandId) -> Answer:
    if table.question == "catch":
        return Say(table.keys.filled("Choose whom to catch by their digit; {back} takes it back."))
    if table.must_keep:
        return Send(Keep(table.me))
    chosen = table.hand.chosen
    if view.phase not in (Phase.PLAY, Phase.DRAWN) or chosen is None:
        return Say(_first(table, view))
    if chosen.code not in table.playable:
        return Say(_why_not(table, view, chosen.code))
    if chosen.code == WILD_DRAW_FOUR and len(view.hand) > 1:
        if table.awaits(Draw(table.me)):
            return Say(WAITING)
        table.question = "color"
        return Shown()
    return Send(_play(table, view, chosen.code))


def _play(table: Table, view: View, code: str, color: Color | None = None) -> Play:
    return Play(table.me, code, color, uno=table.armed and len(view.hand) == 2)


def _why_not(table: Table, view: View, code: str) -> str:
    if view.phase is Phase.DRAWN and view.drawn is not None:
        return f"Only the {name_of(view.drawn)} that you drew may be played; {table.keys.of('keep')} keeps it."
    return f"The {name_of(code)} does not fit: play {what_fits(view, brief=True)}, or draw."


def _draw(table: Table, view: View, command: CommandId) -> Answer:
    if view.phase is not Phase.PLAY:
        return Say(_first(table, view))
    if table.playable and not view.draw_count and view.discard_count <= 1:
        return Say("No card is left to draw: play one that fits.")
    return Send(Draw(table.me))


def _keep(table: Table, view: View, command: CommandId) -> Answer:
    if view.phase is Phase.DRAWN:
        return Send(Keep(table.me))
    first = _first(table, view)
    return Say(f"You have drawn nothing to keep. {first}" if view.phase is Phase.PLAY else first)


def _reply(table: Table, view: View, command: CommandId) -> Answer:
    if view.phase is not Phase.CHALLENGE:
        return Say(f"There is no Wild Draw Four to answer. {_first(table, view)}")
    return Send(Challenge(table.me) if command == "challenge" else Accept(table.me))


def _color(table: Table, view: View, command: CommandId) -> Answer:
    color = COLOR_IDS[command]
    if table.question == "color":
        return Send(_play(table, view, WILD_DRAW_FOUR, color))
    if view.phase in (Phase.OPENING_COLOR, Phase.ITEM_COLOR):
        return Send(Name(table.me, color))
    return Say(f"No color is asked for. {_first(table, view)}")


_TURN: Final[Mapping[CommandId, Callable[[Table, View, CommandId], Answer]]] = {
    "go": _go,
    "draw": _draw,
    "keep": _keep,
    "challenge": _reply,
    "accept": _reply,
    "red": _color,
    "yellow": _color,
    "green": _color,
    "blue": _color,
}
