"""The rules of UNO Kart as a value machine: actions in, events out. No I/O, no clock, no randomness of its own."""
