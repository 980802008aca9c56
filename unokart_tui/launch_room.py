"""From the command line to a room: what was asked for, with settings and files, made into what the network takes."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click
from msgspec.structs import replace

from engine.rules import Rules
from net import passphrase
from net.addresses import BadAddress, parse_endpoint
from net.database import StoreError
from net.files import StateError
from net.hosted import HostSetup
from net.identity import read_out
from net.names import clean_line
from net.network import Network
from net.pins import KnownHost, Pins
from net.saved import OpenTable
from net.store import Store
from unokart_tui import finding
from unokart_tui.launch import full, full_screen, player_settings
from unokart_tui.paths import state_directory
from unokart_tui.plain import (
    INTERRUPTED,
    USAGE_ERROR,
    Mailbox,
    converse,
    farewell,
    patient,
    prepare,
    print_line,
    stdin_lines,
)
from unokart_tui.plain_join import PlainJoin, choose_room, hiding
from unokart_tui.ssh_setup import ssh_setup
from unokart_tui.start import AtRooms, InOwnRoom, InRoom

_ROOM_CHARACTERS = 40


def warn(sentence: str) -> None:
    """Say something on stderr."""
    sys.stderr.write(f"unokart: {sentence}\n")


@contextmanager
def opened_network(bind: str | None) -> Iterator[Network]:
    """Start the network, and end it in good order."""
    network = Network(state_directory(), bind=bind, warn=warn)
    try:
        yield network
    finally:
        network.close()


def _passphrase_in(file: Path | None) -> str | None:
    if file is None:
        return None
    try:
        found = passphrase.read_file(file)
        passphrase.normalized(found.passphrase)
    except passphrase.PassphraseError as error:
        raise click.ClickException(str(error)) from error
    if found.warning:
        warn(found.warning)
    return found.passphrase


# Hosting


def host_room(
    *,
    room: str | None,
    bots: int | None,
    passphrase_file: Path | None,
    is_open: bool,
    unannounced: bool,
    port: int | None,
    bind: str | None,
    turn_seconds: int | None,
    spectators: int | None,
    by_ssh: bool,
    ssh_port: int | None,
    ssh_keys: Path | None,
    ssh_guests: int | None,
    headless: bool,
    resume: bool,
    plain: bool,
    options: Mapping[str, Any],
) -> int:
    """Host a room as the command line asks for; return the exit status.

    `options` are the settings that the command line gives, which go before all others.
    """
    held = player_settings(options)
    settings = held.settings
    given: dict[str, Any] = {"turn_seconds": turn_seconds, "spectators": spectators}
    secret = None if is_open else _passphrase_in(passphrase_file) or passphrase.generate()
    setup = HostSetup(
        name=None if headless else settings.name,
        room=clean_line(room, _ROOM_CHARACTERS) or None if room else None,
        bots=(settings.level,) * (bots or 0),
        rules=Rules(target_score=settings.target),
        passphrase=secret,
        port=port,
        announced=not unannounced,
        pace=settings.pace,
        ssh=ssh_setup(ssh_port, ssh_keys, ssh_guests) if by_ssh else None,
        **{key: value for key, value in given.items() if value is not None},
    )
    setup = replace(setup, resume=_table_to_resume(room) if resume else _offer_to_resume())
    if full_screen() and not (plain or headless):
        return full(held, InOwnRoom(setup), bind)
    with opened_network(bind) as network:
        if headless:
            from unokart_tui.headless import host_headless

            return host_headless(network, setup)
        from unokart_tui.plain_host import host_plain

        return host_plain(network, setup)


def _saved_tables() -> list[OpenTable]:
    """Return the rooms that can be opened again, the last used first."""
    try:
        store = Store(state_directory(), warn)
        try:
            return [table for table in store.tables("room") if not table.hosted and (table.match or table.names)]
        finally:
            store.close()
    except StoreError as error:
        raise click.ClickException(str(error)) from error


def _table_to_resume(name: str | None) -> str:
    tables = _saved_tables()
    for table in tables:
        if name is None or table.name.casefold() == name.strip().casefold():
            return table.room
    if name is not None and tables:
        names = ", ".join(f'"{table.name}"' for table in tables)
        raise click.ClickException(f'No room called "{clean_line(name, 40)}" is saved, but {names}.')
    raise click.ClickException("No room is saved that could be gone on with.")


def _offer_to_resume() -> str | None:
    """Ask whether to go on with the match that was left last, where there is one and somebody to ask."""
    tables = [table for table in _saved_tables() if table.match and not table.over]
    if not tables:
        return None
    table = tables[0]
    about = f'"{table.name}" is saved in round {table.round}, with {", ".join(table.names)}.'
    if not (sys.stdin and sys.stdin.isatty() and sys.stdout.isatty()):
        warn(f"The room {about} Go on with it by: unokart host --resume")
        return None
    return table.room if click.confirm(f"The room {about} Go on with it?", default=True) else None


# Joining


def join_room(
    *,
    room: str | None,
    passphrase_file: Path | None,
    bind: str | None,
    watch: bool,
    plain: bool,
    options: Mapping[str, Any],
) -> int:
    """Join a room as the command line asks for; return the exit status.

    `options` are the settings that the command line gives, which go before all others.
    """
    held = player_settings(options)
    secret = _passphrase_in(passphrase_file)
    if room is not None and finding.is_address(room):
        _check_address(room)
    if full_screen() and not plain:
        return full(held, _start(room, secret, bind, watch), bind)
    prepare()
    lines = stdin_lines()
    with opened_network(bind) as network, hiding() as hide:
        try:
            where = finding.find_room(network, room) if room else choose_room(network, lines, print_line)
        except BadAddress as error:
            raise click.ClickException(error.sentence) from error
        except KeyboardInterrupt:
            return INTERRUPTED
        if where is None:
            return 0
        mailbox: Mailbox[Any] = Mailbox()
        known = {host.host_id for host in _known_hosts()}
        link = network.join(where, held.settings.name, mailbox.put, watch=watch)
        place = PlainJoin(link, print_line, patient(), secret, hide, lambda: _met(known))
        try:
            converse(place, mailbox, lines)
        except KeyboardInterrupt:
            place.room.go_away()
            return INTERRUPTED
    if place.farewell is not None and not place.inside and not place.left:
        warn(place.farewell.sentence)
        return USAGE_ERROR
    return farewell(place.room)


def _start(room: str | None, secret: str | None, bind: str | None, watch: bool) -> AtRooms | InRoom:
    """Return where the full-screen program begins: in the room of that name or address, or where one is chosen."""
    if room is None:
        return AtRooms(watch)
    if finding.is_address(room):
        return InRoom(room, secret, watch)
    with opened_network(bind) as network:
        try:
            return InRoom(finding.find_room(network, room), secret, watch)
        except BadAddress as error:
            raise click.ClickException(error.sentence) from error


def _check_address(text: str) -> None:
    try:
        parse_endpoint(text)
    except BadAddress as error:
        raise click.ClickException(error.sentence) from error


def _known_hosts() -> list[KnownHost]:
    """Return the hosts that were met; none where that can't be read, which is said by whoever needs it."""
    try:
        return Pins(state_directory(), lambda warning: None).hosts()
    except StateError:
        return []


