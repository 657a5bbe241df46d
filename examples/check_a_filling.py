"""Check a filling against the rules; every violation has a name, its cells and a sentence."""

from fillomino import formats
from fillomino.rules import violations

puzzle = formats.read("3 3\n0 3 0\n2 0 1\n0 0 3\n").puzzle
right = formats.read_filling("3 3 3\n2 2 1\n3 3 3\n", puzzle.board)
wrong = formats.read_filling("2 3 3\n2 1 1\n3 3 3\n", puzzle.board)

for filling in (right, wrong):
    broken = violations(puzzle, filling)
    for violation in broken:
        print(f"{violation.name}: {violation.text}")
    if not broken:
        print("the filling keeps every rule")
