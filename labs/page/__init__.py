"""A page to look at puzzles and encodings: one file by `bundle`, or live by `server`.

``model`` and ``encoded`` turn a puzzle and its encoding into plain data; ``jobs`` are what the live page can
request. Each job runs in a worker (``runs``) that ends, with its solvers, when the client disconnects.
The page itself is in ``static``.
"""
