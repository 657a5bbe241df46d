"""The option --as on every command that reads a puzzle."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.workbench.conftest import Runner

BLOCK = '{"board": "2x3", "clues": {"r1c1": 1}}'
"""Without a variant (1,3,3,2,2,3) fills it; two colours do not do for that, and 2 and 3 hold no clue."""
FILLED = "1 3 3\n2 2 3\n"


@pytest.fixture
def block(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str]:
    place = tmp_path_factory.mktemp("block")
    (place / "block.json").write_text(BLOCK, encoding="utf-8")
    (place / "filled.txt").write_text(FILLED, encoding="utf-8")
    return str(place / "block.json"), str(place / "filled.txt")


def test_check_judges_by_the_rules_that_were_added(fillomino: Runner, block: tuple[str, str]) -> None:
    assert fillomino("check", *block).code == 0
    checkered = fillomino("check", *block, "--as", "checkered")
    assert (checkered.code, checkered.out[:52]) == (1, "two-colours-do-not-do: not 2-colourable: 3 regions a")
    assert fillomino("check", *block, "--as", "basic").out.count("region-without-clue: ") == 2


def test_solve_finds_only_what_keeps_the_variant(fillomino: Runner, block: tuple[str, str]) -> None:
    def found(*options: str) -> list[list[list[int]]]:
        done = fillomino("solve", block[0], "--limit", "50", "--json", *options)
        return list(json.loads(done.out)["fillings"])

    every, checkered, basic = found(), found("--as", "checkered"), found("--as", "basic")
    assert [[1, 3, 3], [2, 2, 3]] in every
    assert 0 < len(checkered) < len(every)
    assert [[1, 3, 3], [2, 2, 3]] not in checkered
    assert basic == []


def test_solve_finds_only_regions_that_are_not_larger(fillomino: Runner, block: tuple[str, str]) -> None:
    def found(*options: str) -> set[str]:
        done = fillomino("solve", block[0], "--limit", "50", "--json", *options)
        return set(map(str, json.loads(done.out)["fillings"]))

    every = found()
    for largest in (2, 3, 4):
        wanted = {one for one in every if max(map(int, re.findall("[0-9]", one))) <= largest}
        assert found("--as", f"max-region={largest}") == wanted
        assert found("--as", f"max-region={largest}", "-e", "forest", "-s", "z3") == wanted
    assert found("--as", "max-region=2") < found("--as", "max-region=4") < every


def test_of_two_largest_regions_the_smaller_counts(fillomino: Runner) -> None:
    for largest, kept in (("2", 2), ("9", 3)):
        url = "https://puzz.link/p?fillomino/t/3/1/i"
        text = fillomino("show", url, "--to", "json", "--as", f"max-region={largest}").out
        assert json.loads(text)["largest_region"] == kept
    assert "region-over-limit" in fillomino("check", "3x1:c", "-", "--as", "max-region=2", stdin="3 3 3").out


def test_encode_and_compare_take_the_largest_region(fillomino: Runner, tmp_path: Path) -> None:
    assert '"largest_region": 2' in fillomino("encode", "3x1:c", "-e", "forest", "--as", "max-region=2").out
    runs = tmp_path / "runs.jsonl"
    line = ("compare", "3x1:b3", "-m", "deduction", "--as", "max-region=2", "-o", runs, "--no-report")
    assert fillomino(*line).code == 0
    assert json.loads(runs.read_text().splitlines()[0])["status"] == "unsolvable"
    script = tmp_path / "a.smt2"
    script.write_text(fillomino("encode", "3x1:c", "-e", "forest").out)
    assert "leave out --as" in fillomino("solve", script, "--as", "max-region=2").err


@pytest.mark.parametrize("encoding", ["forest", "forest-tight", "forest-bv", "forest-bool"])
def test_encode_says_the_variants_in_words(fillomino: Runner, tmp_path: Path, encoding: str) -> None:
    options = ("--encoding", encoding, "--flavour", "commented", "--deduce", "none")
    two = tmp_path / "two.json"
    two.write_text('{"board": "2x3", "clues": {"r1c1": 1, "r1c3": 3}}', encoding="utf-8")
    said = fillomino("encode", two, "--as", "checkered", "--as", "basic", *options).out
    assert "variant: regions take two colours, neighbours differ" in said
    assert "variant basic: every region holds a clue" in said
    assert "(declare-fun c_0 () Bool)" in said
    bare = fillomino("encode", two, *options).out
    assert "c_0" not in bare


def test_convert_writes_the_variants_where_there_is_a_place(
    fillomino: Runner, block: tuple[str, str]
) -> None:
    text = fillomino("show", block[0], "--to", "adjacency", "--as", "checkered", "--as", "basic").out
    assert text.endswith("* checkered\n* basic\n")
    assert '"basic": true' in fillomino("show", block[0], "--to", "json", "--as", "basic").out
    said = fillomino.refuses("show", block[0], "--to", "plain", "--as", "basic")
    assert said.endswith(
        "the format plain can't hold the rule that the puzzle is basic; write it as adjacency or json"
    )
