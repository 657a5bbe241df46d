; puzzle 1 1
;   0
; encoding time-step
(set-info :smt-lib-version 2.6)
(set-option :produce-unsat-cores true)
(set-logic QF_LIA)
(declare-fun n_0 () Int)
; family candidates: a number is one of those left
(assert (! (= n_0 1) :named candidates_0))  ; r1c1
(check-sat)
(get-unsat-core)
(exit)
