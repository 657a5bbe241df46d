"""Write the report: the page and its tables into a folder, the pictures into another."""

from __future__ import annotations

import os
import re
from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any
from urllib.parse import quote

from fillomino.errors import InputError
from workbench.compare.page.plots import COLOURS, Plot, Run, plots
from workbench.compare.page.tables import FORMATS, runs_csv, sheets, shown
from workbench.compare.row import Row, name_of_variant
from workbench.compare.sums import FLOOR, TIMES, Table, summaries, tabulate, time_named
from workbench.compare.table import verdicts, warnings
from workbench.texts.outputs import write_file

SCATTERS = 21
"""The greatest number of pairs with a plot in the page: those of seven methods."""

FEWEST_PUZZLES = 2
"""The fewest puzzles of which the page has plots: to draw them takes a second of CPU time."""

_HERE = Path(__file__).parent


def write_report(rows: Sequence[Row], folder: Path, *, title: str, time: str = "cpu") -> str:
    """Write ``index.html``, and each table as ``*.csv``, ``*.md`` and ``*.tex``; compare by one of `TIMES`.

    Returns:
        What is missing from the report and why; empty if nothing is.

    Raises:
        InputError: if there are no runs, or the folder can't be written.
    """
    # Imported here: it takes longer than most commands.
    from jinja2 import Environment, FileSystemLoader

    if not rows:
        raise InputError("there are no runs to report", code="nothing-to-read")
    time = time_named(time)
    table = tabulate(rows, time)
    tables = sheets(table)
    for sheet in tables:
        for ending, write in FORMATS.items():
            write_file(folder / f"{sheet.name}.{ending}", write(sheet))
    write_file(folder / "runs.csv", runs_csv(rows))
    drawn, missing = _drawn(table, rows)
    script = (_HERE / "page.js").read_text(encoding="utf-8")
    environment = Environment(loader=FileSystemLoader(_HERE), autoescape=True, trim_blocks=True)
    environment.policies["json.dumps_kwargs"] = {"separators": (",", ":")}
    answer, notes = verdicts(table)
    environment.filters |= {"shown": shown, "inline": _inline}
    page = environment.get_template("report.html.j2").render(
        title=title,
        policy=_policy(script),
        style=(_HERE / "page.css").read_text(encoding="utf-8"),
        script=script,
        wrong=warnings(rows, summaries(table)),
        answer=answer,
        notes=notes,
        plots=drawn,
        undrawn=max(0, len(table.pairs) - SCATTERS),
        missing=missing,
        sheets=tables,
        facts=_facts(rows, time),
        data=_data(table, folder, drawn),
    )
    write_file(folder / "index.html", page)
    return missing


def _drawn(table: Table, rows: Sequence[Row]) -> tuple[list[Plot], str]:
    """Return the plots of the page, and why there are none; of one puzzle each would be a single point."""
    if len({row.subject.puzzle_hash for row in rows}) < FEWEST_PUZZLES:
        return [], "there is one puzzle, and they compare several"
    try:
        drawn = sorted(
            plots(table, table.pairs[:SCATTERS]),
            key=lambda plot: (plot.name != "cactus", not plot.name.startswith("scatter-")),
        )
    except InputError as error:
        return [], str(error)
    return drawn, ""


def write_pictures(rows: Sequence[Row], folder: Path, *, time: str = "cpu") -> int:
    """Write each plot as SVG, for papers, and return their number.

    Raises:
        InputError: if matplotlib is not installed, or the folder can't be written.
    """
    table = tabulate(rows, time_named(time))
    drawn = list(plots(table, table.pairs))
    for plot in drawn:
        write_file(folder / f"{plot.name}.svg", plot.svg)
    return len(drawn)


def _policy(script: str) -> str:
    """Return a policy under which the page runs its own script and loads nothing; SVG holds styles."""
    digest = b64encode(sha256(script.encode()).digest()).decode()
    return (
        f"default-src 'none'; script-src 'sha256-{digest}'; style-src 'unsafe-inline'; img-src data:; "
        f"base-uri 'none'; form-action 'none'"
    )


