"""Write the report: the page and its tables into a folder, the pictures into another."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path

from fillomino.errors import InputError
from workbench.compare.page.data import explorable
from workbench.compare.page.html import MISSING, page, plotly
from workbench.compare.page.marks import Floors
from workbench.compare.page.plots import figures
from workbench.compare.page.sheet import FORMATS, runs_csv
from workbench.compare.page.tables import sheets
from workbench.compare.row import Row
from workbench.compare.statistics import TIMES, floors_of, summaries, tabulate
from workbench.compare.table import warnings
from workbench.outputs import write_file


def write_report(
    rows: Sequence[Row], folder: Path, *, title: str, time: str = "cpu", floors: Floors | None = None
) -> str:
    """Write ``index.html``, and each table as ``*.csv``, ``*.md`` and ``*.tex``.

    Args:
        rows: the runs.
        folder: where to write.
        title: the heading of the page.
        time: one of `TIMES`.
        floors: see `Floors`; by default those that the runs hold.

    Returns:
        What is missing from the report and why, in a sentence; empty if nothing is.

    Raises:
        InputError: if there are no runs, or the folder can't be written.
    """
    if not rows:
        raise InputError("there are no runs to report")
    table = tabulate(rows, time)
    floors = floors_of(table) if floors is None else floors
    its_sheets = sheets(table, floors)
    for sheet in its_sheets:
        for ending, write in FORMATS.items():
            write_file(folder / f"{sheet.name}.{ending}", write(sheet))
    write_file(folder / "runs.csv", runs_csv(rows))
    wrong = [line for line in warnings(rows, summaries(table)) if line]
    data = explorable(table, floors, folder)
    write_file(folder / "index.html", page(title, _facts(rows, time), wrong, its_sheets, data))
    return "" if plotly() else MISSING


def write_pictures(rows: Sequence[Row], folder: Path, *, time: str = "cpu") -> int:
    """Write each plot as SVG on white, for papers, and return their number.

    Raises:
        InputError: if matplotlib is not installed, or the folder can't be written.
    """
    number = 0
    for plot, figure in figures(tabulate(rows, time)):
        text = io.StringIO()
        figure.savefig(text, format="svg", metadata={"Date": None}, facecolor="white")
        write_file(folder / f"{plot.name}.svg", text.getvalue())
        number += 1
    return number


def _facts(rows: Sequence[Row], time: str) -> list[tuple[str, str]]:
    """The facts of the runs: question, versions, machine, dates."""

    def each(values: Sequence[object]) -> str:
        return ", ".join(sorted({str(value) for value in values if value is not None}))

    def part(marks: Sequence[bool]) -> str:
        return f"{sum(marks)} of {len(marks)} runs" if any(marks) else ""

    limits = [f"{row.seconds_limit:g} s" if row.seconds_limit is not None else "none" for row in rows]
    memory = [f"{row.memory_limit_mib} MiB" for row in rows if row.memory_limit_mib is not None]
    asked = [
        "the filling, and proof that it is the only one" if row.unique_wanted else "a filling" for row in rows
    ]
    facts = [
        ("runs", f"{len(rows)} on {len({row.puzzle_hash for row in rows})} puzzles"),
        ("times", TIMES[time]),
        ("question", each(asked)),
        ("time limit", each(limits)),
        ("memory limit", each(memory)),
        ("disturbed", part([row.disturbed for row in rows])),
        ("memory not measured", part([row.memory_mib is None for row in rows])),
        ("seeds", each([row.seed for row in rows])),
        ("versions", each([row.version for row in rows])),
        ("fillomino-smt", each([row.fillomino for row in rows])),
        ("commit", each([row.commit for row in rows])),
        ("machine", each([f"{row.cpu_model} ({row.host})" for row in rows])),
        ("from", min(row.started for row in rows)),
        ("to", max(row.started for row in rows)),
    ]
    return [(name, value) for name, value in facts if value]
