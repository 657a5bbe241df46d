; Fillomino: 1 cell, 0 clues.
; Encoding forest-bv, logic QF_BV.
;
; puzzle 1 1
;   0
; encoding forest-bv
;
; Symbols (x and y are cells, row * width + column, from 0):
;   e_x_y: x is the parent of y in the forest
;   q_x_y: x and y hold the same number
;   R_x: x is a root
;   n_x: the number of cell x
;   n_x_v: x holds v, where the cells of v are counted
;   s_x: the number of cells in the subtree of x, with x
;   r_x: the place of the root of the region of x: cells are counted from 0, those with clues first
(set-info :smt-lib-version 2.6)
(set-option :produce-models true)
(set-logic QF_BV)

(declare-fun n_0 () (_ BitVec 2))

; family candidates: a number is one of those left
;   for each cell x: n_x in its candidates
;   (this project, after the thesis)
(assert (= n_0 (_ bv1 2)))  ; r1c1

(check-sat)
(get-value (n_0))
(exit)
