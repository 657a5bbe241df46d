"""The runs as the page's script reads them: columns of numbers, with each name written once."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeAlias
from urllib.parse import quote

from workbench.compare.page.marks import Floors, too_quick
from workbench.compare.page.plots import board_number
from workbench.compare.statistics import FLOORS, TIMES, Table

Json: TypeAlias = Mapping[str, Any]

DISTURBED, TOO_QUICK = 1, 2
"""Bits of a run's marks."""


def explorable(table: Table, floors: Floors, folder: Path) -> Json:
    """All that the page can filter and draw.

    Args:
        table: the runs.
        floors: see `Floors`.
        folder: where the page is to lie; links to scripts are relative to it.
    """
    methods = list(table.scores)
    puzzles: dict[str, tuple[int, dict[str, Any]]] = {}
    runs: list[tuple[Any, ...]] = []
    for number, (method, its) in enumerate(table.scores.items()):
        for instance, score in its.items():
            row = score.row
            if row.puzzle_hash not in puzzles:
                about = {
                    "name": row.puzzle, "family": row.family, "board": row.board, "cells": row.cells or None,
                    "empty": row.empty if row.cells else None, "number": board_number(row.puzzle),
                }  # fmt: skip
                puzzles[row.puzzle_hash] = (len(puzzles), about)
            marks = DISTURBED * row.disturbed + TOO_QUICK * too_quick(method, score, floors)
            runs.append(
                (
                    number, puzzles[row.puzzle_hash][0], instance[1], instance[2], score.seconds, score.par2,
                    row.status if score.seconds is not None or not row.answered else "wrong",
                    row.memory_mib, marks, row.script and _link(row.script, folder),
                )
            )  # fmt: skip
    names = ("method", "puzzle", "seed", "order", "seconds", "par2", "status", "memory", "marks", "script")
    limits = {score.row.seconds_limit for its in table.scores.values() for score in its.values()}
    return {
        "methods": methods,
        "puzzles": [about for _, about in puzzles.values()],
        "runs": {name: list(column) for name, column in zip(names, zip(*runs, strict=True), strict=True)},
        "least": [FLOORS * floors.get(method, 0.0) for method in methods],
        "limits": sorted(limit for limit in limits if limit is not None),
        "time": TIMES[table.time],
    }


def _link(script: str, folder: Path) -> str:
    return quote(os.path.relpath(script, folder))
