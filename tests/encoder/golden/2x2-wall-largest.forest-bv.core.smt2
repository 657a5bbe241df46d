; puzzle 2 2
;   0 0
;   0 1
; puzzle {"walls": [["r1c1", "r1c2"]], "largest_region": 3}
; encoding forest-bv
(set-info :smt-lib-version 2.6)
(set-option :produce-unsat-cores true)
(set-logic QF_BV)
(declare-fun n_0 () (_ BitVec 3))
(declare-fun n_1 () (_ BitVec 3))
(declare-fun n_2 () (_ BitVec 3))
(declare-fun n_3 () (_ BitVec 3))
(declare-fun s_0 () (_ BitVec 3))
(declare-fun r_0 () (_ BitVec 2))
(declare-fun R_0 () Bool)
(declare-fun e_0_2 () Bool)
(declare-fun s_1 () (_ BitVec 3))
(declare-fun r_1 () (_ BitVec 2))
(declare-fun R_1 () Bool)
(declare-fun e_1_3 () Bool)
(declare-fun s_2 () (_ BitVec 3))
(declare-fun r_2 () (_ BitVec 2))
(declare-fun R_2 () Bool)
(declare-fun e_2_0 () Bool)
(declare-fun e_2_3 () Bool)
(declare-fun s_3 () (_ BitVec 3))
(declare-fun r_3 () (_ BitVec 2))
(declare-fun R_3 () Bool)
(declare-fun e_3_1 () Bool)
(declare-fun e_3_2 () Bool)
(declare-fun q_0_2 () Bool)
(declare-fun q_1_3 () Bool)
(declare-fun q_2_3 () Bool)
; family candidates: a number is one of those left
(assert (! (and (bvule (_ bv1 3) n_0) (bvule n_0 (_ bv2 3))) :named candidates_0))  ; r1c1
(assert (! (= n_1 (_ bv1 3)) :named candidates_1))  ; r1c2
(assert (! (and (bvule (_ bv1 3) n_2) (bvule n_2 (_ bv2 3))) :named candidates_2))  ; r2c1
(assert (! (= n_3 (_ bv1 3)) :named candidates_3))  ; r2c2
; family equal: neighbours are equal
(assert (! (= q_0_2 (= n_0 n_2)) :named equal_0))  ; r1c1 r2c1
(assert (! (= q_1_3 (= n_1 n_3)) :named equal_1))  ; r1c2 r2c2
(assert (! (= q_2_3 (= n_2 n_3)) :named equal_2))  ; r2c1 r2c2
; family size-bounds: a subtree is not larger than its number
(assert (! (and (bvule (_ bv1 3) s_0) (bvule s_0 n_0)) :named size-bounds_0))  ; r1c1
(assert (! (and (bvule (_ bv1 3) s_1) (bvule s_1 n_1)) :named size-bounds_1))  ; r1c2
(assert (! (and (bvule (_ bv1 3) s_2) (bvule s_2 n_2)) :named size-bounds_2))  ; r2c1
(assert (! (and (bvule (_ bv1 3) s_3) (bvule s_3 n_3)) :named size-bounds_3))  ; r2c2
; family first-root: the root is the first cell of its region, clues before others
(assert (! (and (bvule (_ bv1 2) r_0) (bvule r_0 (_ bv1 2))) :named first-root_0))  ; r1c1
(assert (! (and (bvule (_ bv2 2) r_1) (bvule r_1 (_ bv2 2))) :named first-root_1))  ; r1c2
(assert (! (and (bvule (_ bv1 2) r_2) (bvule r_2 (_ bv3 2))) :named first-root_2))  ; r2c1
(assert (! (and (bvule (_ bv0 2) r_3) (bvule r_3 (_ bv0 2))) :named first-root_3))  ; r2c2
; family one-parent: a cell is a root or has one parent
(assert (! (and (or R_0 e_2_0) (not (and R_0 e_2_0))) :named one-parent_0))  ; r1c1 r2c1
(assert (! (and (or R_1 e_3_1) (not (and R_1 e_3_1))) :named one-parent_1))  ; r1c2 r2c2
(assert (! (and (or R_2 e_0_2 e_3_2) (not (and R_2 e_0_2)) (not (and R_2 e_3_2)) (not (and e_0_2 e_3_2))) :named one-parent_2))  ; r2c1 r1c1 r2c2
(assert (! (and (or R_3 e_1_3 e_2_3) (not (and R_3 e_1_3)) (not (and R_3 e_2_3)) (not (and e_1_3 e_2_3))) :named one-parent_3))  ; r2c2 r1c2 r2c1
; family size-sum: a subtree is its root and the subtrees of its children
(assert (! (= s_0 (bvadd (_ bv1 3) (ite e_0_2 s_2 (_ bv0 3)))) :named size-sum_0))  ; r1c1 r2c1
(assert (! (= s_1 (bvadd (_ bv1 3) (ite e_1_3 s_3 (_ bv0 3)))) :named size-sum_1))  ; r1c2 r2c2
(assert (! (= s_2 (bvadd (bvadd (_ bv1 3) (ite e_2_0 s_0 (_ bv0 3))) (ite e_2_3 s_3 (_ bv0 3)))) :named size-sum_2))  ; r2c1 r1c1 r2c2
(assert (! (= s_3 (bvadd (bvadd (_ bv1 3) (ite e_3_1 s_1 (_ bv0 3))) (ite e_3_2 s_2 (_ bv0 3)))) :named size-sum_3))  ; r2c2 r1c2 r2c1
; family root-size: a root's subtree is the region
(assert (! (= R_0 (= s_0 n_0)) :named root-size_0))  ; r1c1
(assert (! (= R_1 (= s_1 n_1)) :named root-size_1))  ; r1c2
(assert (! (= R_2 (= s_2 n_2)) :named root-size_2))  ; r2c1
(assert (! (= R_3 (= s_3 n_3)) :named root-size_3))  ; r2c2
; family root-self: a root is its own root
(assert (! (= R_0 (= r_0 (_ bv1 2))) :named root-self_0))  ; r1c1
(assert (! (= R_1 (= r_1 (_ bv2 2))) :named root-self_1))  ; r1c2
(assert (! (= R_2 (= r_2 (_ bv3 2))) :named root-self_2))  ; r2c1
(assert (! (= R_3 (= r_3 (_ bv0 2))) :named root-self_3))  ; r2c2
; family edge: an edge joins equal numbers
(assert (! (=> (or e_0_2 e_2_0) q_0_2) :named edge_0))  ; r1c1 r2c1
(assert (! (=> (or e_1_3 e_3_1) q_1_3) :named edge_1))  ; r1c2 r2c2
(assert (! (=> (or e_2_3 e_3_2) q_2_3) :named edge_2))  ; r2c1 r2c2
; family kept-edge: of many trees one: neighbours in a row that are in one region are joined
(assert (! (=> q_0_2 (or e_0_2 e_2_0)) :named kept-edge_0))  ; r1c1 r2c1
(assert (! (=> q_1_3 (or e_1_3 e_3_1)) :named kept-edge_1))  ; r1c2 r2c2
(assert (! (=> q_2_3 (or e_2_3 e_3_2)) :named kept-edge_2))  ; r2c1 r2c2
; family same-root: neighbours hold equal numbers iff they have one root
(assert (! (= q_0_2 (= r_0 r_2)) :named same-root_0))  ; r1c1 r2c1
(assert (! (= q_1_3 (= r_1 r_3)) :named same-root_1))  ; r1c2 r2c2
(assert (! (= q_2_3 (= r_2 r_3)) :named same-root_2))  ; r2c1 r2c2
; family no-root: redundant: the later of two equal neighbours is no root
(assert (! (not (and q_0_2 R_2)) :named no-root_0))  ; r1c1 r2c1
(assert (! (not (and q_1_3 R_1)) :named no-root_1))  ; r1c2 r2c2
(assert (! (not (and q_2_3 R_2)) :named no-root_2))  ; r2c1 r2c2
; family growth: redundant: a region must grow
(assert (! (or (= n_0 (_ bv1 3)) q_0_2) :named growth_0))  ; r1c1 r2c1
(assert (! (or (= n_2 (_ bv1 3)) q_0_2 q_2_3) :named growth_1))  ; r2c1 r1c1 r2c2
; family wall: cells parted by a given wall differ
(assert (! (not (= n_0 n_1)) :named wall_0))  ; r1c1 r1c2
(check-sat)
(get-unsat-core)
(exit)
