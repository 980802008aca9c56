#!/usr/bin/env python3
"""Measure friends on a LAN: the real program hosts in a process of its own, and clients play by themselves."""

from __future__ import annotations

import argparse

from scripts.lan.attacked import measure_attacks
from scripts.lan.kills import measure_kills
from scripts.lan.loss import measure_loss
from scripts.lan.memory import measure_memory
from scripts.lan.moves import measure_moves
from scripts.parts import Part, measure


def main() -> None:
    """Run the measurements."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=5, help="of each kind, for their median (default %(default)s)")
    parser.add_argument("--moves", type=int, default=300, help="in each run (default %(default)s)")
    parser.add_argument("--seconds", type=float, default=5.0, help="of each attack (default %(default)s)")
    parser.add_argument("--kills", type=int, default=50, help="of the host (default %(default)s)")
    parser.add_argument("--rounds", type=int, default=1000, help="of an evening (default %(default)s)")
    parts: dict[str, Part] = {
        "moves": lambda asked: measure_moves(asked.runs, asked.moves),
        "attacks": lambda asked: measure_attacks(asked.runs, asked.seconds),
        "kills": lambda asked: measure_kills(asked.kills),
        "loss": lambda asked: measure_loss(asked.runs, asked.moves),
        "memory": lambda asked: measure_memory(asked.rounds),
    }
    measure(parser, parts)


if __name__ == "__main__":
    main()
