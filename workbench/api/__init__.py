"""The front door for programs: one function for each job. `import fillomino` gives them all.

A puzzle is given as a `Puzzle`, as a text of several lines, or as commands take it: a path, a URL, an id.
Results print as grids, show themselves in a notebook, and have typed fields.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from drivers.default_solvers import default_name
from fillomino.errors import Error, FillominoError, InputError
from fillomino.instance import Filling, Instance
from fillomino.puzzle import Puzzle
from workbench.api.answers import (
    Answer,
    Audit,
    Comparison,
    Decoding,
    Deduction,
    Explanation,
    Generated,
    ScriptAnswer,
    Shrunk,
    decoding,
    finding_of,
)
from workbench.methods.method import Status

if TYPE_CHECKING:
    from drivers.solver import Solver
    from encoder.encoding import Encoding
    from fillomino.instance import Violation
    from smtlib.lint import Finding
    from smtlib.text import Text
    from workbench.audit.pairs import EncodingDifference
    from workbench.explain.encoded import Fault
    from workbench.methods.registry import By
    from workbench.methods.request import Solving, Subject
    from workbench.scripts.checking import ScriptCheck
    from workbench.scripts.replaying import ReplayReport
    from workbench.scripts.two_scripts import ScriptDifference
    from workbench.texts.inputs import Opened, Source
    from workbench.texts.script_file import ScriptFile

__all__ = [
    "Answer", "Audit", "Comparison", "Decoding", "Deduction", "Error", "Explanation", "FillominoError",
    "Generated", "InputError", "Puzzle", "ScriptAnswer", "Shrunk", "Status", "audit", "check",
    "check_script", "compare", "count", "decode", "deduce", "diff", "encode", "explain", "generate", "lint",
    "read", "replay", "scramble", "shrink", "solve", "solve_script",
]  # fmt: skip

Named: TypeAlias = "Instance | str | PathLike[str]"
"""A puzzle, or what stands for one: a path, a URL, an id, or its text."""

Rows: TypeAlias = "Sequence[Sequence[int | str | None]]"
"""Rows of cells: numbers; 0, ``None`` or ``'.'`` for an empty one, ``'?'``, or ``'#'`` for a hole."""

PuzzleLike: TypeAlias = "Named | Rows"
"""The same, or the rows of its cells."""

Levels: TypeAlias = Literal["none", "light", "full", "ahead", "thesis"]
"""The levels of deduction, see `fillomino.deduction.levels.LEVELS`."""

FillingLike: TypeAlias = "Answer | Decoding | Deduction | Generated | Filling | Sequence[int] | Rows | str"
"""A result with a filling, one number for each cell, the rows of them (a hole as ``None``), or a text."""


def read(source: PuzzleLike, format: str | None = None) -> Puzzle | Any:  # noqa: A002
    """Read a puzzle of any game.

    Args:
        source: a path, a URL, an id such as ``3x3:4b2e``, a text of several lines, rows of cells (numbers; 0,
            ``None`` or ``'.'`` for empty ones, ``'?'``, or ``'#'`` for a hole), or a puzzle.
        format: the name of the format, where recognizing it fails.

    Returns:
        A `Puzzle`; of another game than Fillomino a `games.Rectangle`, which is another `Instance`. Type
        checkers take it for a `Puzzle`, and let all else pass.

    Raises:
        InputError: for what can't be read, with line and column; for a file or directory of several puzzles.
    """
    return _instance(source, format)


def _instance(source: PuzzleLike, format_name: str | None = None) -> Instance:
    if isinstance(source, Instance):
        return source
    from workbench.texts.inputs import Reading, open_one

    return open_one(_source(source), Reading(format_name)).puzzle


def _fillomino(source: PuzzleLike, who: str) -> Puzzle:
    """Read a puzzle for what knows Fillomino alone."""
    from fillomino.puzzle import as_fillomino

    return as_fillomino(_instance(source), f"fillomino.{who}", _name(source, "this"))


def solve(
    puzzle: PuzzleLike,
    encoding: str | None = None,
    solver: str | None = None,
    *,
    by: By = "smt",
    logic: str | None = None,
    deduce: Levels | None = None,
    unique: bool = False,
    limit: int | None = 1,
    timeout: float | None = None,
    memory: int | None = None,
    keep: str | PathLike[str] | None = None,
) -> Answer:
    """Solve a puzzle, as ``fillomino solve`` does; every solution is checked by the rules.

    Args:
        puzzle: the puzzle; a file of a script that holds its puzzle is solved as it stands.
        encoding: the name of an encoding, or ``cmd:PROGRAM`` for that of a program; by default `cuts`, the
            fastest, after deduction.
        solver: the name of a solver, or ``smt:PROGRAM ARGUMENT…`` for another; by default Yices,
            or Z3 where Yices is not installed.
        by: an encoding and a solver, the rules of deduction alone, backtracking, or another paradigm.
        logic: the SMT-LIB logic, if not the one that suits encoding and solver.
        deduce: how much to deduce before encoding: ``none``, ``light``, ``full``, ``ahead`` or ``thesis``. By
            default ``ahead`` where neither encoding nor solver is named, else none: those do the work.
        unique: whether to prove or refute that the solution is the only one.
        limit: how many solutions to look for; ``None`` for all.
        timeout: seconds for all questions to the solver together; ``None`` is no limit.
        memory: MiB for each process of a solver; ``None`` is no limit.
        keep: a directory to leave scripts, answers and shell lines in.

    Raises:
        InputError: for a puzzle that can't be read, an unknown method or level, a limit below 1 or a negative
            time; for an option that has no use where no solver is asked.
        EncodingError: for an unknown encoding, or one that does not go with the logic or the solver.
        UnknownSolverError: for an unknown solver.
        SolverNotFoundError: if the solver is not installed; the message names what to install.
    """
    from workbench.methods.request import Request, Solving

    request = Request(
        encoding=encoding,
        solver=solver,
        by=by,
        logic=logic,
        deduce=deduce,
        limit=limit,
        unique=unique,
        timeout=timeout,
        memory=memory,
        keep=None if keep is None else Path(keep),
        waiting=True,
    )
    with Solving(request) as solving:
        subject = _subject(puzzle, solving)
        return Answer(subject.puzzle, solving.solve(subject))


def _subject(puzzle: PuzzleLike, solving: Solving) -> Subject:
    """What is solved: a puzzle, or the script of one in a file."""
    from workbench.methods.request import Subject
    from workbench.texts.inputs import source_of

    if isinstance(puzzle, Instance) or "\n" in _text(puzzle):
        subject = Subject(_name(puzzle), _instance(puzzle))
        solving.check_game(subject.puzzle, subject.name)
        return subject
    read = solving.read(source_of(_text(puzzle)))
    if not isinstance(read, Subject):
        raise InputError(
            "this script holds no puzzle: solve_script runs it", source=read.name, code="no-puzzle"
        )
    return read


def solve_script(
    script: str | PathLike[str], solver: str | None = None, *, timeout: float | None = None
) -> ScriptAnswer:
    """Run a script of whatever origin as it stands, as ``fillomino solve FILE.smt2`` does.

    Args:
        script: the path of a script, or its text.
        solver: the name of a solver, or ``smt:PROGRAM ARGUMENT…``; by default Z3.
        timeout: seconds; ``None`` is no limit.

    Raises:
        InputError: for a text that is not a script, asks nothing, or asks a solver for files or other output.
        UnknownSolverError: for an unknown solver.
        SolverNotFoundError: if the solver is not installed; the message names what to install.
    """
    from workbench.methods.method import Question
    from workbench.methods.script_method import script_method
    from workbench.methods.witness import with_status_examined
    from workbench.texts.script_file import read_script_file

    file = read_script_file(_script(script))
    method, question = script_method(solver), Question(seconds=timeout)
    result = method.run(file.name, file, question)
    return ScriptAnswer(file, with_status_examined(method, file, result, question))


def encode(
    puzzle: PuzzleLike,
    encoding: str | None = None,
    *,
    flavour: str = "driver",
    logic: str | None = None,
    deduce: Levels = "none",
    ask: str = "numbers",
    author: str = "",
    license: str = "",  # noqa: A002 -- as the option of the command
) -> str:
    """Encode a puzzle as SMT-LIB text, as ``fillomino encode`` does.

    Args:
        puzzle: the puzzle.
        encoding: the name of an encoding whose script is complete (not `cuts`), or ``cmd:PROGRAM``; by
            default ``forest-tight``, of another game its first.
        flavour: ``driver``, ``benchmark``, ``core``, ``commented``, or ``dimacs`` for clauses.
        logic: the SMT-LIB logic, if not the encoding's own.
        deduce: how much to deduce first (nothing for ``forest``); the head of the text records it.
        ask: what the text asks for: ``numbers``, ``all``, ``model`` or ``unique``.
        author: who generates a benchmark, for its header.
        license: a URL, for the same; by default that of the puzzle, if it has one.

    Raises:
        InputError: for a puzzle that can't be read, an unknown level, or a question that no such text asks.
        NoSolutionError: for ``unique``, if there is no solution.
        EncodingError: for an unknown encoding or logic; for clauses where not all is Boolean.
        UnknownFlavourError: for an unknown flavour.
    """
    from fillomino.deduction.levels import level_of
    from workbench.methods.encodings import find_one_shot, name_for
    from workbench.texts.writing import check_question, compose, written

    check_question(ask, flavour)
    given = _instance(puzzle)
    game = given.game.name
    composed = compose(
        given,
        find_one_shot(name_for(game, encoding, "forest-tight"), game=game),
        level_of(deduce),
        flavour,
        logic=logic,
        ask=ask,
        author=author,
        license_=license,
    )
    return written(composed.script, flavour)


def decode(puzzle: PuzzleLike, answer: str | Mapping[str, object], encoding: str | None = None) -> Decoding:
    """Decode a solver's answer to the grid, and check it by the rules, as ``fillomino decode`` does.

    Args:
        puzzle: the file or text that was answered, as `encode` writes it: it holds puzzle and encoding;
            or the puzzle, for an answer to the flavour ``driver``.
        answer: what the solver printed (``sat`` and its values), or for a puzzle values by symbol.
        encoding: the name of the encoding of a puzzle; by default `forest-tight`.

    Returns:
        The verdict, with the filling and the rules that it breaks after ``sat``, the core after ``unsat``.

    Raises:
        InputError: for a puzzle that can't be read; for a script with an encoding, or with values by symbol.
        DecodeError: if the answer is none, is ``sat`` without a model, or a model of something else.
        EncodingError: for an unknown encoding.
    """
    from workbench.texts.decoding import answered, of_puzzle

    asked = (
        of_puzzle(puzzle, encoding) if isinstance(puzzle, Instance) else answered(_source(puzzle), encoding)
    )
    if asked.encoding is None and (encoding is not None or not isinstance(answer, str)):
        raise InputError(
            "a script holds its encoding: leave out encoding, and give what the solver printed",
            code="option-conflict",
        )
    return decoding(asked, asked.read(answer) if isinstance(answer, str) else answer)


def check(puzzle: PuzzleLike, filling: FillingLike) -> tuple[Violation, ...]:
    """Check a filling by the rules, as ``fillomino check`` does; `check_script` is for scripts.

    Args:
        puzzle: the puzzle; a script is taken for the one in its comments.
        filling: one number for each cell in the order of the cells, 0 where it is empty; their rows; a text
            of them; or an answer with a solution, such as that of `solve`.

    Returns:
        The violations, each with its rule, cells and text; none for a solution.

    Raises:
        InputError: for a puzzle that can't be read, or a text that is not a filling of this board.
        PuzzleError: if there is not one number for each cell.
    """
    given = _instance(puzzle)
    return given.violations(_filling(filling, given))


def check_script(
    script: str | PathLike[str],
    filling: FillingLike | None = None,
    *,
    model: str | PathLike[str] | None = None,
    puzzle: PuzzleLike | None = None,
    encoding: str | None = None,
    solver: str | None = None,
    timeout: float | None = None,
) -> ScriptCheck:
    """Check a script, as ``fillomino check FILE.smt2`` does: against its encoding, and in given values.

    Args:
        script: the path of a script, or its text.
        filling: a filling in which each assertion is evaluated, given as to `check`.
        model: what a solver printed for the script, or the path of a file of it; it overrides the filling.
        puzzle: the puzzle of the script; by default that in its comments.
        encoding: the name of its encoding; by default that in its comments.
        solver: who decides what our evaluation leaves open; by default Z3.
        timeout: seconds for that; by default a minute.

    Returns:
        How it differs from its encoding, each assertion with its value, and whether all is right; it prints
        as the command does, and is true if all is right.

    Raises:
        InputError: for clauses, a script without assertions, a filling or model that is none of this script;
            if neither values nor an encoding are known.
        SexprError: for a text that is no script.
        EncodingError: for an unknown encoding.
        UnknownSolverError: for an unknown solver.
    """
    from drivers.solvers import SECOND
    from drivers.solvers import find as find_solver
    from encoder.annotations import is_clauses, notes_of
    from workbench.scripts.checking import Numbers, Printed, check_script
    from workbench.texts.inputs import text_of

    text, bound = _script(script), None if puzzle is None else _instance(puzzle)
    numbers, printed = None, None
    if filling is not None and not is_clauses(text):
        own = filling.puzzle if isinstance(filling, (Answer, Decoding, Deduction, Generated)) else None
        filled = bound or notes_of(text).puzzle or own
        if filled is None:
            message = "name the puzzle that this filling is of: no comment of the script holds it"
            raise InputError(message, source=text.name, code="no-puzzle")
        numbers = Numbers(filled, _filling(filling, filled))
    if model is not None:
        given = fspath(model)
        printed = Printed(given, "model") if _is_text_of_script(given) else Printed(*text_of(given))
    return check_script(
        text,
        numbers,
        printed,
        solver=SECOND if solver is None else find_solver(solver),
        seconds=timeout,
        puzzle=bound,
        encoding=encoding,
    )


def count(
    puzzle: PuzzleLike | None = None, *, board: str | None = None, max_region: int | None = None
) -> int:
    """Count the solutions of a puzzle, or of a bare board, without a solver (by the frontier method).

    Args:
        puzzle: the puzzle.
        board: or a board, by its size (``4x4``) or as ``fillomino boards`` lists them (``torus:4x4``).
        max_region: no region is larger; of a puzzle, in place of its own largest region.

    Raises:
        InputError: unless one of the two is given; for a variant that counting does not know.
        CountError: if it would take more than 4 GiB.
    """
    from fillomino.counting.methods import count as counted
    from fillomino.deduction.levels import Level, level_of
    from workbench.fillomino.counting import task_of
    from workbench.texts.inputs import board_of

    if (puzzle is None) == (board is None):
        raise InputError(
            "count a puzzle or a board: fillomino.count(puzzle), or fillomino.count(board='4x4')"
        )
    if puzzle is not None:
        given = _fillomino(puzzle, "count")
        if max_region is not None:
            given = given.replace(largest_region=max_region)
        return counted(task_of(_name(puzzle), given, level_of("full"), "fillomino.solve(…, limit=None)"))
    bare = Puzzle(board_of(str(board)), {}, largest_region=max_region)
    return counted(task_of(str(board), bare, Level.NONE, ""))


def deduce(puzzle: PuzzleLike, *, timeout: float | None = None) -> Deduction:
    """Deduce as a person does, by easy rules first, and keep every step with its reason.

    Args:
        puzzle: the puzzle.
        timeout: CPU seconds; ``None`` is no limit.

    Raises:
        InputError: for a puzzle that can't be read.
    """
    from fillomino.deduction.reason import NearbyReasoner, reasoner
    from workbench.fillomino.deduction_steps import explained_steps

    given = _fillomino(puzzle, "deduce")
    steps = tuple(explained_steps(reasoning := reasoner(given, kind=NearbyReasoner), timeout))
    return Deduction(given, reasoning.candidates(), steps, reasoning.solved, reasoning.finished)


def generate(
    board: str = "10x10",
    *,
    level: int | None = None,
    seed: int | str = 0,
    clues: int | None = None,
    kind: Literal["any", "basic", "hidden"] = "any",
    symmetry: Literal["none", "rotate", "mirror"] = "none",
    depth: tuple[int, int | None] | None = None,
    max_region: int | None = None,
    attempts: int = 200,
) -> Generated | None:
    """Generate a puzzle with exactly one solution, that needs exactly the level of deduction.

    The same arguments make the same puzzle on every machine: that of
    ``fillomino generate --seed SEED`` with these options.

    Args:
        board: its size, or as ``fillomino boards`` lists them.
        level: the hardest rule needed, by its place in ``fillomino deduce --help``; ``None`` for that of
            the command.
        seed: of the pseudo-random generator; the same seed gives the same puzzle.
        clues: at most so many; ``None`` for no limit.
        kind: whether every region holds a clue (``basic``), some region holds none (``hidden``), or ``any``.
        symmetry: of the pattern of clues.
        depth: from how many to how many guesses the thesis's backtracking makes at once; ``None`` for any.
        max_region: no region is larger.
        attempts: how many solutions to try to make a puzzle of.

    Returns:
        The puzzle with its solution and rating; ``None`` if none of the attempts came to one.

    Raises:
        InputError: for an unknown board, level, kind or symmetry.
        MissingLaboratoryError: without the laboratory generate.
    """
    from fillomino.deduction.rules.registry import fast_level
    from fillomino.laboratories import part
    from workbench.texts.inputs import board_of

    level = fast_level() if level is None else level
    spec = part("generate", "removal:Spec", "fillomino.generate")(
        board_of(board),
        level=level,
        clues=clues,
        kind=kind,
        symmetry=symmetry,
        depth=depth,
        largest=max_region,
    )
    made = part("generate", "seeded:make", "fillomino.generate")(spec, f"{seed}/1", attempts)
    return None if made is None else Generated(made)


def audit(
    encoding: str = "forest-tight",
    *,
    game: str | None = None,
    drop: str | Iterable[str] = (),
    board: str | Iterable[str] = (),
    every: int | None = None,
    sampled: int | None = None,
    solver: str | None = None,
    timeout: float | None = None,
) -> Audit:
    """Decide on small boards if an encoding accepts exactly the solutions, as ``fillomino audit`` does.

    Args:
        encoding: the name of an encoding or a paradigm, ``cmd:PROGRAM`` for a program that prints scripts,
            ``ans:PROGRAM`` for one that prints solutions; or the path of a script, which is audited on its
            own puzzle.
        game: the name of the game; by default that of the encoding.
        drop: families of the encoding to leave out.
        board: these boards instead of the usual ones, such as ``2x3``.
        every: every clue set of boards of up to so many cells.
        sampled: samples of boards of up to so many cells.
        solver: who decides; by default as for `solve`.
        timeout: seconds for each question; ``None`` is no limit.

    Raises:
        EncodingError: for an unknown encoding or family.
        InputError: for an unknown board or one too large; for a script that can't be read, and for a script
            together with boards or families.
        SessionError: if the solver fails, or does not answer in time.
        ProgramError: if a program fails.
    """
    from workbench.audit.subjects import scope_of, subject_of
    from workbench.audit.sweep import audit as run_audit
    from workbench.foreign.puzzles import FILLOMINO
    from workbench.foreign.spec import is_program
    from workbench.methods.encodings import find_encoding
    from workbench.methods.registry import lists_solutions
    from workbench.texts.inputs import script_at

    families, boards = _several(drop), _several(board)
    text = script_at(encoding)
    if text is not None:
        if families or boards or every is not None or sampled is not None:
            raise InputError(
                "a script is audited on its own puzzle: leave out drop, board, every and sampled",
                source=encoding,
                code="option-conflict",
            )
        return _audit_of_script(text, solver or default_name(), timeout)
    if game is None:
        known = is_program(encoding) or lists_solutions(encoding)
        game = FILLOMINO if known else find_encoding(encoding).game
    scope = scope_of(every, sampled, boards, timeout=timeout, game=game)
    subject = subject_of(encoding, scope, solver or default_name(), drop=families, game=game)
    report = run_audit(subject, scope)
    counterexample = None if report.wrong is None else subject.explain(report.wrong)
    return Audit(subject.name, report.puzzles, report.skipped, counterexample)


def _audit_of_script(text: Text, solver: str, timeout: float | None) -> Audit:
    from drivers.errors import SessionError
    from drivers.solvers import SECOND
    from drivers.solvers import find as find_solver
    from workbench.audit.one_script import audited
    from workbench.methods.by_script import read_to_solve

    result = audited(read_to_solve(text), find_solver(solver), SECOND, timeout)
    if result.right is None:
        raise SessionError(f"{text.name}: not decided: {result.why}")
    return Audit(text.name, 1 if result.right else 0, {}, result.counterexample)


def explain(
    puzzle: PuzzleLike,
    filling: FillingLike | None = None,
    encoding: str | None = None,
    *,
    solver: str | None = None,
    timeout: float | None = None,
) -> Explanation:
    """Explain why a puzzle has no solution or several, or why a filling is wrong.

    Args:
        puzzle: the puzzle.
        filling: what may be wrong, as for `check`.
        encoding: the name of the encoding whose assertions refuse the filling, by default ``forest-tight``.
            If it is named, its assertions also show that there is no solution, and what it is wrong about
            is explained. Of another game than Fillomino it finds conflicts, by default the game's first.
        solver: who decides, by default as for `solve`; it must hold a session.
        timeout: seconds for each question; ``None`` is no limit.

    Raises:
        InputError: for a puzzle or filling that can't be read.
        EncodingError: for an unknown encoding.
        ProgramError: if a program that encodes fails.
        SessionError: if the solver fails, or does not answer in time.
    """
    from drivers.limits import Limits
    from drivers.solvers import find as find_solver
    from workbench.explain.encoded import fault_of, showing
    from workbench.fillomino.clues import contradiction, two_solutions
    from workbench.methods.encodings import find_one_shot, name_for

    given, asked, name = _instance(puzzle), find_solver(solver or default_name()), _name(puzzle)
    game = given.game.name
    chosen = find_one_shot(name_for(game, encoding, "forest-tight"), game=game)
    if filling is not None:
        return _explain_filling(given, name, _filling(filling, given), chosen, asked)
    if not isinstance(given, Puzzle):
        return _explain_signs(given, name, chosen, asked, timeout)
    limits = Limits(seconds=timeout)
    if encoding is not None and (fault := fault_of(chosen, given, asked, limits)) is not None:
        return _explain_fault(given, name, chosen, fault)
    conflict = contradiction(given, asked, limits)
    if conflict is None:
        found = two_solutions(given, asked, timeout)
        return Explanation(given, found.answers.fillings, finding_of(found), name)
    if encoding is None:
        return Explanation(given, (), "unsolvable", name, conflict=conflict)
    _, core = showing(chosen, conflict.alone(given), conflict.cells, asked, limits)
    return Explanation(given, (), "unsolvable", name, chosen.name, conflict=conflict, assertions=core)


def _explain_filling(
    puzzle: Instance, name: str, filling: Filling, encoding: Encoding, solver: Solver
) -> Explanation:
    """Explain which rules, and which assertions of an encoding, a filling breaks."""
    from workbench.explain.assertions import broken

    faults = broken(puzzle, filling, encoding, solver)
    broken_rules = faults.violations
    return Explanation(
        puzzle, (filling,), faults.finding, name, encoding.name, broken=faults, violations=broken_rules
    )


def _explain_signs(
    puzzle: Instance, name: str, encoding: Encoding, solver: Solver, timeout: float | None
) -> Explanation:
    """Explain why a puzzle of another game than Fillomino has no solution or several."""
    from drivers.limits import Limits
    from games.game import Rectangle
    from workbench.explain.encoded import showing
    from workbench.explain.signs import conflict_of, two_solutions
    from workbench.methods.smt import smt

    method = smt(encoding, solver)
    found = two_solutions(method, puzzle, timeout)
    if finding_of(found) != "unsolvable" or not isinstance(puzzle, Rectangle):
        return Explanation(puzzle, found.answers.fillings, finding_of(found), name)
    conflict = conflict_of(method, puzzle, timeout, lambda _: None)
    _, core = showing(encoding, conflict.without_others, (), solver, Limits(seconds=timeout))
    return Explanation(puzzle, (), "unsolvable", name, encoding.name, signs=conflict, assertions=core)


def _explain_fault(puzzle: Instance, name: str, encoding: Encoding, fault: Fault) -> Explanation:
    """Explain what an encoding is wrong about."""
    return Explanation(
        puzzle,
        (fault.filling,),
        "misses" if fault.broken is None else "accepts",
        name,
        encoding.name,
        broken=fault.broken,
        violations=() if fault.broken is None else fault.broken.violations,
        assertions=fault.refusing,
    )


def shrink(
    puzzle: PuzzleLike,
    encoding: str | None = None,
    *,
    against: str | None = None,
    drop: str | Iterable[str] = (),
    solver: str | None = None,
    timeout: float = 5,
) -> Shrunk | None:
    """Shrink a puzzle on which an encoding disagrees with the rules, or with another encoding.

    Args:
        puzzle: the puzzle.
        encoding: the name of the encoding, or ``cmd:PROGRAM``; by default ``forest-tight``, of another game
            its first.
        against: the name of another encoding; ``None`` for the rules.
        drop: families of the encoding to leave out.
        solver: who answers; by default as for `solve`.
        timeout: seconds for each question.

    Returns:
        The smallest puzzle found, and the disagreement about it; ``None`` if nothing disagrees.

    Raises:
        InputError: for a puzzle that can't be read.
        EncodingError: for an unknown encoding or family.
    """
    from workbench.methods.encodings import name_for
    from workbench.shrink.choose import check_of_puzzles, refusing
    from workbench.shrink.puzzles import PuzzleShrinker

    given = _instance(puzzle)
    game = given.game.name
    named = name_for(game, encoding, "forest-tight")
    encodings = [named] if against is None else [named, against]
    check = check_of_puzzles(encodings, [solver or default_name()], timeout, drop=_several(drop), game=game)
    shrinker = PuzzleShrinker(check)
    disagreement = shrinker.run(given)
    if disagreement is None or shrinker.best is None:
        return None
    why = refusing(shrinker.best, disagreement, check)
    assertions = () if why is None else why.assertions
    return Shrunk(shrinker.best, disagreement, shrinker.tried, assertions, whole=not shrinker.elsewhere)


def diff(
    first: str | PathLike[str],
    second: str | PathLike[str],
    puzzle: PuzzleLike | None = None,
    *,
    solver: str | None = None,
    every: int = 3,
) -> EncodingDifference | ScriptDifference:
    """Compare two encodings of a puzzle, or two scripts, as ``fillomino diff`` does.

    Args:
        first: the path of a script (``.smt2``), its text, the name of an encoding, or ``cmd:PROGRAM``.
        second: another of the same kind.
        puzzle: the puzzle that encodings encode.
        solver: who decides which fillings encodings accept; by default as for `solve`.
        every: the largest boards on which fillings are compared, in cells.

    Raises:
        InputError: for a script that can't be read; for encodings without a puzzle, or scripts with one.
        SexprError: for a text that is no script.
        EncodingError: for an unknown encoding or family.
        SessionError: if the solver fails.
    """
    if any(map(_is_script, (first, second))):
        from workbench.scripts.two_scripts import script_difference

        if puzzle is not None:
            raise InputError(
                "two scripts are compared as they stand: leave out puzzle", code="option-conflict"
            )
        return script_difference(_script(first, "first"), _script(second, "second"))
    from workbench.audit.pairs import EncodingDifference, encoded_side, encoding_named, fillings_compared

    if puzzle is None:
        raise InputError("name the puzzle that both encodings encode", code="missing-option")
    given = _instance(puzzle)
    named = [encoding_named(fspath(each)) for each in (first, second)]
    sides = [encoded_side(each, given) for each in named]
    compared = fillings_compared(named, given.game.name, solver or default_name(), every)
    return EncodingDifference(given, sides[0], sides[1], *compared)


def lint(script: str | PathLike[str]) -> list[Finding]:
    """Find what in a script would trip a solver, as ``fillomino lint`` does; also what installed solvers say.

    Args:
        script: the path of a script, or its text.

    Returns:
        The findings by place, each with line, column, kind and a sentence, and whether it is an error.

    Raises:
        InputError: for a file that can't be read.
    """
    from workbench.scripts.findings import findings

    return findings(_script(script))


def scramble(script: str | PathLike[str], seed: int = 1, *, names: bool = True) -> str:
    """Write a script in another order and under other names, as ``fillomino scramble`` does.

    Args:
        script: the path of a script, or its text.
        seed: of the order; 0 is the text as it is.
        names: whether symbols are renamed.

    Raises:
        InputError: for a text that is not a script.
    """
    from encoder.annotations import scrambled

    return scrambled(_script(script), seed, names=names)


def replay(
    script: str | PathLike[str], solvers: str | Iterable[str] | None = None, *, timeout: float | None = None
) -> ReplayReport:
    """Step a script through several solvers, command by command, as ``fillomino replay`` does.

    Args:
        script: the path of a script, or its text.
        solvers: names of solvers; by default Z3, and Yices where it is installed.
        timeout: seconds for each reply; ``None`` is no limit.

    Returns:
        Each step with the replies, and how it ended.

    Raises:
        InputError: for a file that can't be read, or a script without a command.
        SexprError: for a text that is not a script, or asks for files.
        SolverNotFoundError: if a solver is not installed.
        SessionTimeoutError: if a solver gives no reply in time.
    """
    from drivers.default_solvers import usual_names
    from drivers.limits import Limits
    from drivers.replay import replay as steps_of
    from drivers.solvers import find as find_solver
    from workbench.scripts.replaying import ReplayReport

    text = _script(script)
    chosen = [find_solver(each) for each in (usual_names()[::-1] if solvers is None else _several(solvers))]
    steps = tuple(steps_of(text, chosen, Limits(seconds=timeout)))
    if not steps:
        raise InputError("there is nothing to run before (exit)", source=text.name, code="nothing-to-read")
    return ReplayReport(tuple(solver.title for solver in chosen), steps)


def compare(
    puzzles: Named | Iterable[Named],
    encodings: str | Iterable[str] | None = None,
    solvers: str | Iterable[str] | None = None,
    *,
    methods: str | Iterable[str] = (),
    deduce: Levels = "none",
    unique: bool = False,
    timeout: float | None = 60,
    runs: int = 1,
    scramble: int | str = 1,
) -> Comparison:
    """Run every encoding with every solver on every puzzle, each run in a process of its own, and judge all.

    Nothing is stored; ``fillomino compare`` does the same resumably.

    Args:
        puzzles: one or more, files of several and directories too; each puzzle counts once. Scripts, which
            are run by every solver as they stand, can't be mixed with puzzles.
        encodings: one or more of ``ENCODING`` or ``ENCODING:LOGIC``; by default ``forest-tight``.
        solvers: one or more of ``SOLVER``, ``SOLVER ARGUMENTS…`` or ``NAME=SOLVER ARGUMENTS…``, where
            ``SOLVER`` may be ``smt:PROGRAM``; by default Z3, and Yices where it is
            installed.
        methods: methods that need no solver: ``deduction``, ``backtracking``; where only these are named, no
            solver is asked.
        deduce: how much to deduce before encoding: ``none``, ``light``, ``full`` or ``ahead``.
        unique: whether to ask for the proof of uniqueness.
        timeout: CPU seconds of the solver for each run; ``None`` is no limit.
        runs: seeds; the first is the solver's own.
        scramble: orders of each script, the first being the script as it is; or mutants of each kind, as
            ``orders:60,names:60,seeds:60``, for the stability of each solver on each puzzle.

    Raises:
        InputError: for a puzzle that can't be read, an unknown method or level; if there is nothing to run.
        EncodingError: for an unknown encoding.
        UnknownSolverError: for an unknown solver.
        SolverNotFoundError: if a solver is not installed.
    """
    from workbench.compare.comparison import plan
    from workbench.compare.settle import settled
    from workbench.compare.work import rows

    planned = plan(
        _opened(puzzles),
        solvers=None if solvers is None else _several(solvers),
        encodings=None if encodings is None else _several(encodings),
        alone=_several(methods),
        deduce=[deduce],
        unique=unique,
        timeout=timeout,
        runs=runs,
        scramble=scramble,
    )
    done = tuple(rows(planned.jobs, 1))
    changed = {row.key: row for row in settled(done, planned.jobs)}
    return Comparison(tuple(changed.get(row.key, row) for row in done), planned.notes)


def _text(source: str | PathLike[str] | Rows) -> str:
    """A path, URL or id as it is; rows of numbers as the text of a puzzle."""
    if isinstance(source, str | PathLike):
        return fspath(source)
    if not isinstance(source, Sequence):
        raise TypeError(
            f"a puzzle is a path, a URL, an id, a text or rows of numbers, not {type(source).__name__}"
        )
    rows = [[_word(cell) for cell in row] for row in source]
    width = max(map(len, rows), default=0)
    return "\n".join([f"{len(rows)} {width}", *(" ".join(row) for row in rows), ""])


def _word(cell: int | str | None) -> str:
    """A cell as a word of plain text; numbers of other libraries, such as NumPy's, are taken as they are."""
    if cell is None:
        return "."
    word = cell.strip() if isinstance(cell, str) else str(int(cell))
    if len(word.split()) > 1:
        raise InputError(f"{cell!r} is not a cell: a row holds one number for each", code="bad-cell")
    return word or "."


