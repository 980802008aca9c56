"""A client of the game that shares nothing with it but PROTOCOL.md: the standard library, msgpack and spake2.

Plays one round at a table on 127.0.0.1, by TLS if there is a passphrase, and prints what it has seen as a line of JSON.
Usage: foreign_client.py PORT NAME [PASSPHRASE]
"""

import hashlib
import hmac
import json
import re
import socket
import ssl
import sys
import unicodedata
from typing import Any

import msgpack

Map = dict[str, Any]


class Client:
    """Keeps a connection, and answers its pings."""

    def __init__(self, port: int) -> None:
        self.socket: socket.socket = socket.create_connection(("127.0.0.1", port), timeout=30)
        self.buffer = b""
        self.version: int | None = None
        self.last_id = 0

    def secure(self) -> tuple[str, bytes]:
        """Begin TLS; return the id and the fingerprint in the certificate."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.minimum_version = ssl.TLSVersion.TLSv1_3
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
        secured = context.wrap_socket(self.socket)
        self.socket = secured
        certificate = secured.getpeercert(binary_form=True) or b""
        (host_id,) = re.findall(rb"unokart host ([0-9a-f]{8})", certificate)[:1]
        return host_id.decode(), hashlib.sha256(certificate).digest()

    def prove(self, passphrase: str, fingerprint: bytes) -> None:
        """Prove the passphrase, when it is asked for (section 2.1)."""
        from spake2 import SPAKE2_A

        self.receive_a("passphrase")
        side = SPAKE2_A(counted(passphrase), idA=b"unokart client", idB=b"unokart host" + fingerprint)
        self.send({"type": "client_pake", "m": side.start()})
        key = side.finish(self.receive_a("host_pake")["m"])
        self.send({"type": "client_confirm", "c": hmac.digest(key, b"unokart client confirms", "sha256")})
        confirmed = self.receive_a("host_confirm")["c"]
        assert hmac.compare_digest(confirmed, hmac.digest(key, b"unokart host confirms", "sha256"))

    def send(self, message: Map) -> None:
        payload = msgpack.packb(message)
        self.socket.sendall(len(payload).to_bytes(4, "big") + payload)

    def take(self, size: int) -> bytes:
        while len(self.buffer) < size:
            data = self.socket.recv(65536)
            if not data:
                raise SystemExit("the host has closed the connection")
            self.buffer += data
        taken, self.buffer = self.buffer[:size], self.buffer[size:]
        return taken

    def receive(self) -> Map:
        """Return the next message that is no ping."""
        while True:
            message: Map = msgpack.unpackb(self.take(int.from_bytes(self.take(4), "big")))
            if message["type"] == "ping":
                self.send({"type": "pong", "n": message["n"]})
            elif message["type"] != "pong":
                return message

    def receive_a(self, *types: str) -> Map:
        """Return the next message of these types; see on the way that no version is skipped."""
        while True:
            message = self.receive()
            if message["type"] == "happened":
                assert self.version is None or message["v"] == self.version + 1, "a version was skipped"
                self.version = message["v"]
            elif message["type"] == "state":
                self.version = message["v"]
            elif message["type"] in ("no", "bye"):
                raise SystemExit(message["sentence"])
            if message["type"] in types:
                return message

    def state(self) -> Map:
        """Return the table as it is now."""
        self.send({"type": "sync"})
        return self.receive_a("state")

    def act(self, version: int | None, action: Map) -> Map:
        """Ask for an action; return the answer."""
        self.last_id += 1
        self.send({"type": "act", "id": self.last_id, "v": version, "action": action})
        answer = self.receive_a("done", "refused")
        assert answer["id"] == self.last_id
        return answer


def counted(passphrase: str) -> bytes:
    """Return what counts of a passphrase."""
    text = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", passphrase).casefold())
    kept = [char for char in text if unicodedata.category(char)[0] not in "ZC" and unicodedata.category(char) != "Pd"]
    return unicodedata.normalize("NFKC", "".join(char for char in kept if char != "_")).encode()


def fits(card: str, view: Map) -> bool:
    if card[0] == "W" or card[0] == view["color"]:
        return True
    top: str = view["top"]
    return top[0] != "W" and card[1] == top[1]


def choose(view: Map) -> Map:
    """Return something that is allowed, by section 7 of PROTOCOL.md."""
    seat, hand = view["seat"], view.get("hand", [])
    if view["phase"] in ("play", "drawn"):
        drawn = view.get("drawn")
        cards = hand if drawn is None else [drawn]
        for card in cards:
            if fits(card, view):
                action: Map = {"type": "play", "seat": seat, "card": card}
                if card == "W4" and len(hand) > 1:
                    action["color"] = "G"
                if len(hand) == 2:
                    action["uno"] = True
                return action
        return {"type": "keep" if drawn else "draw", "seat": seat}
    if view["phase"] == "challenge":
        return {"type": "accept", "seat": seat}
    if view["phase"] == "item_target":
        return {"type": "target", "seat": seat, "target": (seat + 1) % len(view["counts"])}
    return {"type": "color", "seat": seat, "color": "B"}


def play_round(client: Client) -> Map:
    """Play until a round is over; return the last view."""
    while True:
        state = client.state()
        view: Map = state["view"]
        if view["phase"] in ("round_over", "match_over"):
            return view
        if view["owed"] == view["seat"]:
            answer = client.act(state["v"], choose(view))
            assert answer["type"] == "done" or answer["code"] == "stale", answer
        else:
            client.receive_a("happened")


def main() -> None:
    client = Client(int(sys.argv[1]))
    passphrase = sys.argv[3] if len(sys.argv) > 3 else None
    hello = {"type": "hello", "protocol": [1, 1], "app": "foreign 1", "name": sys.argv[2]}
    if passphrase is not None:
        host_id, fingerprint = client.secure()
        client.send({"type": "probe"})
        info = client.receive_a("info")
        assert (info["host_id"], info["passphrase"]) == (host_id, True)
    client.send(hello | {"from_the_future": [None]})
    if passphrase is not None:
        client.prove(passphrase, fingerprint)
    welcome = client.receive_a("welcome")
    assert len(welcome["token"]) == 16
    client.receive_a("happened")  # the deal
    refused = {"code": "stale"}
    while refused["code"] == "stale":  # the bot may have been quicker
        refused = client.act(client.state()["v"], {"type": "draw", "seat": (welcome["room"]["seat"] + 1) % 2})
    view = play_round(client)
    if view["phase"] == "round_over":
        client.send({"type": "ready", "v": client.version})
        dealt = client.receive_a("happened")
    else:
        dealt = None
    client.send({"type": "leave"})
    told = {
        "name": welcome["room"]["people"][welcome["room"]["seat"]]["name"],
        "refused": refused["code"],
        "acts": client.last_id,
        "winner": view["result"]["winner"],
        "scores": view["scores"],
        "again": dealt is not None and any(event["type"] == "dealt" for event in dealt["events"]),
        "shared": [name for name in ("net", "engine", "unokart_tui", "msgspec") if name in sys.modules],
    }
    sys.stdout.write(json.dumps(told) + "\n")


main()
