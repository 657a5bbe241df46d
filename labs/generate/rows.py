"""The rows that `generate` and `reduction` print with ``--json``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from workbench.texts.rows import Row, Seed, Shape, Steps, key


class GenerateRow(Row, kw_only=True):
    """A generated puzzle."""

    puzzle: Annotated[str, key("its text in the format")]
    level: Annotated[int | None, key("its level")]
    score: Annotated[int, key("its score")]
    steps: Steps
    depth: Annotated[int | None, key("with `--depth`: greatest number of guesses of backtracking")]
    clues: Annotated[int, key("number of clues")]
    seed: Seed
    attempts: Annotated[int, key("number of attempts")]
    seconds: Annotated[float, key("CPU seconds of all attempts")]
    filling: Annotated[Shape, key("its solution")]


class OneInThreeRow(Row, kw_only=True):
    """A board of a formula, of the reduction `one-in-three`."""

    puzzle: Annotated[str, key("its text in the format")]
    formula: Annotated[Sequence[tuple[int, int, int]], key("clauses of three variables each")]
    clues: Annotated[int, key("number of clues")]
    seed: Seed


class HamiltonianRow(Row, kw_only=True):
    """A board of a planar cubic graph, of the reduction `hamiltonian`."""

    puzzle: Annotated[str, key("its text in the format")]
    graph: Annotated[Sequence[tuple[int, int]], key("edges of the graph, two vertices each")]
    clues: Annotated[int, key("number of clues")]
    seed: Seed


KINDS = {"generate": (GenerateRow,), "reduction": (OneInThreeRow, HamiltonianRow)}
"""The kinds of rows of each command."""
