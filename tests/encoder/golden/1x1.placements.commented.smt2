; Fillomino: 1 cell, 0 clues.
; Encoding placements, logic QF_LIA.
;
; puzzle 1 1
;   0
; encoding placements
;
; Symbols (x and y are cells, row * width + column, from 0):
;   n_x: the number of cell x
;   p_x_i: the i-th polyomino with x as its lowest cell is placed
;   e_x_y: x is the parent of y in the tree of a large region
;   R_x: x is a root of one, or lies in none
;   r_x: the root of the region of x, if it is large
;   s_x: the number of cells in the subtree of x, with x
(set-info :smt-lib-version 2.6)
(set-option :produce-models true)
(set-logic QF_LIA)

(declare-fun n_0 () Int)

; family candidates: a number is one of those left
;   for each cell x: n_x in its candidates
;   (the rules)
(assert (= n_0 1))  ; r1c1

(check-sat)
(get-value (n_0))
(exit)
