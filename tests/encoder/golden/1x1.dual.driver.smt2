; puzzle 1 1
;   0
; encoding dual
(set-info :smt-lib-version 2.6)
(set-option :produce-models true)
(set-logic QF_LIA)
(declare-fun n_0 () Int)
; family candidates: a number is one of those left
(assert (= n_0 1))
(check-sat)
(get-value (n_0))
(exit)
