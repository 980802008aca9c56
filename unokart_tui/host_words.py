"""A room that is hosted here in plain words: how friends get in, and what keeps them out."""

from __future__ import annotations

from net.hosted import HostState, SshState


def way_in(state: HostState) -> list[str]:
    """Say how friends get into a room, a line each."""
    return [*_by_the_game(state), *_by_ssh(state.ssh)]


def _by_the_game(state: HostState) -> list[str]:
    places = state.endpoints or (f"127.0.0.1:{state.port}",)
    lines = [f"Friends type: {' or '.join(f'unokart join {place}' for place in places)}"]
    if not state.endpoints:
        lines = ["This computer is on no network, so friends can't join yet", *lines]
    lines.append(f"Passphrase: {state.passphrase}" if state.passphrase else "No passphrase is needed")
    lines.append(f"Fingerprint: {state.fingerprint}")
    return lines


def _by_ssh(ssh: SshState) -> list[str]:
    if ssh.stage != "open":
        return []
    lines = [f"Who has nothing but ssh types: {' or '.join(ssh.commands)}"]
    if ssh.keys:
        lines.append("By ssh a key is asked for, and no passphrase")
    return [*lines, f"Fingerprint of the ssh key: {ssh.fingerprint}"]


def ssh_lines(ssh: SshState) -> list[str]:
    """Say how the way in by ssh stands, a line each."""
    if ssh.stage == "open":
        here = "Nobody has come by ssh yet" if not ssh.guests else f"Here by ssh: {ssh.guests}"
        return [*_by_ssh(ssh), here]
    if ssh.stage == "opening":
        return ["The way in by ssh is being opened"]
    return [*([ssh.trouble] if ssh.trouble else []), "Nobody can come by ssh: ssh on lets friends in that way"]


def host_news(before: HostState | None, now: HostState) -> list[str]:
    """Say what has become of a room that is hosted here, a line each; all of it where there was nothing before."""
    lines = []
    if before is None:
        lines.append(f"Room {now.room} is open")
    if before is None or _by_the_game(before) != _by_the_game(now):
        lines += _by_the_game(now)
    lines += _ssh_news(before.ssh if before else SshState(), now.ssh)
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


def _ssh_news(before: SshState, now: SshState) -> list[str]:
    lines = _by_ssh(now) if _by_ssh(before) != _by_ssh(now) else []
    if now.trouble and now.trouble != before.trouble:
        lines.append(now.trouble)
    elif before.stage == "open" and now.stage == "off":
        lines.append("Nobody can come by ssh any more")
    return lines
