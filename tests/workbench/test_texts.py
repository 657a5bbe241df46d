"""Files that hold their puzzle: edited, scrambled, solved, audited, decoded, with nothing else named."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

import pytest

from drivers import Limits, Unsat, find, installed, run
from drivers.transcript import transcript_of
from encoder.annotations import kept, scrambled
from encoder.encodings.table import find as find_encoding
from encoder.forests import has_forest
from fillomino.backtracking import search
from fillomino.boards import from_spec
from fillomino.formats import read, write
from fillomino.puzzle import Puzzle
from fillomino.rules import violations
from smtlib.scramble import names_in, scramble
from tests.support import needs
from tests.support.encodings import BY_NAME, representatives
from tests.support.where import quick
from tests.workbench.conftest import EXAMPLES, Runner
from workbench.choose.levels import level_of
from workbench.methods.deduced import encoded
from workbench.texts.decoding import of_script
from workbench.texts.writing import ASKED, DIMACS, FLAVOURS, asking, check_question, written

ROW, FIRST, NONE, SEVERAL = (EXAMPLES / f"{name}.txt" for name in ("row", "first", "none", "several"))
BOARDS = {
    "rectangle": Puzzle(from_spec("2x3"), {0: 3, 5: 2}),
    "holes": Puzzle(from_spec("ragged:3,1,2"), {0: 1}, walls=frozenset({(0, 1)})),
    "cylinder": Puzzle(from_spec("cylinder:1x5"), {0: 2, 3: 3}),
    "box": Puzzle(from_spec("box:1x2x2"), {0: 1}, largest_region=3),
    "hexagons": Puzzle(from_spec("hexagon:2"), {0: 3}),
    "variants": Puzzle(from_spec("2x3"), {0: 2, 5: 4}, checkered=True, basic=True, info={"title": "a\nb"}),
}
SOLVERS = {"QF_BV": "z3", "QF_UF": "z3", "QF_LIA": "yices", "QF_UFLIA": "yices"}


def edited(text: str, seed: int) -> str:
    """The text with other white space, other comments, and assertions over several lines."""
    chance = random.Random(seed)
    lines = []
    for line in text.splitlines():
        if chance.random() < 0.2:
            prose = ["; checked by hand", "; puzzle of the week"] if line.startswith("(") else []
            lines.append(chance.choice(["", ";", "   ", *prose]))
        if line.startswith("(assert (") and chance.random() < 0.2:
            lines.append(line.replace(" ", "\n\t ", 2))
        elif not line.startswith(";") and chance.random() < 0.2:
            lines.append(f"  {line}   ; edited")
        elif line.startswith("; ") and chance.random() < 0.3:
            lines.append(f" ;;  {line[2:]}  ")
        else:
            lines.append(line)
    return "\r\n".join(lines) + "\r\n" if chance.random() < 0.5 else "\n".join(lines)


def questions() -> list[tuple[str, str]]:
    """Flavours that ask for numbers, with the question; `benchmark` and `core` ask for none."""
    found = [(flavour, ask) for flavour in ("driver", "commented") for ask in ASKED]
    for flavour, ask in found:
        check_question(ask, flavour)
    return found


EVERYWHERE, OF_EACH = ("rectangle", "variants"), ("forest", "forest-tight", "forest-bool")
"""Boards that are tried with every encoding, encodings that are tried on every board; the rest is slow."""


@pytest.mark.parametrize(
    ("encoding", "board"),
    [
        pytest.param(
            one.name, name, marks=() if name in EVERYWHERE or one.name in OF_EACH else pytest.mark.slow
        )
        for one in representatives()
        for name, puzzle in BOARDS.items()
        if not puzzle.basic or one.name.startswith("forest")  # others refuse the variant
    ],
)
def test_what_is_encoded_edited_solved_and_decoded_is_a_solution(encoding: str, board: str) -> None:
    puzzle, chosen = BOARDS[board], find_encoding(encoding)
    for seed, (flavour, ask) in enumerate(questions()):
        level = level_of(("none", "full")[seed % 2])
        script, _ = encoded(chosen, puzzle, None, level)
        text = edited(written(asking(script, ask), flavour), seed)
        if flavour == "driver":
            text = scrambled(text, seed)
        by = "z3" if ask == "model" else SOLVERS[script.logic]
        asked = of_script(text, "x.smt2")
        reply = asked.read(run(text, find(by), Limits(seconds=20)).stdout)
        assert asked.puzzle == puzzle
        if ask == "unique" and reply.answer == Unsat():
            assert asked.unique
            continue
        decoded = asked.decode(reply)
        assert violations(puzzle, decoded.filling) == ()
        if ask == "all" and has_forest(chosen.name) and level_of("none") is level:
            assert decoded.forest is not None


def test_every_flavour_holds_its_puzzle(fillomino: Runner, tmp_path: Path) -> None:
    for flavour in FLAVOURS:
        encoding = "forest-bool" if flavour == DIMACS else "flow"
        file = tmp_path / f"x.{flavour}"
        for puzzle in BOARDS.values():
            if puzzle.basic:
                continue
            file.write_text(written(find_encoding(encoding).script(puzzle), flavour))
            shown = fillomino("show", file, "--to", "json")
            assert (shown.code, shown.out) == (0, write(puzzle, "json"))


def test_a_text_is_solved_as_it_stands(fillomino: Runner, tmp_path: Path) -> None:
    file, wrong = tmp_path / "a.smt2", tmp_path / "b.smt2"
    fillomino("encode", FIRST, "-e", "forest-tight", "-o", file)
    plain = fillomino("solve", FIRST, "--plain")
    assert fillomino("solve", file, "--plain").out == plain.out
    row = fillomino.row("solve", file, "--solver", "z3", "--unique")
    assert (row["status"], row["unique"], row["encoding"], row["solver"]) == ("solved", True, str(file), "z3")
    text = file.read_text()
    wrong.write_text(re.sub(r"\(assert \(= n_1 3\)\)", "(assert (= n_1 4))", text))
    done = fillomino("solve", wrong).ended(1).says("the script has no model, but its puzzle has a solution")
    wrong.write_text(
        "".join(line for line in text.splitlines(True) if "(=> " not in line and "r_" not in line)
    )
    done = fillomino("solve", wrong).ended(1).says("the script accepts this: ")
    fillomino("encode", NONE, "-o", file)
    done = fillomino("solve", file)
    assert done.code == 1
    assert "the script has no model; the puzzle has no solution if the script is right" in done.out


def test_options_that_a_text_leaves_no_choice_of_are_refused(fillomino: Runner, tmp_path: Path) -> None:
    file, other = tmp_path / "a.smt2", tmp_path / "b.smt2"
    fillomino("encode", ROW, "-o", file)
    for options in (
        ("-e", "flow"),
        ("--deduce", "full"),
        ("--by", "backtracking"),
        (
            "--as",
            "checkered",
        ),
    ):
        said = fillomino.refuses("solve", file, *options)
        assert said.startswith(f"{file}: a script is solved as it is, by a --solver; leave out ")
    for unused in (("--every", "3"), ("--drop", "clue"), ("--families",)):
        assert "leave out --" in fillomino.refuses("audit", file, *unused)
    assert "leave out --encoding" in fillomino.refuses("decode", file, "-", "-e", "flow", stdin="sat\n")
    fillomino("encode", ROW, "--ask", "unique", "-o", other)
    for command in ("solve", "audit"):
        assert "asks for another solution" in fillomino.refuses(command, other)
    fillomino("encode", ROW, "-e", "forest-bool", "-f", "dimacs", "-o", other)
    assert "these are clauses" in fillomino.refuses("solve", other)
    other.write_text("(declare-fun n_0 () Int)\n(assert (= n_0 1))\n")
    for command in ("audit", "show"):
        assert "no comment here holds the puzzle: `; puzzle HEIGHT WIDTH`" in fillomino.refuses(
            command, other
        )
    other.write_text(file.read_text().replace("(check-sat)", "(push 1)\n(check-sat)"))
    line = file.read_text().partition("(check-sat)")[0].count("\n") + 1
    assert fillomino.refuses("audit", other).startswith(f"{other}:{line}:1: push ")


@BY_NAME
def test_an_audit_decides_on_one_puzzle(fillomino: Runner, tmp_path: Path, encoding: str) -> None:
    file, puzzle = tmp_path / "a.smt2", tmp_path / "puzzle.txt"
    puzzle.write_text("2 3\n3 0 0\n0 0 2\n")
    fillomino("encode", puzzle, "-e", encoding, "-o", file)
    count = 5  # as `fillomino count` prints
    done = fillomino("audit", file)
    assert (done.code, f"right: it accepts exactly the {count} solutions of" in done.out) == (0, True)
    row = fillomino.row("audit", file)
    assert (row["right"], row["solutions"]) == (True, count)
    puzzle.write_text("1 3\n1 1 0\n")
    fillomino("encode", puzzle, "-e", encoding, "-o", file)
    assert "exactly the 0 solutions" in fillomino("audit", file).out


def test_an_audit_holds_every_solution_against_the_text(
    fillomino: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, puzzle = tmp_path / "a.smt2", tmp_path / "puzzle.txt"
    puzzle.write_text("3 3\n0 0 0\n0 3 0\n0 0 0\n")
    fillomino("encode", puzzle, "-e", "forest-tight", "-o", file)
    count = 88  # as `fillomino count` prints
    assert f"right: it accepts exactly the {count} solutions of" in fillomino("audit", file).out
    text = file.read_text()
    *_, solution = search(read(puzzle.read_text()).puzzle, limit=50).fillings
    refused = f"(not (and {' '.join(f'(= n_{cell} {number})' for cell, number in enumerate(solution))}))"
    file.write_text(text.replace("(check-sat)", f"(assert {refused})\n(check-sat)"))
    done = fillomino("audit", file)
    assert (done.code, "refuses this solution:" in done.out) == (1, True)
    assert refused in done.out
    monkeypatch.setattr("workbench.audit.text.MOST", 20)
    file.write_text(text)
    done = fillomino("audit", file)
    assert (done.code, done.out) == (3, f"{file}: not decided: there are more than 20 solutions\n")
    file.write_text(re.sub(r"; family same-root.*?(?=; family|\(check)", "", text, flags=re.S))
    assert fillomino("audit", file).code in (1, 3)


def test_an_audit_finds_a_model_that_is_no_filling(fillomino: Runner, tmp_path: Path) -> None:
    file = tmp_path / "a.smt2"
    file.write_text(
        "; puzzle 1 1\n; 0\n; cell r1c1 = 1 if p\n(declare-const p Bool)\n(assert (or p (not p)))\n"
    )
    done = fillomino("audit", file)
    assert (done.code, done.out) == (
        1,
        f"{file}: wrong: in the answer, r1c1 has no number; it must hold one number\n",
    )


def test_an_audit_shows_what_is_accepted_or_refused(fillomino: Runner, tmp_path: Path) -> None:
    file, edit = tmp_path / "a.smt2", tmp_path / "b.smt2"
    fillomino("encode", SEVERAL, "-e", "forest", "-o", file)
    text = file.read_text()
    edit.write_text(re.sub(r"; family same-root.*?(?=; family|\(check)", "", text, flags=re.S))
    assert edit.read_text() != text
    fillomino("audit", edit).ended(1).says("accepts this, which is not a solution:", " too ")
    refused = fillomino.row("solve", SEVERAL)["filling"]
    cell = refused[0][0]
    edit.write_text(
        text.replace("(check-sat)", f"; family mine: a mistake\n(assert (not (= n_0 {cell})))\n(check-sat)")
    )
    fillomino("audit", edit).ended(1).says("refuses this solution:")
    row = fillomino.row("audit", edit)
    assert {each["family"] for each in row["against"]} == {"mine"}
    assert (
        row["against"][0]["line"]
        == edit.read_text()[: edit.read_text().index("(assert (not (= n_0")].count("\n") + 1
    )


def test_a_foreign_text_with_comments_is_all_that_is_needed(fillomino: Runner, tmp_path: Path) -> None:
    file = tmp_path / "mine.smt2"
    text = (
        "; puzzle 1 2\n; 2 0\n; cell r1c1 = (+ x 0)\n; cell r1c2 = 1 if (not two)\n; cell r1c2 = 2 if two\n"
        "(set-option :produce-models true)\n(set-logic QF_LIA)\n(declare-const x Int)\n"
        "(declare-const two Bool)\n; family clue: as given\n(assert (= x 2))\n; family mine\n"
        "(assert MINE)\n(check-sat)\n(get-value ((+ x 0) (not two) two))\n"
    )
    for term, right in (("two", True), ("true", False), ("(not two)", False), ("(and two (< x 2))", False)):
        file.write_text(text.replace("MINE", term))
        assert fillomino("audit", file).code == (not right)
        row = fillomino.row("solve", file)
        assert row["status"] == ("solved" if right or (term == "true" and row["filling"]) else "wrong")
        output = run(file.read_text(), find("z3"), Limits(seconds=10)).stdout
        done = fillomino("decode", file, "-", stdin=output).ended(0 if right else 4 if "and" in term else 1)
        if right:
            turned = output.replace("(+ x 0)", "(+ 0 x)")  # as some solvers print terms
            assert fillomino("decode", file, "-", stdin=turned) == done


def test_a_missing_boolean_is_not_taken_for_false(fillomino: Runner, tmp_path: Path) -> None:
    file, puzzle = tmp_path / "a.smt2", tmp_path / "puzzle.txt"
    puzzle.write_text("2 3\n3 0 0\n0 0 2\n")
    fillomino("encode", puzzle, "-e", "forest-bool", "-o", file)
    output = run(file.read_text(), find("z3"), Limits(seconds=30)).stdout
    name = re.findall(r"\((n_\w+) false\)", output)[0]
    partial = output.replace(f"({name} false)", "")
    for given in ((file,), (puzzle,)):
        options = () if given[0] is file else ("-e", "forest-bool")
        assert fillomino("decode", *given, "-", *options, stdin=output).code == 0
        said = fillomino.refuses("decode", *given, "-", *options, stdin=partial)
        assert f"the answer is partial: it has no value for {name}" in said
        assert fillomino("decode", *given, "-", *options, "--no-verdict", stdin=partial).code == 0
    for change in (output.replace("sat\n", "unsat\n", 1), output.replace("sat\n", "", 1)):
        assert "--no-verdict takes" in fillomino.refuses("decode", file, "-", stdin=change)
        assert fillomino("decode", file, "-", "--no-verdict", stdin=change).code == 0


def test_unique_is_asked_for_and_its_status_established(fillomino: Runner, tmp_path: Path) -> None:
    file = tmp_path / "a.smt2"
    fillomino("encode", ROW, "--ask", "unique", "--status", "20", "-f", "benchmark", "-o", file)
    assert "(set-info :status unsat)" in file.read_text()
    done = fillomino("decode", file, "-", stdin="unsat\n")
    assert (done.code, "the solution that it blocks is the only one" in done.err) == (1, True)
    fillomino("encode", SEVERAL, "-e", "forest-tight", "--ask", "unique", "--status", "20", "-o", file)
    assert "(set-info :status sat)" in file.read_text()
    answer = run(file.read_text(), find("z3"), Limits(seconds=10)).stdout
    assert fillomino("decode", file, "-", stdin=answer).code == 0
    said = fillomino("encode", NONE, "--ask", "unique")
    assert (said.code, "no solution to block: unsolvable" in said.err) == (1, True)
    for flavour in ("core", "benchmark"):
        assert f"not with {flavour}" in fillomino.refuses("encode", ROW, "-f", flavour, "--ask", "model")
    assert "--ask is numbers, all, model, unique, not 'x'" in fillomino.refuses("encode", ROW, "--ask", "x")


def test_what_a_solver_refuses_is_found_in_the_file(fillomino: Runner, tmp_path: Path) -> None:
    file = tmp_path / "mine.smt2"
    file.write_text("; puzzle 1 1\n; 0\n(declare-const n_0 Int)\n(assert (= n_0\n  n_7))\n")
    for command in ("solve", "audit"):
        assert fillomino.refuses(command, file).startswith(f"{file}:5:3: n_7 is not declared")


def test_a_byte_order_mark_is_read_over_and_reported_by_lint(fillomino: Runner, tmp_path: Path) -> None:
    file = tmp_path / "x.smt2"
    assert fillomino("encode", "3x2:3d2", "-e", "layers", "-o", file).code == 0
    file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes().replace(b"\n", b"\r\n"))
    for command in ("solve", "audit", "check", "scramble", "replay", "explain"):
        done = fillomino(command, file)
        assert (done.code, done.err) == (int(command == "explain"), ""), command
    done = fillomino("lint", file)
    assert (done.code, done.out.count("error")) == (1, 1)
    assert ":1:1: error: " in done.out and "[byte-order-mark]" in done.out


def test_what_to_do_about_two_questions_or_none(fillomino: Runner, tmp_path: Path) -> None:
    file = tmp_path / "x.smt2"
    assert fillomino("encode", "3x2:3d2", "-e", "layers", "-f", "benchmark", "-o", file).code == 0
    told = fillomino.refuses("decode", file, "-", stdin="sat\n")
    assert told.endswith(
        "it is sat, but has no values; the solver must be asked for them, "
        "as in files of `fillomino encode --ask numbers`"
    )
    assert fillomino("encode", "3x2:3d2", "-e", "layers", "-o", file).code == 0
    assert "was the output cut off?" in fillomino.refuses("decode", file, "-", stdin="sat\n")
    text = file.read_text()
    file.write_text(text.replace("(check-sat)", "(check-sat)\n(check-sat)"))
    line = text[: text.index("(check-sat)")].count("\n") + 1
    for command in (("solve", file), ("audit", file), ("decode", file, "-")):
        told = fillomino.refuses(*command, stdin="sat\n")
        assert f"x.smt2:{line + 1}:1: a second check-sat, after that in line {line}" in told


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
    decoded = fillomino("decode", FIRST, "-", "-e", "forest-tight", "--plain", stdin=restored).ended(0)
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
    row = done.row
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
    file = fillomino.write("a.smt2", "(check-sat)\n")
    assert "would replace it" in fillomino.refuses("scramble", file, "-o", file)
    assert fillomino("scramble", file, "--seed", "-1").code == 2
    large = "(declare-fun p () Bool)" + "(assert (or p p p p p p p p))" * 200_000 + "(check-sat)"
    file.write_text(large)
    assert fillomino("scramble", file, "--seed", "0").out == large + "\n"


@pytest.mark.parametrize("encoding", ["forest-bool", "layers"])
@pytest.mark.parametrize("level", ["none", "full"])
def test_an_answer_of_a_sat_solver_is_read_back(
    encoding: str, level: str, fillomino: Runner, tmp_path: Path
) -> None:
    """The answer is made from the known filling: what any SAT solver prints about the numbers."""
    cnf = tmp_path / "first.cnf"
    done = fillomino("encode", FIRST, "-e", encoding, "-f", "dimacs", "--deduce", level, "-o", cnf)
    assert (done.code, done.out) == (0, "")
    filling = fillomino.row("solve", FIRST)["filling"]
    numbers = [number for row in filling for number in row]
    literals = []
    for line in cnf.read_text().splitlines():
        if line.startswith("c value "):
            _, _, variable, name = line.split()
            cell, number = map(int, name.split("_")[1:])
            literals.append(variable if numbers[cell] == number else f"-{variable}")
    answer = f"s SATISFIABLE\nv {' '.join(literals)} 0\n"
    read = fillomino("decode", cnf, "-", "--json", stdin=answer).ended(0)
    assert read.row["filling"] == filling
    lie = fillomino("decode", cnf, "-", stdin="s UNSATISFIABLE\n")
    assert (lie.code, "contradicted: the rules give a solution" in lie.err) == (4, True)
    assert "one line" in fillomino.refuses("decode", cnf, "-", stdin="sat\n")
    partial = answer.replace(" 0\n", "\n")
    assert "does not end with 0" in fillomino.refuses("decode", cnf, "-", stdin=partial)


def test_other_encodings_are_refused(fillomino: Runner) -> None:
    said = fillomino.refuses("encode", FIRST, "-e", "flow", "-f", "dimacs")
    others = "forest-bool, layers, elimination, bfs and squaring"
    assert said == f"flow is not of Booleans alone, as dimacs must be; {others} are"


def test_a_directory_gets_cnf_files(fillomino: Runner, tmp_path: Path) -> None:
    row = EXAMPLES / "row.txt"
    assert fillomino("encode", FIRST, row, "-e", "layers", "-f", "dimacs", "-o", tmp_path).code == 0
    assert {path.name for path in tmp_path.iterdir()} == {"first.layers.cnf", "row.layers.cnf"}


@pytest.mark.parametrize("encoding", ["forest-bool", "layers"])
def test_cadical_solves_and_proves_uniqueness(encoding: str, fillomino: Runner) -> None:
    needs.solver("cadical")
    arguments = ("-e", encoding, "-s", "cadical", "--deduce", "none", "--json")
    row = json.loads(fillomino("solve", FIRST, *arguments, "--unique").out)
    assert (row["status"], row["unique"]) == ("solved", True)
    several = json.loads(fillomino("solve", EXAMPLES / "several.txt", *arguments, "--limit", "2").out)
    assert len(several["fillings"]) == 2
    assert fillomino("solve", EXAMPLES / "none.txt", *arguments).code == 1


def test_the_lazy_method_needs_a_session(fillomino: Runner) -> None:
    needs.solver("cadical")
    assert "choose an encoding with --encoding (forest-bool, layers, " in fillomino.refuses(
        "solve", FIRST, "-s", "cadical"
    )


def test_comments_say_which_clauses_are_of_which_family(fillomino: Runner) -> None:
    text = fillomino("encode", "3x2:3d2", "-e", "forest-bool", "-f", "dimacs").out
    stretches = re.findall(r"^c clauses (\d+) to (\d+): ([\w-]+), ", text, re.MULTILINE)
    count = int(re.search(r"^p cnf \d+ (\d+)$", text, re.MULTILINE)[1])  # type: ignore[index]
    ends = [0] + [int(end) for _, end, _ in stretches]
    assert [int(start) for start, _, _ in stretches] == [end + 1 for end in ends[:-1]]
    assert ends[-1] == count
    families = {family.name for family in find_encoding("forest-bool").families}
    assert {name for _, _, name in stretches} <= families


TRANSCRIPTS = Path(__file__).parent / "transcripts"
OUTPUTS = sorted(path.name.removesuffix(".out") for path in TRANSCRIPTS.glob("*.out"))
"""The first line of each names the program, its version and its options. Those of MathSAT and OpenSMT are
written after their documentation, as their first lines say: no registry has them."""
PUZZLE = "2 3\n3 0 0\n0 0 2\n"
CONTRADICTION = "1 3\n1 1 0\n"


KINDS = ("values", "model", "core", "noise")
RECORDED = ("z3", "yices", "cvc5", "cvc4", "bitwuzla", "dv-solve")
WRITTEN = ("mathsat", "opensmt")


def test_six_solvers_are_recorded_in_all_that_they_are_asked() -> None:
    recorded = {
        tuple(name.split(".")[:2])
        for name in OUTPUTS
        if "not recorded" not in (TRANSCRIPTS / f"{name}.out").read_text().partition("\n")[0]
    }
    assert recorded >= {(solver, kind) for solver in RECORDED for kind in KINDS}
    assert recorded >= {("boolector", kind) for kind in KINDS if kind != "core"}  # it has no unsat cores
    known = {tuple(name.split(".")[:2]) for name in OUTPUTS}
    assert known - recorded == {(solver, kind) for solver in WRITTEN for kind in KINDS}


@pytest.mark.parametrize("name", OUTPUTS)
def test_what_a_solver_printed_is_decoded(fillomino: Runner, name: str) -> None:
    *_, kind, encoding = name.split(".")
    output, file = (
        TRANSCRIPTS / f"{name}.out",
        TRANSCRIPTS / f"{encoding}.{kind.replace('noise', 'values')}.smt2",
    )
    done = fillomino("decode", file, output, "--json")
    row = done.row
    if kind == "core":
        assert done.code == 1
        assert "unsat: the script has no model; the puzzle has no solution if" in done.err
        assert {each["name"] for each in row["core"]} == set(transcript_of(output.read_text()).core or ())
        assert all(each["line"] and each["title"] and each["term"] for each in row["core"])
        assert {cell for each in row["core"] for cell in each["cells"]} >= {"r1c2"}
        drawn = fillomino("decode", file, output).out
        assert f"{len(row['core'])} assertions can't hold together, as the solver reports:\n" in drawn
        assert all(f"  {each['family']}: {each['title']}\n" in drawn for each in row["core"])
        assert "cells of these (? without a clue)" in drawn
    else:
        assert (done.code, done.err, row["violations"]) == (0, "", [])
        assert sorted([*row["filling"][0], *row["filling"][1]]) == [1, 2, 2, 3, 3, 3]


@pytest.mark.parametrize("name", [name for name in OUTPUTS if ".core." not in name])
def test_it_is_decoded_by_its_puzzle_too(fillomino: Runner, name: str, tmp_path: Path) -> None:
    puzzle = fillomino.write("puzzle.txt", PUZZLE)
    output, encoding = TRANSCRIPTS / f"{name}.out", name.rpartition(".")[2]
    done = fillomino("decode", puzzle, output, "-e", encoding, "--plain")
    file = TRANSCRIPTS / f"{encoding}.values.smt2"
    assert (done.code, done.err) == (0, "")
    assert done == fillomino("decode", file, output, "--plain")


def test_a_core_is_known_by_its_puzzle_too(fillomino: Runner, tmp_path: Path) -> None:
    puzzle, output = tmp_path / "none.txt", TRANSCRIPTS / "bitwuzla.core.forest-bv.out"
    puzzle.write_text(CONTRADICTION)
    by_file = fillomino("decode", TRANSCRIPTS / "forest-bv.core.smt2", output, "--json")
    done = fillomino("decode", puzzle, output, "-e", "forest-bv", "--json")
    known = [{**each, "line": 0} for each in by_file.row["core"]]
    assert done.row["core"] == known
    assert "but the flavour core of flow has no assertion of that name" in fillomino.refuses(
        "decode", puzzle, output, "-e", "flow"
    )


@pytest.mark.parametrize("name", [name for name in OUTPUTS if name.startswith(("z3.", "yices.", "cvc5."))])
def test_half_an_output_is_no_answer(fillomino: Runner, name: str, tmp_path: Path) -> None:
    """Wherever it breaks off, no other filling is read and nothing is believed."""
    *_, kind, encoding = name.split(".")
    file = TRANSCRIPTS / f"{encoding}.{kind.replace('noise', 'values')}.smt2"
    whole, part = (TRANSCRIPTS / f"{name}.out").read_text(), tmp_path / "part"
    filling = fillomino("decode", file, TRANSCRIPTS / f"{name}.out", "--plain").out
    begin = whole.rindex("sat\n") + 4
    end = whole.index("\n", begin + 20)
    for cut in range(begin, min(end, begin + 60), 15):
        part.write_text(whole[:cut])
        done = fillomino("decode", file, part, "--plain")
        assert done.code in (1, 2)
        assert done.out == "" or filling == done.out or kind == "core"


NOISE = [
    "[solver] 3 conflicts | 7 decisions",
    'warning: "unknown option (ignored',
    "; a comment (never closed",
    "(:decisions 9 :conflicts 0)",
    "(smt.stats 0 3 1.2)",
    "c time 0.1 s; memory 12 MB)",
    "unknown parameter foo",
    "success",
]


@pytest.mark.parametrize("name", [name for name in OUTPUTS if ".noise." not in name])
def test_noise_between_replies_changes_nothing(name: str) -> None:
    text = (TRANSCRIPTS / f"{name}.out").read_text()
    plain = transcript_of(text)
    verdict = f"{plain.verdict}\n"
    before, after = text.split(verdict, 1)
    noise = "\n".join(NOISE) + "\n"
    read = transcript_of(f"{noise}{before}{noise}{verdict}{noise}{after}{noise}")
    assert (read.verdict, read.values, read.core) == (plain.verdict, plain.values, plain.core)
    assert read.values or read.core
    assert len(read.passed_over) - len(plain.passed_over) == 4 * 5
    assert not read.errors
