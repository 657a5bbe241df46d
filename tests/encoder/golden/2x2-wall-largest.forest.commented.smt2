; Fillomino: 4 cells, 1 clue.
; Encoding forest, logic QF_UFLIA.
;
; puzzle 2 2
;   0 0
;   0 1
; puzzle {"walls": [["r1c1", "r1c2"]], "largest_region": 3}
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

(declare-fun e_0_1 () Int)
(declare-fun e_0_2 () Int)
(declare-fun e_1_0 () Int)
(declare-fun e_1_3 () Int)
(declare-fun e_2_0 () Int)
(declare-fun e_2_3 () Int)
(declare-fun e_3_1 () Int)
(declare-fun e_3_2 () Int)
(declare-fun n_0 () Int)
(declare-fun s_0 () Int)
(declare-fun r_0 () Int)
(declare-fun n_1 () Int)
(declare-fun s_1 () Int)
(declare-fun r_1 () Int)
(declare-fun n_2 () Int)
(declare-fun s_2 () Int)
(declare-fun r_2 () Int)
(declare-fun n_3 () Int)
(declare-fun s_3 () Int)
(declare-fun r_3 () Int)

; family edge-boolean: an edge is there or not
;   for neighbours x, y: e_x_y = 0 or e_x_y = 1
;   (R. Behari, Solving Fillomino, section 8.2)
(assert (or (= e_0_1 0) (= e_0_1 1)))  ; r1c1 r1c2
(assert (or (= e_0_2 0) (= e_0_2 1)))  ; r1c1 r2c1
(assert (or (= e_1_0 0) (= e_1_0 1)))  ; r1c2 r1c1
(assert (or (= e_1_3 0) (= e_1_3 1)))  ; r1c2 r2c2
(assert (or (= e_2_0 0) (= e_2_0 1)))  ; r2c1 r1c1
(assert (or (= e_2_3 0) (= e_2_3 1)))  ; r2c1 r2c2
(assert (or (= e_3_1 0) (= e_3_1 1)))  ; r2c2 r1c2
(assert (or (= e_3_2 0) (= e_3_2 1)))  ; r2c2 r2c1

; family edge-one-way: no edge runs both ways
;   for neighbours x, y: e_x_y + e_y_x <= 1
;   (R. Behari, Solving Fillomino, section 8.3)
(assert (<= (+ e_0_1 e_1_0) 1))  ; r1c1 r1c2
(assert (<= (+ e_0_2 e_2_0) 1))  ; r1c1 r2c1
(assert (<= (+ e_1_0 e_0_1) 1))  ; r1c2 r1c1
(assert (<= (+ e_1_3 e_3_1) 1))  ; r1c2 r2c2
(assert (<= (+ e_2_0 e_0_2) 1))  ; r2c1 r1c1
(assert (<= (+ e_2_3 e_3_2) 1))  ; r2c1 r2c2
(assert (<= (+ e_3_1 e_1_3) 1))  ; r2c2 r1c2
(assert (<= (+ e_3_2 e_2_3) 1))  ; r2c2 r2c1

; family one-parent: a cell has at most one parent
;   for each cell x: the sum of e_y_x over its neighbours y <= 1
;   (R. Behari, Solving Fillomino, section 8.4)
(assert (<= (+ e_1_0 e_2_0) 1))  ; r1c1 r1c2 r2c1
(assert (<= (+ e_0_1 e_3_1) 1))  ; r1c2 r1c1 r2c2
(assert (<= (+ e_0_2 e_3_2) 1))  ; r2c1 r1c1 r2c2
(assert (<= (+ e_1_3 e_2_3) 1))  ; r2c2 r1c2 r2c1

; family clue: a clue is its cell's number
;   for each clue v at x: n_x = v
;   (R. Behari, Solving Fillomino, section 8.5)
(assert (= n_3 1))  ; r2c2

; family root-size: the subtree of a root is as large as its number
;   for each cell x: if no e_y_x = 1, then s_x = n_x
;   (R. Behari, Solving Fillomino, section 8.6)
(assert (=> (= (+ e_1_0 e_2_0) 0) (= s_0 n_0)))  ; r1c1 r1c2 r2c1
(assert (=> (= (+ e_0_1 e_3_1) 0) (= s_1 n_1)))  ; r1c2 r1c1 r2c2
(assert (=> (= (+ e_0_2 e_3_2) 0) (= s_2 n_2)))  ; r2c1 r1c1 r2c2
(assert (=> (= (+ e_1_3 e_2_3) 0) (= s_3 n_3)))  ; r2c2 r1c2 r2c1

