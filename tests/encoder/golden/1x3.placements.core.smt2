; puzzle 1 3
;   1 0 0
; puzzle {"info": {"title": "three in a row", "author": "nobody"}}
; encoding placements
(set-info :smt-lib-version 2.6)
(set-option :produce-unsat-cores true)
(set-logic QF_LIA)
(declare-fun n_0 () Int)
(declare-fun n_1 () Int)
(declare-fun n_2 () Int)
(declare-fun p_0_0 () Bool)
(declare-fun p_2_0 () Bool)
(declare-fun p_1_0 () Bool)
; family candidates: a number is one of those left
(assert (! (= n_0 1) :named candidates_0))  ; r1c1
(assert (! (and (<= 1 n_1) (<= n_1 2)) :named candidates_1))  ; r1c2
(assert (! (and (<= 1 n_2) (<= n_2 2)) :named candidates_2))  ; r1c3
; family placed: a placed polyomino holds its size, and no cell around it does
(assert (! (=> p_0_0 (and (= n_0 1) (not (= n_1 1)))) :named placed_0))  ; r1c1 r1c2
(assert (! (=> p_2_0 (and (= n_2 1) (not (= n_1 1)))) :named placed_1))  ; r1c3 r1c2
(assert (! (=> p_1_0 (and (= n_1 2) (= n_2 2))) :named placed_2))  ; r1c2 r1c3
; family covered: a small number lies in a placed polyomino
(assert (! (=> (= n_0 1) p_0_0) :named covered_0))  ; r1c1
(assert (! (=> (= n_1 1) false) :named covered_1))  ; r1c2
(assert (! (=> (= n_2 1) p_2_0) :named covered_2))  ; r1c3
(assert (! (=> (= n_1 2) p_1_0) :named covered_3))  ; r1c2
(assert (! (=> (= n_2 2) p_1_0) :named covered_4))  ; r1c3
(check-sat)
(get-unsat-core)
(exit)
