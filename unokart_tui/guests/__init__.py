"""Guests by ssh: the processes that show the game on other people's terminals.

`python -m unokart_tui.guests FD` is the nursery (`net.ssh` says who starts it and what is said over the socket). It
has loaded the game's client once, and has a child for each guest, which shares that memory. A child is the ordinary
client on a pty of its own, confined: an empty directory, a small environment, no way to anything but its table.
"""
