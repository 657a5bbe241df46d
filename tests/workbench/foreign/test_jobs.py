"""Every job takes a program's encoding: commands, Python, packages, workers; but no page or file."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import fillomino as front
from encoder.encodings import table
from encoder.encodings.table import GROUP, of_packages
from encoder.errors import EncodingError
from fillomino import formats
from fillomino.clock import PROGRAM
from fillomino.rules import violations
from tests.workbench.conftest import EXAMPLES, ROOT, Runner
from tests.workbench.foreign.conftest import AWK, DISTANCES, Written
from workbench.choose.encodings import find_encoding
from workbench.methods.question import Question
from workbench.methods.result import Status
from workbench.methods.table import smt
from workbench.page.auditing import audited
from workbench.page.jobs import encode_job

SERVED = f"served=cmd:--serve --puzzle-format plain mawk -W interactive -f {AWK}"
TWO = "3x2:3d2"


def test_solve_finds_and_counts_all_solutions(fillomino: Runner) -> None:
    ours = json.loads(fillomino("solve", TWO, "-e", "forest", "--limit", "20", "--json").out)
    done = fillomino("solve", TWO, "-e", DISTANCES, "--limit", "20", "--json")
    its = json.loads(done.out)
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
    done = fillomino("audit", DISTANCES, "--every", "2", "--sampled", "2")
    assert done.code == 0
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
    row = json.loads(done.out)
    assert (row["kind"], {each["family"] for each in row["assertions"]}) == ("accepted", {"path"})


def test_audit_shows_what_each_family_is_for(fillomino: Runner) -> None:
    done = fillomino("audit", DISTANCES, "--families", "--every", "2", "--sampled", "2")
    assert done.code == 0
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
    done = fillomino("compare", EXAMPLES / "row.txt", *both, "-o", runs, "--no-report")
    assert done.code == 4
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
    done = fillomino("diff", DISTANCES, "forest", EXAMPLES / "row.txt", "--every", "2")
    assert done.code == 0
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
    done = fillomino("encode", TWO, "-e", DISTANCES, "-f", flavour)
    assert done.code == 0
    assert "(set-logic QF_LIA)" in done.out
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
    done = fillomino("solve", EXAMPLES / "cube.cells", "-e", DISTANCES)
    assert done.code == 3
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
    row = json.loads(done.out)
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
