"""What is left of a match that was played: in the list, to be seen again, and counted."""

from __future__ import annotations

import json
import re
from pathlib import Path

from tests.e2e.programs import choose, programs
from tests.e2e.terminals import UNOKART, Pty
from tests.tui.test_cli import unokart

PLAY = ("play", "--plain", "--bots", "1", "--target", "1", "--pace", "0", "--name", "Zed")
ASKED = re.compile(rb"You can: ([^\r\n]*)\r?\n")


def play_by_lines(terminal: Pty) -> None:
    """Answer whatever is asked until the match is over."""
    answered = 0
    while b"The match is kept as number 1: unokart replay 1" not in terminal.output:
        asked = ASKED.findall(terminal.output)
        choice = choose(f"You can: {asked[-1].decode()}") if len(asked) > answered else None
        if choice:
            terminal.press(choice, "Enter")
        answered = len(asked)
        before = len(terminal.output)

        def has_more(_: str, before: int = before) -> bool:
            return len(terminal.output) > before

        terminal.wait_for(has_more)


def test_a_match_by_lines_is_kept_seen_again_and_counted() -> None:
    with Pty((*UNOKART, *PLAY), columns=200) as terminal:
        play_by_lines(terminal)
        terminal.press("quit", "Enter")
        assert terminal.wait_end() == 0
    (match,) = json.loads(unokart("matches", "--json").stdout)
    assert match["names"][match["own"]] == "Zed"
    told = json.loads(unokart("stats", "--json").stdout)
    assert (told["matches"], told["won"]) == (1, int(match["winner"] == match["own"]))
    assert told["counted_by_name"] == 0
    with Pty((*UNOKART, "replay", "1")) as terminal:
        terminal.wait_for("Match 1 .*step 1 of ")
        terminal.press("\x1b[F")
        terminal.wait_for("wins the match!")
        terminal.press("q")
        assert terminal.wait_end() == 0
        assert 1049 not in terminal.modes()


def test_what_a_script_plays_is_not_kept(tmp_path: Path) -> None:
    with programs(tmp_path) as running:
        script = running.start("Zed", *PLAY)
        script.plays = True
        running.wait_said(script, "wins? the match!")
        script.end_input()
        assert running.wait_end(script) == 0
        listed = running.start("Zed", "matches", "--json")
        assert running.wait_end(listed) == 0
        assert listed.lines == ["[]"]
