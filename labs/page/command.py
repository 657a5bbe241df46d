"""``fillomino page`` and ``fillomino serve``."""

from __future__ import annotations

import math
from pathlib import Path
from tempfile import TemporaryDirectory

from drivers.default_solvers import usual_names
from fillomino.errors import InputError
from labs.page.bundle import inlined_html
from labs.page.plain_data import puzzle_json
from labs.page.recording import recorded
from workbench import Exit
from workbench.cli import options
from workbench.cli.command import Command
from workbench.cli.options import argument, flag, number, optional, path, seconds, texts
from workbench.cli.output import tell, warn, words
from workbench.compare.page.write import write_report
from workbench.compare.store import read
from workbench.methods.registry import brought
from workbench.texts.inputs import puzzle_of
from workbench.texts.outputs import check_apart, file_stem, write_file

BEGINNING = "5x5:a3b4c2a13a5a35b4c1a"
"""The first puzzle of a live page, if none is named."""

PORT = 8737


class Page(Command):
    """Write an HTML page about a puzzle and its encodings.

    It shows the board with its regions and forest, the cells of each assertion, the SMT-LIB with comments,
    and runs of solvers. The puzzle can be played. The file needs nothing else. With `-e all`, encodings that
    would take long are left out.

    `fillomino serve` serves the same page live, where puzzles can be edited and solvers run.

    \b
    Examples:
      fillomino page @first -e forest -e cuts -s yices -o first.html
      fillomino page @twenty -s none
    """

    puzzle = argument("PUZZLE", options.PUZZLE_HELP)
    output = path("FILE", "Output file.  [NAME.html in this folder]", "-o")
    encoding = texts(
        "E", "Show E; repeatable; all for all that fit.", "-e", default=lambda: (options.ENCODING,)
    )
    solver = texts(
        "S",
        "Solver or paradigm to run, or none; repeatable.",
        "-s",
        default=usual_names,
    )
    timeout = seconds("Limit of each run.  [5, less if there are many]", endless=math.inf)
    reading = options.reading

    def run(self) -> int:
        """Write the page."""
        opened = puzzle_of(self.puzzle, self.reading)
        path = self.output or Path(f"{file_stem(opened.name)}.html")
        check_apart([path], [opened.path])
        with words() as progress:
            data = recorded(
                opened,
                encodings=self.encoding,
                solvers=[name for name in self.solver if name != "none" and brought(name) is None],
                by=[name for name in self.solver if name != "none" and brought(name) is not None],
                seconds=self.timeout,
                progress=progress,
            )
        title = opened.fillomino("page").puzzle.info.get("title") or opened.name
        write_file(path, inlined_html(title, data))
        if left_out := ", ".join(data["left_out"]):
            warn(f"left out, as their text is long: {left_out}; name one with --encoding", code="left-out")
        tell(f"wrote {path}")
        return Exit.DONE


class Serve(Command):
    """Serve a page about a puzzle live, on 127.0.0.1 only, until Ctrl-C.

    It is the page that `fillomino page` writes, where puzzles can also be edited and solvers run; a run ends
    when the page is closed. It needs `pip install 'fillomino-smt[web]'`.

    \b
    Examples:
      fillomino serve @first --open
      fillomino serve --port 0
    """

    puzzle = optional("[PUZZLE]", f"{options.PUZZLE_HELP}  [an example]")
    port = number("PORT", "Port; 0 takes any free one.", "-p", least=0, most=65535, default=PORT)
    open = flag("Open the page in the browser.")
    jobs = number("J", "Jobs at once.", "-j", least=1, most=64, default=2)
    comparison = path("RUNS.jsonl", "Link the report of these runs.")
    reading = options.reading

    def run(self) -> int:
        """Print the address, and serve."""
        try:
            from labs.page.server import LOOPBACK, listening, serve
        except ModuleNotFoundError as error:
            if (error.name or "").partition(".")[0] not in ("starlette", "uvicorn", "anyio"):
                raise
            message = "serve needs starlette and uvicorn: pip install 'fillomino-smt[web]'"
            raise InputError(message, code="not-available") from error
        report = None if self.comparison is None else _report(self.comparison)
        opened = puzzle_of(self.puzzle or BEGINNING, self.reading)
        start = puzzle_json(opened.fillomino("page"), opened.name if self.puzzle else "")
        try:
            listener = listening(self.port)
        except OSError as error:
            message = f"port {self.port} can't be used: {error.strerror}; try --port 0"
            raise InputError(message, code="port-in-use") from error
        url = f"http://{LOOPBACK}:{listener.getsockname()[1]}/"
        print(url)
        if self.open:
            import webbrowser

            webbrowser.open(url)
        serve(listener, start, self.jobs, report)
        return Exit.DONE


def _report(path: Path) -> str:
    """The report that `fillomino report` would write, as one page."""
    rows, torn = read(path)
    with TemporaryDirectory(prefix="fillomino-report-") as folder:
        note = write_report(rows, Path(folder), title=f"Comparison {path.stem}")
        if torn is not None:
            warn(torn, code=torn.code)
        if note:
            warn(note, code="left-out")
        return (Path(folder) / "index.html").read_text(encoding="utf-8")
