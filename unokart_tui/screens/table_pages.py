"""The pages about a table: its log, a hint, the keys, the rules. They are loaded when they are first looked at."""

from __future__ import annotations

from typing import Any

from textual.screen import Screen

from unokart_tui.commands import CHOOSING, COMMANDS, CommandId
from unokart_tui.offers import Offer
from unokart_tui.possible import possible
from unokart_tui.screens.page import Page
from unokart_tui.table import Table

_READ_FOR = 20.0
"""Seconds that it stays on a page that one's turn has begun."""


def page_of(id: CommandId, table: Table) -> Page[None] | None:
    """Return the page that a command leads to; None for a command that leads to none."""
    match id:
        case "help":
            from unokart_tui.screens.help import HelpScreen

            return HelpScreen(table, room=table.stay is not None)
        case "rules":
            from unokart_tui.applying import rules_now
            from unokart_tui.screens.rules import RulesScreen

            return RulesScreen(rules_now(table.view))
        case "hint":
            from unokart_tui.screens.hint import HintScreen

            return HintScreen(table)
        case "log":
            from unokart_tui.screens.log import LogScreen

            return LogScreen(table)
    return None


def commands_page(table: Table) -> Page[str]:
    """Return the command palette of a table, which is dismissed with the id of a command."""
    from unokart_tui.screens.commands import CommandsScreen

    offered = [c for c in COMMANDS if c.id not in ("digit", "commands") and (table.stay is not None or not c.room)]
    now = possible(table)
    offers = [Offer(c.id, table.keys.of(c.id), c.text, c.help, c.id in now) for c in offered]
    return CommandsScreen(sorted(offers, key=lambda offer: offer.id in CHOOSING))  # which one finds without a list


def renew_page(screen: Screen[Any], turn_began: bool) -> None:
    """Let a page that lies over the table show what has changed there."""
    from unokart_tui.screens.text import TextPage

    if isinstance(screen, TextPage) and screen.live:
        screen.renew()
    if isinstance(screen, Page) and turn_began:
        screen.say("It is your turn.", _READ_FOR)
