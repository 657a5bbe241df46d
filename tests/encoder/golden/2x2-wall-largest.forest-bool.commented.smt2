; Fillomino: 4 cells, 1 clue.
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

(declare-fun n_1_1 () Bool)
(declare-fun n_3_1 () Bool)
(declare-fun n_0_1 () Bool)
(declare-fun n_0_2 () Bool)
(declare-fun n_2_1 () Bool)
(declare-fun n_2_2 () Bool)
(declare-fun q_0_2 () Bool)
(declare-fun q_1_3 () Bool)
(declare-fun q_2_3 () Bool)
(declare-fun R_0 () Bool)
(declare-fun e_0_2 () Bool)
(declare-fun R_1 () Bool)
(declare-fun e_1_3 () Bool)
(declare-fun R_2 () Bool)
(declare-fun e_2_0 () Bool)
(declare-fun e_2_3 () Bool)
(declare-fun R_3 () Bool)
(declare-fun e_3_1 () Bool)
(declare-fun e_3_2 () Bool)
(declare-fun r_0_1_1 () Bool)
(declare-fun r_0_1_2 () Bool)
(declare-fun r_2_0_1 () Bool)
(declare-fun r_2_1_1 () Bool)
(declare-fun s_0_0 () Bool)
(declare-fun s_2_0 () Bool)
(declare-fun t_2_1_1 () Bool)

; known: what deduction or a clue tells
;   for each known cell x: n_x_v
;   (this project, after the thesis)
(assert n_1_1)  ; r1c2
(assert n_3_1)  ; r2c2

; one-token: each cell holds one number
;   for each cell x: exactly one of its n_x_v
;   (this project, after the thesis)
(assert (or n_0_1 n_0_2))  ; r1c1
(assert (or (not n_0_1) (not n_0_2)))  ; r1c1
(assert (or n_2_1 n_2_2))  ; r2c1
(assert (or (not n_2_1) (not n_2_2)))  ; r2c1

; equal: neighbours are equal
;   for neighbours x, y: q_x_y (w_x_y) just if they hold the same small (wide) number
;   (this project, after the thesis)
(assert (= q_0_2 (or (and n_0_1 n_2_1) (and n_0_2 n_2_2))))  ; r1c1 r2c1
(assert (= q_1_3 true))  ; r1c2 r2c2
(assert (= q_2_3 n_2_1))  ; r2c1 r2c2

; one-parent: a cell is a root, or has one parent, or its number needs no tree
;   exactly one of R_x, e_y_x, n_x_v for settled v
;   (this project, after the thesis)
(assert (and (or R_0 e_2_0) (not (and R_0 e_2_0))))  ; r1c1 r2c1
(assert (and (or R_1 e_3_1) (not (and R_1 e_3_1))))  ; r1c2 r2c2
(assert (and (or R_2 e_0_2 e_3_2) (not (and R_2 e_0_2)) (not (and R_2 e_3_2)) (not (and e_0_2 e_3_2))))  ; r2c1 r1c1 r2c2
(assert (and (or R_3 e_1_3 e_2_3) (not (and R_3 e_1_3)) (not (and R_3 e_2_3)) (not (and e_1_3 e_2_3))))  ; r2c2 r1c2 r2c1

; edge: an edge joins equal numbers, one way
;   if e_x_y, then q_x_y or w_x_y, and not e_y_x
;   (this project, after the thesis)
(assert (=> (or e_0_2 e_2_0) q_0_2))  ; r1c1 r2c1
(assert (not (and e_0_2 e_2_0)))  ; r1c1 r2c1
(assert (=> (or e_1_3 e_3_1) q_1_3))  ; r1c2 r2c2
(assert (not (and e_1_3 e_3_1)))  ; r1c2 r2c2
(assert (=> (or e_2_3 e_3_2) q_2_3))  ; r2c1 r2c2
(assert (not (and e_2_3 e_3_2)))  ; r2c1 r2c2

; root-self: a root is its own root, and the first cell of its region
;   if R_x, then the root's distances from the landmarks are those of x; none comes before it
;   (this project, after the thesis)
(assert (or r_0_1_1 (not r_0_1_2)))  ; r1c1
(assert (=> R_0 (and r_0_1_1 (not r_0_1_2))))  ; r1c1
(assert (not r_0_1_2))  ; r1c1
(assert (=> R_2 (and r_2_0_1 (not r_2_1_1))))  ; r2c1
(assert (or (not r_2_0_1) (not r_2_1_1)))  ; r2c1

; same-root: equal neighbours share a root
;   if q_x_y, then the digits of the roots agree
;   (this project, after the thesis)
(assert (or (not q_0_2) (not r_2_0_1)))  ; r1c1 r2c1
(assert (or (not q_0_2) (not r_0_1_1) r_2_1_1))  ; r1c1 r2c1
(assert (or (not q_0_2) (not r_2_1_1) r_0_1_1))  ; r1c1 r2c1
(assert (or (not q_0_2) (not r_0_1_2)))  ; r1c1 r2c1
(assert (not q_1_3))  ; r1c2 r2c2
(assert (or (not q_2_3) r_2_0_1))  ; r2c1 r2c2
(assert (not q_2_3))  ; r2c1 r2c2
(assert (or (not q_2_3) r_2_1_1))  ; r2c1 r2c2

; size-sum: sizes add up
;   s_x = 1 + the sum of s_y over the y with e_x_y
;   (this project, after the thesis)
(assert (= s_0_0 e_0_2))  ; r1c1 r2c1
(assert (= t_2_1_1 e_2_0))  ; r2c1 r1c1 r2c2
(assert (= s_2_0 t_2_1_1))  ; r2c1 r1c1 r2c2

; root-size: just a root's subtree is its region
;   R_x just if s_x = n_x
;   (this project, after the thesis)
(assert (and (=> n_0_1 (and (= R_0 true) (not s_0_0))) (=> n_0_2 (= R_0 s_0_0))))  ; r1c1
(assert (= R_1 true))  ; r1c2
(assert (and (=> n_2_1 (and (= R_2 true) (not s_2_0))) (=> n_2_2 (= R_2 s_2_0))))  ; r2c1
(assert (= R_3 true))  ; r2c2

; growth: redundant: a region must grow
;   if n_x_v and v >= 2, then n_y_v for some y beside x
;   (this project, after the thesis)
(assert (or n_2_2 (not n_0_2)))  ; r1c1
(assert (or n_0_2 (not n_2_2)))  ; r2c1

; small-region: redundant: no two 1s, no three 2s; walls part numbers
;   not n_x_v or not n_y_v
;   (this project, after the thesis)
(assert (or (not n_0_1) (not n_2_1)))  ; r1c1 r2c1
(assert false)  ; r1c2 r2c2
(assert (not n_2_1))  ; r2c1 r2c2
(assert (not n_0_1))  ; r1c1 r1c2

(check-sat)
(get-value (n_1_1 n_3_1 n_0_1 n_0_2 n_2_1 n_2_2))
(exit)
