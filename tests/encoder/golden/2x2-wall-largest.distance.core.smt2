; puzzle 2 2
;   0 0
;   0 1
; puzzle {"walls": [["r1c1", "r1c2"]], "largest_region": 3}
; encoding distance
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
(declare-fun p_2_0 () Bool)
(declare-fun p_3_1 () Bool)
(declare-fun p_0_2 () Bool)
(declare-fun p_3_2 () Bool)
(declare-fun p_1_3 () Bool)
(declare-fun p_2_3 () Bool)
(declare-fun d_0 () Int)
(declare-fun d_1 () Int)
(declare-fun d_2 () Int)
(declare-fun d_3 () Int)
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
(assert (! (and (<= 1 r_0) (<= r_0 1)) :named root-self_0))  ; r1c1
(assert (! (= R_0 (= r_0 1)) :named root-self_1))  ; r1c1
(assert (! (and (<= 0 r_1) (<= r_1 2)) :named root-self_2))  ; r1c2
(assert (! (= R_1 (= r_1 2)) :named root-self_3))  ; r1c2
(assert (! (and (<= 0 r_2) (<= r_2 3)) :named root-self_4))  ; r2c1
(assert (! (= R_2 (= r_2 3)) :named root-self_5))  ; r2c1
(assert (! (and (<= 0 r_3) (<= r_3 0)) :named root-self_6))  ; r2c2
(assert (! (= R_3 (= r_3 0)) :named root-self_7))  ; r2c2
; family same-root: neighbours hold equal numbers iff they name one root
(assert (! (= q_0_2 (= r_0 r_2)) :named same-root_0))  ; r1c1 r2c1
(assert (! (= q_1_3 (= r_1 r_3)) :named same-root_1))  ; r1c2 r2c2
(assert (! (= q_2_3 (= r_2 r_3)) :named same-root_2))  ; r2c1 r2c2
; family wall: cells parted by a given wall differ
(assert (! (not (= n_0 n_1)) :named wall_0))  ; r1c1 r1c2
; family count: a root is named by as many cells as its number
(assert (! (=> R_0 (= n_0 (+ 1 (ite (= r_2 1) 1 0)))) :named count_0))  ; r1c1 r2c1
(assert (! (=> R_1 (= n_1 1)) :named count_1))  ; r1c2
(assert (! (=> R_2 (= n_2 1)) :named count_2))  ; r2c1
(assert (! (=> R_3 (= n_3 (+ 1 (ite (= r_1 0) 1 0) (ite (= r_2 0) 1 0)))) :named count_3))  ; r2c2 r1c2 r2c1
; family parent: a cell has one parent, in its region, unless it is the root
(assert (! (or R_0 p_2_0) :named parent_0))  ; r1c1 r2c1
(assert (! (or (not R_0) (not p_2_0)) :named parent_1))  ; r1c1 r2c1
(assert (! (or R_1 p_3_1) :named parent_2))  ; r1c2 r2c2
(assert (! (or (not R_1) (not p_3_1)) :named parent_3))  ; r1c2 r2c2
(assert (! (or R_2 p_0_2 p_3_2) :named parent_4))  ; r2c1 r1c1 r2c2
(assert (! (or (not R_2) (not p_0_2)) :named parent_5))  ; r2c1 r1c1 r2c2
(assert (! (or (not R_2) (not p_3_2)) :named parent_6))  ; r2c1 r1c1 r2c2
(assert (! (or (not p_0_2) (not p_3_2)) :named parent_7))  ; r2c1 r1c1 r2c2
(assert (! (or R_3 p_1_3 p_2_3) :named parent_8))  ; r2c2 r1c2 r2c1
(assert (! (or (not R_3) (not p_1_3)) :named parent_9))  ; r2c2 r1c2 r2c1
(assert (! (or (not R_3) (not p_2_3)) :named parent_10))  ; r2c2 r1c2 r2c1
(assert (! (or (not p_1_3) (not p_2_3)) :named parent_11))  ; r2c2 r1c2 r2c1
(assert (! (=> p_2_0 q_0_2) :named parent_12))  ; r1c1 r2c1
(assert (! (=> p_3_1 q_1_3) :named parent_13))  ; r1c2 r2c2
(assert (! (=> p_0_2 q_0_2) :named parent_14))  ; r2c1 r1c1
(assert (! (=> p_3_2 q_2_3) :named parent_15))  ; r2c1 r2c2
(assert (! (=> p_1_3 q_1_3) :named parent_16))  ; r2c2 r1c2
(assert (! (=> p_2_3 q_2_3) :named parent_17))  ; r2c2 r2c1
; family distance: a cell is one step farther from the root than its parent
(assert (! (and (<= 0 d_0) (<= d_0 1)) :named distance_0))  ; r1c1
(assert (! (=> R_0 (= d_0 0)) :named distance_1))  ; r1c1
(assert (! (and (<= 0 d_1) (<= d_1 0)) :named distance_2))  ; r1c2
(assert (! (=> R_1 (= d_1 0)) :named distance_3))  ; r1c2
(assert (! (and (<= 0 d_2) (<= d_2 1)) :named distance_4))  ; r2c1
(assert (! (=> R_2 (= d_2 0)) :named distance_5))  ; r2c1
(assert (! (and (<= 0 d_3) (<= d_3 0)) :named distance_6))  ; r2c2
(assert (! (=> R_3 (= d_3 0)) :named distance_7))  ; r2c2
(assert (! (=> p_2_0 (= d_0 (+ 1 d_2))) :named distance_8))  ; r1c1 r2c1
(assert (! (=> p_3_1 (= d_1 (+ 1 d_3))) :named distance_9))  ; r1c2 r2c2
(assert (! (=> p_0_2 (= d_2 (+ 1 d_0))) :named distance_10))  ; r2c1 r1c1
(assert (! (=> p_3_2 (= d_2 (+ 1 d_3))) :named distance_11))  ; r2c1 r2c2
(assert (! (=> p_1_3 (= d_3 (+ 1 d_1))) :named distance_12))  ; r2c2 r1c2
(assert (! (=> p_2_3 (= d_3 (+ 1 d_2))) :named distance_13))  ; r2c2 r2c1
(check-sat)
(get-unsat-core)
(exit)
