#!/usr/bin/env python3
"""Measure guests by ssh: the real program hosts on loopback, and the real ssh comes in. Only Linux tells all of it."""

from __future__ import annotations

import argparse

from scripts.parts import Part, measure
from scripts.ssh.measures import measure_gone, measure_paint, measure_round


def main() -> None:
    """Run the measurements."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=12, help="of coming in (default %(default)s)")
    parser.add_argument("--presses", type=int, default=100, help="of a cursor key (default %(default)s)")
    parser.add_argument("--guests", type=int, default=100, help="who come and go (default %(default)s)")
    parts: dict[str, Part] = {
        "paint": lambda asked: measure_paint(asked.runs),
        "round": lambda asked: measure_round(asked.presses),
        "gone": lambda asked: measure_gone(asked.guests),
    }
    measure(parser, parts)


if __name__ == "__main__":
    main()
