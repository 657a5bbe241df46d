(set-info :smt-lib-version 2.6)
(set-logic QF_LIA)
(set-info :source |
The pencil puzzle Fillomino: 4 cells, 1 clue.
Encoding flow.
|)
(set-info :category "crafted")
(set-info :status unknown)
; puzzle 2 2
;   0 0
;   0 1
; puzzle {"walls": [["r1c1", "r1c2"]], "largest_region": 3}
; encoding flow
(declare-fun n_0 () Int)
(declare-fun n_1 () Int)
(declare-fun n_2 () Int)
(declare-fun n_3 () Int)
(declare-fun r_0 () Int)
(declare-fun R_0 () Bool)
(declare-fun r_1 () Int)
(declare-fun R_1 () Bool)
(declare-fun r_2 () Int)
(declare-fun R_2 () Bool)
(declare-fun r_3 () Int)
(declare-fun R_3 () Bool)
(declare-fun f_0_2 () Int)
(declare-fun f_1_3 () Int)
(declare-fun f_2_3 () Int)
; family candidates: a number is one of those left
(assert (and (<= 1 n_0) (<= n_0 2)))
(assert (= n_1 1))
(assert (and (<= 1 n_2) (<= n_2 2)))
(assert (= n_3 1))
; family lowest-root: a cell is a root iff it names itself; no cell names a later one
(assert (and (<= 0 r_0) (<= r_0 0)))
(assert (= R_0 (= r_0 0)))
(assert (and (<= 0 r_1) (<= r_1 1)))
(assert (= R_1 (= r_1 1)))
(assert (and (<= 0 r_2) (<= r_2 2)))
(assert (= R_2 (= r_2 2)))
(assert (and (<= 0 r_3) (<= r_3 3)))
(assert (= R_3 (= r_3 3)))
; family flow-bounds: flow runs between equal numbers only, and less than a region holds
(assert (and (<= (- 1) f_0_2) (<= f_0_2 1)))
(assert (or (= n_0 n_2) (= f_0_2 0)))
(assert (and (<= (- 0) f_1_3) (<= f_1_3 0)))
(assert (or (= n_1 n_3) (= f_1_3 0)))
(assert (and (<= (- 0) f_2_3) (<= f_2_3 0)))
(assert (or (= n_2 n_3) (= f_2_3 0)))
; family flow-balance: every cell keeps one unit; a root has none to come, and sends all but its own
(assert (= (- f_0_2) (ite R_0 (- 1 n_0) 1)))
(assert (= (- f_1_3) (ite R_1 (- 1 n_1) 1)))
(assert (= (+ f_0_2 (- f_2_3)) (ite R_2 (- 1 n_2) 1)))
(assert (= (+ f_1_3 f_2_3) (ite R_3 (- 1 n_3) 1)))
; family same-root: neighbours hold equal numbers iff they have one root
(assert (= (= n_0 n_2) (= r_0 r_2)))
(assert (= (= n_1 n_3) (= r_1 r_3)))
(assert (= (= n_2 n_3) (= r_2 r_3)))
; family wall: cells parted by a given wall differ
(assert (not (= n_0 n_1)))
(check-sat)
(exit)
