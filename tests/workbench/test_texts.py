"""Files that hold their puzzle: edited, scrambled, solved, audited, decoded, with nothing else named."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest

import fillomino as front
from drivers import Limits, Unsat, find, run
from drivers.transcript import transcript_of
from encoder.annotations import kept, scrambled
from encoder.encodings.registry import find as find_encoding
from fillomino.backtracking import search
from fillomino.boards import from_spec
from fillomino.deduction.levels import level_of
from fillomino.formats import read
from fillomino.puzzle import Puzzle
from fillomino.rules import violations
from smtlib.errors import SexprError
from smtlib.scramble import scramble
from smtlib.text import Text
from tests.support import needs
from tests.support.encodings import BY_NAME, representatives
from tests.support.where import quick
from tests.workbench.conftest import EXAMPLES, Runner
from workbench.methods.encodings import encoded
from workbench.texts.decoding import of_script
from workbench.texts.writing import ASKED, asking, check_question, written

pytestmark = pytest.mark.usefixtures("in_process")

ROW, FIRST, NONE, SEVERAL = (EXAMPLES / f"{name}.txt" for name in ("row", "first", "none", "several"))
SMALL = "2 3\n3 0 0\n0 0 2\n"
BOARDS = {
    "rectangle": Puzzle(from_spec("2x3"), {0: 3, 5: 2}),
    "holes": Puzzle(from_spec("ragged:3,1,2"), {0: 1}, walls=frozenset({(0, 1)})),
    "cylinder": Puzzle(from_spec("cylinder:1x5"), {0: 2, 3: 3}),
    "box": Puzzle(from_spec("box:1x2x2"), {0: 1}, largest_region=3),
    "hexagons": Puzzle(from_spec("hexagon:2"), {0: 3}),
    "variants": Puzzle(from_spec("2x3"), {0: 2, 5: 4}, checkered=True, basic=True, info={"title": "a\nb"}),
}
SOLVERS = {"QF_BV": "z3", "QF_UF": "z3", "QF_LIA": "yices", "QF_UFLIA": "yices"}


def output_of(text: str, name: str = "z3") -> str:
    """What a solver prints to a text."""
    return run(text, needs.solver(name), Limits(seconds=600)).stdout


def line_of(text: str, part: str) -> int:
    """The line in which a part of a text is first."""
    return text[: text.index(part)].count("\n") + 1


def without_family(text: str, family: str) -> str:
    return re.sub(rf"; family {family}.*?(?=; family|\(check)", "", text, flags=re.S)


# --- every encoding on every board


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
@pytest.mark.parametrize("half", [0, pytest.param(1, marks=pytest.mark.slow)])
def test_what_is_encoded_edited_solved_and_decoded_is_a_solution(
    encoding: str, board: str, half: int
) -> None:
    """Half of the questions: another one on the next board, and by the next encoding."""
    puzzle, chosen = BOARDS[board], find_encoding(encoding)
    number = [one.name for one in representatives()].index(encoding) + list(BOARDS).index(board)
    questions = [(flavour, ask) for flavour in ("driver", "commented") for ask in ASKED]
    for seed, (flavour, ask) in enumerate(questions):  # `benchmark` and `core` ask for no numbers
        if (seed + number) % 2 != half:
            continue
        check_question(ask, flavour)
        level = level_of(("none", "full")[(seed + seed // len(ASKED)) % 2])
        script, _ = encoded(chosen, puzzle, None, level)
        text = edited(written(asking(script, ask), flavour), seed)
        if flavour == "driver":
            text = scrambled(Text(text), seed)
        by = "z3" if ask == "model" else SOLVERS[script.logic]
        asked = of_script(Text(text, "x.smt2"))
        reply = asked.read(run(text, find(by), Limits(seconds=600)).stdout)
        assert asked.puzzle == puzzle
        if ask == "unique" and reply.answer == Unsat():
            assert asked.unique
            continue
        decoded = asked.decode(reply)
        assert violations(puzzle, decoded.filling) == ()
        if ask == "all" and chosen.forest and level_of("none") is level:
            assert asked.forest(decoded) is not None


# --- solve and audit


def test_a_text_is_solved_as_it_stands(fillomino: Runner) -> None:
    file = fillomino.encoded(FIRST, "-e", "forest-tight")
    assert fillomino("solve", file, "--plain").out == fillomino("solve", FIRST, "--plain").out
    row = fillomino.row("solve", file, "--solver", "z3", "--unique")
    assert (row["status"], row["unique"], row["encoding"], row["solver"]) == ("solved", True, str(file), "z3")
    text = file.read_text()
    weak = "".join(line for line in text.splitlines(True) if "(=> " not in line and "r_" not in line)
    strong = text.replace("(assert (= n_1 3))", "(assert (= n_1 4))")
    for wrong, code in ((strong, "too-strong"), (weak, "too-weak")):
        row = fillomino("solve", fillomino.write("b.smt2", wrong), "--json").ended(1).row
        assert (row["status"], row["code"], "violations" in row) == ("wrong", code, code == "too-weak")
    done = fillomino("solve", fillomino.encoded(NONE), "--json").ended(1)
    assert done.row["status"] == "unsolvable"


def test_options_that_a_text_leaves_no_choice_of_are_refused(fillomino: Runner) -> None:
    file = fillomino.encoded(ROW)
    for command, option, *value in (
        ("solve", "--encoding", "flow"),
        ("solve", "--deduce", "full"),
        ("solve", "--by", "backtracking"),
        ("solve", "--as", "checkered"),
        ("audit", "--every", "3"),
        ("audit", "--drop", "clue"),
        ("audit", "--families"),
    ):
        fillomino(command, file, option, *value).refused("option-conflict")
    fillomino("decode", file, "-", "-e", "flow", stdin="sat\n").refused("option-conflict")
    other = fillomino.encoded(ROW, "--ask", "unique", name="b.smt2")
    for command in ("solve", "audit"):
        assert fillomino(command, other).code == 2
    clauses = fillomino.encoded(ROW, "-e", "layers", "-f", "dimacs", name="b.smt2")
    assert fillomino.rows("solve", clauses)[0]["code"] == "clauses"
    bare = fillomino.write("b.smt2", "(declare-fun n_0 () Int)\n(assert (= n_0 1))\n")
    for command in ("audit", "show"):
        assert fillomino(command, bare).code == 2
    text = file.read_text()
    pushed = fillomino.write("b.smt2", text.replace("(check-sat)", "(push 1)\n(check-sat)"))
    fillomino("audit", pushed).refused("refused-command", line_of(text, "(check-sat)"), 1, str(pushed))


@BY_NAME
def test_an_audit_decides_on_one_puzzle(fillomino: Runner, encoding: str) -> None:
    for text, count in ((SMALL, 5), ("1 3\n1 1 0\n", 0)):  # as `fillomino count` prints
        file = fillomino.encoded(fillomino.write("puzzle.txt", text), "-e", encoding)
        row = fillomino("audit", file, "--json").ended(0).row
        assert (row["right"], row["solutions"]) == (True, count)
    assert fillomino("audit", file).code == 0


def test_an_audit_holds_every_solution_against_the_text(
    fillomino: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle = fillomino.write("puzzle.txt", "3 3\n0 0 0\n0 3 0\n0 0 0\n")
    file = fillomino.encoded(puzzle, "-e", "forest-tight")
    assert fillomino.row("audit", file)["solutions"] == 88  # as `fillomino count` prints
    text = file.read_text()
    *_, solution = search(read(puzzle.read_text()).puzzle, limit=50).fillings
    refused = f"(not (and {' '.join(f'(= n_{cell} {number})' for cell, number in enumerate(solution))}))"
    file.write_text(text.replace("(check-sat)", f"(assert {refused})\n(check-sat)"))
    assert fillomino("audit", file, "--json").ended(1).row["against"][0]["term"] == refused
    monkeypatch.setattr("workbench.audit.one_script.MOST", 20)
    file.write_text(text)
    assert fillomino("audit", file, "--json").ended(3).row["right"] is None
    file.write_text(
        "; puzzle 1 1\n; 0\n; cell r1c1 = 1 if p\n(declare-const p Bool)\n(assert (or p (not p)))\n"
    )
    row = fillomino("audit", file, "--json").ended(1).row
    assert (row["right"], row["filling"], row["error"] is None) == (False, None, False)


def test_an_audit_shows_what_is_accepted_or_refused(fillomino: Runner) -> None:
    text = fillomino.encoded(SEVERAL, "-e", "forest").read_text()
    edit = fillomino.write("b.smt2", without_family(text, "same-root"))
    assert edit.read_text() != text
    row = fillomino("audit", edit, "--json").ended(1).row
    assert (len(row["violations"]) > 0, row["against"]) == (True, [])
    cell = fillomino.row("solve", SEVERAL)["filling"][0][0]
    mistake = f"; family mine: a mistake\n(assert (not (= n_0 {cell})))\n(check-sat)"
    edit.write_text(text.replace("(check-sat)", mistake))
    against = fillomino("audit", edit, "--json").ended(1).row["against"]
    assert {each["family"] for each in against} == {"mine"}
    assert against[0]["line"] == line_of(edit.read_text(), "(assert (not (= n_0")


def test_a_foreign_text_with_comments_is_all_that_is_needed(fillomino: Runner) -> None:
    text = (
        "; puzzle 1 2\n; 2 0\n; cell r1c1 = (+ x 0)\n; cell r1c2 = 1 if (not two)\n; cell r1c2 = 2 if two\n"
        "(set-option :produce-models true)\n(set-logic QF_LIA)\n(declare-const x Int)\n"
        "(declare-const two Bool)\n; family clue: as given\n(assert (= x 2))\n; family mine\n"
        "(assert MINE)\n(check-sat)\n(get-value ((+ x 0) (not two) two))\n"
    )
    for term, right in (("two", True), ("true", False), ("(not two)", False), ("(and two (< x 2))", False)):
        file = fillomino.write("mine.smt2", text.replace("MINE", term))
        assert fillomino("audit", file).code == (not right)
        row = fillomino.row("solve", file)
        assert row["status"] == ("solved" if right or (term == "true" and row["filling"]) else "wrong")
        output = output_of(file.read_text())
        done = fillomino("decode", file, "-", stdin=output)
        assert done.code == (0 if right else 4 if "and" in term else 1)
        if right:
            turned = output.replace("(+ x 0)", "(+ 0 x)")  # as some solvers print terms
            assert fillomino("decode", file, "-", stdin=turned) == done


def _of_scripts(file: Path) -> list[tuple[str | Path, ...]]:
    """The commands that read a script."""
    names = ("solve", "audit", "check", "scramble", "replay", "explain", "shrink", "show", "deduce", "count")
    return [
        *((name, file) for name in names),
        ("diff", file, file),
        ("decode", file, "-"),
        ("compare", file, "-s", "z3", "-s", "yices"),
    ]


def test_places_in_a_text(fillomino: Runner) -> None:
    file = fillomino.write("x.smt2", "; puzzle 1 1\n; 0\n(declare-const n_0 Int)\n(assert (= n_0\n  n_7))\n")
    for command in ("solve", "audit"):
        fillomino(command, file).refused("undeclared", 5, 3, str(file))
    file = fillomino.encoded("3x2:3d2", "-e", "layers", "-f", "benchmark")
    fillomino("decode", file, "-", stdin="sat\n").refused("bad-answer")
    file = fillomino.encoded("3x2:3d2", "-e", "layers")
    fillomino("decode", file, "-", stdin="sat\n").refused("bad-answer")
    text = file.read_text()
    file.write_text(text.replace("(check-sat)", "(check-sat)\n(check-sat)"))
    line = line_of(text, "(check-sat)")
    for words in (("solve", file), ("audit", file), ("decode", file, "-")):
        fillomino(*words, stdin="sat\n").refused("second-check", line + 1, 1, str(file))
    file.write_bytes(b"\xef\xbb\xbf" + text.encode().replace(b"\n", b"\r\n"))
    for command_line in _of_scripts(file):
        fillomino(*command_line).refused("byte-order-mark", 1, 1, str(file))
    errors = [row for row in fillomino.rows("lint", file) if row["level"] == "error"]
    assert [(row["line"], row["column"], row["kind"]) for row in errors] == [(1, 1, "byte-order-mark")]


# --- decode


def test_a_missing_boolean_is_not_taken_for_false(fillomino: Runner) -> None:
    puzzle = fillomino.write("puzzle.txt", SMALL)
    file = fillomino.encoded(puzzle, "-e", "layers")
    output = output_of(file.read_text())
    name = re.findall(r"\((n_\w+) false\)", output)[0]
    partial = output.replace(f"({name} false)", "")
    for given in ((file, "-"), (puzzle, "-", "-e", "layers")):
        assert fillomino("decode", *given, stdin=output).code == 0
        fillomino("decode", *given, stdin=partial).refused("bad-input")
        assert fillomino("decode", *given, "--no-verdict", stdin=partial).code == 0
    for change in (output.replace("sat\n", "unsat\n", 1), output.replace("sat\n", "", 1)):
        fillomino("decode", file, "-", stdin=change).refused("bad-answer")
        assert fillomino("decode", file, "-", "--no-verdict", stdin=change).code == 0


def test_unique_is_asked_for_and_its_status_established(fillomino: Runner) -> None:
    asked = ("--ask", "unique", "--status", "20", "-f", "benchmark")
    file = fillomino.encoded(ROW, *asked)
    assert "(set-info :status unsat)" in file.read_text()
    row = fillomino("decode", file, "-", "--json", stdin="unsat\n").ended(1).row
    assert (row["means"], row["filling"], row["core"]) == ("unique", None, [])
    assert front.decode(file, "unsat\n").means == "unique"
    file = fillomino.encoded(SEVERAL, "-e", "forest-tight", *asked[:-2])
    assert "(set-info :status sat)" in file.read_text()
    assert fillomino("decode", file, "-", stdin=output_of(file.read_text())).code == 0
    assert fillomino("encode", NONE, "--ask", "unique").ended(1).faults == ("no-solution",)


@pytest.mark.parametrize("encoding", ["forest-bool", "layers"])
@pytest.mark.parametrize("level", ["none", "full"])
def test_an_answer_of_a_sat_solver_is_read_back(encoding: str, level: str, fillomino: Runner) -> None:
    """The answer is made from the known filling: what any SAT solver prints about the numbers."""
    cnf = fillomino.encoded(FIRST, "-e", encoding, "-f", "dimacs", "--deduce", level, name="first.cnf")
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
    denied = fillomino("decode", cnf, "-", "--json", stdin="s UNSATISFIABLE\n").ended(4).row
    assert denied["means"] == "contradicted"
    assert fillomino("decode", cnf, "-", stdin="sat\n").code == 2
    assert fillomino("decode", cnf, "-", stdin=answer.replace(" 0\n", "\n")).code == 2


@pytest.mark.parametrize("encoding", ["forest-bool", "layers"])
def test_clauses_are_written_and_solved(encoding: str, fillomino: Runner, tmp_path: Path) -> None:
    assert fillomino("encode", FIRST, ROW, "-e", encoding, "-f", "dimacs", "-o", tmp_path).code == 0
    assert {path.name for path in tmp_path.iterdir()} == {f"first.{encoding}.cnf", f"row.{encoding}.cnf"}
    text = (tmp_path / f"first.{encoding}.cnf").read_text()
    stretches = re.findall(r"^c clauses (\d+) to (\d+): ([\w-]+), ", text, re.MULTILINE)
    count = int(re.search(r"^p cnf \d+ (\d+)$", text, re.MULTILINE)[1])  # type: ignore[index]
    ends = [0] + [int(end) for _, end, _ in stretches]
    assert [int(start) for start, _, _ in stretches] == [end + 1 for end in ends[:-1]]
    assert ends[-1] == count
    families = {family.name for family in find_encoding(encoding).families}
    assert {name for _, _, name in stretches} <= families
    needs.solver("cadical")
    arguments = ("-e", encoding, "-s", "cadical", "--deduce", "none")
    row = fillomino.row("solve", FIRST, *arguments, "--unique")
    assert (row["status"], row["unique"]) == ("solved", True)
    assert len(fillomino.row("solve", SEVERAL, *arguments, "--limit", "2")["fillings"]) == 2
    assert fillomino("solve", NONE, *arguments).code == 1


# --- scramble


def test_a_file_is_scrambled_and_its_answer_restored(fillomino: Runner, tmp_path: Path) -> None:
    plain, other = fillomino.encoded(FIRST, "-e", "forest-tight"), tmp_path / "7.smt2"
    text = plain.read_text()
    assert fillomino("scramble", plain, "--seed", "0").out == text
    assert fillomino("scramble", plain, "--seed", "7", "-o", other).ended(0, "").out == ""
    assert other.read_text() == kept(Text(text)) + scramble(Text(text), 7).file
    assert fillomino("scramble", "-", "--seed", "7", stdin=text).out == other.read_text()
    assert "(declare-fun n_0 () Int)" in fillomino("scramble", plain, "--keep-names").out.splitlines()
    answer = output_of(other.read_text())
    restored = fillomino("scramble", other, "--restore", "-", stdin=answer).out
    assert set(re.findall(r"\((\w+) ", restored)) >= {f"n_{cell}" for cell in range(9)}
    decoded = fillomino("decode", FIRST, "-", "-e", "forest-tight", "--plain", stdin=restored).ended(0)
    assert fillomino("decode", other, "-", "--plain", stdin=answer) == decoded
    assert fillomino("decode", other, "-", "--plain", stdin=restored) == decoded
    again = tmp_path / "again.smt2"
    fillomino("scramble", other, "--seed", "5", "-o", again)
    assert fillomino("decode", again, "-", "--plain", stdin=output_of(again.read_text())) == decoded
    fillomino("decode", FIRST, "-", stdin=answer).refused("bad-input")
    boolean = fillomino.encoded(FIRST, "-e", "layers").read_text()
    fillomino("decode", FIRST, "-", stdin=output_of(boolean)).refused("bad-input")
    fillomino("decode", FIRST, "-", "-e", "forest", stdin=output_of(boolean)).refused("bad-input")


@pytest.mark.parametrize("encoding", ["forest", "forest-tight", "forest-bv", "forest-bool", "layers", "flow"])
@pytest.mark.parametrize("by", ["z3", "yices"])
@quick(lambda by: by == "yices")
def test_a_scrambled_encoding_is_decoded(fillomino: Runner, encoding: str, by: str) -> None:
    file = fillomino.encoded(FIRST, "-e", encoding, "--deduce", "none", "--scramble", "3")
    text = file.read_text()
    assert text.startswith("; puzzle 5 5\n")
    assert "; Scrambled with seed 3 by fillomino-smt; names at the end.\n(set-info :smt-lib" in text
    assert set(Text(text).names.values()) > {"n_0"} or encoding in ("forest-bool", "layers")
    assert fillomino.row("decode", file, "-", stdin=output_of(text, by))["violations"] == []


def test_seed_0_is_the_file_as_it_was(fillomino: Runner) -> None:
    for flavour in ("driver", "benchmark", "core"):
        plain, as_it_was, other = (
            fillomino("encode", FIRST, "-f", flavour, *seed)
            for seed in ((), ("--scramble", "0"), ("--scramble", "1"))
        )
        assert plain == as_it_was
        assert plain.out != other.out
    large = "(declare-fun p () Bool)" + "(assert (or p p p p p p p p))" * 20_000 + "(check-sat)"
    assert fillomino("scramble", fillomino.write("a.smt2", large), "--seed", "0").out == large + "\n"


def test_what_can_not_be_scrambled(fillomino: Runner, tmp_path: Path) -> None:
    fillomino("scramble", "-", stdin="(check-sat)\n (x").refused("bad-smtlib", 2, 2, "<stdin>")
    none = tmp_path / "none.smt2"
    fillomino("scramble", none).refused("unreadable", None, None, str(none))
    fillomino("scramble", "-", stdin=b"(\xff)").refused("bad-smtlib")
    file = fillomino.write("a.smt2", "(check-sat)\n")
    fillomino("scramble", file, "-o", file).refused("bad-output")
    assert fillomino("scramble", file, "--seed", "-1").code == 2


# --- what solvers print, recorded: values, models, cores, and all of it among statistics and warnings

TRANSCRIPTS = Path(__file__).parent / "transcripts"
OUTPUTS = sorted(path.name.removesuffix(".out") for path in TRANSCRIPTS.glob("*.out"))
"""The first line of each names the program, its version and its options. Those of MathSAT and OpenSMT are
written after their documentation, as their first lines say: no registry has them."""

NOISE = """\
[solver] 3 conflicts | 7 decisions
warning: "unknown option (ignored
; a comment (never closed
(:decisions 9 :conflicts 0)
(smt.stats 0 3 1.2)
c time 0.1 s; memory 12 MB)
unknown parameter foo
success
"""


def script_of(name: str) -> Path:
    """The script that was asked."""
    *_, kind, encoding = name.split(".")
    return TRANSCRIPTS / f"{encoding}.{kind.replace('noise', 'values')}.smt2"


@pytest.mark.parametrize("name", [name for name in OUTPUTS if ".core." not in name])
def test_what_a_solver_printed_is_decoded(fillomino: Runner, name: str) -> None:
    output, file = TRANSCRIPTS / f"{name}.out", script_of(name)
    row = fillomino("decode", file, output, "--json").ended(0, "").row
    assert row["violations"] == []
    assert sorted([*row["filling"][0], *row["filling"][1]]) == [1, 2, 2, 3, 3, 3]
    by_puzzle = ("decode", fillomino.write("puzzle.txt", SMALL), output, "-e", name.rpartition(".")[2])
    assert fillomino(*by_puzzle, "--plain").ended(0, "") == fillomino("decode", file, output, "--plain")


@pytest.mark.parametrize("name", [name for name in OUTPUTS if ".core." in name])
def test_the_core_that_a_solver_printed_is_decoded(fillomino: Runner, name: str) -> None:
    output, file = TRANSCRIPTS / f"{name}.out", script_of(name)
    row = fillomino("decode", file, output, "--json").ended(1).row
    core = row["core"]
    assert (row["filling"], row["means"]) == (None, "unsolvable")
    assert {each["name"] for each in core} == set(transcript_of(output.read_text()).core or ())
    assert all(each["line"] and each["title"] and each["term"] for each in core)
    assert {cell for each in core for cell in each["cells"]} >= {"r1c2"}
    decoded = front.decode(file, output.read_text())
    assert (decoded.verdict, decoded.means) == ("unsat", "unsolvable")
    assert [claim.assertion.term for claim in decoded.core] == [each["term"] for each in core]


def test_a_core_is_known_by_its_puzzle_too(fillomino: Runner) -> None:
    output = TRANSCRIPTS / "bitwuzla.core.forest-bv.out"
    by_puzzle = ("decode", fillomino.write("none.txt", "1 3\n1 1 0\n"), output)
    by_file = fillomino.row("decode", script_of("bitwuzla.core.forest-bv"), output)
    known = [{**each, "line": 0} for each in by_file["core"]]
    assert fillomino.row(*by_puzzle, "-e", "forest-bv")["core"] == known
    fillomino(*by_puzzle, "-e", "flow").refused("bad-input")


@pytest.mark.parametrize("name", [name for name in OUTPUTS if name.startswith(("z3.", "yices.", "cvc5."))])
def test_half_an_output_is_no_answer(fillomino: Runner, name: str) -> None:
    """Wherever it breaks off, no other filling is read and nothing is believed."""
    output, file = TRANSCRIPTS / f"{name}.out", script_of(name)
    whole, filling = output.read_text(), fillomino("decode", file, output, "--plain").out
    begin = whole.rindex("sat\n") + 4
    end = whole.index("\n", begin + 20)
    for cut in range(begin, min(end, begin + 60), 15):
        done = fillomino("decode", file, "-", "--plain", stdin=whole[:cut])
        assert done.code in (1, 2)
        assert done.out == "" or filling == done.out or ".core." in name


@pytest.mark.parametrize("name", [name for name in OUTPUTS if ".noise." not in name])
def test_noise_between_replies_changes_nothing(name: str) -> None:
    text = (TRANSCRIPTS / f"{name}.out").read_text()
    plain = transcript_of(text)
    verdict = f"{plain.verdict}\n"
    before, after = text.split(verdict, 1)
    read = transcript_of(f"{NOISE}{before}{NOISE}{verdict}{NOISE}{after}{NOISE}")
    assert (read.verdict, read.values, read.core) == (plain.verdict, plain.values, plain.core)
    assert read.values or read.core
    assert len(read.passed_over) - len(plain.passed_over) == 4 * 5
    assert not read.errors


@pytest.mark.parametrize(
    ("printed", "values"),
    [
        ("sat\n[n_1 = 2, n_0 = -1,\n e = True, f = False]\n", {"n_1": 2, "n_0": -1, "e": True, "f": False}),
        ("sat\n[]\n", {}),
        ("sat [n_0 = 3]", {"n_0": 3}),
        ("sat\n[f = [1 -> 2, else -> g(0)],\n n_0 = 3, a = K(Int, 0)]\n", {"n_0": 3}),
        ('sat\n[s = "a, b]",\n cell[0][1] = 200]\n', {"cell[0][1]": 200}),
        ("sat\nn_0 := 1\nn_1 := 3_8\n'a b' := True\n", {"n_0": 1, "n_1": 3, "a b": True}),
        ("[1/3] at work\nsat\n((n_0 1))\n", {"n_0": 1}),
    ],
)
def test_models_as_libraries_of_python_print_them(printed: str, values: dict[str, object]) -> None:
    transcript = transcript_of(printed)
    assert (transcript.verdict, transcript.values) == ("sat", values)


@pytest.mark.parametrize(
    "printed", ["sat\n[n_0 = 1", "sat\n[n_0 = 1,\n f = [else -> 2]", "sat\n[n = 1, n = 2]"]
)
def test_half_a_model_of_a_library_is_none(printed: str) -> None:
    with pytest.raises(SexprError):
        transcript_of(printed)


@pytest.mark.parametrize("library", ["z3py", "pysmt"])
def test_a_model_of_a_library_is_decoded(fillomino: Runner, library: str) -> None:
    script = fillomino.write("row.smt2", fillomino("encode", "1x3", "-e", "forest-tight").ended(0).out)
    numbers = {"n_0": 3, "n_1": 3, "n_2": 3}
    entry, start, end = ("{} = {}", "[", "]") if library == "z3py" else ("{} := {}", "", "")
    between = ",\n " if library == "z3py" else "\n"
    printed = start + between.join(entry.format(*pair) for pair in numbers.items()) + end
    done = fillomino("decode", script, "-", "--plain", stdin=f"sat\n{printed}\n").ended(0)
    assert done.out.split() == ["1", "3", "3", "3", "3"]


@pytest.mark.parametrize("more", [(), ("--scramble", "3"), ("-f", "commented")])
def test_a_tactic_stands_before_all_else(fillomino: Runner, more: tuple[str, ...]) -> None:
    plain = fillomino("encode", "@row", "-e", "forest-tight", *more).ended(0).out
    text = fillomino("encode", "@row", "-e", "forest-tight", "--tactic", "smt", *more).ended(0).out
    assert text == f"(set-option :tactic.default_tactic smt)\n{plain}"
    for solver in ("z3", "yices"):
        printed = run(text, find(solver), Limits(seconds=600)).stdout
        script = fillomino.write("fast.smt2", text)
        done = fillomino("decode", script, "-", "--plain", stdin=printed)
        assert (done.code, done.out) == (0, fillomino("solve", "@row", "--plain").out)


PATTERNS = [
    ("cell_{row}_{column}", lambda row, column, width: f"cell_{row}_{column}"),
    ("x{row}.{column}", lambda row, column, width: f"x{row + 1}.{column + 1}"),
    ("n__{index}", lambda row, column, width: f"n__{width * row + column}"),
    ("a-{name}", lambda row, column, width: f"a-r{row + 1}c{column + 1}"),
]


@pytest.mark.parametrize(("pattern", "name_of"), PATTERNS, ids=[pattern for pattern, _ in PATTERNS])
def test_cells_are_named_by_a_pattern(
    fillomino: Runner, pattern: str, name_of: Callable[[int, int, int], str]
) -> None:
    puzzle = fillomino.write("three.txt", "2 3\n1 0 0\n0 0 3\n")
    names = {f"n_{3 * row + column}": name_of(row, column, 3) for row in range(2) for column in range(3)}
    text = fillomino("encode", puzzle, "-e", "forest").ended(0).out
    commands = [line for line in text.splitlines() if not line.startswith(";")]
    renamed = re.sub(r"\bn_\d+\b", lambda match: names[match[0]], "\n".join(commands))
    script = fillomino.write("named.smt2", renamed)
    expected = fillomino("solve", puzzle, "--plain").ended(0).out
    bound = ("--puzzle", puzzle, "--cells", pattern)
    assert fillomino("solve", script, "--plain", *bound).ended(0).out == expected
    assert fillomino("audit", script, *bound).code == 0
    commented = fillomino.write("comment.smt2", f"; cells = {pattern}\n{renamed}")
    assert fillomino("solve", commented, "--plain", "--puzzle", puzzle).ended(0).out == expected
    printed = run(renamed, find("z3"), Limits(seconds=600)).stdout
    assert fillomino("decode", script, "-", "--plain", *bound, stdin=printed).ended(0).out == expected


def test_a_pattern_of_booleans_has_the_number_in_it(fillomino: Runner) -> None:
    script = fillomino.write(
        "one-hot.smt2",
        "; puzzle 1 2\n;  0 2\n; cells = is_{column}_{number}\n(set-logic QF_UF)\n"
        + "".join(f"(declare-const is_{x}_{n} Bool)\n" for x in (0, 1) for n in (1, 2))
        + "(assert is_1_2)(assert (not is_1_1))(assert (xor is_0_1 is_0_2))(assert is_0_2)\n(check-sat)\n",
    )
    assert fillomino("solve", script, "--plain").ended(0).out == "1 2\n2 2\n"


@pytest.mark.parametrize(
    ("pattern", "code"),
    [("other_{row}_{column}", "cells-not-named"), ("other", "bad-option"), ("n {row}", "bad-option")],
)
def test_a_pattern_that_names_nothing_is_refused(fillomino: Runner, pattern: str, code: str) -> None:
    script = fillomino.encoded("@row", "-e", "forest-tight")
    bare = "".join(line for line in script.read_text().splitlines(True) if not line.startswith(";"))
    file = fillomino.write("bare.smt2", bare)
    assert fillomino("audit", file, "--puzzle", "@row", "--cells", pattern).ended(2).fault == code


def test_prose_about_cells_is_no_pattern(fillomino: Runner) -> None:
    script = fillomino.encoded("@row", "-e", "forest-tight")
    script.write_text("; cells = numbers row by row\n; cells are n_0, n_1\n" + script.read_text())
    fillomino("solve", script).ended(0)
