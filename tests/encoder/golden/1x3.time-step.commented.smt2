; Fillomino: 3 cells, 1 clue.
; author: nobody
; title: three in a row
; Encoding time-step, logic QF_LIA.
;
; puzzle 1 3
;   1 0 0
; puzzle {"info": {"title": "three in a row", "author": "nobody"}}
; encoding time-step
;
; Symbols (x and y are cells, row * width + column, from 0):
;   n_x: the number of cell x
;   q_x_y: neighbours x and y hold the same number
;   r_x: the place of the root of the region of x: cells are counted from 0, those with clues first
;   R_x: x is a root
;   t_x: the step at which x joins its region, 1 at the root
(set-info :smt-lib-version 2.6)
(set-option :produce-models true)
(set-logic QF_LIA)

(declare-fun n_0 () Int)
(declare-fun n_1 () Int)
(declare-fun n_2 () Int)
(declare-fun r_0 () Int)
(declare-fun r_1 () Int)
(declare-fun r_2 () Int)
(declare-fun R_0 () Bool)
(declare-fun R_1 () Bool)
(declare-fun R_2 () Bool)
(declare-fun q_0_1 () Bool)
(declare-fun q_1_2 () Bool)
(declare-fun t_0 () Int)
(declare-fun t_1 () Int)
(declare-fun t_2 () Int)

; family candidates: a number is one of those left
;   for each cell x: n_x in its candidates
;   (the rules)
(assert (= n_0 1))  ; r1c1
(assert (and (<= 1 n_1) (<= n_1 2)))  ; r1c2
(assert (and (<= 1 n_2) (<= n_2 2)))  ; r1c3

; family equal: neighbours are equal
;   for neighbours x, y: q_x_y iff n_x = n_y
;   (the rules)
(assert (= q_0_1 (= n_0 n_1)))  ; r1c1 r1c2
(assert (= q_1_2 (= n_1 n_2)))  ; r1c2 r1c3

; family root-self: a cell is a root iff it names itself; it names one within reach, and none later where roots come first
;   for each cell x: first <= r_x <= last; R_x iff r_x is the place of x
;   (R. Becket, model of Fillomino, MiniZinc challenge 2009: the size of an area counts its cells)
(assert (and (<= 0 r_0) (<= r_0 0)))  ; r1c1
(assert (= R_0 (= r_0 0)))  ; r1c1
(assert (and (<= 0 r_1) (<= r_1 1)))  ; r1c2
(assert (= R_1 (= r_1 1)))  ; r1c2
(assert (and (<= 1 r_2) (<= r_2 2)))  ; r1c3
(assert (= R_2 (= r_2 2)))  ; r1c3

; family same-root: neighbours hold equal numbers iff they name one root
;   for neighbours x, y: q_x_y iff r_x = r_y
;   (R. Becket, model of Fillomino, MiniZinc challenge 2009: the size of an area counts its cells)
(assert (= q_0_1 (= r_0 r_1)))  ; r1c1 r1c2
(assert (= q_1_2 (= r_1 r_2)))  ; r1c2 r1c3

; family count: a root is named by as many cells as its number
;   for each cell x: if R_x, then n_x = the number of cells y with r_y = the place of x
;   (R. Becket, model of Fillomino, MiniZinc challenge 2009: the size of an area counts its cells)
(assert (=> R_0 (= n_0 (+ 1 (ite (= r_1 0) 1 0)))))  ; r1c1 r1c2
(assert (=> R_1 (= n_1 (+ 1 (ite (= r_2 1) 1 0)))))  ; r1c2 r1c3
(assert (=> R_2 (= n_2 1)))  ; r1c3

; family time-step: a cell joins its region at step 1 as the root, or one step after a neighbour
;   for each cell x: root x and t_x = 1, or t_x = t_y + 1 for some y beside x in its region
;   (R. Becket, model of Fillomino, MiniZinc challenge 2009: when, area and size)
(assert (or R_0 (and q_0_1 (= t_0 (+ 1 t_1)))))  ; r1c1 r1c2
(assert (=> R_0 (= t_0 1)))  ; r1c1
(assert (or R_1 (and q_0_1 (= t_1 (+ 1 t_0))) (and q_1_2 (= t_1 (+ 1 t_2)))))  ; r1c2 r1c1 r1c3
(assert (=> R_1 (= t_1 1)))  ; r1c2
(assert (or R_2 (and q_1_2 (= t_2 (+ 1 t_1)))))  ; r1c3 r1c2
(assert (=> R_2 (= t_2 1)))  ; r1c3

; family time-bound: no step is later than the region is large
;   for each cell x: 1 <= t_x <= n_x
;   (R. Becket, model of Fillomino, MiniZinc challenge 2009: when, area and size)
(assert (and (<= 1 t_0) (<= t_0 n_0)))  ; r1c1
(assert (and (<= 1 t_1) (<= t_1 n_1)))  ; r1c2
(assert (and (<= 1 t_2) (<= t_2 n_2)))  ; r1c3

(check-sat)
(get-value (n_0 n_1 n_2))
(exit)
