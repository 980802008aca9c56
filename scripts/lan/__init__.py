"""The parts of `scripts/bench_lan.py`."""
