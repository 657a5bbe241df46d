; Fillomino: 3 cells, 1 clue.
; author: nobody
; title: three in a row
; Encoding forest-bv, logic QF_BV.
;
; Symbols (x and y are cells; a cell of a rectangle is row * width + column, from 0):
;   e_x_y: x is the parent of y in the forest
;   R_x: x is a root
;   n_x: the number of cell x
;   s_x: the number of cells in the subtree of x, with x
;   r_x: the root of the region of x
(set-info :smt-lib-version 2.6)
(set-option :produce-models true)
(set-logic QF_BV)

(declare-fun n_0 () (_ BitVec 3))
(declare-fun n_1 () (_ BitVec 3))
(declare-fun n_2 () (_ BitVec 3))
(declare-fun s_0 () (_ BitVec 3))
(declare-fun r_0 () (_ BitVec 2))
(declare-fun R_0 () Bool)
(declare-fun e_0_1 () Bool)
(declare-fun s_1 () (_ BitVec 3))
(declare-fun r_1 () (_ BitVec 2))
(declare-fun R_1 () Bool)
(declare-fun e_1_0 () Bool)
(declare-fun e_1_2 () Bool)
(declare-fun s_2 () (_ BitVec 3))
(declare-fun r_2 () (_ BitVec 2))
(declare-fun R_2 () Bool)
(declare-fun e_2_1 () Bool)

; candidates: a number is one of those left
;   for each cell x: n_x in its candidates
;   (this project, after the thesis)
(assert (= n_0 (_ bv1 3)))  ; r1c1
(assert (and (bvule (_ bv1 3) n_1) (bvule n_1 (_ bv2 3))))  ; r1c2
(assert (and (bvule (_ bv1 3) n_2) (bvule n_2 (_ bv2 3))))  ; r1c3

; size-bounds: a subtree is not larger than its number
;   for each cell x: 1 <= s_x <= n_x
;   (this project, after the thesis)
(assert (and (bvule (_ bv1 3) s_0) (bvule s_0 n_0)))  ; r1c1
(assert (and (bvule (_ bv1 3) s_1) (bvule s_1 n_1)))  ; r1c2
(assert (and (bvule (_ bv1 3) s_2) (bvule s_2 n_2)))  ; r1c3

; lowest-root: the root is the lowest cell of its region
;   for each cell x: 0 <= r_x <= x
;   (this project, after the thesis)
(assert (and (bvule (_ bv0 2) r_0) (bvule r_0 (_ bv0 2))))  ; r1c1
(assert (and (bvule (_ bv0 2) r_1) (bvule r_1 (_ bv1 2))))  ; r1c2
(assert (and (bvule (_ bv0 2) r_2) (bvule r_2 (_ bv2 2))))  ; r1c3

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
(assert (= s_0 (bvadd (_ bv1 3) (ite e_0_1 s_1 (_ bv0 3)))))  ; r1c1 r1c2
(assert (= s_1 (bvadd (bvadd (_ bv1 3) (ite e_1_0 s_0 (_ bv0 3))) (ite e_1_2 s_2 (_ bv0 3)))))  ; r1c2 r1c1 r1c3
(assert (= s_2 (bvadd (_ bv1 3) (ite e_2_1 s_1 (_ bv0 3)))))  ; r1c3 r1c2

; root-size: a root's subtree is the region
;   for each cell x: R_x if and only if s_x = n_x
;   (this project, after the thesis)
(assert (= R_0 (= s_0 n_0)))  ; r1c1
(assert (= R_1 (= s_1 n_1)))  ; r1c2
(assert (= R_2 (= s_2 n_2)))  ; r1c3

; root-self: a root is its own root
;   for each cell x: R_x just if r_x = x
;   (this project, after the thesis)
(assert (= R_0 (= r_0 (_ bv0 2))))  ; r1c1
(assert (= R_1 (= r_1 (_ bv1 2))))  ; r1c2
(assert (= R_2 (= r_2 (_ bv2 2))))  ; r1c3

; edge: an edge joins equal numbers under one root, the smaller subtree below
;   for neighbours x, y: if e_x_y, then n_x = n_y and r_x = r_y and s_y < s_x
;   (this project, after the thesis)
(assert (=> e_0_1 (and (= n_0 n_1) (= r_0 r_1) (bvult s_1 s_0))))  ; r1c1 r1c2
(assert (=> e_1_0 (and (= n_1 n_0) (= r_1 r_0) (bvult s_0 s_1))))  ; r1c2 r1c1
(assert (=> e_1_2 (and (= n_1 n_2) (= r_1 r_2) (bvult s_2 s_1))))  ; r1c2 r1c3
(assert (=> e_2_1 (and (= n_2 n_1) (= r_2 r_1) (bvult s_1 s_2))))  ; r1c3 r1c2

; same-root: neighbours hold equal numbers just if they have one root
;   for neighbours x, y: n_x = n_y just if r_x = r_y
;   (this project, after the thesis)
(assert (= (= n_0 n_1) (= r_0 r_1)))  ; r1c1 r1c2
(assert (= (= n_1 n_2) (= r_1 r_2)))  ; r1c2 r1c3

(check-sat)
(get-value (n_0 n_1 n_2))
(exit)
