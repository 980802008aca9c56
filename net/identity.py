"""Who a host is: an id, and the certificate that proves it. And TLS as both ends set it up.

There is no authority to ask: a client remembers the certificate that it met first (`net.pins`) and takes no other for
the same id. The id stands in the certificate, so a client knows whom it has before it has sent a byte.
"""

from __future__ import annotations

import base64
import datetime
import hashlib
import hmac
import re
import secrets
import ssl
from collections.abc import Callable
from pathlib import Path
from typing import Final

from msgspec import Struct

from net.files import StateError, lock, make_private, read_private, set_aside, write_private

ANNOUNCED_CHARACTERS: Final = 22
"""How long a fingerprint is where it is announced: 128 bits of it."""

_CERTIFICATE_FILE: Final = "host.pem"
_ID_FILE: Final = "host-id"
_LOCK_FILE: Final = "host.lock"
_LOCK_WAIT: Final = 5.0

_COMMON_NAME: Final = "unokart host {}"
_ID_IN_NAME: Final = re.compile(rb"unokart host ([0-9a-f]{8})")
_ID: Final = re.compile(r"[0-9a-f]{8}")

# Clocks of machines on a LAN may be years off, and nothing hangs on these dates.
_NOT_BEFORE: Final = datetime.datetime(2020, 1, 1, tzinfo=datetime.UTC)
_NOT_AFTER: Final = datetime.datetime(2099, 12, 31, tzinfo=datetime.UTC)

_PEM_BEGIN: Final = "-----BEGIN CERTIFICATE-----"


class NotAHost(Exception):
    """What answered is no host of this game. ``str(error)`` is a sentence for the player."""


class Identity(Struct, frozen=True):
    """A host as others know it: the same from its first start on."""

    host_id: str
    """Eight hexadecimal digits."""
    certificate: bytes
    """In DER form."""
    path: Path
    """The file with the certificate and its private key."""

    @property
    def fingerprint(self) -> bytes:
        """What the certificate is known by: 32 bytes."""
        return fingerprint(self.certificate)


class Shown(Struct, frozen=True):
    """What the other end of a connection has shown. TLS has proved that it holds the key."""

    host_id: str
    fingerprint: bytes


def own_identity(directory: Path, warn: Callable[[str], None]) -> Identity:
    """Return the identity kept in a state directory; the first time, make it.

    `warn` is told, in a sentence, of a damaged certificate: it is kept aside, and friends will have to forget the old
    one, because the new one has the same id. Raises `net.files.StateError`.
    """
    make_private(directory)
    path = directory / _CERTIFICATE_FILE
    held = lock(directory / _LOCK_FILE, wait=_LOCK_WAIT)
    if held is None:
        raise StateError(f"Another unokart is busy with {path}.")
    with held:
        content = read_private(path)
        if content is not None:
            identity = _read(path, content)
            if identity is not None:
                return identity
            kept = set_aside(path)
            warn(f"The certificate of this host was damaged and lies in {kept} now; friends will see a new one.")
        return _make(path, _own_id(directory))


def _own_id(directory: Path) -> str:
    """Return the id kept, apart from the certificate so that it outlives it."""
    path = directory / _ID_FILE
    content = read_private(path)
    if content is not None and _ID.fullmatch(kept := content.decode("ascii", "replace").strip()):
        return kept
    host_id = secrets.token_hex(4)
    write_private(path, f"{host_id}\n".encode())
    return host_id


def _read(path: Path, content: bytes) -> Identity | None:
    """Return the identity in a PEM file, None where it can't serve as one."""
    text = content.decode("ascii", "replace")
    begin = text.find(_PEM_BEGIN)
    try:
        certificate = ssl.PEM_cert_to_DER_cert(text[begin:])
        identity = Identity(_id_in(certificate), certificate, path)
        server_context(identity)  # OpenSSL compares the key with the certificate
    except (ValueError, NotAHost, ssl.SSLError):
        return None
    return identity


def _make(path: Path, host_id: str) -> Identity:
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, _COMMON_NAME.format(host_id))])
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(_NOT_BEFORE)
        .not_valid_after(_NOT_AFTER)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    key_pem = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    write_private(path, key_pem + certificate.public_bytes(serialization.Encoding.PEM))
    return Identity(host_id, certificate.public_bytes(serialization.Encoding.DER), path)


def _id_in(certificate: bytes) -> str:
    """Return the id that a certificate in DER form is for; raise `NotAHost`.

    It is searched for, not parsed: whoever made the certificate could write any id into it, wherever it stands.
    """
    ids = set(_ID_IN_NAME.findall(certificate))
    if len(ids) != 1:
        raise NotAHost("What answered there is no host of UNO Kart.")
    found: bytes = ids.pop()
    return found.decode()


def server_context(identity: Identity) -> ssl.SSLContext:
    """Return what a host accepts connections with. Raises `ssl.SSLError` where the file holds something else."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.num_tickets = 0  # no client resumes a TLS session
    context.load_cert_chain(identity.path)
    return context


def client_context() -> ssl.SSLContext:
    """Return what a client connects with. It takes any certificate: `shown` tells which, and comes before any byte."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


def shown(connection: ssl.SSLObject | ssl.SSLSocket) -> Shown:
    """Return what a connection's other end has shown in the handshake; raise `NotAHost`.

    On asyncio that is ``shown(transport.get_extra_info("ssl_object"))``, first thing in `connection_made`.
    """
    certificate = connection.getpeercert(binary_form=True)
    if certificate is None:
        raise NotAHost("What answered there shows no certificate.")
    return Shown(_id_in(certificate), fingerprint(certificate))


def fingerprint(certificate: bytes) -> bytes:
    """Return the fingerprint of a certificate in DER form: its SHA-256."""
    return hashlib.sha256(certificate).digest()


def same_fingerprint(one: bytes, other: bytes) -> bool:
    """Compare two fingerprints, in a time that says nothing about them."""
    return hmac.compare_digest(one, other)


def read_out(fingerprint: bytes) -> str:
    """Return the first 80 bits of a fingerprint for two people to compare: ``3f2a 91bc 04de 77a1 c0ff``."""
    digits = fingerprint.hex()
    return " ".join(digits[at : at + 4] for at in range(0, 20, 4))


def announced(fingerprint: bytes) -> str:
    """Return the first 128 bits of a fingerprint in `ANNOUNCED_CHARACTERS` characters that any record can hold."""
    return base64.urlsafe_b64encode(fingerprint[:16]).decode().rstrip("=")
