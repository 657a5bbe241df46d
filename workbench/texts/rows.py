"""Rows of JSON that the commands print with ``--json``: one definition that writes, reads and describes them.

`Row.to_line` writes a row. `scripts/schemas.py` makes a JSON schema for each command and the page of keys,
also of runs, reports, manifests and puzzles. A command imports this module only to print JSON.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias

from msgspec import UNSET, Meta, Struct, UnsetType, to_builtins

if TYPE_CHECKING:
    from fillomino.instance import Violation


def key(description: str, **schema: object) -> Meta:
    """Return what is known of a key beside its type.

    Args:
        description: for people.
        schema: more keywords of JSON Schema.
    """
    return Meta(description=description, extra_json_schema=schema or None)


Shape: TypeAlias = list[list[int | None]] | dict[str, int]
"""A filling: rows of numbers with ``null`` in holes; for a board without rows, from the names of cells."""

PuzzleName = Annotated[str, key("name of the puzzle: its path, URL or id, as given")]
Steps = Annotated[dict[str, int], key("number of steps of each rule, by its label")]
Seed = Annotated[str, key("the seed that generates it again")]
Clues = Annotated[dict[str, int], key("its clues, from the names of cells")]
Kind: TypeAlias = Literal["accepted", "refused", "not-blocked", "blocks-more"]
"""Kinds of counterexamples."""
KindKey = Annotated[
    Kind, key("a wrong filling accepted, a solution refused, a filling found again, too much blocked")
]
Meaning: TypeAlias = Literal["unsolvable", "unique", "contradicted"]
"""What `unsat` means for a puzzle."""
NotEncoded = Annotated[dict[str, int], key("number of puzzles that it refuses, by their kind")]
Violations = Annotated[list[str], key("a sentence for each rule that the filling breaks")]


class Row(Struct):
    """A line of JSON: its fields are the keys, in their order; a field that is `UNSET` is left out."""

    def to_line(self) -> str:
        """Return the line, without its end; integers may have any number of digits."""
        return json.dumps(to_builtins(self))


class UnreadRow(Row, kw_only=True):
    """A puzzle that could not be read, or that the method refuses."""

    puzzle: PuzzleName
    error: Annotated[str, key("the reason")]
    code: Annotated[str, key("stable name of the fault, such as `clue-range`")]


class IssuedRow(Row, kw_only=True):
    """A certificate that was issued with a result."""

    claim: Annotated[
        str | None, key("`unique`, `unsolvable`, `exactly` or `filling`; `null` if there is none")
    ]
    files: Annotated[list[str], key("paths of its files")]
    reason: Annotated[str | None, key("why there is none")]


class SolveRow(Row, kw_only=True):
    """A puzzle, and what solving it came to."""

    puzzle: PuzzleName
    status: Annotated[
        Literal["solved", "unsolvable", "unknown", "timeout", "failed", "wrong"], key("the end of solving")
    ]
    filling: Annotated[Shape | None, key("the first solution; `null` if none was found")]
    unique: Annotated[bool | None, key("whether it is the only one; `null` if not decided")]
    encoding: Annotated[str, key("name of the encoding, or of a method without one; empty for a script")]
    solver: Annotated[str, key("name of the solver; of a method without one that of its program, or `none`")]
    version: Annotated[str | None, key("version that the solver reports")]
    decided_by: Annotated[
        str | None,
        key(
            "`deduction` where that left nothing open, else `solver`, or the method that needs none; "
            "`null` if nothing was decided"
        ),
    ]
    open_cells: Annotated[int | None, key("number of cells that deduction left open")]
    asked: Annotated[int, key("number of questions to the solver")]
    seconds: Annotated[
        dict[str, float],
        key("CPU seconds by phase: read, deduce, encode, solve (the solver's too), check, total"),
    ]
    wall_seconds: Annotated[dict[str, float], key("wall-clock seconds by phase")]
    memory_mib: Annotated[
        float | None, key("peak memory of the solver's processes in MiB; `null` if not known")
    ]
    error: Annotated[str | None, key("what went wrong or was left open, as a sentence")]
    fillings: Annotated[list[Shape] | UnsetType, key("with `--limit`: all solutions that were found")] = UNSET
    complete: Annotated[
        bool | UnsetType, key("with `--limit`: whether they are proved to be all there are")
    ] = UNSET
    certificate: Annotated[IssuedRow | UnsetType, key("with `--certificate`: the certificate")] = UNSET
    code: Annotated[
        str | UnsetType,
        key(
            "a name of what `error` says, where it has one: the code of an error, such as `clue-range` of a "
            "puzzle that could not be read; `contradicted` where the rules give a solution that was denied; "
            "of a script, `wrong-status` where a model refutes its `:status`, `too-strong` where it denies a "
            "solution, `too-weak` where it accepts a wrong filling"
        ),
    ] = UNSET
    line: Annotated[int | UnsetType, key("line of the error in what a program printed, from 1")] = UNSET
    column: Annotated[int | UnsetType | None, key("its column, from 1; `null` if it is of the line")] = UNSET
    violations: Annotated[
        list[str] | UnsetType, key("names of the rules that a filling breaks which was not believed")
    ] = UNSET
    deduce: Annotated[
        str | UnsetType, key("level of deduction before encoding, where there is an encoding")
    ] = UNSET
    verdict: Annotated[
        list[str] | UnsetType,
        key(
            "of a script without a puzzle: `sat`, `unsat` or `unknown` for each `check-sat` that was answered"
        ),
    ] = UNSET
    expected: Annotated[
        list[str | None] | UnsetType, key("of such a script: for each `check-sat` the `:status` it states")
    ] = UNSET
    output: Annotated[str | UnsetType, key("of such a script: what the solver printed")] = UNSET


class ViolationRow(Row, kw_only=True):
    """A broken rule."""

    name: Annotated[str, key("name of the rule")]
    cells: Annotated[list[str], key("names of the cells that break it")]
    numbers: Annotated[list[int], key("the numbers in the sentence")]
    text: Annotated[str, key("a sentence")]


def violation_rows(names: Sequence[str], violations: Iterable[Violation]) -> list[ViolationRow]:
    """Return the rows of broken rules, given the names of all cells."""
    return [
        ViolationRow(
            name=violation.name,
            cells=[names[cell] for cell in violation.cells],
            numbers=list(violation.numbers),
            text=violation.text,
        )
        for violation in violations
    ]


class CheckRow(Row, kw_only=True):
    """A filling that was checked."""

    puzzle: PuzzleName
    filling: Annotated[str, key("name of the filling's file")]
    violations: Annotated[list[ViolationRow], key("the rules that it breaks; none for a solution")]


class ForestRow(Row, kw_only=True):
    """A spanning forest in a model."""

    edges: Annotated[list[list[str]], key("the edges that are there, each a parent and a child")]
    roots: Annotated[dict[str, int], key("for each cell the label of its region's root")]
    sizes: Annotated[dict[str, int], key("for each cell the size of its subtree")]


class DecodeRow(Row, kw_only=True):
    """A model that was decoded."""

    puzzle: Annotated[str, key("name of the script")]
    filling: Annotated[Shape, key("the numbers of the model")]
    violations: Violations
    forest: Annotated[ForestRow | None, key("the forest, where the model has all of it")]
    rules: Annotated[list[str], key("the names of these rules")]


class CoreAssertionRow(Row, kw_only=True):
    """An assertion of an unsatisfiable core."""

    name: Annotated[str, key("its name in the script")]
    family: Annotated[str, key("name of its family")]
    title: Annotated[str, key("title of the family; empty if it is not known")]
    line: Annotated[int, key("its line in the script; 0 without a script")]
    cells: Annotated[list[str], key("names of the cells that it is about")]
    term: Annotated[str, key("its term")]


class CoreRow(Row, kw_only=True):
    """The answer `unsat`."""

    puzzle: Annotated[str, key("name of the script")]
    filling: Annotated[None, key("there is none")]
    core: Annotated[list[CoreAssertionRow], key("the unsatisfiable core, if the solver gave one")]
    means: Annotated[
        Meaning,
        key(
            "if the script is right, the puzzle has no solution (`unsolvable`), or that which the script "
            "blocks is the only one (`unique`); `contradicted` where the rules give one"
        ),
    ]


class FamilyRow(Row, kw_only=True):
    """A family of constraints."""

    name: Annotated[str, key("its name, as `--drop` takes it")]
    title: Annotated[str, key("its purpose in a line")]
    formula: Annotated[str, key("its formula in words")]
    source: Annotated[str, key("where it comes from")]


class EncodingRow(Row, kw_only=True):
    """An encoding."""

    name: Annotated[str, key("its name")]
    game: Annotated[str, key("the game whose puzzles it encodes")]
    title: Annotated[str, key("a line")]
    idea: Annotated[str, key("a paragraph")]
    logics: Annotated[list[str], key("the SMT-LIB logics that it can be written in, its own first")]
    source: Annotated[str, key("where it comes from")]
    size: Annotated[str, key("length of its text up to a factor; empty if it has none")]
    good_for: Annotated[str, key("its use in a phrase; empty if that is not known")]
    families: Annotated[list[FamilyRow], key("its families of constraints, in the order of the text")]


class SolverRow(Row, kw_only=True):
    """A solver."""

    name: Annotated[str, key("its name")]
    title: Annotated[str, key("its name in full")]
    source: Annotated[str, key("where its record comes from")]
    installed: Annotated[bool, key("whether its program was found")]
    path: Annotated[str | None, key("path of the program")]
    version: Annotated[str | None, key("version that it reports, or why it reports none")]
    session: Annotated[bool, key("whether it holds incremental sessions")]
    install: Annotated[str | None, key("how to get it; `null` if it is installed")]


class SolverCheckRow(Row, kw_only=True):
    """A conformance test of a solver."""

    solver: Annotated[str, key("name of the solver")]
    check: Annotated[str, key("name of the test")]
    title: Annotated[str, key("what holds if all is well")]
    outcome: Annotated[str, key("`holds`, `lacks` (there is no such feature), `wrong` or `left_out`")]
    why: Annotated[str | None, key("the reason, if it does not hold")]
    essential: Annotated[bool, key("whether a solver without it can't be used")]
    instead: Annotated[
        str | UnsetType, key("of a program that may want a file: how it is named then, in place of `solver`")
    ] = UNSET


class BoardRow(Row, kw_only=True):
    """A board."""

    board: Annotated[str, key("the board, as given")]
    grammar: Annotated[str, key("how boards of its shape are written")]
    title: Annotated[str, key("its shape")]
    cells: Annotated[list[str], key("names of the cells, in their order")]
    links: Annotated[list[list[str]], key("pairs of neighbours")]
    rows: Annotated[
        list[list[str | None]] | UnsetType, key("of a board with rows: the names of cells, `null` in holes")
    ] = UNSET


class AssertionRow(Row, kw_only=True):
    """An assertion that was evaluated."""

    line: Annotated[int, key("its line in the script")]
    name: Annotated[str, key("its name; empty if it has none")]
    verdict: Annotated[bool | None, key("its value; `null` if not known")]
    core: Annotated[bool, key("whether it is one of those that can't hold together")]
    term: Annotated[str, key("its term")]
    why: Annotated[str | None, key("why its value is not known by evaluation; `null` if it is")]


class AskedRow(Row, kw_only=True):
    """A solver that was asked about assertions that evaluation leaves open."""

    solver: Annotated[str, key("its name")]
    right: Annotated[
        bool | None,
        key("whether all can be true with the values that were given; `null` if that was not decided"),
    ]
    missing: Annotated[int, key("number of other symbols, for which values were looked for")]
    unvalued: Annotated[list[str], key("names of those that are left without a value")]
    code: Annotated[str | None, key("of what kept it from deciding, as on the page of codes; else `null`")]
    text: Annotated[str, key("a sentence")]


class LackRow(Row, kw_only=True):
    """A family that a script lacks, whole or in part."""

    family: Annotated[str, key("name of the family")]
    missing: Annotated[int, key("number of its assertions that are missing")]
    of: Annotated[int, key("number of its assertions in the encoding")]
    title: Annotated[str, key("its purpose in a line")]


class DepartureRow(Row, kw_only=True):
    """An assertion or symbol of a script that is not as in its encoding."""

    departure: Annotated[
        Literal["changed", "added", "undeclared"],
        key(
            "an assertion made from one of the encoding, or that it does not have; a symbol of the encoding "
            "that is used and not declared"
        ),
    ]
    line: Annotated[int | None, key("its line in the script; `null` for a symbol")]
    term: Annotated[str, key("the assertion's term, or the symbol")]
    was: Annotated[str | None, key("of a changed one the term that the encoding has instead")]
    family: Annotated[str | None, key("of a changed one the family of that")]


class RenamedRow(Row, kw_only=True):
    """Symbols of a script that have other names in its encoding."""

    renamed: Annotated[dict[str, str], key("names in the script, and those in the encoding")]


class LintRow(Row, kw_only=True):
    """A finding in a script."""

    file: Annotated[str, key("name of the script")]
    line: Annotated[int, key("its line, from 1")]
    column: Annotated[int, key("its column, from 1")]
    level: Annotated[Literal["error", "warning"], key("an error is what no solver takes")]
    kind: Annotated[str, key("name of the kind of finding")]
    text: Annotated[str, key("a sentence")]


class AuditRow(Row, kw_only=True):
    """An encoding or paradigm without a counterexample."""

    encoding: Annotated[str, key("its name")]
    right: Annotated[bool, key("there is no counterexample", const=True)]
    puzzles: Annotated[int, key("number of puzzles that were decided")]
    not_encoded: NotEncoded
    tested: Annotated[
        dict[str, int], key("for each rule how many puzzles have an answer that breaks it and no other")
    ]
    not_tested: Annotated[list[str], key("names of the rules for which there is none")]
    not_decided: Annotated[
        int | UnsetType, key("number of puzzles of large boards that took the solver too long, if any")
    ] = UNSET
    game: Annotated[str | UnsetType, key("the game, if not Fillomino")] = UNSET


class AuditedAssertionRow(Row, kw_only=True):
    """An assertion of a counterexample."""

    family: Annotated[str, key("name of its family")]
    cells: Annotated[list[str] | UnsetType, key("names of the cells that it is about")] = UNSET
    line: Annotated[int | UnsetType, key("its line in the script")] = UNSET
    term: Annotated[str, key("its term")]


class CounterexampleRow(Row, kw_only=True):
    """A counterexample to an encoding, a paradigm or a program that answers."""

    encoding: Annotated[str, key("its name")]
    right: Annotated[bool, key("there is a counterexample", const=False)]
    puzzles: Annotated[int, key("number of puzzles that were decided")]
    not_encoded: NotEncoded
    board: Annotated[str, key("the board")]
    clues: Clues | UnsetType = UNSET
    walls: Annotated[list[list[str]] | UnsetType, key("its walls, each between two cells")] = UNSET
    largest_region: Annotated[int | UnsetType | None, key("the largest region allowed")] = UNSET
    checkered: Annotated[bool | UnsetType, key("whether it is checkered")] = UNSET
    basic: Annotated[bool | UnsetType, key("whether it is basic")] = UNSET
    game: Annotated[str | UnsetType, key("the game, if not Fillomino; then these are in `puzzle`")] = UNSET
    puzzle: Annotated[str | UnsetType, key("the puzzle of such a game as text")] = UNSET
    kind: KindKey
    filling: Annotated[dict[str, int] | None, key("the filling, from the names of cells")]
    blocked: Annotated[dict[str, int] | None, key("the filling that was given twice")]
    violations: Violations
    assertions: Annotated[
        list[AuditedAssertionRow], key("assertions left out that fail on it, or that refuse it")
    ]
    model: Annotated[dict[str, bool | int], key("values of all constants")]
    checked_by: Annotated[list[str], key("who checked the counterexample")]


class AuditedFamilyRow(Row, kw_only=True):
    """A family of an audit with `--families`."""

    encoding: Annotated[str, key("name of the encoding")]
    family: Annotated[str, key("name of the family")]
    redundant: Annotated[bool, key("whether there is no counterexample without it")]
    implied: Annotated[bool, key("whether a redundant family follows from the others")]
    occurs: Annotated[bool, key("whether it has assertions on these boards")]
    counterexample: Annotated[
        CounterexampleRow | UnsetType, key("a counterexample to the encoding without it")
    ] = UNSET


class AuditedScriptRow(Row, kw_only=True):
    """A script that was audited on its own puzzle."""

    script: Annotated[str, key("name of the script")]
    right: Annotated[bool | None, key("whether it accepts exactly the solutions; `null` if not decided")]
    filling: Annotated[Shape | None, key("a filling that it accepts, or a solution that it refuses")]
    violations: Violations
    against: Annotated[list[AuditedAssertionRow], key("the assertions that refuse it")]
    solutions: Annotated[int | None, key("number of solutions of a script that is right")]
    error: Annotated[str | None, key("why it was not decided, or what else is wrong")]


class StepRow(Row, kw_only=True):
    """A step of deduction."""

    rule: Annotated[str, key("label of the rule")]
    name: Annotated[str, key("title of the rule")]
    kind: Annotated[
        Literal["fix", "strike", "stop", "guess"],
        key("a number fixed, a number ruled out, no solution, a number assumed"),
    ]
    number: Annotated[int, key("the number")]
    cells: Annotated[list[str], key("names of the cells that it is about")]
    because: Annotated[list[str], key("names of the cells that it follows from")]
    text: Annotated[str, key("a sentence")]
    depth: Annotated[int | UnsetType, key("with `--level thesis`: how many guesses stand")] = UNSET


class CountRow(Row, kw_only=True):
    """A number of solutions."""

    puzzle: PuzzleName
    fillings: Annotated[int, key("number of solutions, with every digit")]
    method: Annotated[str, key("name of the method of counting")]
    encoding: Annotated[str | UnsetType, key("of the method `solver`: name of the encoding")] = UNSET
    solver: Annotated[str | UnsetType, key("of the method `solver`: name of the solver")] = UNSET
    seconds: Annotated[float, key("wall-clock seconds")]


class SpaceRow(Row, kw_only=True):
    """Numbers of grids that methods would try."""

    puzzle: PuzzleName
    space: Annotated[dict[str, int], key("number of grids that each method would try")]


class TableRow(Row, kw_only=True):
    """A board without clues."""

    rows: Annotated[int, key("number of rows")]
    columns: Annotated[int, key("number of columns")]
    fillings: Annotated[int, key("number of solutions")]
    validity: Annotated[float, key("solutions over grids that the method `naive` would try")]
    space: Annotated[dict[str, int], key("number of grids that each method would try")]
    source: Annotated[str, key("where the number of solutions is published, or `ours`")]


class ListRow(Row, kw_only=True):
    """A solution."""

    filling: Annotated[Shape, key("its numbers")]


class ExplainRow(Row, kw_only=True):
    """What was found about a puzzle, a filling, an encoding, a program or a script of a puzzle."""

    puzzle: PuzzleName
    finding: Annotated[
        Literal[
            "unique", "several", "unsolvable", "undecided", "right", "wrong", "accepts", "misses", "repeats"
        ],
        key(
            "how many solutions there are; of a filling or a program, if it is right; else that an encoding, "
            "program or script accepts a wrong filling, misses a solution or gives one twice"
        ),
    ]
    fillings: Annotated[list[Shape], key("up to two solutions, or the filling that it is about")]
    differ: Annotated[list[str], key("names of the cells where two solutions differ")]
    conflict: Annotated[
        dict[str, int | str] | None, key("a minimal conflict of clues or signs, from the names of cells")
    ]
    rules: Annotated[list[str], key("a sentence for each of the rules that show it; a minimal set")]
    steps: Annotated[list[StepRow], key("steps of deduction to the contradiction, where it finds one")]
    violations: Annotated[list[ViolationRow], key("the rules that the filling breaks")]
    by: Annotated[str | None, key("name of the encoding, program or script that was asked, if one was")]
    assertions: Annotated[
        list[AuditedAssertionRow],
        key("those that show that there is no solution, or refuse the filling; a minimal set"),
    ]
    representable: Annotated[bool, key("whether it can represent the numbers of the filling")]


class ClaimRow(Row, kw_only=True):
    """An assertion or assumption of a script's core."""

    line: Annotated[int, key("its line in the script")]
    column: Annotated[int, key("its column")]
    term: Annotated[str, key("its term")]
    name: Annotated[str, key("its name; empty if it has none")]
    family: Annotated[str, key("name of its family; empty if it is not known")]
    assumed: Annotated[bool, key("whether it is an assumption")]


