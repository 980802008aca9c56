"""A room whose way in by ssh is open, with the test in the place of the ssh server, and of its guests' children."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple

from net.addresses import Endpoint
from net.hosted import HostControl, HostSetup, HostState, SshSetup, SshState
from net.network import Network
from net.ssh.talk import Arrived, Open, Opened, Vouched
from net.target import Target
from net.updates import Joined, JoinLink, RoomChanged
from tests.net.networks import Told, network
from tests.net.ssh.stand_in import Run, StandIns

PASSPHRASE: Final = "walnut comet 42"
WAYS: Final = SshSetup(nursery=("nursery", "of guests"), port=0)


class Guest(NamedTuple):
    """A guest who is in the room."""

    link: JoinLink
    told: Told
    seat: int

    @property
    def code(self) -> str:
        """The rejoin code that their screen shows."""
        return str(self.link.rejoin_code)


class Gatehouse:
    """A computer with a room, and the children of guests by ssh on it."""

    def __init__(self, directory: Path, servers: StandIns) -> None:
        self._directory = directory
        self.servers = servers
        self.computer: Network = network(directory / "host")
        self._children: list[Network] = []
        self.seat, self.told = Told(), Told()
        self.control: HostControl
        self.run: Run
        self.word: Open

    def host(self, ssh: SshSetup | None = WAYS, **setup: Any) -> None:
        """Put up the room."""
        given = {"name": "Hedy", "announced": False, "port": 0, "passphrase": PASSPHRASE, "ssh": ssh, **setup}
        self.control = self.computer.host(HostSetup(**given), self.seat, self.told)

    def ssh(self, fits: Callable[[SshState], bool]) -> SshState:
        """Wait until the way in by ssh stands in some way."""
        return self.told.wait(HostState, lambda state: fits(state.ssh)).ssh

    def opened(self, **setup: Any) -> Gatehouse:
        """Host a room, and open the way in."""
        self.host(**setup)
        return self._opens()

    def reopened(self) -> Gatehouse:
        """Open the way in again, once it has ended."""
        self.control.open_ssh(WAYS)
        return self._opens()

    def _opens(self) -> Gatehouse:
        self.run = self.servers.next()
        self.word = self.run.hear(Open)
        self.run.say(Opened(2222, "SHA256:abc"))
        self.ssh(lambda ssh: ssh.stage == "open")
        return self

    def arrives(self, guest: int = 1, name: str = "Ann", address: str = "10.0.0.7", key: str | None = None) -> Vouched:
        """Let a guest pass the ssh server's checks."""
        self.run.say(Arrived(guest, address, name, key))
        vouched = self.run.hear(Vouched)
        assert vouched.guest == guest
        return vouched

    def joins(self, vouched: Vouched, name: str = "Ann", code: str = "") -> tuple[JoinLink, Told]:
        """Join as the child of a guest does."""
        told = Told()
        computer = network(self._directory / f"child {len(self._children)}")
        self._children.append(computer)
        target = Target(
            (Endpoint(*self.word.endpoint),),
            fingerprint=self.word.host_fingerprint,
            ticket=vouched.ticket,
            vouched=True,
            code=code,
        )
        return computer.join(target, name, told), told

    def comes(self, guest: int = 1, name: str = "Ann", *, code: str = "", **arrived: Any) -> Guest:
        """Let a guest arrive, and come into the room."""
        link, told = self.joins(self.arrives(guest, name, **arrived), name, code)
        seat = told.wait(Joined).seat
        told.wait(RoomChanged)
        return Guest(link, told, seat)

    @contextmanager
    def ended(self) -> Iterator[None]:
        """Within, the host hangs up; then the process ends."""
        yield
        self.run.hangs_up()
        self.run.end()

    def close(self) -> None:
        """Let go of everything."""
        self.servers.close()  # none of them is waited for that a test has left
        for computer in [*self._children, self.computer]:
            assert computer.close()
