; puzzle 2 2
;   0 0
;   0 1
; puzzle {"walls": [["r1c1", "r1c2"]], "largest_region": 3}
; encoding forest
(set-info :smt-lib-version 2.6)
(set-option :produce-unsat-cores true)
(set-logic QF_UFLIA)
(declare-fun e_0_1 () Int)
(declare-fun e_0_2 () Int)
(declare-fun e_1_0 () Int)
(declare-fun e_1_3 () Int)
(declare-fun e_2_0 () Int)
(declare-fun e_2_3 () Int)
(declare-fun e_3_1 () Int)
(declare-fun e_3_2 () Int)
(declare-fun n_0 () Int)
(declare-fun s_0 () Int)
(declare-fun r_0 () Int)
(declare-fun n_1 () Int)
(declare-fun s_1 () Int)
(declare-fun r_1 () Int)
(declare-fun n_2 () Int)
(declare-fun s_2 () Int)
(declare-fun r_2 () Int)
(declare-fun n_3 () Int)
(declare-fun s_3 () Int)
(declare-fun r_3 () Int)
; family edge-boolean: an edge is there or not
(assert (! (or (= e_0_1 0) (= e_0_1 1)) :named edge-boolean_0))  ; r1c1 r1c2
(assert (! (or (= e_0_2 0) (= e_0_2 1)) :named edge-boolean_1))  ; r1c1 r2c1
(assert (! (or (= e_1_0 0) (= e_1_0 1)) :named edge-boolean_2))  ; r1c2 r1c1
(assert (! (or (= e_1_3 0) (= e_1_3 1)) :named edge-boolean_3))  ; r1c2 r2c2
(assert (! (or (= e_2_0 0) (= e_2_0 1)) :named edge-boolean_4))  ; r2c1 r1c1
(assert (! (or (= e_2_3 0) (= e_2_3 1)) :named edge-boolean_5))  ; r2c1 r2c2
(assert (! (or (= e_3_1 0) (= e_3_1 1)) :named edge-boolean_6))  ; r2c2 r1c2
(assert (! (or (= e_3_2 0) (= e_3_2 1)) :named edge-boolean_7))  ; r2c2 r2c1
; family edge-one-way: no edge runs both ways
(assert (! (<= (+ e_0_1 e_1_0) 1) :named edge-one-way_0))  ; r1c1 r1c2
(assert (! (<= (+ e_0_2 e_2_0) 1) :named edge-one-way_1))  ; r1c1 r2c1
(assert (! (<= (+ e_1_0 e_0_1) 1) :named edge-one-way_2))  ; r1c2 r1c1
(assert (! (<= (+ e_1_3 e_3_1) 1) :named edge-one-way_3))  ; r1c2 r2c2
(assert (! (<= (+ e_2_0 e_0_2) 1) :named edge-one-way_4))  ; r2c1 r1c1
(assert (! (<= (+ e_2_3 e_3_2) 1) :named edge-one-way_5))  ; r2c1 r2c2
(assert (! (<= (+ e_3_1 e_1_3) 1) :named edge-one-way_6))  ; r2c2 r1c2
(assert (! (<= (+ e_3_2 e_2_3) 1) :named edge-one-way_7))  ; r2c2 r2c1
; family one-parent: a cell has at most one parent
(assert (! (<= (+ e_1_0 e_2_0) 1) :named one-parent_0))  ; r1c1 r1c2 r2c1
(assert (! (<= (+ e_0_1 e_3_1) 1) :named one-parent_1))  ; r1c2 r1c1 r2c2
(assert (! (<= (+ e_0_2 e_3_2) 1) :named one-parent_2))  ; r2c1 r1c1 r2c2
(assert (! (<= (+ e_1_3 e_2_3) 1) :named one-parent_3))  ; r2c2 r1c2 r2c1
; family clue: a clue is its cell's number
(assert (! (= n_3 1) :named clue_0))  ; r2c2
; family root-size: the subtree of a root is as large as its number
(assert (! (=> (= (+ e_1_0 e_2_0) 0) (= s_0 n_0)) :named root-size_0))  ; r1c1 r1c2 r2c1
(assert (! (=> (= (+ e_0_1 e_3_1) 0) (= s_1 n_1)) :named root-size_1))  ; r1c2 r1c1 r2c2
(assert (! (=> (= (+ e_0_2 e_3_2) 0) (= s_2 n_2)) :named root-size_2))  ; r2c1 r1c1 r2c2
(assert (! (=> (= (+ e_1_3 e_2_3) 0) (= s_3 n_3)) :named root-size_3))  ; r2c2 r1c2 r2c1
; family size-sum: a subtree is its root and the subtrees of its children
(assert (! (= s_0 (+ 1 (ite (= e_0_1 1) s_1 0) (ite (= e_0_2 1) s_2 0))) :named size-sum_0))  ; r1c1 r1c2 r2c1
(assert (! (= s_1 (+ 1 (ite (= e_1_0 1) s_0 0) (ite (= e_1_3 1) s_3 0))) :named size-sum_1))  ; r1c2 r1c1 r2c2
(assert (! (= s_2 (+ 1 (ite (= e_2_0 1) s_0 0) (ite (= e_2_3 1) s_3 0))) :named size-sum_2))  ; r2c1 r1c1 r2c2
(assert (! (= s_3 (+ 1 (ite (= e_3_1 1) s_1 0) (ite (= e_3_2 1) s_2 0))) :named size-sum_3))  ; r2c2 r1c2 r2c1
; family edge-number: an edge joins equal numbers
(assert (! (=> (= e_0_1 1) (= n_0 n_1)) :named edge-number_0))  ; r1c1 r1c2
(assert (! (=> (= e_0_2 1) (= n_0 n_2)) :named edge-number_1))  ; r1c1 r2c1
(assert (! (=> (= e_1_0 1) (= n_1 n_0)) :named edge-number_2))  ; r1c2 r1c1
(assert (! (=> (= e_1_3 1) (= n_1 n_3)) :named edge-number_3))  ; r1c2 r2c2
(assert (! (=> (= e_2_0 1) (= n_2 n_0)) :named edge-number_4))  ; r2c1 r1c1
(assert (! (=> (= e_2_3 1) (= n_2 n_3)) :named edge-number_5))  ; r2c1 r2c2
(assert (! (=> (= e_3_1 1) (= n_3 n_1)) :named edge-number_6))  ; r2c2 r1c2
(assert (! (=> (= e_3_2 1) (= n_3 n_2)) :named edge-number_7))  ; r2c2 r2c1
; family root-self: a root is its own root
(assert (! (=> (= (+ e_1_0 e_2_0) 0) (= r_0 0)) :named root-self_0))  ; r1c1 r1c2 r2c1
(assert (! (=> (= (+ e_0_1 e_3_1) 0) (= r_1 1)) :named root-self_1))  ; r1c2 r1c1 r2c2
(assert (! (=> (= (+ e_0_2 e_3_2) 0) (= r_2 2)) :named root-self_2))  ; r2c1 r1c1 r2c2
(assert (! (=> (= (+ e_1_3 e_2_3) 0) (= r_3 3)) :named root-self_3))  ; r2c2 r1c2 r2c1
; family same-root: neighbours with equal numbers share a root
(assert (! (=> (= n_0 n_1) (= r_0 r_1)) :named same-root_0))  ; r1c1 r1c2
(assert (! (=> (= n_0 n_2) (= r_0 r_2)) :named same-root_1))  ; r1c1 r2c1
(assert (! (=> (= n_1 n_0) (= r_1 r_0)) :named same-root_2))  ; r1c2 r1c1
(assert (! (=> (= n_1 n_3) (= r_1 r_3)) :named same-root_3))  ; r1c2 r2c2
(assert (! (=> (= n_2 n_0) (= r_2 r_0)) :named same-root_4))  ; r2c1 r1c1
(assert (! (=> (= n_2 n_3) (= r_2 r_3)) :named same-root_5))  ; r2c1 r2c2
(assert (! (=> (= n_3 n_1) (= r_3 r_1)) :named same-root_6))  ; r2c2 r1c2
(assert (! (=> (= n_3 n_2) (= r_3 r_2)) :named same-root_7))  ; r2c2 r2c1
; family wall: cells parted by a given wall differ
(assert (! (not (= n_0 n_1)) :named wall_0))  ; r1c1 r1c2
; family largest-region: no region is larger than the puzzle allows
(assert (! (<= n_0 3) :named largest-region_0))  ; r1c1
(assert (! (<= n_1 3) :named largest-region_1))  ; r1c2
(assert (! (<= n_2 3) :named largest-region_2))  ; r2c1
(assert (! (<= n_3 3) :named largest-region_3))  ; r2c2
(check-sat)
(get-unsat-core)
(exit)
