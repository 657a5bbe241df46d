"""Check a whole set as the library's intake does: its tree, each of its files, and its manifest.

Source of the arguments of its checkers: the workflow of SMT-LIB/benchmark-submission, 2026 (Dolmen 0.10).
"""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from drivers.system import core_count
from fillomino.errors import InputError, counted
from fillomino.record import Record
from labs.benchmarks.manifest import MANIFEST, listed
from smtlib.intake import MOST_BYTES, TREES, findings, is_date
from smtlib.lint import Finding
from smtlib.logics import features_of
from workbench.workers.worker import local

if TYPE_CHECKING:
    from labs.benchmarks.rows import CheckedSetRow, FindingRow

CHECKERS = ("dolmen", "klhm")
"""The executables."""
PATIENCE = 600.0
"""Seconds for one file."""
_PLACE = re.compile(r'^File ".*", line ([0-9]+), characters? ([0-9]+)', re.MULTILINE)
_SENTENCE = re.compile(r"^(?:Error|Warning|Fatal error:?)[ \t]+(.*)", re.MULTILINE)
_VERSION = re.compile(rb"^\(set-info :smt-lib-version ([0-9.]+)\)", re.MULTILINE)


def installed() -> list[str]:
    """The names of the checkers that are installed."""
    return [name for name in CHECKERS if shutil.which(name)]


def checked_by(name: str, path: Path, content: bytes) -> Iterator[Finding]:
    """Yield each error and warning of one of `CHECKERS` about a file, called as the library's intake does.

    If the checker fails, that is an error at the beginning of the file.
    """
    version = _VERSION.search(content)
    language = f"--input=smt{version[1].decode() if version else '2.6'}"
    options = ["--strict=false", "--check-headers=true", language] if name == "dolmen" else []
    try:
        done = subprocess.run(
            [name, *options, str(path)],
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            timeout=PATIENCE,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        yield Finding(1, 1, True, name, f"{name} could not check it: {error}")
        return
    # Klammerhammer writes the file again to its standard output.
    printed = f"{done.stdout}\n{done.stderr}" if name == "dolmen" else done.stderr
    places = list(_PLACE.finditer(printed))
    if not places and done.returncode:
        yield Finding(1, 1, True, name, " ".join(printed.split()) or f"exit code {done.returncode}")
    ends = [*(place.start() for place in places[1:]), len(printed)]
    for place, end in zip(places, ends, strict=False):
        text = printed[place.end() : end]
        sentence = _SENTENCE.search(text)
        words = sentence[1] if sentence else " ".join(text.split()).lstrip(": ")
        is_error = sentence is None or not sentence[0].startswith("Warning")
        yield Finding(int(place[1]), int(place[2]) + 1, is_error, name, words)


_MUCH = 1_000_000
"""The number of bytes from which several processes read."""
_DIRECTORY = re.compile(r"([0-9]{4})([0-9]{2})([0-9]{2})-[A-Za-z0-9_.+-]+")
_COMMENT = re.compile(rb"^[ \t]*;[^\n]*", re.M)
_INFO = re.compile(rb'\(set-info\s+:[^\s()|"]+\s+(?:\|[^|]*\||"[^"]*"|[^\s()|"]+)\s*\)')
_SPACE = re.compile(rb"\s+")
_LOGIC = re.compile(rb"^[ \t]*\(set-logic[ \t]+([A-Z_]+)", re.M)


def check(directory: Path) -> Iterator[Checked]:
    """Check a set, or a single file; yield each file.

    Raises:
        InputError: if there is no such directory, or no file in it.
        WorkerDiedError: if a worker died twice over one file.
    """
    if directory.is_file():
        yield Checked(directory.name, tuple(sorted(_examined(directory, "").findings)))
        return
    paths = sorted(path for path in directory.rglob("*.smt2") if path.is_file())
    if not paths:
        missing = "there is no such directory" if not directory.is_dir() else "there is no .smt2 file here"
        raise InputError(missing, source=str(directory), code="no-such-file")
    names = [path.relative_to(directory).as_posix() for path in paths]
    first: dict[str, str] = {}
    listing = listed(directory / MANIFEST)
    for name, examined in zip(names, _all_examined(paths, names), strict=True):
        same = first.setdefault(examined.commands, name)
        if same != name:
            examined.findings.append(_error("alike", f"its commands are those of {same}"))
        if listing is not None and listing.pop(name, None) != examined.content:
            examined.findings.append(_error("manifest", f"{MANIFEST} does not list this content of the file"))
        yield Checked(name, tuple(sorted(examined.findings)))
    if listing:
        gone = (_error("manifest", f"there is no {name}") for name in sorted(listing))
        yield Checked(MANIFEST, tuple(gone))


def _error(kind: str, text: str, line: int = 1) -> Finding:
    return Finding(line, 1, True, kind, text)


class Checked(NamedTuple):
    """A file of a set, or its manifest, with its findings; it prints as ``benchmarks --check`` does.

    Attributes:
        name: its path in the set.
        findings: the findings, by place.
    """

    name: str
    findings: tuple[Finding, ...]

    @property
    def rows(self) -> list[FindingRow]:
        """The findings for machines."""
        from labs.benchmarks.rows import FindingRow

        return [
            FindingRow(
                file=self.name,
                line=finding.line,
                column=finding.column,
                level="error" if finding.error else "note",
                kind=finding.kind,
                text=finding.text,
            )
            for finding in self.findings
        ]

    def __str__(self) -> str:
        lines = []
        for finding in self.findings:
            level = "error" if finding.error else "note"
            place = f"{self.name}:{finding.line}:{finding.column}"
            lines.append(f"{place}: {level}: {finding.text} [{finding.kind}]")
        return "\n".join(lines)


class CheckedSet(Record):
    """A set that was checked; it prints as ``benchmarks --check`` does, and is true without an error.

    Attributes:
        files: each file with its findings, and the manifest where there are any.
        checkers: the names of the checkers that are installed.
    """

    files: tuple[Checked, ...]
    checkers: tuple[str, ...]

    @property
    def errors(self) -> int:
        """The number of errors."""
        return sum(finding.error for file in self.files for finding in file.findings)

    @property
    def notes(self) -> int:
        """The number of findings that are no errors."""
        return sum(not finding.error for file in self.files for finding in file.findings)

    @property
    def row(self) -> CheckedSetRow:
        """The numbers for machines."""
        from labs.benchmarks.rows import CheckedSetRow

        numbers = len(self.files), self.errors, self.notes
        return CheckedSetRow(
            files=numbers[0], errors=numbers[1], notes=numbers[2], checkers=list(self.checkers)
        )

    @property
    def summary(self) -> str:
        """The numbers in words."""
        absent = " and ".join(name for name in CHECKERS if name not in self.checkers)
        numbers = (
            counted(len(self.files), "file"),
            counted(self.errors, "error"),
            counted(self.notes, "note"),
        )
        return ", ".join(numbers) + (f"; without {absent}, not installed" if absent else "")

    def to_json(self) -> str:
        """The lines that ``fillomino benchmarks --check --json`` prints."""
        rows = [*(row for file in self.files for row in file.rows), self.row]
        return "\n".join(row.to_line() for row in rows)

    def __bool__(self) -> bool:
        return not self.errors

    def __str__(self) -> str:
        return "\n".join([*(str(file) for file in self.files if file.findings), self.summary])


class _Examined(NamedTuple):
    """The findings in a file, and digests of its commands and of its content."""

    findings: list[Finding]
    commands: str
    content: str


def _examined(path: Path, name: str) -> _Examined:
    """Examine a file; ``name`` is its path in its set, or empty."""
    try:
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)  # a little more than the library takes
    except OSError as error:
        raise InputError(
            f"can't be read: {error.strerror or error}", source=str(path), code="unreadable"
        ) from error
    tree = name.split("/", maxsplit=1)[0]
    problems = _place(name, content) if name else []
    problems += findings(content, name or path.name, tree if tree in TREES else None)
    for checker in installed():
        problems += checked_by(checker, path, content)
    # The commands are what a file asks: without its header, its statuses and its comments.
    commands = _SPACE.sub(b" ", _INFO.sub(b"", _COMMENT.sub(b"", content))).strip()
    return _Examined(problems, sha256(commands).hexdigest(), sha256(content).hexdigest())


