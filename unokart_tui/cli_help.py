"""What --help says after the options: examples, files, variables of the environment, exit statuses.

A line with ``\\b`` keeps the paragraph after it as it is laid out.
"""

from __future__ import annotations

from typing import Final

UNOKART: Final = """\b
Examples:
  unokart                          the home screen
  unokart play --bots 5            a match against five bots
  unokart host                     open a room; unokart join goes there
  unokart learn                    the game in six steps; --plain by lines
  unokart play --plain < moves     by lines of text, from a script

\b
Files:
  settings    ~/.config/unokart/settings.toml
              (macOS: ~/Library/Application Support/unokart/)
  saved matches and tables, hosts you have met, your certificate
              ~/.local/state/unokart/
              (macOS: ~/Library/Application Support/unokart/)
  logs        ~/.local/state/unokart/log/  (macOS: ~/Library/Logs/unokart/)
  XDG_CONFIG_HOME and XDG_STATE_HOME are followed on Linux.

\b
Environment:
  UNOKART_*   each setting, such as UNOKART_THEME=light or UNOKART_BELL=no;
              options go before these, and these before the settings file
  UNOKART_PLAIN=yes  lines of text, as with --plain
  NO_COLOR    if set: not one color code is sent
  COLORTERM   truecolor or 24bit: the terminal has 16 million colors
  TERM        dumb, or not set: the game goes by lines of text
  LC_ALL      C or POSIX: the table is drawn in ASCII
  ESCDELAY    milliseconds after which Esc is taken for the key

\b
Exit status:
  0    all went well, or you have left
  1    a table was lost; the output could not be written; doctor: something
       keeps the game from working
  2    a wrong call; a room could not be opened or joined; stderr says why
  130  Ctrl+C

The rules are in the game: unokart rules, or F1. What this terminal and network
can do: unokart doctor."""

_PLAY: Final = """\b
Examples:
  unokart play --bots 1 --target 200    a short match, one against one
  unokart play --seed 7                 the same cards each time
  unokart play --plain                  by lines, as for screen readers

A match that is left is kept; Continue on the home screen goes on with it. On the full
screen ? shows the keys, and F1 the rules."""

_HOST: Final = """\b
Examples:
  unokart host                            a room with a passphrase
  unokart host --open --bots 2            let everyone in, with two bots
  unokart host --headless --port 24783    a room on a server
  unokart host --resume                   go on with the room used last

Every move is saved before it counts. The host's computer knows all cards; the others are sent only what their seat
may see."""

_JOIN: Final = """\b
Examples:
  unokart join                            choose from the rooms on the network
  unokart join "Hal's room"               by its name
  unokart join 192.168.1.5                by its address, at the usual port
  unokart join [fe80::1%eth0]:24784       in IPv6, at another port
  unokart join 192.168.1.5 --watch        take no seat

Who comes back to a room has their seat again, without typing anything."""

_ROOMS: Final = """With --json each room has room, host, state, taken, seats, spectators, passphrase, compatible,
version, fingerprint, addresses, port, live and answered. Rooms are announced by multicast DNS, which does not get
through everywhere; unokart join ADDRESS works without it."""

_MATCHES: Final = """With --json each match has match (its number), ended (seconds since 1970), room, names and scores
by seat, winner, own (your seat, from 0; null where that is not known) and watched."""

_STATS: Final = """With --json: matches, won, rounds, rounds_won, points_a_match, points_a_round, best_round, streak,
longest_streak, uno (called, missed, caught), items, favorite_item, opponents, latest, counted_by_name, and not_counted
with the reasons."""

_REPLAY: Final = """\b
Examples:
  unokart replay                choose from the list
  unokart replay 12             match number 12
  unokart replay 12 --plain     by lines of text
  unokart replay 12 > 12.txt    all of it, as text

\b
Keys on the full screen:
  Left, Right    a step back, a step on      Space    play, or stop
  Up, Down       by rounds                   + -      faster, slower
  1 to 9         the round of that number    t, s     save as text, as SVG"""

_SIMULATE: Final = """\b
Examples:
  unokart simulate --matches 100 --players 4
  unokart simulate --matches 1 --players 10 --seed 7 --json

Every promise of the game is checked at every step. The exit status is 1 where one was broken; the last line then says
with which seed."""

OF_COMMANDS: Final = {
    "play": _PLAY,
    "host": _HOST,
    "join": _JOIN,
    "rooms": _ROOMS,
    "matches": _MATCHES,
    "stats": _STATS,
    "replay": _REPLAY,
    "simulate": _SIMULATE,
}
