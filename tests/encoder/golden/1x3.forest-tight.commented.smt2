; Fillomino: 3 cells, 1 clue.
; author: nobody
; title: three in a row
; Encoding forest-tight, logic QF_LIA.
;
; Symbols (x and y are cells; a cell of a rectangle is row * width + column, from 0):
;   e_x_y: x is the parent of y in the forest
;   R_x: x is a root
;   n_x: the number of cell x
;   s_x: the number of cells in the subtree of x, with x
;   r_x: the root of the region of x
(set-info :smt-lib-version 2.6)
(set-option :produce-models true)
(set-logic QF_LIA)

(declare-fun n_0 () Int)
(declare-fun n_1 () Int)
(declare-fun n_2 () Int)
(declare-fun s_0 () Int)
(declare-fun r_0 () Int)
(declare-fun R_0 () Bool)
(declare-fun e_0_1 () Bool)
(declare-fun s_1 () Int)
(declare-fun r_1 () Int)
(declare-fun R_1 () Bool)
(declare-fun e_1_0 () Bool)
(declare-fun e_1_2 () Bool)
(declare-fun s_2 () Int)
(declare-fun r_2 () Int)
(declare-fun R_2 () Bool)
(declare-fun e_2_1 () Bool)

; candidates: a number is one of those left
;   for each cell x: n_x in its candidates
;   (this project, after the thesis)
(assert (= n_0 1))  ; r1c1
(assert (and (<= 1 n_1) (<= n_1 2)))  ; r1c2
(assert (and (<= 1 n_2) (<= n_2 2)))  ; r1c3

; size-bounds: a subtree is not larger than its number
;   for each cell x: 1 <= s_x <= n_x
;   (this project, after the thesis)
(assert (and (<= 1 s_0) (<= s_0 n_0)))  ; r1c1
(assert (and (<= 1 s_1) (<= s_1 n_1)))  ; r1c2
(assert (and (<= 1 s_2) (<= s_2 n_2)))  ; r1c3

; lowest-root: the root is the lowest cell of its region
;   for each cell x: 0 <= r_x <= x
;   (this project, after the thesis)
(assert (and (<= 0 r_0) (<= r_0 0)))  ; r1c1
(assert (and (<= 0 r_1) (<= r_1 1)))  ; r1c2
(assert (and (<= 0 r_2) (<= r_2 2)))  ; r1c3

; one-parent: a cell is a root or has one parent
;   for each cell x: exactly one of R_x, e_y_x
;   (this project, after the thesis)
(assert (and (or R_0 e_1_0) (not (and R_0 e_1_0))))  ; r1c1 r1c2
(assert (and (or R_1 e_0_1 e_2_1) (not (and R_1 e_0_1)) (not (and R_1 e_2_1)) (not (and e_0_1 e_2_1))))  ; r1c2 r1c1 r1c3
(assert (and (or R_2 e_1_2) (not (and R_2 e_1_2))))  ; r1c3 r1c2

; edge-one-way: no edge runs both ways
;   for neighbours x, y: not both e_x_y and e_y_x
;   (this project, after the thesis)
(assert (not (and e_0_1 e_1_0)))  ; r1c1 r1c2
(assert (not (and e_1_2 e_2_1)))  ; r1c2 r1c3

; size-sum: a subtree is its root and the subtrees of its children
;   for each cell x: s_x = 1 + the sum of s_y over the neighbours y with e_x_y
;   (this project, after the thesis)
(assert (= s_0 (+ 1 (ite e_0_1 s_1 0))))  ; r1c1 r1c2
(assert (= s_1 (+ 1 (ite e_1_0 s_0 0) (ite e_1_2 s_2 0))))  ; r1c2 r1c1 r1c3
(assert (= s_2 (+ 1 (ite e_2_1 s_1 0))))  ; r1c3 r1c2

; root-size: a root's subtree is the region
;   for each cell x: R_x if and only if s_x = n_x
;   (this project, after the thesis)
(assert (= R_0 (= s_0 n_0)))  ; r1c1
(assert (= R_1 (= s_1 n_1)))  ; r1c2
(assert (= R_2 (= s_2 n_2)))  ; r1c3

; root-self: a root is its own root
;   for each cell x: R_x just if r_x = x
;   (this project, after the thesis)
(assert (= R_0 (= r_0 0)))  ; r1c1
(assert (= R_1 (= r_1 1)))  ; r1c2
(assert (= R_2 (= r_2 2)))  ; r1c3

; edge: an edge joins equal numbers under one root, the smaller subtree below
;   for neighbours x, y: if e_x_y, then n_x = n_y and r_x = r_y and s_y < s_x
;   (this project, after the thesis)
(assert (=> e_0_1 (and (= n_0 n_1) (= r_0 r_1) (< s_1 s_0))))  ; r1c1 r1c2
(assert (=> e_1_0 (and (= n_1 n_0) (= r_1 r_0) (< s_0 s_1))))  ; r1c2 r1c1
(assert (=> e_1_2 (and (= n_1 n_2) (= r_1 r_2) (< s_2 s_1))))  ; r1c2 r1c3
(assert (=> e_2_1 (and (= n_2 n_1) (= r_2 r_1) (< s_1 s_2))))  ; r1c3 r1c2

; same-root: neighbours hold equal numbers just if they have one root
;   for neighbours x, y: n_x = n_y just if r_x = r_y
;   (this project, after the thesis)
(assert (= (= n_0 n_1) (= r_0 r_1)))  ; r1c1 r1c2
(assert (= (= n_1 n_2) (= r_1 r_2)))  ; r1c2 r1c3

(check-sat)
(get-value (n_0 n_1 n_2))
(exit)
