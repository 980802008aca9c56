"""How a table looks and sounds, by the player's settings."""

from __future__ import annotations

from collections.abc import Callable

from unokart_tui.cardface import Look
from unokart_tui.config import Settings
from unokart_tui.glyphs import ASCII
from unokart_tui.key_settings import table_keys
from unokart_tui.options import TableOptions


def options_for(
    settings: Settings, look: Look, set_title: Callable[[str], None], attract: Callable[[str], None]
) -> TableOptions:
    """Return what the settings ask for."""
    return TableOptions(
        bell=settings.bell,
        set_title=set_title if settings.title else None,
        attract=attract if settings.notify else None,
        remind=settings.reminder,
        settle=settings.settle,
        box_moment=settings.animations,
        motion=settings.animations,
        palette=look.palette,
        ascii=look.glyphs is ASCII,
        keys=table_keys(settings),
    )
