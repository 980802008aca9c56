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

from net.frames import HEADER, FrameTooLong, frame
from net.ssh.talk import FromHost, FromServer

_LONGEST: Final = 64 * 1024
_LAST_WORDS: Final = 4096
"""Bytes of what the process has written to its standard error that are kept for the log."""
_TERMINATED_WITHIN: Final = 1.0

_DECODER: Final[msgspec.msgpack.Decoder[FromServer]] = msgspec.msgpack.Decoder(FromServer)
_ENCODER: Final = msgspec.msgpack.Encoder()


class Nonsense(Exception):
    """The process has sent what is no message."""


def server_command() -> tuple[str, ...]:
    """Return the command that starts the ssh server; the number of its socket comes last."""
    # The current directory may be anyone's. Its modules are not loaded unless this process would load them too.
    trusted = {"", str(Path.cwd())} & set(sys.path)
    return (sys.executable, *(() if trusted else ("-P",)), "-m", "net.ssh")


class ServerProcess:
    """One run of the ssh server. It ends by itself once `hang_up` was called, or this process is gone."""

    def __init__(
        self, process: Process, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, errors: IO[bytes]
    ) -> None:
        self._process = process
        self._reader = reader
        self._writer = writer
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
            reader, writer = await asyncio.open_connection(sock=ours)
            undo.pop_all()
        return cls(process, reader, writer, errors)

    def send(self, message: FromHost) -> None:
        """Tell it something; in vain where it has ended."""
        if not self._writer.is_closing():
            self._writer.write(frame(_ENCODER.encode(message)))

    async def read(self) -> FromServer | None:
        """Return what it says next, None when it says nothing more; raise `Nonsense`."""
        try:
            header = await self._reader.readexactly(HEADER)
            length = int.from_bytes(header, "big")
            if length > _LONGEST:
                raise FrameTooLong(f"A frame of {length} bytes.")
            return _DECODER.decode(await self._reader.readexactly(length))
        except (asyncio.IncompleteReadError, ConnectionError):
            return None
        except (FrameTooLong, msgspec.MsgspecError, RecursionError) as error:
            raise Nonsense(str(error)) from error

    def hang_up(self) -> None:
        """Let it say good-bye to its guests, and end."""
        if not self._writer.is_closing() and self._writer.can_write_eof():
            self._writer.write_eof()

    async def end(self, seconds: float) -> int:
        """Wait for its end at most so long, then end it; return its exit status, or less than 0 the signal."""
        try:
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
            self._writer.close()
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
