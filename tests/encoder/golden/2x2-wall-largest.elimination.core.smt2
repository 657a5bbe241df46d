; puzzle 2 2
;   0 0
;   0 1
; puzzle {"walls": [["r1c1", "r1c2"]], "largest_region": 3}
; encoding elimination
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
(declare-fun p_2_0 () Bool)
(declare-fun p_3_1 () Bool)
(declare-fun p_0_2 () Bool)
(declare-fun p_3_2 () Bool)
(declare-fun p_1_3 () Bool)
(declare-fun p_2_3 () Bool)
(declare-fun a_2_0 () Bool)
(declare-fun a_3_1 () Bool)
(declare-fun a_0_2 () Bool)
(declare-fun a_3_2 () Bool)
(declare-fun a_1_3 () Bool)
(declare-fun a_2_3 () Bool)
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
; family parent: a cell has one parent, in its region, unless it is the root
(assert (! (or m_0_0 p_2_0) :named parent_0))  ; r1c1 r2c1
(assert (! (or (not m_0_0) (not p_2_0)) :named parent_1))  ; r1c1 r2c1
(assert (! (or m_1_1 p_3_1) :named parent_2))  ; r1c2 r2c2
(assert (! (or (not m_1_1) (not p_3_1)) :named parent_3))  ; r1c2 r2c2
(assert (! (or m_2_2 p_0_2 p_3_2) :named parent_4))  ; r2c1 r1c1 r2c2
(assert (! (or (not m_2_2) (not p_0_2)) :named parent_5))  ; r2c1 r1c1 r2c2
(assert (! (or (not m_2_2) (not p_3_2)) :named parent_6))  ; r2c1 r1c1 r2c2
(assert (! (or (not p_0_2) (not p_3_2)) :named parent_7))  ; r2c1 r1c1 r2c2
(assert (! (or m_3_3 p_1_3 p_2_3) :named parent_8))  ; r2c2 r1c2 r2c1
(assert (! (or (not m_3_3) (not p_1_3)) :named parent_9))  ; r2c2 r1c2 r2c1
(assert (! (or (not m_3_3) (not p_2_3)) :named parent_10))  ; r2c2 r1c2 r2c1
(assert (! (or (not p_1_3) (not p_2_3)) :named parent_11))  ; r2c2 r1c2 r2c1
(assert (! (=> p_2_0 q_0_2) :named parent_12))  ; r1c1 r2c1
(assert (! (=> p_3_1 q_1_3) :named parent_13))  ; r1c2 r2c2
(assert (! (=> p_0_2 q_0_2) :named parent_14))  ; r2c1 r1c1
(assert (! (=> p_3_2 q_2_3) :named parent_15))  ; r2c1 r2c2
(assert (! (=> p_1_3 q_1_3) :named parent_16))  ; r2c2 r1c2
(assert (! (=> p_2_3 q_2_3) :named parent_17))  ; r2c2 r2c1
; family arc: a parent is an arc to its child
(assert (! (=> p_2_0 a_2_0) :named arc_0))  ; r2c1 r1c1
(assert (! (=> p_3_1 a_3_1) :named arc_1))  ; r2c2 r1c2
(assert (! (=> p_0_2 a_0_2) :named arc_2))  ; r1c1 r2c1
(assert (! (=> p_3_2 a_3_2) :named arc_3))  ; r2c2 r2c1
(assert (! (=> p_1_3 a_1_3) :named arc_4))  ; r1c2 r2c2
(assert (! (=> p_2_3 a_2_3) :named arc_5))  ; r2c1 r2c2
; family no-cycle: no two arcs are opposite
(assert (! (not (and a_2_0 a_0_2)) :named no-cycle_0))  ; r2c1 r1c1
(assert (! (not (and a_3_1 a_1_3)) :named no-cycle_1))  ; r2c2 r1c2
(assert (! (not (and a_3_2 a_2_3)) :named no-cycle_2))  ; r2c2 r2c1
(check-sat)
(get-unsat-core)
(exit)
