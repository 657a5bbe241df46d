"""The text that solvers are given: what is refused, what is left out, and that all tokens stay."""

from __future__ import annotations

import random
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from drivers import Limits, Session, find, run
from drivers.lookup import find_program
from encoder.encoding import Encoding
from fillomino.board import rectangle
from fillomino.puzzle import Puzzle
from smtlib.allowed import OPTIONS, refused
from smtlib.errors import SexprError
from smtlib.render import driver
from smtlib.sendable import is_plain, sendable
from smtlib.sexpr import read_commands, read_nodes
from smtlib.text import Text
from tests.support import needs
from tests.support.encodings import BY_ENCODING
from tests.support.hostile import BY_OPTIONS, HOSTILE, hidden
from tests.support.texts import lint

HARMLESS = (
    '(set-option :produce-models true)(echo "include")',
    "(set-option :smt.mbqi false)(set-option :smt.qi.eager_threshold 100.0)",
    "(set-option :auto_config false)(set-option :timeout 1000)(set-option :seed -1)",
    '(set-option :sat.phase caching)(set-option :smt.string_solver "seq")(set-option :decision internal)',
    "(set-option :print-skolem-definitions true)(set-option :pp.decimal true)(set-option :print-inst num)",
    "(set-option :fp.datalog.output_profile true)(set-option :sat.drat.check_unsat true)",
    "(set-option :bool-to-bv all)(set-option :smt.qi.profile true)",
    '; (include "x")\n(check-sat)',
    "(declare-fun include () Int)(assert (= include 2))",
    "(check-sat)(eval x :completion true)",
    "(check-sat-using (then simplify (with smt :smt.random_seed 3)))",
    "(assert (! a :named load))",
    "(assert-soft a :weight 0.5 :id goal)(minimize x)(get-objectives)",
    "(declare-fun a,b () Bool)(assert (= x 1/2 007 1. #f3m5))",
    *(f"(set-option {option} true)" for option in sorted(OPTIONS)),
)


@pytest.mark.parametrize("text", HOSTILE)
def test_what_could_do_more_is_refused_with_its_place(text: str) -> None:
    with pytest.raises(SexprError) as caught:
        sendable(Text(f"(set-logic QF_LIA)\n {text}", "its.smt2"))
    assert (caught.value.source, caught.value.line) == ("its.smt2", 2)
    assert caught.value.column
    assert any(each.error and each.line == 2 for each in lint(f"(set-logic QF_LIA)\n {text}"))


@pytest.mark.parametrize("text", HARMLESS)
def test_what_only_asks_passes(text: str) -> None:
    assert read_commands(sendable(text)) == read_commands(text)


def test_it_is_found_wherever_it_stands() -> None:
    chance = random.Random(1)
    for _ in range(300):
        with pytest.raises(SexprError):
            sendable(hidden(chance.choice(BY_OPTIONS), chance))


@pytest.mark.parametrize("name", ["z3", "yices"])
def test_no_driver_sends_it(name: str, tmp_path: Path) -> None:
    path = tmp_path / "written"
    redirects = f'(set-option :regular-output-channel "{path}")'
    for text in (redirects, redirects.replace("option ", "option"), f"(set-info :a |\\ ){redirects};|)"):
        with pytest.raises(SexprError):
            run(f"{text}\n(check-sat)", find(name), Limits(seconds=600))
        with Session(find(name), Limits(seconds=600)) as session:
            for send in (session.command, session.send_script):
                with pytest.raises(SexprError):
                    send(text)
            session.command("(set-logic QF_UF)")
            assert session.command("(check-sat)") == "sat"
    assert not path.exists()


def _of_z3() -> Iterator[tuple[str, str]]:
    """The options that Z3 lists: name and type."""
    program = find_program("z3")
    assert program is not None
    listed = subprocess.run([program, "-p"], capture_output=True, text=True, check=True).stdout
    module = ""
    for line in listed.splitlines():
        if match := re.match(r"\[module\] ([^\s,]+)", line):
            module = f"{match[1]}."
        elif match := re.match(r"\s+(\S+) \(([a-z ]+)\)", line):
            yield module + match[1], match[2]


