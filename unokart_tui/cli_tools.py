"""The commands that are not for playing: what this computer can do, and completion in shells."""

from __future__ import annotations

from typing import Final

import click

from unokart_tui.cli_values import own_address

_PROGRAM: Final = "unokart"
_VARIABLE: Final = "_UNOKART_COMPLETE"


@click.command()
@click.option("--bind", callback=own_address, metavar="ADDRESS", help="Use this address of this computer alone.")
@click.pass_context
def doctor(context: click.Context, bind: str | None) -> None:
    """Examine this terminal and network.

    What can they do for the game? The terminal is asked for its size, its colors, its mouse, and how wide it draws each
    mark; the network for its addresses, a port, and the rooms that are seen. What is printed can be pasted into a bug
    report: there is no name, no address and nothing secret in it. The exit status is 1 where something keeps the game
    from working.
    """
    from unokart_tui.doctor import examine

    context.exit(examine(bind, click.echo))


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]), metavar="SHELL")
@click.pass_context
def completions(context: click.Context, shell: str) -> None:
    """Let a shell complete what is typed.

    SHELL is bash, zsh or fish. What is printed is for it to read; it then completes commands, options and the numbers
    of matches.

    \b
    bash, in ~/.bashrc:   eval "$(unokart completions bash)"
    zsh, in ~/.zshrc:     eval "$(unokart completions zsh)"
    fish, once:           unokart completions fish \\
                            > ~/.config/fish/completions/unokart.fish
    """
    from click.shell_completion import get_completion_class

    completion = get_completion_class(shell)
    assert completion is not None, "click knows these shells"
    click.echo(completion(context.find_root().command, {}, _PROGRAM, _VARIABLE).source())


COMMANDS: Final = (doctor, completions)
