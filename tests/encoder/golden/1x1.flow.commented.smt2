; Fillomino: 1 cell, 0 clues.
; Encoding flow, logic QF_LIA.
;
; puzzle 1 1
;   0
; encoding flow
;
; Symbols (x and y are cells, row * width + column, from 0):
;   n_x: the number of cell x
;   r_x: the root of the region of x
;   R_x: x is a root
;   f_x_y: the flow from x to y; from y to x where it is negative
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
