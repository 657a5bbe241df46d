"""BenchExec's result files (``.xml``, ``.xml.bz2``, ``.xml.gz``) as runs.

Their format: https://github.com/sosy-lab/benchexec/blob/main/doc/result.dtd and run-results.md beside it.
"""

from __future__ import annotations

import bz2
import gzip
import re
import xml.etree.ElementTree as ET
import zlib
from collections.abc import Callable, Mapping
from pathlib import Path, PurePosixPath
from typing import Any

from encoder.encodings.registry import ENCODINGS
from fillomino.errors import InputError
from fillomino.record import Record
from workbench.compare.notes import Note
from workbench.compare.row import WRONG, Line, Row, of_line
from workbench.texts.inputs import regular

_OPENED: Mapping[str, Callable[..., Any]] = {".bz2": bz2.open, ".gz": gzip.open}
_MAX_BYTES = 1 << 28  # unpacked
_OURS = re.compile(
    r"(?P<puzzle>.+)\.(?P<encoding>[^.]+)\.(?P<logic>[A-Z_]+)(\.(?P<level>light|full|ahead))?(\.order-(?P<order>\d+))?"
    r"(?P<another>\.another)?\.yml"
)
_UNITS = {"": 1, "b": 1, "kb": 1e3, "mb": 1e6, "gb": 1e9, "kib": 2**10, "mib": 2**20, "gib": 2**30}
_SECONDS = {"": 1, "s": 1, "min": 60, "h": 3600}
_SEED = re.compile(r"seed (\d+)$")


def read(path: Path) -> tuple[list[Row], Note | None]:
    """Return the runs in a result file, and a note if it is marked as incomplete.

    A verdict (``true``, ``false``, ``sat``, ``unsat``, ``done``) counts as an answer unless BenchExec found
    it wrong. The tasks of our own export are distinguished by encoding, level of deduction and order.

    Raises:
        InputError: if it can't be read, or has other content.
    """
    regular(path)
    try:
        with _OPENED.get(path.suffix, open)(path, "rb") as file:
            data = file.read(_MAX_BYTES + 1)
        # Expat loads no external entities, and limits their expansion.
        root = ET.fromstring(data) if len(data) <= _MAX_BYTES else None  # noqa: S314
    except (OSError, EOFError, ValueError, ET.ParseError, zlib.error) as error:
        raise InputError(f"can't be read: {error}", source=str(path), code="unreadable") from error
    if root is None:
        raise InputError(f"more than {_MAX_BYTES:,} bytes are too many", source=str(path), code="too-long")
    if root.tag != "result":
        raise InputError(
            f"not a result file of BenchExec: it holds <{root.tag}>", source=str(path), code="bad-run"
        )
    rows = [_row(run, root, path) for run in root.iter("run")]
    incomplete = "error" in root.attrib
    if not incomplete:
        return rows, None
    return rows, Note(f"{path}: BenchExec calls it {root.get('error')}", code="incomplete-results")


class _Task(Record):
    """What a run is of, and by what.

    Attributes:
        ours: the parts of its name, if it is of our own export.
        puzzle: the name of the puzzle, or of the task.
        definition: the name of the run definition.
        label: what the method is called.
        seed: the seed of the tool; 0 if none is named.
        options: those of the definition and of the task.
    """

    ours: re.Match[str] | None
    puzzle: str
    definition: str
    label: str
    seed: int
    options: tuple[str, ...]

    def part(self, name: str) -> str | None:
        """A part of the name; ``None`` where there is none."""
        return self.ours[name] if self.ours else None


def _task(run: ET.Element, root: ET.Element) -> _Task:
    name = run.get("name", "")
    ours = _OURS.fullmatch(PurePosixPath(name).name)
    if ours and ours["encoding"] not in {encoding.name for encoding in ENCODINGS}:
        ours = None
    # Of each run definition there is a file of all tasks, and one of each set of tasks: a block.
    tool, definition = root.get("tool", "a tool"), root.get("name", "").removesuffix(f".{root.get('block')}")
    seed = _SEED.search(definition)
    label = root.get("displayName") or definition.partition(".")[2] or definition or tool
    label = _SEED.sub("", label).strip(" .") or tool
    puzzle = ours["puzzle"] + (" (another)" if ours["another"] else "") if ours else name
    # In a set of ours the options of a definition are a seed; those of the tasks stand with the run.
    options = [*([] if ours and seed else root.get("options", "").split()), *run.get("options", "").split()]
    return _Task(ours, puzzle, definition, label, int(seed[1]) if seed else 0, tuple(options))


