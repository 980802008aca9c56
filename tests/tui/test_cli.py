"""The command line: what it takes, and one sentence for what it does not."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.e2e.offline import ROOT
from unokart_tui import launch
from unokart_tui.cli import main
from unokart_tui.config import Settings
from unokart_tui.given import Held
from unokart_tui.paths import settings_file, shown
from unokart_tui.rulebook import paragraphs, rules_text
from unokart_tui.start import AtHome

Done = subprocess.CompletedProcess[str]


def unokart(*arguments: str, stdin: str = "", **variables: str) -> Done:
    return subprocess.run(
        [sys.executable, "-m", "unokart_tui", *arguments],
        input=stdin,
        capture_output=True,
        text=True,
        timeout=50,
        check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT), **variables},
    )


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["play", "--bots", "0"], "--bots takes a whole number from 1 to 9, not '0'."),
        (["play", "--bots", "10"], "--bots takes a whole number from 1 to 9, not '10'."),
        (["play", "--bots", "many"], "--bots takes a whole number from 1 to 9, not 'many'."),
        (["play", "--bots", "-1"], "--bots takes a whole number from 1 to 9, not '-1'."),
        (["play", "--target", "0"], "--target takes a whole number from 1 to 100000, not '0'."),
        (["play", "--pace", "11"], "--pace takes seconds from 0 to 10, not '11'."),
        (["play", "--pace", "nan"], "--pace takes seconds from 0 to 10, not 'nan'."),
        (["play", "--seed", "x"], "--seed takes a whole number from 0 to 9223372036854775807, not 'x'."),
        (["play", "--level", "hard"], "Invalid value for '--level': 'hard' is not one of 'easy', 'normal'."),
        (["play", "extra"], "Got unexpected extra argument (extra)."),
        (["play", "--bots"], "Option '--bots' requires an argument."),
        (["host", "--bots", "10"], "--bots takes a whole number from 0 to 9, not '10'."),
        (["host", "--port", "65536"], "--port takes a whole number from 0 to 65535, not '65536'."),
        (["host", "--turn-seconds", "-1"], "--turn-seconds takes a whole number from 0 to 3600, not '-1'."),
        (["host", "--spectators", "101"], "--spectators takes a whole number from 0 to 100, not '101'."),
        (
            ["host", "--bind", "here"],
            "--bind: What to bind to is an address of this computer, such as 192.168.1.5 or 127.0.0.1.",
        ),
        (
            ["host", "--open", "--passphrase-file", "x"],
            "--open needs no passphrase, so --passphrase-file does not go with it.",
        ),
        (["host", "--headless", "--plain"], "--headless shows no table, so --plain does not go with it."),
        (["host", "--headless", "--name", "Ada"], "--headless seats nobody here, so --name does not go with it."),
        (["host", "--ssh-port", "2200"], "--ssh-port goes with --ssh."),
        (["host", "--ssh", "--ssh-guests", "0"], "--ssh-guests takes a whole number from 1 to 100, not '0'."),
        (["host", "--ssh", "--ssh-keys", "/no/keys"], "--ssh-keys: /no/keys can't be read: No such file or directory."),
        (["host", "--resume"], "No room is saved that could be gone on with."),
        (["host", "--passphrase", "x"], "No such option '--passphrase'. Did you mean '--passphrase-file'?"),
        (["host", "Den"], "Got unexpected extra argument (Den)."),
        (
            ["join", "1.2.3"],
            "1.2.3 is no address: that would be four numbers from 0 to 255 with dots between them, as in 192.168.1.5.",
        ),
        (["join", "here:x"], "A port is a number from 1 to 65535, which x is not."),
        (["join", "Den", "--forget", "Den"], "--forget joins no room; leave one of the two out."),
        (["join", "--forget", "0123abcd"], 'No host "0123abcd" was met.'),
        (["rooms", "--seconds", "601"], "--seconds takes seconds from 0 to 600, not '601'."),
        (["replay"], "Say which match, by its number in `unokart matches`, or the file of a record."),
        (["sing"], "No such command 'sing'."),
        (["--shrill"], "No such option '--shrill'."),
        (["simulate", "--players", "3"], "Missing option '--matches'."),
        (["simulate", "--matches", "3", "--players", "1"], "--players takes a whole number from 2 to 10, not '1'."),
    ],
    ids=" ".join,
)
def test_a_wrong_call_gets_one_sentence_and_status_2(
    arguments: list[str], sentence: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["unokart", *arguments])
    with pytest.raises(SystemExit) as end:
        main()
    assert end.value.code == 2
    assert capsys.readouterr() == ("", f"unokart: {sentence}\n")


def test_a_wrong_call_of_the_real_program_too() -> None:
    done = unokart("play", "--bots", "0")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "unokart: --bots takes a whole number from 1 to 9, not '0'.\n"


COMMANDS = ("play", "learn", "rules", "simulate", "host", "join", "rooms", "matches", "replay")


@pytest.mark.parametrize("command", [[], *([name] for name in COMMANDS)], ids=" ".join)
def test_every_command_helps(command: list[str]) -> None:
    done = unokart(*command, "--help")
    assert done.returncode == 0
    assert done.stdout.startswith("Usage: unokart")
    assert done.stderr == ""


def test_other_systems_get_a_sentence(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    with pytest.raises(SystemExit) as end:
        main()
    assert end.value.code == 2
    assert capsys.readouterr().err == "unokart: UNO Kart runs on Linux and macOS, not on this system.\n"


@pytest.mark.parametrize(
    "arguments",
    [["--help"], ["--version"], ["rules"], ["play", "--plain"], ["simulate", "--matches", "1", "--players", "2"]],
    ids=" ".join,
)
def test_without_a_screen_textual_is_not_loaded(arguments: list[str]) -> None:
    code = (
        "import sys\nfrom unokart_tui.cli import main\n"
        f"sys.argv = ['unokart', *{arguments!r}]\n"
        "try: main()\nfinally: print('textual' in sys.modules or 'rich' in sys.modules, file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], input="", capture_output=True, text=True, check=False, cwd=ROOT, timeout=50
    )
    assert done.returncode == 0
    assert done.stderr == "False\n"


@pytest.mark.parametrize("arguments", [["--help"], ["host", "--help"], ["join", "--help"], ["matches"]], ids=" ".join)
def test_what_needs_no_network_loads_none(arguments: list[str]) -> None:
    code = (
        "import sys\nfrom unokart_tui.cli import main\n"
        f"sys.argv = ['unokart', *{arguments!r}]\n"
        "try: main()\nfinally: print(sorted({'asyncio', 'zeroconf', 'cryptography', 'textual'} & set(sys.modules)), "
        "file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], input="", capture_output=True, text=True, check=False, cwd=ROOT, timeout=50
    )
    assert done.returncode == 0
    assert done.stderr == "[]\n"


def test_ctrl_c_while_the_program_is_loaded_ends_it_without_a_word() -> None:
    interrupted = (
        "import os, signal, sys\n"
        "class Interrupted:\n"
        "    def find_spec(self, name, path, target=None):\n"
        "        if name == 'click':\n"
        "            os.kill(os.getpid(), signal.SIGINT)\n"
        "sys.meta_path.insert(0, Interrupted())\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "from unokart_tui.begin import main\n"
        "main()\n"
    )
    ended = subprocess.run([sys.executable, "-c", interrupted], cwd=ROOT, capture_output=True, timeout=20, check=False)
    assert (ended.returncode, ended.stdout, ended.stderr) == (130, b"", b"")


def test_the_rules_are_those_of_the_book_without_its_marks() -> None:
    printed = unokart("rules").stdout
    assert printed.startswith("The rules of UNO Kart\n")
    assert not set("#*`") & set(printed)
    assert max(map(len, printed.splitlines())) <= 80
    words = {word for _, text in paragraphs(rules_text()) for word in text.split()}
    assert words <= set(printed.split())


def test_a_reader_that_has_enough_is_no_fault() -> None:
    command = [sys.executable, "-m", "unokart_tui", "rules"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT)
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    errors = process.stderr.read()
    process.stderr.close()
    assert process.wait(20) in (0, 1)
    assert errors == b""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is always full")
@pytest.mark.parametrize("arguments", ["play --plain", "rules", "--help", "simulate --matches 1 --players 2"])
def test_an_output_that_is_full_gets_one_sentence(arguments: str) -> None:
    with Path("/dev/full").open("w") as full:
        command = [sys.executable, "-m", "unokart_tui", *arguments.split()]
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, stdout=full, stderr=subprocess.PIPE, cwd=ROOT, timeout=50, check=False
        )
    assert done.returncode == 1
    assert done.stderr.decode() == "unokart: The output can't be written: No space left on device.\n"


@pytest.mark.parametrize("closed", ["<&-", ">&- </dev/null", "<&- >&-"])
@pytest.mark.parametrize("arguments", ["play --plain", "play", "rules"])
def test_streams_that_are_closed_are_no_fault(closed: str, arguments: str) -> None:
    command = f'exec "$0" -m unokart_tui {arguments} {closed}'
    done = subprocess.run(
        ["sh", "-c", command, sys.executable], capture_output=True, text=True, cwd=ROOT, timeout=50, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert (done.stdout == "") == (">&-" in closed)


def test_simulated_matches_are_all_won() -> None:
    done = unokart("simulate", "--matches", "3", "--players", "4", "--seed", "1", "--json")
    assert done.returncode == 0
    told = json.loads(done.stdout.splitlines()[-1])
    assert told["matches"] == 3
    assert sum(told["wins"]) == 3


def test_what_is_wrong_with_the_settings_is_said_and_the_game_goes_on() -> None:
    settings_file().parent.mkdir(parents=True)
    settings_file().write_text("bots = 99\nspeed = 3\n")
    done = unokart("play", "--plain")
    assert done.returncode == 0
    assert done.stderr.splitlines() == [
        f"unokart: {shown(settings_file())}: bots must be a whole number from 1 to 9.",
        f'unokart: {shown(settings_file())} has an unknown setting "speed".',
    ]


def test_options_go_before_settings_and_settings_before_defaults() -> None:
    settings_file().parent.mkdir(parents=True)
    settings_file().write_text('name = "Ada"\nbots = 2\ntarget = 70\n')
    done = unokart("play", "--plain", "--bots", "1", stdin="table\n")
    assert done.stdout.startswith("UNO Kart, unofficial. Ada, you play against Toad\n")
    assert "first to 70 points" in done.stdout


@pytest.mark.parametrize("term", ["dumb", ""])
def test_without_a_terminal_that_can_be_drawn_on_the_game_is_played_in_lines(
    term: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", Terminal())
    monkeypatch.setattr(sys, "stdout", Terminal())
    monkeypatch.setenv("TERM", term)
    assert not launch.full_screen()
    monkeypatch.setenv("TERM", "xterm")
    assert launch.full_screen()
    for text, lines in (("yes", True), ("1", True), ("off", False), ("", False)):
        monkeypatch.setenv("UNOKART_PLAIN", text)
        assert launch.full_screen() is not lines
    monkeypatch.delenv("TERM")
    assert not launch.full_screen()


class Terminal:
    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("locale", "ascii"), [("C", True), ("POSIX", True), ("C.UTF-8", False), ("", False)])
def test_the_c_locale_is_drawn_in_ascii(locale: str, ascii: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[bool] = []

    def run_app(settings: Settings, start: object, *, bind: str | None, ascii: bool, held: object) -> int:
        drawn.append(ascii)
        return 0

    monkeypatch.setattr("unokart_tui.full_screen.run_app", run_app)
    monkeypatch.setattr(sys, "stdout", Terminal())
    monkeypatch.setenv("LC_ALL", locale)
    assert launch.full(Held(Settings()), AtHome()) == 0
    assert drawn == [ascii]


def test_home_without_a_terminal_plays_in_lines() -> None:
    assert "you play against" in unokart().stdout


def test_a_name_is_found_for_whoever_has_chosen_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("getpass.getuser", lambda: "ada\x1b")
    assert launch.login_name() == "Ada"

    def nobody() -> str:
        raise KeyError("uid not found: 12345")

    monkeypatch.setattr("getpass.getuser", nobody)
    assert launch.login_name() == "Player"


def test_defaults_are_a_match_that_can_be_played() -> None:
    assert Settings() == Settings(bots=3, level="normal", target=500, pace=1.0)
    assert Path(settings_file()).name == "settings.toml"
