; puzzle 1 1
;   0
; encoding forest
(set-info :smt-lib-version 2.6)
(set-option :produce-unsat-cores true)
(set-logic QF_UFLIA)
(declare-fun n_0 () Int)
(declare-fun s_0 () Int)
(declare-fun r_0 () Int)
; family one-parent: a cell has at most one parent
(assert (! (<= 0 1) :named one-parent_0))  ; r1c1
; family root-size: the subtree of a root is as large as its number
(assert (! (=> (= 0 0) (= s_0 n_0)) :named root-size_0))  ; r1c1
; family size-sum: a subtree is its root and the subtrees of its children
(assert (! (= s_0 1) :named size-sum_0))  ; r1c1
; family root-self: a root is its own root
(assert (! (=> (= 0 0) (= r_0 0)) :named root-self_0))  ; r1c1
(check-sat)
(get-unsat-core)
(exit)
