"""``fillomino replay``."""

from __future__ import annotations

from collections.abc import Iterator

from drivers.defaults import usual_names
from drivers.limits import Limits
from drivers.replay import END, Step, replay
from drivers.solvers import find
from fillomino.errors import InputError, counted
from workbench import Exit
from workbench.cli import options
from workbench.cli.command import Command
from workbench.cli.options import argument, flag, texts
from workbench.cli.output import waiting
from workbench.texts.inputs import script_text_of

WIDTH = 100


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
      fillomino replay runs/several.forest.yices.session.smt2 -s yices -s z3 -s cvc5

    Exit code 1 if the solvers differ, 3 if one gives no reply in time, 4 if a command is refused.
    """

    file = argument("FILE.smt2", "Any SMT-LIB script, or - for standard input.")
    solver = texts("S", "A solver to run it; can be repeated.", "-s", default=lambda: usual_names()[::-1])
    timeout = options.timeout
    all = flag("Show every command, not only those that ask.")

    def run(self) -> int:
        """Print the replies to each command that asks, and how it ended."""
        solvers = [find(name) for name in self.solver]
        titles = [solver.title for solver in solvers]
        content, name = script_text_of(self.file)
        count, contradicted, step = 0, 0, None
        steps = replay(content, solvers, Limits(seconds=self.timeout), name)
        while (following := _next(steps, f"command {count + 1} by {', '.join(titles)}")) is not None:
            step, count = following, count + (following.command != END)
            if self.all or step.asks or step.differs or _refused(step):
                contradicted += bool(step.stated)
                _print(step, titles)
        if step is None:
            raise InputError("there is nothing to run before (exit)", source=name, code="nothing-to-read")
        if step.differs:
            print(f"After {counted(count, 'command')} the solvers differ.")
            return Exit.NO
        if _refused(step):
            print(f"Command {count} is refused.")
            return Exit.SOLVER_FAILED
        if contradicted:
            print(f"{counted(contradicted, 'verdict')} against the script's :status.")
            return Exit.NO
        same = " with the same verdicts" if len(solvers) > 1 else ""
        print(f"{counted(count, 'command')}{same} ({', '.join(titles)})")
        return Exit.DONE


def _next(steps: Iterator[Step], who: str) -> Step | None:
    with waiting(lambda: who):
        return next(steps, None)


def _refused(step: Step) -> bool:
    return step.replies[0].startswith("error: ")


def _print(step: Step, titles: list[str]) -> None:
    print(f"line {step.line}: {_short(step.command)}")
    for title, reply, seconds, alone in zip(titles, step.replies, step.seconds, step.alone, strict=True):
        how = f"({seconds:.3f} s{', asked alone' if alone else ''})" if reply else "not asked"
        print(f"  {title}: {' '.join(filter(None, [_short(reply), how]))}")
    if step.stated:
        print(f"  WRONG: the script's :status is {step.stated}")


def _short(text: str) -> str:
    return text if len(text) <= WIDTH else f"{text[:WIDTH]} …"
