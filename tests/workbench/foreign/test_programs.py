"""Every job takes a program's encoding or its solutions, in workers too; but no file does."""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

import fillomino as front
from drivers import find, run
from drivers.errors import SessionError
from drivers.limits import Limits
from encoder.encodings import registry
from encoder.encodings.registry import GROUP, of_packages
from encoder.errors import EncodingError
from encoder.puzzle_script import PuzzleScript
from encoder.select import select
from fillomino import formats
from fillomino.board import from_links, rectangle
from fillomino.clock import PROGRAM
from fillomino.puzzle import Filling, Puzzle
from fillomino.rules import violations
from tests.support import needs
from tests.support.processes import marked, python
from tests.support.refused import refused
from tests.support.runs import kept
from tests.workbench.conftest import EXAMPLES, ROOT, Done, Package, Runner
from tests.workbench.foreign.conftest import AWK, DISTANCES, Written
from workbench.explain.encoded import fault_of
from workbench.foreign.answers import solutions_in
from workbench.foreign.spec import ProgramError, RefusedError
from workbench.methods.encodings import find_encoding
from workbench.methods.method import Question, Status
from workbench.methods.smt import smt

pytestmark = pytest.mark.usefixtures("in_process")

TWO = "3x2:3d2"
FOLDER = ROOT / "examples" / "foreign"
SERVED = f"served=cmd:--serve --puzzle-format plain mawk -W interactive -f {AWK}"
BACKTRACKING = FOLDER / "backtracking.awk"
ANSWERS = f"mine=ans:awk -f {BACKTRACKING}"
PROGRAMS = {
    "z3py": f"z3py=cmd:--serve python {FOLDER / 'with_z3.py'}",
    "pysmt": f"pysmt=cmd:--serve python {FOLDER / 'with_pysmt.py'}",
    "distances": DISTANCES,
}
SMALL = ("--every", "2", "--sampled", "2")


# --- the programs of examples/foreign


def test_there_is_a_program_for_each_file() -> None:
    typed = " ".join([*PROGRAMS.values(), ANSWERS])
    assert all(str(path) in typed for path in FOLDER.iterdir() if path.is_file())


@pytest.mark.parametrize("name", PROGRAMS)
def test_each_is_right(fillomino: Runner, name: str) -> None:
    """On a puzzle and on the smallest boards; what is encoded holds the cells, so answers are decoded."""
    typed = PROGRAMS[name]
    ours, its = (fillomino.row("solve", TWO, "-e", by, "--limit", "20") for by in ("forest", typed))
    assert sorted(its["fillings"]) == sorted(ours["fillings"])
    assert (its["complete"], its["encoding"], its["decided_by"]) == (True, name, "solver")
    row = fillomino("audit", typed, *SMALL, "--json").ended(0).row
    assert (row["encoding"], row["right"]) == (name, True)
    file = fillomino.encoded(TWO, "-e", typed)
    answer = run(file.read_text(encoding="utf-8"), find("yices")).stdout
    assert fillomino("decode", file, "-", stdin=answer).code == 0


@pytest.mark.slow
@pytest.mark.parametrize("name", PROGRAMS)
def test_each_is_right_on_all_boards_of_four_cells_and_samples_of_more(fillomino: Runner, name: str) -> None:
    fillomino("audit", PROGRAMS[name], "--every", "4", "--sampled", "6").ended(0)


# --- every command takes a program's encoding


def test_solve_tells_what_is_unique_unknown_or_of_another_logic(fillomino: Runner) -> None:
    assert fillomino("solve", TWO, "-e", DISTANCES, "--unique").code == 1
    row = fillomino("solve", EXAMPLES / "cube.cells", "-e", DISTANCES, "--json").ended(3).row
    assert (row["status"], row["encoding"], row["code"]) == ("unknown", "distances", "program-refused")
    assert fillomino("solve", TWO, "-e", DISTANCES, "--logic", "QF_LIA").code == 0
    fillomino("solve", TWO, "-e", DISTANCES, "--logic", "QF_BV").refused("option-conflict")


