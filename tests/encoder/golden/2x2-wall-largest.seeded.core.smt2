; puzzle 2 2
;   0 0
;   0 1
; puzzle {"walls": [["r1c1", "r1c2"]], "largest_region": 3}
; encoding seeded
(set-info :smt-lib-version 2.6)
(set-option :produce-unsat-cores true)
(set-logic QF_LIA)
(declare-fun n_0 () Int)
(declare-fun n_1 () Int)
(declare-fun n_2 () Int)
(declare-fun n_3 () Int)
(declare-fun r_0 () Int)
(declare-fun r_1 () Int)
(declare-fun r_2 () Int)
(declare-fun r_3 () Int)
(declare-fun R_0 () Bool)
(declare-fun R_1 () Bool)
(declare-fun R_2 () Bool)
(declare-fun R_3 () Bool)
(declare-fun q_0_2 () Bool)
(declare-fun q_1_3 () Bool)
(declare-fun q_2_3 () Bool)
(declare-fun o_0 () Int)
(declare-fun o_1 () Int)
(declare-fun o_2 () Int)
(declare-fun o_3 () Int)
; family candidates: a number is one of those left
(assert (! (and (<= 1 n_0) (<= n_0 2)) :named candidates_0))  ; r1c1
(assert (! (= n_1 1) :named candidates_1))  ; r1c2
(assert (! (and (<= 1 n_2) (<= n_2 2)) :named candidates_2))  ; r2c1
(assert (! (= n_3 1) :named candidates_3))  ; r2c2
; family equal: neighbours are equal
(assert (! (= q_0_2 (= n_0 n_2)) :named equal_0))  ; r1c1 r2c1
(assert (! (= q_1_3 (= n_1 n_3)) :named equal_1))  ; r1c2 r2c2
(assert (! (= q_2_3 (= n_2 n_3)) :named equal_2))  ; r2c1 r2c2
; family root-self: a cell is a root iff it names itself; it names one within reach, and none later where roots come first
(assert (! (and (<= 1 r_0) (<= r_0 1)) :named root-self_0))  ; r1c1
(assert (! (= R_0 (= r_0 1)) :named root-self_1))  ; r1c1
(assert (! (and (<= 0 r_1) (<= r_1 2)) :named root-self_2))  ; r1c2
(assert (! (= R_1 (= r_1 2)) :named root-self_3))  ; r1c2
(assert (! (and (<= 0 r_2) (<= r_2 3)) :named root-self_4))  ; r2c1
(assert (! (= R_2 (= r_2 3)) :named root-self_5))  ; r2c1
(assert (! (and (<= 0 r_3) (<= r_3 0)) :named root-self_6))  ; r2c2
(assert (! (= R_3 (= r_3 0)) :named root-self_7))  ; r2c2
; family same-root: neighbours hold equal numbers iff they name one root
(assert (! (= q_0_2 (= r_0 r_2)) :named same-root_0))  ; r1c1 r2c1
(assert (! (= q_1_3 (= r_1 r_3)) :named same-root_1))  ; r1c2 r2c2
(assert (! (= q_2_3 (= r_2 r_3)) :named same-root_2))  ; r2c1 r2c2
; family wall: cells parted by a given wall differ
(assert (! (not (= n_0 n_1)) :named wall_0))  ; r1c1 r1c2
; family filled: a cell is the seed, or filled later than a neighbour in its region
(assert (! (or R_0 (and q_0_2 (< o_2 o_0))) :named filled_0))  ; r1c1 r2c1
(assert (! (=> R_0 (= o_0 1)) :named filled_1))  ; r1c1
(assert (! (or R_1 (and q_1_3 (< o_3 o_1))) :named filled_2))  ; r1c2 r2c2
(assert (! (=> R_1 (= o_1 1)) :named filled_3))  ; r1c2
(assert (! (or R_2 (and q_0_2 (< o_0 o_2)) (and q_2_3 (< o_3 o_2))) :named filled_4))  ; r2c1 r1c1 r2c2
(assert (! (=> R_2 (= o_2 1)) :named filled_5))  ; r2c1
(assert (! (or R_3 (and q_1_3 (< o_1 o_3)) (and q_2_3 (< o_2 o_3))) :named filled_6))  ; r2c2 r1c2 r2c1
(assert (! (=> R_3 (= o_3 1)) :named filled_7))  ; r2c2
; family one-each: one step fills one cell
(assert (! (or (not (= r_0 r_2)) (not (= o_0 o_2))) :named one-each_0))  ; r1c1 r2c1
(assert (! (or (not (= r_1 r_2)) (not (= o_1 o_2))) :named one-each_1))  ; r1c2 r2c1
(assert (! (or (not (= r_1 r_3)) (not (= o_1 o_3))) :named one-each_2))  ; r1c2 r2c2
(assert (! (or (not (= r_2 r_3)) (not (= o_2 o_3))) :named one-each_3))  ; r2c1 r2c2
(assert (! (and (<= 1 o_0) (<= o_0 n_0)) :named one-each_4))  ; r1c1
(assert (! (and (<= 1 o_1) (<= o_1 n_1)) :named one-each_5))  ; r1c2
(assert (! (and (<= 1 o_2) (<= o_2 n_2)) :named one-each_6))  ; r2c1
(assert (! (and (<= 1 o_3) (<= o_3 n_3)) :named one-each_7))  ; r2c2
; family next: no step is left out
(assert (! (or (= o_0 n_0) (and (= r_0 r_2) (= o_2 (+ o_0 1)))) :named next_0))  ; r1c1
(assert (! (or (= o_1 n_1) (and (= r_1 r_2) (= o_2 (+ o_1 1))) (and (= r_1 r_3) (= o_3 (+ o_1 1)))) :named next_1))  ; r1c2
(assert (! (or (= o_2 n_2) (and (= r_0 r_2) (= o_0 (+ o_2 1))) (and (= r_1 r_2) (= o_1 (+ o_2 1))) (and (= r_2 r_3) (= o_3 (+ o_2 1)))) :named next_2))  ; r2c1
(assert (! (or (= o_3 n_3) (and (= r_1 r_3) (= o_1 (+ o_3 1))) (and (= r_2 r_3) (= o_2 (+ o_3 1)))) :named next_3))  ; r2c2
(check-sat)
(get-unsat-core)
(exit)
