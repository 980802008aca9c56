"""One table of UNO Kart, shared by many machines."""
