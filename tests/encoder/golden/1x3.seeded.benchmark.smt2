(set-info :smt-lib-version 2.6)
(set-logic QF_LIA)
(set-info :source |
The pencil puzzle Fillomino "three in a row" by nobody: 3 cells, 1 clue.
Encoding seeded.
|)
(set-info :category "crafted")
(set-info :status unknown)
; puzzle 1 3
;   1 0 0
; puzzle {"info": {"title": "three in a row", "author": "nobody"}}
; encoding seeded
(declare-fun n_0 () Int)
(declare-fun n_1 () Int)
(declare-fun n_2 () Int)
(declare-fun r_0 () Int)
(declare-fun r_1 () Int)
(declare-fun r_2 () Int)
(declare-fun R_0 () Bool)
(declare-fun R_1 () Bool)
(declare-fun R_2 () Bool)
(declare-fun q_0_1 () Bool)
(declare-fun q_1_2 () Bool)
(declare-fun o_0 () Int)
(declare-fun o_1 () Int)
(declare-fun o_2 () Int)
; family candidates: a number is one of those left
(assert (= n_0 1))
(assert (and (<= 1 n_1) (<= n_1 2)))
(assert (and (<= 1 n_2) (<= n_2 2)))
; family equal: neighbours are equal
(assert (= q_0_1 (= n_0 n_1)))
(assert (= q_1_2 (= n_1 n_2)))
; family root-self: a cell is a root iff it names itself; it names one within reach, and none later where roots come first
(assert (and (<= 0 r_0) (<= r_0 0)))
(assert (= R_0 (= r_0 0)))
(assert (and (<= 0 r_1) (<= r_1 1)))
(assert (= R_1 (= r_1 1)))
(assert (and (<= 1 r_2) (<= r_2 2)))
(assert (= R_2 (= r_2 2)))
; family same-root: neighbours hold equal numbers iff they name one root
(assert (= q_0_1 (= r_0 r_1)))
(assert (= q_1_2 (= r_1 r_2)))
; family filled: a cell is the seed, or filled later than a neighbour in its region
(assert (or R_0 (and q_0_1 (< o_1 o_0))))
(assert (=> R_0 (= o_0 1)))
(assert (or R_1 (and q_0_1 (< o_0 o_1)) (and q_1_2 (< o_2 o_1))))
(assert (=> R_1 (= o_1 1)))
(assert (or R_2 (and q_1_2 (< o_1 o_2))))
(assert (=> R_2 (= o_2 1)))
; family one-each: one step fills one cell
(assert (or (not (= r_0 r_1)) (not (= o_0 o_1))))
(assert (or (not (= r_1 r_2)) (not (= o_1 o_2))))
(assert (and (<= 1 o_0) (<= o_0 n_0)))
(assert (and (<= 1 o_1) (<= o_1 n_1)))
(assert (and (<= 1 o_2) (<= o_2 n_2)))
; family next: no step is left out
(assert (or (= o_0 n_0) (and (= r_0 r_1) (= o_1 (+ o_0 1)))))
(assert (or (= o_1 n_1) (and (= r_0 r_1) (= o_0 (+ o_1 1))) (and (= r_1 r_2) (= o_2 (+ o_1 1)))))
(assert (or (= o_2 n_2) (and (= r_1 r_2) (= o_1 (+ o_2 1)))))
(check-sat)
(exit)
