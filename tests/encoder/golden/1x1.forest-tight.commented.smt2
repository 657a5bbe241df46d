; Fillomino: 1 cell, 0 clues.
; Encoding forest-tight, logic QF_LIA.
;
; puzzle 1 1
;   0
; encoding forest-tight
;
; Symbols (x and y are cells, row * width + column, from 0):
;   n_x: the number of cell x
;   q_x_y: x and y hold the same number
;   e_x_y: an edge joins x and y
;   s_x_y: how many cells of the region of x the edge to y leads to; 0 without an edge
;   o_x_y: x and y hold the same number, but the region is a ring, and open here: there is no edge
;   O_x: the region of x is a ring with an opening
;   r_x: the first cell of the region of x, if it is a ring
;   u_x_y: if x and y are joined in a ring, its first cell is on the side of y
;   n_x_v: x holds v, where the cells of v are counted
;   h_x_y: the edge from x to y leads to a clue
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
