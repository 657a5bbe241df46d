"""A whole set checked as the library's intake would: its tree, each of its files, and its manifest."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from fillomino.errors import InputError
from smtlib.intake import MOST_BYTES, TREES, findings, is_date
from smtlib.lint import Finding, features_of
from workbench.benchmarks.checkers import checked_by, installed
from workbench.benchmarks.manifest import MANIFEST, listed
from workbench.workers.slots import local

_MUCH = 1_000_000
"""Bytes from which on several processes read."""
_DIRECTORY = re.compile(r"([0-9]{4})([0-9]{2})([0-9]{2})-[A-Za-z0-9_.+-]+")
_COMMENT = re.compile(rb"^[ \t]*;[^\n]*", re.M)
_INFO = re.compile(rb'\(set-info\s+:[^\s()|"]+\s+(?:\|[^|]*\||"[^"]*"|[^\s()|"]+)\s*\)')
_SPACE = re.compile(rb"\s+")
_LOGIC = re.compile(rb"^[ \t]*\(set-logic[ \t]+([A-Z_]+)", re.M)


def check(directory: Path) -> Iterator[tuple[str, list[Finding]]]:
    """Check a set, or a single file.

    Args:
        directory: the directory that holds the trees `non-incremental` and `incremental`, or a file.

    Yields:
        Each file by its path below the directory, with what is against the rules.

    Raises:
        InputError: if there is no such directory, or no file in it.
        WorkerDiedError: if a worker died twice over one file.
    """
    if directory.is_file():
        yield directory.name, sorted(_examined(directory, "").findings)
        return
    paths = sorted(path for path in directory.rglob("*.smt2") if path.is_file())
    if not paths:
        missing = "there is no such directory" if not directory.is_dir() else "there is no .smt2 file here"
        raise InputError(missing, source=str(directory), code="no-such-file")
    names = [path.relative_to(directory).as_posix() for path in paths]
    seen: dict[str, str] = {}
    expected = listed(directory / MANIFEST)
    for name, (found, commands, digest) in zip(names, _all_examined(paths, names), strict=True):
        if commands in seen:
            found.append(Finding(1, 1, True, "alike", f"its commands are those of {seen[commands]}"))
        seen.setdefault(commands, name)
        if expected is not None and expected.pop(name, None) != digest:
            text = f"{MANIFEST} has not this file, or another content of it"
            found.append(Finding(1, 1, True, "manifest", text))
        yield name, sorted(found)
    if expected:
        yield (
            MANIFEST,
            [Finding(1, 1, True, "manifest", f"there is no {name}") for name in sorted(expected)],
        )


class _Examined(NamedTuple):
    """A file: what is against the rules, and digests of its commands and of its content."""

    findings: list[Finding]
    commands: str
    content: str


def _examined(path: Path, name: str) -> _Examined:
    """Examine a file; its name in its set, or none."""
    content = _content(path)
    tree = name.split("/", maxsplit=1)[0]
    found = _place(name, content) if name else []
    found += findings(content, name or path.name, tree if tree in TREES else None)
    for checker in installed():
        found += checked_by(checker, path, content)
    return _Examined(found, _commands(content), sha256(content).hexdigest())


def _all_examined(paths: Sequence[Path], names: Sequence[str]) -> Iterator[_Examined]:
    """Examine files, by several processes where there is much to read."""
    if sum(path.stat().st_size for path in paths) < _MUCH:
        yield from map(_examined, paths, names)
        return
    with local(len(os.sched_getaffinity(0))) as begin:
        for future in [begin(_examined, path, name) for path, name in zip(paths, names, strict=True)]:
            yield future.result()


def _commands(content: bytes) -> str:
    """A digest of what a file asks, without its header, its statuses and its comments."""
    body = _INFO.sub(b"", _COMMENT.sub(b"", content))
    return sha256(_SPACE.sub(b" ", body).strip()).hexdigest()


def _content(path: Path) -> bytes:
    """The content of a file, up to a little more than the library takes.

    Raises:
        InputError: if it can't be read.
    """
    try:
        with path.open("rb") as file:
            return file.read(MOST_BYTES + 1)
    except OSError as error:
        raise InputError(
            f"can't be read: {error.strerror or error}", source=str(path), code="unreadable"
        ) from error


def _place(name: str, content: bytes) -> list[Finding]:
    """Check where a file lies: TREE/LOGIC/YYYYMMDD-NAME/…/FILE.smt2."""
    parts = name.split("/")
    if len(parts) < 4 or parts[0] not in TREES:
        text = "it should lie in non-incremental/LOGIC/YYYYMMDD-NAME/ or incremental/LOGIC/YYYYMMDD-NAME/"
        return [Finding(1, 1, True, "tree", text)]
    found = []
    logic = _LOGIC.search(content)
    if features_of(parts[1]) is None or (logic is not None and logic[1].decode() != parts[1]):
        set_logic = logic[1].decode() if logic else "none"
        line = content[: logic.start()].count(b"\n") + 1 if logic else 1
        found.append(Finding(line, 1, True, "tree", f"it lies in {parts[1]}, but sets the logic {set_logic}"))
    its = _DIRECTORY.fullmatch(parts[2])
    if its is None or not is_date("-".join(its.groups())):
        found.append(Finding(1, 1, True, "tree", f"{parts[2]} should be YYYYMMDD-NAME, with a date"))
    if not all(re.fullmatch(r"[A-Za-z0-9_.+=-]+", part) for part in parts):
        found.append(
            Finding(1, 1, True, "tree", "its path has characters other than letters, digits and _ . + = -")
        )
    return found
