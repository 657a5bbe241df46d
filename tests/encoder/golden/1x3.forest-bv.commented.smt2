; Fillomino: 3 cells, 1 clue.
; author: nobody
; title: three in a row
; Encoding forest-bv, logic QF_BV.
;
; puzzle 1 3
;   1 0 0
; puzzle {"info": {"title": "three in a row", "author": "nobody"}}
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
(declare-fun q_0_1 () Bool)
(declare-fun q_1_2 () Bool)

; family candidates: a number is one of those left
;   for each cell x: n_x in its candidates
;   (this project, after the thesis)
(assert (= n_0 (_ bv1 3)))  ; r1c1
(assert (and (bvule (_ bv1 3) n_1) (bvule n_1 (_ bv2 3))))  ; r1c2
(assert (and (bvule (_ bv1 3) n_2) (bvule n_2 (_ bv2 3))))  ; r1c3

; family equal: neighbours are equal
;   for neighbours x, y that may be: q_x_y iff n_x = n_y
;   (this project, after the thesis)
(assert (= q_0_1 (= n_0 n_1)))  ; r1c1 r1c2
(assert (= q_1_2 (= n_1 n_2)))  ; r1c2 r1c3

; family size-bounds: a subtree is not larger than its number
;   for each cell x: 1 <= s_x <= n_x
;   (this project, after the thesis)
(assert (and (bvule (_ bv1 3) s_0) (bvule s_0 n_0)))  ; r1c1
(assert (and (bvule (_ bv1 3) s_1) (bvule s_1 n_1)))  ; r1c2
(assert (and (bvule (_ bv1 3) s_2) (bvule s_2 n_2)))  ; r1c3

; family first-root: the root is the first cell of its region, clues before others
;   for each cell x: first <= r_x <= last; last is the place of x, first that of a cell within reach
;   (this project, after the thesis)
(assert (and (bvule (_ bv0 2) r_0) (bvule r_0 (_ bv0 2))))  ; r1c1
(assert (and (bvule (_ bv1 2) r_1) (bvule r_1 (_ bv1 2))))  ; r1c2
(assert (and (bvule (_ bv1 2) r_2) (bvule r_2 (_ bv2 2))))  ; r1c3

; family one-parent: a cell is a root or has one parent
;   for each cell x: exactly one of R_x, e_y_x
;   (this project, after the thesis)
(assert (and (or R_0 e_1_0) (not (and R_0 e_1_0))))  ; r1c1 r1c2
(assert (and (or R_1 e_0_1 e_2_1) (not (and R_1 e_0_1)) (not (and R_1 e_2_1)) (not (and e_0_1 e_2_1))))  ; r1c2 r1c1 r1c3
(assert (and (or R_2 e_1_2) (not (and R_2 e_1_2))))  ; r1c3 r1c2

; family size-sum: a subtree is its root and the subtrees of its children
;   for each cell x: s_x = 1 + the sum of s_y over the neighbours y with e_x_y
;   (this project, after the thesis)
(assert (= s_0 (bvadd (_ bv1 3) (ite e_0_1 s_1 (_ bv0 3)))))  ; r1c1 r1c2
(assert (= s_1 (bvadd (bvadd (_ bv1 3) (ite e_1_0 s_0 (_ bv0 3))) (ite e_1_2 s_2 (_ bv0 3)))))  ; r1c2 r1c1 r1c3
(assert (= s_2 (bvadd (_ bv1 3) (ite e_2_1 s_1 (_ bv0 3)))))  ; r1c3 r1c2

; family root-size: a root's subtree is the region
;   for each cell x: R_x iff s_x = n_x
;   (this project, after the thesis)
(assert (= R_0 (= s_0 n_0)))  ; r1c1
(assert (= R_1 (= s_1 n_1)))  ; r1c2
(assert (= R_2 (= s_2 n_2)))  ; r1c3

; family root-self: a root is its own root
;   for each cell x: R_x iff r_x is the place of x
;   (this project, after the thesis)
(assert (= R_0 (= r_0 (_ bv0 2))))  ; r1c1
(assert (= R_1 (= r_1 (_ bv1 2))))  ; r1c2
(assert (= R_2 (= r_2 (_ bv2 2))))  ; r1c3

; family edge: an edge joins equal numbers
;   for neighbours x, y: if e_x_y or e_y_x, then q_x_y
;   (this project, after the thesis)
(assert (=> (or e_0_1 e_1_0) q_0_1))  ; r1c1 r1c2
(assert (=> (or e_1_2 e_2_1) q_1_2))  ; r1c2 r1c3

; family kept-edge: of many trees one: neighbours in a row that are in one region are joined
;   for neighbours x, y in a row (or in another fixed forest): if in one region, then e_x_y or e_y_x
;   (this project, after H. Whitney, 1935: what has no cycle is a part of a spanning tree)
(assert (=> q_0_1 (or e_0_1 e_1_0)))  ; r1c1 r1c2
(assert (=> q_1_2 (or e_1_2 e_2_1)))  ; r1c2 r1c3

; family same-root: neighbours hold equal numbers iff they have one root
;   for neighbours x, y: q_x_y iff r_x = r_y
;   (this project, after the thesis)
(assert (= q_0_1 (= r_0 r_1)))  ; r1c1 r1c2
(assert (= q_1_2 (= r_1 r_2)))  ; r1c2 r1c3

; family no-root: redundant: the later of two equal neighbours is no root
;   for neighbours x, y, x in the earlier place: not both q_x_y and R_y
;   (this project, after the thesis)
(assert (not (and q_0_1 R_1)))  ; r1c1 r1c2
(assert (not (and q_1_2 R_2)))  ; r1c2 r1c3

; family growth: redundant: a region must grow
;   for each cell x: n_x = 1 or q_x_y for a neighbour y
;   (this project, after the thesis)
(assert (or (= n_1 (_ bv1 3)) q_0_1 q_1_2))  ; r1c2 r1c1 r1c3
(assert (or (= n_2 (_ bv1 3)) q_1_2))  ; r1c3 r1c2

(check-sat)
(get-value (n_0 n_1 n_2))
(exit)
