"""The host's side of the way in by ssh, with a process of the test in the place of the ssh server."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from net.hosted import HostEnded, HostState, SshSetup, SshState
from net.ssh.gate import HOST_KEY
from net.ssh.talk import Failed, Open, Opened
from tests.net.ssh.gatehouse import PASSPHRASE, WAYS, Gatehouse
from tests.net.ssh.stand_in import StandIns

# How it stands


def test_the_server_is_told_what_it_needs(gatehouse: Gatehouse, tmp_path: Path) -> None:
    gatehouse.opened()
    word = gatehouse.word
    port = gatehouse.told.last(HostState).port
    assert (word.addresses, word.port, word.guests) == (("127.0.0.1",), 0, 16)
    assert (word.passphrase, word.keys, word.room) == (PASSPHRASE, None, "Hedy's room")
    assert word.nursery == ("nursery", "of guests")
    assert word.endpoint == ("127.0.0.1", port)
    assert word.host_fingerprint.hex().startswith(gatehouse.told.last(HostState).fingerprint.replace(" ", ""))
    assert word.host_key == str(tmp_path / "host" / HOST_KEY)
    with gatehouse.ended():
        gatehouse.control.shut_down()


def test_guests_are_told_what_to_type(gatehouse: Gatehouse) -> None:
    gatehouse.opened()
    assert gatehouse.told.last(HostState).ssh == SshState(
        "open", ("ssh -p 2222 NAME@127.0.0.1",), "SHA256:abc", keys=False, guests=0, trouble=None
    )
    with gatehouse.ended():
        gatehouse.control.shut_down()


def test_it_is_told_while_it_opens_and_is_off_where_nobody_wished_it(gatehouse: Gatehouse, servers: StandIns) -> None:
    gatehouse.host(ssh=None)
    assert gatehouse.told.wait(HostState).ssh == SshState()
    gatehouse.control.open_ssh(WAYS)
    assert gatehouse.ssh(lambda ssh: ssh.stage == "opening").commands == ()
    gatehouse.run = servers.next()
    gatehouse.run.hear(Open)
    gatehouse.run.say(Opened(2222, "SHA256:abc"))
    gatehouse.ssh(lambda ssh: ssh.stage == "open")
    with gatehouse.ended():
        gatehouse.control.shut_down()


def test_with_keys_no_passphrase_is_told(gatehouse: Gatehouse, tmp_path: Path) -> None:
    gatehouse.opened(ssh=SshSetup(("nursery",), keys=str(tmp_path / "keys")))
    word = gatehouse.word
    assert (word.passphrase, word.keys) == (None, str(tmp_path / "keys"))
    assert gatehouse.told.last(HostState).ssh.keys
    with gatehouse.ended():
        gatehouse.control.shut_down()


def test_opening_twice_opens_once_and_closing_twice_closes_once(gatehouse: Gatehouse) -> None:
    run = gatehouse.opened().run
    gatehouse.control.open_ssh(WAYS)
    gatehouse.control.close_ssh()
    gatehouse.control.close_ssh()
    assert gatehouse.ssh(lambda ssh: ssh.stage == "off").trouble is None
    run.hangs_up()
    run.end()


def test_it_opens_again_once_the_one_before_has_ended(gatehouse: Gatehouse, servers: StandIns) -> None:
    run = gatehouse.opened().run
    gatehouse.control.close_ssh()
    gatehouse.control.open_ssh(WAYS)
    gatehouse.ssh(lambda ssh: ssh.stage == "opening")
    run.hangs_up()
    run.end()
    again = servers.next()
    again.hear(Open)
    again.say(Opened(2223, "SHA256:abc"))
    assert gatehouse.ssh(lambda ssh: ssh.stage == "open").commands == ("ssh -p 2223 NAME@127.0.0.1",)
    gatehouse.run = again
    with gatehouse.ended():
        gatehouse.control.shut_down()


def test_a_wish_that_was_taken_back_meanwhile_starts_nothing(gatehouse: Gatehouse, servers: StandIns) -> None:
    run = gatehouse.opened().run
    gatehouse.control.close_ssh()
    gatehouse.control.open_ssh(WAYS)
    gatehouse.control.close_ssh()
    gatehouse.ssh(lambda ssh: ssh.stage == "off")
    run.hangs_up()
    run.end()
    gatehouse.control.open_ssh(SshSetup(("another",)))
    assert servers.next().hear(Open).nursery == ("another",)


# What goes wrong


def goes_on(gatehouse: Gatehouse) -> None:
    """Show that the room is there as before."""
    gatehouse.control.open_ssh(SshSetup(("another",)))
    gatehouse.ssh(lambda ssh: ssh.stage == "opening")
    gatehouse.servers.next().end()


def test_what_the_server_fails_for_is_told_as_it_says_it(gatehouse: Gatehouse, servers: StandIns) -> None:
    gatehouse.host()
    run = servers.next()
    run.hear(Open)
    run.say(Failed("Port 2222 is taken by another program."))
    run.hangs_up()
    run.end(1)
    state = gatehouse.ssh(lambda ssh: ssh.trouble is not None)
    assert state == SshState("off", trouble="Port 2222 is taken by another program.")
    goes_on(gatehouse)


@pytest.mark.parametrize("early", [True, False])
def test_a_server_that_dies_is_told_and_costs_the_table_nothing(
    gatehouse: Gatehouse, servers: StandIns, early: bool, tmp_path: Path
) -> None:
    if early:
        gatehouse.host()
        run = servers.next()
        run.end(1)
    else:
        run = gatehouse.opened().run
        run.kill()
    trouble = gatehouse.ssh(lambda ssh: ssh.trouble is not None).trouble
    assert trouble == (
        "The ssh server has ended unexpectedly. What is known of it is in the log. The table goes on; ssh can be "
        "opened again."
    )
    log = (tmp_path / "host" / "log").read_text()
    assert ("status: 1. Its last words: These are its last words." if early else "status: -9.") in log
    goes_on(gatehouse)


@pytest.mark.parametrize("nonsense", [b"\xff" * 4, b"\0\0\0\1\xc1", b"\0\0\0\x02\x81\xa4"])
def test_a_server_that_talks_nonsense_is_ended(gatehouse: Gatehouse, nonsense: bytes) -> None:
    run = gatehouse.opened().run
    run.send(nonsense)
    run.hangs_up()
    run.end()
    assert "nonsense" in str(gatehouse.ssh(lambda ssh: ssh.trouble is not None).trouble)
    goes_on(gatehouse)


def test_a_server_that_does_not_end_is_killed(gatehouse: Gatehouse) -> None:
    run = gatehouse.opened().run
    run.be_stubborn()
    gatehouse.control.shut_down()
    gatehouse.told.wait(HostEnded)
    with pytest.raises(ProcessLookupError):
        os.kill(run.pid, 0)


def test_a_server_that_does_not_come_up_is_ended(
    gatehouse: Gatehouse, servers: StandIns, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("net.ssh.gate.OPENED_WITHIN", 0.2)
    gatehouse.host()
    run = servers.next()
    run.hear(Open)
    run.hangs_up()
    run.end()
    assert "does not come up" in str(gatehouse.ssh(lambda ssh: ssh.trouble is not None).trouble)


def test_a_program_that_is_not_there_is_told(gatehouse: Gatehouse, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("net.ssh.gate.server_command", lambda: ("/nowhere/python",))
    gatehouse.host()
    assert "can't be started" in str(gatehouse.ssh(lambda ssh: ssh.trouble is not None).trouble)
