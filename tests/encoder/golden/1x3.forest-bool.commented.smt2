; Fillomino: 3 cells, 1 clue.
; author: nobody
; title: three in a row
; Encoding forest-bool, logic QF_UF.
;
; Symbols (x and y are cells; a cell of a rectangle is row * width + column, from 0):
;   n_x_v: cell x holds v; v is big for a number above the cap that stands nowhere
;   b_x_i: bit i of the number of x, where it is big
;   q_x_y: x and y hold the same small number
;   e_x_y: x is the parent of y in the forest
;   w_x_y: the same for numbers too large for unary sizes; W_x: x holds such a number
;   R_x: x is a root
;   r_x_i_d: the root of x is d steps or more from landmark i; wide: bits o_x_i of its label
;   s_x_k: the tree below x has more than k + 1 cells (with t_x, m_x_y); wide: bits z_x_i (u_x, v_x_y)
(set-info :smt-lib-version 2.6)
(set-option :produce-models true)
(set-logic QF_UF)

(declare-fun n_0_1 () Bool)
(declare-fun n_1_1 () Bool)
(declare-fun n_1_2 () Bool)
(declare-fun n_2_1 () Bool)
(declare-fun n_2_2 () Bool)
(declare-fun q_0_1 () Bool)
(declare-fun q_1_2 () Bool)
(declare-fun R_0 () Bool)
(declare-fun e_0_1 () Bool)
(declare-fun R_1 () Bool)
(declare-fun e_1_0 () Bool)
(declare-fun e_1_2 () Bool)
(declare-fun R_2 () Bool)
(declare-fun e_2_1 () Bool)
(declare-fun r_1_0_1 () Bool)
(declare-fun r_2_0_2 () Bool)
(declare-fun s_1_0 () Bool)
(declare-fun s_2_0 () Bool)

; known: what deduction or a clue tells
;   for each known cell x: n_x_v
;   (this project, after the thesis)
(assert n_0_1)  ; r1c1

; one-token: each cell holds one number
;   for each cell x: exactly one of its n_x_v
;   (this project, after the thesis)
(assert (or n_1_1 n_1_2))  ; r1c2
(assert (or (not n_1_1) (not n_1_2)))  ; r1c2
(assert (or n_2_1 n_2_2))  ; r1c3
(assert (or (not n_2_1) (not n_2_2)))  ; r1c3

; equal: neighbours are equal
;   for neighbours x, y: q_x_y (w_x_y) just if they hold the same small (wide) number
;   (this project, after the thesis)
(assert (= q_0_1 n_1_1))  ; r1c1 r1c2
(assert (= q_1_2 (or (and n_1_1 n_2_1) (and n_1_2 n_2_2))))  ; r1c2 r1c3

; one-parent: a cell is a root, or has one parent, or its number needs no tree
;   exactly one of R_x, e_y_x, n_x_v for settled v
;   (this project, after the thesis)
(assert (and (or R_0 e_1_0) (not (and R_0 e_1_0))))  ; r1c1 r1c2
(assert (and (or R_1 e_0_1 e_2_1) (not (and R_1 e_0_1)) (not (and R_1 e_2_1)) (not (and e_0_1 e_2_1))))  ; r1c2 r1c1 r1c3
(assert (and (or R_2 e_1_2) (not (and R_2 e_1_2))))  ; r1c3 r1c2

; edge: an edge joins equal numbers, one way
;   if e_x_y, then q_x_y or w_x_y, and not e_y_x
;   (this project, after the thesis)
(assert (=> (or e_0_1 e_1_0) q_0_1))  ; r1c1 r1c2
(assert (not (and e_0_1 e_1_0)))  ; r1c1 r1c2
(assert (=> (or e_1_2 e_2_1) q_1_2))  ; r1c2 r1c3
(assert (not (and e_1_2 e_2_1)))  ; r1c2 r1c3

; root-self: a root is its own root, and the first cell of its region
;   if R_x, then the root's distances from the landmarks are those of x; none comes before it
;   (this project, after the thesis)
(assert (=> R_1 r_1_0_1))  ; r1c2
(assert (=> R_2 r_2_0_2))  ; r1c3

; same-root: equal neighbours share a root
;   if q_x_y, then the digits of the roots agree
;   (this project, after the thesis)
(assert (or (not q_0_1) (not r_1_0_1)))  ; r1c1 r1c2
(assert (or (not q_1_2) r_1_0_1))  ; r1c2 r1c3
(assert (or (not q_1_2) (not r_2_0_2)))  ; r1c2 r1c3

; size-sum: sizes add up
;   s_x = 1 + the sum of s_y over the y with e_x_y
;   (this project, after the thesis)
(assert (= s_1_0 e_1_2))  ; r1c2 r1c1 r1c3
(assert (= s_2_0 e_2_1))  ; r1c3 r1c2

; root-size: just a root's subtree is its region
;   R_x just if s_x = n_x
;   (this project, after the thesis)
(assert (= R_0 true))  ; r1c1
(assert (and (=> n_1_1 (and (= R_1 true) (not s_1_0))) (=> n_1_2 (= R_1 s_1_0))))  ; r1c2
(assert (and (=> n_2_1 (and (= R_2 true) (not s_2_0))) (=> n_2_2 (= R_2 s_2_0))))  ; r1c3

; growth: redundant: a region must grow
;   if n_x_v and v >= 2, then n_y_v for some y beside x
;   (this project, after the thesis)
(assert (or n_2_2 (not n_1_2)))  ; r1c2
(assert (or n_1_2 (not n_2_2)))  ; r1c3

; small-region: redundant: no two 1s, no three 2s; walls part numbers
;   not n_x_v or not n_y_v
;   (this project, after the thesis)
(assert (not n_1_1))  ; r1c1 r1c2
(assert (or (not n_1_1) (not n_2_1)))  ; r1c2 r1c3

(check-sat)
(get-value (n_0_1 n_1_1 n_1_2 n_2_1 n_2_2))
(exit)
