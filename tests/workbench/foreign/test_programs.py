"""Every job takes a program's encoding or its solutions, in workers too; but no page or file does."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import fillomino as front
from drivers import find, run
from encoder.encodings import table
from encoder.encodings.table import GROUP, of_packages
from encoder.errors import EncodingError
from fillomino import formats
from fillomino.board import from_links, rectangle
from fillomino.clock import PROGRAM
from fillomino.puzzle import Puzzle
from fillomino.rules import violations
from tests.workbench.conftest import EXAMPLES, ROOT, Runner
from tests.workbench.foreign.conftest import AWK, DISTANCES, Written
from workbench.choose.encodings import find_encoding
from workbench.foreign.answers import solutions_in
from workbench.foreign.command import ProgramError, RefusedError
from workbench.methods.question import Question
from workbench.methods.result import Status
from workbench.methods.smt import smt
from workbench.page.auditing import audited
from workbench.page.jobs import encode_job

SERVED = f"served=cmd:--serve --puzzle-format plain mawk -W interactive -f {AWK}"
TWO = "3x2:3d2"


def test_solve_finds_all_solutions(fillomino: Runner) -> None:
    ours = fillomino.row("solve", TWO, "-e", "forest", "--limit", "20")
    done = fillomino("solve", TWO, "-e", DISTANCES, "--limit", "20", "--json")
    its = done.row
    assert done.code == 0
    assert sorted(its["fillings"]) == sorted(ours["fillings"])
    assert (its["complete"], its["encoding"], its["decided_by"]) == (True, "distances", "solver")
    assert fillomino("solve", TWO, "-e", DISTANCES, "--unique").code == 1


def test_its_time_counts_as_encoding() -> None:
    puzzle = formats.read("2 3\n3 0 0\n0 0 2\n").puzzle
    method = smt(f"slow=cmd:sh -c 'i=0; while [ $i -lt 60000 ]; do i=$((i+1)); done; exec awk -f {AWK}'")
    result = method.run("p", puzzle, Question())
    assert result.status is Status.SOLVED
    assert result.own[PROGRAM] > 0.01
    assert result.seconds["encode"] >= result.own[PROGRAM]
    assert result.seconds["total"] > result.seconds["encode"]
    assert result.wall_seconds["encode"] > 0.01


def test_audit_finds_nothing_in_a_right_one_and_shows_where_a_wrong_one_fails(
    fillomino: Runner, tmp_path: Path
) -> None:
    done = fillomino("audit", DISTANCES, "--every", "2", "--sampled", "2").ended(0)
    assert done.out.startswith("distances: no counterexample; all 20 puzzles of 3 boards of up to 2 cells")
    assert "odd-board puzzles that distances does not encode." in done.out
    wrong = tmp_path / "wrong.awk"
    text = AWK.read_text(encoding="utf-8")
    wrong.write_text(text.replace("(< d_", "(<= d_"), encoding="utf-8")
    kept = tmp_path / "kept"
    typed = f"wrong=cmd:--puzzle-format plain awk -f {wrong}"
    done = fillomino("audit", typed, "--board", "1x5", "--keep", kept)
    assert done.code == 1
    assert "wrong accepts a wrong filling on 1x5, after 0 others." in done.out
    assert "Broken rules:" in done.out
    assert "  d_0 = " in done.out
    assert "Checked by Z3, our own evaluation, the rules." in done.out
    assert {path.name for path in kept.iterdir()} == {
        *("puzzle.txt", "filling.txt", "model.out"),
        *("audited.smt2", "whole.smt2"),
    }
    done = fillomino("audit", DISTANCES, "--drop", "path", "--board", "1x5", "--json")
    row = done.row
    assert (row["kind"], {each["family"] for each in row["assertions"]}) == ("accepted", {"path"})


def test_audit_shows_what_each_family_is_for(fillomino: Runner) -> None:
    done = fillomino("audit", DISTANCES, "--families", "--every", "2", "--sampled", "2").ended(0)
    rows = dict(line.split(maxsplit=1) for line in done.out.splitlines()[1:6])
    assert rows["clue"] == "accepts 2 2 on 1x2 with r1c1 = 1"
    assert rows["apart"] == "accepts 1 1 on 1x2"
    assert rows["root"].startswith("redundant on all 20 puzzles")


def test_a_served_program_is_started_once(fillomino: Runner, program: Written, tmp_path: Path) -> None:
    mine = program(
        f"echo started >> {tmp_path}/starts\nexec mawk -W interactive -f {AWK}",
        options="--serve --puzzle-format plain ",
    )
    done = fillomino("audit", mine, "--every", "3", "--sampled", "3")
    assert done.code == 0
    assert "no counterexample; all 148 puzzles" in done.out
    assert (tmp_path / "starts").read_text() == "started\n"


def test_compare_runs_it_in_workers_and_knows_it_by_its_contents(fillomino: Runner, tmp_path: Path) -> None:
    awk, runs = tmp_path / "mine.awk", tmp_path / "runs.jsonl"
    awk.write_text(AWK.read_text(encoding="utf-8"), encoding="utf-8")
    typed = f"mine=cmd:awk -f {awk}"
    both = ("-e", typed, "-e", "cmd:false", "-s", "yices")
    fillomino("compare", EXAMPLES / "row.txt", *both, "-o", runs, "--no-report").ended(4)
    rows = [json.loads(line) for line in runs.read_text().splitlines() if '"status"' in line]
    found = {row["encoding"]: (row["method"], row["status"], row["logic"]) for row in rows}
    assert found == {
        "mine": ("mine yices", "solved", "QF_LIA"),
        "cmd:false": ("cmd:false yices", "failed", "ALL"),
    }
    [error] = [row["error"] for row in rows if row["status"] == "failed"]
    assert error.startswith("cmd:false, given the puzzle")
    again = ("compare", EXAMPLES / "row.txt", "-e", typed, "-s", "yices", "-o", runs, "--no-report")
    before = runs.read_text()
    awk.write_text(awk.read_text() + "# another comment\n", encoding="utf-8")
    fillomino(*again)
    assert runs.read_text() == before
    awk.write_text(awk.read_text() + 'END { print "(assert true)" }\n', encoding="utf-8")
    fillomino(*again)
    assert len(runs.read_text().splitlines()) == len(before.splitlines()) + 1


def test_diff_compares_by_solutions_and_families(fillomino: Runner) -> None:
    done = fillomino("diff", DISTANCES, "forest", EXAMPLES / "row.txt", "--every", "2").ended(0)
    assert done.out.split()[:2] == ["distances", "forest"]
    assert "fillings: the same, those of the rules" in done.out


def test_explain_names_its_assertions(fillomino: Runner) -> None:
    done = fillomino("explain", TWO, "-", "-e", DISTANCES, stdin="3 3 3\n2 2 2\n")
    assert done.code == 1
    assert "count: the number is that of the cells with the same root" in done.out
    assert fillomino("explain", "2x1:2a", "-e", DISTANCES, "-s", "z3").code == 0
    assert fillomino("explain", "2x1:1a", "-e", DISTANCES).out.count("distances") >= 1


@pytest.mark.parametrize("flavour", ["driver", "core"])
def test_encode_writes_each_flavour(fillomino: Runner, flavour: str) -> None:
    done = fillomino("encode", TWO, "-e", DISTANCES, "-f", flavour).ended(0).says("(set-logic QF_LIA)")
    assert done.out.count("(check-sat)") == 1


def test_its_logic_is_its_own(fillomino: Runner) -> None:
    assert fillomino("solve", TWO, "-e", DISTANCES, "--logic", "QF_LIA").code == 0
    refused = fillomino.refuses("solve", TWO, "-e", DISTANCES, "--logic", "QF_BV")
    assert refused == "the script of distances sets QF_LIA itself: leave out QF_BV"
    assert "does not take QF_LIA, the logic of distances" in fillomino.refuses(
        "solve", TWO, "-e", DISTANCES, "-s", "bitwuzla"
    )


def test_files_are_named_in_plain_letters(fillomino: Runner, tmp_path: Path) -> None:
    unnamed = DISTANCES.partition("=")[2]
    assert fillomino("solve", TWO, "-e", unnamed, "--keep", tmp_path / "kept").code == 0
    done = fillomino(
        *("compare", EXAMPLES / "row.txt", "-e", unnamed, "-s", "yices"),
        *("--export-benchexec", tmp_path / "set", "--timeout", "5"),
    )
    assert done.code == 0
    kept = [path.name for path in tmp_path.rglob("*") if "distances" in path.name]
    assert len(kept) > 3
    assert not set("".join(kept)) - set("abcdefghijklmnopqrstuvwxyzQFLIA0123456789_.-")


def test_encode_goes_on_after_a_puzzle_that_is_refused(fillomino: Runner, tmp_path: Path) -> None:
    done = fillomino("encode", EXAMPLES / "row.txt", EXAMPLES / "cube.cells", "-e", DISTANCES, "-o", tmp_path)
    assert done.code == 2
    assert "distances refuses the puzzle" in done.err
    assert [path.name for path in tmp_path.iterdir()] == ["row.distances.smt2"]


def test_a_refused_puzzle_is_unknown(fillomino: Runner) -> None:
    done = fillomino("solve", EXAMPLES / "cube.cells", "-e", DISTANCES).ended(3)
    assert done.out.startswith("unknown (distances")


def test_from_python() -> None:
    puzzle = "2 3\n3 0 0\n0 0 2\n"
    answer = front.solve(puzzle, encoding=DISTANCES)
    assert answer.status is Status.SOLVED
    assert not violations(front.read(puzzle), answer.solution or ())
    assert "(declare-fun n_5 () Int)" in front.encode(puzzle, DISTANCES)
    decoded = front.decode("1 2\n0 0\n", {"n_0": 2, "n_1": 2}, DISTANCES)
    assert decoded.filling == (2, 2)


def test_a_package_may_give_a_function_that_returns_the_record(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    about = tmp_path / "site" / "mine-1.0.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: mine\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(f"[{GROUP}]\nmine = of_a_package:encoding\n")
    (tmp_path / "site" / "of_a_package.py").write_text(
        "from workbench.choose.encodings import find_encoding\n\n\n"
        f"def encoding():\n    return find_encoding('mine=cmd:awk -f {AWK}')\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path / "site"))
    assert of_packages() == ["mine"]
    assert find_encoding("mine").name == "mine"
    assert front.solve("1 2\n0 0\n", "mine").status is Status.SOLVED


def test_encodings_lists_what_it_asserts(fillomino: Runner) -> None:
    done = fillomino("encodings", DISTANCES, "--json")
    row = done.row
    assert (row["name"], row["logics"]) == ("distances", ["QF_LIA"])
    assert [family["name"] for family in row["families"]] == ["clue", "root", "count", "path", "apart"]


def test_a_page_and_a_file_start_no_program(fillomino: Runner, program: Written, tmp_path: Path) -> None:
    mine = program("touch started")
    request = {"puzzle": {"base": {"text": "1 2\n0 0\n"}}, "encoding": mine, "level": "none"}
    with pytest.raises(EncodingError, match="unknown encoding"):
        encode_job(request, lambda _: None)
    with pytest.raises(EncodingError, match="unknown encoding"):
        audited(mine, "yices", [], lambda _: None)
    with pytest.raises(EncodingError, match="unknown encoding"):
        table.find(mine)
    script, answer = tmp_path / "x.smt2", tmp_path / "x.out"
    script.write_text(f"; Encoding {mine}, logic QF_LIA.\n; encoding {mine}\n(assert true)\n(check-sat)\n")
    answer.write_text("sat\n((n_0 2) (n_1 2))\n")
    fillomino("decode", "2x1:b", answer, "--script", script)
    whole = tmp_path / "whole.smt2"
    text = fillomino("encode", "2x1:b", "-e", "forest").out
    assert "; encoding forest\n" in text
    whole.write_text(text.replace("; encoding forest\n", f"; encoding {mine}\n"), encoding="utf-8")
    for command in (("decode", whole, answer), ("check", whole), ("solve", whole), ("audit", whole)):
        fillomino(*command)
    assert not (tmp_path / "started").exists()


def test_nothing_is_left_of_a_served_program_at_the_end(tmp_path: Path) -> None:
    code = (
        "import fillomino\n"
        f"print(fillomino.solve('1 2\\n0 0\\n', encoding={SERVED!r}).status.value)\n"
        "import workbench.choose.encodings\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), "MARK": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert (done.stdout, done.stderr) == ("solved\n", "")
    left = [path for path in Path("/proc").glob("[0-9]*/environ") if _holds(path, str(tmp_path))]
    assert not left


def _holds(path: Path, mark: str) -> bool:
    try:
        return f"MARK={mark}".encode() in path.read_bytes()
    except OSError:
        return False


FOLDER = ROOT / "examples" / "foreign"
PROGRAMS = {
    "z3py": f"z3py=cmd:--serve python {FOLDER / 'with_z3.py'}",
    "pysmt": f"pysmt=cmd:--serve python {FOLDER / 'with_pysmt.py'}",
    "distances": DISTANCES,
}


def test_there_is_a_program_for_each_file() -> None:
    typed = " ".join([*PROGRAMS.values(), ANSWERS])
    assert all(str(path) in typed for path in FOLDER.iterdir() if path.is_file())


@pytest.mark.parametrize("name", PROGRAMS)
def test_each_has_the_solutions_of_a_puzzle(fillomino: Runner, name: str) -> None:
    ours = fillomino.row("solve", "3x2:3d2", "-e", "forest", "--limit", "20")
    done = fillomino("solve", "3x2:3d2", "-e", PROGRAMS[name], "--limit", "20", "--json")
    assert sorted(done.row["fillings"]) == sorted(ours["fillings"])


@pytest.mark.parametrize("name", PROGRAMS)
def test_each_is_right_on_the_smallest_boards(fillomino: Runner, name: str) -> None:
    done = fillomino("audit", PROGRAMS[name], "--every", "2", "--sampled", "2").ended(0)
    assert done.out.startswith(f"{name}: no counterexample; all ")


@pytest.mark.slow
@pytest.mark.parametrize("name", PROGRAMS)
def test_each_is_right_on_all_boards_of_four_cells_and_samples_of_more(fillomino: Runner, name: str) -> None:
    fillomino("audit", PROGRAMS[name], "--every", "4", "--sampled", "6").ended(0)


@pytest.mark.parametrize("name", PROGRAMS)
def test_what_encode_writes_holds_the_cells_so_that_an_answer_is_decoded(
    fillomino: Runner, tmp_path: Path, name: str
) -> None:
    file, answer = tmp_path / "x.smt2", tmp_path / "x.out"
    assert fillomino("encode", "3x2:3d2", "-e", PROGRAMS[name], "-o", file).code == 0
    done = run(file.read_text(encoding="utf-8"), find("yices"))
    answer.write_text(done.stdout, encoding="utf-8")
    assert fillomino("decode", file, answer).code == 0


BACKTRACKING = ROOT / "examples" / "foreign" / "backtracking.awk"
ANSWERS = f"mine=ans:awk -f {BACKTRACKING}"
SMALL = ("--every", "2", "--sampled", "4")
PAIR = Puzzle(rectangle(1, 2), {})


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


def test_solutions_are_read_in_every_form() -> None:
    assert solutions_in("none\n", PAIR, "mine") == []
    assert solutions_in("2 2\n", PAIR, "mine") == [(2, 2)]
    assert solutions_in("1 2\n2 2\n\n2 2\n", PAIR, "mine") == [(2, 2), (2, 2)]
    apart = Puzzle(from_links("AB", []), {})
    assert solutions_in("A = 1\nB = 1\n", apart, "mine") == [(1, 1)]
    assert solutions_in('{"A": 1, "B": 1}\n', apart, "mine") == [(1, 1)]


def test_an_output_that_is_no_list_of_solutions() -> None:
    with pytest.raises(RefusedError):
        solutions_in("; refuses all of them", PAIR, "mine")
    with pytest.raises(ProgramError, match="line 3"):
        solutions_in("2 2\n\n2 x\n", PAIR, "mine")


def test_a_right_program_is_found_right(fillomino: Runner) -> None:
    done = fillomino("audit", ANSWERS, *SMALL, "--json").ended(0)
    row = done.row
    assert (row["encoding"], row["right"]) == ("mine", True)
    assert row["not_encoded"].keys() == {"checkered", "basic", "walled", "size-limited", "odd-board"}


def test_wrong_fillings_and_missing_solutions_are_found(fillomino: Runner, tmp_path: Path) -> None:
    weak = slip(tmp_path, "return open || count == number[start]", "return 1")
    row = fillomino.row("audit", weak, *SMALL)
    assert (row["kind"], row["filling"], row["clues"]) == ("accepted", {"r1c1": 2}, {}) or row["violations"]
    strict = slip(tmp_path, "last = clue[x] ? clue[x] : size", "last = clue[x] ? clue[x] : 2")
    row = fillomino.row("audit", strict, *SMALL)
    assert (row["kind"], row["clues"], set(row["filling"].values())) == ("refused", {}, {3})
    twice = printing(tmp_path, "1", "", "1")
    row = fillomino.row("audit", twice, "--board", "1x1")
    assert (row["kind"], row["blocked"]) == ("not-blocked", {"r1c1": 1})


def test_explain_names_what_is_accepted_or_missed(fillomino: Runner, tmp_path: Path) -> None:
    assert fillomino("explain", "1x2:2a", "-e", ANSWERS).code == 0
    missing = fillomino("explain", "3x1:1b", "-e", printing(tmp_path, "none"))
    assert (missing.code, "misses" in missing.out) == (1, True)
    wrong = fillomino("explain", "2x1:b", "-e", printing(tmp_path, "1 1"))
    assert (wrong.code, "the region of 1s" in wrong.out) == (1, True)


def test_a_comparison_runs_it_beside_encodings(fillomino: Runner, tmp_path: Path) -> None:
    runs, puzzle = tmp_path / "runs.jsonl", ROOT / "examples" / "row.txt"
    both = ("-e", "forest-tight", "-s", "yices", "-e", ANSWERS)
    assert fillomino("compare", puzzle, *both, "--unique", "-o", runs, "--no-report").code == 0
    rows = [json.loads(line) for line in runs.read_text().splitlines() if '"status"' in line]
    assert {row["method"]: row["status"] for row in rows} == {
        "forest-tight yices": "solved",
        "mine": "solved",
    }


def test_a_wrong_answer_is_never_believed(fillomino: Runner, tmp_path: Path) -> None:
    done = fillomino("solve", "2x1:b", "--by", printing(tmp_path, "1 1")).ended(1)
    assert "wrong" in done.out + done.err
    fillomino("solve", "3x1:1b", "--by", printing(tmp_path, "none")).ended(4)


def test_a_page_starts_no_program(fillomino: Runner) -> None:
    from fillomino.errors import InputError
    from workbench.page.solving import by_paradigm

    with pytest.raises(InputError):
        by_paradigm(ANSWERS)
