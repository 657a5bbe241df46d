"""Deduction as a person does it: steps, hints that go on from numbers of one's own, how hard puzzles are."""
