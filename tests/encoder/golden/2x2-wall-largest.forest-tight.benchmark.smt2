(set-info :smt-lib-version 2.6)
(set-logic QF_LIA)
(set-info :source |
The pencil puzzle Fillomino: 4 cells, 1 clue.
Encoding forest-tight.
|)
(set-info :category "crafted")
(set-info :status unknown)
; puzzle 2 2
;   0 0
;   0 1
; puzzle {"walls": [["r1c1", "r1c2"]], "largest_region": 3}
; encoding forest-tight
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
(assert (and (<= 1 n_0) (<= n_0 2)))
(assert (= n_1 1))
(assert (and (<= 1 n_2) (<= n_2 2)))
(assert (= n_3 1))
; family equal: neighbours are equal
(assert (= q_0_2 (= n_0 n_2)))
(assert (= q_1_3 (= n_1 n_3)))
(assert (= q_2_3 (= n_2 n_3)))
; family edge: equal neighbours are joined in their row, and where two rows first touch
(assert (= e_0_2 q_0_2))
(assert (= e_1_3 q_1_3))
(assert (= e_2_3 q_2_3))
; family side: an edge leads to one cell or more, and no edge to none
(assert (and (<= 0 s_0_2) (<= s_0_2 1)))
(assert (= e_0_2 (<= 1 s_0_2)))
(assert (and (<= 0 s_2_0) (<= s_2_0 1)))
(assert (= e_0_2 (<= 1 s_2_0)))
(assert (and (<= 0 s_1_3) (<= s_1_3 0)))
(assert (= e_1_3 (<= 1 s_1_3)))
(assert (and (<= 0 s_3_1) (<= s_3_1 0)))
(assert (= e_1_3 (<= 1 s_3_1)))
(assert (and (<= 0 s_2_3) (<= s_2_3 0)))
(assert (= e_2_3 (<= 1 s_2_3)))
(assert (and (<= 0 s_3_2) (<= s_3_2 0)))
(assert (= e_2_3 (<= 1 s_3_2)))
; family two-sides: the two sides of an edge are the region
(assert (<= (+ s_0_2 s_2_0) n_0))
(assert (=> e_0_2 (<= n_0 (+ s_0_2 s_2_0))))
(assert (<= (+ s_1_3 s_3_1) n_1))
(assert (=> e_1_3 (<= n_1 (+ s_1_3 s_3_1))))
(assert (<= (+ s_2_3 s_3_2) n_2))
(assert (=> e_2_3 (<= n_2 (+ s_2_3 s_3_2))))
; family region-size: a region is a cell and all that its edges lead to
(assert (= n_0 (+ 1 s_0_2)))
(assert (= n_1 (+ 1 s_1_3)))
(assert (= n_2 (+ 1 s_2_0 s_2_3)))
(assert (= n_3 (+ 1 s_3_1 s_3_2)))
; family wall: cells parted by a given wall differ
(assert (not (= n_0 n_1)))
(check-sat)
(exit)
