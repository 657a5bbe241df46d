"""``fillomino report``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from workbench.cli.compare import Time, check_time, exit_code, write_report
from workbench.cli.options import Json
from workbench.cli.report import coloured, complain

if TYPE_CHECKING:
    from workbench.compare.row import Row


def command(
    runs: Annotated[
        list[Path],
        typer.Argument(metavar="RUNS.jsonl...", help="What `fillomino compare` left.", show_default=False),
    ],
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="DIR", help="Write page, plots and tables there."),
    ] = None,
    time: Time = "cpu",
    as_json: Json = False,
) -> None:
    """Sum up runs: a table here, or a page with plots, and CSV, in a folder.

    Several files are taken together, each run once. Runs of a method that differ in version,
    limit, logic or question are told apart.

    \b
    Examples:
      fillomino report runs.jsonl
      fillomino report runs.jsonl -o report/
      fillomino report monday.jsonl tuesday.jsonl --time wall -o report/

    The page is DIR/index.html, one file that needs no other; the plots need matplotlib
    (pip install 'fillomino-smt[plots]'). Exit code 1 if an answer is wrong, 2 if there are no runs.
    """
    import json
    from dataclasses import asdict

    from fillomino.errors import InputError
    from workbench.compare.statistics import summaries, tabulate
    from workbench.compare.store import read
    from workbench.compare.table import text

    check_time(time)
    rows: dict[str, Row] = {}
    empty: list[Path] = []
    for path in runs:
        its, note = read(path)
        if note:
            complain(note)
        for row in its:
            rows.setdefault(row.key, row)
        if not its:
            empty.append(path)
    if not rows:
        raise InputError("there are no runs here; `compare` makes some", source=", ".join(map(str, runs)))
    for path in empty:
        complain(f"{path}: there are no runs here")
    every = list(rows.values())
    if as_json:
        for summary in summaries(tabulate(every, time)):
            typer.echo(json.dumps(asdict(summary)))
    else:
        typer.echo(text(every, time, colour=coloured()), nl=False)
    if output is not None:
        write_report(every, output, runs[0], time)
    raise typer.Exit(exit_code(every))
