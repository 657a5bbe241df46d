"""``fillomino serve``."""

from __future__ import annotations

from pathlib import Path

import click

from workbench.cli import options
from workbench.cli.command import Command
from workbench.cli.options import PUZZLE_HELP


@click.command(cls=Command)
@click.argument("puzzle", required=False, metavar="[PUZZLE]", help=PUZZLE_HELP)
@click.option(
    "--port",
    type=click.IntRange(min=0, max=65535),
    default=8737,
    metavar="PORT",
    help="Where to listen; 0 takes any free port.",
)
@click.option(
    "--runs",
    type=click.IntRange(min=1, max=64),
    default=2,
    metavar="N",
    help="How many jobs may run at once; a race needs two.",
)
@click.option(
    "--comparison",
    type=options.PATH,
    metavar="RUNS.jsonl",
    help="Show the report of a comparison, too, behind a link.",
)
@click.option("--open", "browser", is_flag=True, help="Open the page in the browser.")
@options.from_
def command(
    *,
    puzzle: str | None,
    port: int,
    runs: int,
    comparison: Path | None,
    browser: bool,
    from_: str | None,
) -> None:
    """Serve a page to look at puzzles and encodings, to play, and to run solvers.

    It listens on 127.0.0.1 only and answers only its own page. A run ends, and its solver with it, when
    the page is closed. Ctrl-C ends everything. Needs `pip install 'fillomino-smt[web]'`.

    \b
    Examples:
      fillomino serve examples/first.txt --open
      fillomino serve --port 0
      fillomino serve --comparison runs.jsonl --open
    """
    import sys

    from fillomino.errors import InputError
    from workbench.inputs import puzzle_of
    from workbench.page.model import puzzle_json

    try:
        from workbench.page.server import LOOPBACK, listening, serve
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("starlette", "uvicorn", "anyio"):
            raise
        raise InputError("`serve` needs starlette and uvicorn: pip install 'fillomino-smt[web]'") from error
    report = None if comparison is None else _report(comparison)
    opened = puzzle_of(puzzle or BEGINNING, from_)
    start = puzzle_json(opened.document, opened.name if puzzle else "")
    try:
        taken = listening(port)
    except OSError as error:
        raise InputError(
            f"port {port} can't be used: {error.strerror}; try another, as in --port 0"
        ) from error
    url = f"http://{LOOPBACK}:{taken.getsockname()[1]}/"
    sys.stdout.write(f"{url}\n")
    sys.stdout.flush()
    if browser:
        import webbrowser

        webbrowser.open(url)
    serve(taken, start, runs, report)


def _report(path: Path) -> str:
    """The report that `fillomino report` would write, as one page."""
    from tempfile import TemporaryDirectory

    from workbench.cli.report import complain
    from workbench.compare.page.write import write_report
    from workbench.compare.store import read

    rows, torn = read(path)
    with TemporaryDirectory(prefix="fillomino-report-") as folder:
        note = write_report(rows, Path(folder), title=f"Comparison {path.stem}")
        for each in filter(None, (torn, note)):
            complain(each)
        return (Path(folder) / "index.html").read_text(encoding="utf-8")


BEGINNING = "5x5:a3b4c2a13a5a35b4c1a"
"""The puzzle of the page if none is named."""
