; puzzle 1 1
;   0
; encoding hybrid
(set-info :smt-lib-version 2.6)
(set-option :produce-models true)
(set-logic QF_BV)
(declare-fun n_0 () (_ BitVec 1))
; family candidates: a number is one of those left
(assert (= n_0 (_ bv1 1)))
(check-sat)
(get-value (n_0))
(exit)
