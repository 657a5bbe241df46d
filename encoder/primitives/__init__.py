"""Connected sets and partitions for puzzles of any kind, and one puzzle said with them."""