def _source(given: str | PathLike[str] | Rows) -> Source:
    from workbench.texts.inputs import Source, source_of

    text = _text(given)
    return Source("<text>", text=text) if "\n" in text else source_of(text)


def _filling(filling: FillingLike, puzzle: Instance) -> Filling:
    from fillomino import formats

    if isinstance(filling, str):
        return formats.read_filling(filling, puzzle.places)
    if isinstance(filling, (Answer, Decoding, Deduction, Generated)):
        found = filling.filling if isinstance(filling, (Decoding, Deduction)) else filling.solution
        if found is None:
            raise InputError("this result holds no filling to check", code="nothing-to-read")
        return found
    items: Sequence[int | Sequence[int | str | None]] = filling
    grid, numbers, rows = puzzle.places.grid, list[int](), list[str]()
    for row, cells in enumerate(items):
        if isinstance(cells, int):
            numbers.append(cells)
            continue
        holes = [grid is not None and grid.at(row, column) is None for column in range(len(cells))]
        words = [
            "#" if cell is None and hole else _word(cell) for cell, hole in zip(cells, holes, strict=True)
        ]
        rows.append(" ".join(words))
    if numbers and rows:
        raise InputError("a filling is numbers, or rows of numbers, not both", code="bad-cell")
    return formats.read_filling("\n".join(rows), puzzle.places) if rows else tuple(numbers)


