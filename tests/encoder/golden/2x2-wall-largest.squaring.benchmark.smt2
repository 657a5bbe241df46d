(set-info :smt-lib-version 2.6)
(set-logic QF_UF)
(set-info :source |
The pencil puzzle Fillomino: 4 cells, 1 clue.
Encoding squaring.
|)
(set-info :category "crafted")
(set-info :status unknown)
; puzzle 2 2
;   0 0
;   0 1
; puzzle {"walls": [["r1c1", "r1c2"]], "largest_region": 3}
; encoding squaring
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
(assert n_1_1)
(assert n_3_1)
; family one-value: each cell holds one number
(assert (and (or n_0_1 n_0_2) (or (not n_0_1) (not n_0_2))))
(assert (and (or n_2_1 n_2_2) (or (not n_2_1) (not n_2_2))))
; family equal: neighbours are equal
(assert (= q_0_2 (or (and n_0_1 n_2_1) (and n_0_2 n_2_2))))
(assert (= q_1_3 (and n_1_1 n_3_1)))
(assert (= q_2_3 (and n_2_1 n_3_1)))
; family one-root: a cell names one root within reach
(assert m_0_0)
(assert (and (or m_1_1 m_1_3) (not (and m_1_1 m_1_3))))
(assert (and (or m_2_0 m_2_2 m_2_3) (not (and m_2_0 m_2_2)) (not (and m_2_0 m_2_3)) (not (and m_2_2 m_2_3))))
(assert m_3_3)
; family root-self: a cell that is named as a root names itself
(assert (=> m_2_0 m_0_0))
(assert (=> m_1_3 m_3_3))
(assert (=> m_2_3 m_3_3))
; family same-root: neighbours hold equal numbers iff they name one root
(assert (or (not q_0_2) (not m_0_0) m_2_0))
(assert (or (not q_0_2) m_0_0 (not m_2_0)))
(assert (or q_0_2 (not m_0_0) (not m_2_0)))
(assert (or (not q_0_2) (not m_2_2)))
(assert (or (not q_0_2) (not m_2_3)))
(assert (or (not q_1_3) (not m_1_1)))
(assert (or (not q_1_3) (not m_1_3) m_3_3))
(assert (or (not q_1_3) m_1_3 (not m_3_3)))
(assert (or q_1_3 (not m_1_3) (not m_3_3)))
(assert (or (not q_2_3) (not m_2_0)))
(assert (or (not q_2_3) (not m_2_2)))
(assert (or (not q_2_3) (not m_2_3) m_3_3))
(assert (or (not q_2_3) m_2_3 (not m_3_3)))
(assert (or q_2_3 (not m_2_3) (not m_3_3)))
; family wall: cells parted by a given wall differ
(assert (not (and n_0_1 n_1_1)))
; family count: a root is named by as many cells as its number
(assert (=> (and m_0_0 n_0_1) (not m_2_0)))
(assert (=> (and m_0_0 n_0_2) m_2_0))
(assert (not (and m_2_2 n_2_2)))
(assert (not m_1_3))
(assert (not m_2_3))
; family rooted: a path leads from each cell to a root
(assert (or m_0_0 (and m_2_2 q_0_2)))
(assert m_1_1)
(assert (or m_2_2 (and m_0_0 q_0_2)))
(assert m_3_3)
(check-sat)
(exit)
