; puzzle 1 3
;   1 0 0
; puzzle {"info": {"title": "three in a row", "author": "nobody"}}
; encoding forest-tight
(set-info :smt-lib-version 2.6)
(set-option :produce-models true)
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
(assert (= n_0 1))
(assert (and (<= 1 n_1) (<= n_1 2)))
(assert (and (<= 1 n_2) (<= n_2 2)))
; family equal: neighbours are equal
(assert (= q_0_1 (= n_0 n_1)))
(assert (= q_1_2 (= n_1 n_2)))
; family edge: equal neighbours are joined in their row, and where two rows first touch
(assert (= e_0_1 q_0_1))
(assert (= e_1_2 q_1_2))
; family side: an edge leads to one cell or more, and no edge to none
(assert (and (<= 0 s_0_1) (<= s_0_1 0)))
(assert (= e_0_1 (<= 1 s_0_1)))
(assert (and (<= 0 s_1_0) (<= s_1_0 0)))
(assert (= e_0_1 (<= 1 s_1_0)))
(assert (and (<= 0 s_1_2) (<= s_1_2 1)))
(assert (= e_1_2 (<= 1 s_1_2)))
(assert (and (<= 0 s_2_1) (<= s_2_1 1)))
(assert (= e_1_2 (<= 1 s_2_1)))
; family two-sides: the two sides of an edge are the region
(assert (<= (+ s_0_1 s_1_0) n_0))
(assert (=> e_0_1 (<= n_0 (+ s_0_1 s_1_0))))
(assert (<= (+ s_1_2 s_2_1) n_1))
(assert (=> e_1_2 (<= n_1 (+ s_1_2 s_2_1))))
; family region-size: a region is a cell and all that its edges lead to
(assert (= n_0 (+ 1 s_0_1)))
(assert (= n_1 (+ 1 s_1_0 s_1_2)))
(assert (= n_2 (+ 1 s_2_1)))
(check-sat)
(get-value (n_0 n_1 n_2))
(exit)
