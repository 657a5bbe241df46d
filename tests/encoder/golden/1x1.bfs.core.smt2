; puzzle 1 1
;   0
; encoding bfs
(set-info :smt-lib-version 2.6)
(set-option :produce-unsat-cores true)
(set-logic QF_UF)
(declare-fun n_0_1 () Bool)
; family known: cells fixed by deduction or a clue
(assert (! n_0_1 :named known_0))  ; r1c1
(check-sat)
(get-unsat-core)
(exit)
