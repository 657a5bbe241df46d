; Fillomino: 4 cells, 1 clue.
; Encoding dual, logic QF_LIA.
;
; puzzle 2 2
;   0 0
;   0 1
; puzzle {"walls": [["r1c1", "r1c2"]], "largest_region": 3}
; encoding dual
;
; Symbols (x and y are cells, row * width + column, from 0):
;   n_x: the number of cell x
;   q_x_y: neighbours x and y hold the same number
;   r_x: the place of the root of the region of x: cells are counted from 0, those with clues first
;   R_x: x is a root
;   t_x_y: x is the parent of y in the tree of the whole board
;   f_x_y: the face to the left of x, seen towards y, has its parent across that link
(set-info :smt-lib-version 2.6)
(set-option :produce-models true)
(set-logic QF_LIA)

(declare-fun n_0 () Int)
(declare-fun n_1 () Int)
(declare-fun n_2 () Int)
(declare-fun n_3 () Int)
(declare-fun r_0 () Int)
(declare-fun r_1 () Int)
(declare-fun r_2 () Int)
(declare-fun r_3 () Int)
(declare-fun R_0 () Bool)
(declare-fun R_1 () Bool)
(declare-fun R_2 () Bool)
(declare-fun R_3 () Bool)
(declare-fun q_0_2 () Bool)
(declare-fun q_1_3 () Bool)
(declare-fun q_2_3 () Bool)
(declare-fun t_0_1 () Bool)
(declare-fun t_0_2 () Bool)
(declare-fun t_1_3 () Bool)
(declare-fun t_2_3 () Bool)
(declare-fun t_3_1 () Bool)
(declare-fun t_3_2 () Bool)
(declare-fun f_0_1 () Bool)
(declare-fun f_1_3 () Bool)
(declare-fun f_2_0 () Bool)
(declare-fun f_3_2 () Bool)

; family candidates: a number is one of those left
;   for each cell x: n_x in its candidates
;   (the rules)
(assert (and (<= 1 n_0) (<= n_0 2)))  ; r1c1
(assert (= n_1 1))  ; r1c2
(assert (and (<= 1 n_2) (<= n_2 2)))  ; r2c1
(assert (= n_3 1))  ; r2c2

; family equal: neighbours are equal
;   for neighbours x, y: q_x_y iff n_x = n_y
;   (the rules)
(assert (= q_0_2 (= n_0 n_2)))  ; r1c1 r2c1
(assert (= q_1_3 (= n_1 n_3)))  ; r1c2 r2c2
(assert (= q_2_3 (= n_2 n_3)))  ; r2c1 r2c2

; family root-self: a cell is a root iff it names itself; it names one within reach, and none later where roots come first
;   for each cell x: first <= r_x <= last; R_x iff r_x is the place of x
;   (R. Becket, model of Fillomino, MiniZinc challenge 2009: the size of an area counts its cells)
(assert (and (<= 1 r_0) (<= r_0 3)))  ; r1c1
(assert (= R_0 (= r_0 1)))  ; r1c1
(assert (and (<= 0 r_1) (<= r_1 2)))  ; r1c2
(assert (= R_1 (= r_1 2)))  ; r1c2
(assert (and (<= 0 r_2) (<= r_2 3)))  ; r2c1
(assert (= R_2 (= r_2 3)))  ; r2c1
(assert (and (<= 0 r_3) (<= r_3 3)))  ; r2c2
(assert (= R_3 (= r_3 0)))  ; r2c2

; family same-root: neighbours hold equal numbers iff they name one root
;   for neighbours x, y: q_x_y iff r_x = r_y
;   (R. Becket, model of Fillomino, MiniZinc challenge 2009: the size of an area counts its cells)
(assert (= q_0_2 (= r_0 r_2)))  ; r1c1 r2c1
(assert (= q_1_3 (= r_1 r_3)))  ; r1c2 r2c2
(assert (= q_2_3 (= r_2 r_3)))  ; r2c1 r2c2

; family wall: cells parted by a given wall differ
;   for each wall: not n_x = n_y
;   (the rules)
(assert (not (= n_0 n_1)))  ; r1c1 r1c2

; family count: a root is named by as many cells as its number
;   for each cell x: if R_x, then n_x = the number of cells y with r_y = the place of x
;   (R. Becket, model of Fillomino, MiniZinc challenge 2009: the size of an area counts its cells)
(assert (=> R_0 (= n_0 (+ 1 (ite (= r_2 1) 1 0)))))  ; r1c1 r2c1
(assert (=> R_1 (= n_1 (+ 1 (ite (= r_3 2) 1 0)))))  ; r1c2 r2c2
(assert (=> R_2 (= n_2 (+ 1 (ite (= r_0 3) 1 0) (ite (= r_3 3) 1 0)))))  ; r2c1 r1c1 r2c2
(assert (=> R_3 (= n_3 (+ 1 (ite (= r_1 0) 1 0) (ite (= r_2 0) 1 0)))))  ; r2c2 r1c2 r2c1

; family tree: every cell but one on the border of the board has a parent
;   for each cell x but the first: t_y_x for some y beside x
;   (J. C. Williams, Networks 39(1), 2002; root rule: H. Validi, A. Buchanan, 10.1002/net.21849)
(assert (or t_0_1 t_3_1))  ; r1c2 r1c1 r2c2
(assert (or t_0_2 t_3_2))  ; r2c1 r1c1 r2c2
(assert (or t_1_3 t_2_3))  ; r2c2 r1c2 r2c1

; family dual-tree: every face but the outer one has a parent across a link
;   for each face: f_x_y for some link on it, counter-clockwise from x to y
;   (J. C. Williams, Networks 39(1), 2002; root rule: H. Validi, A. Buchanan, 10.1002/net.21849)
(assert (or f_0_1 f_1_3 f_2_0 f_3_2))  ; r1c1 r1c2 r2c2 r2c1

; family once: no link is used twice, by the tree or its dual
;   for neighbours x, y: at most one of t_x_y, t_y_x, f_x_y, f_y_x
;   (J. C. Williams, Networks 39(1), 2002; root rule: H. Validi, A. Buchanan, 10.1002/net.21849)
(assert (or (not t_0_1) (not f_0_1)))  ; r1c1 r1c2
(assert (or (not t_0_2) (not f_2_0)))  ; r1c1 r2c1
(assert (or (not t_1_3) (not t_3_1)))  ; r1c2 r2c2
(assert (or (not t_1_3) (not f_1_3)))  ; r1c2 r2c2
(assert (or (not t_3_1) (not f_1_3)))  ; r1c2 r2c2
(assert (or (not t_2_3) (not t_3_2)))  ; r2c1 r2c2
(assert (or (not t_2_3) (not f_3_2)))  ; r2c1 r2c2
(assert (or (not t_3_2) (not f_3_2)))  ; r2c1 r2c2

; family part: a region is a part of the tree
;   for each cell x: root x, or t_y_x for some y beside x in its region
;   (J. C. Williams, Networks 39(1), 2002; root rule: H. Validi, A. Buchanan, 10.1002/net.21849)
(assert R_0)  ; r1c1 r2c1
(assert (or R_1 (and t_3_1 q_1_3)))  ; r1c2 r2c2
(assert (or R_2 (and t_0_2 q_0_2) (and t_3_2 q_2_3)))  ; r2c1 r1c1 r2c2
(assert (or R_3 (and t_1_3 q_1_3) (and t_2_3 q_2_3)))  ; r2c2 r1c2 r2c1

(check-sat)
(get-value (n_0 n_1 n_2 n_3))
(exit)