def _row(run: ET.Element, root: ET.Element, path: Path) -> Row:
    columns = {column.get("title", ""): column.get("value", "") for column in run.iter("column")}
    task, tool, name = _task(run, root), root.get("tool", "a tool"), run.get("name", "")
    encoding, logic = task.part("encoding"), task.part("logic")
    system = root.find("systeminfo")
    cpu = None if system is None else system.find("cpu")
    status = _status(columns)
    wall, cpu_seconds = (_quantity(columns.get(name), _SECONDS) for name in ("walltime", "cputime"))
    memory = _quantity(columns.get("memory") or columns.get("memUsage"), _UNITS)
    limit = _quantity(root.get("memlimit"), _UNITS)
    script = path.parent / run.get("files", "").strip("[]").partition(", ")[0]
    line = Line(
        key=f"{root.get('benchmarkname', path.name)} {root.get('date', '')} {task.definition} {name}",
        puzzle=task.puzzle,
        puzzle_hash=task.puzzle,
        family="" if task.ours else PurePosixPath(name).parent.name,
        board="",
        cells=0,
        empty=0,
        known=None,
        method=f"{encoding}:{logic} {task.label}" if task.ours else task.label,
        encoding=encoding,
        logic=logic,
        deduce=task.part("level") or "none" if task.ours else None,
        solver=task.label,
        program=tool,
        version=f"{tool} {root.get('version', '')}".strip(),
        arguments=task.options,
        seed=task.seed,
        unique_wanted=False,
        seconds_limit=_quantity(root.get("timelimit"), _SECONDS),
        memory_limit_mib=None if limit is None else round(limit / 2**20),
        status=status,
        unique=None,
        filling=None,
        violations=(),
        error=f"BenchExec: {columns.get('status', 'no status')}" if status in ("failed", WRONG) else None,
        cpu_seconds=cpu_seconds or 0.0,
        wall_seconds=wall or cpu_seconds or 0.0,
        memory_mib=None if memory is None else memory / 2**20,
        own_cpu_seconds=0.0,
        deduce_seconds=0.0,
        encode_seconds=0.0,
        check_seconds=0.0,
        asked=1,
        core=None,
        host="" if system is None else system.get("hostname", ""),
        cpu_model="" if cpu is None else cpu.get("model", ""),
        fillomino=root.get("generator", "BenchExec"),
        commit=None,
        started=root.get("starttime", root.get("date", "")),
        scramble=int(task.part("order") or 0),
        limit_time="cpu",
        memory_by=None if memory is None else "runexec",
        script=str(script) if script.is_file() else None,
    )
    return of_line(line)


def _status(columns: dict[str, str]) -> str:
    """Return our status of a run; ``failed`` for errors, crashes, and where memory ran out."""
    status = columns.get("status", "")
    word = status.partition("(")[0].strip().lower()
    if columns.get("category") == "wrong":
        return WRONG
    if word in ("true", "sat", "done"):
        return "solved"
    if word in ("false", "unsat"):
        return "unsolvable"
    if word == "timeout" or columns.get("terminationreason") in ("cputime", "walltime"):
        return "timeout"
    return "unknown" if word == "unknown" else "failed"


def _quantity(text: str | None, units: Mapping[str, float]) -> float | None:
    """Return a number of seconds or bytes; ``None`` for what is not a quantity in one of the units."""
    match = re.fullmatch(r"\s*([0-9.]+(?:e[+-]?\d+)?)\s*([a-z]*)\s*", (text or "").lower())
    if match is None or match[2] not in units:
        return None
    return float(match[1]) * units[match[2]]
