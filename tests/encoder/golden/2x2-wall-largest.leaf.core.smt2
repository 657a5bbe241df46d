; puzzle 2 2
;   0 0
;   0 1
; puzzle {"walls": [["r1c1", "r1c2"]], "largest_region": 3}
; encoding leaf
(set-info :smt-lib-version 2.6)
(set-option :produce-unsat-cores true)
(set-logic QF_BV)
(declare-fun n_0 () (_ BitVec 3))
(declare-fun n_1 () (_ BitVec 3))
(declare-fun n_2 () (_ BitVec 3))
(declare-fun n_3 () (_ BitVec 3))
(declare-fun r_0 () (_ BitVec 2))
(declare-fun r_1 () (_ BitVec 2))
(declare-fun r_2 () (_ BitVec 2))
(declare-fun r_3 () (_ BitVec 2))
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
(declare-fun t_0 () (_ BitVec 3))
(declare-fun t_1 () (_ BitVec 3))
(declare-fun t_2 () (_ BitVec 3))
(declare-fun t_3 () (_ BitVec 3))
; family candidates: a number is one of those left
(assert (! (and (bvule (_ bv1 3) n_0) (bvule n_0 (_ bv2 3))) :named candidates_0))  ; r1c1
(assert (! (= n_1 (_ bv1 3)) :named candidates_1))  ; r1c2
(assert (! (and (bvule (_ bv1 3) n_2) (bvule n_2 (_ bv2 3))) :named candidates_2))  ; r2c1
(assert (! (= n_3 (_ bv1 3)) :named candidates_3))  ; r2c2
; family equal: neighbours are equal
(assert (! (= q_0_2 (= n_0 n_2)) :named equal_0))  ; r1c1 r2c1
(assert (! (= q_1_3 (= n_1 n_3)) :named equal_1))  ; r1c2 r2c2
(assert (! (= q_2_3 (= n_2 n_3)) :named equal_2))  ; r2c1 r2c2
; family root-self: a cell is a root iff it names itself; it names one within reach, and none later where roots come first
(assert (! (and (bvule (_ bv1 2) r_0) (bvule r_0 (_ bv1 2))) :named root-self_0))  ; r1c1
(assert (! (= R_0 (= r_0 (_ bv1 2))) :named root-self_1))  ; r1c1
(assert (! (and (bvule (_ bv0 2) r_1) (bvule r_1 (_ bv2 2))) :named root-self_2))  ; r1c2
(assert (! (= R_1 (= r_1 (_ bv2 2))) :named root-self_3))  ; r1c2
(assert (! (and (bvule (_ bv0 2) r_2) (bvule r_2 (_ bv3 2))) :named root-self_4))  ; r2c1
(assert (! (= R_2 (= r_2 (_ bv3 2))) :named root-self_5))  ; r2c1
(assert (! (and (bvule (_ bv0 2) r_3) (bvule r_3 (_ bv0 2))) :named root-self_6))  ; r2c2
(assert (! (= R_3 (= r_3 (_ bv0 2))) :named root-self_7))  ; r2c2
; family same-root: neighbours hold equal numbers iff they name one root
(assert (! (= q_0_2 (= r_0 r_2)) :named same-root_0))  ; r1c1 r2c1
(assert (! (= q_1_3 (= r_1 r_3)) :named same-root_1))  ; r1c2 r2c2
(assert (! (= q_2_3 (= r_2 r_3)) :named same-root_2))  ; r2c1 r2c2
; family wall: cells parted by a given wall differ
(assert (! (not (= n_0 n_1)) :named wall_0))  ; r1c1 r1c2
; family count: a root is named by as many cells as its number
(assert (! (=> R_0 (= n_0 (bvadd (_ bv1 3) (ite (= r_2 (_ bv1 2)) (_ bv1 3) (_ bv0 3))))) :named count_0))  ; r1c1 r2c1
(assert (! (=> R_1 (= n_1 (_ bv1 3))) :named count_1))  ; r1c2
(assert (! (=> R_2 (= n_2 (_ bv1 3))) :named count_2))  ; r2c1
(assert (! (=> R_3 (= n_3 (bvadd (bvadd (_ bv1 3) (ite (= r_1 (_ bv0 2)) (_ bv1 3) (_ bv0 3))) (ite (= r_2 (_ bv0 2)) (_ bv1 3) (_ bv0 3))))) :named count_3))  ; r2c2 r1c2 r2c1
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
; family leaf: a cell becomes a leaf when its children are eliminated
(assert (! (and (bvule (_ bv0 3) t_0) (bvule t_0 (_ bv1 3))) :named leaf_0))  ; r1c1
(assert (! (and (bvule (_ bv0 3) t_1) (bvule t_1 (_ bv0 3))) :named leaf_1))  ; r1c2
(assert (! (and (bvule (_ bv0 3) t_2) (bvule t_2 (_ bv1 3))) :named leaf_2))  ; r2c1
(assert (! (and (bvule (_ bv0 3) t_3) (bvule t_3 (_ bv0 3))) :named leaf_3))  ; r2c2
(assert (! (=> p_2_0 (bvult t_0 t_2)) :named leaf_4))  ; r2c1 r1c1
(assert (! (=> p_3_1 (bvult t_1 t_3)) :named leaf_5))  ; r2c2 r1c2
(assert (! (=> p_0_2 (bvult t_2 t_0)) :named leaf_6))  ; r1c1 r2c1
(assert (! (=> p_3_2 (bvult t_2 t_3)) :named leaf_7))  ; r2c2 r2c1
(assert (! (=> p_1_3 (bvult t_3 t_1)) :named leaf_8))  ; r1c2 r2c2
(assert (! (=> p_2_3 (bvult t_3 t_2)) :named leaf_9))  ; r2c1 r2c2
(check-sat)
(get-unsat-core)
(exit)
