"""A run measured by BenchExec's ``runexec``: time and memory of a control group, and of all within it.

BenchExec (https://github.com/sosy-lab/benchexec) is an extra: its program is used where it is installed.
See Beyer, Löwe and Wendler, Reliable benchmarking: requirements and solutions, STTT 21 (2019).
"""

from __future__ import annotations

import math
import shutil
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from drivers.answer import Failure, Outcome, Run
from drivers.errors import DriverError
from drivers.interpret import run_of
from drivers.limits import Limits, Usage
from drivers.process import run_process
from drivers.solver import Solver, command_line, invocation, require
from smtlib.sendable import sendable

_RULE = b"\n\n\n" + b"-" * 80 + b"\n\n\n"  # in the output file, between the command and its output
_START_SECONDS = 20  # for runexec itself


def check_runexec() -> None:
    """Refuse to go on where ``runexec`` can't measure.

    Raises:
        DriverError: with what is missing.
    """
    if _program() is None:
        raise DriverError(
            "runexec is not installed; it comes with BenchExec: pip install 'fillomino-smt[benchexec]'"
        )
    with tempfile.TemporaryDirectory() as folder:
        outcome, measured = _run(["true"], b"", Limits(seconds=5), Path(folder))
    missing = [name for name in ("cputime", "walltime", "memory") if name not in measured]
    if missing:
        printed = outcome.stderr.decode("utf-8", "replace").splitlines()
        lines = [line for line in printed if " - INFO - " not in line]
        why = lines[-1].strip() if lines else "it needs control groups (cgroups) that it may use"
        raise DriverError(f"runexec gives no {' and no '.join(missing)} here: {why}")


def run_by_runexec(script: str, solver: Solver, limits: Limits) -> Run:
    """Run a solver on a script as :func:`drivers.backend.run` does, but through ``runexec``.

    Raises:
        SolverNotFoundError: if the solver is not installed.
        DriverError: if runexec is not.
        SexprError: as for `run`.
    """
    script, runnable = sendable(script, whole=True), require(solver)
    command = command_line(runnable, limits)
    with tempfile.TemporaryDirectory() as folder, invocation(runnable, script, limits) as (words, stdin):
        outcome, measured = _run(words, stdin, limits, Path(folder))
    usage = outcome.usage
    if not measured:
        problem = outcome.stderr.decode("utf-8", "backslashreplace").strip().splitlines()[-1:]
        return Run(Failure(" ".join(["runexec did not run the solver:", *problem])), usage, command)
    return run_of(outcome.replace(stderr=b""), script, runnable, limits, command)  # it is runexec's


def read_measured(text: str) -> dict[str, str]:
    """The lines ``name=value`` that runexec prints."""
    return {
        name: value for name, equals, value in (line.partition("=") for line in text.split("\n")) if equals
    }


def outcome_of(measured: dict[str, str], output: bytes, stderr: bytes, limits: Limits) -> Outcome:
    """The end of a solver's process by what runexec measured; its errors are among its output."""
    memory = measured.get("memory", "").removesuffix("B")
    cpu = _seconds(measured.get("cputime"))
    signal, code = measured.get("exitsignal"), measured.get("returnvalue")
    return Outcome(
        stdout=output,
        stderr=stderr,
        exit_code=-int(signal) if signal else int(code) if code else None,
        timed_out=measured.get("terminationreason", "").startswith(("cputime", "walltime"))
        or cpu > (limits.cpu_seconds or math.inf),
        flooded=False,
        usage=Usage(
            wall_seconds=_seconds(measured.get("walltime")),
            cpu_seconds=cpu,
            memory_mib=int(memory) / 2**20 if memory else None,
            memory_by="runexec" if memory else None,
        ),
    )


def _run(
    command: Sequence[str], stdin: bytes, limits: Limits, folder: Path
) -> tuple[Outcome, dict[str, str]]:
    """Start runexec, without a container: a solver of ours needs none, and few machines allow it."""
    source, output = folder / "input", folder / "output"
    source.write_bytes(stdin)
    arguments = ["--no-container", "--input", str(source), "--output", str(output)]
    wall = limits.seconds
    if limits.cpu_seconds is not None and math.isfinite(limits.cpu_seconds):
        arguments += ["--timelimit", str(max(1, math.ceil(limits.cpu_seconds)))]
    if wall is not None and math.isfinite(wall):
        arguments += ["--walltimelimit", str(max(1, math.ceil(wall)))]
    if limits.memory_mib is not None:
        arguments += ["--memlimit", f"{limits.memory_mib << 20}B"]
    patience = None if wall is None else wall + _START_SECONDS
    done = run_process(
        [_program() or "runexec", *arguments, "--", *command], b"", Limits(seconds=patience), None
    )
    measured = read_measured(done.stdout.decode("utf-8", "replace"))
    written = output.read_bytes() if output.exists() else b""
    return outcome_of(measured, written.partition(_RULE)[2], done.stderr, limits), measured


def _program() -> str | None:
    beside = Path(sys.executable).parent / "runexec"
    return str(beside) if beside.exists() else shutil.which("runexec")


def _seconds(text: str | None) -> float:
    return float(text.removesuffix("s")) if text else 0.0
