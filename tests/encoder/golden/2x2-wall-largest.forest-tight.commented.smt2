; Fillomino: 4 cells, 1 clue.
; Encoding forest-tight, logic QF_LIA.
;
; puzzle 2 2
;   0 0
;   0 1
; puzzle {"walls": [["r1c1", "r1c2"]], "largest_region": 3}
; encoding forest-tight
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
(set-logic QF_LIA)

(declare-fun n_0 () Int)
(declare-fun n_1 () Int)
(declare-fun n_2 () Int)
(declare-fun n_3 () Int)
(declare-fun s_0 () Int)
(declare-fun r_0 () Int)
(declare-fun R_0 () Bool)
(declare-fun e_0_2 () Bool)
(declare-fun s_1 () Int)
(declare-fun r_1 () Int)
(declare-fun R_1 () Bool)
(declare-fun e_1_3 () Bool)
(declare-fun s_2 () Int)
(declare-fun r_2 () Int)
(declare-fun R_2 () Bool)
(declare-fun e_2_0 () Bool)
(declare-fun e_2_3 () Bool)
(declare-fun s_3 () Int)
(declare-fun r_3 () Int)
(declare-fun R_3 () Bool)
(declare-fun e_3_1 () Bool)
(declare-fun e_3_2 () Bool)
(declare-fun q_0_2 () Bool)
(declare-fun q_1_3 () Bool)
(declare-fun q_2_3 () Bool)

; family candidates: a number is one of those left
;   for each cell x: n_x in its candidates
;   (this project, after the thesis)
(assert (and (<= 1 n_0) (<= n_0 2)))  ; r1c1
(assert (= n_1 1))  ; r1c2
(assert (and (<= 1 n_2) (<= n_2 2)))  ; r2c1
(assert (= n_3 1))  ; r2c2

; family equal: neighbours are equal
;   for neighbours x, y that may be: q_x_y iff n_x = n_y
;   (this project, after the thesis)
(assert (= q_0_2 (= n_0 n_2)))  ; r1c1 r2c1
(assert (= q_1_3 (= n_1 n_3)))  ; r1c2 r2c2
(assert (= q_2_3 (= n_2 n_3)))  ; r2c1 r2c2

; family size-bounds: a subtree is not larger than its number
;   for each cell x: 1 <= s_x <= n_x
;   (this project, after the thesis)
(assert (and (<= 1 s_0) (<= s_0 n_0)))  ; r1c1
(assert (and (<= 1 s_1) (<= s_1 n_1)))  ; r1c2
(assert (and (<= 1 s_2) (<= s_2 n_2)))  ; r2c1
(assert (and (<= 1 s_3) (<= s_3 n_3)))  ; r2c2

; family first-root: the root is the first cell of its region, clues before others
;   for each cell x: first <= r_x <= last; last is the place of x, first that of a cell within reach
;   (this project, after the thesis)
(assert (and (<= 1 r_0) (<= r_0 1)))  ; r1c1
(assert (and (<= 2 r_1) (<= r_1 2)))  ; r1c2
(assert (and (<= 1 r_2) (<= r_2 3)))  ; r2c1
(assert (and (<= 0 r_3) (<= r_3 0)))  ; r2c2

; family one-parent: a cell is a root or has one parent
;   for each cell x: exactly one of R_x, e_y_x
;   (this project, after the thesis)
(assert (and (or R_0 e_2_0) (not (and R_0 e_2_0))))  ; r1c1 r2c1
(assert (and (or R_1 e_3_1) (not (and R_1 e_3_1))))  ; r1c2 r2c2
(assert (and (or R_2 e_0_2 e_3_2) (not (and R_2 e_0_2)) (not (and R_2 e_3_2)) (not (and e_0_2 e_3_2))))  ; r2c1 r1c1 r2c2
(assert (and (or R_3 e_1_3 e_2_3) (not (and R_3 e_1_3)) (not (and R_3 e_2_3)) (not (and e_1_3 e_2_3))))  ; r2c2 r1c2 r2c1

