"""The real program in tmux, by keys alone, as people play it."""

from __future__ import annotations

import re
import shutil
import time
from collections.abc import Callable

import pytest

from tests.e2e.terminals import UNOKART, Pty, Tmux
from unokart_tui.paths import settings_file

pytestmark = [
    pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed"),
    pytest.mark.timeout(240),
]

PLAY = (*UNOKART, "play", "--name", "Ada", "--pace", "0", "--seed", "4")
DEALT = r"round 1"


@pytest.fixture(autouse=True)
def quick() -> None:
    """Let keys act at once: who presses them here knows what is on the screen before people could."""
    path = settings_file()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("settle = 0\n", encoding="utf-8")


OVER = "Enter again"


def key_for(screen: str) -> str | None:
    """Say which key answers what a screen asks, for someone who reads nothing but that; None to wait."""
    if "Enter next round" in screen:
        return "Enter"
    if target := re.search(r"Who draws one\?\D*(\d)", screen):
        return target[1]
    if re.search("Name the color|First name|Which color", screen):
        return "g"
    if re.search(r"\bc\b +catch", screen):
        return "c"
    if "x challenge" in screen:
        return "a"
    if "Your turn" in screen:
        return "Enter" if "Enter plays" in screen else "d"
    return None


def other_than(screen: str) -> Callable[[str], object]:
    return lambda now: now != screen


def play_to_the_end(terminal: Tmux, seconds: float = 200) -> str:
    """Press keys until the match has been won; return the last screen."""
    deadline = time.monotonic() + seconds
    pressed = ""
    while True:
        screen = terminal.wait_for(other_than(pressed), deadline - time.monotonic())
        if re.search(OVER, screen):
            return screen
        key = key_for(screen)
        if key:
            terminal.press(key)
        pressed = screen


@pytest.mark.parametrize(("bots", "target"), [("1", "50"), ("9", "1")])
def test_a_match_is_played_to_its_end_by_keys_alone(bots: str, target: str) -> None:
    with Tmux([*PLAY, "--bots", bots, "--target", target]) as terminal:
        terminal.wait_for(DEALT)
        screen = play_to_the_end(terminal)
        assert re.search(r"1 +(Ada|you|Toad|Peach|Bowser|Yoshi|Luigi|Daisy|Wario|Rosalina|Koopa) ", screen)
        terminal.press("Enter")
        terminal.wait_for(DEALT)
        terminal.press("q", "y")
        assert terminal.wait_end() == 0


def test_two_keys_lead_from_a_start_to_the_first_card() -> None:
    with Tmux(UNOKART) as terminal:
        terminal.wait_for("Play against bots")
        terminal.press("Enter")
        terminal.wait_for("Start the match")
        terminal.press("Enter")
        terminal.wait_for(DEALT)


def test_a_table_of_four_fits_80x24_and_says_what_is_asked() -> None:
    with Tmux([*UNOKART, "play", "--bots", "3", "--name", "Ada"]) as terminal:
        screen = terminal.wait_for(r"Your turn|It is \w+'s turn|color")
        for name in ("Ada", "Toad", "Peach", "Bowser"):
            assert name in screen


def test_the_table_outlives_every_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")  # as some shells export them
    monkeypatch.setenv("LINES", "24")
    with Tmux([*PLAY, "--bots", "9"]) as terminal:
        terminal.wait_for(r"Your turn|turn")
        for columns, rows in ((200, 60), (60, 20), (30, 8), (3, 2), (132, 43), (80, 24)):
            terminal.resize(columns, rows)
            if columns >= 60:
                terminal.wait_for("Ada")
            elif columns == 30:
                terminal.wait_for("60 columns")
        terminal.press("q", "y")
        assert terminal.wait_end() == 0


def test_q_asks_first_and_a_second_thought_stays() -> None:
    with Tmux([*PLAY, "--bots", "2"]) as terminal:
        terminal.wait_for(DEALT)
        terminal.press("q")
        terminal.wait_for(r"Leave the table\?")
        terminal.press("n")
        terminal.wait_for(lambda screen: "Leave the table?" not in screen)
        terminal.press("q", "y")
        assert terminal.wait_end() == 0


@pytest.mark.parametrize("no_color", [False, True])
def test_without_color_not_one_color_code_is_sent(no_color: bool) -> None:
    variables = {"NO_COLOR": "1"} if no_color else {"COLORTERM": "truecolor"}
    with Pty([*PLAY, "--bots", "2"], variables=variables) as terminal:
        terminal.wait_for(r"Your turn|turn")
        terminal.press("q")
        terminal.wait_for(r"Leave the table\?")
        terminal.press("y")
        assert terminal.wait_end() == 0
        colors = re.findall(rb"\x1b\[[0-9;]*(?:3[0-8]|4[0-8]|9[0-7]|10[0-7])(?:;[0-9;]*)?m", terminal.output)
    assert bool(colors) is not no_color


def test_a_terminal_without_unicode_gets_ascii_alone_and_others_are_not_held_to_that() -> None:
    with Pty(UNOKART, variables={"PYTHONIOENCODING": "latin-1"}) as terminal:
        terminal.wait_for("Play against bots")
        terminal.press("Enter")
        terminal.wait_for("Start the match")
        terminal.press("Enter")
        terminal.wait_for(DEALT)
        terminal.process.terminate()
        terminal.wait_end()
    assert terminal.output.isascii()
    with Pty(UNOKART) as terminal:
        terminal.wait_for("█")