class ScriptCoreRow(Row, kw_only=True):
    """A script of whatever origin, and a minimal core of it."""

    script: Annotated[str, key("name of the script")]
    verdict: Annotated[
        Literal["sat", "unsat"] | None, key("the answer of the solver; `null` if it is not decided")
    ]
    stated: Annotated[str | None, key("the `:status` that it states")]
    solver: Annotated[str, key("title of the solver")]
    core: Annotated[list[ClaimRow], key("assertions and assumptions that contradict each other")]
    of: Annotated[int, key("number of its assertions and assumptions")]
    assumptions: Annotated[int, key("number of its assumptions")]
    fixed: Annotated[int, key("how many can't be left out, for other commands use names in them")]
    undecided: Annotated[int, key("how many of the core may not be needed: the solver did not decide it")]
    seconds: Annotated[float, key("CPU seconds of the solver for the verdict")]
    core_seconds: Annotated[float, key("the same with a core asked for")]
    second: Annotated[str | None, key("title of the solver that was asked about the core alone")]
    confirmed: Annotated[bool | None, key("whether it answers `unsat`, too; `null` if not decided")]
    error: Annotated[str | None, key("why nothing is decided")]


class ShrunkRow(Row, kw_only=True):
    """The smallest puzzle on which there is a disagreement."""

    puzzle: Annotated[str, key("the puzzle as text")]
    disagreement: Annotated[str, key("who disagrees and how, as a sentence")]
    filling: Annotated[Shape | None, key("the filling that it is about, if there is one")]
    refused: Annotated[bool, key("whether it is a solution that an encoding refuses")]
    violations: Annotated[list[ViolationRow], key("the rules that the filling breaks")]
    assertions: Annotated[
        list[AuditedAssertionRow], key("assertions of the encoding that refuse it; a minimal set")
    ]
    tried: Annotated[int, key("number of puzzles that were tried")]
    whole: Annotated[
        bool, key("whether there is a disagreement on the whole puzzle, too, not on a part alone")
    ]
    stopped: Annotated[bool, key("whether it was interrupted, so that a smaller one may be left")]


