"""SMT-LIB for a Norinori: for the one on standard input, or, served (cmd:--serve), for each line of JSON."""

import json
import sys


def script(height, width, signs):
    """The script of a puzzle, from the sign of each cell."""
    cells = range(height * width)

    def count(some):
        return f"(+ 0 {' '.join(f'(ite s_{x} 1 0)' for x in some)})"

    yield "(set-logic QF_LIA)"
    for x in cells:
        yield f"(declare-const s_{x} Bool)"
        yield f"; cell r{x // width + 1}c{x % width + 1} = s_{x}"
    yield "; family domino: a shaded cell has one shaded neighbour"
    for x in cells:
        beside = [x - width, x + width, *[x - 1] * (x % width > 0), *[x + 1] * (x % width < width - 1)]
        yield f"(assert (=> s_{x} (= 1 {count(y for y in beside if y in cells)})))"
    yield "; family two: a room has two shaded cells"
    for room in dict.fromkeys(signs):
        yield f"(assert (= 2 {count(x for x in cells if signs[x] == room)}))"


head = sys.stdin.readline()
if not head.startswith("{"):
    _, height, width = head.split()
    print(*script(int(height), int(width), sys.stdin.read().split()), sep="\n")
while head.startswith("{"):
    puzzle = json.loads(head)
    signs = [sign for row in puzzle["rows"] for sign in row]
    print(*script(puzzle["height"], puzzle["width"], signs), "; end", sep="\n", flush=True)
    head = sys.stdin.readline()
