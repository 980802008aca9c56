"""A room that is hosted here in plain words: how friends get in, and what keeps them out."""

from __future__ import annotations

from net.hosted import HostState


def way_in(state: HostState) -> list[str]:
    """Say how friends get into a room, a line each."""
    places = state.endpoints or (f"127.0.0.1:{state.port}",)
    lines = [f"Friends type: {' or '.join(f'unokart join {place}' for place in places)}"]
    if not state.endpoints:
        lines = ["This computer is on no network, so friends can't join yet", *lines]
    lines.append(f"Passphrase: {state.passphrase}" if state.passphrase else "No passphrase is needed")
    lines.append(f"Fingerprint: {state.fingerprint}")
    return lines


def host_news(before: HostState | None, now: HostState) -> list[str]:
    """Say what has become of a room that is hosted here, a line each; all of it where there was nothing before."""
    lines = []
    if before is None:
        lines.append(f"Room {now.room} is open")
    if before is None or way_in(before) != way_in(now):
        lines += way_in(now)
    if now.trouble and (before is None or before.trouble != now.trouble):
        lines.append(now.trouble)
    was_unsaved = before.unsaved if before else None
    if now.unsaved and now.unsaved != was_unsaved and now.saving:
        lines.append(now.unsaved)
    if was_unsaved and not now.unsaved:
        lines.append("The game is saved again")
    if not now.saving and (before is None or before.saving):
        lines.append("The game goes on unsaved")
    return lines
