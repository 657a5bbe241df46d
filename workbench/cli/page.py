"""``fillomino page``."""

from __future__ import annotations

import math
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from fillomino.errors import InputError
from workbench.cli import options
from workbench.cli.app import Command
from workbench.cli.options import typed_options
from workbench.cli.report import complain, words
from workbench.compare.page.write import write_report
from workbench.compare.store import read
from workbench.methods.table import is_paradigm
from workbench.page.bundle import inlined_html
from workbench.page.model import puzzle_json
from workbench.page.record import recorded
from workbench.texts.inputs import Reading, puzzle_of
from workbench.texts.outputs import check_apart, file_stem, write_file

BEGINNING = "5x5:a3b4c2a13a5a35b4c1a"
"""The first puzzle of a live page, if none is named."""

PORT = 8737


@click.command(cls=Command)
@click.pass_context
@click.argument("puzzle", required=False, metavar="[PUZZLE]", help=options.PUZZLE_HELP)
@click.option(
    "--output", "-o", type=options.PATH, metavar="FILE", help="Output file.  [NAME.html in this folder]"
)
@click.option("--encoding", "-e", multiple=True, metavar="E", help="Show E; repeatable.  [all that fit]")
@click.option(
    "--solver",
    "-s",
    multiple=True,
    metavar="S",
    help=f"Solver or paradigm to run, or none; repeatable.  [{options.SECOND}, {options.FIRST}]",
)
@options.seconds("--timeout", endless=math.inf, help="Limit of each run.  [5, less if there are many]")
@click.option(
    "--serve", type=click.IntRange(0, 65535), metavar="PORT", help="Serve a live page; 0 takes any free port."
)
@click.option(
    "--open",
    "browser",
    is_flag=True,
    help=f"Serve a live page ({PORT} if no --serve), and open it.",
)
@click.option(
    "--jobs", "-j", type=click.IntRange(1, 64), default=2, metavar="J", help="Served: jobs at once."
)
@click.option(
    "--comparison", type=options.PATH, metavar="RUNS.jsonl", help="Served: link the report of these runs."
)
@options.reading
def command(
    context: click.Context,
    *,
    puzzle: str | None,
    output: Path | None,
    encoding: tuple[str, ...],
    solver: tuple[str, ...],
    timeout: float | None,
    serve: int | None,
    browser: bool,
    jobs: int,
    comparison: Path | None,
    reading: Reading,
) -> None:
    """Write an HTML page about a puzzle and its encodings, or serve it live.

    It shows the board with its regions and forest, the cells of each assertion, the SMT-LIB with comments,
    and runs of solvers. The puzzle can be played. The file needs nothing else. Encodings that would take
    long are left out unless they are named.

    A live page, on 127.0.0.1 only, can also edit puzzles and run solvers; a run ends when the page is
    closed. It needs `pip install 'fillomino-smt[web]'`.

    \b
    Examples:
      fillomino page @first -e forest -e cuts -s yices -o first.html
      fillomino page @twenty -s none
      fillomino page @first --open
    """
    if serve is None and not browser:
        idle = typed_options(context, ("jobs", "comparison"))
        if idle:
            raise InputError(
                f"{', '.join(idle)} is for a live page: add --serve PORT",
                code="missing-option",
            )
        if puzzle is None:
            raise InputError(
                "name a puzzle, such as @first, or serve a live page with --serve PORT",
                code="missing-option",
            )
        _write(puzzle, output, encoding, solver or (options.SECOND, options.FIRST), timeout, reading)
        return
    idle = typed_options(context, ("output", "encoding", "solver", "timeout"))
    if idle:
        raise InputError(
            f"{', '.join(idle)} is for a page in a file: leave out --serve and --open",
            code="option-conflict",
        )
    _serve(puzzle, PORT if serve is None else serve, jobs, comparison, reading, browser=browser)


def _write(
    puzzle: str,
    output: Path | None,
    encodings: tuple[str, ...],
    solvers: tuple[str, ...],
    timeout: float | None,
    reading: Reading,
) -> None:
    """Write the page as a file."""
    opened = puzzle_of(puzzle, *reading)
    path = output or Path(f"{file_stem(opened.name)}.html")
    check_apart([path], [opened.path])
    with words() as progress:
        data = recorded(
            opened,
            encodings=encodings,
            solvers=[name for name in solvers if name != "none" and not is_paradigm(name)],
            by=[name for name in solvers if is_paradigm(name)],
            seconds=timeout,
            progress=progress,
        )
    title = opened.document.puzzle.info.get("title") or opened.name
    write_file(path, inlined_html(title, data))
    if data["left_out"]:
        complain(f"left out, as their text is long: {', '.join(data['left_out'])}; name one with --encoding")
    complain(f"wrote {path}")


def _serve(
    puzzle: str | None, port: int, jobs: int, comparison: Path | None, reading: Reading, *, browser: bool
) -> None:
    """Serve the page until Ctrl-C."""
    try:
        from workbench.page.server import LOOPBACK, listening, serve
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("starlette", "uvicorn", "anyio"):
            raise
        raise InputError(
            "--serve needs starlette and uvicorn: pip install 'fillomino-smt[web]'", code="not-available"
        ) from error
    report = None if comparison is None else _report(comparison)
    opened = puzzle_of(puzzle or BEGINNING, *reading)
    start = puzzle_json(opened.document, opened.name if puzzle else "")
    try:
        listener = listening(port)
    except OSError as error:
        raise InputError(
            f"port {port} can't be used: {error.strerror}; try --serve 0", code="port-in-use"
        ) from error
    url = f"http://{LOOPBACK}:{listener.getsockname()[1]}/"
    click.echo(url)
    if browser:
        import webbrowser

        webbrowser.open(url)
    serve(listener, start, jobs, report)


def _report(path: Path) -> str:
    """The report that `fillomino report` would write, as one page."""
    rows, torn = read(path)
    with TemporaryDirectory(prefix="fillomino-report-") as folder:
        note = write_report(rows, Path(folder), title=f"Comparison {path.stem}")
        for warning in filter(None, (torn, note)):
            complain(warning)
        return (Path(folder) / "index.html").read_text(encoding="utf-8")
