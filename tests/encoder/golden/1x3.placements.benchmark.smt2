(set-info :smt-lib-version 2.6)
(set-logic QF_LIA)
(set-info :source |
The pencil puzzle Fillomino "three in a row" by nobody: 3 cells, 1 clue.
Encoding placements.
|)
(set-info :category "crafted")
(set-info :status unknown)
; puzzle 1 3
;   1 0 0
; puzzle {"info": {"title": "three in a row", "author": "nobody"}}
; encoding placements
(declare-fun n_0 () Int)
(declare-fun n_1 () Int)
(declare-fun n_2 () Int)
(declare-fun p_0_0 () Bool)
(declare-fun p_2_0 () Bool)
(declare-fun p_1_0 () Bool)
; family candidates: a number is one of those left
(assert (= n_0 1))
(assert (and (<= 1 n_1) (<= n_1 2)))
(assert (and (<= 1 n_2) (<= n_2 2)))
; family placed: a placed polyomino holds its size, and no cell around it does
(assert (=> p_0_0 (and (= n_0 1) (not (= n_1 1)))))
(assert (=> p_2_0 (and (= n_2 1) (not (= n_1 1)))))
(assert (=> p_1_0 (and (= n_1 2) (= n_2 2))))
; family covered: a small number lies in a placed polyomino
(assert (=> (= n_0 1) p_0_0))
(assert (=> (= n_1 1) false))
(assert (=> (= n_2 1) p_2_0))
(assert (=> (= n_1 2) p_1_0))
(assert (=> (= n_2 2) p_1_0))
(check-sat)
(exit)
