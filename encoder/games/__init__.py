"""Encodings of the games of `games`, a module for each game."""
