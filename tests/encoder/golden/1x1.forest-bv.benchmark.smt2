; puzzle 1 1
;   0
; encoding forest-bv
(set-info :smt-lib-version 2.6)
(set-logic QF_BV)
(set-info :source |The pencil puzzle Fillomino: 1 cell, 0 clues, in the encoding forest-bv of fillomino-smt.|)
(set-info :category "crafted")
(declare-fun n_0 () (_ BitVec 2))
; family candidates: a number is one of those left
(assert (= n_0 (_ bv1 2)))
(check-sat)
(exit)