; family size-sum: a subtree is its root and the subtrees of its children
;   for each cell x: s_x = 1 + the sum of s_y over the neighbours y with e_x_y = 1
;   (R. Behari, Solving Fillomino, section 8.7)
(assert (= s_0 (+ 1 (ite (= e_0_1 1) s_1 0) (ite (= e_0_2 1) s_2 0))))  ; r1c1 r1c2 r2c1
(assert (= s_1 (+ 1 (ite (= e_1_0 1) s_0 0) (ite (= e_1_3 1) s_3 0))))  ; r1c2 r1c1 r2c2
(assert (= s_2 (+ 1 (ite (= e_2_0 1) s_0 0) (ite (= e_2_3 1) s_3 0))))  ; r2c1 r1c1 r2c2
(assert (= s_3 (+ 1 (ite (= e_3_1 1) s_1 0) (ite (= e_3_2 1) s_2 0))))  ; r2c2 r1c2 r2c1

; family edge-number: an edge joins equal numbers
;   for neighbours x, y: if e_x_y = 1, then n_x = n_y
;   (R. Behari, Solving Fillomino, section 8.8)
(assert (=> (= e_0_1 1) (= n_0 n_1)))  ; r1c1 r1c2
(assert (=> (= e_0_2 1) (= n_0 n_2)))  ; r1c1 r2c1
(assert (=> (= e_1_0 1) (= n_1 n_0)))  ; r1c2 r1c1
(assert (=> (= e_1_3 1) (= n_1 n_3)))  ; r1c2 r2c2
(assert (=> (= e_2_0 1) (= n_2 n_0)))  ; r2c1 r1c1
(assert (=> (= e_2_3 1) (= n_2 n_3)))  ; r2c1 r2c2
(assert (=> (= e_3_1 1) (= n_3 n_1)))  ; r2c2 r1c2
(assert (=> (= e_3_2 1) (= n_3 n_2)))  ; r2c2 r2c1

; family root-self: a root is its own root
;   for each cell x: if no e_y_x = 1, then r_x = x
;   (R. Behari, Solving Fillomino, section 8.9)
(assert (=> (= (+ e_1_0 e_2_0) 0) (= r_0 0)))  ; r1c1 r1c2 r2c1
(assert (=> (= (+ e_0_1 e_3_1) 0) (= r_1 1)))  ; r1c2 r1c1 r2c2
(assert (=> (= (+ e_0_2 e_3_2) 0) (= r_2 2)))  ; r2c1 r1c1 r2c2
(assert (=> (= (+ e_1_3 e_2_3) 0) (= r_3 3)))  ; r2c2 r1c2 r2c1

; family same-root: neighbours with equal numbers share a root
;   for neighbours x, y: if n_x = n_y, then r_x = r_y
;   (R. Behari, Solving Fillomino, section 8.10)
(assert (=> (= n_0 n_1) (= r_0 r_1)))  ; r1c1 r1c2
(assert (=> (= n_0 n_2) (= r_0 r_2)))  ; r1c1 r2c1
(assert (=> (= n_1 n_0) (= r_1 r_0)))  ; r1c2 r1c1
(assert (=> (= n_1 n_3) (= r_1 r_3)))  ; r1c2 r2c2
(assert (=> (= n_2 n_0) (= r_2 r_0)))  ; r2c1 r1c1
(assert (=> (= n_2 n_3) (= r_2 r_3)))  ; r2c1 r2c2
(assert (=> (= n_3 n_1) (= r_3 r_1)))  ; r2c2 r1c2
(assert (=> (= n_3 n_2) (= r_3 r_2)))  ; r2c2 r2c1

; family wall: cells parted by a given wall differ
;   for each wall between x and y: n_x and n_y are not equal
;   (a given wall of pzpr's Fillomino)
(assert (not (= n_0 n_1)))  ; r1c1 r1c2

; family largest-region: no region is larger than the puzzle allows
;   for each cell x: n_x <= the largest region
;   (flag t of pzpr's Fillomino)
(assert (<= n_0 3))  ; r1c1
(assert (<= n_1 3))  ; r1c2
(assert (<= n_2 3))  ; r2c1
(assert (<= n_3 3))  ; r2c2

(check-sat)
(get-value (n_0 n_1 n_2 n_3))
(exit)
