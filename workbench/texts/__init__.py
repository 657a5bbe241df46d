"""Texts that come in and go out: puzzles and scripts named by arguments, questions, answers, rows of JSON."""