; family size-sum: a subtree is its root and the subtrees of its children
;   for each cell x: s_x = 1 + the sum of s_y over the neighbours y with e_x_y
;   (this project, after the thesis)
(assert (= s_0 (+ 1 (ite e_0_2 s_2 0))))  ; r1c1 r2c1
(assert (= s_1 (+ 1 (ite e_1_3 s_3 0))))  ; r1c2 r2c2
(assert (= s_2 (+ 1 (ite e_2_0 s_0 0) (ite e_2_3 s_3 0))))  ; r2c1 r1c1 r2c2
(assert (= s_3 (+ 1 (ite e_3_1 s_1 0) (ite e_3_2 s_2 0))))  ; r2c2 r1c2 r2c1

; family root-size: a root's subtree is the region
;   for each cell x: R_x iff s_x = n_x
;   (this project, after the thesis)
(assert (= R_0 (= s_0 n_0)))  ; r1c1
(assert (= R_1 (= s_1 n_1)))  ; r1c2
(assert (= R_2 (= s_2 n_2)))  ; r2c1
(assert (= R_3 (= s_3 n_3)))  ; r2c2

; family root-self: a root is its own root
;   for each cell x: R_x iff r_x is the place of x
;   (this project, after the thesis)
(assert (= R_0 (= r_0 1)))  ; r1c1
(assert (= R_1 (= r_1 2)))  ; r1c2
(assert (= R_2 (= r_2 3)))  ; r2c1
(assert (= R_3 (= r_3 0)))  ; r2c2

; family edge: an edge joins equal numbers
;   for neighbours x, y: if e_x_y or e_y_x, then q_x_y
;   (this project, after the thesis)
(assert (=> (or e_0_2 e_2_0) q_0_2))  ; r1c1 r2c1
(assert (=> (or e_1_3 e_3_1) q_1_3))  ; r1c2 r2c2
(assert (=> (or e_2_3 e_3_2) q_2_3))  ; r2c1 r2c2

; family kept-edge: of many trees one: neighbours in a row that are in one region are joined
;   for neighbours x, y in a row (or in another fixed forest): if in one region, then e_x_y or e_y_x
;   (this project, after H. Whitney, 1935: what has no cycle is a part of a spanning tree)
(assert (=> q_0_2 (or e_0_2 e_2_0)))  ; r1c1 r2c1
(assert (=> q_1_3 (or e_1_3 e_3_1)))  ; r1c2 r2c2
(assert (=> q_2_3 (or e_2_3 e_3_2)))  ; r2c1 r2c2

; family same-root: neighbours hold equal numbers iff they have one root
;   for neighbours x, y: q_x_y iff r_x = r_y
;   (this project, after the thesis)
(assert (= q_0_2 (= r_0 r_2)))  ; r1c1 r2c1
(assert (= q_1_3 (= r_1 r_3)))  ; r1c2 r2c2
(assert (= q_2_3 (= r_2 r_3)))  ; r2c1 r2c2

; family no-root: redundant: the later of two equal neighbours is no root
;   for neighbours x, y, x in the earlier place: not both q_x_y and R_y
;   (this project, after the thesis)
(assert (not (and q_0_2 R_2)))  ; r1c1 r2c1
(assert (not (and q_1_3 R_1)))  ; r1c2 r2c2
(assert (not (and q_2_3 R_2)))  ; r2c1 r2c2

; family growth: redundant: a region must grow
;   for each cell x: n_x = 1 or q_x_y for a neighbour y
;   (this project, after the thesis)
(assert (or (= n_0 1) q_0_2))  ; r1c1 r2c1
(assert (or (= n_2 1) q_0_2 q_2_3))  ; r2c1 r1c1 r2c2

; family wall: cells parted by a given wall differ
;   for each wall: not n_x = n_y
;   (this project, after the thesis)
(assert (not (= n_0 n_1)))  ; r1c1 r1c2

(check-sat)
(get-value (n_0 n_1 n_2 n_3))
(exit)
