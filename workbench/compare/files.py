"""Runs out of several files: of ours and of BenchExec's, taken together or set against each other."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from fnmatch import fnmatchcase
from pathlib import Path

from fillomino.words import counted
from workbench.compare import results, store
from workbench.compare.row import Row


def read(paths: Sequence[Path]) -> tuple[list[Row], list[str]]:
    """The runs of all files, and notes on what is odd about them.

    A method that did the same run in two files, with other results, is two methods: each is named after its
    file, as in ``forest z3 (before)``.

    Raises:
        InputError: if a file can't be read, or holds something else.
    """
    files: list[tuple[str, list[Row]]] = []
    notes = []
    for path, name in zip(paths, _names(paths), strict=True):
        rows, note = results.read(path) if results.recognised(path) else store.read(path)
        notes += [note] if note else []
        notes += [] if rows else [f"{path}: there are no runs here"]
        files.append((name, rows))
    twice = _twice(files)
    found: dict[str, Row] = {}
    equal = 0
    for name, rows in files:
        for row in rows:
            named = row
            if row.method in twice:
                named = replace(row, key=f"{row.key} {name}", method=f"{row.method} ({name})")
            equal += named.key in found  # one that differs has another name
            found.setdefault(named.key, named)
    if equal:
        notes.append(f"{counted(equal, 'run')} in more than one file, with the same result: counted once")
    return list(found.values()), notes


def _names(paths: Sequence[Path]) -> list[str]:
    """The name of each file in labels: without its ending, or its path where two files share that name."""
    stems = [path.name.partition(".")[0] for path in paths]
    return [stem if stems.count(stem) == 1 else str(path) for stem, path in zip(stems, paths, strict=True)]


def _twice(files: Sequence[tuple[str, Sequence[Row]]]) -> set[str]:
    """The names of the methods that more than one file has other results of, on the same puzzle."""
    runs: defaultdict[tuple[object, ...], dict[str, Row]] = defaultdict(dict)
    for name, rows in files:
        for row in rows:
            runs[row.method, row.deduce, row.puzzle_hash, row.seed, row.variant].setdefault(name, row)
    return {row.method for its in runs.values() for row in its.values() if len(set(its.values())) > 1}


def selected(rows: Sequence[Row], only: Sequence[str], exclude: Sequence[str]) -> list[Row]:
    """The runs that patterns leave.

    Args:
        rows: the runs.
        only: globs, each for names of methods or puzzles. Of those that fit some method, a run's method must
            fit one; of the others, its puzzle.
        exclude: globs; no run whose method or puzzle fits one is left.
    """
    methods = {row.method for row in rows}
    for_methods = [glob for glob in only if any(fnmatchcase(method, glob) for method in methods)]
    for_puzzles = [glob for glob in only if glob not in for_methods]
    return [
        row
        for row in rows
        if (not for_methods or _fits(row.method, for_methods))
        and (not for_puzzles or _fits(row.puzzle, for_puzzles))
        and not _fits(row.method, exclude)
        and not _fits(row.puzzle, exclude)
    ]


def _fits(name: str, globs: Sequence[str]) -> bool:
    return any(fnmatchcase(name, glob) for glob in globs)
