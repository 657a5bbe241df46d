"""``fillomino serve``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from workbench.cli.options import PUZZLE_HELP, From


def command(
    puzzle: Annotated[
        str | None, typer.Argument(metavar="[PUZZLE]", help=PUZZLE_HELP, show_default=False)
    ] = None,
    port: Annotated[
        int,
        typer.Option(
            "--port", metavar="PORT", min=0, max=65535, help="Where to listen; 0 takes any free port."
        ),
    ] = 8737,
    runs: Annotated[
        int, typer.Option(metavar="N", min=1, max=64, help="How many jobs may run at once; a race needs two.")
    ] = 2,
    comparison: Annotated[
        Path | None,
        typer.Option(
            "--comparison", metavar="RUNS.jsonl", help="Show the report of a comparison, too, behind a link."
        ),
    ] = None,
    browser: Annotated[bool, typer.Option("--open", help="Open the page in the browser.")] = False,
    from_: From = None,
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
