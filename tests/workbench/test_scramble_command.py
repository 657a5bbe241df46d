"""``fillomino scramble``, ``encode --scramble``, and ``decode`` of scrambled files."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from drivers import Limits, find, installed, run
from encoder.annotations import kept
from smtlib.scramble import names_in, scramble
from tests.support.where import quick
from tests.workbench.conftest import EXAMPLES, Runner

SOLVED = [[3, 3, 3], [2, 2, 4], [4, 4, 4]]


def output_of(text: str, name: str = "z3") -> str:
    """What a solver prints to a text."""
    if installed(find(name)) is None:
        pytest.skip(f"{name} is not installed")
    return run(text, find(name), Limits(seconds=30)).stdout


def test_a_file_is_scrambled_and_its_answer_restored(fillomino: Runner, tmp_path: Path) -> None:
    plain, other = tmp_path / "first.smt2", tmp_path / "7.smt2"
    fillomino("encode", FIRST, "-e", "forest-tight", "-o", plain)
    assert fillomino("scramble", plain, "--seed", "0").out == plain.read_text()
    done = fillomino("scramble", plain, "--seed", "7", "-o", other)
    assert (done.code, done.out, done.err) == (0, "", "")
    assert other.read_text() == kept(plain.read_text()) + scramble(plain.read_text(), 7).file
    assert fillomino("scramble", "-", "--seed", "7", stdin=plain.read_text()).out == other.read_text()
    assert "(declare-fun n_0 () Int)" in fillomino("scramble", plain, "--keep-names").out
    answer = output_of(other.read_text())
    restored = fillomino("scramble", other, "--restore", "-", stdin=answer).out
    assert set(re.findall(r"\((\w+) ", restored)) >= {f"n_{cell}" for cell in range(9)}
    decoded = fillomino("decode", FIRST, "-", "-e", "forest-tight", "--plain", stdin=restored)
    assert decoded.code == 0, decoded
    assert fillomino("decode", other, "-", "--plain", stdin=answer) == decoded
    assert fillomino("decode", other, "-", "--plain", stdin=restored) == decoded
    fillomino("scramble", other, "--seed", "5", "-o", tmp_path / "again.smt2")
    again = tmp_path / "again.smt2"
    assert fillomino("decode", again, "-", "--plain", stdin=output_of(again.read_text())) == decoded


@pytest.mark.parametrize("encoding", ["forest", "forest-tight", "forest-bv", "forest-bool", "layers", "flow"])
@pytest.mark.parametrize("by", ["z3", "yices"])
@quick(lambda by: by == "yices")
def test_a_scrambled_encoding_is_decoded(fillomino: Runner, tmp_path: Path, encoding: str, by: str) -> None:
    file = tmp_path / "scrambled.smt2"
    fillomino("encode", FIRST, "-e", encoding, "--deduce", "none", "--scramble", "3", "-o", file)
    text = file.read_text()
    assert text.startswith("; puzzle 5 5\n")
    assert "; Scrambled with seed 3 by fillomino-smt; names at the end.\n(set-info :smt-lib" in text
    assert {f"{name}" for name in names_in(text).values()} > {"n_0"} or encoding in ("forest-bool", "layers")
    done = fillomino("decode", file, "-", "--json", stdin=output_of(text, by))
    row = json.loads(done.out)
    assert (done.code, row["violations"]) == (0, [])


def test_a_forgotten_script_is_asked_for(fillomino: Runner, tmp_path: Path) -> None:
    file = tmp_path / "scrambled.smt2"
    fillomino("encode", FIRST, "--scramble", "3", "-o", file)
    said = fillomino.refuses("decode", FIRST, "-", stdin=output_of(file.read_text()))
    assert said.endswith("; name the scrambled file in place of the puzzle")


def test_an_encoding_that_is_not_named_is_asked_for(fillomino: Runner, tmp_path: Path) -> None:
    file = tmp_path / "driver.smt2"
    fillomino("encode", FIRST, "-e", "forest-bool", "-o", file)
    answer = output_of(file.read_text())
    said = fillomino.refuses("decode", FIRST, "-", stdin=answer)
    assert said.endswith("; forest-tight was assumed, --encoding names another")
    named = fillomino.refuses("decode", FIRST, "-", "-e", "forest", stdin=answer)
    assert "assumed" not in named


def test_seed_0_is_the_file_as_it_was(fillomino: Runner) -> None:
    for flavour in ("driver", "benchmark", "core"):
        plain = fillomino("encode", FIRST, "-f", flavour)
        assert fillomino("encode", FIRST, "-f", flavour, "--scramble", "0") == plain
        assert fillomino("encode", FIRST, "-f", flavour, "--scramble", "1").out != plain.out
    for flavour in ("commented", "dimacs"):
        said = fillomino.refuses("encode", FIRST, "-f", flavour, "--scramble", "1")
        assert said == f"--scramble goes with the flavours driver, benchmark and core, not with {flavour}"


def test_bad_input(fillomino: Runner, tmp_path: Path) -> None:
    assert (
        fillomino.refuses("scramble", "-", stdin="(check-sat)\n (x") == "<stdin>:2:2: this ( is never closed"
    )
    assert fillomino.refuses("scramble", tmp_path / "none.smt2").endswith(
        "can't be read: No such file or directory"
    )
    assert fillomino.refuses("scramble", "-", stdin=b"(\xff)").endswith("it is not UTF-8")
    assert "can't be both" in fillomino.refuses("scramble", "-", "--restore", "-")
    file = tmp_path / "a.smt2"
    file.write_text("(check-sat)\n")
    assert "would replace it" in fillomino.refuses("scramble", file, "-o", file)
    assert fillomino("scramble", file, "--seed", "-1").code == 2
    large = "(declare-fun p () Bool)" + "(assert (or p p p p p p p p))" * 200_000 + "(check-sat)"
    file.write_text(large)
    assert fillomino("scramble", file, "--seed", "0").out == large + "\n"