def _met(before: set[str]) -> str | None:
    """Return the fingerprint of the host used last, if it is none of those met before."""
    hosts = _known_hosts()
    return read_out(hosts[0].fingerprint) if hosts and hosts[0].host_id not in before else None


def forget_host(wanted: str, echo: Callable[[str], None]) -> int:
    """Forget a host, by its id or by the name of its room; return the exit status."""
    try:
        pins = Pins(state_directory(), warn)
        known = [host for host in pins.hosts() if wanted == host.host_id or wanted.casefold() == host.name.casefold()]
        if not known:
            raise click.ClickException(f'No host "{clean_line(wanted, 40)}" was met.')
        if len(known) > 1:
            ids = ", ".join(host.host_id for host in known)
            raise click.ClickException(f"That could be any of these hosts: {ids}. Say which.")
        pins.forget(known[0].host_id)
    except StateError as error:
        raise click.ClickException(str(error)) from error
    echo(f'The host of "{known[0].name}" ({known[0].host_id}) is forgotten.')
    return 0


def list_rooms(as_json: bool, seconds: float, bind: str | None, echo: Callable[[str], None]) -> int:
    """Print the rooms on the network; return the exit status."""
    with opened_network(bind) as network:
        finding.list_rooms(network, as_json, seconds, echo, warn)
    return 0
