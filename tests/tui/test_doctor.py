"""What is found out about a terminal and a computer, and that nothing secret is told."""

from __future__ import annotations

import os
import re
import select
import shutil
import socket
import termios
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest
from rich.cells import cell_len

from net.addresses import OwnAddress, read_own_addresses
from net.store import Store
from tests.e2e.terminals import UNOKART, Pty, Tmux
from tests.tui.test_cli import unokart
from unokart_tui import doctor_terminal
from unokart_tui.doctor import discreet
from unokart_tui.doctor_system import addresses, files, port
from unokart_tui.doctor_terminal import colors, marks, told, widths
from unokart_tui.findings import Finding
from unokart_tui.paths import settings_file, state_directory
from unokart_tui.terminal_questions import MOUSE, Answers, ask

MODERN = {
    rb"\x1b\[\?(\d+)\$p": b"\x1b[?%;2$y",
    rb"\x1b\[>q": b"\x1bP>|XTerm(\t379)\x1b\\",
    rb"\x1b\[\?u": b"\x1b[?0u",
    rb"\x1bP\$qm\x1b\\": b"\x1bP1$r0;48:2::1:2:3m\x1b\\",
    rb"\x1b\[c": b"\x1b[?62;22c",
}


"""What it asks, and what it is answered; % is the number in the question."""


@contextmanager
def answering(answers: Mapping[bytes, bytes], wide: str = "") -> Iterator[int]:
    """A terminal that answers so, and draws the letters of `wide` two cells wide."""
    master, slave = os.openpty()
    ended, end = os.pipe()
    questions = re.compile(b"|".join([*answers, rb"\r[^\r\x1b]*\x1b\[6n"]))

    def answer(question: bytes) -> bytes:
        if question.endswith(b"\x1b[6n"):
            text = question[1:-4].decode()
            return f"\x1b[9;{1 + cell_len(text) + sum(char in wide for char in text)}R".encode()
        pattern = next(pattern for pattern in answers if re.fullmatch(pattern, question))
        return answers[pattern].replace(b"%", b"".join(re.findall(rb"\d+", question)))

    def serve() -> None:
        asked = b""
        while ended not in select.select([master, ended], [], [])[0]:
            asked += os.read(master, 4096)
            while found := questions.search(asked):
                asked = asked[found.end() :]
                os.write(master, answer(found[0]))

    thread = threading.Thread(target=serve)
    thread.start()
    try:
        yield slave
    finally:
        os.write(end, b"\0")
        thread.join()
        for fileno in (master, slave, ended, end):
            os.close(fileno)


def answers_of(replies: Mapping[bytes, bytes], wide: str = "", plainly: bool = False) -> Answers:
    with answering(replies, wide) as terminal:
        before = termios.tcgetattr(terminal)
        found = ask(terminal, (*marks(), "カ", "e\u0301"), plainly=plainly)
        assert termios.tcgetattr(terminal) == before
    assert found is not None
    return found


def verdicts(findings: list[Finding]) -> set[str]:
    return {finding.verdict for finding in findings}


def test_a_terminal_that_answers_everything_is_found_good() -> None:
    found = answers_of(MODERN)
    assert found.name == "XTerm(379)"
    assert found.modes[MOUSE]
    assert found.true_color
    assert found.kitty
    assert verdicts(told(found)) == {"good"}
    assert [finding.verdict for finding in widths(found)] == ["good"]
    assert verdicts(colors({"TERM": "xterm-256color", "COLORTERM": "truecolor"}, found)) == {"good"}


def test_more_colors_than_are_said_are_pointed_out() -> None:
    (finding,) = colors({"TERM": "xterm-256color"}, answers_of(MODERN))
    assert finding.verdict == "note"
    assert "COLORTERM=truecolor does" in finding.text
    fewer = answers_of({**MODERN, rb"\x1bP\$qm\x1b\\": b"\x1bP1$r0;48;5;16m\x1b\\"})
    (finding,) = colors({"TERM": "xterm-256color", "COLORTERM": "truecolor"}, fewer)
    assert "did not keep" in finding.text
    assert colors({"NO_COLOR": "", "TERM": "xterm"}, fewer)[0].text.startswith("Colors: none")
    assert colors({"TERM": "linux"}, None)[0].text.startswith("Colors: 16,")


def test_marks_that_are_drawn_wide_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    found = answers_of(MODERN, wide="♠")
    monkeypatch.setattr(doctor_terminal, "speaks_unicode", lambda: True)
    (finding,) = widths(found)
    assert finding.verdict == "wrong"
    assert "♠ (U+2660) takes 2" in finding.text
    monkeypatch.setattr(doctor_terminal, "speaks_unicode", lambda: False)
    assert verdicts(widths(found)) == {"note"}


