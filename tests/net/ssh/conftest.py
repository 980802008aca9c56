from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.net.ssh.gatehouse import Gatehouse
from tests.net.ssh.stand_in import StandIns, stand_ins


@pytest.fixture
def servers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[StandIns]:
    with stand_ins(tmp_path) as servers:
        monkeypatch.setattr("net.ssh.gate.server_command", lambda: servers.command)
        yield servers


@pytest.fixture
def gatehouse(tmp_path: Path, servers: StandIns) -> Iterator[Gatehouse]:
    gatehouse = Gatehouse(tmp_path, servers)
    yield gatehouse
    gatehouse.close()
