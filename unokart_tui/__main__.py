"""python -m unokart_tui."""

from unokart_tui.begin import main

main()
