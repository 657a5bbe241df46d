; puzzle 1 3
;   1 0 0
; puzzle {"info": {"title": "three in a row", "author": "nobody"}}
; encoding squaring
(set-info :smt-lib-version 2.6)
(set-option :produce-models true)
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
; family known: cells fixed by deduction or a clue
(assert n_0_1)
; family one-value: each cell holds one number
(assert (and (or n_1_1 n_1_2) (or (not n_1_1) (not n_1_2))))
(assert (and (or n_2_1 n_2_2) (or (not n_2_1) (not n_2_2))))
; family equal: neighbours are equal
(assert (= q_0_1 (and n_0_1 n_1_1)))
(assert (= q_1_2 (or (and n_1_1 n_2_1) (and n_1_2 n_2_2))))
; family one-root: a cell names one root within reach
(assert m_0_0)
(assert (and (or m_1_0 m_1_1) (not (and m_1_0 m_1_1))))
(assert (and (or m_2_1 m_2_2) (not (and m_2_1 m_2_2))))
; family root-self: a cell that is named as a root names itself
(assert (=> m_1_0 m_0_0))
(assert (=> m_2_1 m_1_1))
; family same-root: neighbours hold equal numbers iff they name one root
(assert (or (not q_0_1) (not m_0_0) m_1_0))
(assert (or (not q_0_1) m_0_0 (not m_1_0)))
(assert (or q_0_1 (not m_0_0) (not m_1_0)))
(assert (or (not q_0_1) (not m_1_1)))
(assert (or (not q_1_2) (not m_1_0)))
(assert (or (not q_1_2) (not m_1_1) m_2_1))
(assert (or (not q_1_2) m_1_1 (not m_2_1)))
(assert (or q_1_2 (not m_1_1) (not m_2_1)))
(assert (or (not q_1_2) (not m_2_2)))
; family count: a root is named by as many cells as its number
(assert (not m_1_0))
(assert (=> (and m_1_1 n_1_1) (not m_2_1)))
(assert (=> (and m_1_1 n_1_2) m_2_1))
(assert (not (and m_2_2 n_2_2)))
; family rooted: a path leads from each cell to a root
(assert m_0_0)
(assert (or m_1_1 (and m_2_2 q_1_2)))
(assert (or m_2_2 (and m_1_1 q_1_2)))
(check-sat)
(get-value (n_0_1 n_1_1 n_1_2 n_2_1 n_2_2))
(exit)
