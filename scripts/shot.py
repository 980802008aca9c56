"""Take pictures of the table: `shot.py SCENE... [--size 80x24] [--theme NAME] [--ascii] [--out DIR]`.

Each scene of tests/tui/tables.py becomes an SVG, drawn by the real screen.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.tui.tables import SCENES, Seat, TableApp  # noqa: E402  # the path to it comes first
from unokart_tui.options import TableOptions  # noqa: E402  # likewise
from unokart_tui.palette import palette_for  # noqa: E402  # likewise
from unokart_tui.theme_names import all_themes  # noqa: E402  # likewise

SYSTEMS = {"full": "truecolor", "256": "256", "16": "standard", "none": None}


async def shoot(name: str, size: tuple[int, int], options: TableOptions) -> str:
    """Return a scene as SVG."""
    scene = SCENES[name]
    seat = Seat(scene.match(), scene.names)
    app = TableApp(seat, options)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        for action in scene.then:
            seat.play(action)
        await pilot.pause()
        await pilot.press(*scene.keys)
        await pilot.pause()
        return app.export_screenshot(title=f"{size[0]}x{size[1]}")


def main() -> None:
    """Take the pictures that the command line names."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("scenes", nargs="*", default=list(SCENES))
    parser.add_argument("--size", default="80x24")
    parser.add_argument("--ascii", action="store_true")
    parser.add_argument("--moment", action="store_true", help="show item boxes being opened")
    parser.add_argument("--theme", choices=all_themes(), default="dark")
    parser.add_argument("--colors", choices=list(SYSTEMS), default="full")
    parser.add_argument("--out", type=Path, default=Path("shots"))
    given = parser.parse_args()
    width, height = (int(part) for part in given.size.split("x"))
    given.out.mkdir(parents=True, exist_ok=True)
    options = TableOptions(
        palette=palette_for(False, SYSTEMS[given.colors], given.theme),
        ascii=given.ascii,
        box_moment=given.moment,
        keep_after=60,
        linger=60,
        notice_for=60,
    )
    for name in given.scenes:
        svg = given.out / f"{name}-{given.size}.svg"
        text = asyncio.run(shoot(name, (width, height), options))
        svg.write_text(text)
        print(svg)


if __name__ == "__main__":
    main()
