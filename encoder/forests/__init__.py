"""The spanning forests: edges, sizes, roots and numbers, in arithmetic, bit-vectors and pure clauses."""
