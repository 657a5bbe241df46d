"""Runs from several files, of ours and of BenchExec: merged, or compared with each other."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from fnmatch import fnmatchcase
from pathlib import Path

from fillomino.errors import counted
from fillomino.laboratories import part
from workbench.compare import store
from workbench.compare.notes import Note
from workbench.compare.row import Row

OF_BENCHEXEC = (".xml", ".xml.bz2", ".xml.gz")
"""The ends of the names of BenchExec's results."""


def read(paths: Sequence[Path]) -> tuple[list[Row], list[Note]]:
    """Return the runs of all files, and notes on these files.

    A method with different results for the same run in two files counts as two methods, each named after its
    file, as in ``forest z3 (before)``.

    Raises:
        InputError: if a file can't be read, or has other content.
    """
    files: list[tuple[str, list[Row]]] = []
    notes = list[Note]()
    for path, name in zip(paths, _names(paths), strict=True):
        reader = store.read
        if path.name.endswith(OF_BENCHEXEC):
            reader = part("benchexec", "results:read", f"{path}, a result of BenchExec,")
        rows, note = reader(path)
        notes += [note] if note else []
        notes += [] if rows else [Note(f"{path}: there are no runs here", code="no-runs")]
        files.append((name, rows))
    differing = _differing_methods(files)
    merged: dict[str, Row] = {}
    equal = 0
    for name, rows in files:
        for row in rows:
            named = row
            if row.method in differing:
                named = replace(row, key=f"{row.key} {name}", method=f"{row.method} ({name})")
            equal += named.key in merged  # one that differs has another name
            merged.setdefault(named.key, named)
    if equal:
        repeated = f"{counted(equal, 'run')} in more than one file, with the same result: counted once"
        notes.append(Note(repeated, code="counted-once"))
    return list(merged.values()), notes


def _names(paths: Sequence[Path]) -> list[str]:
    """Return the name of each file in labels: without its ending, or its path where two share a name."""
    stems = [path.name.partition(".")[0] for path in paths]
    return [stem if stems.count(stem) == 1 else str(path) for stem, path in zip(stems, paths, strict=True)]


def _differing_methods(files: Sequence[tuple[str, Sequence[Row]]]) -> set[str]:
    """Return the names of methods for which files have different results of the same run."""
    runs: defaultdict[tuple[object, ...], dict[str, Row]] = defaultdict(dict)
    for name, rows in files:
        for row in rows:
            runs[
                row.method, row.facts.deduce, row.subject.puzzle_hash, row.terms.seed, row.variant
            ].setdefault(name, row)
    return {
        row.method for by_file in runs.values() for row in by_file.values() if len(set(by_file.values())) > 1
    }


def selected(rows: Sequence[Row], only: Sequence[str], exclude: Sequence[str]) -> list[Row]:
    """Return the runs that patterns select.

    Args:
        rows: the runs.
        only: globs. Those that match some method select methods, the others select puzzles; a run must match
            one of each kind that is given.
        exclude: globs; runs whose method or puzzle matches one are left out.
    """
    methods = {row.method for row in rows}
    for_methods = [glob for glob in only if any(fnmatchcase(method, glob) for method in methods)]
    for_puzzles = [glob for glob in only if glob not in for_methods]
    return [
        row
        for row in rows
        if (not for_methods or _matches(row.method, for_methods))
        and (not for_puzzles or _matches(row.subject.puzzle, for_puzzles))
        and not _matches(row.method, exclude)
        and not _matches(row.subject.puzzle, exclude)
    ]


def _matches(name: str, globs: Sequence[str]) -> bool:
    return any(fnmatchcase(name, glob) for glob in globs)
