; puzzle 1 1
;   0
; encoding forest-bv
(set-info :smt-lib-version 2.6)
(set-option :produce-unsat-cores true)
(set-logic QF_BV)
(declare-fun n_0 () (_ BitVec 2))
; family candidates: a number is one of those left
(assert (! (= n_0 (_ bv1 2)) :named candidates_0))  ; r1c1
(check-sat)
(get-unsat-core)
(exit)
