"""What the scripts share: their command line, CPU times, tables of Markdown, files of lines, figures."""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage
from tempfile import TemporaryFile
from typing import TYPE_CHECKING, Any, TypeVar

from drivers import system
from workbench.compare.page.plots import MISSING

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from encoder.encoding import Encoding

ROOT = Path(__file__).resolve().parents[1]
EXAMPLES = ROOT / "examples"
MEASURED = ROOT / "docs" / "measured"
"""The folder of the tables that the site puts into its pages."""

K = TypeVar("K")
T = TypeVar("T")


def new_parser(purpose: str | None) -> argparse.ArgumentParser:
    """Return the command line of a script whose help begins with its docstring, as it stands."""
    return argparse.ArgumentParser(description=purpose, formatter_class=argparse.RawDescriptionHelpFormatter)


def cpu_seconds() -> float:
    """Return the CPU seconds of this process, of its children, and of all descendants that have ended."""
    usages = map(getrusage, (RUSAGE_SELF, RUSAGE_CHILDREN))
    running = sum(map(system.cpu_seconds, system.children_of()))  # a solver that waits for the next puzzle
    return sum(usage.ru_utime + usage.ru_stime for usage in usages) + running


def timed(run: Callable[[], T]) -> tuple[float, T]:
    """Return the CPU seconds of a call, with those of the processes that it waits for, and its result."""
    started = cpu_seconds()
    result = run()
    return cpu_seconds() - started, result


def cpu_of(
    command: Sequence[str | Path],
    text: bytes = b"",
    *,
    codes: Sequence[int] = (0,),
    env: Mapping[str, str] | None = None,
) -> tuple[float, str]:
    """Return the CPU seconds of a process, with its descendants, by wait4 alone, and its output.

    Raises:
        RuntimeError: for an exit code that is not among ``codes``.
    """
    with TemporaryFile() as source, TemporaryFile() as out:
        source.write(text)
        source.seek(0)
        process = subprocess.Popen(
            command, stdin=source, stdout=out, stderr=subprocess.STDOUT, cwd=ROOT, env=env
        )
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        printed = out.read().decode()
    if process.returncode not in codes:
        raise RuntimeError(f"{command} ended with {process.returncode}: {printed[-500:]}")
    return usage.ru_utime + usage.ru_stime, printed


def in_turns(rounds: int, runs: Mapping[K, Callable[[], T]]) -> dict[K, list[T]]:
    """Call each function once a round, so that what disturbs the machine disturbs all; return their results.

    Each goes first in turn.
    """
    results: dict[K, list[T]] = {name: [] for name in runs}
    order = list(runs)
    for _ in range(rounds):
        for name in order:
            results[name].append(runs[name]())
        order = [*order[1:], order[0]]
    return results


def quantile(values: Iterable[float], percent: int) -> float:
    """Return the value that so large a share of some does not exceed."""
    ordered = sorted(values)
    return ordered[max(0, (len(ordered) * percent - 1) // 100)]


def short(number: float) -> str:
    """Return a number with two digits that count, or whole above ten."""
    return f"{number:,.0f}" if number >= 10 else f"{number:.2g}"


def markdown(head: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    """Return a table of Markdown; a row's cells are texts, yes or no, or numbers."""
    lines = [[*head], *([_cell(value) for value in row] for row in rows)]
    lines.insert(1, ["---"] * len(lines[0]))
    return "".join(f"| {' | '.join(line)} |\n".replace("  ", " ") for line in lines)


def sources(encodings: Iterable[Encoding]) -> str:
    """The table of encodings, each with the place where its page describes it, and with its source."""
    rows = ([f"[`{each.name}`](#{each.name})", each.title, each.source] for each in encodings)
    return markdown(["encoding", "", "from"], rows)


def _cell(value: object) -> str:
    if value is None or isinstance(value, bool):
        return "yes" if value else ""
    return f"{value:,}" if isinstance(value, int) else str(value).replace("|", "\\|")


def read_lines(file: Path) -> list[dict[str, Any]]:
    """Return the objects of a file of JSON lines; none if there is no such file."""
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    return [json.loads(line) for line in lines]


def add_line(file: Path, row: Mapping[str, Any]) -> None:
    """Append an object to a file of JSON lines."""
    with file.open("a", encoding="utf-8") as lines:
        lines.write(f"{json.dumps(row)}\n")


def machine() -> str:
    """Return the day, the machine and its load, and the version of Python."""
    return (
        f"{time.strftime('%Y-%m-%d')}; {system.processor()}, {os.cpu_count()} cores, "
        f"load {os.getloadavg()[1]:.1f}; Python {platform.python_version()}"
    )


def new_figure(width: float, height: float) -> Figure:
    """Return an empty figure.

    Ends the script with a message if matplotlib is not installed.
    """
    try:
        from matplotlib.figure import Figure
    except ImportError:
        sys.exit(MISSING)
    return Figure(figsize=(width, height), layout="constrained")


def save(figure: Figure, stem: Path) -> None:
    """Write a figure as PNG and as SVG."""
    stem.parent.mkdir(parents=True, exist_ok=True)
    for suffix in (".png", ".svg"):
        figure.savefig(stem.with_suffix(suffix), dpi=130, facecolor="white")
    print(f"the picture is {stem.with_suffix('.svg')}, and .png")
