"""Print what an audit of each encoding of the games costs: puzzles, CPU time, rules that are not tested.

The CPU time is that of this process and of the solvers together.

    python scripts/audits.py hitori nurikabe
"""

from __future__ import annotations

import os

from encoder.encodings.table import encodings_of
from games.table import NAMES
from scripts.harness import markdown, new_parser
from workbench.audit.subjects import scope_of, subject_of
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


def main() -> None:
    parser = new_parser(__doc__)
    parser.add_argument("games", nargs="*", default=NAMES)
    parser.add_argument("--cells", type=int, default=6)
    parser.add_argument("--solver", default="yices")
    asked = parser.parse_args()
    rows = [
        audited(encoding.name, game, asked.cells, asked.solver)
        for game in asked.games
        for encoding in encodings_of(game)
    ]
    print(markdown(["encoding", "puzzles", "ms of CPU each", "not tested"], rows))


if __name__ == "__main__":
    main()
