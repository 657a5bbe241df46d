; Fillomino: 3 cells, 1 clue.
; author: nobody
; title: three in a row
; Encoding forest, logic QF_UFLIA.
;
; puzzle 1 3
;   1 0 0
; puzzle {"info": {"title": "three in a row", "author": "nobody"}}
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
(declare-fun e_1_0 () Int)
(declare-fun e_1_2 () Int)
(declare-fun e_2_1 () Int)
(declare-fun n_0 () Int)
(declare-fun s_0 () Int)
(declare-fun r_0 () Int)
(declare-fun n_1 () Int)
(declare-fun s_1 () Int)
(declare-fun r_1 () Int)
(declare-fun n_2 () Int)
(declare-fun s_2 () Int)
(declare-fun r_2 () Int)

; family edge-boolean: an edge is there or not
;   for neighbours x, y: e_x_y = 0 or e_x_y = 1
;   (Behari's thesis, section 8.2)
(assert (or (= e_0_1 0) (= e_0_1 1)))  ; r1c1 r1c2
(assert (or (= e_1_0 0) (= e_1_0 1)))  ; r1c2 r1c1
(assert (or (= e_1_2 0) (= e_1_2 1)))  ; r1c2 r1c3
(assert (or (= e_2_1 0) (= e_2_1 1)))  ; r1c3 r1c2

; family edge-one-way: no edge runs both ways
;   for neighbours x, y: e_x_y + e_y_x <= 1
;   (Behari's thesis, section 8.3)
(assert (<= (+ e_0_1 e_1_0) 1))  ; r1c1 r1c2
(assert (<= (+ e_1_0 e_0_1) 1))  ; r1c2 r1c1
(assert (<= (+ e_1_2 e_2_1) 1))  ; r1c2 r1c3
(assert (<= (+ e_2_1 e_1_2) 1))  ; r1c3 r1c2

; family one-parent: a cell has at most one parent
;   for each cell x: the sum of e_y_x over its neighbours y <= 1
;   (Behari's thesis, section 8.4)
(assert (<= e_1_0 1))  ; r1c1 r1c2
(assert (<= (+ e_0_1 e_2_1) 1))  ; r1c2 r1c1 r1c3
(assert (<= e_1_2 1))  ; r1c3 r1c2

; family clue: a clue is its cell's number
;   for each clue v at x: n_x = v
;   (Behari's thesis, section 8.5)
(assert (= n_0 1))  ; r1c1

; family root-size: the subtree of a root is as large as its number
;   for each cell x: if no e_y_x = 1, then s_x = n_x
;   (Behari's thesis, section 8.6)
(assert (=> (= e_1_0 0) (= s_0 n_0)))  ; r1c1 r1c2
(assert (=> (= (+ e_0_1 e_2_1) 0) (= s_1 n_1)))  ; r1c2 r1c1 r1c3
(assert (=> (= e_1_2 0) (= s_2 n_2)))  ; r1c3 r1c2

; family size-sum: a subtree is its root and the subtrees of its children
;   for each cell x: s_x = 1 + the sum of s_y over the neighbours y with e_x_y = 1
;   (Behari's thesis, section 8.7)
(assert (= s_0 (+ 1 (ite (= e_0_1 1) s_1 0))))  ; r1c1 r1c2
(assert (= s_1 (+ 1 (ite (= e_1_0 1) s_0 0) (ite (= e_1_2 1) s_2 0))))  ; r1c2 r1c1 r1c3
(assert (= s_2 (+ 1 (ite (= e_2_1 1) s_1 0))))  ; r1c3 r1c2

; family edge-number: an edge joins equal numbers
;   for neighbours x, y: if e_x_y = 1, then n_x = n_y
;   (Behari's thesis, section 8.8)
(assert (=> (= e_0_1 1) (= n_0 n_1)))  ; r1c1 r1c2
(assert (=> (= e_1_0 1) (= n_1 n_0)))  ; r1c2 r1c1
(assert (=> (= e_1_2 1) (= n_1 n_2)))  ; r1c2 r1c3
(assert (=> (= e_2_1 1) (= n_2 n_1)))  ; r1c3 r1c2

; family root-self: a root is its own root
;   for each cell x: if no e_y_x = 1, then r_x = x
;   (Behari's thesis, section 8.9)
(assert (=> (= e_1_0 0) (= r_0 0)))  ; r1c1 r1c2
(assert (=> (= (+ e_0_1 e_2_1) 0) (= r_1 1)))  ; r1c2 r1c1 r1c3
(assert (=> (= e_1_2 0) (= r_2 2)))  ; r1c3 r1c2

; family same-root: neighbours with equal numbers share a root
;   for neighbours x, y: if n_x = n_y, then r_x = r_y
;   (Behari's thesis, section 8.10)
(assert (=> (= n_0 n_1) (= r_0 r_1)))  ; r1c1 r1c2
(assert (=> (= n_1 n_0) (= r_1 r_0)))  ; r1c2 r1c1
(assert (=> (= n_1 n_2) (= r_1 r_2)))  ; r1c2 r1c3
(assert (=> (= n_2 n_1) (= r_2 r_1)))  ; r1c3 r1c2

(check-sat)
(get-value (n_0 n_1 n_2))
(exit)
