; puzzle 1 3
;   1 0 0
; puzzle {"info": {"title": "three in a row", "author": "nobody"}}
; encoding forest-bool
(set-info :smt-lib-version 2.6)
(set-option :produce-models true)
(set-logic QF_UF)
(declare-fun n_0_1 () Bool)
(declare-fun n_1_1 () Bool)
(declare-fun n_1_2 () Bool)
(declare-fun n_2_1 () Bool)
(declare-fun n_2_2 () Bool)
; family known: cells fixed by deduction or a clue
(assert n_0_1)
; family one-value: each cell holds one number
(assert (and (or n_1_1 n_1_2) (or (not n_1_1) (not n_1_2))))
(assert (and (or n_2_1 n_2_2) (or (not n_2_1) (not n_2_2))))
; family growth: a region must grow: all that a 2 needs, redundant for larger numbers
(assert (or n_2_2 (not n_1_2)))
(assert (or n_1_2 (not n_2_2)))
; family small-region: no two 1s, no three 2s; walls part numbers
(assert (not n_1_1))
(assert (or (not n_1_1) (not n_2_1)))
(check-sat)
(get-value (n_0_1 n_1_1 n_1_2 n_2_1 n_2_2))
(exit)
