"""Texts that would make a solver read or write files, and ways to hide them."""

from __future__ import annotations

import random

BY_OPTIONS = (
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
    '(set-option :err "P")',
    "(set-option :fp.print_aig P)",
    "(set-option :opt.solution_prefix P)",
    '(set-option :write-cnf "P")',
    "(set-option :smt.qi.cost (P))",
    "(set-option :timeout)",
    "(set-option :timeout 1 :trace true)",
    "(set-option timeout 1)",
    "(set-option :dump-models true)",
    '(set-option :produce-models "P")',
    '(include "P")',
    '(|include| "P")',
    '(export-to-dimacs "P")',
    "(declare-oracle-fun f (Int) Int P)",
    "(dbg-set-const P)",
    "(dump-everything)",
    "(save P)",
    "(get-proof-graph P)",
    "(|check-sat|)",
    "(INCLUDE P)",
    "(get-proof-graph)",
    '(check-sat-using (using-params sat :drat.file "P"))',
    "(apply (! sat :drat.file P))",
)
"""Commands and options that solvers are not given."""

BY_TOKENS = (
    '(set-option:regular-output-channel "P")(echo "words")',
    '(set-option:sat.drat.file "P")',
    "(set-option:solver.axioms2files true)",
    '(check-sat-using (with sat:sat.drat.file "P"))',
    '(set-info :source |a\\ ) (set-option :regular-output-channel "P") (echo "words") ;|)',
    '(declare-fun |a\\|| () Bool)(set-option :regular-output-channel "P")(echo "|")',
    '(echo "a\\")(set-option :regular-output-channel "P")(echo ")")',
    '(echo #| x |y |# "a")(set-option :trace true) ; |)',
    '(echo "a") #; (set-option :regular-output-channel "P")',
    '(echo "a")\x0c(check-sat)',
    '(echo\x0b"a")',
    "(declare-fun\xa0a () Bool)",
    "(declare-fun a\u2028b () Bool)",
    '(echo "a\x00b")',
    "(declare-fun |a\x1bb| () Bool)",
    "(declare-fun 1a () Bool)",
    "(declare-fun a'b () Bool)",
    "(declare-fun a{b} () Bool)",
    "(assert (! true:named a))",
    "(assert (= #b2 #b0))",
    "\ufeff(check-sat)",
)
"""Tokens that solvers read in different ways, by which something could hide."""

HOSTILE = (*BY_OPTIONS, *BY_TOKENS)


def hidden(text: str, chance: random.Random) -> str:
    """A text among other commands, with blanks and comments in it."""
    blanks = (" ", "\n", "\t", ' ; "\n', " ; |\n", " ; (\n")
    spaced = text.replace(" :", chance.choice(blanks) + ":").replace(' "P"', chance.choice(blanks) + '"P"')
    before = ('(echo "(")', "(declare-fun |(set-option :| () Bool)", "; set-option\n", '(echo "a""b")')
    return "\n".join([*chance.sample(before, 2), spaced, "(check-sat)"])