def test_a_solver_that_does_not_take_its_logic(fillomino: Runner) -> None:
    needs.solver("bitwuzla")
    fillomino("solve", TWO, "-e", DISTANCES, "-s", "bitwuzla").refused("unsupported-logic")


def test_its_time_counts_as_encoding() -> None:
    needs.accounts()
    puzzle = formats.read("2 3\n3 0 0\n0 0 2\n").puzzle
    method = smt(f"slow=cmd:sh -c 'i=0; while [ $i -lt 60000 ]; do i=$((i+1)); done; exec awk -f {AWK}'")
    result = method.run("p", puzzle, Question())
    assert result.verdict.status is Status.SOLVED
    assert 0.01 < result.times.own[PROGRAM] <= result.times.cpu["encode"] < result.times.cpu["total"]
    assert result.times.wall["encode"] > 0.01


def test_audit_shows_where_a_wrong_one_fails_and_what_each_family_is_for(
    fillomino: Runner, tmp_path: Path
) -> None:
    row = fillomino("audit", DISTANCES, *SMALL, "--json").ended(0).row
    assert (row["right"], row["puzzles"], "odd-board" in row["not_encoded"]) == (True, 20, True)
    wrong = fillomino.write("wrong.awk", AWK.read_text(encoding="utf-8").replace("(< d_", "(<= d_"))
    typed, kept = f"wrong=cmd:--puzzle-format plain awk -f {wrong}", tmp_path / "kept"
    row = fillomino("audit", typed, "--board", "1x5", "--keep", kept, "--json").ended(1).row
    assert (row["kind"], row["board"], row["puzzles"], "d_0" in row["model"]) == ("accepted", "1x5", 0, True)
    assert row["checked_by"] == ["Z3", "our own evaluation", "the rules"]
    names = {"puzzle.txt", "filling.txt", "model.out", "audited.smt2", "whole.smt2"}
    assert {path.name for path in kept.iterdir()} == names
    row = fillomino.row("audit", DISTANCES, "--drop", "path", "--board", "1x5")
    assert (row["kind"], {each["family"] for each in row["assertions"]}) == ("accepted", {"path"})
    rows = {row["family"]: row for row in fillomino.rows("audit", DISTANCES, "--families", *SMALL)}
    wrong_at = rows["clue"]["counterexample"]
    assert (wrong_at["clues"], wrong_at["filling"]) == ({"r1c1": 1}, {"r1c1": 2, "r1c2": 2})
    assert rows["apart"]["counterexample"]["filling"] == {"r1c1": 1, "r1c2": 1}
    assert rows["root"]["redundant"] is True


def test_a_served_program_is_started_once(fillomino: Runner, program: Written, tmp_path: Path) -> None:
    body = f"echo started >> {tmp_path}/starts\nexec mawk -W interactive -f {AWK}"
    mine = program(body, options="--serve --puzzle-format plain ")
    assert fillomino.row("audit", mine, "--every", "3", "--sampled", "3")["puzzles"] == 148
    assert (tmp_path / "starts").read_text() == "started\n"


# --- several at once

JOBS = ("1", "3")


def _audits(fillomino: Runner, mine: str, *more: str, widest: str = "1x3") -> list[Done]:
    """The same audit in several numbers of processes; all come to the same."""
    boards = ("--board", "1x2", "--board", widest)
    done = [fillomino("audit", mine, *boards, *more, "--jobs", jobs) for jobs in JOBS]
    assert done == done[:1] * len(JOBS)
    return done


def test_the_limit_of_a_question_holds_for_a_program_of_which_families_are_left_out() -> None:
    """Its own limit, of which a script knows nothing, is for all that sets none."""
    limits: list[float | None] = []
    forest, puzzle = registry.find("forest"), formats.read("2 3\n3 0 0\n0 0 2\n").puzzle

    def build(puzzle: Puzzle, seconds: float | None) -> PuzzleScript:
        limits.append(seconds)
        return forest.script(puzzle)

    slow = forest.replace(name="slow", build=build, program=True, deduces=False)
    part = select(slow, [forest.families[-1].name])
    for encoding in (slow, part):
        encoding.script(puzzle)
        smt(encoding, "yices").run("test", puzzle, Question(seconds=77.0))
        with suppress(SessionError):
            fault_of(encoding, puzzle, find("yices"), Limits(seconds=66.0))
    assert limits == [None, 77.0, 66.0] * 2


