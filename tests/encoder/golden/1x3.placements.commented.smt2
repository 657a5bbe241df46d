; Fillomino: 3 cells, 1 clue.
; author: nobody
; title: three in a row
; Encoding placements, logic QF_LIA.
;
; puzzle 1 3
;   1 0 0
; puzzle {"info": {"title": "three in a row", "author": "nobody"}}
; encoding placements
;
; Symbols (x and y are cells, row * width + column, from 0):
;   n_x: the number of cell x
;   p_x_i: the i-th polyomino with x as its lowest cell is placed
;   e_x_y: x is the parent of y in the tree of a large region
;   R_x: x is a root of one, or lies in none
;   r_x: the root of the region of x, if it is large
;   s_x: the number of cells in the subtree of x, with x
(set-info :smt-lib-version 2.6)
(set-option :produce-models true)
(set-logic QF_LIA)

(declare-fun n_0 () Int)
(declare-fun n_1 () Int)
(declare-fun n_2 () Int)
(declare-fun p_0_0 () Bool)
(declare-fun p_2_0 () Bool)
(declare-fun p_1_0 () Bool)

; family candidates: a number is one of those left
;   for each cell x: n_x in its candidates
;   (the rules)
(assert (= n_0 1))  ; r1c1
(assert (and (<= 1 n_1) (<= n_1 2)))  ; r1c2
(assert (and (<= 1 n_2) (<= n_2 2)))  ; r1c3

; family placed: a placed polyomino holds its size, and no cell around it does
;   if p, then n_x = v for its v cells x, and not n_y = v for the cells y beside it
;   (exact cover by polyominoes (D. Knuth, Dancing links, 2000); this project)
(assert (=> p_0_0 (and (= n_0 1) (not (= n_1 1)))))  ; r1c1 r1c2
(assert (=> p_2_0 (and (= n_2 1) (not (= n_1 1)))))  ; r1c3 r1c2
(assert (=> p_1_0 (and (= n_1 2) (= n_2 2))))  ; r1c2 r1c3

; family covered: a small number lies in a placed polyomino
;   for each cell x and v <= m: if n_x = v, then one of the p of v cells with x
;   (exact cover by polyominoes (D. Knuth, Dancing links, 2000); this project)
(assert (=> (= n_0 1) p_0_0))  ; r1c1
(assert (=> (= n_1 1) false))  ; r1c2
(assert (=> (= n_2 1) p_2_0))  ; r1c3
(assert (=> (= n_1 2) p_1_0))  ; r1c2
(assert (=> (= n_2 2) p_1_0))  ; r1c3

(check-sat)
(get-value (n_0 n_1 n_2))
(exit)
