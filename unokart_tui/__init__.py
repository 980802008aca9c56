"""UNO Kart in the terminal: the screens and the command line."""
