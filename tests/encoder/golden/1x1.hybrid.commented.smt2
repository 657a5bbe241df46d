; Fillomino: 1 cell, 0 clues.
; Encoding hybrid, logic QF_BV.
;
; puzzle 1 1
;   0
; encoding hybrid
;
; Symbols (x and y are cells, row * width + column, from 0):
;   n_x: the number of cell x
;   q_x_y: neighbours x and y hold the same number
;   r_x: the place of the root of the region of x: cells are counted from 0, those with clues first
;   R_x: x is a root
;   p_x_y: x is the parent of y
;   a_x_y: y is below x, as far as cells eliminated before both show
;   t_x: the time at which x is eliminated as a leaf
(set-info :smt-lib-version 2.6)
(set-option :produce-models true)
(set-logic QF_BV)

(declare-fun n_0 () (_ BitVec 1))

; family candidates: a number is one of those left
;   for each cell x: n_x in its candidates
;   (the rules)
(assert (= n_0 (_ bv1 1)))  ; r1c1

(check-sat)
(get-value (n_0))
(exit)
