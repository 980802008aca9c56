"""A benchmark of several parts, all of which are measured unless the command line asks for some."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping

Part = Callable[[argparse.Namespace], None]


def measure(parser: argparse.ArgumentParser, parts: Mapping[str, Part]) -> None:
    """Read the command line, and measure the parts that it asks for."""
    parser.add_argument("--only", choices=parts, action="append", help="one part, or several")
    options = parser.parse_args()
    for name, part in parts.items():
        if options.only is None or name in options.only:
            part(options)
