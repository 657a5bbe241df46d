; puzzle 2 2
;   0 0
;   0 1
; puzzle {"walls": [["r1c1", "r1c2"]], "largest_region": 3}
; encoding placements
(set-info :smt-lib-version 2.6)
(set-option :produce-models true)
(set-logic QF_LIA)
(declare-fun n_0 () Int)
(declare-fun n_1 () Int)
(declare-fun n_2 () Int)
(declare-fun n_3 () Int)
(declare-fun p_0_0 () Bool)
; family candidates: a number is one of those left
(assert (and (<= 1 n_0) (<= n_0 2)))
(assert (= n_1 1))
(assert (and (<= 1 n_2) (<= n_2 2)))
(assert (= n_3 1))
; family covered: a small number lies in a placed polyomino
(assert (=> (= n_0 1) false))
(assert (=> (= n_1 1) false))
(assert (=> (= n_2 1) false))
(assert (=> (= n_3 1) false))
(assert (=> (= n_0 2) p_0_0))
(assert (=> (= n_2 2) p_0_0))
; family placed: a placed polyomino holds its size, and no cell around it does
(assert (=> p_0_0 (and (= n_0 2) (= n_2 2))))
; family wall: cells parted by a given wall differ
(assert (not (= n_0 n_1)))
(check-sat)
(get-value (n_0 n_1 n_2 n_3))
(exit)