class ShrunkScriptRow(Row, kw_only=True):
    """The smallest script on which there is a disagreement."""

    script: Annotated[str, key("name of the script, or of the puzzle that it encodes")]
    disagreement: Annotated[str, key("who disagrees and how, as a sentence")]
    families: Annotated[
        list[str] | UnsetType, key("of the script of a puzzle: families of the encoding that do")
    ] = UNSET
    text: Annotated[str, key("the script")]
    bytes: Annotated[int, key("size of the script before")]
    tried: Annotated[int, key("number of scripts that were tried")]
    stopped: Annotated[bool, key("whether it was interrupted, so that a smaller one may be left")]


class ReplyRow(Row, kw_only=True):
    """A solver's reply to a command."""

    solver: Annotated[str, key("title of the solver")]
    reply: Annotated[str | None, key("its text, `error: …` for an error; `null` if it was not asked")]
    seconds: Annotated[float, key("seconds by the clock")]
    alone: Annotated[bool, key("whether it was asked in a process of its own, from the script's beginning")]


class ReplayedRow(Row, kw_only=True):
    """A command of a replayed script, and the reply of each solver."""

    line: Annotated[int, key("its line in the script")]
    command: Annotated[str, key("its text")]
    asks: Annotated[bool, key("whether it has a reply other than `success`")]
    replies: Annotated[list[ReplyRow], key("the replies, in the order of the solvers")]
    differs: Annotated[bool, key("whether the replies can't all be right")]
    stated: Annotated[str | None, key("the `:status` that a verdict contradicts, if one does")]


