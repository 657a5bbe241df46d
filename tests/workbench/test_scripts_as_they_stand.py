"""Scripts of whatever origin, run as they stand by every command and from Python."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import pytest

import fillomino as front_door
from drivers import Limits, Sat, Unsat, find, run
from tests.support import needs
from tests.support.clock import JumpingClock
from tests.support.logics import STRANGERS, Stranger
from tests.support.programs import shell_script
from tests.support.runs import kept
from tests.workbench.conftest import EXAMPLES, Done, Runner

pytestmark = pytest.mark.usefixtures("in_process")

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
STATED_ONCE = INCREMENTAL.replace("(set-info :status unsat)\n", "", 1)
ASKING = SAT.replace("(check-sat)", "(check-sat)\n(get-value (x))")
FALSE = ("(check-sat)", "(assert false)\n(check-sat)")


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
    """A solver that prints the same whatever it is asked; a model only if it is asked for one."""
    verdicts, model, rest = (prints, "", "") if "error" in prints else prints.partition("\n(")
    answers = f"asked=$(cat)\nprintf '%s\\n' '{verdicts}'\n"
    answers += f"case $asked in *'(get-'*) printf '%s\\n' '({rest}';; esac\n" if model else ""
    return f"{name}=smt:{shell_script(folder / name, answers)}"  # versions are cached by the command


Rows = dict[tuple[str, str], dict[str, Any]]


def compared(fillomino: Runner, *arguments: str) -> tuple[Done, Rows]:
    """A comparison, and the rows of its file by script and method."""
    done = fillomino("compare", *arguments, "-o", "runs.jsonl", "--no-report")
    return done, {(row["file"], row["method"]): row for row in kept(Path("runs.jsonl"))}


# --- solve


@pytest.mark.parametrize(
    ("text", "code", "status", "verdict"),
    [
        (SAT, 0, "solved", ["sat"]),
        (stated("sat", SAT), 0, "solved", ["sat"]),
        (UNSAT, 1, "unsolvable", ["unsat"]),
        (stated("unsat", SAT), 1, "solved", ["sat"]),
        (stated("sat", UNSAT), 1, "wrong", ["unsat"]),
        (SAT.replace("(assert", "(get-qe x)\n(assert", 1), 4, "failed", []),
        (INCREMENTAL, 0, "solved", ["sat", "unsat", "sat"]),
        (STATED_ONCE, 0, "solved", ["sat", "unsat", "sat"]),  # a :status is of the next check alone
    ],
)
@pytest.mark.parametrize("by", ["z3", "yices"])
def test_solve(fillomino: Runner, text: str, code: int, status: str, verdict: list[str], by: str) -> None:
    file = fillomino.write("a.smt2", text)
    row = fillomino("solve", file, "-s", by, "--json").ended(code).row
    assert (row["status"], row["verdict"]) == (status, verdict)
    assert fillomino("solve", file, "-s", by).code == code


def test_solve_prints_what_the_script_asks_for(fillomino: Runner) -> None:
    file = fillomino.write("a.smt2", ASKING)
    assert fillomino.row("solve", file)["output"] == "sat\n((x 3))\n"
    assert fillomino("solve", file, "--plain").out == "sat\n((x 3))\n"
    row = fillomino.row("solve", fillomino.write("a.smt2", "(assert"))
    assert (row["status"], row["encoding"], row["solver"]) == ("failed", "", "")


@pytest.mark.parametrize(
    ("text", "place"),
    [
        (f'(set-option :regular-output-channel "out")\n{SAT}', (1, 13)),
        (HEAD + "(assert (> x 2)\n(check-sat)\n", (3, 1)),
        (HEAD, (None, None)),
        ("", (None, None)),
    ],
)
@pytest.mark.parametrize("command", ["solve", "compare", "shrink -s z3 -s yices"])
def test_what_can_not_be_taken_is_named_with_its_place(
    fillomino: Runner, folder: Path, command: str, text: str, place: tuple[int | None, int | None]
) -> None:
    write(folder, a=text)
    assert fillomino(*command.split(), "a.smt2").ended(2).place == (*place, "a.smt2")
    assert not (folder / "out").exists()


@pytest.mark.parametrize(
    "command",
    [
        "solve -e forest",
        "solve --unique",
        "solve --limit 2",
        "solve --by backtracking",
        "compare -s yices --encoding forest",
        "compare -s yices --method deduction",
        "compare -s yices --strategies all-subsets",
        "compare -s yices --deduce full",
        "compare -s yices --unique",
        f"compare {FIRST}",
    ],
)
def test_a_script_is_never_encoded_anew(fillomino: Runner, folder: Path, command: str) -> None:
    write(folder, a=SAT)
    fillomino(*command.split(), "a.smt2").refused("option-conflict")


# --- compare


def test_compare_runs_the_text_as_it_stands(fillomino: Runner, folder: Path) -> None:
    encoded = fillomino("encode", FIRST).out
    files = write(folder, plain=SAT, whole=encoded, more=INCREMENTAL)
    done, rows = compared(fillomino, *files, "-s", "z3", "-s", "yices")
    assert (done.code, len(rows)) == (0, 6)
    assert {row["verdict"] for (file, _), row in rows.items() if file != "more.smt2"} == {"sat"}
    assert rows["more.smt2", "yices"]["verdict"] == ["sat", "unsat", "sat"]
    assert rows["more.smt2", "z3"]["expected"] == ["sat", "unsat", "sat"]
    assert rows["whole.smt2", "z3"]["filling"] == rows["whole.smt2", "yices"]["filling"] is not None
    assert rows["plain.smt2", "z3"]["filling"] is None


@pytest.mark.parametrize(
    ("options", "change", "code", "status"),
    [
        ((), FALSE, 1, "wrong"),  # an edited file is not the one that was written
        (("-e", "forest", "--drop", "same-root"), ("", ""), 1, "wrong"),  # its filling breaks the rules
        ((), None, 0, "solved"),  # asked for some numbers, it is not judged by them
    ],
)
def test_a_script_of_a_puzzle_is_judged_by_its_rules(
    fillomino: Runner,
    folder: Path,
    options: tuple[str, ...],
    change: tuple[str, str] | None,
    code: int,
    status: str,
) -> None:
    encoded = fillomino("encode", FIRST, *options).out
    some = encoded.partition("(get-value")[0] + "(get-value (n_0 n_1))\n"
    [file] = write(folder, edited=encoded.replace(*change) if change else some)
    done, rows = compared(fillomino, file, "-s", "z3")
    row = rows[file, "z3"]
    assert (done.code, row["status"]) == (code, status)
    assert bool(row["violations"]) is bool(options)
    assert row["verdict"] == ("unsat" if change == FALSE else "sat")
    assert change is not None or row["filling"] is None


FUNCTION = (
    "(set-logic QF_UFLIA)\n(declare-const x Int)\n(declare-fun q (Int) Int)\n"
    "(assert (= (q x) 2))\n{}(check-sat)\n"
)
LINEAR = FUNCTION.format("(assert (> x 0))\n")
MODEL = "(define-fun x () Int {}) (define-fun q ((z Int)) Int {})"
SECOND = (
    f"{HEAD}(check-sat)\n(push 1)\n(assert (> x 2))\n(check-sat)\n(pop 1)\n(assert (< x 1))\n(check-sat)\n"
)


@pytest.mark.parametrize(
    ("text", "lies", "wrong", "contradicted"),
    [
        # Models of those who say sat are asked for, and evaluated by us, or by another solver.
        (SAT, ["unsat"], {"liar"}, set()),
        (LINEAR, ["unsat"], {"liar"}, set()),
        (SECOND, ["sat\nunsat\nsat"], {"liar"}, set()),
        (UNSAT, [f"sat\n({MODEL.format(5, 1)})"], {"liar"}, set()),
        (FUNCTION.format("(assert (> 2 (q x)))\n"), [f"sat\n({MODEL.format(5, 3)})"], {"liar"}, set()),
        (FUNCTION.format("(assert (> 2 (q x)))\n"), ["sat\n(nonsense)"], set(), {"liar", "z3", "yices"}),
        # Without a model nothing decides; a majority does not either.
        (UNSAT, ["sat"], set(), {"liar", "z3", "yices"}),
        (UNSAT, ["sat", "sat", "sat"], set(), {"liar", "liar1", "liar2", "z3", "yices"}),
        (SAT, ["unsat", "unsat", "unsat"], {"liar", "liar1", "liar2"}, set()),
        # A status or a model in the script's own reply decides before.
        (stated("sat", SAT), ["unsat"], {"liar"}, set()),
        (ASKING, ["unsat"], {"liar"}, set()),
        (SAT, ["unknown"], set(), set()),
    ],
)
@pytest.mark.parametrize("first", [True, pytest.param(False, marks=pytest.mark.thorough)])
def test_who_is_right_does_not_depend_on_the_order(
    fillomino: Runner,
    folder: Path,
    text: str,
    lies: list[str],
    wrong: set[str],
    contradicted: set[str],
    first: bool,
) -> None:
    needs.solver("yices")
    if wrong and "(q " in text:
        needs.module("cvc5", "cvc5")  # a third opinion on a model of a function
    [file] = write(folder, a=text)
    liars = [liar(folder, lie, f"liar{number or ''}") for number, lie in enumerate(lies)]
    named = [*liars, "z3", "yices"] if first else ["yices", "z3", *liars]
    done, rows = compared(fillomino, file, *(word for name in named for word in ("-s", name)))
    summed = {row["method"]: row for row in fillomino.rows("report", "runs.jsonl")}
    found = {
        kind: {name for name, row in summed.items() if row["statuses"].get(kind)}
        for kind in ("wrong", "contradicted")
    }
    assert found == {"wrong": wrong, "contradicted": contradicted}
    assert {name for name, row in summed.items() if row["wins"]} <= summed.keys() - wrong - contradicted
    assert bool(done.code) is bool(wrong | contradicted)
    answered = {method for (_, method), row in rows.items() if row["status"] in ("solved", "unsolvable")}
    assert {name for name, row in summed.items() if row["answered"]} == answered - wrong - contradicted
    again, rows_again = compared(fillomino, file, *(word for name in named for word in ("-s", name)))
    assert (again.code, rows_again) == (done.code, rows)


def test_from_python_contradictions_are_settled(folder: Path) -> None:
    [file] = write(folder, a=SAT)
    comparison = front_door.compare(file, solvers=[liar(folder, "unsat"), "z3"])
    assert {row.method: row.checks.models for row in comparison.rows} == {"liar": (), "z3": (True,)}


@pytest.mark.parametrize(
    ("text", "lie", "statuses"),
    [
        (stated("sat", UNSAT), None, {"yices": ("wrong", "unsat")}),
        (ASKING, "sat\n((x 1))", {"liar": ("wrong", "sat"), "yices": ("solved", "sat")}),
        (SAT, "unsat", {"liar": ("unsolvable", "unsat"), "yices": ("solved", "sat")}),
    ],
    ids=["a status", "a model that makes an assertion false", "two solvers"],
)
def test_verdicts_that_contradict(
    fillomino: Runner, folder: Path, text: str, lie: str | None, statuses: dict[str, tuple[str, str]]
) -> None:
    [file] = write(folder, a=text)
    solvers = ("-s", liar(folder, lie), "-s", "yices") if lie else ("-s", "yices")
    done, rows = compared(fillomino, file, *solvers)
    assert (done.code, done.out[:5]) == (1, "WRONG")
    assert {method: (row["status"], row["verdict"]) for (_, method), row in rows.items()} == statuses


@pytest.mark.parametrize(
    ("text", "lie", "wrong"),
    [
        (stated("unsat", SAT), "", set()),
        (stated("unsat", ASKING), "", set()),
        (stated("unsat", LINEAR), "", set()),
        (INCREMENTAL.replace(":status sat", ":status unsat", 1), "", set()),
        (stated("unsat", SECOND), "", set()),
        (stated("unsat", SAT), "unsat", {"liar"}),
        (stated("unsat", SAT), "sat", set()),
        (stated("unsat", SAT), f"sat\n({MODEL.format(7, 1)})", set()),
    ],
)
def test_a_model_overrules_a_wrong_status(
    fillomino: Runner, folder: Path, text: str, lie: str, wrong: set[str]
) -> None:
    needs.solver("yices")
    if "(q " in text:
        needs.module("cvc5", "cvc5")
    [file] = write(folder, a=text)
    names = [*([liar(folder, lie)] if lie else []), "z3", "yices"]
    done, rows = compared(fillomino, file, *(word for name in names for word in ("-s", name)))
    assert done.code == 1
    assert "[wrong-status]" in done.out
    summed = {row["method"]: row for row in fillomino.rows("report", "runs.jsonl")}
    assert {name for name, row in summed.items() if row["statuses"].get("wrong")} == wrong
    assert {method for (_, method), row in rows.items() if row["status"] == "wrong"} == set()
    for name in ("z3", "yices"):
        row = fillomino("solve", file, "-s", name, "--json").ended(1).row
        assert row["code"] == "wrong-status"
        assert row["status"] in ("solved", "unsolvable")
    answer = front_door.solve_script(file)
    assert answer.status in ("solved", "unsolvable")


@pytest.mark.parametrize(
    ("text", "lie", "code"),
    [
        (stated("unsat", UNSAT), "sat", 1),
        (stated("unsat", UNSAT), f"sat\n({MODEL.format(5, 1)})", 1),
        (stated("sat", SAT), "unsat", 1),
        (stated("unsat", FUNCTION.format("")), f"sat\n({MODEL.format(5, 3)})", 1),
    ],
)
def test_a_status_stands_where_no_model_refutes_it(
    fillomino: Runner, folder: Path, text: str, lie: str, code: int
) -> None:
    [file] = write(folder, a=text)
    name = liar(folder, lie)
    row = fillomino("solve", file, "-s", name, "--json").ended(code).row
    assert row["status"] == "wrong"
    assert "code" not in row
    done, rows = compared(fillomino, file, "-s", name)
    assert (done.code, rows[file, "liar"]["status"]) == (1, "wrong")


def test_a_status_of_some_checks_alone(fillomino: Runner, folder: Path) -> None:
    files = write(
        folder, a=STATED_ONCE, b=STATED_ONCE.replace(":status sat)\n(check-sat)\n(push", ":x y)(push")
    )
    fillomino("compare", *files, "-s", "z3", "-s", "yices", "-o", "runs.jsonl").ended(0)
    assert {tuple(row["expected"]) for row in kept(Path("runs.jsonl"))} == {
        ("sat", None, "sat"),
        (None, "sat"),
    }
    fillomino("report", "runs.jsonl", "-o", "page").ended(0)
    with Path("page", "runs.csv").open(encoding="utf-8", newline="") as table:
        assert {line["expected"].split()[-1] for line in csv.DictReader(table)} == {"sat"}


@pytest.mark.parametrize("prints", ['(error "oh")\nsat', 'sat\n(error "oh")', "", "sat\nsat"])
def test_an_error_before_or_after_an_answer_is_a_failure(
    fillomino: Runner, folder: Path, prints: str
) -> None:
    [file] = write(folder, a=SAT)
    done, rows = compared(fillomino, file, "-s", liar(folder, prints))
    assert (done.code, rows[file, "liar"]["status"]) == (4, "failed")


def test_verdicts_before_the_limit_count(fillomino: Runner, folder: Path, clock: JumpingClock) -> None:
    clock.jump_when_printed("unsat")
    late = (
        "if grep -q check-sat; then echo sat; echo unsat; exec sleep 3600; fi"  # not when asked its version
    )
    slow = f"slow=smt:{shell_script(folder / 'slow', late)}"
    row = fillomino.row("solve", *write(folder, a=INCREMENTAL), "-s", slow, "--timeout", "600")
    assert (row["status"], row["verdict"]) == ("timeout", ["sat", "unsat"])


def test_runs_are_resumed_by_the_text_and_scrambled(fillomino: Runner, folder: Path) -> None:
    [file] = write(folder, a=SAT)
    for text, runs in ((SAT, 1), (SAT, 1), (UNSAT, 2)):
        write(folder, a=text)
        assert compared(fillomino, file, "-s", "yices")[0].code == 0
        assert len(Path("runs.jsonl").read_text(encoding="utf-8").splitlines()) == runs
    files = write(folder, plain=UNSAT, whole=fillomino("encode", FIRST).out)
    fillomino("compare", *files, "-s", "z3", "--scramble", "3", "-o", "orders.jsonl").ended(0)
    rows = kept(Path("orders.jsonl"))
    assert len(rows) == 6
    assert len({(row["file"], row["verdict"], row["filling"]) for row in rows}) == 2
    assert (folder / "orders-report" / "index.html").is_file()


def test_a_folder_holds_scripts_or_puzzles(fillomino: Runner, folder: Path) -> None:
    (folder / "set").mkdir()
    write(folder / "set", a=SAT, b=UNSAT)
    done, rows = compared(fillomino, "set", "-s", "yices")
    assert (done.code, len(rows)) == (0, 2)
    (folder / "set" / "first.txt").write_text(FIRST.read_text(encoding="utf-8"), encoding="utf-8")
    for command in ("solve", "compare"):
        fillomino(command, "set").refused("option-conflict")


def test_a_script_that_can_not_be_taken_stops_no_other(fillomino: Runner, folder: Path) -> None:
    scripts = write(folder, good=SAT, bad=f'(include "x")\n{SAT}')
    done, rows = compared(fillomino, *scripts, "-s", "yices")
    assert (done.code, [file for file, _ in rows]) == (2, ["good.smt2"])


def test_a_solver_is_one_method_whatever_the_logics_of_the_scripts(fillomino: Runner, folder: Path) -> None:
    booleans = "(set-logic QF_UF)(declare-const p Bool)(assert p)(check-sat)"
    compared(fillomino, *write(folder, integers=SAT, booleans=booleans), "-s", "yices", "-s", "z3:tuned")
    runs = {row["method"]: row["runs"] for row in fillomino.rows("report", "runs.jsonl")}
    assert runs == {"yices": 2, "z3:tuned": 2}


# --- replay, explain, diff, lint


def test_the_status_is_compared_by_replay_and_explain(fillomino: Runner) -> None:
    for text in (stated("unsat", SAT), stated("sat", UNSAT)):
        file = fillomino.write("a.smt2", text)
        assert fillomino("replay", file, "--json").ended(1).rows[-1]["ending"] == "contradicted"
        row = fillomino("explain", file, "--json").ended(1).row
        assert {row["verdict"], row["stated"]} == {"sat", "unsat"}
    assert fillomino("replay", fillomino.write("c.smt2", INCREMENTAL)).code == 0
    filler = "".join(f"; {'x' * 9_998}\n" for _ in range(450))
    long = fillomino.write("long.smt2", UNSAT.replace("(check-sat)", f"{filler}(check-sat)"))
    for command, code in (("solve", 1), ("explain", 1), ("replay", 0), ("diff", 0)):
        assert fillomino(command, *([long, long] if command == "diff" else [long])).code == code
    [last] = [row for row in fillomino.rows("lint", long) if row["kind"] == "no-exit"]
    assert last["line"] == 455


# --- a script without comments, bound to its puzzle

BOUND = ("--puzzle", str(FIRST))


@pytest.fixture
def bare(fillomino: Runner, folder: Path) -> str:
    """As a program of somebody else writes it: no comment, names by the convention, one get-value a cell."""
    lines = fillomino("encode", FIRST, "-e", "forest").out.splitlines()
    text = "\n".join(line.partition(";")[0] for line in lines)
    asked = "\n".join(f"(get-value (n_{cell}))" for cell in range(25))
    [file] = write(folder, bare=text[: text.index("(get-value")] + asked)
    return file


def test_a_puzzle_is_bound_to_a_script_without_comments(fillomino: Runner, folder: Path, bare: str) -> None:
    row = fillomino.row("solve", bare, *BOUND)
    assert (row["status"], len(row["filling"])) == ("solved", 5)
    assert fillomino.row("audit", bare, *BOUND)["right"]
    assert fillomino("explain", bare, *BOUND).code == 0
    output = fillomino.row("solve", bare, "-s", "yices")["output"]
    assert fillomino.row("decode", bare, "-", *BOUND, stdin=output)["filling"] == row["filling"]
    done, rows = compared(fillomino, bare, *BOUND, "-s", "yices")
    assert (done.code, rows[bare, "yices"]["cells"]) == (0, 25)
    assert rows[bare, "yices"]["filling"] is not None
    write(folder, wrong=(folder / bare).read_text(encoding="utf-8").replace(*FALSE))
    for command in ("solve", "audit", "explain"):
        assert fillomino(command, "wrong.smt2", *BOUND).code == 1
    fillomino("solve", bare, "--puzzle", "nosuch").refused("no-such-file")
    for words in (["solve"], ["explain"], ["shrink"], ["compare", "--no-report"]):
        for given in (BOUND, ("--cells", "n_{index}")):
            assert fillomino(*words, FIRST, *given).ended(2).fault in ("option-conflict", None)


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
    assert first.checks.verdicts == second.checks.verdicts == ("sat",)
    rows = front_door.solve([[0, 2, 0], [0, 0, 0]])  # rows of numbers are a puzzle
    assert (rows.status, rows.solution is None) == ("solved", False)


# --- small scripts in many logics


@pytest.fixture(params=STRANGERS)
def stranger(request: pytest.FixtureRequest) -> Stranger:
    return STRANGERS[request.param]


def test_a_stranger_is_solved_explained_and_replayed(fillomino: Runner, stranger: Stranger) -> None:
    path = fillomino.write("stranger.smt2", stranger.text)
    row = fillomino.row("solve", path)
    assert (row["verdict"], row["expected"], row["error"]) == ([stranger.status], [stranger.status], None)
    row = fillomino("explain", path, "--json").ended({"sat": 0, "unsat": 1}[stranger.status]).row
    assert row["verdict"] == stranger.status
    solvers = ("-s", "z3", "-s", "yices" if stranger.yices else "cvc5")
    *_, asked, _ = fillomino("replay", path, *solvers, "--json").ended(0).rows
    assert [reply["reply"] for reply in asked["replies"]] == [stranger.status] * 2
    assert {row["level"] for row in fillomino.rows("lint", path)} <= {"warning"}


@pytest.mark.parametrize("yices", [True, False])
def test_strangers_are_compared(fillomino: Runner, folder: Path, yices: bool) -> None:
    strangers = {name: each for name, each in STRANGERS.items() if each.yices is yices}
    files = write(folder, **{name: each.text for name, each in strangers.items()})
    solvers = ("-s", "z3", "-s", "yices" if yices else "cvc5")
    done, _ = compared(fillomino, *files, *solvers, "--scramble", "2")
    rows = kept(Path("runs.jsonl"))
    assert (done.code, len(rows)) == (0, 4 * len(strangers))
    for row in rows:
        assert row["verdict"] == strangers[row["file"].removesuffix(".smt2")].status, row["error"]


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.thorough)])
def test_scramble_and_diff(fillomino: Runner, stranger: Stranger, seed: int) -> None:
    path = fillomino.write("stranger.smt2", stranger.text)
    text = fillomino("scramble", path, "--seed", str(seed)).out
    answer = run(text, find("z3"), Limits(seconds=600)).answer
    assert isinstance(answer, Sat if stranger.status == "sat" else Unsat)
    bare = text.partition("; Names here")[0]  # without the comments that hold the original's names
    for other in (text, bare):
        assert fillomino("diff", path, fillomino.write("other.smt2", other)).code == 0


@pytest.mark.parametrize(
    "text", ["(exit)\n", "(exit)\n(check-sat)\n", "(set-logic QF_LIA)\n(exit)\n", "()\n", "; a\n"]
)
@pytest.mark.parametrize(
    "command", ["solve", "explain", "check", "audit", "replay", "shrink", "compare", "lint", "diff"]
)
def test_a_script_with_next_to_nothing_in_it_is_no_traceback(
    text: str, command: str, fillomino: Runner
) -> None:
    file = fillomino.write("a.smt2", text)
    more = [file] if command == "diff" else ["-s", "z3", "-s", "yices"] if command == "shrink" else []
    assert fillomino(command, file, *more).code in (0, 1, 2, 3)
