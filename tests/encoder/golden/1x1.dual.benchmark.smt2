(set-info :smt-lib-version 2.6)
(set-logic QF_LIA)
(set-info :source |
The pencil puzzle Fillomino: 1 cell, 0 clues.
Encoding dual.
|)
(set-info :category "crafted")
(set-info :status unknown)
; puzzle 1 1
;   0
; encoding dual
(declare-fun n_0 () Int)
; family candidates: a number is one of those left
(assert (= n_0 1))
(check-sat)
(exit)
