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
(declare-fun n_1 () Int)
(declare-fun n_2 () Int)
(declare-fun n_3 () Int)
(declare-fun q_0_2 () Bool)
(declare-fun q_1_3 () Bool)
(declare-fun q_2_3 () Bool)
(declare-fun e_0_2 () Bool)
(declare-fun e_1_3 () Bool)
(declare-fun e_2_3 () Bool)
(declare-fun s_0_2 () Int)
(declare-fun s_2_0 () Int)
(declare-fun s_1_3 () Int)
(declare-fun s_3_1 () Int)
(declare-fun s_2_3 () Int)
(declare-fun s_3_2 () Int)

; family candidates: a number is one of those left
;   for each cell x: n_x in its candidates
;   (the rules)
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

; family edge: equal neighbours are joined in their row, and where two rows first touch
;   for neighbours x, y: e_x_y iff q_x_y, not o_x_y, and not both q_x_a and q_y_b (a, b before x, y)
;   (this project, after H. Whitney, 1935: what has no cycle is a part of a spanning tree)
(assert (= e_0_2 q_0_2))  ; r1c1 r2c1
(assert (= e_1_3 q_1_3))  ; r1c2 r2c2
(assert (= e_2_3 q_2_3))  ; r2c1 r2c2

; family side: an edge leads to one cell or more, and no edge to none
;   for neighbours x, y: 0 <= s_x_y < the largest number of both; e_x_y iff s_x_y >= 1
;   (this project)
(assert (and (<= 0 s_0_2) (<= s_0_2 1)))  ; r1c1 r2c1
(assert (= e_0_2 (<= 1 s_0_2)))  ; r1c1 r2c1
(assert (and (<= 0 s_2_0) (<= s_2_0 1)))  ; r2c1 r1c1
(assert (= e_0_2 (<= 1 s_2_0)))  ; r2c1 r1c1
(assert (and (<= 0 s_1_3) (<= s_1_3 0)))  ; r1c2 r2c2
(assert (= e_1_3 (<= 1 s_1_3)))  ; r1c2 r2c2
(assert (and (<= 0 s_3_1) (<= s_3_1 0)))  ; r2c2 r1c2
(assert (= e_1_3 (<= 1 s_3_1)))  ; r2c2 r1c2
(assert (and (<= 0 s_2_3) (<= s_2_3 0)))  ; r2c1 r2c2
(assert (= e_2_3 (<= 1 s_2_3)))  ; r2c1 r2c2
(assert (and (<= 0 s_3_2) (<= s_3_2 0)))  ; r2c2 r2c1
(assert (= e_2_3 (<= 1 s_3_2)))  ; r2c2 r2c1

; family two-sides: the two sides of an edge are the region
;   for neighbours x, y: s_x_y + s_y_x <= n_x; if e_x_y, then s_x_y + s_y_x >= n_x
;   (this project)
(assert (<= (+ s_0_2 s_2_0) n_0))  ; r1c1 r2c1
(assert (=> e_0_2 (<= n_0 (+ s_0_2 s_2_0))))  ; r1c1 r2c1
(assert (<= (+ s_1_3 s_3_1) n_1))  ; r1c2 r2c2
(assert (=> e_1_3 (<= n_1 (+ s_1_3 s_3_1))))  ; r1c2 r2c2
(assert (<= (+ s_2_3 s_3_2) n_2))  ; r2c1 r2c2
(assert (=> e_2_3 (<= n_2 (+ s_2_3 s_3_2))))  ; r2c1 r2c2

; family region-size: a region is a cell and all that its edges lead to
;   for each cell x: n_x = 1 + the sum of s_x_y over its neighbours y
;   (this project)
(assert (= n_0 (+ 1 s_0_2)))  ; r1c1 r2c1
(assert (= n_1 (+ 1 s_1_3)))  ; r1c2 r2c2
(assert (= n_2 (+ 1 s_2_0 s_2_3)))  ; r2c1 r1c1 r2c2
(assert (= n_3 (+ 1 s_3_1 s_3_2)))  ; r2c2 r1c2 r2c1

; family wall: cells parted by a given wall differ
;   for each wall: not n_x = n_y
;   (the rules)
(assert (not (= n_0 n_1)))  ; r1c1 r1c2

(check-sat)
(get-value (n_0 n_1 n_2 n_3))
(exit)
