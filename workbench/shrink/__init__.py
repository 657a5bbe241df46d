"""The smallest puzzle, the fewest families, assertions and terms on which a disagreement remains."""
