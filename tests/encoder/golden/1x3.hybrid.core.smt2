; puzzle 1 3
;   1 0 0
; puzzle {"info": {"title": "three in a row", "author": "nobody"}}
; encoding hybrid
(set-info :smt-lib-version 2.6)
(set-option :produce-unsat-cores true)
(set-logic QF_BV)
(declare-fun n_0 () (_ BitVec 2))
(declare-fun n_1 () (_ BitVec 2))
(declare-fun n_2 () (_ BitVec 2))
(declare-fun r_0 () (_ BitVec 2))
(declare-fun r_1 () (_ BitVec 2))
(declare-fun r_2 () (_ BitVec 2))
(declare-fun R_0 () Bool)
(declare-fun R_1 () Bool)
(declare-fun R_2 () Bool)
(declare-fun q_0_1 () Bool)
(declare-fun q_1_2 () Bool)
(declare-fun p_1_0 () Bool)
(declare-fun p_0_1 () Bool)
(declare-fun p_2_1 () Bool)
(declare-fun p_1_2 () Bool)
(declare-fun a_1_0 () Bool)
(declare-fun a_0_1 () Bool)
(declare-fun a_2_1 () Bool)
(declare-fun a_1_2 () Bool)
; family candidates: a number is one of those left
(assert (! (= n_0 (_ bv1 2)) :named candidates_0))  ; r1c1
(assert (! (and (bvule (_ bv1 2) n_1) (bvule n_1 (_ bv2 2))) :named candidates_1))  ; r1c2
(assert (! (and (bvule (_ bv1 2) n_2) (bvule n_2 (_ bv2 2))) :named candidates_2))  ; r1c3
; family equal: neighbours are equal
(assert (! (= q_0_1 (= n_0 n_1)) :named equal_0))  ; r1c1 r1c2
(assert (! (= q_1_2 (= n_1 n_2)) :named equal_1))  ; r1c2 r1c3
; family root-self: a cell is a root iff it names itself; it names one within reach, and none later where roots come first
(assert (! (and (bvule (_ bv0 2) r_0) (bvule r_0 (_ bv0 2))) :named root-self_0))  ; r1c1
(assert (! (= R_0 (= r_0 (_ bv0 2))) :named root-self_1))  ; r1c1
(assert (! (and (bvule (_ bv0 2) r_1) (bvule r_1 (_ bv1 2))) :named root-self_2))  ; r1c2
(assert (! (= R_1 (= r_1 (_ bv1 2))) :named root-self_3))  ; r1c2
(assert (! (and (bvule (_ bv1 2) r_2) (bvule r_2 (_ bv2 2))) :named root-self_4))  ; r1c3
(assert (! (= R_2 (= r_2 (_ bv2 2))) :named root-self_5))  ; r1c3
; family same-root: neighbours hold equal numbers iff they name one root
(assert (! (= q_0_1 (= r_0 r_1)) :named same-root_0))  ; r1c1 r1c2
(assert (! (= q_1_2 (= r_1 r_2)) :named same-root_1))  ; r1c2 r1c3
; family count: a root is named by as many cells as its number
(assert (! (=> R_0 (= n_0 (bvadd (_ bv1 2) (ite (= r_1 (_ bv0 2)) (_ bv1 2) (_ bv0 2))))) :named count_0))  ; r1c1 r1c2
(assert (! (=> R_1 (= n_1 (bvadd (_ bv1 2) (ite (= r_2 (_ bv1 2)) (_ bv1 2) (_ bv0 2))))) :named count_1))  ; r1c2 r1c3
(assert (! (=> R_2 (= n_2 (_ bv1 2))) :named count_2))  ; r1c3
; family parent: a cell has one parent, in its region, unless it is the root
(assert (! (or R_0 p_1_0) :named parent_0))  ; r1c1 r1c2
(assert (! (or (not R_0) (not p_1_0)) :named parent_1))  ; r1c1 r1c2
(assert (! (or R_1 p_0_1 p_2_1) :named parent_2))  ; r1c2 r1c1 r1c3
(assert (! (or (not R_1) (not p_0_1)) :named parent_3))  ; r1c2 r1c1 r1c3
(assert (! (or (not R_1) (not p_2_1)) :named parent_4))  ; r1c2 r1c1 r1c3
(assert (! (or (not p_0_1) (not p_2_1)) :named parent_5))  ; r1c2 r1c1 r1c3
(assert (! (or R_2 p_1_2) :named parent_6))  ; r1c3 r1c2
(assert (! (or (not R_2) (not p_1_2)) :named parent_7))  ; r1c3 r1c2
(assert (! (=> p_1_0 q_0_1) :named parent_8))  ; r1c1 r1c2
(assert (! (=> p_0_1 q_0_1) :named parent_9))  ; r1c2 r1c1
(assert (! (=> p_2_1 q_1_2) :named parent_10))  ; r1c2 r1c3
(assert (! (=> p_1_2 q_1_2) :named parent_11))  ; r1c3 r1c2
; family arc: a parent is an arc to its child
(assert (! (=> p_1_0 a_1_0) :named arc_0))  ; r1c2 r1c1
(assert (! (=> p_0_1 a_0_1) :named arc_1))  ; r1c1 r1c2
(assert (! (=> p_2_1 a_2_1) :named arc_2))  ; r1c3 r1c2
(assert (! (=> p_1_2 a_1_2) :named arc_3))  ; r1c2 r1c3
; family no-cycle: no two arcs are opposite
(assert (! (not (and a_1_0 a_0_1)) :named no-cycle_0))  ; r1c2 r1c1
(assert (! (not (and a_2_1 a_1_2)) :named no-cycle_1))  ; r1c3 r1c2
(check-sat)
(get-unsat-core)
(exit)
