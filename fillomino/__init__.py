"""The puzzle itself: boards, puzzles, rules, formats, drawing. Knows nothing of solvers or SMT-LIB."""
