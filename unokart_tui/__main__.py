"""python -m unokart_tui."""

from unokart_tui.cli import main

main()
