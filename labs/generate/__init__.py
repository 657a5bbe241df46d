"""Making puzzles: a random filling, clues taken away as long as the rest can still be solved, a proof."""
