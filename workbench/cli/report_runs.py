"""``fillomino report``."""

from __future__ import annotations

import json
from dataclasses import asdict

from fillomino.errors import InputError
from workbench.cli import options
from workbench.cli.command import Command
from workbench.cli.compare import exit_code, statistics_option, time_option, write_report
from workbench.cli.options import path, texts
from workbench.cli.output import coloured, tell, warn
from workbench.compare.files import read, selected
from workbench.compare.page.write import write_pictures
from workbench.compare.stability import stabilities
from workbench.compare.sums import summaries, tabulate, time_named
from workbench.compare.table import text


class Report(Command):
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

    runs = options.files("RUNS...", "Files of `fillomino compare`, or BenchExec's results.")
    output = path("DIR", "Write the page there, and tables for papers.", "-o")
    pictures = path("DIR", "Write the plots there as SVG, for papers.")
    only = texts("GLOB", "Only these methods or puzzles. Can be repeated.")
    exclude = texts("GLOB", "Without these methods and puzzles. Can be repeated.")
    time = time_option
    statistics = statistics_option
    as_json = options.as_json

    def run(self) -> int:
        """Print the table or rows; write the page and the plots."""
        time_named(self.time)
        every, notes = read(self.runs)
        if not every:
            source = ", ".join(map(str, self.runs))
            message = "there are no runs here; `compare` makes some"
            raise InputError(message, source=source, code="nothing-to-read")
        for note in notes:
            warn(note, code=note.code)
        shown = selected(every, self.only, self.exclude)
        if not shown:
            raise InputError("--only and --exclude leave no runs", code="nothing-to-read")
        if self.pictures is not None:
            tell(f"{write_pictures(shown, self.pictures, time=self.time)} plots are in {self.pictures}")
        if self.as_json:
            table = tabulate(shown, self.time)
            for line in (*map(asdict, summaries(table)), *map(asdict, stabilities(table))):
                print(json.dumps(line))
        else:
            print(text(shown, self.time, statistics=self.statistics, colour=coloured()), end="")
        if self.output is not None:
            write_report(shown, self.output, self.runs[0], self.time)
        return exit_code(shown)
