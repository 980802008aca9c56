"""A guest's place in the room in lines of text, for terminals that can do no more."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace

from net.network import Network
from net.target import Target
from net.updates import Update
from unokart_tui.coming_back import Guest
from unokart_tui.guests.ends import last_words
from unokart_tui.plain import INTERRUPTED, Mailbox, converse, patient, prepare, print_line, stdin_lines
from unokart_tui.plain_join import PlainJoin


def play_in_lines(target: Target, name: str, directory: Path, guest: Guest) -> int:
    """Join the room and play, in lines; return the exit status."""
    prepare()
    network = Network(directory, warn=print_line)
    lines = stdin_lines()
    try:
        while True:
            mailbox: Mailbox[Update] = Mailbox()
            link = network.join(target, name, mailbox.put)
            place = PlainJoin(link, print_line, patient(), guest=guest)
            converse(place, mailbox, lines)
            closed = place.farewell
            if closed is None or place.room.left:
                return 0
            if closed.code != "code" or not target.code:
                sentence, status = last_words(closed, guest)
                print_line(sentence)
                return status
            print_line(f"{closed.sentence} You come in anew.")
            target = replace(target, code="")
    except KeyboardInterrupt:
        place.room.go_away()
        return INTERRUPTED
    finally:
        network.close()
