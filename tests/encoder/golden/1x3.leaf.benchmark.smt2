(set-info :smt-lib-version 2.6)
(set-logic QF_BV)
(set-info :source |
The pencil puzzle Fillomino "three in a row" by nobody: 3 cells, 1 clue.
Encoding leaf.
|)
(set-info :category "crafted")
(set-info :status unknown)
; puzzle 1 3
;   1 0 0
; puzzle {"info": {"title": "three in a row", "author": "nobody"}}
; encoding leaf
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
(declare-fun t_0 () (_ BitVec 2))
(declare-fun t_1 () (_ BitVec 2))
(declare-fun t_2 () (_ BitVec 2))
; family candidates: a number is one of those left
(assert (= n_0 (_ bv1 2)))
(assert (and (bvule (_ bv1 2) n_1) (bvule n_1 (_ bv2 2))))
(assert (and (bvule (_ bv1 2) n_2) (bvule n_2 (_ bv2 2))))
; family equal: neighbours are equal
(assert (= q_0_1 (= n_0 n_1)))
(assert (= q_1_2 (= n_1 n_2)))
; family root-self: a cell is a root iff it names itself; it names one within reach, and none later where roots come first
(assert (and (bvule (_ bv0 2) r_0) (bvule r_0 (_ bv0 2))))
(assert (= R_0 (= r_0 (_ bv0 2))))
(assert (and (bvule (_ bv0 2) r_1) (bvule r_1 (_ bv1 2))))
(assert (= R_1 (= r_1 (_ bv1 2))))
(assert (and (bvule (_ bv1 2) r_2) (bvule r_2 (_ bv2 2))))
(assert (= R_2 (= r_2 (_ bv2 2))))
; family same-root: neighbours hold equal numbers iff they name one root
(assert (= q_0_1 (= r_0 r_1)))
(assert (= q_1_2 (= r_1 r_2)))
; family count: a root is named by as many cells as its number
(assert (=> R_0 (= n_0 (bvadd (_ bv1 2) (ite (= r_1 (_ bv0 2)) (_ bv1 2) (_ bv0 2))))))
(assert (=> R_1 (= n_1 (bvadd (_ bv1 2) (ite (= r_2 (_ bv1 2)) (_ bv1 2) (_ bv0 2))))))
(assert (=> R_2 (= n_2 (_ bv1 2))))
; family parent: a cell has one parent, in its region, unless it is the root
(assert (or R_0 p_1_0))
(assert (or (not R_0) (not p_1_0)))
(assert (or R_1 p_0_1 p_2_1))
(assert (or (not R_1) (not p_0_1)))
(assert (or (not R_1) (not p_2_1)))
(assert (or (not p_0_1) (not p_2_1)))
(assert (or R_2 p_1_2))
(assert (or (not R_2) (not p_1_2)))
(assert (=> p_1_0 q_0_1))
(assert (=> p_0_1 q_0_1))
(assert (=> p_2_1 q_1_2))
(assert (=> p_1_2 q_1_2))
; family leaf: a cell becomes a leaf when its children are eliminated
(assert (and (bvule (_ bv0 2) t_0) (bvule t_0 (_ bv0 2))))
(assert (and (bvule (_ bv0 2) t_1) (bvule t_1 (_ bv1 2))))
(assert (and (bvule (_ bv0 2) t_2) (bvule t_2 (_ bv1 2))))
(assert (=> p_1_0 (bvult t_0 t_1)))
(assert (=> p_0_1 (bvult t_1 t_0)))
(assert (=> p_2_1 (bvult t_1 t_2)))
(assert (=> p_1_2 (bvult t_2 t_1)))
(check-sat)
(exit)
