"""The table of the page on paradigms."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from labs.paradigms.registry import PARADIGMS
from scripts.harness import markdown


def _table() -> str:
    return markdown(
        ["name", "", "threads", "to get it"],
        (
            [f"`{paradigm.name}`", paradigm.title, paradigm.parallel, paradigm.solver.install]
            for paradigm in PARADIGMS.values()
        ),
    )


TABLES: Mapping[str, Callable[[], str]] = {"paradigms": _table}