def test_every_option_of_z3_that_names_a_file_is_refused() -> None:
    """A new one whose name tells nothing of files fails here: then `smtlib.allowed` needs a word more."""
    words = {
        "encoding", "tactic.default_tactic", "sat.branching.heuristic", "sat.cardinality.encoding", "sat.gc",
        "sat.local_search_mode", "sat.lookahead.cube.cutoff", "sat.lookahead.reward", "sat.pb.lemma_format",
        "sat.pb.resolve", "sat.pb.solver", "sat.phase", "sat.restart", "opt.maxsat_engine",
        "opt.optsmt_engine", "opt.priority", "nnf.mode", "fp.datalog.check_relation",
        "fp.datalog.default_relation", "fp.datalog.default_table", "fp.datalog.default_table_checker",
        "fp.engine", "fp.spacer.logic", "fp.tab.selection",
        "fp.xform.instantiate_arrays.slice_technique", "smt.logic", "smt.mbqi.id", "smt.qi.cost",
        "smt.seq.regex_orientation", "smt.seq.regex_transition_mode", "smt.string_solver",
    }  # fmt: skip
    for name, kind in _of_z3():
        passes = not list(refused(read_nodes(f"(set-option :{name} abc)")))
        assert passes <= (name in words or kind not in ("symbol", "string")), name


def test_every_option_of_cvc5_that_names_a_file_is_refused() -> None:
    needs.module("cvc5", "cvc5")
    import cvc5

    solver = cvc5.Solver(cvc5.TermManager())
    for name in solver.getOptionNames():
        kind = solver.getOptionInfo(name)["type"]
        passes = not list(refused(read_nodes(f"(set-option :{name} abc)")))
        if kind is str or kind is None:  # text, or what the program itself reads
            assert not passes or name in ("force-logic", "quiet", "rweight", "verbose"), name


@pytest.mark.parametrize("channel", ["stdout", "stderr", "/dev/null"])
def test_channels_that_are_defaults_are_left_out(channel: str) -> None:
    text = f'(set-option :regular-output-channel "{channel}")\n(check-sat)'
    assert [node.line for node in read_commands(sendable(text))] == [2]
    assert [(finding.kind, finding.error) for finding in lint(text) if finding.line == 1] == [
        ("channel", False)
    ]
    with pytest.raises(SexprError):
        sendable(text.replace(channel, f"./{channel}"))


def test_nothing_after_exit_is_sent_or_read() -> None:
    assert sendable('(check-sat)\n(exit)\n(set-option :trace true)("|') == "(check-sat)\n(exit)"


@pytest.mark.parametrize(
    ("text", "echoed"),
    [
        ('(set-info :smt-lib-version 2.0)(echo "a \\"b\\\\ \\c")', '"a ""b\\ \\c"'),
        ('(set-info :smt-lib-version 2.0)(echo "a\\\\")', '"a\\"'),
        ('(set-info :smt-lib-version 2.6)(echo "a\\")', '"a\\"'),
        ('(set-info :smt-lib-version 2.0)(set-info :smt-lib-version 2.6)(echo "a\\")', '"a\\"'),
        ('(echo "a""b\\\\")', '"a""b\\\\"'),
    ],
)
def test_strings_are_sent_as_since_version_2_5(text: str, echoed: str) -> None:
    sent = read_commands(sendable(text, whole=True))
    assert sent[-1].items[1].atom == echoed
    versions = [node.items[2].atom for node in sent if node.items[1].atom == ":smt-lib-version"]
    assert set(versions) == {"2.6"}


def test_every_token_stays_on_its_line_and_in_its_column() -> None:
    text = (
        '; a comment with a "\r\n'
        "(set-logic\tQF_UF) ; another |\n"
        '(set-info :source |two\nlines ; no comment|) (echo "a;b")\r\n'
        "(declare-fun |a b| () Bool)(assert(not |a b|)); (\n"
        '(set-option :diagnostic-output-channel\n"stderr") (check-sat)\n'
        "(exit) rest ("
    )
    sent = sendable(text)
    kept = [node for node in read_commands(text) if "channel" not in str(node)]
    assert read_commands(sent) == kept
    assert ";" not in re.sub(r'\|[^|]*\||"[^"]*"', "", sent)
    assert sent.endswith("\n(exit)")


