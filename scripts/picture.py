#!/usr/bin/env python3
"""Make the README's picture, .github/table.svg, from the real program: a seeded match, played up to a good moment."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
os.environ["COLORTERM"] = "truecolor"  # read by Textual when it is imported
os.environ.pop("NO_COLOR", None)

from textual.pilot import Pilot  # noqa: E402 - the settings above come first

from engine.bots import make  # noqa: E402 - likewise
from engine.phases import Phase  # noqa: E402 - likewise
from engine.views import View  # noqa: E402 - likewise
from unokart_tui.app import UnoKartApp  # noqa: E402 - likewise
from unokart_tui.config import Settings  # noqa: E402 - likewise
from unokart_tui.screens.table import TableScreen  # noqa: E402 - likewise
from unokart_tui.start import AtTable  # noqa: E402 - likewise

PICTURE = ROOT / ".github" / "table.svg"
SIZE = (80, 24)
SEED = 20
SETTINGS = Settings(name="Mario", bots=3, pace=0, animations=False, bell=False, title=False)


def is_good(view: View) -> bool:
    """Say whether a moment shows what the game is: your turn, a choice of cards, points on the board."""
    return (
        view.phase is Phase.PLAY
        and view.owed == view.seat
        and view.round >= 3
        and 5 <= len(view.hand) <= 8
        and len({code[0] for code in view.hand}) >= 4
        and min(view.counts) <= 3
        and view.top is not None
        and view.top[1].isdigit()
    )


async def play(pilot: Pilot[None]) -> None:
    """Play as a bot would, until a moment is good."""
    bot = make("normal", Random(SEED))
    acted = -1
    while True:
        await pilot.pause(0.01)
        table = pilot.app.screen
        if not isinstance(table, TableScreen):
            await pilot.press("enter")  # the end of a round
            continue
        view, version = table.view, table.table.version
        if view is None or version == acted:
            continue
        if view.phase is Phase.ROUND_OVER:
            await pilot.press("enter")
        elif is_good(view):
            await pilot.pause(1)
            return
        elif action := bot.call(view) or bot.act(view):
            acted = version
            table.link.act(action, version)


async def take() -> str:
    """Return the picture."""
    app = UnoKartApp(SETTINGS, AtTable(SEED))
    async with app.run_test(size=SIZE) as pilot:
        await asyncio.wait_for(play(pilot), 120)
        picture = app.export_screenshot(title="unokart play")
    app.leave()
    return picture


def main() -> None:
    """Take the picture and put it where the README looks for it."""
    PICTURE.parent.mkdir(exist_ok=True)
    PICTURE.write_text(asyncio.run(take()), encoding="utf-8")
    print(PICTURE)


if __name__ == "__main__":
    main()
