; Fillomino: 3 cells, 1 clue.
; author: nobody
; title: three in a row
; Encoding forest-tight, logic QF_LIA.
;
; puzzle 1 3
;   1 0 0
; puzzle {"info": {"title": "three in a row", "author": "nobody"}}
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
(declare-fun q_0_1 () Bool)
(declare-fun q_1_2 () Bool)
(declare-fun e_0_1 () Bool)
(declare-fun e_1_2 () Bool)
(declare-fun s_0_1 () Int)
(declare-fun s_1_0 () Int)
(declare-fun s_1_2 () Int)
(declare-fun s_2_1 () Int)

; family candidates: a number is one of those left
;   for each cell x: n_x in its candidates
;   (the rules)
(assert (= n_0 1))  ; r1c1
(assert (and (<= 1 n_1) (<= n_1 2)))  ; r1c2
(assert (and (<= 1 n_2) (<= n_2 2)))  ; r1c3

; family equal: neighbours are equal
;   for neighbours x, y that may be: q_x_y iff n_x = n_y
;   (this project, after the thesis)
(assert (= q_0_1 (= n_0 n_1)))  ; r1c1 r1c2
(assert (= q_1_2 (= n_1 n_2)))  ; r1c2 r1c3

; family edge: equal neighbours are joined in their row, and where two rows first touch
;   for neighbours x, y: e_x_y iff q_x_y, not o_x_y, and not both q_x_a and q_y_b (a, b before x, y)
;   (this project, after H. Whitney, 1935: what has no cycle is a part of a spanning tree)
(assert (= e_0_1 q_0_1))  ; r1c1 r1c2
(assert (= e_1_2 q_1_2))  ; r1c2 r1c3

; family side: an edge leads to one cell or more, and no edge to none
;   for neighbours x, y: 0 <= s_x_y < the largest number of both; e_x_y iff s_x_y >= 1
;   (this project)
(assert (and (<= 0 s_0_1) (<= s_0_1 0)))  ; r1c1 r1c2
(assert (= e_0_1 (<= 1 s_0_1)))  ; r1c1 r1c2
(assert (and (<= 0 s_1_0) (<= s_1_0 0)))  ; r1c2 r1c1
(assert (= e_0_1 (<= 1 s_1_0)))  ; r1c2 r1c1
(assert (and (<= 0 s_1_2) (<= s_1_2 1)))  ; r1c2 r1c3
(assert (= e_1_2 (<= 1 s_1_2)))  ; r1c2 r1c3
(assert (and (<= 0 s_2_1) (<= s_2_1 1)))  ; r1c3 r1c2
(assert (= e_1_2 (<= 1 s_2_1)))  ; r1c3 r1c2

; family two-sides: the two sides of an edge are the region
;   for neighbours x, y: s_x_y + s_y_x <= n_x; if e_x_y, then s_x_y + s_y_x >= n_x
;   (this project)
(assert (<= (+ s_0_1 s_1_0) n_0))  ; r1c1 r1c2
(assert (=> e_0_1 (<= n_0 (+ s_0_1 s_1_0))))  ; r1c1 r1c2
(assert (<= (+ s_1_2 s_2_1) n_1))  ; r1c2 r1c3
(assert (=> e_1_2 (<= n_1 (+ s_1_2 s_2_1))))  ; r1c2 r1c3

; family region-size: a region is a cell and all that its edges lead to
;   for each cell x: n_x = 1 + the sum of s_x_y over its neighbours y
;   (this project)
(assert (= n_0 (+ 1 s_0_1)))  ; r1c1 r1c2
(assert (= n_1 (+ 1 s_1_0 s_1_2)))  ; r1c2 r1c1 r1c3
(assert (= n_2 (+ 1 s_2_1)))  ; r1c3 r1c2

(check-sat)
(get-value (n_0 n_1 n_2))
(exit)
