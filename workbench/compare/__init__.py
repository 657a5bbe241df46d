"""Compare methods on puzzles: runs that are measured, kept line by line, judged and summed up.

::

    puzzles x methods x seeds -> jobs -> workers, here or on a cluster -> rows -> RUNS.jsonl
                                                   findings, statistics, report <- rows

A *method* is anything that solves a puzzle (`workbench.methods`); a *row* is one run of it (`row.py`).
"""
