"""Rows, runs and comparisons for tests."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.support.rows import validate_lines
from tests.workbench.conftest import EXAMPLES
from workbench.compare.comparison import methods_by_name
from workbench.compare.plan import Job, entries, jobs
from workbench.compare.row import Line, Row, of_line
from workbench.compare.sums import summaries, tabulate
from workbench.compare.table import warnings
from workbench.methods.method import Question
from workbench.texts.inputs import open_one, sources

SMALL = [str(EXAMPLES / name) for name in ("first.txt", "row.txt", "none.txt", "hidden.txt")]
BASE = of_line(Line(
    key="", puzzle="p.txt", puzzle_hash="p", family="folder", board="5x5", cells=25, empty=15, known=None,
    method="m", encoding="forest", logic="QF_LIA", deduce="full", solver="z3", program="z3", version="Z3 1",
    arguments=(), seed=0, unique_wanted=False, seconds_limit=10.0, memory_limit_mib=None, status="solved",
    unique=None, filling="f", violations=(), error=None, cpu_seconds=1.0, wall_seconds=1.5, memory_mib=20.0,
    own_cpu_seconds=0.25, deduce_seconds=0.1, encode_seconds=0.1, check_seconds=0.1, asked=1, core=0,
    host="here", cpu_model="A Processor", fillomino="0.1.0", commit="abc",
    started="2026-01-01T00:00:00+00:00",
))  # fmt: skip


def run(method: str, puzzle: str, seconds: float | None, seed: int = 0, **more: object) -> Row:
    """A run that took so long, or ran into its limit."""
    status = "timeout" if seconds is None else "solved"
    row = BASE.changed(
        key=f"{method}/{puzzle}/{seed}", method=method, puzzle=f"{puzzle}.txt", puzzle_hash=puzzle,
        seed=seed, status=status, filling=None if seconds is None else "f",
        cpu_seconds=10.0 if seconds is None else seconds,
    )  # fmt: skip
    return row.changed(**more)


def titles(rows: Sequence[Row]) -> list[str]:
    """The titles of the warnings above the table of these runs: ``WRONG``, ``DEDUCED`` and so on."""
    lines = warnings(rows, summaries(tabulate(rows)))
    return [line.partition(":")[0] for line in lines if not line.startswith(" ")]


def written(path: Path, *rows: Row) -> Path:
    """Write a file of runs."""
    path.write_text("".join(row.to_line() for row in rows), encoding="utf-8")
    return path


def kept(path: Path) -> list[dict[str, Any]]:
    """The runs in a file, each of which must be a row."""
    lines = path.read_text(encoding="utf-8")
    validate_lines("compare", lines)
    return [json.loads(line) for line in lines.splitlines()]


def planned(
    names: list[str], solvers: list[str], encoding: str, question: Question, runs: int = 1
) -> list[Job]:
    """The runs of an encoding with solvers on puzzles."""
    found, _ = methods_by_name(solvers, [encoding], [], ["full"])
    listed, _ = entries(map(open_one, sources(names)))
    return jobs(listed, [(method, method.facts()) for method in found], runs, question)
