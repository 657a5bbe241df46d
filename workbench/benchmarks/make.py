"""Measure the candidates of a set, several at a time, and keep each as soon as it is done."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from pathlib import Path

from msgspec import MsgspecError

from drivers.solver import Solver
from fillomino.errors import InputError
from workbench.benchmarks.measure import Measured, from_line, measured
from workbench.benchmarks.recipe import Recipe
from workbench.benchmarks.series import Series
from workbench.texts.inputs import regular
from workbench.workers.slots import local

CANDIDATES = "candidates.jsonl"
"""The file of measurements so far, in the directory of the set; without it a set is begun anew."""


def measure_all(
    series: Sequence[Series],
    path: Path,
    solvers: Sequence[Solver],
    seconds: float,
    setting: Mapping[str, object],
    jobs: int,
    watch: Callable[[Measured, int], None],
) -> None:
    """Measure what each series wants, but for what a file has already; append the others to it.

    Args:
        series: gets its candidates, in its order.
        path: the file of candidates.
        solvers: those to run.
        seconds: CPU time of each run.
        setting: what the measurements depend on; a file of another setting is refused.
        jobs: how many candidates at a time.
        watch: called after each candidate, with the number of benchmarks that are still wanted.

    Raises:
        InputError: if the file is none, or can't be written.
        WorkerDiedError: if a worker died twice over one candidate.
    """
    waiting, going = list(series), dict[Future[Measured], Series]()
    try:
        known = _known(path, setting)
        for one in series:
            _catch_up(one, known)
        with path.open("a", encoding="utf-8") as file, local(jobs) as begin:
            while waiting or going or (waiting := _lifted(series)):
                while waiting and len(going) < jobs:
                    one = waiting.pop(0)
                    recipe = one.next()
                    if recipe is not None:
                        going[begin(measured, recipe, list(solvers), seconds)] = one
                for future in wait(going, return_when=FIRST_COMPLETED).done if going else ():
                    one = going.pop(future)
                    done = future.result()
                    file.write(done.to_line() + "\n")
                    file.flush()
                    one.found.append(done)
                    watch(done, left(series))
                    waiting.append(one)
    except OSError as error:
        raise InputError(
            f"can't be written: {error.strerror or error}", source=str(path), code="unwritable"
        ) from error


def _lifted(series: Sequence[Series]) -> list[Series]:
    """Have series that can make more do so, where others came to fewer than they should; return those."""
    missing, lifted = left(series), list[Series]()
    for one in sorted(series, key=lambda one: len(one.found)):
        if len(lifted) < missing and one.wanted and one.more():
            lifted.append(one)
    return lifted


def left(series: Iterable[Series]) -> int:
    """The number of benchmarks that are wanted and not there yet."""
    return sum(one.wanted - one.made for one in series)


def _catch_up(series: Series, known: dict[Recipe, Measured]) -> None:
    """Give a series what was measured before, in its order."""
    while (recipe := series.next()) is not None and recipe in known:
        series.found.append(known[recipe])


def _known(path: Path, setting: Mapping[str, object]) -> dict[Recipe, Measured]:
    """Read the candidates of a file, and begin it with its setting if there is none.

    A last line that was cut short, by a kill or a full disk, is taken away.
    """
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(setting) + "\n", encoding="utf-8")
        return {}
    whole, _, rest = regular(path).read_text(encoding="utf-8").rpartition("\n")
    if rest:
        path.write_text(whole + "\n", encoding="utf-8")
    found: dict[Recipe, Measured] = {}
    had: object = None
    for number, line in enumerate(whole.split("\n"), 1):
        try:
            if number == 1:
                had = json.loads(line)
                continue
            one = from_line(line)
        except (ValueError, MsgspecError) as error:
            message = "this is no candidate of a set; delete the file to begin anew"
            raise InputError(message, source=str(path), line=number, code="bad-candidate") from error
        found[one.recipe] = one
    _compare(had, setting, path)
    return found


def _compare(its: object, setting: Mapping[str, object], path: Path) -> None:
    """Refuse to go on where something else was measured.

    Raises:
        InputError: with what differs.
    """
    if its != setting:
        had = its if isinstance(its, dict) else {}
        other = [
            f"{key} was {had.get(key)}, is {value}" for key, value in setting.items() if had.get(key) != value
        ]
        raise InputError(
            f"{'; '.join(other)}: delete the file to begin anew",
            source=str(path),
            line=1,
            code="bad-candidate",
        )
