; Fillomino: 1 cell, 0 clues.
; Encoding forest, logic QF_UFLIA.
;
; puzzle 1 1
;   0
; encoding forest
;
; Symbols (x and y are cells, row * width + column, from 0):
;   e_x_y: 1 if x is the parent of y in the forest, else 0
;   n_x: the number of cell x
;   s_x: the number of cells in the subtree of x, with x
;   r_x: the root of the region of x
(set-info :smt-lib-version 2.6)
(set-option :produce-models true)
(set-logic QF_UFLIA)

(declare-fun n_0 () Int)
(declare-fun s_0 () Int)
(declare-fun r_0 () Int)

; family one-parent: a cell has at most one parent
;   for each cell x: the sum of e_y_x over its neighbours y <= 1
;   (Behari's thesis, section 8.4)
(assert (<= 0 1))  ; r1c1

; family root-size: the subtree of a root is as large as its number
;   for each cell x: if no e_y_x = 1, then s_x = n_x
;   (Behari's thesis, section 8.6)
(assert (=> (= 0 0) (= s_0 n_0)))  ; r1c1

; family size-sum: a subtree is its root and the subtrees of its children
;   for each cell x: s_x = 1 + the sum of s_y over the neighbours y with e_x_y = 1
;   (Behari's thesis, section 8.7)
(assert (= s_0 1))  ; r1c1

; family root-self: a root is its own root
;   for each cell x: if no e_y_x = 1, then r_x = x
;   (Behari's thesis, section 8.9)
(assert (=> (= 0 0) (= r_0 0)))  ; r1c1

(check-sat)
(get-value (n_0))
(exit)
