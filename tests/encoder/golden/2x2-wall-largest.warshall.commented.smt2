; Fillomino: 4 cells, 1 clue.
; Encoding warshall, logic QF_LIA.
;
; puzzle 2 2
;   0 0
;   0 1
; puzzle {"walls": [["r1c1", "r1c2"]], "largest_region": 3}
; encoding warshall
;
; Symbols (x and y are cells, row * width + column, from 0):
;   n_x: the number of cell x
;   q_x_y: neighbours x and y hold the same number
;   c_x_y_z: x connects with y through cells up to z, by equal numbers
(set-info :smt-lib-version 2.6)
(set-option :produce-models true)
(set-logic QF_LIA)

(declare-fun n_0 () Int)
(declare-fun n_1 () Int)
(declare-fun n_2 () Int)
(declare-fun n_3 () Int)
(declare-fun q_0_2 () Bool)
(declare-fun q_1_3 () Bool)
(declare-fun q_2_3 () Bool)

; family candidates: a number is one of those left
;   for each cell x: n_x in its candidates
;   (the rules)
(assert (and (<= 1 n_0) (<= n_0 2)))  ; r1c1
(assert (= n_1 1))  ; r1c2
(assert (and (<= 1 n_2) (<= n_2 2)))  ; r2c1
(assert (= n_3 1))  ; r2c2

; family equal: neighbours are equal
;   for neighbours x, y: q_x_y iff n_x = n_y
;   (the rules)
(assert (= q_0_2 (= n_0 n_2)))  ; r1c1 r2c1
(assert (= q_1_3 (= n_1 n_3)))  ; r1c2 r2c2
(assert (= q_2_3 (= n_2 n_3)))  ; r2c1 r2c2

; family count: a cell connects with as many cells as its number
;   for each cell x: n_x = 1 + the number of cells y that x connects with
;   (the rules)
(assert (= n_0 (+ 1 (ite q_0_2 1 0))))  ; r1c1
(assert (= n_1 (+ 1 (ite q_1_3 1 0))))  ; r1c2
(assert (= n_2 (+ 1 (ite q_0_2 1 0) (ite q_2_3 1 0))))  ; r2c1
(assert (= n_3 (+ 1 (ite q_1_3 1 0) (ite q_2_3 1 0))))  ; r2c2

; family wall: cells parted by a given wall differ
;   for each wall: not n_x = n_y
;   (the rules)
(assert (not (= n_0 n_1)))  ; r1c1 r1c2

(check-sat)
(get-value (n_0 n_1 n_2 n_3))
(exit)
