; Fillomino: 1 cell, 0 clues.
; Encoding elimination, logic QF_UF.
;
; puzzle 1 1
;   0
; encoding elimination
;
; Symbols (x and y are cells, row * width + column, from 0):
;   n_x_v: cell x holds v
;   g_x_i: cell x, with many candidates, holds one of the i-th group of them
;   q_x_y: neighbours x and y hold the same number
;   m_x_z: x names z as the root of its region
;   h_x_i_j: of the first i possible roots of x at least j are named
;   u_z: digits of the number of cells that name z, in unary or binary
;   p_x_y: x is the parent of y
;   a_x_y: y is below x, as far as cells eliminated before both show
(set-info :smt-lib-version 2.6)
(set-option :produce-models true)
(set-logic QF_UF)

(declare-fun n_0_1 () Bool)

; family known: cells fixed by deduction or a clue
;   for each known cell x: n_x_v
;   (the rules)
(assert n_0_1)  ; r1c1

(check-sat)
(get-value (n_0_1))
(exit)
