"""Compare methods on puzzles: runs that are measured, kept line by line, judged and summed up.

::

    puzzles x methods x seeds -> jobs -> workers, here or on a cluster -> rows -> RUNS.jsonl
                                                   findings, statistics, report <- rows

A *method* is anything that solves a puzzle (`method.py`); a *row* is what one run of it came to (`row.py`).
"""
