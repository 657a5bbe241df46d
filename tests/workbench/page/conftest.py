"""A page as one file, a page that is served, and a browser to look at them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from drivers.lookup import find_program
from tests.support import needs
from tests.support.clock import PATIENCE
from tests.workbench.conftest import EXAMPLES, Runner

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

CHROMIUM = os.environ.get("CHROMIUM") or next(
    filter(None, map(find_program, ("chromium-headless-shell", "chromium", "chromium-browser"))), None
)
"""The one without windows first: it takes three quarters of the time."""

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Debian's Chromium; where it is missing the test is skipped and says so."""
    if CHROMIUM is None:
        pytest.skip("no chromium here; on Debian: apt-get install chromium-headless-shell")
    needs.module("playwright")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield started
        started.close()


@pytest.fixture
def look(browser: Browser) -> Iterator[Callable[..., Page]]:
    """``look(url, color_scheme="dark", …)`` opens a page; an error in its script fails the test."""
    contexts, errors = [], []

    def open_page(url: str, **options: Any) -> Page:
        context = browser.new_context(**{"viewport": {"width": 1200, "height": 800}, **options})
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(600_000)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on(
            "console", lambda said: errors.append(said.text) if said.type in ("error", "warning") else None
        )
        page.goto(url)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert errors == []


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
            [sys.executable, "-m", "workbench", "page", "--serve", "0", *arguments],
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
        parents, lines = {}, {}
        for entry in Path("/proc").iterdir():
            if entry.name.isdigit():
                try:
                    stat = (entry / "stat").read_text()
                    lines[int(entry.name)] = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode()
                except OSError:
                    continue
                parents[int(entry.name)] = int(stat.rpartition(")")[2].split()[1])
        below = {self.pid}
        while more := {pid for pid, parent in parents.items() if parent in below} - below:
            below |= more
        return {pid: lines[pid] for pid in below - {self.pid}}

    def solvers(self) -> list[str]:
        """The command lines of the solvers that run."""
        return [line for line in self.descendants().values() if "z3" in line or "yices-smt2" in line]


@pytest.fixture(scope="session")
def served() -> Iterator[Served]:
    """The first example, served."""
    server = Served(str(EXAMPLES / "first.txt"))
    yield server
    server.interrupt()
