; puzzle 2 2
;   0 0
;   0 1
; puzzle {"walls": [["r1c1", "r1c2"]], "largest_region": 3}
; encoding squaring
(set-info :smt-lib-version 2.6)
(set-option :produce-unsat-cores true)
(set-logic QF_UF)
(declare-fun n_1_1 () Bool)
(declare-fun n_3_1 () Bool)
(declare-fun n_0_1 () Bool)
(declare-fun n_0_2 () Bool)
(declare-fun n_2_1 () Bool)
(declare-fun n_2_2 () Bool)
(declare-fun q_0_2 () Bool)
(declare-fun q_1_3 () Bool)
(declare-fun q_2_3 () Bool)
(declare-fun m_0_0 () Bool)
(declare-fun m_1_1 () Bool)
(declare-fun m_1_3 () Bool)
(declare-fun m_2_0 () Bool)
(declare-fun m_2_2 () Bool)
(declare-fun m_2_3 () Bool)
(declare-fun m_3_3 () Bool)
; family known: cells fixed by deduction or a clue
(assert (! n_1_1 :named known_0))  ; r1c2
(assert (! n_3_1 :named known_1))  ; r2c2
; family one-value: each cell holds one number
(assert (! (and (or n_0_1 n_0_2) (or (not n_0_1) (not n_0_2))) :named one-value_0))  ; r1c1
(assert (! (and (or n_2_1 n_2_2) (or (not n_2_1) (not n_2_2))) :named one-value_1))  ; r2c1
; family equal: neighbours are equal
(assert (! (= q_0_2 (or (and n_0_1 n_2_1) (and n_0_2 n_2_2))) :named equal_0))  ; r1c1 r2c1
(assert (! (= q_1_3 (and n_1_1 n_3_1)) :named equal_1))  ; r1c2 r2c2
(assert (! (= q_2_3 (and n_2_1 n_3_1)) :named equal_2))  ; r2c1 r2c2
; family one-root: a cell names one root within reach
(assert (! m_0_0 :named one-root_0))  ; r1c1
(assert (! (and (or m_1_1 m_1_3) (not (and m_1_1 m_1_3))) :named one-root_1))  ; r1c2
(assert (! (and (or m_2_0 m_2_2 m_2_3) (not (and m_2_0 m_2_2)) (not (and m_2_0 m_2_3)) (not (and m_2_2 m_2_3))) :named one-root_2))  ; r2c1
(assert (! m_3_3 :named one-root_3))  ; r2c2
; family root-self: a cell that is named as a root names itself
(assert (! (=> m_2_0 m_0_0) :named root-self_0))  ; r2c1 r1c1
(assert (! (=> m_1_3 m_3_3) :named root-self_1))  ; r1c2 r2c2
(assert (! (=> m_2_3 m_3_3) :named root-self_2))  ; r2c1 r2c2
; family same-root: neighbours hold equal numbers iff they name one root
(assert (! (or (not q_0_2) (not m_0_0) m_2_0) :named same-root_0))  ; r1c1 r2c1
(assert (! (or (not q_0_2) m_0_0 (not m_2_0)) :named same-root_1))  ; r1c1 r2c1
(assert (! (or q_0_2 (not m_0_0) (not m_2_0)) :named same-root_2))  ; r1c1 r2c1
(assert (! (or (not q_0_2) (not m_2_2)) :named same-root_3))  ; r1c1 r2c1
(assert (! (or (not q_0_2) (not m_2_3)) :named same-root_4))  ; r1c1 r2c1
(assert (! (or (not q_1_3) (not m_1_1)) :named same-root_5))  ; r1c2 r2c2
(assert (! (or (not q_1_3) (not m_1_3) m_3_3) :named same-root_6))  ; r1c2 r2c2
(assert (! (or (not q_1_3) m_1_3 (not m_3_3)) :named same-root_7))  ; r1c2 r2c2
(assert (! (or q_1_3 (not m_1_3) (not m_3_3)) :named same-root_8))  ; r1c2 r2c2
(assert (! (or (not q_2_3) (not m_2_0)) :named same-root_9))  ; r2c1 r2c2
(assert (! (or (not q_2_3) (not m_2_2)) :named same-root_10))  ; r2c1 r2c2
(assert (! (or (not q_2_3) (not m_2_3) m_3_3) :named same-root_11))  ; r2c1 r2c2
(assert (! (or (not q_2_3) m_2_3 (not m_3_3)) :named same-root_12))  ; r2c1 r2c2
(assert (! (or q_2_3 (not m_2_3) (not m_3_3)) :named same-root_13))  ; r2c1 r2c2
; family wall: cells parted by a given wall differ
(assert (! (not (and n_0_1 n_1_1)) :named wall_0))  ; r1c1 r1c2
; family count: a root is named by as many cells as its number
(assert (! (=> (and m_0_0 n_0_1) (not m_2_0)) :named count_0))  ; r1c1 r2c1
(assert (! (=> (and m_0_0 n_0_2) m_2_0) :named count_1))  ; r1c1 r2c1
(assert (! (not (and m_2_2 n_2_2)) :named count_2))  ; r2c1
(assert (! (not m_1_3) :named count_3))  ; r2c2 r1c2 r2c1
(assert (! (not m_2_3) :named count_4))  ; r2c2 r1c2 r2c1
; family rooted: a path leads from each cell to a root
(assert (! (or m_0_0 (and m_2_2 q_0_2)) :named rooted_0))  ; r1c1 r2c1
(assert (! m_1_1 :named rooted_1))  ; r1c2
(assert (! (or m_2_2 (and m_0_0 q_0_2)) :named rooted_2))  ; r2c1 r1c1
(assert (! m_3_3 :named rooted_3))  ; r2c2
(check-sat)
(get-unsat-core)
(exit)
