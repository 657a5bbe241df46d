"""Solvers that a person names in a file ``solvers.toml``: a table for each, headed by its name.

It is read when a solver is named (`drivers.solvers.file_in_use`); its programs run only when that name is
theirs.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from drivers.errors import SolverFileError, UnknownSolverError
from drivers.programs import check_name, of_words
from drivers.solver import FILE, Solver, is_ours

MAX_BYTES = 1 << 20
"""Bytes of a file of solvers."""

KEYS = ("like", "command", "session", "time_limit", "seed", "logics")


def read(path: Path, records: Sequence[Solver]) -> dict[str, Solver]:
    """The solvers of a file, by name.

    Args:
        path: the file.
        records: the solvers that ``like`` may name, none of which can be replaced.

    Raises:
        SolverFileError: if the file can't be read, or an entry is wrong; with the line.
    """
    import tomllib

    try:
        with path.open("rb") as file:
            content = file.read(MAX_BYTES + 1)
        if len(content) > MAX_BYTES:
            raise SolverFileError(f"{path}: a list of solvers may have at most {MAX_BYTES:,} bytes")
        text = content.decode("utf-8")
        tables = tomllib.loads(text)
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or error
        raise SolverFileError(f"{path}: can't be read: {why}") from error
    except tomllib.TOMLDecodeError as error:
        match = re.fullmatch(r"(.*) \(at line (\d+), column (\d+)\)", str(error))
        place, why = (
            (f"{match[2]}:{match[3]}", match[1]) if match else (str(text.count("\n") + 1), str(error))
        )
        raise SolverFileError(f"{path}:{place}: invalid TOML: {why}") from error
    lines = text.splitlines()
    return {name: _Entry(path, lines, name).solver(table, records) for name, table in tables.items()}


class _Entry:
    """A table of the file, and where it stands."""

    def __init__(self, path: Path, lines: Sequence[str], name: str) -> None:
        self._path, self._lines, self._name = path, lines, name

    def solver(self, table: object, records: Sequence[Solver]) -> Solver:
        """The record of the table.

        Raises:
            SolverFileError: if a key or value is wrong.
        """
        name = self._name
        if not isinstance(table, dict):
            raise self._error(f"{name} is outside of any table; begin each solver with a line [NAME]")
        try:
            check_name(name, "the head of a table")
        except UnknownSolverError as error:
            raise self._error(str(error)) from error
        if name in {record.name for record in records}:
            raise self._error(f"{name} is a built-in solver and can't be replaced; choose another name")
        for key, value in table.items():
            if isinstance(value, dict):
                raise self._error(f'quote a name with a dot: ["{name}.{key}"]', key)
            if key not in KEYS:
                raise self._error(f"unknown key {key!r}; the keys are {', '.join(KEYS)}", key)
        command = self._words(table, "command")
        if not command:
            raise self._error('the command is missing: command = ["PROGRAM", "ARGUMENT", …]')
        command = (self._program(command[0]), *command[1:])
        solver = of_words(name, command, origin=f"{self._path}:{self._line()}", records=records)
        solver = replace(solver, title=f"{name} ({command[0]})")
        if "like" in table:
            solver = self._like(solver, table["like"], records)
        return self._extended(solver, table)

    def _like(self, solver: Solver, name: object, records: Sequence[Solver]) -> Solver:
        """The record with all that suits another one: its quirks, options, logics."""
        programs = [record for record in records if not is_ours(record)]
        model = next((record for record in programs if record.name == name), None)
        if model is None:
            names = ", ".join(record.name for record in programs)
            raise self._error(
                f"like names one of {names}, which read SMT-LIB themselves, not {name!r}", "like"
            )
        return replace(
            model,
            name=solver.name,
            title=solver.title,
            executable=solver.executable,
            arguments=solver.arguments,
            session_arguments=solver.session_arguments,
            session_assumed=True,
            version_arguments=(),
            needs_modules=(),
            needs_executables=(),
            same_as=model.same_as or model.name,
            quirks=replace(model.quirks, unlisted=True, silent=False),
            install="",
            fallback=None,
            origin=solver.origin,
        )

    def _extended(self, solver: Solver, table: Mapping[str, Any]) -> Solver:
        """The record with the optional keys."""
        if "session" in table:
            session = self._words(table, "session")
            if not session or self._program(session[0]) != solver.executable:
                raise self._error("session begins with the program of command", "session")
            if any(FILE in word for word in session):
                raise self._error(f"a session has no {FILE}: its commands come on standard input", "session")
            solver = replace(solver, session_arguments=session[1:], session_assumed=False)
        if "time_limit" in table:
            limit = self._filled(table, "time_limit", {"seconds": 1, "milliseconds": 1000})
            solver = replace(solver, time_limit_arguments=limit)
        if "seed" in table:
            solver = replace(solver, seed_arguments=self._filled(table, "seed", {"seed": 1}))
        if "logics" in table:
            logics = self._words(table, "logics")
            if not logics:
                raise self._error("logics is a list of at least one", "logics")
            preferred = tuple(logic for logic in solver.preferred_logics if logic in logics)
            solver = replace(solver, logics=logics, preferred_logics=preferred)
        return solver

    def _words(self, table: Mapping[str, Any], key: str) -> tuple[str, ...]:
        words = table.get(key, [])
        if not isinstance(words, list) or not all(isinstance(word, str) and word for word in words):
            example = '["QF_LIA"]' if key == "logics" else '["build/z3", "-in"]'
            raise self._error(f"{key} is a list of words, such as {example}, not {words!r}", key)
        return tuple(words)

    def _filled(self, table: Mapping[str, Any], key: str, example: Mapping[str, int]) -> tuple[str, ...]:
        """Arguments with places to fill in."""
        words = self._words(table, key)
        places = " or ".join(f"{{{place}}}" for place in example)
        try:
            filled = tuple(word.format(**example) for word in words)
        except (KeyError, IndexError, ValueError) as error:
            raise self._error(f"{key} takes {places} and nothing else in braces", key) from error
        if filled == words:
            raise self._error(f"{key} has no place for {places}", key)
        return words

    def _program(self, word: str) -> str:
        """The program: as it is where it is looked for on the PATH, else as seen from the file's folder."""
        path = Path(word).expanduser() if word.startswith("~") else Path(word)
        return str(self._path.parent.absolute() / path) if os.sep in word else word

    def _line(self, key: str = "") -> int:
        """The line of the table, or of a key in it; of the table if the key is not found."""
        name, at = re.escape(self._name), 0
        head = re.compile(rf"""\s*(\[\s*["']?{name}["']?\s*[\].]|["']?{name}["']?\s*[.=])""")
        for number, line in enumerate(self._lines, start=1):
            if at and line.lstrip().startswith("["):
                break
            at = number if not at and head.match(line) else at
            if at and key and re.search(rf"""(^|[\s.{{,"']){re.escape(key)}["']?\s*=""", line):
                return number
        return at or 1

    def _error(self, what: str, key: str = "") -> SolverFileError:
        return SolverFileError(f"{self._path}:{self._line(key)}: {what}")
