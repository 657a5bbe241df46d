"""Print what audits cost: puzzles, CPU time and time by the clock, rules that are not tested.

The CPU time is that of this process and of the solvers and programs together.

    python scripts/audits.py hitori nurikabe
    python scripts/audits.py fillomino
    python scripts/audits.py hitori --against 5x5 --against 10x10     what is made for `audit --against`
    python scripts/audits.py fillomino --encoding forest-tight --before ../old     in turns with another tree
    python scripts/audits.py --program 'mine=cmd:awk -f examples/foreign/distances.awk' --cells 4
"""

from __future__ import annotations

import gc
import json
import os
import sys
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from statistics import median

from drivers.system import core_count
from encoder.encodings.registry import encodings_of
from games.registry import NAMES
from scripts.harness import ROOT, cpu_of, in_turns, markdown, new_parser
from workbench.audit.side_by_side import judging
from workbench.audit.subjects import SubjectName, against, scope_of
from workbench.audit.sweep import audit
from workbench.cli import COLLECT
from workbench.foreign.puzzles import FILLOMINO

MOST_MILLISECONDS = 5.0
"""CPU time for a puzzle that an audit of our encodings should not exceed."""


def audited(name: str, game: str, cells: int | None, solver: str) -> list[str]:
    """Return a row: the subject, its puzzles, milliseconds for each, puzzles a second, rules not tested."""
    scope = scope_of(cells, cells, game=game)
    named = SubjectName(name, solver, game=game)
    subject = named.find(scope)
    begin, start = sum(os.times()[:4]), time.monotonic()
    with judging(named, subject, core_count() if subject.unserved else 1) as judges:
        report = audit(subject, scope, judging=judges)
    clock = time.monotonic() - start
    spent = sum(os.times()[:4]) - begin  # of processes that have ended, so after the context
    each = 1000 * spent / max(1, report.puzzles)
    untested = ", ".join(rule for rule, count in report.tested.items() if not count) or "none"
    wrong = "" if report.wrong is None else " WRONG"
    late = " above the limit" if each > MOST_MILLISECONDS and not subject.unserved else ""
    each_second = [f"{report.puzzles / max(seconds, 0.01):,.0f}" for seconds in (spent, clock)]
    return [name + wrong, f"{report.puzzles:,}", f"{each:.1f}{late}", *each_second, untested]


def paces(
    name: str, game: str, cells: int | None, solver: str, trees: Sequence[Path], rounds: int
) -> list[str]:
    """Return a row: the subject, its puzzles in a CPU second by the code of each of two trees, and the ratio.

    Each audit is a command with a start of its own; they take turns, and the medians are compared.
    """
    scope = [] if cells is None else ["--every", str(cells), "--sampled", str(cells)]
    given = ["audit", name, "--game", game, "--solver", solver, "--json", *scope]

    def pace(tree: Path) -> float:
        env = {**os.environ, "PYTHONPATH": str(tree.resolve())}
        seconds, printed = cpu_of([sys.executable, "-P", "-m", "workbench", *given], env=env)
        return float(json.loads(printed.splitlines()[-1])["puzzles"]) / seconds

    found = in_turns(rounds, {place: partial(pace, tree) for place, tree in enumerate(trees)})
    before, now = (median(each) for each in found.values())
    ratio = median(new / old for old, new in zip(*found.values(), strict=True))
    return [name, f"{before:,.0f}", f"{now:,.0f}", f"{ratio:.2f}"]


def made(game: str, size: str, solver: str) -> list[str]:
    """Return a row: a game and a size, how many puzzles of it are made in a second of CPU time."""
    begin, puzzles, solutions = sum(os.times()[:4]), 0, 0
    scope = against(encodings_of(game)[0].name, scope_of(game=game), solver, [size], game)
    for stage in scope.course.stages():
        for batch in stage.batches():
            puzzles += len(batch)
            solutions += sum(len(scope.known(puzzle)) for puzzle in batch)
    seconds = sum(os.times()[:4]) - begin
    return [game, size, str(puzzles), f"{puzzles / seconds:.1f}", f"{solutions / max(1, puzzles):.1f}"]


def main() -> None:
    parser = new_parser(__doc__)
    parser.add_argument("games", nargs="*", default=[])
    parser.add_argument("--cells", type=int, help="boards of up to so many; by default 6, in Fillomino all")
    parser.add_argument("--solver", default="yices")
    parser.add_argument("--program", action="append", default=[], help="NAME=cmd:PROGRAM, of Fillomino")
    parser.add_argument("--against", action="append", metavar="HxW", help="what is made of this size")
    parser.add_argument(
        "--encoding", action="append", help="these only; by default all of a game with scripts"
    )
    parser.add_argument("--before", type=Path, metavar="DIR", help="a tree whose audits take turns with ours")
    parser.add_argument("--rounds", type=int, default=5, help="of these")
    asked = parser.parse_args()
    gc.set_threshold(*COLLECT)  # as the command does
    games = asked.games or ([] if asked.program else NAMES)
    if asked.against:
        rows = [made(game, size, asked.solver) for game in games for size in asked.against]
        print(markdown(["game", "size", "puzzles", "made in a CPU second", "solutions each"], rows))
        return
    rows = [audited(name, FILLOMINO, asked.cells, asked.solver) for name in asked.program]
    for game in games:
        cells = asked.cells if game == FILLOMINO else asked.cells or 6
        names = [each.name for each in encodings_of(game) if not each.lazy]
        for name in asked.encoding or names:
            if asked.before is not None:
                trees = (asked.before, ROOT)
                rows.append(paces(name, game, cells, asked.solver, trees, asked.rounds))
            else:
                rows.append(audited(name, game, cells, asked.solver))
    if asked.before is not None:
        print(markdown(["encoding", "puzzles in a CPU second, before", "now", "ratio"], rows))
        return
    heads = ["encoding", "puzzles", "ms of CPU each", "a CPU second", "a second", "not tested"]
    print(markdown(heads, rows))


if __name__ == "__main__":
    main()
