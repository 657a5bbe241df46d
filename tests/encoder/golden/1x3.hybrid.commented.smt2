; Fillomino: 3 cells, 1 clue.
; author: nobody
; title: three in a row
; Encoding hybrid, logic QF_BV.
;
; puzzle 1 3
;   1 0 0
; puzzle {"info": {"title": "three in a row", "author": "nobody"}}
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

(declare-fun n_0 () (_ BitVec 2))
(declare-fun n_1 () (_ BitVec 2))
(declare-fun n_2 () (_ BitVec 2))
(declare-fun r_0 () (_ BitVec 2))
(declare-fun r_1 () (_ BitVec 2))
(declare-fun r_2 () (_ BitVec 2))
(declare-fun R_0 () Bool)
(declare-fun R_1 () Bool)
(declare-fun R_2 () Bool)
(declare-fun q_0_1 () Bool)
(declare-fun q_1_2 () Bool)
(declare-fun p_1_0 () Bool)
(declare-fun p_0_1 () Bool)
(declare-fun p_2_1 () Bool)
(declare-fun p_1_2 () Bool)
(declare-fun a_1_0 () Bool)
(declare-fun a_0_1 () Bool)
(declare-fun a_2_1 () Bool)
(declare-fun a_1_2 () Bool)

; family candidates: a number is one of those left
;   for each cell x: n_x in its candidates
;   (the rules)
(assert (= n_0 (_ bv1 2)))  ; r1c1
(assert (and (bvule (_ bv1 2) n_1) (bvule n_1 (_ bv2 2))))  ; r1c2
(assert (and (bvule (_ bv1 2) n_2) (bvule n_2 (_ bv2 2))))  ; r1c3

; family equal: neighbours are equal
;   for neighbours x, y: q_x_y iff n_x = n_y
;   (the rules)
(assert (= q_0_1 (= n_0 n_1)))  ; r1c1 r1c2
(assert (= q_1_2 (= n_1 n_2)))  ; r1c2 r1c3

; family root-self: a cell is a root iff it names itself; it names one within reach, and none later where roots come first
;   for each cell x: first <= r_x <= last; R_x iff r_x is the place of x
;   (R. Becket, model of Fillomino, MiniZinc challenge 2009: the size of an area counts its cells)
(assert (and (bvule (_ bv0 2) r_0) (bvule r_0 (_ bv0 2))))  ; r1c1
(assert (= R_0 (= r_0 (_ bv0 2))))  ; r1c1
(assert (and (bvule (_ bv0 2) r_1) (bvule r_1 (_ bv1 2))))  ; r1c2
(assert (= R_1 (= r_1 (_ bv1 2))))  ; r1c2
(assert (and (bvule (_ bv1 2) r_2) (bvule r_2 (_ bv2 2))))  ; r1c3
(assert (= R_2 (= r_2 (_ bv2 2))))  ; r1c3

; family same-root: neighbours hold equal numbers iff they name one root
;   for neighbours x, y: q_x_y iff r_x = r_y
;   (R. Becket, model of Fillomino, MiniZinc challenge 2009: the size of an area counts its cells)
(assert (= q_0_1 (= r_0 r_1)))  ; r1c1 r1c2
(assert (= q_1_2 (= r_1 r_2)))  ; r1c2 r1c3

; family count: a root is named by as many cells as its number
;   for each cell x: if R_x, then n_x = the number of cells y with r_y = the place of x
;   (R. Becket, model of Fillomino, MiniZinc challenge 2009: the size of an area counts its cells)
(assert (=> R_0 (= n_0 (bvadd (_ bv1 2) (ite (= r_1 (_ bv0 2)) (_ bv1 2) (_ bv0 2))))))  ; r1c1 r1c2
(assert (=> R_1 (= n_1 (bvadd (_ bv1 2) (ite (= r_2 (_ bv1 2)) (_ bv1 2) (_ bv0 2))))))  ; r1c2 r1c3
(assert (=> R_2 (= n_2 (_ bv1 2))))  ; r1c3

; family parent: a cell has one parent, in its region, unless it is the root
;   for each cell x: exactly one of root x, p_y_x; if p_y_x, then x and y are in one region
;   (trees as functions from child to parent, usual in constraint programming)
(assert (or R_0 p_1_0))  ; r1c1 r1c2
(assert (or (not R_0) (not p_1_0)))  ; r1c1 r1c2
(assert (or R_1 p_0_1 p_2_1))  ; r1c2 r1c1 r1c3
(assert (or (not R_1) (not p_0_1)))  ; r1c2 r1c1 r1c3
(assert (or (not R_1) (not p_2_1)))  ; r1c2 r1c1 r1c3
(assert (or (not p_0_1) (not p_2_1)))  ; r1c2 r1c1 r1c3
(assert (or R_2 p_1_2))  ; r1c3 r1c2
(assert (or (not R_2) (not p_1_2)))  ; r1c3 r1c2
(assert (=> p_1_0 q_0_1))  ; r1c1 r1c2
(assert (=> p_0_1 q_0_1))  ; r1c2 r1c1
(assert (=> p_2_1 q_1_2))  ; r1c2 r1c3
(assert (=> p_1_2 q_1_2))  ; r1c3 r1c2

; family arc: a parent is an arc to its child
;   if p_x_y, then a_x_y
;   (M. F. Rankooh, J. Rintanen, AAAI 2022 (arXiv 2105.12908): acyclicity by vertex elimination)
(assert (=> p_1_0 a_1_0))  ; r1c2 r1c1
(assert (=> p_0_1 a_0_1))  ; r1c1 r1c2
(assert (=> p_2_1 a_2_1))  ; r1c3 r1c2
(assert (=> p_1_2 a_1_2))  ; r1c2 r1c3

; family no-cycle: no two arcs are opposite
;   not both a_x_y and a_y_x
;   (M. F. Rankooh, J. Rintanen, AAAI 2022 (arXiv 2105.12908): acyclicity by vertex elimination)
(assert (not (and a_1_0 a_0_1)))  ; r1c2 r1c1
(assert (not (and a_2_1 a_1_2)))  ; r1c3 r1c2

(check-sat)
(get-value (n_0 n_1 n_2))
(exit)
