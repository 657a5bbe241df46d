; puzzle 2 2
;   0 0
;   0 1
; puzzle {"walls": [["r1c1", "r1c2"]], "largest_region": 3}
; encoding dual
(set-info :smt-lib-version 2.6)
(set-option :produce-unsat-cores true)
(set-logic QF_LIA)
(declare-fun n_0 () Int)
(declare-fun n_1 () Int)
(declare-fun n_2 () Int)
(declare-fun n_3 () Int)
(declare-fun r_0 () Int)
(declare-fun r_1 () Int)
(declare-fun r_2 () Int)
(declare-fun r_3 () Int)
(declare-fun R_0 () Bool)
(declare-fun R_1 () Bool)
(declare-fun R_2 () Bool)
(declare-fun R_3 () Bool)
(declare-fun q_0_2 () Bool)
(declare-fun q_1_3 () Bool)
(declare-fun q_2_3 () Bool)
(declare-fun t_0_1 () Bool)
(declare-fun t_0_2 () Bool)
(declare-fun t_1_3 () Bool)
(declare-fun t_2_3 () Bool)
(declare-fun t_3_1 () Bool)
(declare-fun t_3_2 () Bool)
(declare-fun f_0_1 () Bool)
(declare-fun f_1_3 () Bool)
(declare-fun f_2_0 () Bool)
(declare-fun f_3_2 () Bool)
; family candidates: a number is one of those left
(assert (! (and (<= 1 n_0) (<= n_0 2)) :named candidates_0))  ; r1c1
(assert (! (= n_1 1) :named candidates_1))  ; r1c2
(assert (! (and (<= 1 n_2) (<= n_2 2)) :named candidates_2))  ; r2c1
(assert (! (= n_3 1) :named candidates_3))  ; r2c2
; family equal: neighbours are equal
(assert (! (= q_0_2 (= n_0 n_2)) :named equal_0))  ; r1c1 r2c1
(assert (! (= q_1_3 (= n_1 n_3)) :named equal_1))  ; r1c2 r2c2
(assert (! (= q_2_3 (= n_2 n_3)) :named equal_2))  ; r2c1 r2c2
; family root-self: a cell is a root iff it names itself; it names one within reach, and none later where roots come first
(assert (! (and (<= 1 r_0) (<= r_0 3)) :named root-self_0))  ; r1c1
(assert (! (= R_0 (= r_0 1)) :named root-self_1))  ; r1c1
(assert (! (and (<= 0 r_1) (<= r_1 2)) :named root-self_2))  ; r1c2
(assert (! (= R_1 (= r_1 2)) :named root-self_3))  ; r1c2
(assert (! (and (<= 0 r_2) (<= r_2 3)) :named root-self_4))  ; r2c1
(assert (! (= R_2 (= r_2 3)) :named root-self_5))  ; r2c1
(assert (! (and (<= 0 r_3) (<= r_3 3)) :named root-self_6))  ; r2c2
(assert (! (= R_3 (= r_3 0)) :named root-self_7))  ; r2c2
; family same-root: neighbours hold equal numbers iff they name one root
(assert (! (= q_0_2 (= r_0 r_2)) :named same-root_0))  ; r1c1 r2c1
(assert (! (= q_1_3 (= r_1 r_3)) :named same-root_1))  ; r1c2 r2c2
(assert (! (= q_2_3 (= r_2 r_3)) :named same-root_2))  ; r2c1 r2c2
; family wall: cells parted by a given wall differ
(assert (! (not (= n_0 n_1)) :named wall_0))  ; r1c1 r1c2
; family count: a root is named by as many cells as its number
(assert (! (=> R_0 (= n_0 (+ 1 (ite (= r_2 1) 1 0)))) :named count_0))  ; r1c1 r2c1
(assert (! (=> R_1 (= n_1 (+ 1 (ite (= r_3 2) 1 0)))) :named count_1))  ; r1c2 r2c2
(assert (! (=> R_2 (= n_2 (+ 1 (ite (= r_0 3) 1 0) (ite (= r_3 3) 1 0)))) :named count_2))  ; r2c1 r1c1 r2c2
(assert (! (=> R_3 (= n_3 (+ 1 (ite (= r_1 0) 1 0) (ite (= r_2 0) 1 0)))) :named count_3))  ; r2c2 r1c2 r2c1
; family tree: every cell but one on the border of the board has a parent
(assert (! (or t_0_1 t_3_1) :named tree_0))  ; r1c2 r1c1 r2c2
(assert (! (or t_0_2 t_3_2) :named tree_1))  ; r2c1 r1c1 r2c2
(assert (! (or t_1_3 t_2_3) :named tree_2))  ; r2c2 r1c2 r2c1
; family dual-tree: every face but the outer one has a parent across a link
(assert (! (or f_0_1 f_1_3 f_2_0 f_3_2) :named dual-tree_0))  ; r1c1 r1c2 r2c2 r2c1
; family once: no link is used twice, by the tree or its dual
(assert (! (or (not t_0_1) (not f_0_1)) :named once_0))  ; r1c1 r1c2
(assert (! (or (not t_0_2) (not f_2_0)) :named once_1))  ; r1c1 r2c1
(assert (! (or (not t_1_3) (not t_3_1)) :named once_2))  ; r1c2 r2c2
(assert (! (or (not t_1_3) (not f_1_3)) :named once_3))  ; r1c2 r2c2
(assert (! (or (not t_3_1) (not f_1_3)) :named once_4))  ; r1c2 r2c2
(assert (! (or (not t_2_3) (not t_3_2)) :named once_5))  ; r2c1 r2c2
(assert (! (or (not t_2_3) (not f_3_2)) :named once_6))  ; r2c1 r2c2
(assert (! (or (not t_3_2) (not f_3_2)) :named once_7))  ; r2c1 r2c2
; family part: a region is a part of the tree
(assert (! R_0 :named part_0))  ; r1c1 r2c1
(assert (! (or R_1 (and t_3_1 q_1_3)) :named part_1))  ; r1c2 r2c2
(assert (! (or R_2 (and t_0_2 q_0_2) (and t_3_2 q_2_3)) :named part_2))  ; r2c1 r1c1 r2c2
(assert (! (or R_3 (and t_1_3 q_1_3) (and t_2_3 q_2_3)) :named part_3))  ; r2c2 r1c2 r2c1
(check-sat)
(get-unsat-core)
(exit)
