"""Any program that reads SMT-LIB as a solver: ``smt:PROGRAM ARGUMENT…``, or a table of ``solvers.toml``.

Only the command of such a program is known. So its errors are read by the standard alone
(``Quirks.unlisted``), its version is its reply to ``get-info``, and a session is started only if nothing else
will do. A file names programs, a table each; they run only when that name is theirs.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from drivers.errors import SolverFileError, UnknownSolverError
from drivers.limits import TEMPORARY
from drivers.lookup import words_of
from drivers.solver import COMMAND_LINE, FILE, Quirks, Solver, is_ours

MAX_BYTES = 1 << 20
"""Bytes of a file of solvers."""

NAME = re.compile(r"[A-Za-z0-9_][\w.+-]*")
"""The names that a person may give a solver: they stand in tables, in names of files, and before ``=``."""

_COMMAND = re.compile(r"(?:(?P<name>[^=:]*)=)?smt:(?P<command>.*)", re.DOTALL)
_KEYS = ("like", "command", "session", "time_limit", "seed", "logics", "writes")


def is_command(text: str) -> bool:
    """Return whether a text is such a solver, rather than the name of one."""
    return _COMMAND.fullmatch(text.strip()) is not None


def of_command(text: str, records: Iterable[Solver], taken: Mapping[str, str]) -> Solver:
    """The solver of a text like ``smt:build/z3 -in`` or ``nightly=smt:build/z3 -in``.

    Args:
        text: what a person typed.
        records: solvers with a record: a program called as one of theirs is the same solver.
        taken: the names that can't be given anew, and where each is from.

    Raises:
        UnknownSolverError: if there is no program in it, or the name can't be given.
    """
    match = _COMMAND.fullmatch(text.strip())
    if match is None:
        raise UnknownSolverError(f"{text!r} is not like smt:PROGRAM or NAME=smt:PROGRAM", code="bad-solver")
    name, line = match["name"], match["command"]
    try:
        words = words_of(line)
    except ValueError as error:
        raise UnknownSolverError(
            f"the solver {text!r}: {error}; quote it as for a shell", code="bad-solver"
        ) from error
    if not words or not words[0]:
        raise UnknownSolverError(
            f"the solver {text!r} lacks a program; write smt:PROGRAM ARGUMENT…", code="bad-solver"
        )
    if name is not None and NAME.fullmatch(name) is None:
        raise UnknownSolverError(f"the solver {text!r}: {_not_a_name(name)}", code="bad-solver")
    if name in taken:
        why = f"a solver {name} exists already ({taken[name]}); choose another name"
        raise UnknownSolverError(f"the solver {text!r}: {why}", code="duplicate-name")
    return _of_words(name or text.strip(), words, COMMAND_LINE, records)


def of_file(path: Path, records: Sequence[Solver]) -> dict[str, Solver]:
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
            raise SolverFileError(f"a list of solvers may have at most {MAX_BYTES:,} bytes", str(path))
        text = content.decode("utf-8")
        tables = tomllib.loads(text)
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or error
        raise SolverFileError(f"can't be read: {why}", str(path)) from error
    except tomllib.TOMLDecodeError as error:
        match = re.fullmatch(r"(.*) \(at line (\d+), column (\d+)\)", str(error))
        line, column = (int(match[2]), int(match[3])) if match else (text.count("\n") + 1, None)
        why = match[1] if match else str(error)
        raise SolverFileError(f"invalid TOML: {why}", str(path), line, column) from error
    solvers = {}
    for name, table in tables.items():
        try:
            origin = f"{path}:{_line(text, name)}"
            solvers[name] = _of_table(name, table, path.parent.absolute(), origin, records)
        except _TableError as fault:
            raise SolverFileError(str(fault), str(path), _line(text, name, fault.key)) from None
    return solvers


class _TableError(Exception):
    """What is wrong with a table, and with which of its keys."""

    def __init__(self, what: str, key: str = "") -> None:
        super().__init__(what)
        self.key = key


def _of_table(name: str, table: Any, folder: Path, origin: str, records: Sequence[Solver]) -> Solver:
    """The record of a table; relative programs are seen from a folder."""
    if not isinstance(table, dict):
        raise _TableError(f"{name} is outside of any table; begin each solver with a line [NAME]")
    if NAME.fullmatch(name) is None:
        raise _TableError(f"the head of a table: {_not_a_name(name)}")
    if name in {record.name for record in records}:
        raise _TableError(f"{name} is a built-in solver and can't be replaced; choose another name")
    for key, value in table.items():
        if isinstance(value, dict):
            raise _TableError(f'quote a name with a dot: ["{name}.{key}"]', key)
        if key not in _KEYS:
            raise _TableError(f"unknown key {key!r}; the keys are {', '.join(_KEYS)}", key)
        if key != "like" and not (isinstance(value, list) and all(isinstance(w, str) and w for w in value)):
            example = '["QF_LIA"]' if key == "logics" else '["build/z3", "-in"]'
            raise _TableError(f"{key} is a list of words, such as {example}, not {value!r}", key)
    if not table.get("command"):
        raise _TableError('the command is missing: command = ["PROGRAM", "ARGUMENT", …]')

    def program(word: str) -> str:
        """A program: as it is where it is looked for on the PATH, else as seen from the folder."""
        return str(folder / Path(word).expanduser()) if Path(word).name != word else word

    command = (program(table["command"][0]), *table["command"][1:])
    solver = _of_words(name, command, origin, records).replace(title=f"{name} ({command[0]})")
    if "like" in table:
        solver = _like(solver, table["like"], records)
    if "session" in table:
        session = tuple(table["session"])
        if not session or program(session[0]) != solver.executable:
            raise _TableError("session begins with the program of command", "session")
        if any(FILE in word for word in session):
            raise _TableError(f"a session has no {FILE}: its commands come on standard input", "session")
        solver = solver.replace(session_arguments=session[1:], session_assumed=False)
    if "time_limit" in table:
        limit = _with_places(table, "time_limit", {"seconds": 1, "milliseconds": 1000})
        solver = solver.replace(time_limit_arguments=limit)
    if "seed" in table:
        solver = solver.replace(seed_arguments=_with_places(table, "seed", {"seed": 1}))
    if "writes" in table:
        folders = (str(folder / Path(word).expanduser()) for word in table["writes"])
        solver = solver.replace(writes=(TEMPORARY, *folders))
    if "logics" in table:
        logics = tuple(table["logics"])
        if not logics:
            raise _TableError("logics is a list of at least one", "logics")
        preferred = tuple(logic for logic in solver.preferred_logics if logic in logics)
        solver = solver.replace(logics=logics, preferred_logics=preferred)
    return solver


def _like(solver: Solver, name: object, records: Sequence[Solver]) -> Solver:
    """A record with all that suits another one: its quirks, options, logics."""
    programs = {record.name: record for record in records if not is_ours(record)}
    if not isinstance(name, str) or name not in programs:
        what = f"like names one of {', '.join(programs)}, which read SMT-LIB themselves, not {name!r}"
        raise _TableError(what, "like")
    model = programs[name]
    return model.replace(
        name=solver.name,
        title=solver.title,
        executable=solver.executable,
        arguments=solver.arguments,
        session_arguments=solver.session_arguments,
        session_assumed=True,
        version_arguments=(),
        needs_modules=(),
        needs_executables=(),
        same_as=model.make,
        quirks=model.quirks.replace(unlisted=True, silent=False),
        writes=solver.writes,
        install="",
        fallback=None,
        origin=solver.origin,
    )


def _with_places(table: Mapping[str, Any], key: str, example: Mapping[str, int]) -> tuple[str, ...]:
    """Arguments with places to fill in."""
    words = tuple(table[key])
    places = " or ".join(f"{{{place}}}" for place in example)
    try:
        filled = tuple(word.format(**example) for word in words)
    except (KeyError, IndexError, ValueError) as error:
        raise _TableError(f"{key} takes {places} and nothing else in braces", key) from error
    if filled == words:
        raise _TableError(f"{key} has no place for {places}", key)
    return words


def _line(text: str, name: str, key: str = "") -> int:
    """The line of a table, or of a key in it; of the table if the key is not found."""
    name, at = re.escape(name), 0
    head = re.compile(rf"""\s*(\[\s*["']?{name}["']?\s*[\].]|["']?{name}["']?\s*[.=])""")
    for number, line in enumerate(text.splitlines(), start=1):
        if at and line.lstrip().startswith("["):
            break
        at = number if not at and head.match(line) else at
        if at and key and re.search(rf"""(^|[\s.{{,"']){re.escape(key)}["']?\s*=""", line):
            return number
    return at or 1


def _not_a_name(name: str) -> str:
    return f"{name!r} is not a valid name; use letters, digits, and _ . + -"


def _of_words(name: str, words: Sequence[str], origin: str, records: Iterable[Solver]) -> Solver:
    """The record of a program of which only its command is known."""
    program = str(Path(words[0]).expanduser()) if words[0].startswith("~") else words[0]
    arguments = tuple(words[1:])
    called = Path(program).name
    return Solver(
        name=name,
        title=f"{name} ({words[0]})" if NAME.fullmatch(name) else words[0],
        executable=program,
        arguments=arguments,
        session_arguments=None if any(FILE in argument for argument in arguments) else arguments,
        session_assumed=True,
        version_arguments=(),
        same_as=next((known.make for known in records if known.executable == called), ""),
        quirks=Quirks(unlisted=True),
        writes=(TEMPORARY,),
        origin=origin,
    )
