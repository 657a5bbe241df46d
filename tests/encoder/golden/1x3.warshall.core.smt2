; puzzle 1 3
;   1 0 0
; puzzle {"info": {"title": "three in a row", "author": "nobody"}}
; encoding warshall
(set-info :smt-lib-version 2.6)
(set-option :produce-unsat-cores true)
(set-logic QF_LIA)
(declare-fun n_0 () Int)
(declare-fun n_1 () Int)
(declare-fun n_2 () Int)
(declare-fun q_0_1 () Bool)
(declare-fun q_1_2 () Bool)
; family candidates: a number is one of those left
(assert (! (= n_0 1) :named candidates_0))  ; r1c1
(assert (! (and (<= 1 n_1) (<= n_1 2)) :named candidates_1))  ; r1c2
(assert (! (and (<= 1 n_2) (<= n_2 2)) :named candidates_2))  ; r1c3
; family equal: neighbours are equal
(assert (! (= q_0_1 (= n_0 n_1)) :named equal_0))  ; r1c1 r1c2
(assert (! (= q_1_2 (= n_1 n_2)) :named equal_1))  ; r1c2 r1c3
; family count: a cell connects with as many cells as its number
(assert (! (= n_0 (+ 1 (ite q_0_1 1 0))) :named count_0))  ; r1c1
(assert (! (= n_1 (+ 1 (ite q_0_1 1 0) (ite q_1_2 1 0))) :named count_1))  ; r1c2
(assert (! (= n_2 (+ 1 (ite q_1_2 1 0))) :named count_2))  ; r1c3
(check-sat)
(get-unsat-core)
(exit)
