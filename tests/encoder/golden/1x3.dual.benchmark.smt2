(set-info :smt-lib-version 2.6)
(set-logic QF_LIA)
(set-info :source |
The pencil puzzle Fillomino "three in a row" by nobody: 3 cells, 1 clue.
Encoding dual.
|)
(set-info :category "crafted")
(set-info :status unknown)
; puzzle 1 3
;   1 0 0
; puzzle {"info": {"title": "three in a row", "author": "nobody"}}
; encoding dual
(declare-fun n_0 () Int)
(declare-fun n_1 () Int)
(declare-fun n_2 () Int)
(declare-fun r_0 () Int)
(declare-fun r_1 () Int)
(declare-fun r_2 () Int)
(declare-fun R_0 () Bool)
(declare-fun R_1 () Bool)
(declare-fun R_2 () Bool)
(declare-fun q_0_1 () Bool)
(declare-fun q_1_2 () Bool)
(declare-fun t_0_1 () Bool)
(declare-fun t_1_2 () Bool)
(declare-fun t_2_1 () Bool)
; family candidates: a number is one of those left
(assert (= n_0 1))
(assert (and (<= 1 n_1) (<= n_1 2)))
(assert (and (<= 1 n_2) (<= n_2 2)))
; family equal: neighbours are equal
(assert (= q_0_1 (= n_0 n_1)))
(assert (= q_1_2 (= n_1 n_2)))
; family root-self: a cell is a root iff it names itself; it names one within reach, and none later where roots come first
(assert (and (<= 0 r_0) (<= r_0 1)))
(assert (= R_0 (= r_0 0)))
(assert (and (<= 0 r_1) (<= r_1 2)))
(assert (= R_1 (= r_1 1)))
(assert (and (<= 1 r_2) (<= r_2 2)))
(assert (= R_2 (= r_2 2)))
; family same-root: neighbours hold equal numbers iff they name one root
(assert (= q_0_1 (= r_0 r_1)))
(assert (= q_1_2 (= r_1 r_2)))
; family count: a root is named by as many cells as its number
(assert (=> R_0 (= n_0 (+ 1 (ite (= r_1 0) 1 0)))))
(assert (=> R_1 (= n_1 (+ 1 (ite (= r_0 1) 1 0) (ite (= r_2 1) 1 0)))))
(assert (=> R_2 (= n_2 (+ 1 (ite (= r_1 2) 1 0)))))
; family tree: every cell but one on the border of the board has a parent
(assert (or t_0_1 t_2_1))
(assert t_1_2)
; family once: no link is used twice, by the tree or its dual
(assert (or (not t_1_2) (not t_2_1)))
; family part: a region is a part of the tree
(assert R_0)
(assert (or R_1 (and t_0_1 q_0_1) (and t_2_1 q_1_2)))
(assert (or R_2 (and t_1_2 q_1_2)))
(check-sat)
(exit)
