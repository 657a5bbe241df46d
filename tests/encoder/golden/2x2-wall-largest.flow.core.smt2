; puzzle 2 2
;   0 0
;   0 1
; puzzle {"walls": [["r1c1", "r1c2"]], "largest_region": 3}
; encoding flow
(set-info :smt-lib-version 2.6)
(set-option :produce-unsat-cores true)
(set-logic QF_LIA)
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
(assert (! (and (<= 1 n_0) (<= n_0 2)) :named candidates_0))  ; r1c1
(assert (! (= n_1 1) :named candidates_1))  ; r1c2
(assert (! (and (<= 1 n_2) (<= n_2 2)) :named candidates_2))  ; r2c1
(assert (! (= n_3 1) :named candidates_3))  ; r2c2
; family lowest-root: a cell is a root iff it names itself; no cell names a later one
(assert (! (and (<= 0 r_0) (<= r_0 0)) :named lowest-root_0))  ; r1c1
(assert (! (= R_0 (= r_0 0)) :named lowest-root_1))  ; r1c1
(assert (! (and (<= 0 r_1) (<= r_1 1)) :named lowest-root_2))  ; r1c2
(assert (! (= R_1 (= r_1 1)) :named lowest-root_3))  ; r1c2
(assert (! (and (<= 0 r_2) (<= r_2 2)) :named lowest-root_4))  ; r2c1
(assert (! (= R_2 (= r_2 2)) :named lowest-root_5))  ; r2c1
(assert (! (and (<= 0 r_3) (<= r_3 3)) :named lowest-root_6))  ; r2c2
(assert (! (= R_3 (= r_3 3)) :named lowest-root_7))  ; r2c2
; family flow-bounds: flow runs between equal numbers only, and less than a region holds
(assert (! (and (<= (- 1) f_0_2) (<= f_0_2 1)) :named flow-bounds_0))  ; r1c1 r2c1
(assert (! (or (= n_0 n_2) (= f_0_2 0)) :named flow-bounds_1))  ; r1c1 r2c1
(assert (! (and (<= (- 0) f_1_3) (<= f_1_3 0)) :named flow-bounds_2))  ; r1c2 r2c2
(assert (! (or (= n_1 n_3) (= f_1_3 0)) :named flow-bounds_3))  ; r1c2 r2c2
(assert (! (and (<= (- 0) f_2_3) (<= f_2_3 0)) :named flow-bounds_4))  ; r2c1 r2c2
(assert (! (or (= n_2 n_3) (= f_2_3 0)) :named flow-bounds_5))  ; r2c1 r2c2
; family flow-balance: every cell keeps one unit; a root has none to come, and sends all but its own
(assert (! (= (- f_0_2) (ite R_0 (- 1 n_0) 1)) :named flow-balance_0))  ; r1c1 r2c1
(assert (! (= (- f_1_3) (ite R_1 (- 1 n_1) 1)) :named flow-balance_1))  ; r1c2 r2c2
(assert (! (= (+ f_0_2 (- f_2_3)) (ite R_2 (- 1 n_2) 1)) :named flow-balance_2))  ; r2c1 r1c1 r2c2
(assert (! (= (+ f_1_3 f_2_3) (ite R_3 (- 1 n_3) 1)) :named flow-balance_3))  ; r2c2 r1c2 r2c1
; family same-root: neighbours hold equal numbers iff they have one root
(assert (! (= (= n_0 n_2) (= r_0 r_2)) :named same-root_0))  ; r1c1 r2c1
(assert (! (= (= n_1 n_3) (= r_1 r_3)) :named same-root_1))  ; r1c2 r2c2
(assert (! (= (= n_2 n_3) (= r_2 r_3)) :named same-root_2))  ; r2c1 r2c2
; family wall: cells parted by a given wall differ
(assert (! (not (= n_0 n_1)) :named wall_0))  ; r1c1 r1c2
(check-sat)
(get-unsat-core)
(exit)
