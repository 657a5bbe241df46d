; Fillomino: 4 cells, 1 clue.
; Encoding hybrid, logic QF_BV.
;
; puzzle 2 2
;   0 0
;   0 1
; puzzle {"walls": [["r1c1", "r1c2"]], "largest_region": 3}
; encoding hybrid
;
; Symbols (x and y are cells, row * width + column, from 0):
;   n_x: the number of cell x
;   q_x_y: neighbours x and y hold the same number
;   r_x: the place of the root of the region of x: cells are counted from 0, those with clues first
;   R_x: x is a root
;   p_x_y: x is the parent of y
;   a_x_y: y is below x, as far as cells eliminated before both show
;   t_x: the time at which x is eliminated as a leaf
(set-info :smt-lib-version 2.6)
(set-option :produce-models true)
(set-logic QF_BV)

(declare-fun n_0 () (_ BitVec 3))
(declare-fun n_1 () (_ BitVec 3))
(declare-fun n_2 () (_ BitVec 3))
(declare-fun n_3 () (_ BitVec 3))
(declare-fun r_0 () (_ BitVec 2))
(declare-fun r_1 () (_ BitVec 2))
(declare-fun r_2 () (_ BitVec 2))
(declare-fun r_3 () (_ BitVec 2))
(declare-fun R_0 () Bool)
(declare-fun R_1 () Bool)
(declare-fun R_2 () Bool)
(declare-fun R_3 () Bool)
(declare-fun q_0_2 () Bool)
(declare-fun q_1_3 () Bool)
(declare-fun q_2_3 () Bool)
(declare-fun p_2_0 () Bool)
(declare-fun p_3_1 () Bool)
(declare-fun p_0_2 () Bool)
(declare-fun p_3_2 () Bool)
(declare-fun p_1_3 () Bool)
(declare-fun p_2_3 () Bool)
(declare-fun a_2_0 () Bool)
(declare-fun a_3_1 () Bool)
(declare-fun a_0_2 () Bool)
(declare-fun a_3_2 () Bool)
(declare-fun a_1_3 () Bool)
(declare-fun a_2_3 () Bool)

; family candidates: a number is one of those left
;   for each cell x: n_x in its candidates
;   (the rules)
(assert (and (bvule (_ bv1 3) n_0) (bvule n_0 (_ bv2 3))))  ; r1c1
(assert (= n_1 (_ bv1 3)))  ; r1c2
(assert (and (bvule (_ bv1 3) n_2) (bvule n_2 (_ bv2 3))))  ; r2c1
(assert (= n_3 (_ bv1 3)))  ; r2c2

; family equal: neighbours are equal
;   for neighbours x, y: q_x_y iff n_x = n_y
;   (the rules)
(assert (= q_0_2 (= n_0 n_2)))  ; r1c1 r2c1
(assert (= q_1_3 (= n_1 n_3)))  ; r1c2 r2c2
(assert (= q_2_3 (= n_2 n_3)))  ; r2c1 r2c2

; family root-self: a cell is a root iff it names itself; it names one within reach, and none later where roots come first
;   for each cell x: first <= r_x <= last; R_x iff r_x is the place of x
;   (R. Becket, model of Fillomino, MiniZinc challenge 2009: the size of an area counts its cells)
(assert (and (bvule (_ bv1 2) r_0) (bvule r_0 (_ bv1 2))))  ; r1c1
(assert (= R_0 (= r_0 (_ bv1 2))))  ; r1c1
(assert (and (bvule (_ bv0 2) r_1) (bvule r_1 (_ bv2 2))))  ; r1c2
(assert (= R_1 (= r_1 (_ bv2 2))))  ; r1c2
(assert (and (bvule (_ bv0 2) r_2) (bvule r_2 (_ bv3 2))))  ; r2c1
(assert (= R_2 (= r_2 (_ bv3 2))))  ; r2c1
(assert (and (bvule (_ bv0 2) r_3) (bvule r_3 (_ bv0 2))))  ; r2c2
(assert (= R_3 (= r_3 (_ bv0 2))))  ; r2c2

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
(assert (=> R_0 (= n_0 (bvadd (_ bv1 3) (ite (= r_2 (_ bv1 2)) (_ bv1 3) (_ bv0 3))))))  ; r1c1 r2c1
(assert (=> R_1 (= n_1 (_ bv1 3))))  ; r1c2
(assert (=> R_2 (= n_2 (_ bv1 3))))  ; r2c1
(assert (=> R_3 (= n_3 (bvadd (bvadd (_ bv1 3) (ite (= r_1 (_ bv0 2)) (_ bv1 3) (_ bv0 3))) (ite (= r_2 (_ bv0 2)) (_ bv1 3) (_ bv0 3))))))  ; r2c2 r1c2 r2c1

