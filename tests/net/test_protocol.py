"""PROTOCOL.md suffices to write a client, and says everything that there is."""

from __future__ import annotations

import asyncio
import json
import re
import sys
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from engine import bots, events
from engine.rules import Rules
from engine.views import RoundResult, View
from net import messages
from net.host import Host
from net.invitations import Answered, Invite, Present, Who
from net.messages import PROTOCOLS
from net.room import Room
from net.session import Limits
from net.setup import Setup
from net.updates import REACTIONS, Person, RoomState, Spectator
from tests.net.lan_room import LanRoom
from tests.net.rooms import numbered_tokens

DOCUMENT = Path(messages.__file__).with_name("PROTOCOL.md").read_text(encoding="utf-8")
LIMITS = Limits(messages_a_second=1e6, burst=1e6)
FOREIGN = Path(__file__).with_name("foreign_client.py")

MESSAGES = [*get_args(messages.ClientMessage), *get_args(messages.HostMessage)]
INVITING = [Invite, Who, Present, Answered]
TOLD = [*MESSAGES, *INVITING, *get_args(messages.PlayerAction), *get_args(events.Event)]


async def test_a_client_written_from_the_document_plays_a_round(tmp_path: Path) -> None:
    loop = asyncio.get_running_loop()
    setup = Setup("A room", 1, (("Bot", "normal"),), Rules(), seed=3, pace=0.0, grace=False)
    room = Room(setup, bots.make, numbered_tokens())
    host = Host(room, limits=LIMITS)
    server = await loop.create_server(host.protocol, "127.0.0.1", 0)
    await plays_a_round(tmp_path, server.sockets[0].getsockname()[1])
    server.close()
    host.close("over", "Good night.")
    await host.wait_closed(10)


async def test_a_client_written_from_the_document_comes_in_by_tls_and_passphrase(tmp_path: Path) -> None:
    room = LanRoom(tmp_path, "Walnut comet-42", persons=1)
    room.limits = LIMITS
    async with room.opened():
        await plays_a_round(tmp_path, room.port, "walnut COMET_42")


async def plays_a_round(directory: Path, port: int, *passphrase: str) -> None:
    """Let the foreign client do so, and see that it has seen it."""
    client = await asyncio.create_subprocess_exec(
        *(sys.executable, "-I", str(FOREIGN), str(port), "Zo\u00eb\u202e", *passphrase),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        cwd=directory,
    )
    async with asyncio.timeout(30):
        out, err = await client.communicate()
    assert client.returncode == 0, err.decode()
    told = json.loads(out)
    assert told["name"] == "Zoë"
    assert told["refused"] == "not_your_seat"
    assert told["acts"] > 3
    assert told["scores"][told["winner"]] > 0
    assert told["again"]
    assert told["shared"] == []


def rows_about(tag: str) -> str:
    """Return the lines of the document that begin by naming a type, in a table."""
    return "\n".join(line for line in DOCUMENT.splitlines() if f"`{tag}`" in line.partition("|")[2].partition("|")[0])


@pytest.mark.parametrize("told", TOLD, ids=lambda told: str(told.__struct_config__.tag))
def test_every_message_action_and_event_is_told_with_its_fields(told: type[msgspec.Struct]) -> None:
    row = rows_about(str(told.__struct_config__.tag))
    assert row, "not in the document"
    for field in msgspec.structs.fields(told):
        if field.name != "seat" or told not in get_args(messages.PlayerAction):  # told once for all actions
            assert f"`{field.name}`" in row, f"{field.name} is not in the document"


@pytest.mark.parametrize("told", [View, Rules, RoundResult, RoomState, Person, Spectator])
def test_every_field_of_what_messages_hold_is_told(told: type[msgspec.Struct]) -> None:
    for field in msgspec.structs.fields(told):
        assert f"`{field.name}`" in DOCUMENT


def test_no_other_type_is_told() -> None:
    tags = {str(told.__struct_config__.tag) for told in TOLD}
    told = set()
    for line in DOCUMENT.splitlines():
        # The tables whose first column names types have fields in their second.
        if line.startswith("| `") and line.count("|") >= 4:
            told |= set(re.findall(r"`(\w+)`", line.split("|")[1]))
    assert told >= tags
    assert told - tags - {"type"} <= {field.name for field in msgspec.structs.fields(View)}


def test_the_numbers_are_those_of_the_program() -> None:
    limits = Limits()
    assert f"Protocol {PROTOCOLS[1]}." in DOCUMENT
    assert f"every {limits.ping_every:g} s" in DOCUMENT
    assert f"after {limits.dead_after:g} s" in DOCUMENT
    assert f"{limits.burst:g} messages at once, refilled with {limits.messages_a_second:g} a second" in DOCUMENT
    for reaction in REACTIONS:
        assert reaction in DOCUMENT
