(set-info :smt-lib-version 2.6)
(set-logic QF_BV)
(set-info :source |
The pencil puzzle Fillomino: 1 cell, 0 clues.
Encoding forest-bv.
|)
(set-info :category "crafted")
(set-info :status unknown)
; puzzle 1 1
;   0
; encoding forest-bv
(declare-fun n_0 () (_ BitVec 2))
; family candidates: a number is one of those left
(assert (= n_0 (_ bv1 2)))
(check-sat)
(exit)
