"""SMT-LIB text looked at without a solver: places, sorts, and the truth of a term in a model."""
