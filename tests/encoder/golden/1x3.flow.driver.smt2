; puzzle 1 3
;   1 0 0
; puzzle {"info": {"title": "three in a row", "author": "nobody"}}
; encoding flow
(set-info :smt-lib-version 2.6)
(set-option :produce-models true)
(set-logic QF_LIA)
(declare-fun n_0 () Int)
(declare-fun n_1 () Int)
(declare-fun n_2 () Int)
(declare-fun r_0 () Int)
(declare-fun R_0 () Bool)
(declare-fun r_1 () Int)
(declare-fun R_1 () Bool)
(declare-fun r_2 () Int)
(declare-fun R_2 () Bool)
(declare-fun f_0_1 () Int)
(declare-fun f_1_2 () Int)
; family candidates: a number is one of those left
(assert (= n_0 1))
(assert (and (<= 1 n_1) (<= n_1 2)))
(assert (and (<= 1 n_2) (<= n_2 2)))
; family lowest-root: a cell is a root iff it names itself; no cell names a later one
(assert (and (<= 0 r_0) (<= r_0 0)))
(assert (= R_0 (= r_0 0)))
(assert (and (<= 0 r_1) (<= r_1 1)))
(assert (= R_1 (= r_1 1)))
(assert (and (<= 0 r_2) (<= r_2 2)))
(assert (= R_2 (= r_2 2)))
; family flow-bounds: flow runs between equal numbers only, and less than a region holds
(assert (and (<= (- 0) f_0_1) (<= f_0_1 0)))
(assert (or (= n_0 n_1) (= f_0_1 0)))
(assert (and (<= (- 1) f_1_2) (<= f_1_2 1)))
(assert (or (= n_1 n_2) (= f_1_2 0)))
; family flow-balance: every cell keeps one unit; a root has none to come, and sends all but its own
(assert (= (- f_0_1) (ite R_0 (- 1 n_0) 1)))
(assert (= (+ f_0_1 (- f_1_2)) (ite R_1 (- 1 n_1) 1)))
(assert (= f_1_2 (ite R_2 (- 1 n_2) 1)))
; family same-root: neighbours hold equal numbers iff they have one root
(assert (= (= n_0 n_1) (= r_0 r_1)))
(assert (= (= n_1 n_2) (= r_1 r_2)))
(check-sat)
(get-value (n_0 n_1 n_2))
(exit)
