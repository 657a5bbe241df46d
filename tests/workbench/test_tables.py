"""Lists in help texts and docs are those of the tables."""

from __future__ import annotations

import pytest

from drivers import SOLVERS
from encoder.encodings.table import METHODS as ENCODINGS
from fillomino.deduction.engine import Level
from scripts.tables import MARK, TABLES, filled, markdown
from tests.workbench.conftest import ROOT, Runner
from workbench.choose.levels import LEVELS, level_of


def test_every_table_stands_somewhere() -> None:
    texts = [page.read_text(encoding="utf-8") for page in (ROOT / "docs").glob("*.md")]
    assert {name for text in texts for kind, name in MARK.findall(text) if kind == "table"} == set(TABLES)


def test_a_table_is_put_in_its_place() -> None:
    page = filled("before\n\n<!-- table: flavours -->\n\nafter\n")
    assert page.startswith("before\n\n| flavour | |\n| --- | --- |\n| `driver` | ")
    assert page.endswith(" |\n\n\nafter\n")


def test_a_mark_of_no_table_is_an_error() -> None:
    with pytest.raises(KeyError, match="no such"):
        filled("<!-- table: no such -->\n")


def test_cells() -> None:
    assert markdown(["a", ""], [[True, None], ["x|y", 8191]]) == (
        "| a | |\n| --- | --- |\n| yes | |\n| x\\|y | 8,191 |\n"
    )


def test_the_levels_have_the_names_and_the_order_of_the_engine() -> None:
    assert [level_of(name) for name in LEVELS] == list(Level)


@pytest.mark.parametrize(
    ("command", "names"),
    [
        ("encodings", [one.name for one in ENCODINGS]),
        ("solvers", [one.name for one in SOLVERS]),
    ],
)
def test_commands_list_what_the_tables_hold(fillomino: Runner, command: str, names: list[str]) -> None:
    said = fillomino(command).out
    assert [name for name in names if name not in said] == []
