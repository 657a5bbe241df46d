; puzzle 2 2
;   0 0
;   0 1
; puzzle {"walls": [["r1c1", "r1c2"]], "largest_region": 3}
; encoding warshall
(set-info :smt-lib-version 2.6)
(set-option :produce-unsat-cores true)
(set-logic QF_LIA)
(declare-fun n_0 () Int)
(declare-fun n_1 () Int)
(declare-fun n_2 () Int)
(declare-fun n_3 () Int)
(declare-fun q_0_2 () Bool)
(declare-fun q_1_3 () Bool)
(declare-fun q_2_3 () Bool)
; family candidates: a number is one of those left
(assert (! (and (<= 1 n_0) (<= n_0 2)) :named candidates_0))  ; r1c1
(assert (! (= n_1 1) :named candidates_1))  ; r1c2
(assert (! (and (<= 1 n_2) (<= n_2 2)) :named candidates_2))  ; r2c1
(assert (! (= n_3 1) :named candidates_3))  ; r2c2
; family equal: neighbours are equal
(assert (! (= q_0_2 (= n_0 n_2)) :named equal_0))  ; r1c1 r2c1
(assert (! (= q_1_3 (= n_1 n_3)) :named equal_1))  ; r1c2 r2c2
(assert (! (= q_2_3 (= n_2 n_3)) :named equal_2))  ; r2c1 r2c2
; family count: a cell connects with as many cells as its number
(assert (! (= n_0 (+ 1 (ite q_0_2 1 0))) :named count_0))  ; r1c1
(assert (! (= n_1 (+ 1 (ite q_1_3 1 0))) :named count_1))  ; r1c2
(assert (! (= n_2 (+ 1 (ite q_0_2 1 0) (ite q_2_3 1 0))) :named count_2))  ; r2c1
(assert (! (= n_3 (+ 1 (ite q_1_3 1 0) (ite q_2_3 1 0))) :named count_3))  ; r2c2
; family wall: cells parted by a given wall differ
(assert (! (not (= n_0 n_1)) :named wall_0))  ; r1c1 r1c2
(check-sat)
(get-unsat-core)
(exit)
