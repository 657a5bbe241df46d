"""Small scripts in many logics, each with its status: what a stranger's files hold."""

from __future__ import annotations

from typing import NamedTuple


class Stranger(NamedTuple):
    """A script and what it is.

    Attributes:
        logic: its logic.
        status: ``sat`` or ``unsat``.
        body: its commands between ``set-logic`` and ``check-sat``.
        yices: whether Yices' one-shot program knows the logic.
    """

    logic: str
    status: str
    body: str
    yices: bool = True

    @property
    def text(self) -> str:
        return (
            f"(set-info :smt-lib-version 2.6)\n(set-option :produce-models true)\n(set-logic {self.logic})\n"
            f"(set-info :source |a small script; with (odd) marks|)\n(set-info :status {self.status})\n"
            f"{self.body.strip()}\n(check-sat)\n(exit)\n"
        )


STRANGERS: dict[str, Stranger] = {
    "lia-sat": Stranger("QF_LIA", "sat", "(declare-fun x () Int)(declare-fun |a b| () Int)(assert (let ((y (+ x |a b|))) (and (> y 3) (< y 5))))"),
    "lia-unsat": Stranger("QF_LIA", "unsat", "(declare-const x Int)(assert (= (* 2 x) 7))"),
    "lra-sat": Stranger("QF_LRA", "sat", "(declare-const x Real)(declare-const y Real)(assert (< (* 3.5 x) y))(assert (> x (/ 1 3)))"),
    "lra-unsat": Stranger("QF_LRA", "unsat", "(declare-const x Real)(assert (and (< x 1.5) (> x 3.0)))(assert (or (= x 2.0) (>= x 0.0)))"),
    "idl": Stranger("QF_IDL", "unsat", "(declare-fun a () Int)(declare-fun b () Int)(declare-fun c () Int)(assert (< (- a b) 0))(assert (< (- b c) 0))(assert (< (- c a) 0))"),
    "bv-sat": Stranger("QF_BV", "sat", "(declare-fun v () (_ BitVec 8))(assert (= (bvmul v #x03) #x0f))(assert (bvult v (_ bv100 8)))(assert (= ((_ extract 0 0) v) #b1))"),
    "bv-unsat": Stranger("QF_BV", "unsat", "(declare-fun v () (_ BitVec 8))(define-fun even ((w (_ BitVec 8))) Bool (= ((_ extract 0 0) w) #b0))(assert (even v))(assert (= (bvurem v #x02) #x01))"),
    "uf-sat": Stranger("QF_UF", "sat", "(declare-sort U 0)(declare-fun f (U) U)(declare-const a U)(declare-const b U)(assert (distinct (f a) (f b)))"),
    "uf-unsat": Stranger("QF_UF", "unsat", "(declare-sort U 0)(declare-fun f (U) U)(declare-const a U)(assert (= (f (f (f a))) a))(assert (= (f (f (f (f (f a))))) a))(assert (not (= (f a) a)))"),
    "booleans": Stranger("QF_UF", "unsat", "(declare-const |assert| Bool)(declare-const p Bool)(assert (xor p |assert|))(assert (=> p |assert|))(assert (=> |assert| p))"),
    "arrays": Stranger("QF_AX", "unsat", "(declare-sort I 0)(declare-sort E 0)(declare-fun a () (Array I E))(declare-fun i () I)(declare-fun j () I)(declare-fun e () E)(assert (= i j))(assert (not (= (select (store a i e) j) e)))"),
    "aufbv": Stranger("QF_AUFBV", "sat", "(declare-fun m () (Array (_ BitVec 4) (_ BitVec 8)))(declare-fun f ((_ BitVec 8)) (_ BitVec 4))(assert (= (select m (f #x01)) #xff))(assert (not (= (select m #x0) #xff)))"),
    "auflia": Stranger("QF_AUFLIA", "unsat", "(declare-fun a () (Array Int Int))(declare-fun i () Int)(assert (> (select a i) 3))(assert (= (select a (+ i 0)) 3))"),
    "uflia": Stranger("QF_UFLIA", "sat", "(declare-fun f (Int) Int)(declare-const x Int)(assert (! (> (f x) x) :named grows))(assert (= (f (f x)) 0))"),
    "lia-forall": Stranger("LIA", "unsat", "(declare-const x Int)(assert (forall ((y Int)) (> x y)))"),
    "lra-exists": Stranger("LRA", "sat", "(assert (forall ((x Real)) (exists ((y Real)) (and (< x y) (< y (+ x 1.0))))))", yices=False),
    "uf-quantified": Stranger("UF", "unsat", "(declare-sort U 0)(declare-fun p (U) Bool)(declare-const a U)(assert (forall ((x U)) (! (p x) :pattern ((p x)))))(assert (not (p a)))"),
    "datatype": Stranger("QF_DT", "unsat", "(declare-datatypes ((List 0)) (((nil) (cons (head Bool) (tail List)))))(declare-const l List)(assert ((_ is cons) l))(assert (= l nil))", yices=False),
    "parametric": Stranger("QF_DT", "sat", "(declare-datatype Pair (par (A B) ((pair (first A) (second B)))))(declare-const p (Pair Bool Bool))(assert (first p))(assert (not (second p)))", yices=False),
    "strings": Stranger("QF_S", "sat", '(declare-const s String)(assert (= (str.++ s "b""c") "ab""c"))', yices=False),
    "floats": Stranger("QF_FP", "sat", "(declare-const x Float32)(declare-const r RoundingMode)(assert (fp.lt x (fp.add r x ((_ to_fp 8 24) RNE 1.0))))", yices=False),
    "nia": Stranger("QF_NIA", "sat", "(declare-const x Int)(declare-const y Int)(assert (= (* x y) 35))(assert (< 1 x y))"),
}  # fmt: skip
