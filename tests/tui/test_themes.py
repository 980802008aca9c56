"""Themes: all text is readable, the four colors can be told apart by every eye, and each terminal gets what it has."""

from __future__ import annotations

import dataclasses
from itertools import combinations
from pathlib import Path
from typing import Final

import pytest
from rich.color import Color, ColorSystem
from rich.style import Style
from textual.theme import BUILTIN_THEMES, Theme

from tests.tui.eyes import DEFICIENCIES, Lab, contrast, distance, lab, linear, seen_with
from unokart_tui.ansi import ANSI_DARK, ANSI_LIGHT, CONSOLE, EIGHT, SIXTEEN
from unokart_tui.fixed_themes import SCHEMES
from unokart_tui.palette import FULL, MONO, SUITS, Palette, Suit, palette_for, textual_theme
from unokart_tui.theme_names import BORROWED, OWN_THEMES, all_themes, is_theme

ROOT: Final = Path(__file__).parents[2]
COLORED: Final = [name for name in all_themes() if name not in ("mono", "ansi-dark", "ansi-light")]
NUMBERED: Final = {
    "sixteen": SIXTEEN,
    "eight": EIGHT,
    "console": CONSOLE,
    "ansi-dark": ANSI_DARK,
    "ansi-light": ANSI_LIGHT,
}

# Ground, ink, and the colors from 0 to 15.
TERMINALS: Final = {
    "xterm": ("#000000", "#e5e5e5", "000000 cd0000 00cd00 cdcd00 0000ee cd00cd 00cdcd e5e5e5 "
              "7f7f7f ff0000 00ff00 ffff00 5c5cff ff00ff 00ffff ffffff"),
    "gnome": ("#171421", "#d0cfcc", "171421 c01c28 26a269 a2734c 12488b a347ba 2aa1b3 d0cfcc "
              "5e5c64 f66151 33da7a e9ad0c 2a7bde c061cb 33c7de ffffff"),
    "tango": ("#000000", "#d3d7cf", "000000 cc0000 4e9a06 c4a000 3465a4 75507b 06989a d3d7cf "
              "555753 ef2929 8ae234 fce94f 729fcf ad7fa8 34e2e2 eeeeec"),
    "windows": ("#0c0c0c", "#cccccc", "0c0c0c c50f1f 13a10e c19c00 0037da 881798 3a96dd cccccc "
                "767676 e74856 16c60c f9f1a5 3b78ff b4009e 61d6d6 f2f2f2"),
    "linux": ("#000000", "#aaaaaa", "000000 aa0000 00aa00 aa5500 0000aa aa00aa 00aaaa aaaaaa "
              "555555 ff5555 55ff55 ffff55 5555ff ff55ff 55ffff ffffff"),
}  # fmt: skip
COMMON: Final = ("xterm", "gnome", "tango", "windows")
READ_ON: Final = {
    "sixteen": COMMON,
    "eight": ("xterm", "tango", "windows"),
    "console": ("linux",),
    "ansi-dark": COMMON,
    "ansi-light": COMMON,
}


def colored(name: str) -> Palette:
    return palette_for(False, "truecolor", name)


def texts(palette: Palette) -> dict[str, Style]:
    """All styles that words are written in."""
    bare = ("lane", "edge", "notice", "pixel", "back", "patch", "lip", "wild")
    styles: dict[str, Style] = {}
    for part in dataclasses.fields(palette):
        value = getattr(palette, part.name)
        if isinstance(value, Style) and part.name not in bare:
            styles[part.name] = value
        elif isinstance(value, dict) and part.name not in bare:
            styles |= {f"{part.name} {key}": style for key, style in value.items()}
    for name in ("ground", "strong", "you", "yours", "faint"):
        styles[f"{name} on the lane"] = styles[name] + palette.lane
    styles |= {f"notice on {suit}": tint + palette.notice for suit, tint in palette.tint.items()}
    return styles


def of(style: Style) -> tuple[Color, Color]:
    assert style.color is not None
    assert style.bgcolor is not None
    return style.color, style.bgcolor


@pytest.mark.parametrize("name", COLORED)
def test_all_text_can_be_read(name: str) -> None:
    least = 7 if name == "high-contrast" else 4.5
    figures = {text: round(contrast(*of(style)), 2) for text, style in texts(colored(name)).items()}
    assert {text: figure for text, figure in figures.items() if figure < least} == {}