def _is_script(source: str | PathLike[str]) -> bool:
    return _is_text_of_script(fspath(source)) or fspath(source).endswith(".smt2")


def _is_text_of_script(source: str) -> bool:
    return "(" in source or "\n" in source


def _script(source: str | PathLike[str], name: str = "script") -> Text:
    """The text of a script, with the name of its file, or the one given."""
    from smtlib.text import Text
    from workbench.texts.inputs import script_text_of

    given = fspath(source)
    return Text(given, name) if _is_text_of_script(given) else script_text_of(given)


def _several(names: str | Iterable[str]) -> list[str]:
    return [names] if isinstance(names, str) else list(names)


def _opened(puzzles: Named | Iterable[Named]) -> Iterator[Opened | ScriptFile | InputError]:
    """Read puzzles and scripts: each may also be a file or directory of several."""
    from workbench.texts.inputs import Opened, sources
    from workbench.texts.script_file import open_subjects

    listed = [puzzles] if isinstance(puzzles, (Instance, str, PathLike)) else puzzles
    for number, one in enumerate(listed, 1):
        if isinstance(one, Instance) or "\n" in fspath(one):
            yield Opened(_name(one, f"puzzle {number}"), _instance(one))
        else:
            yield from open_subjects(sources([fspath(one)], scripts=True))


def _name(puzzle: PuzzleLike, default: str = "puzzle") -> str:
    """Return the name of a puzzle in a result: the argument, or its title."""
    if isinstance(puzzle, Instance):
        return puzzle.info.get("title") or default
    text = _text(puzzle)
    return default if "\n" in text else text