class ReplayRow(Row, kw_only=True):
    """The end of a replayed script."""

    solvers: Annotated[list[str], key("titles of the solvers")]
    commands: Annotated[int, key("number of commands that were given")]
    ending: Annotated[
        Literal["same", "differs", "refused", "contradicted"],
        key(
            "the same verdicts; replies that can't all be right; a command that no solver takes; "
            "a verdict against the script's `:status`"
        ),
    ]


class EncodedRow(Row, kw_only=True):
    """The script of a puzzle in one of two encodings."""

    name: Annotated[str, key("name of the encoding")]
    logic: Annotated[str, key("its logic")]
    variables: Annotated[dict[str, int], key("number of variables of each sort")]
    assertions: Annotated[dict[str, int], key("number of assertions of each family")]
    open_cells: Annotated[int | None, key("number of cells that deduction left open; `null` without it")]
    bytes: Annotated[int, key("size of its text")]


class EncodingsRow(Row, kw_only=True):
    """Two encodings of a puzzle."""

    puzzle: Annotated[str, key("the puzzle as text")]
    first: Annotated[EncodedRow, key("one of them")]
    second: Annotated[EncodedRow, key("the other")]
    same: Annotated[bool, key("whether both accept the fillings that the rules allow, on these boards")]
    wrong: Annotated[list[str], key("names of those that do not")]
    scope: Annotated[str, key("the boards on which fillings were compared, in words")]


class OnlyRow(Row, kw_only=True):
    """A command that the other script lacks."""

    line: Annotated[int, key("its line in the script")]
    text: Annotated[str, key("the command on one line")]
    family: Annotated[str, key("of an assertion: name of its family; empty if it is not known")]


class ScriptSideRow(Row, kw_only=True):
    """One of two scripts."""

    name: Annotated[str, key("name of the script")]
    commands: Annotated[int, key("number of its commands")]
    only: Annotated[list[OnlyRow], key("commands that the other lacks")]


class ScriptsRow(Row, kw_only=True):
    """Two scripts."""

    first: Annotated[ScriptSideRow, key("one of them")]
    second: Annotated[ScriptSideRow, key("the other")]
    same: Annotated[
        bool | None, key("whether they are the same up to order and names; `null` if not decided")
    ]
    renamed: Annotated[
        dict[str, str],
        key("where one is a renaming of the other: names of the first, and those of the second"),
    ]
