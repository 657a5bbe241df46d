; puzzle 1 3
;   1 0 0
; puzzle {"info": {"title": "three in a row", "author": "nobody"}}
; encoding forest-bv
(set-info :smt-lib-version 2.6)
(set-option :produce-unsat-cores true)
(set-logic QF_BV)
(declare-fun n_0 () (_ BitVec 3))
(declare-fun n_1 () (_ BitVec 3))
(declare-fun n_2 () (_ BitVec 3))
(declare-fun s_0 () (_ BitVec 3))
(declare-fun r_0 () (_ BitVec 2))
(declare-fun R_0 () Bool)
(declare-fun e_0_1 () Bool)
(declare-fun s_1 () (_ BitVec 3))
(declare-fun r_1 () (_ BitVec 2))
(declare-fun R_1 () Bool)
(declare-fun e_1_0 () Bool)
(declare-fun e_1_2 () Bool)
(declare-fun s_2 () (_ BitVec 3))
(declare-fun r_2 () (_ BitVec 2))
(declare-fun R_2 () Bool)
(declare-fun e_2_1 () Bool)
(declare-fun q_0_1 () Bool)
(declare-fun q_1_2 () Bool)
; family candidates: a number is one of those left
(assert (! (= n_0 (_ bv1 3)) :named candidates_0))  ; r1c1
(assert (! (and (bvule (_ bv1 3) n_1) (bvule n_1 (_ bv2 3))) :named candidates_1))  ; r1c2
(assert (! (and (bvule (_ bv1 3) n_2) (bvule n_2 (_ bv2 3))) :named candidates_2))  ; r1c3
; family equal: neighbours are equal
(assert (! (= q_0_1 (= n_0 n_1)) :named equal_0))  ; r1c1 r1c2
(assert (! (= q_1_2 (= n_1 n_2)) :named equal_1))  ; r1c2 r1c3
; family size-bounds: a subtree is not larger than its number
(assert (! (and (bvule (_ bv1 3) s_0) (bvule s_0 n_0)) :named size-bounds_0))  ; r1c1
(assert (! (and (bvule (_ bv1 3) s_1) (bvule s_1 n_1)) :named size-bounds_1))  ; r1c2
(assert (! (and (bvule (_ bv1 3) s_2) (bvule s_2 n_2)) :named size-bounds_2))  ; r1c3
; family first-root: the root is the first cell of its region, clues before others
(assert (! (and (bvule (_ bv0 2) r_0) (bvule r_0 (_ bv0 2))) :named first-root_0))  ; r1c1
(assert (! (and (bvule (_ bv1 2) r_1) (bvule r_1 (_ bv1 2))) :named first-root_1))  ; r1c2
(assert (! (and (bvule (_ bv1 2) r_2) (bvule r_2 (_ bv2 2))) :named first-root_2))  ; r1c3
; family one-parent: a cell is a root or has one parent
(assert (! (and (or R_0 e_1_0) (not (and R_0 e_1_0))) :named one-parent_0))  ; r1c1 r1c2
(assert (! (and (or R_1 e_0_1 e_2_1) (not (and R_1 e_0_1)) (not (and R_1 e_2_1)) (not (and e_0_1 e_2_1))) :named one-parent_1))  ; r1c2 r1c1 r1c3
(assert (! (and (or R_2 e_1_2) (not (and R_2 e_1_2))) :named one-parent_2))  ; r1c3 r1c2
; family size-sum: a subtree is its root and the subtrees of its children
(assert (! (= s_0 (bvadd (_ bv1 3) (ite e_0_1 s_1 (_ bv0 3)))) :named size-sum_0))  ; r1c1 r1c2
(assert (! (= s_1 (bvadd (bvadd (_ bv1 3) (ite e_1_0 s_0 (_ bv0 3))) (ite e_1_2 s_2 (_ bv0 3)))) :named size-sum_1))  ; r1c2 r1c1 r1c3
(assert (! (= s_2 (bvadd (_ bv1 3) (ite e_2_1 s_1 (_ bv0 3)))) :named size-sum_2))  ; r1c3 r1c2
; family root-size: a root's subtree is the region
(assert (! (= R_0 (= s_0 n_0)) :named root-size_0))  ; r1c1
(assert (! (= R_1 (= s_1 n_1)) :named root-size_1))  ; r1c2
(assert (! (= R_2 (= s_2 n_2)) :named root-size_2))  ; r1c3
; family root-self: a root is its own root
(assert (! (= R_0 (= r_0 (_ bv0 2))) :named root-self_0))  ; r1c1
(assert (! (= R_1 (= r_1 (_ bv1 2))) :named root-self_1))  ; r1c2
(assert (! (= R_2 (= r_2 (_ bv2 2))) :named root-self_2))  ; r1c3
; family edge: an edge joins equal numbers
(assert (! (=> (or e_0_1 e_1_0) q_0_1) :named edge_0))  ; r1c1 r1c2
(assert (! (=> (or e_1_2 e_2_1) q_1_2) :named edge_1))  ; r1c2 r1c3
; family kept-edge: of many trees one: neighbours in a row that are in one region are joined
(assert (! (=> q_0_1 (or e_0_1 e_1_0)) :named kept-edge_0))  ; r1c1 r1c2
(assert (! (=> q_1_2 (or e_1_2 e_2_1)) :named kept-edge_1))  ; r1c2 r1c3
; family same-root: neighbours hold equal numbers iff they have one root
(assert (! (= q_0_1 (= r_0 r_1)) :named same-root_0))  ; r1c1 r1c2
(assert (! (= q_1_2 (= r_1 r_2)) :named same-root_1))  ; r1c2 r1c3
; family no-root: redundant: the later of two equal neighbours is no root
(assert (! (not (and q_0_1 R_1)) :named no-root_0))  ; r1c1 r1c2
(assert (! (not (and q_1_2 R_2)) :named no-root_1))  ; r1c2 r1c3
; family growth: redundant: a region must grow
(assert (! (or (= n_1 (_ bv1 3)) q_0_1 q_1_2) :named growth_0))  ; r1c2 r1c1 r1c3
(assert (! (or (= n_2 (_ bv1 3)) q_1_2) :named growth_1))  ; r1c3 r1c2
(check-sat)
(get-unsat-core)
(exit)
