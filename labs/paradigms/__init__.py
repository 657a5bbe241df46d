"""Paradigms that need no SMT-LIB: each is a model of the puzzle in the terms of another kind of solver.

::

    puzzle, candidates --instance--> text --child, a process of its own--> Model: solve, block --> fillings

A model is a class of one file (`clingo_model`, `cpsat_flow`, …) and a record in `registry`. What is common to
all is not in them: the process, its limits, the check of each filling by the rules, the audit
(docs/paradigms.md).
"""
