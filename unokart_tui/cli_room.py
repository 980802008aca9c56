"""The commands for playing with friends."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import click

from unokart_tui.cli_settings import options_given, screen_options
from unokart_tui.cli_values import own_address, readable_file, seconds, whole_number

_BIND: Final = click.option(
    "--bind", callback=own_address, metavar="ADDRESS", help="Use this address of this computer alone."
)
_NAME: Final = click.option("--name", metavar="NAME", help="What you are called at the table.")
_PLAIN: Final = click.option("--plain", is_flag=True, help="Lines of text instead of the full screen.")


def _passphrase_file(text: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    return click.option("--passphrase-file", type=click.Path(path_type=Path), metavar="FILE", help=text)


@click.command()
@click.option("--room", metavar="NAME", help="What the room is called; your name's if not said.")
@_NAME
@click.option("--bots", callback=whole_number(0, 9), metavar="N", help="How many bots sit down at first: 0 to 9.")
@click.option("--level", type=click.Choice(["easy", "normal"]), help="How well they play.")
@_passphrase_file("Read the passphrase from the first line of a file, instead of making one up.")
@click.option("--open", "is_open", is_flag=True, help="Let people in without a passphrase.")
@click.option("--unannounced", is_flag=True, help="Keep the room out of everybody's list.")
@click.option("--port", callback=whole_number(0, 65_535), metavar="P", help="The TCP port; 0 is any that is free.")
@_BIND
@click.option("--target", callback=whole_number(1, 100_000), metavar="N", help="The points that win the match.")
@click.option(
    "--turn-seconds", callback=whole_number(0, 3600), metavar="S", help="How long an answer may take; 0: for ever."
)
@click.option("--spectators", callback=whole_number(0, 100), metavar="N", help="How many may watch.")
@click.option("--pace", callback=seconds(10), metavar="P", help="Seconds that a bot takes for a move: 0 to 10.")
@click.option("--ssh", "by_ssh", is_flag=True, help="Let guests come who have nothing but ssh.")
@click.option("--ssh-port", callback=whole_number(0, 65_535), metavar="P", help="Their TCP port, 2222; 0 is any free.")
@click.option(
    "--ssh-keys",
    callback=readable_file,
    metavar="FILE",
    help="Let in only the keys of an authorized_keys file, which keep their seats.",
)
@click.option("--ssh-guests", callback=whole_number(1, 100), metavar="N", help="How many may be here by ssh: 16.")
@click.option("--headless", is_flag=True, help="Nobody plays here: the room runs, and a log goes to stderr.")
@click.option("--resume", is_flag=True, help="Go on with the room that was used last, or with the one named by --room.")
@_PLAIN
@screen_options
@click.pass_context
def host(context: click.Context, /, **choices: Any) -> None:
    """Open a room for friends on the network.

    They join with `unokart join`, or by --ssh with nothing but ssh. The screen shows the addresses, the passphrase and
    the fingerprint of the room.
    """
    if choices["is_open"] and choices["passphrase_file"]:
        raise click.UsageError("--open needs no passphrase, so --passphrase-file does not go with it.")
    if choices["headless"] and choices["plain"]:
        raise click.UsageError("--headless shows no table, so --plain does not go with it.")
    if choices["headless"] and choices["name"]:
        raise click.UsageError("--headless seats nobody here, so --name does not go with it.")
    for option in ("ssh_port", "ssh_keys", "ssh_guests"):
        if choices[option] is not None and not choices["by_ssh"]:
            raise click.UsageError(f"--{option.replace('_', '-')} goes with --ssh.")
    from unokart_tui.launch_room import host_room

    options = options_given(context, choices, "name", "level", "target", "pace")
    context.exit(host_room(**choices, options=options))


@click.command()
@click.argument("room", required=False)
@_NAME
@_passphrase_file("Read the passphrase from the first line of a file, instead of asking.")
@_BIND
@click.option("--watch", is_flag=True, help="Watch, and take no seat.")
@click.option("--forget", metavar="HOST", help="Forget the fingerprint of a host, and your seats there; then end.")
@_PLAIN
@screen_options
@click.pass_context
def join(context: click.Context, /, forget: str | None, **choices: Any) -> None:
    """Join a room on the network.

    ROOM is its name, or the ADDRESS[:PORT] that the host's screen shows. Without it the rooms are listed.
    """
    if forget is not None:
        if choices["room"]:
            raise click.UsageError("--forget joins no room; leave one of the two out.")
        from unokart_tui.launch_room import forget_host

        context.exit(forget_host(forget, click.echo))
    from unokart_tui.launch_room import join_room

    context.exit(join_room(options=options_given(context, choices, "name"), **choices))


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print one JSON array.")
@click.option("--seconds", "look_for", callback=seconds(600), metavar="S", default="3", help="How long to look: 3.")
@_BIND
@click.pass_context
def rooms(context: click.Context, as_json: bool, look_for: float, bind: str | None) -> None:
    """List the rooms on the network."""
    from unokart_tui.launch_room import list_rooms

    context.exit(list_rooms(as_json, look_for, bind, click.echo))


COMMANDS: Final = (host, join, rooms)