@pytest.mark.parametrize("system", ["truecolor", "256"])
@pytest.mark.parametrize("name", COLORED)
def test_the_lip_of_the_chosen_card_is_seen(name: str, system: str) -> None:
    palette = palette_for(False, system, name)
    least = {"bright": 1.19, "rest": 1.19, "dim": 4.4}
    assert {key: lip for key, lip in palette.lip.items() if contrast(*of(lip)) < least[key[1]]} == {}


@pytest.mark.parametrize(("name", "terminal"), [(name, one) for name in READ_ON for one in READ_ON[name]])
def test_the_lip_of_the_chosen_card_is_seen_in_the_colors_of_a_terminal(name: str, terminal: str) -> None:
    palette, light = NUMBERED[name], name == "ansi-light"
    for key, lip in palette.lip.items():
        color, ground = of(lip)
        seen = shown(color, terminal, light, ground=False), shown(ground, terminal, light, ground=True)
        assert contrast(*seen) > 1.5, key


def shown_in_256(color: Color) -> Color:
    """A color that is sent by its number among 256, as terminals show it."""
    sent = color.downgrade(ColorSystem.EIGHT_BIT)
    assert sent.number is not None
    assert sent.number >= 16, "a color that looks different on each terminal"
    return Color.from_rgb(*sent.get_truecolor())


@pytest.mark.parametrize("name", COLORED)
def test_all_text_can_be_read_in_256_colors(name: str) -> None:
    styles = texts(palette_for(False, "256", name))
    figures = {text: round(contrast(*map(shown_in_256, of(style))), 2) for text, style in styles.items()}
    assert {text: figure for text, figure in figures.items() if figure < 4.5} == {}


def shown(color: Color, terminal: str, light: bool, ground: bool, bold: bool = False) -> Color:
    """A color by its number as a terminal shows it, or as its user has turned it into black on white."""
    own_ground, own_ink, numbers = TERMINALS[terminal]
    if color.is_default:
        if light:
            return Color.parse("#ffffff" if ground else "#000000")
        return Color.parse(own_ground if ground else own_ink)
    assert color.number is not None
    brighter = 8 if bold and color.number < 8 else 0
    return Color.parse("#" + numbers.split()[color.number + brighter])


@pytest.mark.parametrize("bold_is_bright", [False, True], ids=["bold", "bright"])
@pytest.mark.parametrize(("name", "terminal"), [(name, each) for name, many in READ_ON.items() for each in many])
def test_all_text_can_be_read_in_the_colors_of_a_terminal(name: str, terminal: str, bold_is_bright: bool) -> None:
    palette = NUMBERED[name]
    poor = {}
    for text, style in texts(palette).items():
        ink, ground = of(style)
        light = not palette.dark
        bold = bold_is_bright and bool(style.bold)
        figure = contrast(shown(ink, terminal, light, False, bold), shown(ground, terminal, light, True))
        if figure < 4.5:
            poor[text] = round(figure, 2)
    assert poor == {}


@pytest.mark.parametrize("name", NUMBERED)
def test_the_colors_of_a_terminal_are_sent_by_number(name: str) -> None:
    grounds = 8 if name in ("eight", "console") else 16
    assert NUMBERED[name].native
    for text, style in texts(NUMBERED[name]).items():
        ink, ground = of(style)
        assert ink.is_default or ink.number in range(16), text
        assert ground.is_default or ground.number in range(grounds), text


def kinds(palette: Palette) -> dict[str, dict[Suit, Color]]:
    """Where the four colors stand beside each other, as patches or as words."""
    four: tuple[Suit, ...] = ("R", "Y", "G", "B")
    return {
        "bright cards": {suit: of(palette.card[suit, "bright"])[1] for suit in four},
        "cards": {suit: of(palette.card[suit, "rest"])[1] for suit in four},
        "words": {suit: of(palette.word[suit])[0] for suit in four},
        "patches": {suit: of(palette.patch[suit])[0] for suit in four},
    }


def nearest(colors: dict[Suit, Color], deficiency: str | None) -> float:
    def look(color: Color) -> Lab:
        light = linear(color)
        return lab(seen_with(deficiency, light) if deficiency else light)

    return min(distance(look(one), look(other)) for one, other in combinations(colors.values(), 2))


