(set-info :smt-lib-version 2.6)
(set-logic QF_UF)
(set-info :source |
The pencil puzzle Fillomino "three in a row" by nobody: 3 cells, 1 clue.
Encoding layers.
|)
(set-info :category "crafted")
(set-info :status unknown)
; puzzle 1 3
;   1 0 0
; puzzle {"info": {"title": "three in a row", "author": "nobody"}}
; encoding layers
(declare-fun n_0_1 () Bool)
(declare-fun n_1_1 () Bool)
(declare-fun n_1_2 () Bool)
(declare-fun n_2_1 () Bool)
(declare-fun n_2_2 () Bool)
(declare-fun q_0_1 () Bool)
(declare-fun q_1_2 () Bool)
(declare-fun t_1_1_1 () Bool)
; family known: cells fixed by deduction or a clue
(assert n_0_1)
; family one-value: each cell holds one number
(assert (and (or n_1_1 n_1_2) (or (not n_1_1) (not n_1_2))))
(assert (and (or n_2_1 n_2_2) (or (not n_2_1) (not n_2_2))))
; family equal: neighbours are equal
(assert (= q_0_1 (and n_0_1 n_1_1)))
(assert (= q_1_2 (or (and n_1_1 n_2_1) (and n_1_2 n_2_2))))
; family count: the flood from a cell covers as many cells as its number
(assert (not q_0_1))
(assert (= t_1_1_1 (or q_0_1 q_1_2)))
(assert (not (and q_1_2 q_0_1)))
(assert (=> n_1_1 (not t_1_1_1)))
(assert (=> n_1_2 t_1_1_1))
(assert (=> n_2_1 (not q_1_2)))
(assert (=> n_2_2 q_1_2))
(check-sat)
(exit)
