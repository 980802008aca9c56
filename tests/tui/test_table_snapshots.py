"""Pictures of the table: the main situations, each size, each palette and both sets of marks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from textual.pilot import Pilot

from tests.tui.tables import SCENES, Seat, TableApp, calm
from unokart_tui.palette import FULL, MONO, SIXTEEN, Palette
from unokart_tui.widgets.middle import Middle
from unokart_tui.widgets.moment import Moment

Compare = Callable[..., bool]

BARE, HOME, WIDE, HUGE = (60, 20), (80, 24), (120, 40), (200, 60)

PICTURES: list[tuple[str, tuple[int, int], Palette, bool]] = [
    ("your-turn", HOME, FULL, False),
    ("your-turn", HOME, MONO, False),
    ("your-turn", HOME, SIXTEEN, False),
    ("your-turn", HOME, FULL, True),
    ("your-turn", BARE, FULL, False),
    ("your-turn", WIDE, FULL, False),
    ("your-turn", HUGE, FULL, False),
    ("others-turn", HOME, FULL, False),
    ("two", HOME, FULL, False),
    ("ten", WIDE, MONO, True),
    ("ten-long", HOME, FULL, False),
    ("ten-long", BARE, MONO, False),
    ("challenge", HOME, FULL, False),
    ("challenge", BARE, FULL, False),
    ("color", HOME, FULL, False),
    ("target", HOME, SIXTEEN, True),
    ("target-ten", BARE, FULL, False),
    ("drawn", HOME, FULL, False),
    ("drawn-unfit", HOME, MONO, False),
    ("catch", HOME, FULL, False),
    ("late", BARE, SIXTEEN, False),
    ("armed", HOME, FULL, False),
    ("eighteen", HOME, FULL, False),
    ("many", HOME, FULL, False),
    ("many", BARE, MONO, True),
    ("wrong-key", HOME, FULL, False),
    ("over", HOME, FULL, False),
]


def named(picture: tuple[str, tuple[int, int], Palette, bool]) -> str:
    scene, (width, height), palette, ascii = picture
    colors = {id(FULL): "full", id(SIXTEEN): "sixteen", id(MONO): "mono"}[id(palette)]
    return f"{scene}-{width}x{height}-{colors}{'-ascii' if ascii else ''}"


async def play(pilot: Pilot[Any], name: str) -> None:
    assert isinstance(pilot.app, TableApp)
    await pilot.pause()
    for action in SCENES[name].then:
        pilot.app.seat.play(action)
    await pilot.press(*SCENES[name].keys)
    await pilot.pause()


@pytest.mark.parametrize("picture", PICTURES, ids=map(named, PICTURES))
def test_table(snap_compare: Compare, picture: tuple[str, tuple[int, int], Palette, bool]) -> None:
    name, size, palette, ascii = picture
    scene = SCENES[name]
    app = TableApp(Seat(scene.match(), scene.names), calm(palette=palette, ascii=ascii))
    assert snap_compare(app, terminal_size=size, run_before=lambda pilot: play(pilot, name))


@pytest.mark.parametrize("stage", [0, 1, 2])
@pytest.mark.parametrize(("size", "palette", "ascii"), [(HOME, FULL, False), (BARE, MONO, True)], ids=["home", "bare"])
def test_box(
    snap_compare: Compare,
    stage: int,
    size: tuple[int, int],
    palette: Palette,
    ascii: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("unokart_tui.widgets.middle.STAGES", (3600.0, 3600.0, 3600.0))
    scene = SCENES["your-turn"]
    app = TableApp(Seat(scene.match(), scene.names), calm(palette=palette, ascii=ascii, box_moment=True))

    async def open_box(pilot: Pilot[Any]) -> None:
        await play(pilot, "your-turn")
        middle = app.table.query_one(Middle)
        assert middle.moment is not None
        middle.show(Moment(middle.moment.opened, stage))
        await pilot.pause()

    assert snap_compare(app, terminal_size=size, run_before=open_box)
