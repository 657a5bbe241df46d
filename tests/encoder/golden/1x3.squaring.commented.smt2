; Fillomino: 3 cells, 1 clue.
; author: nobody
; title: three in a row
; Encoding squaring, logic QF_UF.
;
; puzzle 1 3
;   1 0 0
; puzzle {"info": {"title": "three in a row", "author": "nobody"}}
; encoding squaring
;
; Symbols (x and y are cells, row * width + column, from 0):
;   n_x_v: cell x holds v
;   g_x_i: cell x, with many candidates, holds one of the i-th group of them
;   q_x_y: neighbours x and y hold the same number
;   m_x_z: x names z as the root of its region
;   h_x_i_j: of the first i possible roots of x at least j are named
;   u_z: digits of the number of cells that name z, in unary or binary
;   w_x_y_k: within the region a path of at most 2^k steps leads from x to y
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
(declare-fun m_0_0 () Bool)
(declare-fun m_1_0 () Bool)
(declare-fun m_1_1 () Bool)
(declare-fun m_2_1 () Bool)
(declare-fun m_2_2 () Bool)

; family known: cells fixed by deduction or a clue
;   for each known cell x: n_x_v
;   (the rules)
(assert n_0_1)  ; r1c1

; family one-value: each cell holds one number
;   for each cell x: exactly one of its n_x_v
;   (the rules)
(assert (and (or n_1_1 n_1_2) (or (not n_1_1) (not n_1_2))))  ; r1c2
(assert (and (or n_2_1 n_2_2) (or (not n_2_1) (not n_2_2))))  ; r1c3

; family equal: neighbours are equal
;   q_x_y iff n_x_v and n_y_v for some v
;   (the rules)
(assert (= q_0_1 (and n_0_1 n_1_1)))  ; r1c1 r1c2
(assert (= q_1_2 (or (and n_1_1 n_2_1) (and n_1_2 n_2_2))))  ; r1c2 r1c3

; family one-root: a cell names one root within reach
;   for each cell x: exactly one of its m_x_z
;   (R. Becket, model of Fillomino, MiniZinc challenge 2009: the size of an area counts its cells)
(assert m_0_0)  ; r1c1
(assert (and (or m_1_0 m_1_1) (not (and m_1_0 m_1_1))))  ; r1c2
(assert (and (or m_2_1 m_2_2) (not (and m_2_1 m_2_2))))  ; r1c3

; family root-self: a cell that is named as a root names itself
;   for each cell x: if m_x_z, then m_z_z
;   (R. Becket, model of Fillomino, MiniZinc challenge 2009: the size of an area counts its cells)
(assert (=> m_1_0 m_0_0))  ; r1c2 r1c1
(assert (=> m_2_1 m_1_1))  ; r1c3 r1c2

; family same-root: neighbours hold equal numbers iff they name one root
;   for neighbours x, y: if q_x_y, then m_x_z iff m_y_z; else not both
;   (R. Becket, model of Fillomino, MiniZinc challenge 2009: the size of an area counts its cells)
(assert (or (not q_0_1) (not m_0_0) m_1_0))  ; r1c1 r1c2
(assert (or (not q_0_1) m_0_0 (not m_1_0)))  ; r1c1 r1c2
(assert (or q_0_1 (not m_0_0) (not m_1_0)))  ; r1c1 r1c2
(assert (or (not q_0_1) (not m_1_1)))  ; r1c1 r1c2
(assert (or (not q_1_2) (not m_1_0)))  ; r1c2 r1c3
(assert (or (not q_1_2) (not m_1_1) m_2_1))  ; r1c2 r1c3
(assert (or (not q_1_2) m_1_1 (not m_2_1)))  ; r1c2 r1c3
(assert (or q_1_2 (not m_1_1) (not m_2_1)))  ; r1c2 r1c3
(assert (or (not q_1_2) (not m_2_2)))  ; r1c2 r1c3

; family count: a root is named by as many cells as its number
;   for each cell z: if m_z_z and n_z_v, then v of the m_x_z
;   (R. Becket, model of Fillomino, MiniZinc challenge 2009: the size of an area counts its cells)
(assert (not m_1_0))  ; r1c1 r1c2
(assert (=> (and m_1_1 n_1_1) (not m_2_1)))  ; r1c2 r1c3
(assert (=> (and m_1_1 n_1_2) m_2_1))  ; r1c2 r1c3
(assert (not (and m_2_2 n_2_2)))  ; r1c3

; family rooted: a path leads from each cell to a root
;   for each cell x: root x, or root y and w_x_y_last
;   (S. Gocht and others, CP 2020 (Glasgow subgraph solver): connectedness by repeated squaring)
(assert m_0_0)  ; r1c1
(assert (or m_1_1 (and m_2_2 q_1_2)))  ; r1c2 r1c3
(assert (or m_2_2 (and m_1_1 q_1_2)))  ; r1c3 r1c2

(check-sat)
(get-value (n_0_1 n_1_1 n_1_2 n_2_1 n_2_2))
(exit)
