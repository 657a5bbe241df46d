"""``fillomino report``."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import click

from fillomino.errors import InputError
from workbench.cli import options
from workbench.cli.app import Command
from workbench.cli.compare import exit_code, time_option, write_report
from workbench.cli.report import coloured, complain
from workbench.compare.files import read, selected
from workbench.compare.page.write import write_pictures
from workbench.compare.stability import stabilities
from workbench.compare.statistics import summaries, tabulate, time_of
from workbench.compare.table import text


@click.command(cls=Command)
@click.argument(
    "runs",
    type=options.PATH,
    nargs=-1,
    required=True,
    metavar="RUNS...",
    help="Files of `fillomino compare`, or BenchExec's results.",
)
@click.option(
    "--output", "-o", type=options.PATH, metavar="DIR", help="Write the page there, and tables for papers."
)
@click.option(
    "--pictures", type=options.PATH, metavar="DIR", help="Write the plots there as SVG, for papers."
)
@click.option("--only", multiple=True, metavar="GLOB", help="Only these methods or puzzles. Can be repeated.")
@click.option(
    "--exclude", multiple=True, metavar="GLOB", help="Without these methods and puzzles. Can be repeated."
)
@time_option
@options.as_json
def command(
    *,
    runs: tuple[Path, ...],
    output: Path | None,
    pictures: Path | None,
    only: tuple[str, ...],
    exclude: tuple[str, ...],
    time: str,
    as_json: bool,
) -> None:
    """Sum up runs: a table here, a page to explore in a folder, tables and plots for papers.

    Several files are taken together, each run once; runs of one method that differ in version, limit, logic
    or question are kept apart. A GLOB that matches the name of a method selects methods, any other selects
    puzzles.

    \b
    Examples:
      fillomino report runs.jsonl -o report/
      fillomino report before.jsonl after.jsonl --only 'forest*' --time wall
      fillomino report runs.jsonl --pictures figures/

    Plots need matplotlib (pip install 'fillomino-smt[plots]').
    Exit code 1 if an answer is wrong, 4 if the rules contradict it, 2 if there are no runs.
    """
    kind, _ = time_of(time)
    every, notes = read(runs)
    if not every:
        raise InputError(
            "there are no runs here; `compare` makes some",
            source=", ".join(map(str, runs)),
            code="nothing-to-read",
        )
    for note in notes:
        complain(note)
    shown = selected(every, only or [], exclude or [])
    if not shown:
        raise InputError("--only and --exclude leave no runs", code="nothing-to-read")
    if pictures is not None:
        complain(f"{write_pictures(shown, pictures, time=time)} plots are in {pictures}")
    if as_json:
        table = tabulate(shown, kind)
        for line in (*map(asdict, summaries(table)), *map(asdict, stabilities(table))):
            click.echo(json.dumps(line))
    else:
        click.echo(text(shown, time, colour=coloured()), nl=False)
    if output is not None:
        write_report(shown, output, runs[0], time)
    raise click.exceptions.Exit(exit_code(shown))