@pytest.mark.parametrize(("color_system", "least"), [("truecolor", 20), ("256", 15)])
@pytest.mark.parametrize("name", DEFICIENCIES)
def test_eyes_that_miss_a_color_can_tell_the_four_apart(name: str, color_system: str, least: int) -> None:
    found = kinds(palette_for(False, color_system, name))
    if color_system == "256":
        found = {kind: {suit: shown_in_256(color) for suit, color in four.items()} for kind, four in found.items()}
    figures = {kind: round(nearest(colors, name), 1) for kind, colors in found.items()}
    assert {kind: figure for kind, figure in figures.items() if figure < least} == {}
    assert nearest(kinds(FULL)["bright cards"], name) < least, "the usual colors would do, and the theme is not needed"


@pytest.mark.parametrize("name", COLORED)
def test_other_eyes_can_tell_the_four_apart_in_every_theme(name: str) -> None:
    assert {kind: colors for kind, colors in kinds(colored(name)).items() if nearest(colors, None) < 20} == {}


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
        ((50.0, 2.5, 0.0), (73.0, 25.0, -18.0), 27.1492),
        ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
        ((22.7233, 20.0904, -46.694), (23.0331, 14.973, -42.5619), 2.0373),
        ((2.0776, 0.0795, -1.135), (0.9033, -0.0636, -0.5514), 0.9082),
    ],
)
def test_distances_are_those_that_were_published(one: Lab, other: Lab, expected: float) -> None:
    """By Sharma, Wu and Dalal, The CIEDE2000 Color-Difference Formula, 2005."""
    assert distance(one, other) == pytest.approx(expected, abs=1e-4)


def test_without_colors_there_is_not_one_color() -> None:
    for name, style in texts(MONO).items():
        assert style.color is None, name
        assert style.bgcolor is None, name
    assert not MONO.pixel
    assert not MONO.wild


def test_the_palette_follows_the_terminal() -> None:
    assert palette_for(False, "truecolor") is FULL
    assert palette_for(False, "256") is palette_for(False, "256") is not FULL
    assert palette_for(False, "standard") is SIXTEEN
    assert palette_for(False, "standard", "light") is ANSI_LIGHT
    assert palette_for(False, "standard", "dark", "linux") is CONSOLE
    assert palette_for(False, "standard", "light", "linux") is CONSOLE
    assert palette_for(False, "standard", "dark", "screen") is EIGHT
    assert palette_for(False, "standard", "solarized-light") is ANSI_LIGHT
    assert palette_for(True, "truecolor") is MONO
    assert palette_for(False, None) is MONO


def test_the_palette_follows_the_theme() -> None:
    assert palette_for(False, "truecolor", "ansi-dark") is ANSI_DARK
    assert palette_for(False, "truecolor", "ansi-light") is ANSI_LIGHT
    assert palette_for(False, "truecolor", "mono") is MONO
    assert palette_for(True, "truecolor", "light") is MONO
    grounds = {name: of(colored(name).ground)[1].name for name in COLORED}
    assert len({grounds["dark"], grounds["light"], grounds["high-contrast"], grounds["nord"]}) == 4


def test_every_theme_has_a_name_and_every_name_a_theme() -> None:
    assert set(OWN_THEMES) == {*SCHEMES, "mono", "ansi-dark", "ansi-light"}
    assert all(is_theme(name) for name in all_themes())
    assert not is_theme("pitch-black")
    assert set(BORROWED) == {name for name, theme in BUILTIN_THEMES.items() if not theme.ansi}
    assert set(BUILTIN_THEMES) <= set(all_themes())
    assert len(set(all_themes())) == len(all_themes())


def test_what_is_written_of_looks_names_every_style_and_every_theme() -> None:
    looks, readme = ((ROOT / name).read_text(encoding="utf-8") for name in ("unokart_tui/LOOKS.md", "README.md"))
    told_otherwise = {"colored", "dark", "native"}
    styles = {part.name for part in dataclasses.fields(Palette)} - told_otherwise
    assert {name for name in styles if f"`{name}`" not in looks} == set()
    assert {name for name in OWN_THEMES if f"`{name}`" not in looks} == set()
    assert {name for name in all_themes() if f"`{name}`" not in readme} == set()


@pytest.mark.parametrize("name", all_themes())
def test_what_textual_draws_has_the_ground_of_the_theme(name: str) -> None:
    palette = palette_for(False, "truecolor", name)
    theme = textual_theme(name, palette)
    if isinstance(theme, Theme):
        assert theme.background == of(palette.ground)[1].name
        assert theme.dark == palette.dark
    elif palette.native or not palette.colored:
        assert BUILTIN_THEMES[theme].ansi
        assert BUILTIN_THEMES[theme].dark == palette.dark
    else:
        assert theme == name
    assert set(palette.tint) == set(SUITS)
