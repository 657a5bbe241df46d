"""Compare the ways to encode the stream of Nurikabe (examples/nurikabe) on random boards.

Each board is made from a random shading, so it has a solution, and perhaps others. Printed are the median
and the greatest CPU seconds of one solution (our encoding and the solver), and for each way the ratio of its
time to that of `unbounded` on the same board: the geometric mean, and on how many of the boards it is faster.
The runs of one board follow each other, in an order that changes from board to board.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Iterator
from statistics import geometric_mean, median

from scripts.harness import EXAMPLES, new_parser

sys.path.insert(0, str(EXAMPLES))

from drivers import Limits, Sat, find, run
from encoder.parts.flood import METHODS
from fillomino.board import Board, rectangle
from fillomino.puzzle import Puzzle
from nurikabe.encoding import STREAMS, decode, encode
from nurikabe.rules import blocks, violations
from smtlib.render import driver


def puzzles(board: Board, count: int, seed: int, largest: int = 6) -> Iterator[Puzzle]:
    """Yield random puzzles, each with at least one solution and islands of at most `largest` cells."""
    chance = random.Random(seed)
    while count:
        land: set[int] = set()
        for x in chance.sample(range(board.size), board.size):
            whole = board.components(land | {x})
            if max(map(len, whole)) > largest:
                continue
            if len(board.components(set(range(board.size)) - land - {x})) == 1:
                land.add(x)
        if all(land.intersection(block) for block in blocks(board)):
            count -= 1
            yield Puzzle(board, {chance.choice(island): len(island) for island in board.components(land)})


def seconds(puzzle: Puzzle, solver: str, method: str, stream: str, limit: float) -> float | None:
    """Return the CPU seconds of a checked solution; ``None`` if there was none within the limit."""
    begin = time.process_time()
    encoded = encode(puzzle, method=method, stream=stream)
    text = driver(encoded.script)
    own = time.process_time() - begin
    done = run(text, find(solver), Limits(cpu_seconds=limit))
    if not isinstance(done.answer, Sat):
        return None
    assert violations(puzzle, decode(encoded, done.answer.values)) == ()
    return own + done.usage.cpu_seconds


def main() -> None:
    """Measure, and print a table."""
    parser = new_parser(__doc__)
    parser.add_argument("--size", type=int, default=10, help="rows and columns")
    parser.add_argument("--boards", type=int, default=12)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--method", choices=METHODS, default="rank")
    parser.add_argument("--solver", default="yices")
    parser.add_argument("--limit", type=float, default=10, help="CPU seconds of a run")
    given = parser.parse_args()
    times: dict[str, list[float | None]] = {stream: [] for stream in STREAMS}
    order = random.Random(given.seed)
    for puzzle in puzzles(rectangle(given.size, given.size), given.boards, given.seed):
        for stream in order.sample(STREAMS, len(STREAMS)):
            times[stream].append(seconds(puzzle, given.solver, given.method, stream, given.limit))
    print(f"{given.boards} boards of {given.size}x{given.size}, {given.method}, {given.solver}, CPU seconds")
    for stream, its in times.items():
        pairs = [(a, b) for a, b in zip(its, times["unbounded"], strict=True) if a and b]
        done = [each for each in its if each]
        ratio = geometric_mean(a / b for a, b in pairs) if pairs else float("nan")
        faster = sum(a < b for a, b in pairs)
        print(
            f"{stream:9}  median {median(done):.3f}  max {max(done):.3f}  "
            f"{ratio:.2f} of unbounded, faster on {faster} of {len(pairs)}; {len(its) - len(done)} unsolved"
        )


if __name__ == "__main__":
    main()
