"""Compare methods on puzzles: runs that are measured, kept line by line, judged and summed up.

::

    plan (puzzles x methods x seeds) -> jobs -> workers -> rows -> RUNS.jsonl -> findings, statistics, report

A *method* is anything that solves a puzzle (`method.py`); a *row* is what one run of it came to (`row.py`).
"""
