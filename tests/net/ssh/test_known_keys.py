"""An authorized_keys file: which keys of it may come, from where, and until when."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import asyncssh
import pytest

from net.ssh.known_keys import KnownKeys

KEY = asyncssh.generate_private_key("ssh-ed25519").convert_to_public()
OTHER = asyncssh.generate_private_key("ssh-ed25519").convert_to_public()
TEXT = KEY.export_public_key().decode().strip()
OTHER_TEXT = OTHER.export_public_key().decode().strip()
NOW = datetime(2026, 7, 1, 12, tzinfo=UTC)
FAR = timedelta(days=2)
"""Further than any place on earth has another time."""


def may_come(line: str, address: str = "10.1.2.3", now: datetime = NOW) -> bool:
    """Tell whether the key may, beside whose line there is that of another."""
    return KnownKeys(f"# friends\n\n{OTHER_TEXT} other@laptop\r\n{line}\n").has(KEY, address, now)


@pytest.mark.parametrize(
    "options",
    [
        "",
        "restrict ",
        'command="/bin/sh -c \\"a, b\\"",no-pty ',
        'environment="X=ssh-ed25519 y",permitopen="*:*",tunnel="0" ',
        "no-X11-forwarding,no-touch-required \t",
        'from="10.0.0.0/8" ',
        'from="!10.9.9.9,10.*",restrict ',
    ],
)
def test_a_key_may_come_whatever_else_it_stands_for(options: str) -> None:
    assert may_come(f"{options}{TEXT} me@laptop")


@pytest.mark.parametrize(
    "options",
    [
        "cert-authority",
        "Cert-Authority",
        "restrict,cert-authority",
        'principals="a"',
        "verify-required",
        "what-there-is-in-ten-years",
        'from="10.9.9.9"',
        'FROM="10.9.9.9"',
        'from="!10.1.2.3,10.*"',
        'from="10.0.0.0/77"',
        'from="10.*",from="10.*"',
        'restrict,From="10.9.9.9"',
        'restrict from="10.1.2.3"',
        'command="a',
        "=",
    ],
)
def test_what_limits_it_or_may_limit_it_holds(options: str) -> None:
    assert not may_come(f"{options} {TEXT}")


def test_a_line_that_is_none_takes_no_other_along() -> None:
    for line in ("nonsense", 'from="10.0.0.0/77" ssh-ed25519 AAAA', 'environment="X" ' + TEXT, "\ufffd", '"'):
        keys = KnownKeys(f"{line}\n{OTHER_TEXT}\n")
        assert keys.has(OTHER, "10.1.2.3", NOW)


def test_a_comment_ends_where_its_line_does() -> None:
    assert not may_come(f"# once there was\x85{TEXT}")
    assert not may_come(f"# once there was\x0c{TEXT}")


def test_without_any_key_that_is_said() -> None:
    for text in ("", "# nobody\n", "nonsense\n", f"cert-authority {TEXT}\n"):
        with pytest.raises(ValueError, match="no key"):
            KnownKeys(text)


@pytest.mark.parametrize("name", ["expiry-time", "Expiry-Time"])
@pytest.mark.parametrize(
    ("until", "form"), [("", "%Y%m%d"), ("", "%Y%m%d%H%M"), ("Z", "%Y%m%d%H%M%S"), ("Z", "%Y%m%d")]
)
def test_a_key_is_good_until_its_time(name: str, until: str, form: str) -> None:
    line = f'{name}="{NOW.strftime(form)}{until}" {TEXT}'
    assert may_come(line, now=NOW - FAR)
    assert not may_come(line, now=NOW + FAR)


def test_the_time_is_to_the_second() -> None:
    line = f'expiry-time="20260701120000Z" {TEXT}'
    assert may_come(line, now=NOW - timedelta(seconds=1))
    assert not may_come(line, now=NOW)


@pytest.mark.parametrize("time", ["", "Z", "never", "2099", "20991340", "209901011", "+2099010"])
def test_a_time_that_is_none_lets_nobody_in(time: str) -> None:
    assert not may_come(f'expiry-time="{time}" {TEXT}')
