"""The command line. What a command needs beyond click is imported when it runs, so that asking is quick."""

from __future__ import annotations

import errno
import os
import shutil
import sys
from typing import Any, Final, NoReturn

import click

from net.version import VERSION
from unokart_tui import cli_help, cli_records, cli_room, cli_tools
from unokart_tui.cli_settings import options_given, screen_options
from unokart_tui.cli_values import seconds, whole_number

VERSION_LINE = "unokart %(version)s"
USAGE_ERROR = 2
INTERRUPTED = 130
UNWRITTEN = 1
WIDEST = 80
"""Longer lines of the rules are hard to read."""

_UNWRITABLE: Final = frozenset((errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO))
"""What writing to a file or a device fails with that takes no more."""


@click.group(invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(VERSION, message=VERSION_LINE)
@screen_options
@click.pass_context
def unokart(context: click.Context) -> None:
    """UNO Kart: UNO with item boxes, for the terminal. Unofficial.

    Without a command the home screen opens. Options hold for this time; the settings screen and the settings file for
    all times. Each setting is an environment variable too, such as UNOKART_THEME.
    """
    if context.invoked_subcommand is None:
        from unokart_tui.launch import home

        context.exit(home(options_given(context, {})))


@unokart.command()
@click.option("--bots", callback=whole_number(1, 9), metavar="N", help="How many bots play: 1 to 9.")
@click.option("--level", type=click.Choice(["easy", "normal"]), help="How well they play.")
@click.option("--name", metavar="NAME", help="What you are called at the table.")
@click.option("--target", callback=whole_number(1, 100_000), metavar="N", help="The points that win the match.")
@click.option("--seed", callback=whole_number(0, 2**63 - 1), metavar="S", help="Shuffle and play by this number.")
@click.option("--pace", callback=seconds(10), metavar="P", help="Seconds that a bot takes for a move: 0 to 10.")
@click.option("--plain", is_flag=True, help="Lines of text instead of the full screen.")
@screen_options
@click.pass_context
def play(context: click.Context, /, plain: bool, seed: int | None, **choices: Any) -> None:
    """Play a match against bots.

    What is not said here is as in your settings, or as you chose last.
    """
    from unokart_tui.launch import play_match

    options = options_given(context, choices, *choices)
    context.exit(play_match(options, seed=seed, plain=plain))


@unokart.command()
@click.option("--plain", is_flag=True, help="Lines of text instead of the full screen.")
@screen_options
@click.pass_context
def learn(context: click.Context, plain: bool) -> None:
    """Learn the game in a guided round.

    Six steps: match, draw and keep, challenge, item box, UNO, catch.
    """
    from unokart_tui.launch import learn

    context.exit(learn(options_given(context, {}), plain))


@unokart.command()
def rules() -> None:
    """Show the rules of the game."""
    from unokart_tui.rulebook import rules_lines

    if sys.stdin.isatty() and sys.stdout.isatty():
        width = min(shutil.get_terminal_size().columns, WIDEST)
        click.echo_via_pager("\n".join(rules_lines(width)) + "\n")
    else:
        click.echo("\n".join(rules_lines(WIDEST)))


@unokart.command()
@click.option("--matches", callback=whole_number(1, 10_000_000), metavar="N", required=True, help="How many matches.")
@click.option("--players", callback=whole_number(2, 10), metavar="P", required=True, help="How many players: 2 to 10.")
@click.option(
    "--seed", callback=whole_number(0, 2**63 - 1), metavar="S", help="Where to begin; the same gives the same."
)
@click.option("--json", "as_json", is_flag=True, help="Make the last line one JSON object.")
@click.pass_context
def simulate(context: click.Context, matches: int, players: int, seed: int | None, as_json: bool) -> None:
    """Let bots play whole matches.

    They play as fast as they can, and the game is checked as it goes.
    """
    from unokart_tui.simulate import run

    context.exit(run(matches, players, seed, as_json, click.echo))


for _command in (*cli_room.COMMANDS, *cli_records.COMMANDS, *cli_tools.COMMANDS):
    unokart.add_command(_command)

unokart.epilog = cli_help.UNOKART
for _name, _text in cli_help.OF_COMMANDS.items():
    unokart.commands[_name].epilog = _text


def _fail(sentence: str, status: int = USAGE_ERROR) -> NoReturn:
    sentence = sentence.strip()
    if not sentence.endswith((".", "!", "?")):
        sentence += "."
    click.echo(f"unokart: {sentence}", err=True)
    sys.exit(status)


def _fill_in_streams() -> None:
    """Put an empty stdin, or an output that takes anything, where this process was given none."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_RDWR), mode, encoding="utf-8"))


def _say_no_more() -> None:
    """Let what is left to be written to stdout go nowhere, or Python would fail with it on its way out."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def main() -> None:
    """Run the command line and end the process; a wrong call gets one sentence on stderr and status 2."""
    _fill_in_streams()
    if sys.platform not in ("linux", "darwin"):
        _fail("UNO Kart runs on Linux and macOS, not on this system.")
    try:
        status = unokart.main(prog_name="unokart", standalone_mode=False)
    except click.ClickException as error:
        _fail(" ".join(error.format_message().split()))
    except (click.Abort, KeyboardInterrupt):
        sys.exit(INTERRUPTED)
    except BrokenPipeError:  # whoever read has enough
        _say_no_more()
        sys.exit(UNWRITTEN)
    except OSError as error:
        if error.errno not in _UNWRITABLE:
            raise
        _say_no_more()
        _fail(f"The output can't be written: {error.strerror}.", UNWRITTEN)
    sys.exit(status)
