; Fillomino: 3 cells, 1 clue.
; author: nobody
; title: three in a row
; Encoding flow, logic QF_LIA.
;
; puzzle 1 3
;   1 0 0
; puzzle {"info": {"title": "three in a row", "author": "nobody"}}
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
(declare-fun n_1 () Int)
(declare-fun n_2 () Int)
(declare-fun r_0 () Int)
(declare-fun R_0 () Bool)
(declare-fun r_1 () Int)
(declare-fun R_1 () Bool)
(declare-fun r_2 () Int)
(declare-fun R_2 () Bool)
(declare-fun f_0_1 () Int)
(declare-fun f_1_2 () Int)

; family candidates: a number is one of those left
;   for each cell x: n_x in its candidates
;   (the rules)
(assert (= n_0 1))  ; r1c1
(assert (and (<= 1 n_1) (<= n_1 2)))  ; r1c2
(assert (and (<= 1 n_2) (<= n_2 2)))  ; r1c3

; family lowest-root: a cell is a root iff it names itself; no cell names a later one
;   for each cell x: 0 <= r_x <= x; R_x iff r_x = x
;   (single-commodity flow, usual in integer programming (B. Gavish, 1982))
(assert (and (<= 0 r_0) (<= r_0 0)))  ; r1c1
(assert (= R_0 (= r_0 0)))  ; r1c1
(assert (and (<= 0 r_1) (<= r_1 1)))  ; r1c2
(assert (= R_1 (= r_1 1)))  ; r1c2
(assert (and (<= 0 r_2) (<= r_2 2)))  ; r1c3
(assert (= R_2 (= r_2 2)))  ; r1c3

; family flow-bounds: flow runs between equal numbers only, and less than a region holds
;   for neighbours x < y: -(v - 1) <= f_x_y <= v - 1 for the largest v both admit; n_x = n_y or f_x_y = 0
;   (single-commodity flow, usual in integer programming (B. Gavish, 1982))
(assert (and (<= (- 0) f_0_1) (<= f_0_1 0)))  ; r1c1 r1c2
(assert (or (= n_0 n_1) (= f_0_1 0)))  ; r1c1 r1c2
(assert (and (<= (- 1) f_1_2) (<= f_1_2 1)))  ; r1c2 r1c3
(assert (or (= n_1 n_2) (= f_1_2 0)))  ; r1c2 r1c3

; family flow-balance: every cell keeps one unit; a root has none to come, and sends all but its own
;   for each cell x: what flows into x, less what flows out = 1, or 1 - n_x if R_x
;   (single-commodity flow, usual in integer programming (B. Gavish, 1982))
(assert (= (- f_0_1) (ite R_0 (- 1 n_0) 1)))  ; r1c1 r1c2
(assert (= (+ f_0_1 (- f_1_2)) (ite R_1 (- 1 n_1) 1)))  ; r1c2 r1c1 r1c3
(assert (= f_1_2 (ite R_2 (- 1 n_2) 1)))  ; r1c3 r1c2

; family same-root: neighbours hold equal numbers iff they have one root
;   for neighbours x, y: n_x = n_y iff r_x = r_y
;   (single-commodity flow, usual in integer programming (B. Gavish, 1982))
(assert (= (= n_0 n_1) (= r_0 r_1)))  ; r1c1 r1c2
(assert (= (= n_1 n_2) (= r_1 r_2)))  ; r1c2 r1c3

(check-sat)
(get-value (n_0 n_1 n_2))
(exit)
