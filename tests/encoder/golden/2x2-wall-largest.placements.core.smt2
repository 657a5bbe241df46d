; puzzle 2 2
;   0 0
;   0 1
; puzzle {"walls": [["r1c1", "r1c2"]], "largest_region": 3}
; encoding placements
(set-info :smt-lib-version 2.6)
(set-option :produce-unsat-cores true)
(set-logic QF_LIA)
(declare-fun n_0 () Int)
(declare-fun n_1 () Int)
(declare-fun n_2 () Int)
(declare-fun n_3 () Int)
(declare-fun p_0_0 () Bool)
; family candidates: a number is one of those left
(assert (! (and (<= 1 n_0) (<= n_0 2)) :named candidates_0))  ; r1c1
(assert (! (= n_1 1) :named candidates_1))  ; r1c2
(assert (! (and (<= 1 n_2) (<= n_2 2)) :named candidates_2))  ; r2c1
(assert (! (= n_3 1) :named candidates_3))  ; r2c2
; family covered: a small number lies in a placed polyomino
(assert (! (=> (= n_0 1) false) :named covered_0))  ; r1c1
(assert (! (=> (= n_1 1) false) :named covered_1))  ; r1c2
(assert (! (=> (= n_2 1) false) :named covered_2))  ; r2c1
(assert (! (=> (= n_3 1) false) :named covered_3))  ; r2c2
(assert (! (=> (= n_0 2) p_0_0) :named covered_4))  ; r1c1
(assert (! (=> (= n_2 2) p_0_0) :named covered_5))  ; r2c1
; family placed: a placed polyomino holds its size, and no cell around it does
(assert (! (=> p_0_0 (and (= n_0 2) (= n_2 2))) :named placed_0))  ; r1c1 r2c1
; family wall: cells parted by a given wall differ
(assert (! (not (= n_0 n_1)) :named wall_0))  ; r1c1 r1c2
(check-sat)
(get-unsat-core)
(exit)
