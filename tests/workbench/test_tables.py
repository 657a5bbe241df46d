"""Lists in help texts and docs are those of the tables."""

from __future__ import annotations

from pathlib import Path

import pytest

from drivers.solvers import SOLVERS
from encoder.encodings.table import METHODS as ENCODINGS
from fillomino.deduction.engine import Level
from scripts.tables import BLOCK, PAGES, TABLES, markdown, written
from tests.workbench.conftest import Runner
from workbench.choose.levels import LEVELS, level_of


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_tables_of_a_page_are_those_of_the_records(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert text == written(text), "run scripts/tables.py"


def test_every_table_stands_somewhere_and_every_mark_is_closed() -> None:
    texts = [page.read_text(encoding="utf-8") for page in PAGES]
    assert {name for text in texts for name in BLOCK.findall(text)} == set(TABLES)
    for text in texts:
        assert text.count("<!-- table: ") == text.count("<!-- end -->") == len(BLOCK.findall(text))


def test_a_table_is_written_anew() -> None:
    page = "before\n\n<!-- table: flavours -->\n| old |\n<!-- end -->\n\nafter\n"
    new = written(page)
    assert new.startswith("before\n\n<!-- table: flavours -->\n\n| flavour | |\n| --- | --- |\n| `driver` | ")
    assert new.endswith(" |\n\n<!-- end -->\n\nafter\n")
    assert written(new) == new


def test_a_mark_of_no_table_is_an_error() -> None:
    with pytest.raises(KeyError, match="no such"):
        written("<!-- table: no such -->\n<!-- end -->")


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