def test_an_old_terminal_is_asked_plainly() -> None:
    found = answers_of({rb"\x1b\[c": b"\x1b[?6c", rb"\x1b\[\?\d+\$p|\x1b\[>q|\x1bP": b"printed"}, plainly=True)
    assert (found.name, found.modes, found.true_color) == (None, {}, None)
    assert verdicts(widths(found)) == {"good"}


def test_a_terminal_that_answers_nothing_is_not_waited_for() -> None:
    with answering({}) as terminal:
        assert ask(terminal, ("x",), plainly=False, within=0.1) is None


def test_every_mark_is_looked_at() -> None:
    assert set("▀▄█►═▒▌▲ØϟδØ«»…┌│") <= set(marks())
    assert all(cell_len(mark) == 1 for mark in marks())


def test_addresses_are_counted_and_not_told() -> None:
    own = (
        OwnAddress("eth0", 1, "192.168.1.23", 24),
        OwnAddress("eth0", 1, "fe80::1", 64),
        OwnAddress("lo", 2, "127.0.0.1", 8),
        OwnAddress("wg0", 3, "10.9.0.2", 24),
    )
    finding = addresses(own)
    assert finding.verdict == "good"
    assert "1 IPv4 and 1 IPv6 on local networks" in finding.text
    assert "192" not in finding.text
    assert addresses(own[2:]).verdict == "note"


def test_the_port_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    assert port("127.0.0.1").text.startswith("Port: a host here would have TCP port ")
    assert port("192.0.2.1") == Finding("wrong", "Port: 192.0.2.1 is no address of this computer.")


def test_files_are_looked_at() -> None:
    settings, saved = files()
    assert "not there yet" in settings.text
    assert "nothing is yet" in saved.text
    assert not state_directory().exists()
    settings_file().parent.mkdir(parents=True)
    settings_file().write_text("colour = 3\n")
    Store(state_directory(), lambda warning: None).close()
    settings, saved = files()
    assert settings.verdict == "note"
    assert saved.text.endswith("with 0 played to the end and 0 tables to go on with")
    state_directory().chmod(0o500)
    (state_directory() / "tables.sqlite3").write_bytes(b"x" * 8192)
    if os.getuid():  # root may write everywhere
        assert files()[-1].verdict == "wrong"


def test_what_is_printed_has_no_home_and_nothing_a_terminal_obeys() -> None:
    assert discreet(f"{Path.home()}/x \x1b[2Jy") == "~/x [2Jy"


def test_the_report_tells_nothing_secret(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = tmp_path / "kilroy"
    home.mkdir()
    for name in ("HOME", "USER", "LOGNAME"):
        monkeypatch.setenv(name, str(home) if name == "HOME" else "kilroy")
    monkeypatch.setenv("SSH_CONNECTION", "192.0.2.7 1 192.0.2.8 22")
    monkeypatch.setenv("UNOKART_NAME", "Rumpelstilzchen")
    done = unokart("doctor", "--bind", "127.0.0.1")
    assert done.returncode == 0, done.stdout
    report = done.stdout
    assert max(map(len, report.splitlines())) <= 78
    for secret in ("kilroy", "Rumpel", "192.0.2", str(tmp_path), socket.gethostname()):
        assert secret not in report
    for own in read_own_addresses():
        assert own.address not in re.split(r"[\s,;]", report)
    assert "SSH_CONNECTION is set" in report
    assert re.search(r"^Network\n {2}ok", report, re.MULTILINE)


def test_in_a_terminal_without_answers_it_still_ends() -> None:
    with Pty((*UNOKART, "doctor", "--bind", "127.0.0.1"), rows=50) as terminal:
        terminal.wait_for("The terminal answers no questions")
        assert terminal.wait_end() == 0
        assert termios.tcgetattr(terminal.slave) == terminal.attributes


@pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed")
def test_a_real_terminal_is_asked_even_when_the_report_goes_elsewhere(tmp_path: Path) -> None:
    report = tmp_path / "report"
    command = ("sh", "-c", f'"$@" > {report}', "sh", *UNOKART, "doctor", "--bind", "127.0.0.1")
    with Tmux(command) as terminal:
        assert terminal.wait_end() == 0
    text = report.read_text()
    assert "Size: 80 columns, 24 rows" in text
    assert "calls itself 'tmux" in text
    assert re.search(r"each of its \d+ marks\s+takes one cell", text)


def test_a_small_terminal_is_wrong() -> None:
    with Pty((*UNOKART, "doctor", "--bind", "127.0.0.1"), columns=50, rows=60) as terminal:
        terminal.wait_for(r"WRONG +Size: 50 columns, 60 rows")
        assert terminal.wait_end() == 1
