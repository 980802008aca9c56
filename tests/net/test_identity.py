"""Who a host is, and TLS as both ends set it up."""

from __future__ import annotations

import base64
import datetime
import hashlib
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import load_pem_private_key

from net.files import StateError, lock
from net.identity import (
    ANNOUNCED_CHARACTERS,
    Identity,
    announced,
    own_identity,
    read_out,
    same_fingerprint,
)


def no_warning(sentence: str) -> None:
    raise AssertionError(sentence)


@pytest.fixture
def host(tmp_path: Path) -> Identity:
    return own_identity(tmp_path / "host", no_warning)


@pytest.fixture
def impostor(tmp_path: Path) -> Identity:
    """One who has another key, and knows the id of the host."""
    directory = tmp_path / "impostor"
    directory.mkdir(0o700)
    (directory / "host-id").write_text((tmp_path / "host" / "host-id").read_text())
    return own_identity(directory, no_warning)


def test_an_identity_is_made_once(tmp_path: Path) -> None:
    first = own_identity(tmp_path / "a", no_warning)
    assert own_identity(tmp_path / "a", no_warning) == first
    other = own_identity(tmp_path / "b", no_warning)
    assert other.host_id != first.host_id
    assert other.fingerprint != first.fingerprint


def test_many_at_once_make_one_identity(tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from net.identity import own_identity\n"
        "i = own_identity(Path(sys.argv[1]), sys.exit); print(i.host_id, i.fingerprint.hex())"
    )
    command = [sys.executable, "-c", code, str(tmp_path / "state")]
    with ThreadPoolExecutor(4) as pool:
        runs = list(pool.map(lambda _: subprocess.run(command, capture_output=True, text=True, check=True), range(4)))
    assert len({run.stdout for run in runs}) == 1
    assert runs[0].stdout.strip()


def test_only_the_account_itself_can_read_what_is_kept(host: Identity) -> None:
    assert host.path.parent.stat().st_mode & 0o777 == 0o700
    kept = sorted(host.path.parent.iterdir())
    assert [path.name for path in kept] == ["host-id", "host.lock", "host.pem"]
    assert {path.stat().st_mode & 0o777 for path in kept} == {0o600}


def test_permissions_that_were_widened_are_narrowed_again(host: Identity) -> None:
    host.path.chmod(0o644)
    host.path.parent.chmod(0o755)
    own_identity(host.path.parent, no_warning)
    assert host.path.stat().st_mode & 0o777 == 0o600
    assert host.path.parent.stat().st_mode & 0o777 == 0o700


def test_the_certificate_is_what_the_protocol_says(host: Identity) -> None:
    certificate = x509.load_der_x509_certificate(host.certificate)
    key = certificate.public_key()
    assert isinstance(key, ec.EllipticCurvePublicKey)
    assert isinstance(key.curve, ec.SECP256R1)
    assert certificate.subject.rfc4514_string() == f"CN=unokart host {host.host_id}"
    assert certificate.issuer == certificate.subject
    assert certificate.not_valid_before_utc == datetime.datetime(2020, 1, 1, tzinfo=datetime.UTC)
    assert certificate.not_valid_after_utc.year == 2099
    assert re.fullmatch(r"[0-9a-f]{8}", host.host_id)
    assert host.fingerprint == hashlib.sha256(host.certificate).digest()


def foreign_pem(common_name: str) -> bytes:
    """A key and a certificate for any name."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, common_name)])
    now = datetime.datetime.now(datetime.UTC)
    certificate = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .sign(key, hashes.SHA256())
    )
    return key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    ) + certificate.public_bytes(serialization.Encoding.PEM)


def corrupted(content: bytes) -> list[bytes]:
    other_key = ec.generate_private_key(ec.SECP256R1()).private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    certificate = content[content.index(b"-----BEGIN CERTIFICATE") :]
    return [b"", b"\xff\x00nonsense", content[: len(content) // 2], content[:-40], certificate, other_key + certificate]


@pytest.mark.parametrize("case", range(6))
def test_a_damaged_certificate_is_kept_aside_and_the_id_stays(host: Identity, case: int) -> None:
    damaged = corrupted(host.path.read_bytes())[case]
    host.path.write_bytes(damaged)
    sentences: list[str] = []
    again = own_identity(host.path.parent, sentences.append)
    assert again.host_id == host.host_id
    assert again.fingerprint != host.fingerprint
    kept = host.path.with_name("host.pem.damaged-1")
    assert kept.read_bytes() == damaged
    assert [str(kept) in sentence for sentence in sentences] == [True]
    assert own_identity(host.path.parent, no_warning) == again


def test_a_certificate_outlives_a_damaged_id_file(host: Identity) -> None:
    (host.path.parent / "host-id").write_bytes(b"\xff\xff")
    assert own_identity(host.path.parent, no_warning) == host


def test_a_certificate_of_something_else_is_not_taken_for_ours(host: Identity) -> None:
    host.path.write_bytes(foreign_pem("example.org"))
    sentences: list[str] = []
    own_identity(host.path.parent, sentences.append)
    assert len(sentences) == 1


def test_what_a_killed_process_left_half_written_is_no_obstacle(tmp_path: Path) -> None:
    (tmp_path / "host.pem.new").write_bytes(b"half")
    (tmp_path / "host.pem.new").chmod(0o644)
    identity = own_identity(tmp_path, no_warning)
    assert identity.path.stat().st_mode & 0o777 == 0o600
    assert load_pem_private_key(identity.path.read_bytes(), None)


def test_a_state_directory_that_cannot_be_one_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StateError, match=r"file/state can't be used: Not a directory\."):
        own_identity(tmp_path / "file" / "state", no_warning)


def test_a_process_that_holds_the_lock_for_ever_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("net.identity._LOCK_WAIT", 0.0)
    held = lock(tmp_path / "host.lock")
    assert held is not None
    with held, pytest.raises(StateError, match="Another unokart is busy"):
        own_identity(tmp_path, no_warning)


def test_short_forms() -> None:
    print_ = bytes(range(0xA0, 0xC0))
    assert read_out(print_) == "a0a1 a2a3 a4a5 a6a7 a8a9"
    assert len(announced(print_)) == ANNOUNCED_CHARACTERS
    assert base64.urlsafe_b64decode(announced(print_) + "==") == print_[:16]
    assert same_fingerprint(print_, bytes(print_))
    assert not same_fingerprint(print_, print_[:31] + b"\0")


def test_the_network_modules_do_not_load_cryptography_before_it_is_needed() -> None:
    code = (
        "import sys, net.identity, net.pins, net.passphrase, net.store\n"
        "print({'cryptography', 'spake2'} & {*sys.modules})"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"
