"""The rows of ``fillomino benchmarks``: its manifest, and what ``--check --json`` prints."""

from __future__ import annotations

from typing import Annotated, Literal

from labs.benchmarks.manifest import ManifestRow
from workbench.texts.rows import Row, key


class FindingRow(Row, kw_only=True):
    """A finding of ``--check`` in a file of a set."""

    file: Annotated[str, key("its path in the set")]
    line: Annotated[int, key("its line, from 1")]
    column: Annotated[int, key("its column, from 1")]
    level: Annotated[Literal["error", "note"], key("an error is what the library does not take")]
    kind: Annotated[str, key("name of the kind of finding, or of the checker that it is of")]
    text: Annotated[str, key("a sentence")]


class CheckedSetRow(Row, kw_only=True):
    """A set that was checked, after its findings."""

    files: Annotated[int, key("number of files that were checked")]
    errors: Annotated[int, key("number of findings that are errors")]
    notes: Annotated[int, key("number of the others")]
    checkers: Annotated[list[str], key("checkers of the library that are installed, and read each file")]


KINDS = {"benchmarks": (ManifestRow, FindingRow, CheckedSetRow)}
"""The kinds of rows of each command."""
