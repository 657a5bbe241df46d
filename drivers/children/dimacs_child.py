"""A DIMACS solver as one of SMT-LIB: ``python dimacs_child.py PROGRAM [OPTION] < script.smt2``.

With ``--version`` it prints that of the program; ``--limit=SECONDS`` stops the program after so long, so that
it does not outlive a driver that was killed.

The script may have Booleans alone (QF_UF, QF_FD) and one ``check-sat``. It is written as clauses, the program
reads them on its standard input, and its model is read back for ``get-value``.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

sys.path.append(str(Path(__file__).parents[2]))

from drivers.dimacs import Clauses, read_model, text
from drivers.errors import DriverError
from drivers.front_end import answer
from drivers.system import LIMITS_FILES, anonymous_file, limit_own_output
from smtlib.errors import SmtLibError
from smtlib.literals import write_literal
from smtlib.sexpr import Sexpr, write

_COUNTED = re.compile(
    r"^(?:c )?\s*(conflicts|decisions|propagations|restarts|maximum resident set size of process)"
    r"\s*:\s*(\d+(?:\.\d+)?)",
    re.MULTILINE,
)
MOST_MIB = 64
"""The most that the program may write."""
_LOOK_SECONDS = 0.02
"""The time between two looks at what it has written, where nobody else limits that."""

VERDICTS = {"SATISFIABLE": ("sat", 10), "UNSATISFIABLE": ("unsat", 20), "UNKNOWN": ("unknown", 0)}


class DimacsEngine(Clauses):
    """Clauses, and the program that decides them."""

    logics: tuple[str, ...] = ("QF_UF", "QF_FD")

    def __init__(self, program: str, seconds: float | None = None) -> None:
        super().__init__()
        self._program, self._seconds = program, seconds
        self._model: frozenset[int] = frozenset()
        self._printed = ""

    def check(self, terms: Sequence[Sexpr]) -> str:
        """The program's verdict.

        Raises:
            DriverError: if it did not give one.
        """
        for term in terms:
            self.add(term)
        try:
            done = run([self._program], text(self.count, self.clauses), self._seconds)
        except subprocess.TimeoutExpired:
            return "unknown"
        if len(done.stdout) >= MOST_MIB << 20:
            raise DriverError(f"{self._program} wrote more than {MOST_MIB} MiB")
        self._printed = done.stdout
        try:
            verdict, self._model = read_model(self._printed)
        except SmtLibError as error:
            detail = (done.stderr.strip().splitlines() or [f"exit code {done.returncode}"])[0]
            raise DriverError(f"{self._program} gave no answer: {error} ({detail})") from error
        word, code = VERDICTS[verdict]
        if done.returncode not in (0, code):
            message = f"{self._program} answered {verdict}, but ended with exit code {done.returncode}"
            raise DriverError(message)
        return word

    def value(self, term: Sexpr) -> str:
        """The value of a symbol or of its negation.

        Raises:
            DriverError: for another term, or if the model leaves it open.
        """
        known = self.count
        literal = self.literal(term)
        if self.count != known:
            raise DriverError(f"there is no value for {write(term)[:80]}; ask for symbols")
        if literal not in self._model and -literal not in self._model:
            raise DriverError(f"the model has no value of {write(term)[:80]}")
        return write_literal(literal in self._model)

    def statistics(self) -> Mapping[str, float]:
        """The counters in the program's comments, as CaDiCaL, Kissat and MiniSat print them."""
        counters = {name: float(value) for name, value in _COUNTED.findall(self._printed)}
        peak = counters.pop("maximum resident set size of process", None)
        return counters if peak is None else {**counters, "mem-usage": peak}


def run(command: Sequence[str], given: str, seconds: float | None) -> subprocess.CompletedProcess[str]:
    """Run a program until it ends, whatever may still hold its pipes: it is given files instead.

    It is in our group, so ended with us. What it writes is limited by the kernel, or by looks at it.

    Raises:
        DriverError: if it can't be started.
        subprocess.TimeoutExpired: if it does not end in time.
    """
    source, printed, errors = (anonymous_file("text") for _ in range(3))
    with source, printed, errors:
        source.write(given.encode())
        source.seek(0)
        limit_own_output(MOST_MIB)
        try:
            process = subprocess.Popen(command, stdin=source, stdout=printed, stderr=errors)
        except OSError as error:
            raise DriverError(f"{command[0]} could not be started: {error.strerror or error}") from error
        with process:
            try:
                if LIMITS_FILES:
                    process.wait(seconds)
                else:
                    _watch(process, (printed, errors), seconds)
            except BaseException:
                process.kill()
                raise
        for written in (printed, errors):
            written.seek(0)
        texts = [written.read().decode("utf-8", "backslashreplace") for written in (printed, errors)]
    return subprocess.CompletedProcess(command, process.returncode, *texts)


def _watch(process: subprocess.Popen[bytes], files: Sequence[BinaryIO], seconds: float | None) -> None:
    """Wait for the end of a process, which is ended if it writes too much.

    Raises:
        subprocess.TimeoutExpired: if it does not end in time.
    """
    until = None if seconds is None else time.monotonic() + seconds
    while True:
        with suppress(subprocess.TimeoutExpired):
            process.wait(_LOOK_SECONDS)
            return
        if any(os.fstat(file.fileno()).st_size >= MOST_MIB << 20 for file in files):
            process.kill()
        elif until is not None and time.monotonic() >= until:
            raise subprocess.TimeoutExpired(process.args, seconds or 0.0)


def main(arguments: list[str]) -> int:
    """Run a script from standard input; returns the exit code."""
    program = arguments[0]
    if "--version" in arguments:
        lines = run([program, "--version"], "", None).stdout.strip().splitlines()
        first = lines[0] if lines else "of unknown version"
        sys.stdout.write(f"{Path(program).name} {first} (DIMACS)\n")
        return 0
    limits = [float(argument.removeprefix("--limit=")) for argument in arguments if "--limit=" in argument]
    return answer(DimacsEngine(program, *limits))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
