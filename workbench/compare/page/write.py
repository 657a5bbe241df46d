"""Write the report: the page, the plots and the tables, into a folder."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from fillomino.errors import InputError
from workbench.compare.page.html import page
from workbench.compare.page.plots import Plot, figures
from workbench.compare.page.tables import runs_csv, sheets, to_csv
from workbench.compare.row import Row
from workbench.compare.statistics import TIMES, summaries, tabulate
from workbench.compare.table import warnings
from workbench.outputs import write_file

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def write_report(rows: Sequence[Row], folder: Path, *, title: str, time: str = "cpu") -> str:
    """Write ``index.html``, ``*.svg``, ``*.png`` and ``*.csv``.

    Returns:
        What is missing from the report and why, in a sentence; empty if nothing is.

    Raises:
        InputError: if there are no runs, or the folder can't be written.
    """
    if not rows:
        raise InputError("there are no runs to report")
    table = tabulate(rows, time)
    drawn: list[tuple[Plot, str]] = []
    note = ""
    try:
        for plot, figure in figures(table):
            drawn.append((plot, _save(figure, folder / plot.name)))
    except InputError as error:
        note = str(error)
    its_sheets = sheets(table)
    for sheet in its_sheets:
        write_file(folder / f"{sheet.name}.csv", to_csv(sheet))
    write_file(folder / "runs.csv", runs_csv(rows))
    wrong = [line for line in warnings(rows, summaries(table)) if line]
    write_file(folder / "index.html", page(title, _facts(rows, time), wrong, its_sheets, drawn, note))
    return note


def _save(figure: Figure, stem: Path) -> str:
    """Write a plot as PNG and SVG, on white; gives the SVG for the page, on nothing."""
    stem.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(stem.with_suffix(".png"), dpi=140, facecolor="white")
    text = io.StringIO()
    figure.savefig(text, format="svg", metadata={"Date": None})
    start, svg, rest = text.getvalue().partition("<svg")
    head, end, body = rest.partition(">")
    white = '<rect width="100%" height="100%" fill="white"/>'
    write_file(stem.with_suffix(".svg"), f"{start}{svg}{head}{end}{white}{body}")
    return f"{svg}{head}{end}{body}"


def _facts(rows: Sequence[Row], time: str) -> list[tuple[str, str]]:
    """What was run, where and when."""

    def each(values: Sequence[object]) -> str:
        return ", ".join(sorted({str(value) for value in values if value is not None}))

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
        ("seeds", each([row.seed for row in rows])),
        ("versions", each([row.version for row in rows])),
        (
            "fillomino-smt",
            f"{each([row.fillomino for row in rows])}, commit {each([row.commit for row in rows])}",
        ),
        ("machine", each([f"{row.cpu_model} ({row.host})" for row in rows])),
        ("from", min(row.started for row in rows)),
        ("to", max(row.started for row in rows)),
    ]
    return [(name, value) for name, value in facts if value]
