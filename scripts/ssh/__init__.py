"""What `scripts/bench_ssh.py` measures: guests by the real ssh, in the room of a real host on loopback."""
