; puzzle 2 2
;   0 0
;   0 1
; puzzle {"walls": [["r1c1", "r1c2"]], "largest_region": 3}
; encoding layers
(set-info :smt-lib-version 2.6)
(set-option :produce-unsat-cores true)
(set-logic QF_UF)
(declare-fun n_1_1 () Bool)
(declare-fun n_3_1 () Bool)
(declare-fun n_0_1 () Bool)
(declare-fun n_0_2 () Bool)
(declare-fun n_2_1 () Bool)
(declare-fun n_2_2 () Bool)
(declare-fun q_0_2 () Bool)
(declare-fun q_1_3 () Bool)
(declare-fun q_2_3 () Bool)
(declare-fun t_2_1_1 () Bool)
; family known: cells fixed by deduction or a clue
(assert (! n_1_1 :named known_0))  ; r1c2
(assert (! n_3_1 :named known_1))  ; r2c2
; family one-value: each cell holds one number
(assert (! (and (or n_0_1 n_0_2) (or (not n_0_1) (not n_0_2))) :named one-value_0))  ; r1c1
(assert (! (and (or n_2_1 n_2_2) (or (not n_2_1) (not n_2_2))) :named one-value_1))  ; r2c1
; family equal: neighbours are equal
(assert (! (= q_0_2 (or (and n_0_1 n_2_1) (and n_0_2 n_2_2))) :named equal_0))  ; r1c1 r2c1
(assert (! (= q_1_3 (and n_1_1 n_3_1)) :named equal_1))  ; r1c2 r2c2
(assert (! (= q_2_3 (and n_2_1 n_3_1)) :named equal_2))  ; r2c1 r2c2
; family count: the flood from a cell covers as many cells as its number
(assert (! (=> n_0_1 (not q_0_2)) :named count_0))  ; r1c1
(assert (! (=> n_0_2 q_0_2) :named count_1))  ; r1c1
(assert (! (not q_1_3) :named count_2))  ; r1c2
(assert (! (= t_2_1_1 (or q_0_2 q_2_3)) :named count_3))  ; r2c1
(assert (! (not (and q_2_3 q_0_2)) :named count_4))  ; r2c1
(assert (! (=> n_2_1 (not t_2_1_1)) :named count_5))  ; r2c1
(assert (! (=> n_2_2 t_2_1_1) :named count_6))  ; r2c1
(assert (! (not q_1_3) :named count_7))  ; r2c2
(assert (! (not q_2_3) :named count_8))  ; r2c2
; family wall: cells parted by a given wall differ
(assert (! (not (and n_0_1 n_1_1)) :named wall_0))  ; r1c1 r1c2
(check-sat)
(get-unsat-core)
(exit)
