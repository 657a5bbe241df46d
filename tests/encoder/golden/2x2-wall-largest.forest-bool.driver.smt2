; puzzle 2 2
;   0 0
;   0 1
; puzzle {"walls": [["r1c1", "r1c2"]], "largest_region": 3}
; encoding forest-bool
(set-info :smt-lib-version 2.6)
(set-option :produce-models true)
(set-logic QF_UF)
(declare-fun n_1_1 () Bool)
(declare-fun n_3_1 () Bool)
(declare-fun n_0_1 () Bool)
(declare-fun n_0_2 () Bool)
(declare-fun n_2_1 () Bool)
(declare-fun n_2_2 () Bool)
; family known: cells fixed by deduction or a clue
(assert n_1_1)
(assert n_3_1)
; family one-value: each cell holds one number
(assert (and (or n_0_1 n_0_2) (or (not n_0_1) (not n_0_2))))
(assert (and (or n_2_1 n_2_2) (or (not n_2_1) (not n_2_2))))
; family growth: a region must grow: all that a 2 needs, redundant for larger numbers
(assert (or n_2_2 (not n_0_2)))
(assert (or n_0_2 (not n_2_2)))
; family small-region: no two 1s, no three 2s; walls part numbers
(assert (or (not n_0_1) (not n_2_1)))
(assert false)
(assert (not n_2_1))
(assert (not n_0_1))
(check-sat)
(get-value (n_1_1 n_3_1 n_0_1 n_0_2 n_2_1 n_2_2))
(exit)
