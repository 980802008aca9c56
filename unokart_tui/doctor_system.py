"""What the network and the files of this account let the game do."""

from __future__ import annotations

from collections.abc import Sequence
from ipaddress import ip_address
from pathlib import Path

from net.addresses import BadAddress, OwnAddress, Side, of_side, read_own_addresses
from net.database import DATABASE, StoreError
from net.files import StateError
from net.listening import CannotListen, listen
from net.network import Network
from net.store import Store
from unokart_tui.config import load
from unokart_tui.finding import answered, look_for_rooms
from unokart_tui.findings import Finding, good, note, wrong
from unokart_tui.names import counted
from unokart_tui.paths import settings_file, state_directory

_FACED = {
    Side.LAN: "on local networks",
    Side.TUNNEL: "on a VPN",
    Side.INSIDE: "of containers and virtual machines",
    Side.LOOPBACK: "of this computer alone",
}


def network(look_for: float, bind: str | None) -> Sequence[Finding]:
    """Look at the network for so many seconds: addresses, the port of a host, and whether rooms are found."""
    return [addresses(read_own_addresses()), port(bind), *_discovery(look_for, bind)]


def addresses(own: Sequence[OwnAddress]) -> Finding:
    """Say how many addresses there are and what they face, but none of them."""
    said = []
    for side, faced in _FACED.items():
        versions = [ip_address(mine.address).version for mine in of_side(own, side)]
        if versions:
            said.append(f"{versions.count(4)} IPv4 and {versions.count(6)} IPv6 {faced}")
    text = f"Addresses: {', '.join(said) or 'none'}"
    return good(text) if of_side(own, Side.LAN) else note(f"{text}. Friends on a local network can't be reached.")


def port(bind: str | None) -> Finding:
    """Say which port a host would have; what a firewall lets through nobody on this computer can tell."""
    try:
        listeners = listen(None, bind)
    except (CannotListen, BadAddress) as error:
        return wrong(f"Port: {error.sentence}")
    number = listeners[0].getsockname()[1]
    for listener in listeners:
        listener.close()
    return good(f"Port: a host here would have TCP port {number}. Whether a firewall lets friends in is not known.")


def _discovery(look_for: float, bind: str | None) -> list[Finding]:
    """Look for rooms as a player does; of those that are found only the number is told."""
    warnings: list[str] = []
    network = Network(state_directory(), bind=bind, warn=warnings.append)
    try:
        rooms = look_for_rooms(network, look_for)
    finally:
        network.close()
    findings = [note(warning) for warning in warnings]
    count, answering = len(rooms.found), len(answered(rooms.found))
    found = f"{counted(count, 'room')} found in {look_for:g} s" + (f", {answering} answering" if count else "")
    if rooms.trouble:
        return [*findings, note(f"Multicast DNS: {rooms.trouble} {found}.")]
    return [*findings, good(f"Multicast DNS: works; {found}")]


def files() -> Sequence[Finding]:
    """Look at the settings, and at what is saved."""
    _, problems = load()
    settings = settings_file()
    findings: list[Finding] = [note(problem) for problem in problems]
    if not problems:
        findings.append(good(f"Settings: {settings}{'' if settings.exists() else ', which is not there yet'}"))
    return [*findings, *_saved(state_directory())]


def _saved(directory: Path) -> list[Finding]:
    if not (directory / DATABASE).exists():
        return [good(f"Saved matches: {directory}, where nothing is yet")]
    warnings: list[str] = []
    try:
        store = Store(directory, warnings.append)
        try:
            matches, tables = len(store.matches()), len(store.tables())
        finally:
            store.close()
    except (StoreError, StateError) as error:
        return [*map(note, warnings), wrong(f"Saved matches: {error}")]
    text = f"Saved matches: {directory}, with {matches} played to the end and {counted(tables, 'table')} to go on with"
    return [*map(note, warnings), good(text)]
