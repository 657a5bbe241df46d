"""The lazy method: what is asserted first, and the cuts learned from each wrong answer."""
