"""Measure the candidates of a set, several at a time, and keep each one as soon as it is measured."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from pathlib import Path
from typing import Any

from msgspec import MsgspecError
from msgspec.json import decode

from drivers.solver import Solver
from fillomino.errors import InputError
from labs.benchmarks.measure import Measured, measure
from labs.benchmarks.recipe import Recipe
from labs.benchmarks.series import Series
from workbench.texts.inputs import regular
from workbench.workers.worker import local

CANDIDATES = "candidates.jsonl"
"""The file of measurements so far, in the directory of the set; delete it to start over."""


def measure_all(
    series: Sequence[Series],
    path: Path,
    solvers: Sequence[Solver],
    seconds: float,
    setting: Mapping[str, object],
    jobs: int,
    watch: Callable[[int], None],
) -> None:
    """Measure the candidates that each series wants, and append those that are new to a file.

    The series get them, too. `seconds` is the CPU time of each run, `setting` what the measurements depend
    on: a file of another setting is refused. `watch` is called after each candidate, with the number of
    benchmarks that are still wanted.

    Raises:
        InputError: if the file is not one of candidates, or can't be written.
        WorkerDiedError: if a worker died twice over one candidate.
    """
    waiting, pending = list(series), dict[Future[Measured], Series]()
    try:
        known = _read(path, setting)
        for growing in series:
            while (recipe := growing.next()) is not None and recipe in known:
                growing.measured.append(known[recipe])
        with path.open("a", encoding="utf-8", newline="\n") as file, local(jobs) as begin:
            while waiting or pending or (waiting := _extended(series)):
                while waiting and len(pending) < jobs:
                    growing = waiting.pop(0)
                    recipe = growing.next()
                    if recipe is not None:
                        pending[begin(measure, recipe, list(solvers), seconds)] = growing
                for future in wait(pending, return_when=FIRST_COMPLETED).done if pending else ():
                    growing = pending.pop(future)
                    candidate = future.result()
                    file.write(candidate.to_line() + "\n")
                    file.flush()
                    growing.measured.append(candidate)
                    watch(missing(series))
                    waiting.append(growing)
    except OSError as error:
        raise InputError(
            f"can't be written: {error.strerror or error}", source=str(path), code="unwritable"
        ) from error


def _extended(series: Sequence[Series]) -> list[Series]:
    """Extend series by one benchmark each, as many as others fell short; return those that were."""
    short, extended = missing(series), list[Series]()
    for growing in sorted(series, key=lambda growing: len(growing.measured)):
        if len(extended) < short and growing.wanted and growing.more():
            extended.append(growing)
    return extended


def missing(series: Iterable[Series]) -> int:
    """Return the number of benchmarks that are still wanted."""
    return sum(growing.wanted - growing.made for growing in series)


def _read(path: Path, setting: Mapping[str, object]) -> dict[Recipe, Measured]:
    """Read the candidates of a file; without one, begin it with its setting.

    A last line that was cut short, by a kill or a full disk, is removed.

    Raises:
        InputError: if the file holds something else, or another setting.
    """
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(setting) + "\n", encoding="utf-8", newline="\n")
        return {}
    whole, _, rest = regular(path).read_text(encoding="utf-8").rpartition("\n")
    if rest:
        path.write_text(whole + "\n", encoding="utf-8", newline="\n")
    candidates: dict[Recipe, Measured] = {}
    begun_with: dict[str, Any] = {}
    for number, line in enumerate(whole.split("\n"), 1):
        try:
            if number == 1:
                begun_with = decode(line, type=dict[str, Any])
                continue
            candidate = decode(line, type=Measured)
        except MsgspecError as error:
            raise _refused("not a candidate of a set", path, number) from error
        candidates[candidate.recipe] = candidate
    changes = [
        f"{key} was {begun_with.get(key)}, is {value}"
        for key, value in setting.items()
        if begun_with.get(key) != value
    ]
    if changes:
        raise _refused("; ".join(changes), path, 1)
    return candidates


def _refused(why: str, path: Path, line: int) -> InputError:
    text = f"{why}: delete the file to start over"
    return InputError(text, source=str(path), line=line, code="bad-candidate")
