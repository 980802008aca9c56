"""The ssh server as the host sees it: a process of its own, joined to this one by a socket and nothing else."""

from __future__ import annotations

import asyncio
import os
import socket
import sys
import tempfile
from asyncio.subprocess import DEVNULL, Process
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import IO, Final

import msgspec

from net.ssh.talk import FromServer
from net.ssh.wire import Wire

_LAST_WORDS: Final = 4096
"""Bytes of what the process has written to its standard error that are kept for the log."""
_TERMINATED_WITHIN: Final = 1.0

_DECODER: Final[msgspec.msgpack.Decoder[FromServer]] = msgspec.msgpack.Decoder(FromServer)


def server_command() -> tuple[str, ...]:
    """Return the command that starts the ssh server; the number of its socket comes last."""
    return module_command("net.ssh")


def module_command(module: str) -> tuple[str, ...]:
    """Return the command that runs one of our modules with the Python that runs here."""
    # The current directory may be anyone's. Its modules are not loaded unless this process would load them too.
    trusted = {"", _current_directory()} & set(sys.path)
    return (sys.executable, *(() if trusted else ("-P",)), "-m", module)


def _current_directory() -> str | None:
    try:
        return str(Path.cwd())
    except FileNotFoundError:  # it has been removed
        return None


class ServerProcess:
    """One run of the ssh server. It ends by itself once `wire` is closed, or this process is gone."""

    def __init__(self, process: Process, wire: Wire[FromServer], errors: IO[bytes]) -> None:
        self.wire = wire
        self._process = process
        self._errors = errors
        self.last_words = ""
        """The end of what it has written to its standard error; there once it has ended."""

    @classmethod
    async def start(cls, command: Sequence[str]) -> ServerProcess:
        """Start it; raise OSError."""
        with ExitStack() as undo:
            # A file, not a pipe: what it starts in turn could hold a pipe open after its end.
            errors = undo.enter_context(tempfile.TemporaryFile())
            ours, theirs = socket.socketpair()
            undo.enter_context(ours)
            with theirs:
                # A session of its own: what is typed at the host's terminal, Ctrl+C for one, is not meant for it.
                process = await asyncio.create_subprocess_exec(
                    *command,
                    str(theirs.fileno()),
                    stdin=DEVNULL,
                    stdout=DEVNULL,
                    stderr=errors,
                    pass_fds=(theirs.fileno(),),
                    start_new_session=True,
                )
            undo.pop_all()
        return cls(process, Wire(ours, _DECODER.decode), errors)

    async def end(self, seconds: float) -> int:
        """Hang up, and wait for its end at most so long, then end it; return its status, or less than 0 the signal."""
        try:
            await self.wire.close()
            if (status := await self._wait(seconds)) is None:
                self._process.terminate()
                status = await self._wait(_TERMINATED_WITHIN)
            if status is None:
                self._process.kill()
                status = await self._process.wait()
            return status
        finally:
            if self._process.returncode is None:
                self._process.kill()  # this was interrupted
            self._read_last_words()

    async def _wait(self, seconds: float) -> int | None:
        try:
            async with asyncio.timeout(seconds):
                return await self._process.wait()
        except TimeoutError:
            return None

    def _read_last_words(self) -> None:
        with self._errors as errors:
            length = errors.seek(0, os.SEEK_END)
            errors.seek(max(0, length - _LAST_WORDS))
            self.last_words = errors.read().decode("utf-8", "backslashreplace").strip()