def _all_examined(paths: Sequence[Path], names: Sequence[str]) -> Iterator[_Examined]:
    """Examine files, with several processes where there is much to read."""
    if sum(path.stat().st_size for path in paths) < _MUCH:
        yield from map(_examined, paths, names)
        return
    with local(core_count()) as begin:
        for future in [begin(_examined, path, name) for path, name in zip(paths, names, strict=True)]:
            yield future.result()


def _place(name: str, content: bytes) -> list[Finding]:
    """Check where a file lies: TREE/LOGIC/YYYYMMDD-NAME/…/FILE.smt2."""
    parts = name.split("/")
    if len(parts) < 4 or parts[0] not in TREES:
        text = "it should lie in non-incremental/LOGIC/YYYYMMDD-NAME/ or incremental/LOGIC/YYYYMMDD-NAME/"
        return [_error("tree", text)]
    problems = []
    logic = _LOGIC.search(content)
    if features_of(parts[1]) is None or (logic is not None and logic[1].decode() != parts[1]):
        set_logic = logic[1].decode() if logic else "none"
        line = content[: logic.start()].count(b"\n") + 1 if logic else 1
        problems.append(_error("tree", f"it lies in {parts[1]}, but sets the logic {set_logic}", line))
    date = _DIRECTORY.fullmatch(parts[2])
    if date is None or not is_date("-".join(date.groups())):
        problems.append(_error("tree", f"{parts[2]} should be YYYYMMDD-NAME, with a date"))
    if not all(re.fullmatch(r"[A-Za-z0-9_.+=-]+", part) for part in parts):
        problems.append(_error("tree", "its path has characters other than letters, digits and _ . + = -"))
    return problems
