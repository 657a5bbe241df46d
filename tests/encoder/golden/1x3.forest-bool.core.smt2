; puzzle 1 3
;   1 0 0
; puzzle {"info": {"title": "three in a row", "author": "nobody"}}
; encoding forest-bool
(set-info :smt-lib-version 2.6)
(set-option :produce-unsat-cores true)
(set-logic QF_UF)
(declare-fun n_0_1 () Bool)
(declare-fun n_1_1 () Bool)
(declare-fun n_1_2 () Bool)
(declare-fun n_2_1 () Bool)
(declare-fun n_2_2 () Bool)
; family known: cells fixed by deduction or a clue
(assert (! n_0_1 :named known_0))  ; r1c1
; family one-value: each cell holds one number
(assert (! (and (or n_1_1 n_1_2) (or (not n_1_1) (not n_1_2))) :named one-value_0))  ; r1c2
(assert (! (and (or n_2_1 n_2_2) (or (not n_2_1) (not n_2_2))) :named one-value_1))  ; r1c3
; family growth: a region must grow: all that a 2 needs, redundant for larger numbers
(assert (! (or n_2_2 (not n_1_2)) :named growth_0))  ; r1c2
(assert (! (or n_1_2 (not n_2_2)) :named growth_1))  ; r1c3
; family small-region: no two 1s, no three 2s; walls part numbers
(assert (! (not n_1_1) :named small-region_0))  ; r1c1 r1c2
(assert (! (or (not n_1_1) (not n_2_1)) :named small-region_1))  ; r1c2 r1c3
(check-sat)
(get-unsat-core)
(exit)
