"""What players were told is done, compared with what is saved."""

from __future__ import annotations

from pathlib import Path

from engine.notation import format_action
from net.store import Store
from tests.net.networks import no_warning
from tests.net.players import Player


def check_nothing_lost(directory: Path, players: list[Player], kills: int) -> None:
    """See that a host killed so often has lost and doubled nothing that it had acknowledged.

    `directory` is the state of that host, at whose only table the players sat.
    """
    store = Store(directory, no_warning)
    (table,) = store.tables("room")
    database = store._database.connection
    rows = database.execute("SELECT seat, action_id, version, action FROM move WHERE action_id IS NOT NULL").fetchall()
    store.close()
    done = {(seat, action_id): (version, action) for seat, action_id, version, action in rows}
    assert len(done) == len(rows)
    assert len({version for version, _ in done.values()}) == len(rows)
    for player in players:
        assert player.closed is None or player.closed.code == "closed"
        assert player.losses >= kills
        assert len(player.acknowledged) >= 2 * kills
        for action_id, version in player.acknowledged.items():
            assert done[player.seat, action_id] == (version, format_action(player.asked[action_id]))
        for refusal in player.refused:
            assert refusal.code in ("stale", "closed"), refusal
            assert (player.seat, refusal.action_id) not in done or refusal.code == "closed"
    assert table.hosted is False
