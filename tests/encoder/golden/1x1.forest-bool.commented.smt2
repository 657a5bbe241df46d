; Fillomino: 1 cell, 0 clues.
; Encoding forest-bool, logic QF_UF.
;
; Symbols (x and y are cells; a cell of a rectangle is row * width + column, from 0):
;   n_x_v: cell x holds v; v is big for a number above the cap that stands nowhere
;   b_x_i: bit i of the number of x, where it is big
;   q_x_y: x and y hold the same number
;   e_x_y: x is the parent of y in the forest
;   R_x: x is a root
;   r_x_i: bit i of the root of the region of x
;   s_x: digits of the size of the subtree of x: unary or binary, with helpers t_x, m_x_y
(set-info :smt-lib-version 2.6)
(set-option :produce-models true)
(set-logic QF_UF)

(declare-fun n_0_1 () Bool)

; known: what deduction or a clue tells
;   for each known cell x: n_x_v
;   (this project, after the thesis)
(assert n_0_1)  ; r1c1

(check-sat)
(get-value (n_0_1))
(exit)
