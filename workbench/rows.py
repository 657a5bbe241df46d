"""Rows of JSON that the commands print with ``--json``. They are types alone: no command imports them to run.

`scripts/schemas.py` makes the schemas in `docs/schemas/` and the tables of `docs/json.md` from these classes,
and from those of a run (`workbench.compare.row`), of a report (`workbench.compare.statistics`) and of a
manifest (`workbench.benchmarks.manifest`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal, NotRequired, TypeAlias, TypedDict

Shape: TypeAlias = list[list[int | None]] | dict[str, int]
"""A filling: rows of numbers with ``null`` in holes; for a board without rows, from the names of cells."""

PuzzleName = Annotated[str, "name of the puzzle: its path, URL or id, as given"]
Steps = Annotated[dict[str, int], "number of steps of each rule, by its label"]
Seed = Annotated[str, "the seed that generates it again"]
Clues = Annotated[dict[str, int], "its clues, from the names of cells"]
Kind: TypeAlias = Literal["accepted", "refused", "not-blocked", "blocks-more"]
"""Kinds of counterexamples."""
Violations = Annotated[list[str], "a sentence for each rule that the filling breaks"]


class UnreadRow(TypedDict):
    """A puzzle that could not be read, or that the method refuses."""

    puzzle: PuzzleName
    error: Annotated[str, "the reason"]


class IssuedRow(TypedDict):
    """A certificate that was issued with a result."""

    claim: Annotated[str | None, "`unique`, `unsolvable`, `exactly` or `filling`; `null` if there is none"]
    files: Annotated[list[str], "paths of its files"]
    reason: Annotated[str | None, "why there is none"]


class SolveRow(TypedDict):
    """A puzzle, and what solving it came to."""

    puzzle: PuzzleName
    status: Annotated[
        Literal["solved", "unsolvable", "unknown", "timeout", "failed", "wrong"], "the end of solving"
    ]
    filling: Annotated[Shape | None, "the first solution; `null` if none was found"]
    unique: Annotated[bool | None, "whether it is the only one; `null` if not decided"]
    encoding: Annotated[str, "name of the encoding; empty for a method without one"]
    solver: Annotated[str, "name of the solver, or of the method"]
    version: Annotated[str | None, "version that the solver reports"]
    decided_by: Annotated[
        str | None,
        "`deduction` where that left nothing open, else `solver`, or the method that needs none; "
        "`null` if nothing was decided",
    ]
    open_cells: Annotated[int | None, "number of cells that deduction left open"]
    asked: Annotated[int, "number of questions to the solver"]
    seconds: Annotated[
        dict[str, float], "CPU seconds by phase: read, deduce, encode, solve (the solver's too), check, total"
    ]
    wall_seconds: Annotated[dict[str, float], "wall-clock seconds by phase"]
    memory_mib: Annotated[float | None, "peak memory of the solver's processes in MiB; `null` if not known"]
    error: Annotated[str | None, "what went wrong or was left open, as a sentence"]
    fillings: NotRequired[Annotated[list[Shape], "with `--limit`: all solutions that were found"]]
    complete: NotRequired[Annotated[bool, "with `--limit`: whether they are proved to be all there are"]]
    certificate: NotRequired[Annotated[IssuedRow, "with `--certificate`: the certificate"]]


class ViolationRow(TypedDict):
    """A broken rule."""

    name: Annotated[str, "name of the rule"]
    cells: Annotated[list[str], "names of the cells that break it"]
    numbers: Annotated[list[int], "the numbers in the sentence"]
    text: Annotated[str, "a sentence"]


class CheckRow(TypedDict):
    """A filling that was checked."""

    puzzle: PuzzleName
    filling: Annotated[str, "name of the filling's file"]
    violations: Annotated[list[ViolationRow], "the rules that it breaks; none for a solution"]


class CertificateRow(TypedDict):
    """A certificate that was checked."""

    puzzle: PuzzleName
    certificate: Annotated[str, "path of its clauses"]
    verdict: Annotated[str, "the checker's verdict, in capitals"]
    text: Annotated[str, "what it means, or why the certificate was refused"]


class ForestRow(TypedDict):
    """A spanning forest in a model."""

    edges: Annotated[list[list[str]], "the edges that are there, each a parent and a child"]
    roots: Annotated[dict[str, int], "for each cell the label of its region's root"]
    sizes: Annotated[dict[str, int], "for each cell the size of its subtree"]


class DecodeRow(TypedDict):
    """A model that was decoded."""

    puzzle: Annotated[str, "name of the script"]
    filling: Annotated[Shape, "the numbers of the model"]
    violations: Violations
    forest: Annotated[ForestRow | None, "the forest, where the model has all of it"]


class CoreAssertionRow(TypedDict):
    """An assertion of an unsatisfiable core."""

    name: Annotated[str, "its name in the script"]
    family: Annotated[str, "name of its family"]
    title: Annotated[str, "title of the family; empty if it is not known"]
    line: Annotated[int, "its line in the script; 0 without a script"]
    cells: Annotated[list[str], "names of the cells that it is about"]
    term: Annotated[str, "its term"]


class CoreRow(TypedDict):
    """The answer `unsat`."""

    puzzle: Annotated[str, "name of the script"]
    filling: Annotated[None, "there is none"]
    core: Annotated[list[CoreAssertionRow], "the unsatisfiable core, if the solver gave one"]


class FamilyRow(TypedDict):
    """A family of constraints."""

    name: Annotated[str, "its name, as `--drop` takes it"]
    title: Annotated[str, "its purpose in a line"]
    formula: Annotated[str, "its formula in words"]
    source: Annotated[str, "where it comes from"]


class EncodingRow(TypedDict):
    """An encoding."""

    name: Annotated[str, "its name"]
    title: Annotated[str, "a line"]
    idea: Annotated[str, "a paragraph"]
    logics: Annotated[list[str], "the SMT-LIB logics that it can be written in, its own first"]
    source: Annotated[str, "where it comes from"]
    size: Annotated[str, "length of its text up to a factor; empty if it has none"]
    good_for: Annotated[str, "its use in a phrase; empty if that is not known"]
    families: Annotated[list[FamilyRow], "its families of constraints, in the order of the text"]


class SolverRow(TypedDict):
    """A solver."""

    name: Annotated[str, "its name"]
    title: Annotated[str, "its name in full"]
    source: Annotated[str, "where its record comes from"]
    installed: Annotated[bool, "whether its program was found"]
    path: Annotated[str | None, "path of the program"]
    version: Annotated[str | None, "version that it reports, or why it reports none"]
    session: Annotated[bool, "whether it holds incremental sessions"]
    install: Annotated[str | None, "how to get it; `null` if it is installed"]


class SolverCheckRow(TypedDict):
    """A conformance test of a solver."""

    solver: Annotated[str, "name of the solver"]
    check: Annotated[str, "name of the test"]
    title: Annotated[str, "what holds if all is well"]
    outcome: Annotated[str, "`holds`, `lacks` (there is no such feature), `wrong` or `left_out`"]
    why: Annotated[str | None, "the reason, if it does not hold"]
    essential: Annotated[bool, "whether a solver without it can't be used"]


class BoardRow(TypedDict):
    """A board."""

    board: Annotated[str, "the board, as given"]
    grammar: Annotated[str, "how boards of its shape are written"]
    title: Annotated[str, "its shape"]
    cells: Annotated[list[str], "names of the cells, in their order"]
    links: Annotated[list[list[str]], "pairs of neighbours"]
    rows: NotRequired[
        Annotated[list[list[str | None]], "of a board with rows: the names of cells, `null` in holes"]
    ]


class AssertionRow(TypedDict):
    """An assertion that was evaluated."""

    line: Annotated[int, "its line in the script"]
    name: Annotated[str, "its name; empty if it has none"]
    verdict: Annotated[bool | None, "its value; `null` if not known"]
    core: Annotated[bool, "whether it is one of those that can't hold together"]
    term: Annotated[str, "its term"]


class LackRow(TypedDict):
    """A family that a script lacks, whole or in part."""

    family: Annotated[str, "name of the family"]
    missing: Annotated[int, "number of its assertions that are missing"]
    of: Annotated[int, "number of its assertions in the encoding"]
    title: Annotated[str, "its purpose in a line"]


class LintRow(TypedDict):
    """A finding in a script."""

    file: Annotated[str, "name of the script"]
    line: Annotated[int, "its line, from 1"]
    column: Annotated[int, "its column, from 1"]
    level: Annotated[Literal["error", "warning"], "an error is what no solver takes"]
    kind: Annotated[str, "name of the kind of finding"]
    text: Annotated[str, "a sentence"]


class AuditRow(TypedDict):
    """An encoding or paradigm without a counterexample."""

    encoding: Annotated[str, "its name"]
    right: Annotated[Literal[True], "there is no counterexample"]
    puzzles: Annotated[int, "number of puzzles that were decided"]
    not_encoded: Annotated[dict[str, int], "number of puzzles that it refuses, by their kind"]


class AuditedAssertionRow(TypedDict):
    """An assertion of a counterexample."""

    family: Annotated[str, "name of its family"]
    cells: NotRequired[Annotated[list[str], "names of the cells that it is about"]]
    line: NotRequired[Annotated[int, "its line in the script"]]
    term: Annotated[str, "its term"]


class CounterexampleRow(TypedDict):
    """A counterexample to an encoding or a paradigm; of a paradigm without the optional keys."""

    encoding: Annotated[str, "its name"]
    right: Annotated[Literal[False], "there is a counterexample"]
    puzzles: Annotated[int, "number of puzzles that were decided"]
    not_encoded: Annotated[dict[str, int], "number of puzzles that it refuses, by their kind"]
    board: NotRequired[Annotated[str, "the board"]]
    clues: Clues
    walls: NotRequired[Annotated[list[list[str]], "its walls, each between two cells"]]
    largest_region: NotRequired[Annotated[int | None, "the largest region allowed"]]
    checkered: NotRequired[Annotated[bool, "whether it is checkered"]]
    basic: NotRequired[Annotated[bool, "whether it is basic"]]
    kind: Annotated[
        Kind,
        "a wrong filling accepted, a solution refused, a filling found again, too much blocked",
    ]
    filling: Annotated[dict[str, int] | None, "the filling, from the names of cells"]
    blocked: NotRequired[Annotated[dict[str, int] | None, "the filling whose blocking clause is wrong"]]
    violations: Violations
    assertions: NotRequired[
        Annotated[list[AuditedAssertionRow], "assertions left out that fail on it, or that refuse it"]
    ]
    model: NotRequired[Annotated[dict[str, bool | int], "values of all constants"]]
    checked_by: NotRequired[Annotated[list[str], "who checked the counterexample"]]


class AuditedFamilyRow(TypedDict):
    """A family of an audit with `--families`."""

    encoding: Annotated[str, "name of the encoding"]
    family: Annotated[str, "name of the family"]
    redundant: Annotated[bool, "whether there is no counterexample without it"]
    implied: Annotated[bool, "whether a redundant family follows from the others"]
    occurs: Annotated[bool, "whether it has assertions on these boards"]
    counterexample: NotRequired[Annotated[CounterexampleRow, "a counterexample to the encoding without it"]]


class AuditedScriptRow(TypedDict):
    """A script that was audited on its own puzzle."""

    script: Annotated[str, "name of the script"]
    right: Annotated[bool | None, "whether it accepts exactly the solutions; `null` if not decided"]
    filling: Annotated[Shape | None, "a filling that it accepts, or a solution that it refuses"]
    violations: Violations
    against: Annotated[list[AuditedAssertionRow], "the assertions that refuse it"]
    solutions: Annotated[int | None, "number of solutions of a script that is right"]
    error: Annotated[str | None, "why it was not decided, or what else is wrong"]


class StepRow(TypedDict):
    """A step of deduction."""

    rule: Annotated[str, "label of the rule"]
    name: Annotated[str, "title of the rule"]
    kind: Annotated[Literal["fix", "strike", "stop"], "a number fixed, a number ruled out, no solution"]
    number: Annotated[int, "the number"]
    cells: Annotated[list[str], "names of the cells that it is about"]
    because: Annotated[list[str], "names of the cells that it follows from"]
    text: Annotated[str, "a sentence"]


class DeduceRow(TypedDict):
    """A puzzle, and what deduction came to."""

    puzzle: PuzzleName
    consistent: Annotated[bool, "false if it has no solution"]
    solved: Annotated[bool, "whether every cell is decided"]
    finished: Annotated[bool, "whether no rule applies any more; false if time ran out"]
    level: Annotated[int, "level of the hardest rule that was used"]
    candidates: Annotated[dict[str, list[int]], "the numbers left for each cell"]
    steps: NotRequired[Annotated[list[StepRow], "with `--steps` or `--hint`: the steps"]]
    mistake: NotRequired[
        Annotated[bool | None, "with `--filling`: whether a number of it is wrong; `null` if not decided"]
    ]
    wrong: NotRequired[Annotated[list[str], "with `--which`: names of the cells that are wrong"]]


class RateRow(TypedDict):
    """A rating of a puzzle."""

    puzzle: PuzzleName
    level: Annotated[int | None, "level of the hardest rule needed; `null` if not rated"]
    score: Annotated[int, "sum of the steps, each by the weight of its rule"]
    steps: Steps
    open: Annotated[int, "number of cells that the rules leave open"]
    consistent: Annotated[bool, "false if it has no solution"]
    depth: Annotated[int | None, "greatest number of guesses of backtracking; `null` if not known"]
    seconds: Annotated[float, "CPU seconds, without those for the depth"]
    error: Annotated[None, "there is none"]


class GenerateRow(TypedDict):
    """A generated puzzle."""

    puzzle: Annotated[str, "its text in the format"]
    level: Annotated[int | None, "its level"]
    score: Annotated[int, "its score"]
    steps: Steps
    clues: Annotated[int, "number of clues"]
    seed: Seed
    attempts: Annotated[int, "number of attempts"]
    seconds: Annotated[float, "CPU seconds of all attempts"]
    filling: Annotated[Shape, "its solution"]


class OneInThreeRow(TypedDict):
    """A board of a formula, from `--reduction one-in-three`."""

    puzzle: Annotated[str, "its text in the format"]
    formula: Annotated[Sequence[tuple[int, int, int]], "clauses of three variables each"]
    clues: Annotated[int, "number of clues"]
    seed: Seed


class HamiltonianRow(TypedDict):
    """A board of a planar cubic graph, from `--reduction hamiltonian`."""

    puzzle: Annotated[str, "its text in the format"]
    graph: Annotated[Sequence[tuple[int, int]], "edges of the graph, two vertices each"]
    clues: Annotated[int, "number of clues"]
    seed: Seed


class CountedByRow(TypedDict):
    """A method of counting."""

    method: Annotated[str, "name of the method of counting"]
    encoding: NotRequired[Annotated[str, "of the method `solver`: name of the encoding"]]
    solver: NotRequired[Annotated[str, "of the method `solver`: name of the solver"]]


class CountRow(CountedByRow):
    """A number of solutions."""

    puzzle: PuzzleName
    fillings: Annotated[int, "number of solutions, with every digit"]
    seconds: Annotated[float, "wall-clock seconds"]


class SpaceRow(TypedDict):
    """Numbers of grids, from `--space`."""

    puzzle: PuzzleName
    space: Annotated[dict[str, int], "number of grids that each method would try"]


class ListRow(TypedDict):
    """A solution."""

    filling: Annotated[Shape, "its numbers"]


class SampleRow(ListRow):
    """A solution that was drawn."""

    exact: Annotated[bool, "whether each solution is exactly as likely"]
    seed: Annotated[int, "seed of the draw"]
