; Fillomino: 4 cells, 1 clue.
; Encoding layers, logic QF_UF.
;
; puzzle 2 2
;   0 0
;   0 1
; puzzle {"walls": [["r1c1", "r1c2"]], "largest_region": 3}
; encoding layers
;
; Symbols (x and y are cells, row * width + column, from 0):
;   n_x_v: cell x holds v
;   g_x_i: cell x, with many candidates, holds one of the i-th group of them
;   q_x_y: neighbours x and y hold the same number
;   l_x_y_k: the flood from x has reached y after k steps, and that from y has reached x
;   t_x: digits of the number of cells that the flood from x covers, unary
(set-info :smt-lib-version 2.6)
(set-option :produce-models true)
(set-logic QF_UF)

(declare-fun n_1_1 () Bool)
(declare-fun n_3_1 () Bool)
(declare-fun n_0_1 () Bool)
(declare-fun n_0_2 () Bool)
(declare-fun n_2_1 () Bool)
(declare-fun n_2_2 () Bool)
(declare-fun q_0_2 () Bool)
(declare-fun q_1_3 () Bool)
(declare-fun q_2_3 () Bool)
(declare-fun t_2_1_1 () Bool)

; family known: cells fixed by deduction or a clue
;   for each known cell x: n_x_v
;   (the rules)
(assert n_1_1)  ; r1c2
(assert n_3_1)  ; r2c2

; family one-value: each cell holds one number
;   for each cell x: exactly one of its n_x_v
;   (the rules)
(assert (and (or n_0_1 n_0_2) (or (not n_0_1) (not n_0_2))))  ; r1c1
(assert (and (or n_2_1 n_2_2) (or (not n_2_1) (not n_2_2))))  ; r2c1

; family equal: neighbours are equal
;   q_x_y iff n_x_v and n_y_v for some v
;   (the rules)
(assert (= q_0_2 (or (and n_0_1 n_2_1) (and n_0_2 n_2_2))))  ; r1c1 r2c1
(assert (= q_1_3 (and n_1_1 n_3_1)))  ; r1c2 r2c2
(assert (= q_2_3 (and n_2_1 n_3_1)))  ; r2c1 r2c2

; family count: the flood from a cell covers as many cells as its number
;   for each cell x: if n_x_v, then v - 1 of the l_x_y at their last layer
;   (the rules)
(assert (=> n_0_1 (not q_0_2)))  ; r1c1
(assert (=> n_0_2 q_0_2))  ; r1c1
(assert (not q_1_3))  ; r1c2
(assert (= t_2_1_1 (or q_0_2 q_2_3)))  ; r2c1
(assert (not (and q_2_3 q_0_2)))  ; r2c1
(assert (=> n_2_1 (not t_2_1_1)))  ; r2c1
(assert (=> n_2_2 t_2_1_1))  ; r2c1
(assert (not q_1_3))  ; r2c2
(assert (not q_2_3))  ; r2c2

; family wall: cells parted by a given wall differ
;   not n_x_v or not n_y_v
;   (the rules)
(assert (not (and n_0_1 n_1_1)))  ; r1c1 r1c2

(check-sat)
(get-value (n_1_1 n_3_1 n_0_1 n_0_2 n_2_1 n_2_2))
(exit)