def _inline(plot: Plot) -> str:
    """Return a drawing as part of a page: with names of its own, and in the colour of the page's text."""
    svg = plot.svg[plot.svg.index("<svg ") :]
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.DOTALL).replace("#000000", "currentColor")
    name = re.escape(plot.name)
    svg = re.sub(rf'((?<= )id="|href="#|url\(#)(?!{name}\.)', rf"\g<1>{plot.name}-", svg)
    label = re.sub(r'[<>&"]', "", plot.title)
    return re.sub(r'width="[^"]*" height="[^"]*"', f'role="img" aria-label="{label}"', svg, count=1)


def _data(table: Table, folder: Path, drawn: Sequence[Plot]) -> Mapping[str, Any]:
    """Return the runs as the page's script reads them: columns, with each name written once."""
    methods = list(table.scores)
    puzzles: dict[str, tuple[int, dict[str, Any]]] = {}
    places: dict[Run, int] = {}
    runs: list[dict[str, Any]] = []
    for number, (method, scores) in enumerate(table.scores.items()):
        for instance, score in scores.items():
            row = score.row
            about = {
                "name": row.subject.puzzle,
                "family": row.subject.family,
                "board": row.subject.board,
                "cells": row.subject.cells,
            }
            place, _ = puzzles.setdefault(row.subject.puzzle_hash, (len(puzzles), about))
            places[method, instance] = len(runs)
            runs.append(
                {
                    "method": number,
                    "puzzle": place,
                    "seed": instance[1],
                    "order": name_of_variant(instance[2]),
                    "seconds": score.seconds,
                    "par2": score.par2,
                    "cpu": score.cpu_par2,
                    "status": score.status,
                    "disturbed": row.disturbed,
                    "short": table.is_short(method, score),
                    "script": row.given.script and quote(os.path.relpath(row.given.script, folder)),
                }
            )
    limits = {score.row.terms.seconds_limit for scores in table.scores.values() for score in scores.values()}
    return {
        "methods": methods,
        "colours": COLOURS,
        "puzzles": [about for _, about in puzzles.values()],
        "runs": {name: [run[name] for run in runs] for name in runs[0]},
        "least": [table.least(method) for method in methods],
        "floor": FLOOR,
        "limits": sorted(limit for limit in limits if limit is not None),
        "points": {
            name: [[places[run] for run in point] for point in points]
            for plot in drawn
            for name, points in plot.points.items()
        },
        "scale": next((plot.scale for plot in drawn if plot.name == "cactus"), None),
    }


def _facts(rows: Sequence[Row], time: str) -> list[tuple[str, str]]:
    """Return the facts of the runs: question, versions, machine, dates."""

    def listed(values: Iterable[object]) -> str:
        return ", ".join(sorted({str(value) for value in values if value is not None}))

    def share(marks: Sequence[bool]) -> str:
        return f"{sum(marks)} of {len(marks)} runs" if any(marks) else ""

    questions = {True: "the filling, and proof that it is the only one", False: "a filling"}
    facts = {
        "runs": f"{len(rows)} on {len({row.subject.puzzle_hash for row in rows})} puzzles",
        "times": TIMES[time],
        "question": listed(questions[row.terms.unique_wanted] for row in rows),
        "time limit": listed(
            "none" if row.terms.seconds_limit is None else f"{row.terms.seconds_limit:g} s" for row in rows
        ),
        "memory limit": listed(
            row.terms.memory_limit_mib and f"{row.terms.memory_limit_mib} MiB" for row in rows
        ),
        "disturbed": share([row.disturbed for row in rows]),
        "memory not measured": share([row.cost.usage.memory_mib is None for row in rows]),
        "seeds": listed(row.terms.seed for row in rows),
        "versions": listed(row.facts.version for row in rows),
        "fillomino-smt": listed(row.where.fillomino for row in rows),
        "commit": listed(row.where.commit for row in rows),
        "machine": listed(f"{row.where.cpu_model} ({row.where.host})" for row in rows),
        "from": min(row.where.started for row in rows),
        "to": max(row.where.started for row in rows),
    }
    return [(name, value) for name, value in facts.items() if value]
