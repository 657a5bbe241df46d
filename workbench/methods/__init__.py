"""The ways to answer a question about a puzzle: the one place where puzzles are solved, counted and deduced.

::

    what a person types --table--> Method       Question: limit, uniqueness, time, memory, seed, evidence
                                      │            │
                                      └── run(name, puzzle, question) --> Result

`smt` asks a solver through an encoding, by fresh processes or in a session; `cuts` is its lazy form, with
constraints generated where an answer breaks the rules; `deduction` and `backtracking` ask no solver;
`counting` counts. Commands, comparisons, the page and generation all come here.
"""
