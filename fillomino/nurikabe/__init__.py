"""Nurikabe: islands of given sizes in one connected stream. Its puzzles are given as those of Fillomino."""