def test_the_report_is_the_same_for_any_number_of_processes(fillomino: Runner) -> None:
    right = _audits(fillomino, DISTANCES, "--json")[0].ended(0).row
    assert right["puzzles"] > 9
    slip = fillomino.write("slip.awk", AWK.read_text(encoding="utf-8").replace("(< d_", "(<= d_"))
    wrong = _audits(fillomino, f"cmd:awk -f {slip}", "--json", widest="1x4")[0].ended(1).row
    assert wrong["kind"] == "accepted"
    _audits(fillomino, ANSWERS)[0].ended(0)


def test_a_crash_is_the_same_in_any_number_of_processes(fillomino: Runner, program: Written) -> None:
    """What is wrong before it counts; what comes after it in the order of the audit does not."""
    body = f'read h w; [ "$w" = 3 ] && exit 5; (echo "$h $w"; cat) | awk -f {AWK}'
    done = _audits(fillomino, program(body))[0].ended(4)
    assert (done.fault, done.out) == ("program-failed", "")
    early = program(f"{body} | grep -v '^(assert (= n_0 1))'", name="early")
    row = _audits(fillomino, early, "--json")[0].ended(1).row
    assert (row["kind"], row["board"]) == ("accepted", "1x2")


def test_a_slow_program_is_advised_to_serve(
    fillomino: Runner, program: Written, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("workbench.audit.judging.SLOW_SECONDS", 0.0)
    small = ("--every", "2", "--sampled", "2", "--jobs", "1")
    done = fillomino("audit", DISTANCES, *small).ended(0)
    assert done.warned == ["slow"]
    assert fillomino("audit", DISTANCES, "--board", "1x1", "--jobs", "1").ended(0).warned == []
    served = program(f"exec mawk -W interactive -f {AWK}", options="--serve --puzzle-format plain ")
    assert fillomino("audit", served, *small).ended(0).err == ""


def test_compare_runs_it_in_workers_and_knows_it_by_its_contents(fillomino: Runner, tmp_path: Path) -> None:
    awk, runs = fillomino.write("mine.awk", AWK.read_text(encoding="utf-8")), tmp_path / "runs.jsonl"
    again = ("compare", EXAMPLES / "row.txt", "-e", f"mine=cmd:awk -f {awk}", "-s", "yices", "-o", runs)
    fillomino(*again, "-e", "cmd:false", "--no-report").ended(4)
    rows = {row["encoding"]: row for row in kept(runs)}
    found = {name: (row["method"], row["status"], row["logic"]) for name, row in rows.items()}
    assert found == {
        "mine": ("mine yices", "solved", "QF_LIA"),
        "cmd:false": ("cmd:false yices", "failed", "ALL"),
    }
    before = runs.read_text()
    for more, new in (("# another comment\n", 0), ('END { print "(assert true)" }\n', 1)):
        awk.write_text(awk.read_text() + more, encoding="utf-8")
        fillomino(*again, "--no-report")
        assert len(runs.read_text().splitlines()) == len(before.splitlines()) + new


def test_diff_explain_encode_and_encodings(fillomino: Runner) -> None:
    few = ("--every", "2", "--json")
    row = fillomino("diff", DISTANCES, "forest", EXAMPLES / "row.txt", *few).ended(0).row
    assert (row["same"], row["first"]["name"], row["second"]["name"]) == (True, "distances", "forest")
    wrong = fillomino("explain", TWO, "-", "-e", DISTANCES, "--json", stdin="3 3 3\n2 2 2\n").ended(1).row
    assert (wrong["finding"], wrong["by"]) == ("wrong", "distances")
    assert "count" in {each["family"] for each in wrong["assertions"]}
    assert fillomino("explain", "2x1:2a", "-e", DISTANCES, "-s", "z3").code == 0
    assert fillomino.row("explain", "2x1:1a", "-e", DISTANCES)["by"] == "distances"
    for flavour in ("driver", "core"):
        lines = fillomino("encode", TWO, "-e", DISTANCES, "-f", flavour).ended(0).out.splitlines()
        assert (lines.count("(set-logic QF_LIA)"), lines.count("(check-sat)")) == (1, 1)
    row = fillomino.row("encodings", DISTANCES)
    assert (row["name"], row["logics"]) == ("distances", ["QF_LIA"])
    assert [family["name"] for family in row["families"]] == ["clue", "root", "count", "path", "apart"]


def test_files_of_programs(fillomino: Runner, tmp_path: Path) -> None:
    """They are named in plain letters, and a puzzle that is refused stops no other."""
    unnamed = DISTANCES.partition("=")[2]
    assert fillomino("solve", TWO, "-e", unnamed, "--keep", tmp_path / "kept").code == 0
    kept = [path.name for path in tmp_path.rglob("*") if "distances" in path.name]
    assert kept
    assert not set("".join(kept)) - set("abcdefghijklmnopqrstuvwxyzQFLIA0123456789_.-")
    out, both = tmp_path / "out", (EXAMPLES / "row.txt", EXAMPLES / "cube.cells")
    assert fillomino("encode", *both, "-e", DISTANCES, "-o", out).ended(2).faults == ("program-refused",)
    assert [path.name for path in out.iterdir()] == ["row.distances.smt2"]


# --- Python, packages, pages and files


def test_from_python_and_a_package(package: Package) -> None:
    """A package may give a function that returns the record."""
    puzzle = "2 3\n3 0 0\n0 0 2\n"
    answer = front.solve(puzzle, encoding=DISTANCES)
    assert answer.status is Status.SOLVED
    assert not violations(front.read(puzzle), answer.solution or ())
    assert "(declare-fun n_5 () Int)" in front.encode(puzzle, DISTANCES)
    assert front.decode("1 2\n0 0\n", {"n_0": 2, "n_1": 2}, DISTANCES).filling == (2, 2)
    (package(GROUP, "own_encoding.py", mine="of_a_package:encoding") / "of_a_package.py").write_text(
        "from workbench.methods.encodings import find_encoding\n\n\n"
        f"def encoding():\n    return find_encoding('mine=cmd:awk -f {AWK}')\n"
    )
    assert of_packages() == ["mine"]
    assert find_encoding("mine").name == "mine"
    assert front.solve("1 2\n0 0\n", "mine").status is Status.SOLVED


def test_a_file_starts_no_program(fillomino: Runner, program: Written, tmp_path: Path) -> None:
    mine = program("touch started")
    with pytest.raises(EncodingError) as refused:
        registry.find(mine)
    assert refused.value.code == "unknown-encoding"
    script = f"; Encoding {mine}, logic QF_LIA.\n; encoding {mine}\n(assert true)\n(check-sat)\n"
    answer = fillomino.write("x.out", "sat\n((n_0 2) (n_1 2))\n")
    fillomino("decode", "2x1:b", answer, "--script", fillomino.write("x.smt2", script))
    text = fillomino("encode", "2x1:b", "-e", "forest").out
    own, foreign = "; encoding forest\n", f"; encoding {mine}\n"
    assert own in text
    whole = fillomino.write("whole.smt2", text.replace(own, foreign))
    for command in (("decode", whole, answer), ("check", whole), ("solve", whole), ("audit", whole)):
        fillomino(*command)
    assert not (tmp_path / "started").exists()


def test_nothing_is_left_of_a_served_program_at_the_end(mark: str) -> None:
    code = (
        "import fillomino\n"
        f"print(fillomino.solve('1 2\\n0 0\\n', encoding={SERVED!r}).status.value)\n"
        "import workbench.methods.encodings\n"
    )
    done = python("-c", code, check=True, PYTHONPATH=str(ROOT))
    assert (done.stdout, done.stderr) == ("solved\n", "")
    assert marked(mark) == []


# --- programs that print solutions: audited, explained and compared without a line of SMT-LIB

PAIR = Puzzle(rectangle(1, 2), {})
APART = Puzzle(from_links("AB", []), {})


def slip(folder: Path, old: str, new: str) -> str:
    text = BACKTRACKING.read_text(encoding="utf-8")
    assert old in text
    path = folder / "slip.awk"
    path.write_text(text.replace(old, new), encoding="utf-8")
    return f"slip=ans:awk -f {path}"


def printing(folder: Path, *lines: str) -> str:
    path = folder / "prints.py"
    path.write_text(f"input()\nprint({chr(10).join(lines)!r})\n", encoding="utf-8")
    return f"prints=ans:{sys.executable} {path}"


@pytest.mark.parametrize(
    ("text", "puzzle", "solutions"),
    [
        ("none\n", PAIR, []),
        ("2 2\n", PAIR, [(2, 2)]),
        ("1 2\n2 2\n\n2 2\n", PAIR, [(2, 2), (2, 2)]),
        ("A = 1\nB = 1\n", APART, [(1, 1)]),
        ('{"A": 1, "B": 1}\n', APART, [(1, 1)]),
        ("; refuses all of them", PAIR, RefusedError),
    ],
)
def test_solutions_are_read_in_every_form(
    text: str, puzzle: Puzzle, solutions: list[Filling] | type[Exception]
) -> None:
    if isinstance(solutions, list):
        assert solutions_in(text, puzzle, "mine") == solutions
        return
    with pytest.raises(solutions):
        solutions_in(text, puzzle, "mine")


def test_what_is_no_solution_is_told_with_its_line(fillomino: Runner, tmp_path: Path) -> None:
    with refused(ProgramError, "bad-number") as caught:
        solutions_in("2 2\n\n2 x\n", PAIR, "mine")
    assert (caught.value.line, caught.value.column) == (3, 3)
    row = fillomino("solve", "2x1:b", "--by", printing(tmp_path, "2 2", "", "2 x"), "--json").ended(4).row
    assert [row[key] for key in ("status", "code", "line", "column")] == ["failed", "bad-number", 3, 3]


def test_audit_judges_printed_solutions(fillomino: Runner, tmp_path: Path) -> None:
    def audited_row(typed: str, *options: str) -> dict[str, Any]:
        return fillomino.row("audit", typed, *(options or ("--every", "2", "--sampled", "4")))

    row = audited_row(ANSWERS)
    assert (row["encoding"], row["right"]) == ("mine", True)
    assert row["not_encoded"].keys() == {"checkered", "basic", "walled", "size-limited", "odd-board"}
    row = audited_row(slip(tmp_path, "return open || count == number[start]", "return 1"))
    assert (row["kind"], row["filling"], row["clues"]) == ("accepted", {"r1c1": 2}, {}) or row["violations"]
    row = audited_row(slip(tmp_path, "last = clue[x] ? clue[x] : size", "last = clue[x] ? clue[x] : 2"))
    assert (row["kind"], row["clues"], set(row["filling"].values())) == ("refused", {}, {3})
    row = audited_row(printing(tmp_path, "1", "", "1"), "--board", "1x1")
    assert (row["kind"], row["blocked"]) == ("not-blocked", {"r1c1": 1})


def test_printed_solutions_are_explained_compared_and_never_believed(
    fillomino: Runner, tmp_path: Path
) -> None:
    assert fillomino("explain", "1x2:2a", "-e", ANSWERS).code == 0
    none = printing(tmp_path, "none")
    assert fillomino("explain", "3x1:1b", "-e", none, "--json").ended(1).row["finding"] == "misses"
    fillomino("solve", "3x1:1b", "--by", none).ended(4)
    wrong = printing(tmp_path, "1 1")
    row = fillomino("explain", "2x1:b", "-e", wrong, "--json").ended(1).row
    assert (row["finding"], row["fillings"]) == ("accepts", [[[1, 1]]])
    assert [violation["name"] for violation in row["violations"]] == ["region-too-large"]
    assert fillomino("solve", "2x1:b", "--by", wrong, "--json").ended(1).row["status"] == "wrong"
    runs, both = tmp_path / "runs.jsonl", ("-e", "forest-tight", "-s", "yices", "-e", ANSWERS)
    fillomino("compare", EXAMPLES / "row.txt", *both, "--unique", "-o", runs, "--no-report").ended(0)
    found = {row["method"]: row["status"] for row in kept(runs)}
    assert found == {"forest-tight yices": "solved", "mine": "solved"}
