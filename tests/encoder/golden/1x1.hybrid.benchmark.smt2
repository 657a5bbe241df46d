(set-info :smt-lib-version 2.6)
(set-logic QF_BV)
(set-info :source |
The pencil puzzle Fillomino: 1 cell, 0 clues.
Encoding hybrid.
|)
(set-info :category "crafted")
(set-info :status unknown)
; puzzle 1 1
;   0
; encoding hybrid
(declare-fun n_0 () (_ BitVec 1))
; family candidates: a number is one of those left
(assert (= n_0 (_ bv1 1)))
(check-sat)
(exit)
