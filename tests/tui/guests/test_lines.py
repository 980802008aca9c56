from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from net.target import Target
from net.updates import Closed, Update
from tests.tui.rooms import LOBBY, Doors
from unokart_tui.coming_back import Guest
from unokart_tui.guests import lines
from unokart_tui.plain import Lines

AWAY = Target((), ticket=bytes(16), vouched=True, code="22222")


class Network(Doors):
    """A network whose host tells everyone who comes what is next on its list."""

    def __init__(self, *tells: Callable[[Network], None]) -> None:
        super().__init__()
        vars(self.link)["rejoin_code"] = "k7m2p"
        self._tells = list(tells)

    def join(self, where: Any, name: str, on_update: Callable[[Update], None], *, watch: bool = False) -> Any:
        """Join, and be told."""
        link = super().join(where, name, on_update, watch=watch)
        self._tells.pop(0)(self)
        return link


def refuse_the_code(network: Network) -> None:
    network.tell(Closed("code", "No seat has that rejoin code."))


def let_in_and_send_away(network: Network) -> None:
    network.enter(LOBBY)
    network.tell(Closed("kicked", "The host has sent you away."))


def let_in_and_close(network: Network) -> None:
    network.enter(LOBBY)
    network.tell(Closed("host_closing", "The host has ended the program."))


def play(monkeypatch: pytest.MonkeyPatch, directory: Path, network: Network, guest: Guest) -> int:
    monkeypatch.setattr(lines, "Network", lambda directory, warn: network)
    typed, keyboard = os.pipe()
    monkeypatch.setattr(lines, "stdin_lines", lambda: Lines(typed))
    try:
        return lines.play_in_lines(AWAY, "Ada", directory, guest)
    finally:
        os.close(typed)
        os.close(keyboard)


def test_a_wrong_code_leads_in_anew_and_says_so(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    network = Network(refuse_the_code, let_in_and_send_away)

    assert play(monkeypatch, tmp_path, network, Guest()) == 1
    assert [where.code for where, _, _ in network.joined] == ["22222", ""]
    said = capsys.readouterr().out
    assert "No seat has that rejoin code. You come in anew." in said
    assert said.count("Your rejoin code is k7m2p") == 1
    assert "The host has sent you away." in said
    assert network.closed


def test_a_room_that_is_closed_in_good_order_ends_it_well_and_with_the_way_back(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    network = Network(let_in_and_close)

    assert play(monkeypatch, tmp_path, network, Guest()) == 0
    assert capsys.readouterr().out.splitlines()[-1] == (
        "The host has ended the program. Once the room is open again, the same ssh command leads back to your seat, "
        "with the rejoin code k7m2p."
    )


def test_a_second_refusal_is_the_end(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    network = Network(refuse_the_code, refuse_the_code)

    assert play(monkeypatch, tmp_path, network, Guest()) == 1
    assert len(network.joined) == 2


def test_whose_seat_is_their_key_s_is_told_no_code(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    play(monkeypatch, tmp_path, Network(let_in_and_send_away), Guest(keyed=True))

    assert "k7m2p" not in capsys.readouterr().out
