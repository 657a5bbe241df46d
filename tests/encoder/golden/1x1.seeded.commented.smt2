; Fillomino: 1 cell, 0 clues.
; Encoding seeded, logic QF_LIA.
;
; puzzle 1 1
;   0
; encoding seeded
;
; Symbols (x and y are cells, row * width + column, from 0):
;   n_x: the number of cell x
;   q_x_y: neighbours x and y hold the same number
;   r_x: the place of the root of the region of x: cells are counted from 0, those with clues first
;   R_x: x is a root
;   o_x: the step that fills x, counted in its region from 1
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
