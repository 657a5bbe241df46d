"""Scripts of whatever origin, run as they stand by every command and from Python."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import fillomino as front_door
from drivers import Limits, Sat, Unsat, find
from drivers.backend import run
from tests.support.logics import STRANGERS, Stranger
from tests.workbench.conftest import EXAMPLES, Runner

FIRST = EXAMPLES / "first.txt"
HEAD = "(set-logic QF_LIA)\n(declare-const x Int)\n"
SAT = f"{HEAD}(assert (> x 2))\n(check-sat)\n"
UNSAT = f"{HEAD}(assert (> x 2))\n(assert (< x 1))\n(check-sat)\n"
INCREMENTAL = f"""{HEAD}(assert (> x 0))
(set-info :status sat)
(check-sat)
(push 1)
(assert (< x 0))
(set-info :status unsat)
(check-sat)
(pop 1)
(echo "sat")
(set-info :status sat)
(check-sat)
"""
ASKING = SAT.replace("(check-sat)", "(check-sat)\n(get-value (x))")


def stated(status: str, text: str) -> str:
    return f"(set-info :status {status})\n{text}"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(folder: Path, **files: str) -> list[str]:
    for name, text in files.items():
        (folder / f"{name}.smt2").write_text(text, encoding="utf-8")
    return [f"{name}.smt2" for name in files]


def liar(folder: Path, prints: str, name: str = "liar") -> str:
    """A solver that prints the same whatever it is asked."""
    path = folder / name
    path.write_text(f"#!/bin/sh\ncat > /dev/null\nprintf '%s\\n' '{prints}'\n", encoding="utf-8")
    path.chmod(0o755)
    return f"{name}=smt:{path}"  # versions are cached by the command


def compared(fillomino: Runner, *arguments: str) -> tuple[int, str, dict[tuple[str, str], dict[str, object]]]:
    done = fillomino("compare", *arguments, "-o", "runs.jsonl", "--no-report")
    rows = map(json.loads, Path("runs.jsonl").read_text(encoding="utf-8").splitlines())
    return done.code, done.out, {(row["file"], row["method"]): row for row in rows}


# --- solve


@pytest.mark.parametrize(
    ("text", "code", "status", "verdict"),
    [
        (SAT, 0, "solved", ["sat"]),
        (stated("sat", SAT), 0, "solved", ["sat"]),
        (UNSAT, 1, "unsolvable", ["unsat"]),
        (stated("unsat", SAT), 1, "wrong", ["sat"]),
        (SAT.replace("(assert", "(frobnicate)\n(assert", 1), 4, "failed", []),
        (INCREMENTAL, 0, "solved", ["sat", "unsat", "sat"]),
    ],
)
@pytest.mark.parametrize("by", ["z3", "yices"])
def test_solve(
    fillomino: Runner, folder: Path, text: str, code: int, status: str, verdict: list[str], by: str
) -> None:
    write(folder, a=text)
    done = fillomino("solve", "a.smt2", "-s", by, "--json")
    row = done.row
    assert (done.code, row["status"], row["verdict"]) == (code, status, verdict)
    assert fillomino("solve", "a.smt2", "-s", by).code == code


def test_solve_prints_what_the_script_asks_for(fillomino: Runner, folder: Path) -> None:
    write(folder, a=ASKING)
    row = fillomino.row("solve", "a.smt2")
    assert row["output"] == "sat\n((x 3))\n"
    assert "((x 3))" in fillomino("solve", "a.smt2").out


@pytest.mark.parametrize(
    ("text", "place"),
    [
        (f'(set-option :regular-output-channel "out")\n{SAT}', "a.smt2:1:13"),
        (HEAD + "(assert (> x 2)\n(check-sat)\n", "a.smt2:3:1"),
        (HEAD, "a.smt2: this script asks nothing"),
        ("", "a.smt2: no SMT-LIB command found"),
    ],
)
@pytest.mark.parametrize("command", ["solve", "compare", "shrink -s z3 -s yices"])
def test_what_can_not_be_taken_is_named_with_its_place(
    fillomino: Runner, folder: Path, command: str, text: str, place: str
) -> None:
    write(folder, a=text)
    fillomino(*command.split(), "a.smt2").ended(2).warns(place)
    assert not (folder / "out").exists()


def test_the_row_of_a_script_that_can_not_be_read_names_no_encoding(fillomino: Runner, folder: Path) -> None:
    write(folder, a="(assert")
    row = fillomino.row("solve", "a.smt2")
    assert (row["status"], row["encoding"], row["solver"]) == ("failed", "", "")


@pytest.mark.parametrize(
    "options",
    [["-e", "forest"], ["--unique"], ["--limit", "2"], ["--by", "backtracking"], ["--certificate", "cc"]],
)
def test_options_of_puzzles_make_no_sense_of_a_script(
    fillomino: Runner, folder: Path, options: list[str]
) -> None:
    write(folder, a=SAT)
    assert fillomino("solve", "a.smt2", *options).code == 2


# --- compare


def test_compare_runs_the_text_as_it_stands(fillomino: Runner, folder: Path) -> None:
    encoded = fillomino("encode", str(FIRST)).out
    files = write(folder, plain=SAT, whole=encoded, more=INCREMENTAL)
    code, _, rows = compared(fillomino, *files, "-s", "z3", "-s", "yices")
    assert code == 0
    assert len(rows) == 6
    assert {row["verdict"] for (file, _), row in rows.items() if file != "more.smt2"} == {"sat"}
    assert rows["more.smt2", "yices"]["verdict"] == ["sat", "unsat", "sat"]
    assert rows["more.smt2", "z3"]["expected"] == ["sat", "unsat", "sat"]
    assert rows["whole.smt2", "z3"]["filling"] == rows["whole.smt2", "yices"]["filling"] is not None
    assert rows["plain.smt2", "z3"]["filling"] is None


def test_an_edited_file_is_not_the_one_that_was_written(fillomino: Runner, folder: Path) -> None:
    encoded = fillomino("encode", str(FIRST)).out
    [file] = write(folder, edited=encoded.replace("(check-sat)", "(assert false)\n(check-sat)"))
    code, out, rows = compared(fillomino, file, "-s", "yices")
    assert (code, rows[file, "yices"]["status"], rows[file, "yices"]["verdict"]) == (1, "wrong", "unsat")
    assert out.startswith("WRONG")


def test_a_filling_that_breaks_the_rules_is_wrong(fillomino: Runner, folder: Path) -> None:
    encoded = fillomino("encode", str(FIRST), "-e", "forest", "--drop", "same-root").out
    [file] = write(folder, weak=encoded)
    code, _, rows = compared(fillomino, file, "-s", "z3")
    assert code == 1
    assert rows[file, "z3"]["violations"]


def test_a_script_that_asks_for_some_numbers_is_not_judged_by_them(fillomino: Runner, folder: Path) -> None:
    encoded = fillomino("encode", str(FIRST)).out
    head, _, _ = encoded.partition("(get-value")
    [file] = write(folder, some=head + "(get-value (n_0 n_1))\n")
    code, _, rows = compared(fillomino, file, "-s", "yices")
    assert (code, rows[file, "yices"]["status"], rows[file, "yices"]["filling"]) == (0, "solved", None)


def test_a_status_contradicts(fillomino: Runner, folder: Path) -> None:
    [file] = write(folder, a=stated("unsat", SAT))
    code, out, rows = compared(fillomino, file, "-s", "yices")
    assert (code, rows[file, "yices"]["status"], out[:5]) == (1, "wrong", "WRONG")


def test_a_model_that_makes_an_assertion_false_is_wrong(fillomino: Runner, folder: Path) -> None:
    [file] = write(folder, a=ASKING)
    lying = liar(folder, "sat\n((x 1))")
    code, _, rows = compared(fillomino, file, "-s", lying, "-s", "yices")
    assert (code, rows[file, "liar"]["status"], rows[file, "yices"]["status"]) == (1, "wrong", "solved")


def test_solvers_that_contradict_each_other_come_first(fillomino: Runner, folder: Path) -> None:
    [file] = write(folder, a=SAT)
    code, out, rows = compared(fillomino, file, "-s", liar(folder, "unsat"), "-s", "yices")
    assert (code, out[:5]) == (1, "WRONG")
    assert {row["verdict"] for row in rows.values()} == {"sat", "unsat"}


@pytest.mark.parametrize("prints", ['(error "oh")\nsat', 'sat\n(error "oh")', "", "sat\nsat"])
def test_an_error_before_or_after_an_answer_is_a_failure(
    fillomino: Runner, folder: Path, prints: str
) -> None:
    [file] = write(folder, a=SAT)
    code, _, rows = compared(fillomino, file, "-s", liar(folder, prints))
    assert (code, rows[file, "liar"]["status"]) == (4, "failed")


def test_verdicts_before_the_limit_count(fillomino: Runner, folder: Path) -> None:
    [file] = write(folder, a=INCREMENTAL)
    slow = folder / "slow"
    late = "if grep -q check-sat; then echo sat; echo unsat; exec sleep 60; fi"  # not when asked its version
    slow.write_text(f"#!/bin/sh\n{late}\n", encoding="utf-8")
    slow.chmod(0o755)
    row = fillomino.row("solve", file, "-s", f"slow=smt:{slow}", "--timeout", "0.5")
    assert (row["status"], row["verdict"]) == ("timeout", ["sat", "unsat"])


def test_runs_are_resumed_by_the_text(fillomino: Runner, folder: Path) -> None:
    [file] = write(folder, a=SAT)
    compared(fillomino, file, "-s", "yices")
    before = Path("runs.jsonl").read_bytes()
    compared(fillomino, file, "-s", "yices")
    assert Path("runs.jsonl").read_bytes() == before
    write(folder, a=UNSAT)
    fillomino("compare", file, "-s", "yices", "-o", "runs.jsonl", "--no-report").ended(0)
    assert len(Path("runs.jsonl").read_text(encoding="utf-8").splitlines()) == 2


def test_scrambled_orders_keep_the_verdict_and_the_filling(fillomino: Runner, folder: Path) -> None:
    encoded = fillomino("encode", str(FIRST)).out
    files = write(folder, plain=UNSAT, whole=encoded)
    done = fillomino("compare", *files, "-s", "z3", "--scramble", "3", "-o", "runs.jsonl")
    rows = [json.loads(line) for line in Path("runs.jsonl").read_text(encoding="utf-8").splitlines()]
    assert (done.code, len(rows)) == (0, 6)
    assert len({(row["file"], row["verdict"], row["filling"]) for row in rows}) == 2
    assert (folder / "runs-report" / "index.html").is_file()


def test_a_folder_holds_scripts_or_puzzles(fillomino: Runner, folder: Path) -> None:
    (folder / "set").mkdir()
    write(folder / "set", a=SAT, b=UNSAT)
    code, _, rows = compared(fillomino, "set", "-s", "yices")
    assert (code, len(rows)) == (0, 2)
    (folder / "set" / "first.txt").write_text(FIRST.read_text(encoding="utf-8"), encoding="utf-8")
    for command in ("solve", "compare"):
        done = fillomino(command, "set").ended(2)
        assert "2 scripts" in done.err and "1 puzzle" in done.err


def test_a_script_that_can_not_be_taken_stops_no_other(fillomino: Runner, folder: Path) -> None:
    files = write(folder, good=SAT, bad=f'(include "x")\n{SAT}')
    code, _, rows = compared(fillomino, *files, "-s", "yices")
    assert (code, [file for file, _ in rows]) == (2, ["good.smt2"])


@pytest.mark.parametrize(
    "options",
    [
        ["-e", "forest"],
        ["-m", "deduction"],
        ["--strategies", "all-subsets"],
        ["--deduce", "full"],
        ["--unique"],
    ],
)
def test_a_script_is_never_encoded_anew(fillomino: Runner, folder: Path, options: list[str]) -> None:
    write(folder, a=SAT)
    done = fillomino("compare", "a.smt2", "-s", "yices", *options).ended(2)
    assert options[0].replace("-e", "--encoding").replace("-m", "--method") in done.err


def test_scripts_and_puzzles_are_not_compared_together(fillomino: Runner, folder: Path) -> None:
    write(folder, a=SAT)
    assert fillomino("compare", "a.smt2", str(FIRST)).code == 2


def test_a_solver_is_one_method_whatever_the_logics_of_the_scripts(fillomino: Runner, folder: Path) -> None:
    files = write(
        folder, integers=SAT, booleans="(set-logic QF_UF)(declare-const p Bool)(assert p)(check-sat)"
    )
    fillomino("compare", *files, "-s", "yices", "-s", "z3:tuned", "-o", "runs.jsonl", "--no-report")
    rows = fillomino.rows("report", "runs.jsonl")
    assert {row["method"]: row["runs"] for row in rows} == {"yices": 2, "z3:tuned": 2}


def test_the_status_is_compared_by_replay_and_explain(fillomino: Runner, folder: Path) -> None:
    for name, text in (("a", stated("unsat", SAT)), ("b", stated("sat", UNSAT))):
        [file] = write(folder, **{name: text})
        for command in ("replay", "explain"):
            done = fillomino(command, file)
            assert (done.code, "WRONG: " in done.out) == (1, True), done
    [file] = write(folder, c=INCREMENTAL)
    assert fillomino("replay", file).code == 0


def test_long_scripts_are_taken_by_all(fillomino: Runner, folder: Path) -> None:
    filler = "".join(f"; {'x' * 98}\n" for _ in range(45_000))
    [file] = write(folder, long=UNSAT.replace("(check-sat)", f"{filler}(check-sat)"))
    for command, code in (("solve", 1), ("explain", 1), ("replay", 0), ("diff", 0)):
        assert fillomino(command, *([file, file] if command == "diff" else [file])).code == code
    assert ":45005:" in fillomino("lint", file).out  # there is no (exit) at the end


# --- a script without comments, bound to its puzzle


@pytest.fixture
def bare(fillomino: Runner, folder: Path) -> str:
    """As a program of somebody else writes it: no comment, names by the convention, one get-value a cell."""
    lines = fillomino("encode", str(FIRST), "-e", "forest").out.splitlines()
    text = "\n".join(line.partition(";")[0] for line in lines)
    asked = "\n".join(f"(get-value (n_{cell}))" for cell in range(25))
    [file] = write(folder, bare=text[: text.index("(get-value")] + asked)
    return file


BOUND = ("--as", f"puzzle={FIRST}")


def test_a_puzzle_is_bound_to_a_script_without_comments(fillomino: Runner, bare: str) -> None:
    row = fillomino.row("solve", bare, *BOUND)
    assert (row["status"], len(row["filling"])) == ("solved", 5)
    assert fillomino.row("audit", bare, *BOUND)["right"]
    assert fillomino("explain", bare, *BOUND).code == 0
    printed = fillomino("solve", bare, "-s", "yices", "--json")
    output = printed.row["output"]
    decoded = fillomino("decode", bare, "-", *BOUND, "--json", stdin=output)
    assert decoded.row["filling"] == row["filling"]
    code, _, rows = compared(fillomino, bare, *BOUND, "-s", "yices")
    assert (code, rows[bare, "yices"]["cells"]) == (0, 25)
    assert rows[bare, "yices"]["filling"] is not None


@pytest.mark.parametrize("command", ["solve", "audit", "explain"])
def test_what_a_bound_script_gets_wrong_is_found(
    fillomino: Runner, folder: Path, bare: str, command: str
) -> None:
    text = (folder / bare).read_text(encoding="utf-8").replace("(check-sat)", "(assert false)\n(check-sat)")
    write(folder, wrong=text)
    assert fillomino(command, "wrong.smt2", *BOUND).code == 1


def test_a_puzzle_that_can_not_be_read_is_named(fillomino: Runner, bare: str) -> None:
    assert "nosuch" in fillomino.refuses("solve", bare, "--as", "puzzle=nosuch")


# --- from Python


def test_the_front_door_runs_scripts(folder: Path) -> None:
    write(folder, a=ASKING)
    answer = front_door.solve_script("a.smt2", "yices")
    assert (answer.verdicts, answer.status, answer.output) == (("sat",), "solved", "sat\n((x 3))\n")
    assert front_door.solve_script(UNSAT).status is front_door.Status.UNSOLVABLE
    with pytest.raises(front_door.InputError) as refused:
        front_door.solve("a.smt2")
    assert refused.value.code == "no-puzzle"
    [first, second] = front_door.compare("a.smt2").rows
    assert first.verdict == second.verdict == "sat"


def test_rows_of_numbers_are_a_puzzle() -> None:
    answer = front_door.solve([[0, 2, 0], [0, 0, 0]])
    assert answer.status == "solved"
    assert answer.solution is not None


EXIT = {"sat": 0, "unsat": 1}


@pytest.fixture(params=STRANGERS)
def stranger(request: pytest.FixtureRequest) -> Stranger:
    return STRANGERS[request.param]


@pytest.fixture
def path(stranger: Stranger, tmp_path: Path) -> Path:
    file = tmp_path / "stranger.smt2"
    file.write_text(stranger.text, encoding="utf-8")
    return file


def test_a_stranger_is_solved(fillomino: Runner, stranger: Stranger, path: Path) -> None:
    row = fillomino.row("solve", path)
    assert (row["verdict"], row["expected"], row["error"]) == ([stranger.status], [stranger.status], None)


@pytest.mark.parametrize("yices", [True, False])
def test_strangers_are_compared(fillomino: Runner, tmp_path: Path, yices: bool) -> None:
    strangers = {f"{name}.smt2": each for name, each in STRANGERS.items() if each.yices is yices}
    for name, stranger in strangers.items():
        (tmp_path / name).write_text(stranger.text, encoding="utf-8")
    runs = tmp_path / "runs.jsonl"
    solvers = ["-s", "z3", "-s", "yices" if yices else "cvc5"]
    done = fillomino("compare", tmp_path, *solvers, "-o", runs, "--no-report", "--scramble", "2")
    rows = [json.loads(line) for line in runs.read_text(encoding="utf-8").splitlines()]
    assert len(rows) == 4 * len(strangers)
    for row in rows:
        assert row["verdict"] == strangers[Path(row["file"]).name].status, row["error"]
    assert done.code == 0


def test_a_stranger_is_explained(fillomino: Runner, stranger: Stranger, path: Path) -> None:
    done = fillomino("explain", path).ended(EXIT[stranger.status])
    assert any(line.startswith(f"{stranger.status}:") for line in done.out.splitlines())


@pytest.mark.parametrize("seed", [1, 2])
def test_scramble_and_diff(fillomino: Runner, stranger: Stranger, path: Path, seed: int) -> None:
    other = path.with_name("other.smt2")
    other.write_text(fillomino("scramble", path, "--seed", str(seed)).out, encoding="utf-8")
    answer = run(other.read_text(encoding="utf-8"), find("z3"), Limits(seconds=20)).answer
    assert isinstance(answer, Sat if stranger.status == "sat" else Unsat)
    assert fillomino("diff", path, other).code == 0
    bare = other.with_name("bare.smt2")  # without the comments that hold the original's names
    bare.write_text(other.read_text(encoding="utf-8").partition("; Names here")[0], encoding="utf-8")
    assert fillomino("diff", path, bare).code == 0


def test_a_stranger_is_replayed(fillomino: Runner, stranger: Stranger, path: Path) -> None:
    solvers = ["-s", "z3", "-s", "yices" if stranger.yices else "cvc5"]
    done = fillomino("replay", path, *solvers).ended(0)
    assert done.out.count(f": {stranger.status} (") == 2


def test_lint_finds_no_error(fillomino: Runner, path: Path) -> None:
    assert ": error:" not in fillomino("lint", path).out
