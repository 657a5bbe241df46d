; puzzle 1 1
;   0
; encoding forest-bool
(set-info :smt-lib-version 2.6)
(set-option :produce-models true)
(set-logic QF_UF)
(declare-fun n_0_1 () Bool)
; family known: what deduction or a clue tells
(assert n_0_1)
(check-sat)
(get-value (n_0_1))
(exit)
