(set-info :smt-lib-version 2.6)
(set-logic QF_UF)
(set-info :source |
The pencil puzzle Fillomino: 1 cell, 0 clues.
Encoding elimination.
|)
(set-info :category "crafted")
(set-info :status unknown)
; puzzle 1 1
;   0
; encoding elimination
(declare-fun n_0_1 () Bool)
; family known: cells fixed by deduction or a clue
(assert n_0_1)
(check-sat)
(exit)
