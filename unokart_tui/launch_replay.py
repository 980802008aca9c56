"""From the command line to a match that was played."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import click

from unokart_tui.launch import full, full_screen, player_settings
from unokart_tui.records import find_record
from unokart_tui.replay import Replay
from unokart_tui.start import AtMatches, AtReplay


def show_replay(wanted: str, plain: bool, warn: Callable[[str], None], options: Mapping[str, Any]) -> int:
    """Show a match by its number, or the record in a file; return the exit status.

    `options` are the settings that the command line gives, which go before all others.

    Raises `unokart_tui.records.NoRecord`, and `engine.errors.RecordError` where the rules do not allow what is written.
    """
    replay = Replay(find_record(wanted, warn))
    name = f"match {wanted}" if wanted.isdecimal() else "record"
    if full_screen() and not plain:
        return full(player_settings(options), AtReplay(replay, name))
    from unokart_tui.plain_replay import run_replay

    run_replay(replay, f"unokart-{name.replace(' ', '-')}", click.echo)
    return 0


def show_matches(plain: bool, options: Mapping[str, Any]) -> int:
    """Let one be chosen from the list of matches; return the exit status."""
    if plain or not full_screen():
        raise click.UsageError("Say which match, by its number in `unokart matches`, or the file of a record.")
    return full(player_settings(options), AtMatches())
