"""What is beyond the screen: the network, and what is saved on this computer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from net.found import People, Rooms
    from net.home import Invitation
    from net.hosted import HostControl, HostSetup, HostUpdate
    from net.saved import OpenTable
    from net.target import Target
    from net.updates import JoinLink, Update
    from unokart_tui.screens.rooms import Where


class HomeDoor(Protocol):
    """Being seen at home by hosts, and answering what stands; as `net.home.Home`."""

    def accept(self) -> None: ...
    def decline(self) -> None: ...
    def close(self) -> None: ...


class Doors(Protocol):
    """The ways into the network that screens take; as `net.network.Network`, which says what each does."""

    def browse(self, on_rooms: Callable[[Rooms], None]) -> Callable[[], None]: ...
    def browse_people(self, on_people: Callable[[People], None]) -> Callable[[], None]: ...
    def at_home(self, name: str, on_invitation: Callable[[Invitation | None], None]) -> HomeDoor: ...
    def join(
        self,
        where: Where | Invitation | Target,
        name: str,
        on_update: Callable[[Update], None],
        *,
        watch: bool = False,
    ) -> JoinLink: ...
    def host(
        self, setup: HostSetup, on_update: Callable[[Update], None], on_host: Callable[[HostUpdate], None]
    ) -> HostControl: ...
    def close(self, seconds: float = ...) -> bool: ...


@dataclass(frozen=True)
class Outside:
    """The files in a state directory, and the network as it is opened when it is first needed."""

    directory: Path
    open_network: Callable[[Callable[[str], None]], Doors]
    """Given what is to be told, in sentences, of damaged files; that is called on any thread."""

    def unfinished(self) -> list[OpenTable]:
        """Return the tables that can be gone on with, the last used first; none where nothing can be read."""
        from net.database import StoreError
        from net.store import Store

        if not self.directory.exists():
            return []
        try:
            store = Store(self.directory, lambda warning: None)  # whoever goes on with one is told
        except StoreError:
            return []
        try:
            return [table for table in store.tables() if table.match and not (table.over or table.hosted)]
        except StoreError:
            return []
        finally:
            store.close()

    def discard(self, table: OpenTable) -> str | None:
        """Throw a table away; return why that can't be done, in a sentence."""
        from net.database import StoreError
        from net.store import Store

        try:
            store = Store(self.directory, lambda warning: None)
            try:
                store.discard(table.room)
            finally:
                store.close()
        except StoreError as error:
            return str(error)
        return None

    def hosts_met(self) -> dict[str, str]:
        """Return the hosts that were met, by their ids, with the fingerprints that they show; the latest first."""
        from net.files import StateError
        from net.identity import read_out
        from net.pins import Pins

        try:
            hosts = Pins(self.directory, lambda warning: None).hosts()
        except StateError:
            return {}
        return {host.host_id: read_out(host.fingerprint) for host in hosts}


def real_outside(bind: str | None = None) -> Outside:
    """Return the outside of this account on this computer; `bind` confines it to one address of the computer."""
    from unokart_tui.paths import state_directory

    directory = state_directory()

    def open_network(warn: Callable[[str], None]) -> Doors:
        from net.network import Network

        return Network(directory, bind=bind, warn=warn)

    return Outside(directory, open_network)