; family parent: a cell has one parent, in its region, unless it is the root
;   for each cell x: exactly one of root x, p_y_x; if p_y_x, then x and y are in one region
;   (trees as functions from child to parent, usual in constraint programming)
(assert (or R_0 p_2_0))  ; r1c1 r2c1
(assert (or (not R_0) (not p_2_0)))  ; r1c1 r2c1
(assert (or R_1 p_3_1))  ; r1c2 r2c2
(assert (or (not R_1) (not p_3_1)))  ; r1c2 r2c2
(assert (or R_2 p_0_2 p_3_2))  ; r2c1 r1c1 r2c2
(assert (or (not R_2) (not p_0_2)))  ; r2c1 r1c1 r2c2
(assert (or (not R_2) (not p_3_2)))  ; r2c1 r1c1 r2c2
(assert (or (not p_0_2) (not p_3_2)))  ; r2c1 r1c1 r2c2
(assert (or R_3 p_1_3 p_2_3))  ; r2c2 r1c2 r2c1
(assert (or (not R_3) (not p_1_3)))  ; r2c2 r1c2 r2c1
(assert (or (not R_3) (not p_2_3)))  ; r2c2 r1c2 r2c1
(assert (or (not p_1_3) (not p_2_3)))  ; r2c2 r1c2 r2c1
(assert (=> p_2_0 q_0_2))  ; r1c1 r2c1
(assert (=> p_3_1 q_1_3))  ; r1c2 r2c2
(assert (=> p_0_2 q_0_2))  ; r2c1 r1c1
(assert (=> p_3_2 q_2_3))  ; r2c1 r2c2
(assert (=> p_1_3 q_1_3))  ; r2c2 r1c2
(assert (=> p_2_3 q_2_3))  ; r2c2 r2c1

; family arc: a parent is an arc to its child
;   if p_x_y, then a_x_y
;   (M. F. Rankooh, J. Rintanen, AAAI 2022 (arXiv 2105.12908): acyclicity by vertex elimination)
(assert (=> p_2_0 a_2_0))  ; r2c1 r1c1
(assert (=> p_3_1 a_3_1))  ; r2c2 r1c2
(assert (=> p_0_2 a_0_2))  ; r1c1 r2c1
(assert (=> p_3_2 a_3_2))  ; r2c2 r2c1
(assert (=> p_1_3 a_1_3))  ; r1c2 r2c2
(assert (=> p_2_3 a_2_3))  ; r2c1 r2c2

; family no-cycle: no two arcs are opposite
;   not both a_x_y and a_y_x
;   (M. F. Rankooh, J. Rintanen, AAAI 2022 (arXiv 2105.12908): acyclicity by vertex elimination)
(assert (not (and a_2_0 a_0_2)))  ; r2c1 r1c1
(assert (not (and a_3_1 a_1_3)))  ; r2c2 r1c2
(assert (not (and a_3_2 a_2_3)))  ; r2c2 r2c1

(check-sat)
(get-value (n_0 n_1 n_2 n_3))
(exit)
