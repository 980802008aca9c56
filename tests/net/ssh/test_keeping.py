"""What the ssh server keeps on disk, and what it takes from the disk and from a guest's compression."""

from __future__ import annotations

import os
import subprocess
import sys
import zlib
from pathlib import Path

import asyncssh
import pytest

from net.files import StateError
from net.ssh.compression import PACKET, Inflate
from net.ssh.directories import own_directory
from net.ssh.host_key import own_key


def test_the_host_key_is_made_once_and_for_this_account_alone(tmp_path: Path) -> None:
    path = tmp_path / "state" / "ssh_host_key"
    key = own_key(path)
    assert path.stat().st_mode & 0o777 == 0o600
    assert own_key(path).get_fingerprint() == key.get_fingerprint()
    path.chmod(0o644)
    own_key(path)
    assert path.stat().st_mode & 0o777 == 0o600


def test_a_damaged_host_key_is_kept_aside(tmp_path: Path) -> None:
    path = tmp_path / "ssh_host_key"
    path.write_text("nonsense")
    key = own_key(path)
    assert (tmp_path / "ssh_host_key.damaged-1").read_text() == "nonsense"
    assert asyncssh.read_private_key(path).get_fingerprint() == key.get_fingerprint()


def test_a_host_key_that_cannot_be_kept_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StateError, match="can't be used"):
        own_key(tmp_path / "file" / "ssh_host_key")


def test_directories_go_with_the_server_and_those_of_a_killed_one_with_the_next(tmp_path: Path) -> None:
    script = (
        "import os, sys; from pathlib import Path; from net.ssh.directories import own_directory\n"
        "with own_directory(Path(sys.argv[1])) as mine:\n"
        "    (mine / '1').mkdir(); (mine / '1' / 'file').write_text('x')\n"
        "    print(mine, flush=True); os.kill(os.getpid(), 9)"
    )
    killed = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path)], stdout=subprocess.PIPE, text=True, check=False
    )
    left = Path(killed.stdout.strip())
    assert (left / "1" / "file").exists()
    with own_directory(tmp_path) as mine:
        assert not left.exists()
        assert mine.name == str(os.getpid())
        assert mine.stat().st_mode & 0o777 == 0o700
        with pytest.raises(StateError), own_directory(tmp_path):
            pass
        assert mine.exists()
        (mine / "1").mkdir()
    assert not mine.exists()


def test_compression_is_undone_packet_by_packet() -> None:
    deflate, inflate = zlib.compressobj(), Inflate()
    for packet in (b"one", b"two" * 5000, os.urandom(30_000)):
        assert inflate.decompress(deflate.compress(packet) + deflate.flush(zlib.Z_SYNC_FLUSH)) == packet


def test_a_packet_that_becomes_huge_or_is_damaged_is_not_undone() -> None:
    deflate = zlib.compressobj()
    bomb = deflate.compress(bytes(100 * PACKET)) + deflate.flush(zlib.Z_SYNC_FLUSH)
    assert len(bomb) < PACKET
    assert Inflate().decompress(bomb) is None
    assert Inflate().decompress(b"nonsense") is None
