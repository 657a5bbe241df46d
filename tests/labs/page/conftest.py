"""A page as one file, and a page that is served."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress

import psutil
import pytest

from tests.support import needs
from tests.support.clock import PATIENCE
from tests.workbench.conftest import EXAMPLES, Runner


@pytest.fixture(scope="session")
def file_page(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of the first example as one file."""
    path = tmp_path_factory.mktemp("page") / "first.html"
    done = Runner()("page", EXAMPLES / "first.txt", "-o", path, "-e", "forest", "-e", "cuts")
    assert done.code == 0, done
    return path.as_uri()


class Served:
    """A server in a process of its own.

    Attributes:
        url: where it is, with a slash at its end.
        pid: its process.
    """

    def __init__(self, *arguments: str) -> None:
        needs.module("starlette", "web")
        self._process = subprocess.Popen(
            [sys.executable, "-m", "workbench", "serve", "--port", "0", *arguments],
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self._process.stdout is not None
        self.pid = self._process.pid
        self.url = self._process.stdout.readline().strip()
        self.port = int(self.url.rstrip("/").rpartition(":")[2])

    def interrupt(self) -> int:
        """Ctrl-C; gives the exit code."""
        self._process.send_signal(signal.SIGINT)
        code = self._process.wait(PATIENCE)
        assert self._process.stdout is not None
        self._process.stdout.close()
        return code

    def kill(self) -> None:
        """End it without a chance to clean up."""
        self._process.kill()
        self._process.wait(PATIENCE)
        assert self._process.stdout is not None
        self._process.stdout.close()

    def descendants(self) -> dict[int, str]:
        """The command lines of all processes below the server, by their numbers."""
        found = {}
        for process in psutil.Process(self.pid).children(recursive=True):
            with suppress(psutil.Error):
                found[process.pid] = " ".join(process.cmdline())
        return found

    def solvers(self) -> list[str]:
        """The command lines of the solvers that run."""
        return [line for line in self.descendants().values() if "z3" in line or "yices-smt2" in line]


@pytest.fixture(scope="session")
def served() -> Iterator[Served]:
    """The first example, served."""
    server = Served(str(EXAMPLES / "first.txt"))
    yield server
    server.interrupt()