def test_glued_tokens_are_parted() -> None:
    sent = sendable('(echo"a")(set-info :source|x|)(declare-fun |a||b| () Bool)')
    assert sent.strip() == '(echo "a")(set-info :source |x|)(declare-fun |a| |b| () Bool)'


def test_comments_may_be_kept() -> None:
    text = '; one\n(echo "a;b") ; two\n(exit) ; three\n( four ; five\n'
    sent = sendable(text, comments=True)
    assert re.findall("; [a-z]+", sent) == ["; one", "; two", "; three", "; five"]
    assert read_commands(sent) == read_commands(text)


@pytest.mark.parametrize("data", [b"; M\xfcller\n(check-sat)", b"(set-info :source |M\xfcller|)(check-sat)"])
def test_bytes_of_older_texts_are_kept(data: bytes) -> None:
    sent = sendable(data.decode("utf-8", "surrogateescape"), whole=True)
    assert sent.encode("utf-8", "surrogateescape").count(b"\xfc") == data.count(b"|M\xfc")


@BY_ENCODING
def test_what_our_encodings_write_is_sent_as_it_is(encoding: Encoding) -> None:
    for logic in encoding.logics:
        script = driver(encoding.script(Puzzle(rectangle(2, 3), {0: 3, 5: 1}), logic))
        assert is_plain(script)
        assert sendable(script) is script


@pytest.mark.parametrize(
    "text",
    [
        "(assert true)(check-sat)",
        "(assert\n true)",
        "(assert true) (",
        "(check-sat))",
        "(set-option :trace true)",
        "(set-option :verbosity 1) (set-option :trace true)",
        "(set-info  :smt-lib-version 2.0)",
        "(set-info :smt-lib-version 2.0)",
        "(get-info :name) (include a)",
        "(eval x :completion true) (include a)",
        "(assertion true)",
        "(include a)",
        '(echo "a")',
        "(assert |a|)",
        "(assert a\\b)",
        "(assert true) ; a",
        "(check-sat)\r\n",
        "(check-sat)\t",
    ],
)
def test_other_texts_are_looked_at(text: str) -> None:
    assert not is_plain(text)
    assert not is_plain(f"(check-sat)\n{text}\n(check-sat)")


@pytest.mark.parametrize(
    "text",
    [
        "(set-logic QF_LIA)\n(set-info :status sat)\n(assert true)\n(check-sat)\n",
        "(set-info ; (\n :status\n unsat) (check-sat)(set-info :status sat)(check-sat)\n",
        '(set-info :source |(set-info :status sat)|)(echo "(set-info :status sat)")(check-sat) ; :status',
        '(set-info :smt-lib-version 2.0)(set-info :notes "a\\"b")(set-info :status sat)(check-sat)',
        "(set-info :status-of-mind x)(set-info :status)(set-info :status (a b))(check-sat)(exit)",
        "(set-info :status\r\n sat)\r\n(check-sat)\r\n",
    ],
)
def test_a_status_can_be_kept_from_solvers_and_all_else_stays_in_its_place(text: str) -> None:
    read, sent = read_commands(text), sendable(text, whole=True, statuses=False)
    kept = [node for node in read if [item.atom for item in node.items[:2]] != ["set-info", ":status"]]
    states = [node.line for node in read_commands(sendable(text, whole=True))]
    assert states == [node.line for node in read]
    assert [node.line for node in read_commands(sent)] == [node.line for node in kept]
    assert [node.head for node in read_commands(sent)] == [node.head for node in kept]
    asked = [node.column for node in kept if node.head == "check-sat"]
    assert [node.column for node in read_commands(sent) if node.head == "check-sat"] == asked
