"""A stranger's script does nothing that we did not read, whichever command takes it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.workbench.conftest import Runner

pytestmark = pytest.mark.usefixtures("in_process")

ATTACKS = {
    "option": '(set-option :regular-output-channel "P")(echo "words")',
    "glued": '(set-option:regular-output-channel "P")(echo "words")',
    "proof": '(set-option:sat.drat.file "P")',
    "tactic": '(check-sat-using (with sat:sat.drat.file "P"))',
    "bars": '(set-info :source |a\\ ) (set-option :regular-output-channel "P") (echo "words") ;|)',
    "escape": '(set-info :smt-lib-version 2.0)(echo "\\" b")(set-option :regular-output-channel "P")',
    "string": '(echo "a\\") (set-option :regular-output-channel "P") (echo ") (echo "b")',
    "comment": '#| (echo "|#") (set-option :regular-output-channel "P") ; "|',
    "include": '(include "P")',
    "oracle": "(declare-oracle-fun f (Int) Int P)(assert (= (f 1) 2))",
    "export": '(export-to-dimacs "P")',
    "blank": '(echo "a")\x0c(set-option\x0b:regular-output-channel "P")(echo "words")',
    "nul": '(echo "\x00")(set-option :regular-output-channel "P")(echo "words")',
    "return": '; a comment\r(set-option :regular-output-channel "P")(echo "words")',
    "nested": '(push 1)(set-option :diagnostic-output-channel "P")(pop 2)(assert nothing)',
    "symbol": "(set-option :fp.print_aig P)",
}
"""Texts by which P would be written, read or started, if a solver read them otherwise than we do."""

PUZZLE = "; puzzle 1 1\n; 0\n"
ASKING = "(set-logic QF_LIA)\n(declare-const n_0 Int)\n(assert (= n_0 1))\n"
END = "(check-sat)\n(get-value (n_0))\n"

COMMANDS = (
    ("solve", "FILE"),
    ("solve", "FILE", "-s", "z3"),
    ("solve", "FILE", "-s", "yices", "--keep", "kept"),
    ("compare", "FILE", "-s", "z3", "-s", "yices"),
    ("lint", "FILE"),
    ("check", "FILE"),
    ("check", "FILE", "--model", "-"),
    ("decode", "FILE", "-"),
    ("explain", "FILE"),
    ("explain", "FILE", "-s", "z3"),
    ("shrink", "FILE"),
    ("diff", "FILE", "FILE"),
    ("scramble", "FILE"),
    ("replay", "FILE"),
    ("audit", "FILE"),
    ("deduce", "FILE"),
)


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_no_command_touches_a_file_that_a_script_names(
    fillomino: Runner, words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    victim = tmp_path / "victim"
    for name, attack in ATTACKS.items():
        victim.write_text("words of its own")
        file = tmp_path / f"{name}.smt2"
        file.write_text(PUZZLE + ASKING + attack.replace("P", str(victim)) + "\n" + END, newline="")
        done = fillomino(*(str(file) if word == "FILE" else word for word in words), stdin="sat\n((n_0 1))\n")
        assert victim.read_text() == "words of its own", name
        assert done.code in range(6), done
        # A comment ends with its line, and a carriage return does not end one, to all solvers alike. The
        # commands that are excepted give no solver the text.
        assert done.code != 0 or name == "return" or words[0] in ("deduce", "decode", "scramble"), name


def test_what_was_kept_can_be_given_to_a_solver_by_hand(fillomino: Runner, tmp_path: Path) -> None:
    text = '; one\n(set-info :smt-lib-version 2.0)(set-info :source "a \\" b")\n(check-sat)\n(exit)(\n; two\n'
    fillomino("solve", fillomino.write("a.smt2", text), "--keep", tmp_path / "kept").ended(0)
    [kept] = (tmp_path / "kept").glob("*.smt2")
    assert fillomino.row("solve", kept)["verdict"] == ["sat"]
    assert [word in kept.read_text() for word in ("; one", "; two", '"a "" b"', "(exit)(")] == [
        True, True, True, False,
    ]  # fmt: skip


def test_what_is_harmless_is_left_out_or_passes(fillomino: Runner) -> None:
    text = (
        '(set-option :regular-output-channel "stdout")\n(set-option :diagnostic-output-channel "/dev/null")\n'
        "(set-option :print-success false)\n(set-option :sat.phase caching)\n(set-option :smt.mbqi true)\n"
        "(set-logic QF_LIA)\n(declare-const x Int)\n(assert (> x 1))\n(check-sat)\n(exit)\n"
        '(set-option :regular-output-channel "x")\n("\n'
    )
    file = fillomino.write("a.smt2", text)
    for solver in ("z3", "yices"):  # which replies `unsupported` to the options of Z3
        done = fillomino("solve", file, "-s", solver, "--json").ended(0)
        assert (done.row["verdict"], done.warned) == (["sat"], ["script-as-read"] * 2)
    done = fillomino("compare", file, "-s", "z3", "--no-report", "-o", file.with_suffix(".jsonl")).ended(0)
    assert done.warned.count("script-as-read") == 2
    found = fillomino("lint", file).ended(0).out
    assert [each in found for each in ("[channel]", "[after-exit]", "error")] == [True, True, False]


@pytest.mark.parametrize("name", ["solve", "lint", "scramble", "replay", "explain", "diff"])
def test_comments_and_symbols_in_latin_1_are_read(fillomino: Runner, name: str, tmp_path: Path) -> None:
    file = tmp_path / "a.smt2"
    file.write_bytes(
        b"; M\xfcller\n(set-info :source |M\xfcller|)\n(set-logic QF_UF)\n(assert true)\n(check-sat)\n"
    )
    more: dict[str, tuple[str | Path, ...]] = {"diff": (file,), "scramble": ("-o", tmp_path / "b.smt2")}
    words = (name, file, *more.get(name, ()))
    fillomino(*words).ended(0)
    if name == "scramble":
        assert b"|M\xfcller|" in (tmp_path / "b.smt2").read_bytes()
    file.write_bytes(b"; M\xfcller\n(declare-const M\xfcller Bool)(check-sat)\n")
    assert fillomino(*words).ended(1 if name == "lint" else 2)
