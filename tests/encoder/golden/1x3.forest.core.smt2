; puzzle 1 3
;   1 0 0
; puzzle {"info": {"title": "three in a row", "author": "nobody"}}
; encoding forest
(set-info :smt-lib-version 2.6)
(set-option :produce-unsat-cores true)
(set-logic QF_UFLIA)
(declare-fun e_0_1 () Int)
(declare-fun e_1_0 () Int)
(declare-fun e_1_2 () Int)
(declare-fun e_2_1 () Int)
(declare-fun n_0 () Int)
(declare-fun s_0 () Int)
(declare-fun r_0 () Int)
(declare-fun n_1 () Int)
(declare-fun s_1 () Int)
(declare-fun r_1 () Int)
(declare-fun n_2 () Int)
(declare-fun s_2 () Int)
(declare-fun r_2 () Int)
; family edge-boolean: an edge is there or not
(assert (! (or (= e_0_1 0) (= e_0_1 1)) :named edge-boolean_0))  ; r1c1 r1c2
(assert (! (or (= e_1_0 0) (= e_1_0 1)) :named edge-boolean_1))  ; r1c2 r1c1
(assert (! (or (= e_1_2 0) (= e_1_2 1)) :named edge-boolean_2))  ; r1c2 r1c3
(assert (! (or (= e_2_1 0) (= e_2_1 1)) :named edge-boolean_3))  ; r1c3 r1c2
; family edge-one-way: no edge runs both ways
(assert (! (<= (+ e_0_1 e_1_0) 1) :named edge-one-way_0))  ; r1c1 r1c2
(assert (! (<= (+ e_1_0 e_0_1) 1) :named edge-one-way_1))  ; r1c2 r1c1
(assert (! (<= (+ e_1_2 e_2_1) 1) :named edge-one-way_2))  ; r1c2 r1c3
(assert (! (<= (+ e_2_1 e_1_2) 1) :named edge-one-way_3))  ; r1c3 r1c2
; family one-parent: a cell has at most one parent
(assert (! (<= e_1_0 1) :named one-parent_0))  ; r1c1 r1c2
(assert (! (<= (+ e_0_1 e_2_1) 1) :named one-parent_1))  ; r1c2 r1c1 r1c3
(assert (! (<= e_1_2 1) :named one-parent_2))  ; r1c3 r1c2
; family clue: a clue is its cell's number
(assert (! (= n_0 1) :named clue_0))  ; r1c1
; family root-size: the subtree of a root is as large as its number
(assert (! (=> (= e_1_0 0) (= s_0 n_0)) :named root-size_0))  ; r1c1 r1c2
(assert (! (=> (= (+ e_0_1 e_2_1) 0) (= s_1 n_1)) :named root-size_1))  ; r1c2 r1c1 r1c3
(assert (! (=> (= e_1_2 0) (= s_2 n_2)) :named root-size_2))  ; r1c3 r1c2
; family size-sum: a subtree is its root and the subtrees of its children
(assert (! (= s_0 (+ 1 (ite (= e_0_1 1) s_1 0))) :named size-sum_0))  ; r1c1 r1c2
(assert (! (= s_1 (+ 1 (ite (= e_1_0 1) s_0 0) (ite (= e_1_2 1) s_2 0))) :named size-sum_1))  ; r1c2 r1c1 r1c3
(assert (! (= s_2 (+ 1 (ite (= e_2_1 1) s_1 0))) :named size-sum_2))  ; r1c3 r1c2
; family edge-number: an edge joins equal numbers
(assert (! (=> (= e_0_1 1) (= n_0 n_1)) :named edge-number_0))  ; r1c1 r1c2
(assert (! (=> (= e_1_0 1) (= n_1 n_0)) :named edge-number_1))  ; r1c2 r1c1
(assert (! (=> (= e_1_2 1) (= n_1 n_2)) :named edge-number_2))  ; r1c2 r1c3
(assert (! (=> (= e_2_1 1) (= n_2 n_1)) :named edge-number_3))  ; r1c3 r1c2
; family root-self: a root is its own root
(assert (! (=> (= e_1_0 0) (= r_0 0)) :named root-self_0))  ; r1c1 r1c2
(assert (! (=> (= (+ e_0_1 e_2_1) 0) (= r_1 1)) :named root-self_1))  ; r1c2 r1c1 r1c3
(assert (! (=> (= e_1_2 0) (= r_2 2)) :named root-self_2))  ; r1c3 r1c2
; family same-root: neighbours with equal numbers share a root
(assert (! (=> (= n_0 n_1) (= r_0 r_1)) :named same-root_0))  ; r1c1 r1c2
(assert (! (=> (= n_1 n_0) (= r_1 r_0)) :named same-root_1))  ; r1c2 r1c1
(assert (! (=> (= n_1 n_2) (= r_1 r_2)) :named same-root_2))  ; r1c2 r1c3
(assert (! (=> (= n_2 n_1) (= r_2 r_1)) :named same-root_3))  ; r1c3 r1c2
(check-sat)
(get-unsat-core)
(exit)
