"""Settings as options of the command line, which go before the environment and the file."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import click

from unokart_tui.setting_texts import ABOUT, OF_THE_SCREEN

_GIVEN: Final = "unokart.settings"

Command = Callable[..., Any]


def screen_options(command: Command) -> Command:
    """Let a command take the settings that hold wherever there is a screen; `options_given` has them."""
    for key in reversed(OF_THE_SCREEN):
        command = _option(key)(command)
    return command


def options_given(context: click.Context, choices: dict[str, Any], *names: str) -> dict[str, Any]:
    """Return the settings that the command line gives, before a command and behind it.

    Those called `names` are options that the command has itself; they are taken out of its choices.
    """
    options: dict[str, Any] = dict(context.meta.get(_GIVEN, {}))
    for name in names:
        value = choices.pop(name)
        if value is not None:
            options[name] = value
    return options


def _option(key: str) -> Callable[[Command], Command]:
    """Make the option of a setting: a switch with a `no-` for what is yes or no, else one that takes a value."""
    if ABOUT[key].switch:
        return click.option(f"--{key}/--no-{key}", key, default=None, expose_value=False, callback=_keep,
                            help=ABOUT[key].help)  # fmt: skip
    return click.option(f"--{key}", key, metavar=key.upper(), expose_value=False, callback=_keep, help=ABOUT[key].help)


def _keep(context: click.Context, option: click.Parameter, given: Any) -> None:
    assert option.name is not None
    if given is None:
        return
    from unokart_tui.config import wrong_with
    from unokart_tui.given import from_text

    value = from_text(option.name, given) if isinstance(given, str) else given
    if (wanted := wrong_with(option.name, value)) is not None:
        raise click.UsageError(f"{option.opts[0]} takes {wanted}, not '{given}'.")
    # What stands behind a command is read later than what stands before it, and so goes before it.
    context.meta.setdefault(_GIVEN, {})[option.name] = value
