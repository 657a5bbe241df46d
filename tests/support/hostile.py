"""Texts that would make a solver read or write files, and ways to hide them."""

from __future__ import annotations

import random

HOSTILE = (
    '(set-option :regular-output-channel "P")',
    '(set-option :diagnostic-output-channel "P")',
    "(set-option :sat.drat.file P)",
    '(|set-option| :sat.drat.file "P")',
    "(set-option :trace true)",
    "(set-option :TRACE true)",
    '(set-option :trace_file_name "P")',
    "(set-option :solver.smtlib2_log P)",
    "(set-option :solver.proof.log P)",
    "(set-option :solver.axioms2files true)",
    "(set-option :out 1)",
    "(set-option :dump-models true)",
    '(set-option :produce-models "P")',
    '(include "P")',
    '(|include| "P")',
    "(get-proof-graph)",
    '(check-sat-using (using-params sat :drat.file "P"))',
    "(apply (! sat :drat.file P))",
    '(echo #| x |y |# "a")(set-option :trace true) ; |)',
)


def hidden(text: str, chance: random.Random) -> str:
    """A text among other commands, with blanks and comments in it."""
    blanks = (" ", "\n", "\t", ' ; "\n', " ; |\n", " ; (\n")
    spaced = text.replace(" :", chance.choice(blanks) + ":").replace(' "P"', chance.choice(blanks) + '"P"')
    before = ('(echo "(")', "(declare-fun |(set-option :| () Bool)", "; set-option\n", '(echo "a""b")')
    return "\n".join([*chance.sample(before, 2), spaced, "(check-sat)"])
