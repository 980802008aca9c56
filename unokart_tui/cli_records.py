"""The commands for matches that were played."""

from __future__ import annotations

import json
import shutil
import sys
from typing import TYPE_CHECKING, Final

import click

from unokart_tui.cli_settings import options_given, screen_options

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

WIDEST: Final = 100
PIPED: Final = 80


def _complete_match(_context: click.Context, _parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Offer the matches by their numbers; what does not begin with one is the name of a file."""
    from click.shell_completion import CompletionItem

    from unokart_tui.records import numbered

    if incomplete and not incomplete.isdecimal():
        return [CompletionItem(incomplete, type="file")]
    return [CompletionItem(number, help=text) for number, text in numbered() if number.startswith(incomplete)]


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print one JSON array.")
def matches(as_json: bool) -> None:
    """List the matches that were played.

    All that were played to their end, here and with friends, the latest first.
    """
    from net.database import StoreError
    from unokart_tui.records import list_matches

    try:
        list_matches(as_json, click.echo, _warn)
    except StoreError as error:
        raise click.ClickException(str(error)) from error


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option(
    "--name", metavar="NAME", help="Who you are in records that do not say it; as in your settings if not said."
)
@click.option("--plain", is_flag=True, help="Sentences, one after the other, instead of charts.")
@click.pass_context
def stats(context: click.Context, as_json: bool, name: str | None, plain: bool) -> None:
    """Show what became of you so far.

    Counted from the records of your own matches, hosted here or elsewhere: matches and rounds won, points, streaks,
    UNO, the items of your boxes, and how you fare against whom.
    """
    from net.database import StoreError
    from unokart_tui.cardface import Look
    from unokart_tui.glyphs import ASCII, UNICODE
    from unokart_tui.launch import by_lines, player_settings, speaks_unicode
    from unokart_tui.palette import MONO
    from unokart_tui.paths import state_directory
    from unokart_tui.statistics import as_json as counted_as_json
    from unokart_tui.statistics import collect
    from unokart_tui.statistics_rows import as_lines, rows
    from unokart_tui.statistics_words import statistics_lines

    settings = player_settings(options_given(context, {})).settings
    warnings: list[str] = []
    try:
        counted = collect(state_directory(), name or settings.name, warnings)
    except StoreError as error:
        raise click.ClickException(str(error)) from error
    for warning in warnings:
        _warn(warning)
    if as_json:
        click.echo(json.dumps(counted_as_json(counted), ensure_ascii=False))
        return
    if plain or by_lines():
        for line in statistics_lines(counted):
            click.echo(line)
        return
    look = Look(MONO, UNICODE if speaks_unicode() and not settings.ascii else ASCII)
    width = min(WIDEST, shutil.get_terminal_size().columns - 1) if sys.stdout.isatty() else PIPED
    for line in as_lines(rows(counted, max(40, width), look, tall=False)):
        click.echo(line)


@click.command()
@click.argument("match", required=False, shell_complete=_complete_match)
@click.option("--plain", is_flag=True, help="Lines of text instead of the full screen.")
@screen_options
@click.pass_context
def replay(context: click.Context, match: str | None, plain: bool) -> None:
    """See a match again, every hand open.

    It is gone through step by step, or played by itself. MATCH is its number in `unokart matches`, or the file of a
    record; without it the matches are listed on the full screen. Hands are shown of matches that are over, and of no
    others. A moment can be saved, as text or as a picture, into the present directory. Without a terminal all of the
    match is printed.
    """
    from engine.errors import RecordError
    from unokart_tui.launch_replay import show_matches, show_replay
    from unokart_tui.records import NoRecord

    options = options_given(context, {})
    try:
        done = show_replay(match, plain, _warn, options) if match is not None else show_matches(plain, options)
        context.exit(done)
    except (NoRecord, RecordError) as error:
        raise click.ClickException(str(error)) from error


def _warn(sentence: str) -> None:
    click.echo(f"unokart: {sentence}", err=True)


COMMANDS: Final = (matches, stats, replay)
