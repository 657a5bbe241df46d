"""``fillomino report``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from workbench.cli.compare import Time, check_time, exit_code, write_report
from workbench.cli.options import Json
from workbench.cli.report import coloured, complain


def command(
    runs: Annotated[
        list[Path],
        typer.Argument(
            metavar="RUNS...",
            help="Files of `fillomino compare`, or BenchExec's results.",
            show_default=False,
        ),
    ],
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="DIR", help="Write the page there, and tables for papers."),
    ] = None,
    pictures: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Write the plots there as SVG, for papers.")
    ] = None,
    only: Annotated[
        list[str] | None,
        typer.Option(metavar="GLOB", help="Only these methods or puzzles. Can be repeated."),
    ] = None,
    exclude: Annotated[
        list[str] | None,
        typer.Option(metavar="GLOB", help="Without these methods and puzzles. Can be repeated."),
    ] = None,
    time: Time = "cpu",
    as_json: Json = False,
) -> None:
    """Sum up runs: a table here, a page to explore in a folder, tables and plots for papers.

    Several files are taken together, each run once. A method that did the same runs in two files is
    set against itself, named after the files. Runs of a method that differ in version, limit, logic
    or question are kept apart.

    \b
    Examples:
      fillomino report runs.jsonl
      fillomino report runs.jsonl -o report/
      fillomino report before.jsonl after.jsonl -o report/
      fillomino report runs.jsonl --only 'forest*' --exclude '*/10x10-*' --time wall
      fillomino report runs.jsonl --pictures figures/
      fillomino report benchmark-z3.2026-01-01_12-00-00.results.z3.xml.bz2 runs.jsonl -o report/

    A GLOB that fits the name of a method is about methods, any other about puzzles. The page is
    DIR/index.html, one file that needs no other and no network; its tables are beside it as CSV,
    Markdown and LaTeX. Plots need matplotlib
    (pip install 'fillomino-smt[plots]'). Exit code 1 if an answer is wrong,
    4 if the rules contradict it, 2 if there are no runs.
    """
    import json
    from dataclasses import asdict

    from fillomino.errors import InputError
    from workbench.compare.files import read, selected
    from workbench.compare.page.write import write_pictures
    from workbench.compare.statistics import summaries, tabulate
    from workbench.compare.table import text

    check_time(time)
    every, notes = read(runs)
    if not every:
        raise InputError("there are no runs here; `compare` makes some", source=", ".join(map(str, runs)))
    for note in notes:
        complain(note)
    shown = selected(every, only or [], exclude or [])
    if not shown:
        raise InputError("--only and --exclude leave no runs")
    if pictures is not None:
        complain(f"{write_pictures(shown, pictures, time=time)} plots are in {pictures}")
    if as_json:
        for summary in summaries(tabulate(shown, time)):
            typer.echo(json.dumps(asdict(summary)))
    else:
        typer.echo(text(shown, time, colour=coloured()), nl=False)
    if output is not None:
        write_report(shown, output, runs[0], time)
    raise typer.Exit(exit_code(shown))
