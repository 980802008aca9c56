"""Simulate evenings by the thousand, and tell which of the seeds went wrong: scripts/soak [--seeds N] [--seed SEED]"""

from __future__ import annotations

import argparse
import os
import sys
import time
import traceback
from concurrent.futures import ProcessPoolExecutor

from tests.net.simulation import Evening


def evening(seed: int) -> str | None:
    """Play one evening; return what went wrong."""
    try:
        Evening(seed).run()
    except Exception:
        return traceback.format_exc()
    return None


def main() -> int:
    """Play as many as asked; return the exit status, 1 where one went wrong."""
    parser = argparse.ArgumentParser(prog="scripts/soak", description="Simulate evenings, one for each seed.")
    parser.add_argument("--seeds", type=int, default=5000, metavar="N", help="how many (default %(default)s)")
    parser.add_argument("--first", type=int, default=0, metavar="SEED", help="the first of them (default %(default)s)")
    parser.add_argument("--seed", type=int, metavar="SEED", help="only this one")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N", help="processes at once")
    asked = parser.parse_args()
    seeds = range(asked.first, asked.first + asked.seeds) if asked.seed is None else range(asked.seed, asked.seed + 1)
    began, failed = time.monotonic(), []
    with ProcessPoolExecutor(asked.jobs) as pool:
        for number, (seed, fault) in enumerate(zip(seeds, pool.map(evening, seeds, chunksize=4), strict=True), 1):
            if fault is not None:
                failed.append(seed)
                print(f"Seed {seed} went wrong; again with: scripts/soak --seed {seed}\n{fault}", flush=True)
            if number % 500 == 0:
                print(f"{number} evenings, {len(failed)} wrong, {time.monotonic() - began:.0f} s", flush=True)
    wrong = f"wrong: {' '.join(map(str, failed))}" if failed else "none went wrong"
    print(f"{len(seeds)} evenings in {time.monotonic() - began:.0f} s; {wrong}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
