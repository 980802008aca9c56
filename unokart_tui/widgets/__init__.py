"""The parts of the table, each drawn line by line."""
