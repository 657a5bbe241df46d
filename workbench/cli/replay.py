"""``fillomino replay``."""

from __future__ import annotations

from collections.abc import Iterator

from drivers.default_solvers import usual_names
from drivers.limits import Limits
from drivers.replay import Step, replay
from drivers.solvers import find
from fillomino.errors import InputError
from workbench import Exit
from workbench.cli import options
from workbench.cli.command import Command, print_row
from workbench.cli.options import argument, flag, texts
from workbench.cli.output import waiting
from workbench.scripts.replaying import Ending, ReplayReport, in_words, is_refused, row_of
from workbench.texts.inputs import script_text_of


class Replay(Command):
    """Step any SMT-LIB script through several solvers, command by command, and stop where they differ.

    The script may come from anywhere, ask several times, push and pop. All solvers get a command before any
    gets the next one; verdicts must be the same, models may differ. Where a solver's session does not take
    a command, its one-shot program is asked. Times are by the clock. `shrink` makes a script on which
    solvers differ small.

    \b
    Examples:
      fillomino replay first.smt2
      fillomino replay first.smt2 --solver z3 --all
      fillomino replay first.smt2 --json
      fillomino replay runs/several.forest.yices.session.smt2 -s yices -s z3 -s cvc5

    Exit code 1 if the solvers differ, 3 if one gives no reply in time, 4 if a command is refused.
    """

    file = argument("FILE.smt2", "Any SMT-LIB script, or - for standard input.")
    solver = texts("S", "A solver to run it; can be repeated.", "-s", default=lambda: usual_names()[::-1])
    timeout = options.timeout
    all = flag("Show every command, not only those that ask.")
    as_json = options.as_json

    def run(self) -> int:
        """Print the replies to each command that asks, and how it ended."""
        solvers = [find(name) for name in self.solver]
        titles = tuple(solver.title for solver in solvers)
        text = script_text_of(self.file)
        done: list[Step] = []
        steps = replay(text, solvers, Limits(seconds=self.timeout))
        while (step := _next(steps, f"command {len(done) + 1} by {', '.join(titles)}")) is not None:
            done.append(step)
            if self.all or step.asks or step.differs or is_refused(step):
                if self.as_json:
                    print_row(row_of(step, titles))
                else:
                    print(in_words(step, titles))
        if not done:
            raise InputError(
                "there is nothing to run before (exit)", source=text.name, code="nothing-to-read"
            )
        played = ReplayReport(titles, tuple(done))
        if self.as_json:
            print_row(played.row)
        else:
            print(played.summary)
        return _CODES[played.ending]


_CODES = {
    Ending.SAME: Exit.DONE,
    Ending.DIFFERS: Exit.NO,
    Ending.CONTRADICTED: Exit.NO,
    Ending.REFUSED: Exit.SOLVER_FAILED,
}


def _next(steps: Iterator[Step], who: str) -> Step | None:
    with waiting(lambda: who):
        return next(steps, None)
