; puzzle 1 3
;   1 0 0
; puzzle {"info": {"title": "three in a row", "author": "nobody"}}
; encoding layers
(set-info :smt-lib-version 2.6)
(set-option :produce-unsat-cores true)
(set-logic QF_UF)
(declare-fun n_0_1 () Bool)
(declare-fun n_1_1 () Bool)
(declare-fun n_1_2 () Bool)
(declare-fun n_2_1 () Bool)
(declare-fun n_2_2 () Bool)
(declare-fun q_0_1 () Bool)
(declare-fun q_1_2 () Bool)
(declare-fun t_1_1_1 () Bool)
; family known: cells fixed by deduction or a clue
(assert (! n_0_1 :named known_0))  ; r1c1
; family one-value: each cell holds one number
(assert (! (and (or n_1_1 n_1_2) (or (not n_1_1) (not n_1_2))) :named one-value_0))  ; r1c2
(assert (! (and (or n_2_1 n_2_2) (or (not n_2_1) (not n_2_2))) :named one-value_1))  ; r1c3
; family equal: neighbours are equal
(assert (! (= q_0_1 (and n_0_1 n_1_1)) :named equal_0))  ; r1c1 r1c2
(assert (! (= q_1_2 (or (and n_1_1 n_2_1) (and n_1_2 n_2_2))) :named equal_1))  ; r1c2 r1c3
; family count: the flood from a cell covers as many cells as its number
(assert (! (not q_0_1) :named count_0))  ; r1c1
(assert (! (= t_1_1_1 (or q_0_1 q_1_2)) :named count_1))  ; r1c2
(assert (! (not (and q_1_2 q_0_1)) :named count_2))  ; r1c2
(assert (! (=> n_1_1 (not t_1_1_1)) :named count_3))  ; r1c2
(assert (! (=> n_1_2 t_1_1_1) :named count_4))  ; r1c2
(assert (! (=> n_2_1 (not q_1_2)) :named count_5))  ; r1c3
(assert (! (=> n_2_2 q_1_2) :named count_6))  ; r1c3
(check-sat)
(get-unsat-core)
(exit)
