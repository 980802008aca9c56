"""What options of the command line take: checked as they are read, and refused in a sentence."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import click


def whole_number(low: int, high: int) -> Callable[[click.Context, click.Parameter, str | None], int | None]:
    """Make an option take a whole number within bounds, refusing others in a sentence."""

    def check(_context: click.Context, option: click.Parameter, value: str | None) -> int | None:
        if value is None:
            return None
        try:
            number = int(value)
        except ValueError:
            number = low - 1
        if not low <= number <= high:
            raise click.UsageError(f"{option.opts[0]} takes a whole number from {low} to {high}, not '{value}'.")
        return number

    return check


def seconds(most: float) -> Callable[[click.Context, click.Parameter, str | None], float | None]:
    """Make an option take seconds from 0 up to a bound, refusing others in a sentence."""

    def check(_context: click.Context, option: click.Parameter, value: str | None) -> float | None:
        if value is None:
            return None
        try:
            number = float(value)
        except ValueError:
            number = -1.0
        if not 0 <= number <= most:  # says no to NaN too
            raise click.UsageError(f"{option.opts[0]} takes seconds from 0 to {most:g}, not '{value}'.")
        return number

    return check


def own_address(_context: click.Context, option: click.Parameter, value: str | None) -> str | None:
    """Make an option take an address of this computer."""
    if value is None:
        return None
    from net.addresses import BadAddress
    from net.listening import check_bind

    try:
        return check_bind(value)
    except BadAddress as error:
        raise click.UsageError(f"{option.opts[0]}: {error.sentence}") from error


def readable_file(_context: click.Context, option: click.Parameter, value: str | None) -> Path | None:
    """Make an option take a file that can be read."""
    if value is None:
        return None
    try:
        with Path(value).open("rb"):
            return Path(value)
    except OSError as error:
        raise click.UsageError(f"{option.opts[0]}: {value} can't be read: {error.strerror}.") from error
