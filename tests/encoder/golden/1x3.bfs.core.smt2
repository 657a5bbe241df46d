; puzzle 1 3
;   1 0 0
; puzzle {"info": {"title": "three in a row", "author": "nobody"}}
; encoding bfs
(set-info :smt-lib-version 2.6)
(set-option :produce-unsat-cores true)
(set-logic QF_UF)
(declare-fun n_0_1 () Bool)
(declare-fun n_1_1 () Bool)
(declare-fun n_1_2 () Bool)
(declare-fun n_2_1 () Bool)
(declare-fun n_2_2 () Bool)
(declare-fun q_0_1 () Bool)
(declare-fun q_1_2 () Bool)
(declare-fun m_0_0 () Bool)
(declare-fun m_1_0 () Bool)
(declare-fun m_1_1 () Bool)
(declare-fun m_2_1 () Bool)
(declare-fun m_2_2 () Bool)
(declare-fun b_1_1 () Bool)
(declare-fun b_2_1 () Bool)
; family known: cells fixed by deduction or a clue
(assert (! n_0_1 :named known_0))  ; r1c1
; family one-value: each cell holds one number
(assert (! (and (or n_1_1 n_1_2) (or (not n_1_1) (not n_1_2))) :named one-value_0))  ; r1c2
(assert (! (and (or n_2_1 n_2_2) (or (not n_2_1) (not n_2_2))) :named one-value_1))  ; r1c3
; family equal: neighbours are equal
(assert (! (= q_0_1 (and n_0_1 n_1_1)) :named equal_0))  ; r1c1 r1c2
(assert (! (= q_1_2 (or (and n_1_1 n_2_1) (and n_1_2 n_2_2))) :named equal_1))  ; r1c2 r1c3
; family one-root: a cell names one root within reach
(assert (! m_0_0 :named one-root_0))  ; r1c1
(assert (! (and (or m_1_0 m_1_1) (not (and m_1_0 m_1_1))) :named one-root_1))  ; r1c2
(assert (! (and (or m_2_1 m_2_2) (not (and m_2_1 m_2_2))) :named one-root_2))  ; r1c3
; family root-self: a cell that is named as a root names itself
(assert (! (=> m_1_0 m_0_0) :named root-self_0))  ; r1c2 r1c1
(assert (! (=> m_2_1 m_1_1) :named root-self_1))  ; r1c3 r1c2
; family same-root: neighbours hold equal numbers iff they name one root
(assert (! (or (not q_0_1) (not m_0_0) m_1_0) :named same-root_0))  ; r1c1 r1c2
(assert (! (or (not q_0_1) m_0_0 (not m_1_0)) :named same-root_1))  ; r1c1 r1c2
(assert (! (or q_0_1 (not m_0_0) (not m_1_0)) :named same-root_2))  ; r1c1 r1c2
(assert (! (or (not q_0_1) (not m_1_1)) :named same-root_3))  ; r1c1 r1c2
(assert (! (or (not q_1_2) (not m_1_0)) :named same-root_4))  ; r1c2 r1c3
(assert (! (or (not q_1_2) (not m_1_1) m_2_1) :named same-root_5))  ; r1c2 r1c3
(assert (! (or (not q_1_2) m_1_1 (not m_2_1)) :named same-root_6))  ; r1c2 r1c3
(assert (! (or q_1_2 (not m_1_1) (not m_2_1)) :named same-root_7))  ; r1c2 r1c3
(assert (! (or (not q_1_2) (not m_2_2)) :named same-root_8))  ; r1c2 r1c3
; family count: a root is named by as many cells as its number
(assert (! (not m_1_0) :named count_0))  ; r1c1 r1c2
(assert (! (=> (and m_1_1 n_1_1) (not m_2_1)) :named count_1))  ; r1c2 r1c3
(assert (! (=> (and m_1_1 n_1_2) m_2_1) :named count_2))  ; r1c2 r1c3
(assert (! (not (and m_2_2 n_2_2)) :named count_3))  ; r1c3
; family bfs-step: a search from the roots reaches what it had reached, and the cells of the region beside
(assert (! (= b_1_1 (or m_1_1 (and m_0_0 q_0_1) (and m_2_2 q_1_2))) :named bfs-step_0))  ; r1c2 r1c1 r1c3
(assert (! (= b_2_1 (or m_2_2 (and m_1_1 q_1_2))) :named bfs-step_1))  ; r1c3 r1c2
; family bfs-reached: the search reaches each cell
(assert (! (or m_0_0 m_0_0) :named bfs-reached_0))  ; r1c1
(assert (! (or m_1_1 b_1_1) :named bfs-reached_1))  ; r1c2
(assert (! (or m_2_2 b_2_1) :named bfs-reached_2))  ; r1c3
(check-sat)
(get-unsat-core)
(exit)
