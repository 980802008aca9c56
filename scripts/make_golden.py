#!/usr/bin/env python3
"""Write the golden records of tests/engine/records anew, after a change that is meant to change them.

Without an option only the summaries are: the stored matches are replayed, and what their seats are shown is taken as
right from now on. With ``--play`` new matches are played too, for when the rules no longer allow the stored ones.
"""

from __future__ import annotations

import argparse

from msgspec import json

from engine.record import Record
from tests.engine.golden import FOLDER, SUMMARIES, TABLES, play, summary_of


def main() -> None:
    """Do what the command line asks."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--play", action="store_true", help="play new matches")
    played_anew = parser.parse_args().play
    summaries = {}
    for name, table in TABLES.items():
        path = FOLDER / f"{name}.txt"
        if played_anew:
            path.write_text(play(table).to_text(), encoding="utf-8")
        summaries[name] = summary_of(Record.from_text(path.read_text(encoding="utf-8")))
        print(f"{path}: {summaries[name].actions} actions, {summaries[name].scores}")
    SUMMARIES.write_bytes(json.format(json.encode(summaries)) + b"\n")


if __name__ == "__main__":
    main()
