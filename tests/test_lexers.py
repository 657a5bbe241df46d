"""Random bytes: what solvers execute of them is what we read; a moment of ``scripts/fuzz.py --lexers``."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from smtlib.errors import SexprError
from smtlib.sendable import sendable
from smtlib.sexpr import read_commands
from tests.support import lexers
from tests.support.hostile import HOSTILE
from tests.support.lexers import COMMANDS, PIECES, DifferenceError, Lexers


def test_solvers_execute_what_we_read(tmp_path: Path) -> None:
    fuzzer = Lexers(1, tmp_path / "victim", ("z3", "yices"))
    for _ in range(150):
        fuzzer.step()
    for text in HOSTILE:
        fuzzer.try_text(text.replace("P", str(fuzzer.victim)))
    assert min(fuzzer.done["z3"], fuzzer.done["refused"]) > 20


def test_a_difference_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fuzzer = Lexers(1, tmp_path / "victim", ("z3",))
    for text in ('(set-option:regular-output-channel "P")(echo "e1")', '(set-info :s |\\ )(echo "e1");|)'):
        monkeypatch.setattr(lexers, "sendable", lambda text, **_: text)
        with pytest.raises(DifferenceError):
            fuzzer.try_text(text.replace("P", str(fuzzer.victim)))


@given(st.lists(st.sampled_from([*COMMANDS, *PIECES]), max_size=8).map("".join))
@example('(echo "E")(set-option :regular-output-channel "stdout")')
@settings(deadline=None)
def test_what_is_sent_is_what_was_read(text: str) -> None:
    """And it is sent again as it is."""
    try:
        sent = sendable(text, whole=True)
        read = read_commands(text)
    except SexprError:
        return
    if not sent.strip():
        return
    assert sendable(sent, whole=True) == sent
    kept = [node for node in read if "-output-channel" not in str(node)]
    again = [node for node in read_commands(sent) if ":smt-lib-version" not in str(node)]
    assert [(node.line, node.head) for node in again] == [
        (node.line, node.head) for node in kept if ":smt-lib-version" not in str(node)
    ]
