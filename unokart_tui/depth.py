"""How many colors the terminal is drawn with, told to Textual before it is first imported."""

from __future__ import annotations

import re
from collections.abc import Mapping, MutableMapping
from typing import Final

from unokart_tui.theme_names import Colors

_COLORLESS: Final = re.compile(r"vt\d\d\d?(?!.*color)|.*-m(ono)?$")
"""The TERM of terminals that have none: those of DEC, and what is named so."""
_NAMED: Final[Mapping[Colors, str]] = {"truecolor": "truecolor", "256": "256", "16": "standard"}
"""By the names that Rich has for them."""


def without_colors(colors: Colors, environment: Mapping[str, str]) -> bool:
    """Say whether not one color is to be sent; NO_COLOR counts as in `given`, which comes before."""
    if colors != "auto":
        return colors == "none"
    return not environment.get("COLORTERM") and bool(_COLORLESS.match(environment.get("TERM", "")))


def tell_textual(colors: Colors, environment: MutableMapping[str, str]) -> None:
    """Set the variables by which Textual and Rich decide how many colors there are."""
    environment.pop("NO_COLOR", None)
    if without_colors(colors, environment):
        environment["NO_COLOR"] = "1"
        environment["TEXTUAL_THEME"] = "ansi-dark"  # other themes would be shown in greys
    elif colors in _NAMED:
        environment["TEXTUAL_COLOR_SYSTEM"] = _NAMED[colors]
