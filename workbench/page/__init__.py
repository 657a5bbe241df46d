"""A page to look at puzzles and encodings: one file by `bundle`, or live by `server`.

``model`` and ``encoded`` turn a puzzle and its encoding into plain data for the page; ``jobs`` lists what the
live page can ask for. Each job runs in a process of its own (``child``), which ends, and its solvers with it,
as soon as its request has gone (``runs``). The page itself lies in ``static``.
"""
