"""Who a host is, and TLS as both ends set it up."""

from __future__ import annotations

import asyncio
import base64
import datetime
import hashlib
import re
import ssl
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
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
    NotAHost,
    Shown,
    announced,
    client_context,
    fingerprint,
    own_identity,
    read_out,
    same_fingerprint,
    server_context,
    shown,
)
from tests.net.tls import Middle, served


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


async def silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await reader.read()


async def test_both_ends_speak_tls_1_3_and_the_client_sees_whom_it_has(host: Identity) -> None:
    async with served(host, silent) as port:
        _, writer = await asyncio.open_connection("127.0.0.1", port, ssl=client_context())
        connection = writer.get_extra_info("ssl_object")
        assert connection.version() == "TLSv1.3"
        assert shown(connection) == Shown(host.host_id, host.fingerprint)
        writer.close()
        await writer.wait_closed()


def shake_hands(client: ssl.SSLContext, server: ssl.SSLContext) -> str | None:
    """Bring two ends together without a network; return what they speak."""
    to_server, to_client = ssl.MemoryBIO(), ssl.MemoryBIO()
    asking = client.wrap_bio(to_client, to_server)
    answering = server.wrap_bio(to_server, to_client, server_side=True)
    for _ in range(4):
        for end in (asking, answering):
            with suppress(ssl.SSLWantReadError):
                end.do_handshake()
    return asking.version()


def test_neither_end_speaks_less_than_tls_1_3(host: Identity) -> None:
    assert shake_hands(client_context(), server_context(host)) == "TLSv1.3"
    old_client, old_server = client_context(), server_context(host)
    for old in (old_client, old_server):
        old.minimum_version = old.maximum_version = ssl.TLSVersion.TLSv1_2
    assert shake_hands(old_client, old_server) == "TLSv1.2"
    with pytest.raises(ssl.SSLError):
        shake_hands(old_client, server_context(host))
    with pytest.raises(ssl.SSLError):
        shake_hands(client_context(), old_server)


async def test_the_host_hands_out_no_session_tickets(host: Identity) -> None:
    async with served(host, echo) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port, ssl=client_context())
        writer.write(b"x")
        assert await reader.readexactly(1) == b"x"  # tickets would have come before it
        assert not writer.get_extra_info("ssl_object").session.has_ticket
        writer.close()


async def echo(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while data := await reader.read(100):
        writer.write(data)


class Pinned(asyncio.Protocol):
    """A client that knows its host, and greets it as soon as it may."""

    def __init__(self, pinned: bytes) -> None:
        self._pinned = pinned
        self.stopped = asyncio.get_running_loop().create_future()
        self.answered = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        if same_fingerprint(shown(transport.get_extra_info("ssl_object")).fingerprint, self._pinned):
            transport.write(b"my seat's token")
        else:
            transport.close()

    def data_received(self, data: bytes) -> None:
        self.answered.set_result(data)

    def connection_lost(self, exc: Exception | None) -> None:
        self.stopped.set_result(exc)


async def test_a_pinned_client_stops_before_someone_in_the_middle_has_heard_a_byte(
    host: Identity, impostor: Identity
) -> None:
    assert impostor.host_id == host.host_id
    loop = asyncio.get_running_loop()
    async with served(host, echo) as port:
        _, straight = await loop.create_connection(
            lambda: Pinned(host.fingerprint), "127.0.0.1", port, ssl=client_context()
        )
        assert await straight.answered == b"my seat's token"
        middle = Middle(impostor, port)
        async with middle.listening() as middle_port:
            _, tricked = await loop.create_connection(
                lambda: Pinned(host.fingerprint), "127.0.0.1", middle_port, ssl=client_context()
            )
            await tricked.stopped
            await middle.client_gone.wait()
        assert middle.from_client == b""
        assert not tricked.answered.done()
        middle = Middle(impostor, port)
        async with middle.listening() as middle_port:  # it would have been heard
            _, trusting = await loop.create_connection(
                lambda: Pinned(impostor.fingerprint), "127.0.0.1", middle_port, ssl=client_context()
            )
            assert await trusting.answered == b"my seat's token"
        assert middle.from_client == b"my seat's token"


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


@pytest.mark.parametrize(
    "name", ["example.org", "unokart host", "unokart host ABCDEF01", "unokart host 01234567 unokart host 89abcdef"]
)
async def test_a_certificate_of_no_host_or_of_two_is_refused(tmp_path: Path, name: str) -> None:
    path = tmp_path / "foreign.pem"
    path.write_bytes(foreign_pem(name))
    foreign = Identity("", b"", path)
    async with served(foreign, silent) as port:
        _, writer = await asyncio.open_connection("127.0.0.1", port, ssl=client_context())
        with pytest.raises(NotAHost, match="no host of UNO Kart"):
            shown(writer.get_extra_info("ssl_object"))
        writer.close()


def test_no_certificate_at_all_is_refused() -> None:
    before = client_context().wrap_bio(ssl.MemoryBIO(), ssl.MemoryBIO())
    with pytest.raises((NotAHost, ValueError)):
        shown(before)


def test_a_fingerprint_is_of_the_whole_certificate(host: Identity) -> None:
    assert fingerprint(host.certificate + b"\0") != host.fingerprint
    assert server_context(host).num_tickets == 0
