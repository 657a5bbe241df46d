(set-info :smt-lib-version 2.6)
(set-logic QF_LIA)
(set-info :source |
The pencil puzzle Fillomino "three in a row" by nobody: 3 cells, 1 clue.
Encoding warshall.
|)
(set-info :category "crafted")
(set-info :status unknown)
; puzzle 1 3
;   1 0 0
; puzzle {"info": {"title": "three in a row", "author": "nobody"}}
; encoding warshall
(declare-fun n_0 () Int)
(declare-fun n_1 () Int)
(declare-fun n_2 () Int)
(declare-fun q_0_1 () Bool)
(declare-fun q_1_2 () Bool)
; family candidates: a number is one of those left
(assert (= n_0 1))
(assert (and (<= 1 n_1) (<= n_1 2)))
(assert (and (<= 1 n_2) (<= n_2 2)))
; family equal: neighbours are equal
(assert (= q_0_1 (= n_0 n_1)))
(assert (= q_1_2 (= n_1 n_2)))
; family count: a cell connects with as many cells as its number
(assert (= n_0 (+ 1 (ite q_0_1 1 0))))
(assert (= n_1 (+ 1 (ite q_0_1 1 0) (ite q_1_2 1 0))))
(assert (= n_2 (+ 1 (ite q_1_2 1 0))))
(check-sat)
(exit)
