; Fillomino: 1 cell, 0 clues.
; Encoding layers, logic QF_UF.
;
; puzzle 1 1
;   0
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

(declare-fun n_0_1 () Bool)

; family known: cells fixed by deduction or a clue
;   for each known cell x: n_x_v
;   (the rules)
(assert n_0_1)  ; r1c1

(check-sat)
(get-value (n_0_1))
(exit)
