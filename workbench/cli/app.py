"""The table of commands. Each command's module imports what it needs only when it runs."""

from __future__ import annotations

import signal
import sys
from types import FrameType
from typing import Annotated

import typer

from workbench import __version__
from workbench.cli import (
    audit,
    boards,
    check,
    compare,
    convert,
    count,
    decode,
    deduce,
    diff,
    encode,
    encodings,
    evaluate,
    explain,
    generate,
    inspect,
    lint,
    nurikabe,
    rate,
    replay,
    report_runs,
    sample,
    serve,
    show,
    solve,
    solvers,
)
from workbench.cli import list as list_
from workbench.cli.report import guarded

HELP = """Say Fillomino to SMT solvers: encode puzzles as SMT-LIB, run solvers, read their answers back.

A PUZZLE is a file, a directory of files, a puzz.link URL, an id such as 3x3:4b2e, or - for standard
input; formats are recognised, see `fillomino convert --help`.

\b
First steps:
  fillomino solve examples/first.txt
  fillomino solve examples/first.txt --solver yices --unique
  fillomino encode examples/first.txt --flavour commented
  fillomino compare examples --solver z3 --solver yices --timeout 10
  fillomino solvers
"""

EPILOG = """\b
Exit codes: 0 done; 1 the answer is no (no filling, not unique, rules broken);
2 bad input or usage; 3 no answer within the limits; 4 a solver failed; 130 interrupted.
"""

app = typer.Typer(
    name="fillomino",
    help=HELP,
    epilog=EPILOG,
    no_args_is_help=True,
    rich_markup_mode=None,  # rich's help doubles the start-up time
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)

for name, function in (
    ("solve", solve.command),
    ("compare", compare.command),
    ("report", report_runs.command),
    ("encode", encode.command),
    ("decode", decode.command),
    ("check", check.command),
    ("convert", convert.command),
    ("show", show.command),
    ("deduce", deduce.command),
    ("rate", rate.command),
    ("generate", generate.command),
    ("count", count.command),
    ("list", list_.command),
    ("sample", sample.command),
    ("audit", audit.command),
    ("explain", explain.command),
    ("evaluate", evaluate.command),
    ("lint", lint.command),
    ("replay", replay.command),
    ("diff", diff.command),
    ("solvers", solvers.command),
    ("encodings", encodings.command),
    ("boards", boards.command),
    ("inspect", inspect.command),
    ("serve", serve.command),
):
    app.command(name, epilog=EPILOG)(guarded(function))

other = typer.Typer(help=nurikabe.HELP, epilog=EPILOG, no_args_is_help=True, rich_markup_mode=None)
for name, part in (
    ("solve", nurikabe.solve),
    ("encode", nurikabe.encode),
    ("check", nurikabe.check),
    ("convert", nurikabe.convert),
):
    other.command(name, epilog=EPILOG)(guarded(part))
app.add_typer(other, name="nurikabe")


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"fillomino-smt {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", is_eager=True, callback=_print_version, help="Print the version.")
    ] = False,
) -> None:
    del version


def run() -> None:
    """Run the command line; a termination signal unwinds, so that solver processes end with us."""
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, _terminate)
    app()


def _terminate(number: int, _frame: FrameType | None) -> None:
    sys.exit(128 + number)
