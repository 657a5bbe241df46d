"""Processes of tests: ours as a user starts it, and a look at those that are left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import psutil

from tests.support.clock import PATIENCE, wait_until

ROOT = Path(__file__).resolve().parents[2]
MARK = "FILLOMINO_TEST_MARK"
"""A variable in the environment of processes, by which they and their children are known."""


def python(
    *arguments: str | Path, check: bool = False, cwd: Path = ROOT, **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run Python to its end, with variables in its environment."""
    return subprocess.run(
        [sys.executable, *map(str, arguments)], cwd=cwd, env={**os.environ, **environment},
        capture_output=True, text=True, check=check, timeout=PATIENCE,
    )  # fmt: skip


def with_ours() -> str:
    """A path of Python with our modules before what is on it."""
    return os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))


def shell(line: str) -> subprocess.CompletedProcess[str]:
    """Run a line of bash, in which `fillomino` is ours."""
    ours = f'fillomino() {{ "{sys.executable}" -m workbench "$@"; }}; set -o pipefail; {line}'
    return subprocess.run(
        ["bash", "-c", ours], cwd=ROOT, capture_output=True, text=True, check=False, timeout=PATIENCE
    )


def begun(*arguments: str | Path, mark: str = "", new_session: bool = False) -> subprocess.Popen[str]:
    """Start our command, with a mark in its environment, and go on; a comparison only where there is one."""
    from tests.support import needs  # which imports us

    if arguments[0] == "compare":
        needs.accounts()
    return subprocess.Popen(
        [sys.executable, "-m", "workbench", *map(str, arguments)],
        cwd=ROOT, env={**os.environ, MARK: mark}, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        start_new_session=new_session, preexec_fn=_default_signals,  # noqa: PLW1509 -- no threads here
    )  # fmt: skip


def _default_signals() -> None:
    """A test runner in the background has SIGINT ignored, which a child would inherit."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)


def marked(mark: str) -> list[tuple[int, str]]:
    """Number and program of every process that has the mark in its environment."""
    found = []
    for process in psutil.process_iter():
        with suppress(psutil.Error, OSError):
            if process.environ().get(MARK) == mark:
                found.append((process.pid, process.name()))
    return found


def command_lines(mark: str = "") -> dict[int, str]:
    """The command lines that have a mark in them, by the numbers of the processes; zombies have none."""
    found = {}
    for process in psutil.process_iter():
        with suppress(psutil.Error, OSError):
            line = " ".join(process.cmdline())
            if mark in line:
                found[process.pid] = line
    return found


def wait_for(mark: str, *, solver: bool) -> list[tuple[int, str]]:
    """The marked processes, once a solver is (or nobody is any more) among them."""
    found: list[tuple[int, str]] = []

    def there() -> bool:
        found[:] = marked(mark)
        # setsid starts solvers
        return any(not name.startswith(("python", "setsid")) for _, name in found) if solver else not found

    wait_until(there)
    return found


def children(pid: int) -> list[int]:
    """The children of a process, but for the guard of its solvers, which ends with it."""
    process = psutil.Process(pid)
    others = {"sh", process.name()}  # so has a child before it has become what is started
    found = []
    for child in process.children():
        with suppress(psutil.Error):
            found += [child.pid] if child.name() not in others else []
    return found


def gone(pids: list[int]) -> bool:
    """Whether these processes end."""
    return wait_until(lambda: not any(map(running, pids)))


def open_files() -> int:
    """The number of descriptors that are open in this process."""
    return psutil.Process().num_fds()


def running(pid: int) -> bool:
    """Whether a process is there and no zombie."""
    try:
        return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False
