; puzzle 1 3
;   1 0 0
; puzzle {"info": {"title": "three in a row", "author": "nobody"}}
; encoding forest-tight
(set-info :smt-lib-version 2.6)
(set-option :produce-unsat-cores true)
(set-logic QF_LIA)
(declare-fun n_0 () Int)
(declare-fun n_1 () Int)
(declare-fun n_2 () Int)
(declare-fun q_0_1 () Bool)
(declare-fun q_1_2 () Bool)
(declare-fun e_0_1 () Bool)
(declare-fun e_1_2 () Bool)
(declare-fun s_0_1 () Int)
(declare-fun s_1_0 () Int)
(declare-fun s_1_2 () Int)
(declare-fun s_2_1 () Int)
; family candidates: a number is one of those left
(assert (! (= n_0 1) :named candidates_0))  ; r1c1
(assert (! (and (<= 1 n_1) (<= n_1 2)) :named candidates_1))  ; r1c2
(assert (! (and (<= 1 n_2) (<= n_2 2)) :named candidates_2))  ; r1c3
; family equal: neighbours are equal
(assert (! (= q_0_1 (= n_0 n_1)) :named equal_0))  ; r1c1 r1c2
(assert (! (= q_1_2 (= n_1 n_2)) :named equal_1))  ; r1c2 r1c3
; family edge: equal neighbours are joined in their row, and where two rows first touch
(assert (! (= e_0_1 q_0_1) :named edge_0))  ; r1c1 r1c2
(assert (! (= e_1_2 q_1_2) :named edge_1))  ; r1c2 r1c3
; family side: an edge leads to one cell or more, and no edge to none
(assert (! (and (<= 0 s_0_1) (<= s_0_1 0)) :named side_0))  ; r1c1 r1c2
(assert (! (= e_0_1 (<= 1 s_0_1)) :named side_1))  ; r1c1 r1c2
(assert (! (and (<= 0 s_1_0) (<= s_1_0 0)) :named side_2))  ; r1c2 r1c1
(assert (! (= e_0_1 (<= 1 s_1_0)) :named side_3))  ; r1c2 r1c1
(assert (! (and (<= 0 s_1_2) (<= s_1_2 1)) :named side_4))  ; r1c2 r1c3
(assert (! (= e_1_2 (<= 1 s_1_2)) :named side_5))  ; r1c2 r1c3
(assert (! (and (<= 0 s_2_1) (<= s_2_1 1)) :named side_6))  ; r1c3 r1c2
(assert (! (= e_1_2 (<= 1 s_2_1)) :named side_7))  ; r1c3 r1c2
; family two-sides: the two sides of an edge are the region
(assert (! (<= (+ s_0_1 s_1_0) n_0) :named two-sides_0))  ; r1c1 r1c2
(assert (! (=> e_0_1 (<= n_0 (+ s_0_1 s_1_0))) :named two-sides_1))  ; r1c1 r1c2
(assert (! (<= (+ s_1_2 s_2_1) n_1) :named two-sides_2))  ; r1c2 r1c3
(assert (! (=> e_1_2 (<= n_1 (+ s_1_2 s_2_1))) :named two-sides_3))  ; r1c2 r1c3
; family region-size: a region is a cell and all that its edges lead to
(assert (! (= n_0 (+ 1 s_0_1)) :named region-size_0))  ; r1c1 r1c2
(assert (! (= n_1 (+ 1 s_1_0 s_1_2)) :named region-size_1))  ; r1c2 r1c1 r1c3
(assert (! (= n_2 (+ 1 s_2_1)) :named region-size_2))  ; r1c3 r1c2
(check-sat)
(get-unsat-core)
(exit)
