; Fillomino: 3 cells, 1 clue.
; author: nobody
; title: three in a row
; Encoding warshall, logic QF_LIA.
;
; puzzle 1 3
;   1 0 0
; puzzle {"info": {"title": "three in a row", "author": "nobody"}}
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
(declare-fun q_0_1 () Bool)
(declare-fun q_1_2 () Bool)

; family candidates: a number is one of those left
;   for each cell x: n_x in its candidates
;   (the rules)
(assert (= n_0 1))  ; r1c1
(assert (and (<= 1 n_1) (<= n_1 2)))  ; r1c2
(assert (and (<= 1 n_2) (<= n_2 2)))  ; r1c3

; family equal: neighbours are equal
;   for neighbours x, y: q_x_y iff n_x = n_y
;   (the rules)
(assert (= q_0_1 (= n_0 n_1)))  ; r1c1 r1c2
(assert (= q_1_2 (= n_1 n_2)))  ; r1c2 r1c3

; family count: a cell connects with as many cells as its number
;   for each cell x: n_x = 1 + the number of cells y that x connects with
;   (the rules)
(assert (= n_0 (+ 1 (ite q_0_1 1 0))))  ; r1c1
(assert (= n_1 (+ 1 (ite q_0_1 1 0) (ite q_1_2 1 0))))  ; r1c2
(assert (= n_2 (+ 1 (ite q_1_2 1 0))))  ; r1c3

(check-sat)
(get-value (n_0 n_1 n_2))
(exit)
