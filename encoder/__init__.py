"""Puzzle -> SMT-LIB text, and a solver's values -> filled grid. Stands on `fillomino` alone."""
