; puzzle 2 2
;   0 0
;   0 1
; puzzle {"walls": [["r1c1", "r1c2"]], "largest_region": 3}
; encoding forest-tight
(set-info :smt-lib-version 2.6)
(set-option :produce-unsat-cores true)
(set-logic QF_LIA)
(declare-fun n_0 () Int)
(declare-fun n_1 () Int)
(declare-fun n_2 () Int)
(declare-fun n_3 () Int)
(declare-fun q_0_2 () Bool)
(declare-fun q_1_3 () Bool)
(declare-fun q_2_3 () Bool)
(declare-fun e_0_2 () Bool)
(declare-fun e_1_3 () Bool)
(declare-fun e_2_3 () Bool)
(declare-fun s_0_2 () Int)
(declare-fun s_2_0 () Int)
(declare-fun s_1_3 () Int)
(declare-fun s_3_1 () Int)
(declare-fun s_2_3 () Int)
(declare-fun s_3_2 () Int)
; family candidates: a number is one of those left
(assert (! (and (<= 1 n_0) (<= n_0 2)) :named candidates_0))  ; r1c1
(assert (! (= n_1 1) :named candidates_1))  ; r1c2
(assert (! (and (<= 1 n_2) (<= n_2 2)) :named candidates_2))  ; r2c1
(assert (! (= n_3 1) :named candidates_3))  ; r2c2
; family equal: neighbours are equal
(assert (! (= q_0_2 (= n_0 n_2)) :named equal_0))  ; r1c1 r2c1
(assert (! (= q_1_3 (= n_1 n_3)) :named equal_1))  ; r1c2 r2c2
(assert (! (= q_2_3 (= n_2 n_3)) :named equal_2))  ; r2c1 r2c2
; family edge: equal neighbours are joined in their row, and where two rows first touch
(assert (! (= e_0_2 q_0_2) :named edge_0))  ; r1c1 r2c1
(assert (! (= e_1_3 q_1_3) :named edge_1))  ; r1c2 r2c2
(assert (! (= e_2_3 q_2_3) :named edge_2))  ; r2c1 r2c2
; family side: an edge leads to one cell or more, and no edge to none
(assert (! (and (<= 0 s_0_2) (<= s_0_2 1)) :named side_0))  ; r1c1 r2c1
(assert (! (= e_0_2 (<= 1 s_0_2)) :named side_1))  ; r1c1 r2c1
(assert (! (and (<= 0 s_2_0) (<= s_2_0 1)) :named side_2))  ; r2c1 r1c1
(assert (! (= e_0_2 (<= 1 s_2_0)) :named side_3))  ; r2c1 r1c1
(assert (! (and (<= 0 s_1_3) (<= s_1_3 0)) :named side_4))  ; r1c2 r2c2
(assert (! (= e_1_3 (<= 1 s_1_3)) :named side_5))  ; r1c2 r2c2
(assert (! (and (<= 0 s_3_1) (<= s_3_1 0)) :named side_6))  ; r2c2 r1c2
(assert (! (= e_1_3 (<= 1 s_3_1)) :named side_7))  ; r2c2 r1c2
(assert (! (and (<= 0 s_2_3) (<= s_2_3 0)) :named side_8))  ; r2c1 r2c2
(assert (! (= e_2_3 (<= 1 s_2_3)) :named side_9))  ; r2c1 r2c2
(assert (! (and (<= 0 s_3_2) (<= s_3_2 0)) :named side_10))  ; r2c2 r2c1
(assert (! (= e_2_3 (<= 1 s_3_2)) :named side_11))  ; r2c2 r2c1
; family two-sides: the two sides of an edge are the region
(assert (! (<= (+ s_0_2 s_2_0) n_0) :named two-sides_0))  ; r1c1 r2c1
(assert (! (=> e_0_2 (<= n_0 (+ s_0_2 s_2_0))) :named two-sides_1))  ; r1c1 r2c1
(assert (! (<= (+ s_1_3 s_3_1) n_1) :named two-sides_2))  ; r1c2 r2c2
(assert (! (=> e_1_3 (<= n_1 (+ s_1_3 s_3_1))) :named two-sides_3))  ; r1c2 r2c2
(assert (! (<= (+ s_2_3 s_3_2) n_2) :named two-sides_4))  ; r2c1 r2c2
(assert (! (=> e_2_3 (<= n_2 (+ s_2_3 s_3_2))) :named two-sides_5))  ; r2c1 r2c2
; family region-size: a region is a cell and all that its edges lead to
(assert (! (= n_0 (+ 1 s_0_2)) :named region-size_0))  ; r1c1 r2c1
(assert (! (= n_1 (+ 1 s_1_3)) :named region-size_1))  ; r1c2 r2c2
(assert (! (= n_2 (+ 1 s_2_0 s_2_3)) :named region-size_2))  ; r2c1 r1c1 r2c2
(assert (! (= n_3 (+ 1 s_3_1 s_3_2)) :named region-size_3))  ; r2c2 r1c2 r2c1
; family wall: cells parted by a given wall differ
(assert (! (not (= n_0 n_1)) :named wall_0))  ; r1c1 r1c2
(check-sat)
(get-unsat-core)
(exit)
