"""Print what an audit of each encoding of the games costs: puzzles, CPU time, rules that are not tested.

The CPU time is that of this process and of the solvers together.

    python scripts/audits.py hitori nurikabe
    python scripts/audits.py --against 5x5 --against 10x10       puzzles that are made for `audit --against`
"""

from __future__ import annotations

import os

from encoder.encodings.table import encodings_of
from games.table import NAMES
from scripts.harness import markdown, new_parser
from workbench.audit.subjects import against, scope_of, subject_of
from workbench.audit.sweep import audit

MOST_MILLISECONDS = 5.0
"""CPU time for a puzzle that an audit of our encodings should not exceed."""


def audited(name: str, game: str, cells: int, solver: str) -> list[str]:
    """Return a row: the encoding, its puzzles, milliseconds for each, and rules not tested."""
    begin = sum(os.times()[:4])
    scope = scope_of(cells, cells, game=game)
    report = audit(subject_of(name, scope, solver, game=game), scope)
    each = 1000 * (sum(os.times()[:4]) - begin) / max(1, report.puzzles)
    untested = ", ".join(rule for rule, count in report.tested.items() if not count) or "none"
    wrong = "" if report.wrong is None else " WRONG"
    late = " above the limit" if each > MOST_MILLISECONDS else ""
    return [name + wrong, f"{report.puzzles:,}", f"{each:.1f}{late}", untested]


def made(game: str, size: str, solver: str) -> list[str]:
    """Return a row: a game and a size, how many puzzles of it are made in a second of CPU time."""
    name = encodings_of(game)[0].name
    begin, puzzles, solutions = sum(os.times()[:4]), 0, 0
    scope = against(name, scope_of(game=game), solver, [size], game)
    for stage in scope.course.stages():
        for batch in stage.batches():
            puzzles += len(batch)
            solutions += sum(len(scope.known(puzzle)) for puzzle in batch)
    seconds = sum(os.times()[:4]) - begin
    return [game, size, str(puzzles), f"{puzzles / seconds:.1f}", f"{solutions / max(1, puzzles):.1f}"]


def main() -> None:
    parser = new_parser(__doc__)
    parser.add_argument("games", nargs="*", default=NAMES)
    parser.add_argument("--cells", type=int, default=6)
    parser.add_argument("--solver", default="yices")
    parser.add_argument("--against", action="append", metavar="HxW", help="measure what is made of this size")
    asked = parser.parse_args()
    if asked.against:
        rows = [made(game, size, asked.solver) for game in asked.games for size in asked.against]
        print(markdown(["game", "size", "puzzles", "made in 1 s of CPU", "solutions each"], rows))
        return
    rows = [
        audited(encoding.name, game, asked.cells, asked.solver)
        for game in asked.games
        for encoding in encodings_of(game)
    ]
    print(markdown(["encoding", "puzzles", "ms of CPU each", "not tested"], rows))


if __name__ == "__main__":
    main()
