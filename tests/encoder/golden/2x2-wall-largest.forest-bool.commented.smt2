; Fillomino: 4 cells, 1 clue.
; Encoding forest-bool, logic QF_UF.
;
; puzzle 2 2
;   0 0
;   0 1
; puzzle {"walls": [["r1c1", "r1c2"]], "largest_region": 3}
; encoding forest-bool
;
; Symbols (x and y are cells, row * width + column, from 0):
;   n_x_v: cell x holds v; v is big for a number above the cap that stands nowhere
;   g_x_i: cell x, with many candidates, holds one of the i-th group of them
;   b_x_i: bit i of the number of x, where it is big
;   q_x_y: x and y hold the same small number; here and below a known group goes by one of its cells
;   e_x_y: x is the parent of y in the forest
;   w_x_y: the same for numbers too large for unary sizes; W_x: x holds such a number
;   R_x: x is a root; k_x: its root is a known group
;   r_x_i_d: the root of x is d steps or more from landmark i; wide: bits o_x_i of its label
;   s_x_k: k cells or more hang below x (with t_x, m_x_y); wide: bits z_x_i of the size (u_x, v_x_y)
(set-info :smt-lib-version 2.6)
(set-option :produce-models true)
(set-logic QF_UF)

(declare-fun n_1_1 () Bool)
(declare-fun n_3_1 () Bool)
(declare-fun n_0_1 () Bool)
(declare-fun n_0_2 () Bool)
(declare-fun n_2_1 () Bool)
(declare-fun n_2_2 () Bool)

; family known: cells fixed by deduction or a clue
;   for each known cell x: n_x_v
;   (this project, after the thesis)
(assert n_1_1)  ; r1c2
(assert n_3_1)  ; r2c2

; family one-value: each cell holds one number
;   for each cell x: exactly one of its n_x_v
;   (this project, after the thesis)
(assert (and (or n_0_1 n_0_2) (or (not n_0_1) (not n_0_2))))  ; r1c1
(assert (and (or n_2_1 n_2_2) (or (not n_2_1) (not n_2_2))))  ; r2c1

; family growth: a region must grow: all that a 2 needs, redundant for larger numbers
;   if n_x_v and v >= 2, then n_y_v for some y beside x
;   (this project, after the thesis)
(assert (or n_2_2 (not n_0_2)))  ; r1c1
(assert (or n_0_2 (not n_2_2)))  ; r2c1

; family small-region: no two 1s, no three 2s; walls part numbers
;   not n_x_v or not n_y_v
;   (this project, after the thesis)
(assert (or (not n_0_1) (not n_2_1)))  ; r1c1 r2c1
(assert false)  ; r1c2 r2c2
(assert (not n_2_1))  ; r2c1 r2c2
(assert (not n_0_1))  ; r1c1 r1c2

(check-sat)
(get-value (n_1_1 n_3_1 n_0_1 n_0_2 n_2_1 n_2_2))
(exit)
