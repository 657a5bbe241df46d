"""Outcomes: a test that fails is named at once, and what was skipped can be run again (``--skipped``)."""

from __future__ import annotations

import re
import sys
from collections import Counter
from pathlib import Path

import pytest

_FUNCTION = re.compile(r"^ *def test_", re.MULTILINE)

KEY = "fillomino/skipped"
"""The tests that the last run skipped, in pytest's cache; a run under simulation leaves it as it was."""

NOT_HERE = "this system "
"""The beginning of the reason of a test that is skipped for the system, not for what could be installed."""

MOST_NOT_HERE = 0.06
"""The part of the tests that may be skipped for the system."""


class Outcomes:
    """A plugin of the process that prints, not of its workers."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._skipped: dict[str, str] = {}
        self._run: set[str] = set()
        self._printed: set[str] = set()  # of a collection each worker reports

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Name a test that fails, also where the run is interrupted later; note one that is skipped."""
        self._run.add(report.nodeid)
        if report.skipped and not hasattr(report, "wasxfail"):
            self._skipped[report.nodeid] = _reason(report.longrepr)
        if report.failed:
            where = "" if report.when == "call" else f" ({report.when})"
            self._print(f"FAILED {report.nodeid}{where}")

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """The same of a module as a whole."""
        if report.skipped:
            self._skipped[report.nodeid] = _reason(report.longrepr)
        if report.failed:
            self._print(f"FAILED {report.nodeid} (collection)")

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Keep which tests were skipped; too many for the system are a failure."""
        missing = [name for name, reason in self._skipped.items() if reason.startswith(NOT_HERE)]
        not_here = sum(_tests_of(session.config.rootpath, name) for name in missing)
        if not session.exitstatus and len(self._run) > 1000 and not_here > MOST_NOT_HERE * len(self._run):
            self._print(f"FAILED: {not_here} of {len(self._run)} tests are skipped for the system")
            session.exitstatus = pytest.ExitCode.TESTS_FAILED
        if self._config.getoption("--skipped") and session.exitstatus == pytest.ExitCode.NO_TESTS_COLLECTED:
            session.exitstatus = pytest.ExitCode.OK  # the run before skipped none
        if getattr(self._config, "cache", None) is not None and "simulated_system" not in sys.modules:
            self._config.cache.set(KEY, sorted(self._skipped))

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Print why tests were skipped: a line for each reason, however many tests and files it is about."""
        for reason, count in Counter(self._skipped.values()).most_common():
            terminalreporter.write_line(f"skipped {count}: {reason}")

    def _print(self, line: str) -> None:
        reporter = self._config.pluginmanager.get_plugin("terminalreporter")
        if reporter is not None and line not in self._printed:
            self._printed.add(line)
            reporter.write_line(f"\n{line}", red=True)


def skipped_before(
    config: pytest.Config, items: list[pytest.Item]
) -> tuple[list[pytest.Item], list[pytest.Item]]:
    """The tests that the last run skipped, alone or with their modules, and the others.

    Raises:
        UsageError: if there is no such run.
    """
    names = config.cache.get(KEY, None) if config.cache is not None else None
    if names is None:
        raise pytest.UsageError("--skipped: there is no run before, whose skipped tests could be run")
    wanted = set(names)
    chosen = [item for item in items if {item.nodeid, item.nodeid.partition("::")[0]} & wanted]
    return chosen, [item for item in items if item not in chosen]


def _tests_of(root: Path, name: str) -> int:
    """The number of tests of a node: 1, or for a file the functions in it, each of which counts once."""
    if "::" in name:
        return 1
    return len(_FUNCTION.findall((root / name).read_text(encoding="utf-8")))


def _reason(longrepr: object) -> str:
    text = str(longrepr[2]) if isinstance(longrepr, tuple) else str(longrepr)
    return text.removeprefix("Skipped: ")
