"""The workbench for Fillomino alone: deduction before encoding, counting, backtracking, cuts, audits.

Shared rooms call in here with puzzles of any game, and get nothing, or a refusal, for others than Fillomino.
"""
