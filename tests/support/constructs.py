"""Small scripts that hold each construct of SMT-LIB 2.6 and 2.7, with shadowed, quoted and reused names."""

from __future__ import annotations

_LIST = "(declare-datatypes ((L 0)) (((nil) (cons (hd Int) (tl L)))))"
_OTHER = "(declare-const a Int)(declare-const b Int)"


def _script(logic: str, body: str) -> str:
    end = "" if "check-sat" in body else "(check-sat)"
    return f"(set-logic {logic})\n{body}\n{end}\n"


CONSTRUCTS: dict[str, str] = {
    name: _script(logic, body)
    for name, (logic, body) in {
        # let
        "parallel let": ("QF_LIA", f"{_OTHER}(assert (let ((a b) (b a)) (< a b)))(assert (> (+ 1 0) 0))"),
        "nested lets": ("QF_LIA", f"{_OTHER}(assert (let ((x (+ a 1))) (let ((x (* 2 x)) (y x)) (= x y 2))))"),
        "let of a theory's name": ("QF_BV", "(declare-const v (_ BitVec 4))(assert (let ((bvadd v)) (= bvadd #x3)))(assert (= (bvadd v v) #x6))"),
        "let of a theory's name inside": ("QF_ALIA", "(declare-const m (Array Int Int))(assert (> (let ((select 4)) select) (select m 0)))(assert (= (select m 0) 4))"),
        "let of a command's name": ("QF_UF", "(declare-const |assert| Bool)(assert (let ((push |assert|) (|assert| true)) (and push |assert|)))(assert (not |assert|))"),
        "let of the sort's name": ("QF_LIA", "(declare-const a Int)(assert (let ((Int (+ a 1)) (Bool a)) (> Bool Int)))"),
        "let of a quoted name": ("QF_LIA", "(declare-const |a| Int)(assert (let ((|x y| a) (x |a|)) (distinct |x y| x)))"),
        "let used after its body": ("QF_LIA", f"{_OTHER}(assert (> (let ((a 5)) (+ a b)) a))(assert (< a (- b)))(assert (< b (- 9)))"),
        # quantifiers
        "forall hides a constant": ("LIA", f"{_OTHER}(assert (forall ((a Int)) (=> (> a b) (> a (- b 1)))))(assert (= a b 3))"),
        "exists and forall": ("LIA", "(declare-const b Int)(assert (forall ((x Int)) (exists ((b Int)) (> b x))))(assert (> b 0))(assert (< b 1))"),
        "patterns": ("UFLIA", "(declare-fun f (Int) Int)(declare-const x Int)(assert (forall ((x Int)) (! (> (f x) x) :pattern ((f x)) :qid f)))(assert (< (f x) x))"),
        "a variable like a function": ("UFLIA", "(declare-fun f (Int) Int)(assert (forall ((f Int)) (= f f)))(assert (distinct (f 0) (f 0)))"),
        "a variable like a theory's function": ("LIA", "(assert (forall ((div Int) (mod Int)) (=> (> div mod) (> (+ div 1) mod))))(declare-const k Int)(assert (= (mod k 2) 1))(assert (= (div k 2) 3))"),
        "a variable like a sort": ("UF", "(declare-sort U 0)(declare-const u U)(assert (exists ((U U)) (distinct U u)))"),
        # sorts
        "a sort and a constant of one name": ("QF_UF", "(declare-sort A 0)(declare-const A A)(declare-const B A)(assert (distinct A B))"),
        "a sort of arity two": ("QF_UF", "(declare-sort P 2)(declare-sort Q 0)(declare-const p (P Q Bool))(declare-const q (P Q Bool))(assert (not (= p q)))"),
        "an abbreviation": ("QF_ALIA", "(define-sort Row () (Array Int Int))(define-sort Of (X) (Array X Row))(declare-const m (Of Int))(assert (= (select (select m 1) 2) 3))(assert (= m (store m 1 (select m 2))))"),
        "an abbreviation of a vector": ("QF_BV", "(define-sort Word () (_ BitVec 8))(define-fun |is| ((Word Word)) Bool (bvult Word #x10))(declare-const w Word)(assert (|is| w))(assert (bvugt w #x0e))"),
        "a user's sort Array": ("QF_UFLIA", "(declare-sort Array 0)(declare-fun read (Array Int) Int)(declare-const m Array)(assert (= (read m 0) 1))(assert (> (read m 0) 1))"),
        "a parameter like a sort": ("QF_AUFLIA", "(define-sort Map (X) (Array Int X))(declare-sort X 0)(declare-const m (Map Int))(declare-const x X)(declare-const y X)(assert (distinct x y))(assert (= (select m 0) 1))"),
        # definitions
        "define-fun": ("QF_LIA", "(define-fun f ((x Int) (y Int)) Int (- x y))(declare-const x Int)(declare-const y Int)(assert (= (f x y) 1))(assert (= (f y x) 1))"),
        "define-const": ("QF_LIA", "(define-const two Int 2)(declare-const k Int)(assert (= (* two k) 7))"),
        "define-const of an array": ("QF_ALIA", "(declare-const a (Array Int Int))(define-const b (Array Int Int) (store a 0 1))(assert (= (select b 0) 2))"),
        "define-const of a float": ("QF_FP", "(declare-const x Float16)(define-const y Float16 (fp.neg x))(assert (fp.eq x y))(assert (not (fp.isZero x)))"),
        "define-const of a vector": ("QF_BV", "(define-const ones (_ BitVec 4) #xf)(declare-const v (_ BitVec 4))(assert (= (bvand v ones) #x0))(assert (distinct v (_ bv0 4)))"),
        "parameters like a theory's words": ("QF_LIA", "(define-fun mine ((abs Int) (true2 Int)) Int (+ abs true2))(declare-const k Int)(assert (= (mine (abs k) 1) 5))(assert (< k (- 3)))(assert (> k (- 5)))"),
        "a chain of definitions": ("QF_UF", "(declare-const p Bool)(define-fun q () Bool (not p))(define-fun r () Bool (xor p q))(define-fun s ((p Bool)) Bool (and p r))(assert (not (s r)))"),
        "recursion": ("UFLIA", "(define-fun-rec down ((k Int)) Int (ite (> k 0) (down (- k 1)) 7))(declare-const k Int)(assert (= (down 2) k))(assert (> k 7))"),
        "two recursive functions": ("UFLIA", "(define-funs-rec ((even ((k Int)) Bool) (odd ((k Int)) Bool)) ((ite (= k 0) true (odd (- k 1))) (ite (= k 0) false (even (- k 1)))))(declare-const k Int)(assert (odd 2))"),
        # labels
        "labels": ("QF_LIA", f"{_OTHER}(assert (! (> a b) :named first))(assert (! (> b a) :named |second one|))(assert (=> first |second one|))"),
        "a label inside": ("QF_UF", "(declare-const p Bool)(declare-const q Bool)(assert (or (! (and p q) :named both) (not both)))(assert (not both))(assert (and p (! q :named mine)))(assert mine)"),
        "a label after pop": ("QF_UF", "(declare-const p Bool)(assert (! p :named a))(push 1)(assert (! (not p) :named b))(check-sat)(pop 1)(assert (! p :named b))(check-sat)"),
        "a label like a variable": ("UF", "(declare-sort U 0)(declare-fun r (U) Bool)(assert (! (forall ((x U)) (r x)) :named x2))(assert (exists ((x2 U)) (not (r x2))))(assert x2)"),
        # identifiers
        "indexed": ("QF_BV", "(declare-const bv5 (_ BitVec 8))(declare-const extract (_ BitVec 4))(assert (= bv5 (_ bv5 8)))(assert (distinct ((_ extract 3 0) bv5) #x5))"),
        "as for a constant": ("QF_LIA", "(declare-const k Int)(assert (> (as k Int) 3))(assert (< k 4))"),
        "a constant array": ("QF_ALIA", "(declare-const i Int)(declare-const a (Array Int Int))(assert (= a ((as const (Array Int Int)) 7)))(assert (< (select a i) 7))"),
        "a constant called const": ("QF_ALIA", "(declare-const const Int)(declare-const a (Array Int Int))(assert (= a ((as const (Array Int Int)) 7)))(assert (= const (select a 3)))(assert (> const 7))"),
        "a mapped function": ("ALL", "(declare-fun f (Int) Int)(declare-const a (Array Int Int))(declare-const b (Array Int Int))(assert (= b ((_ map f) a)))(assert (distinct (select b 2) (f (select a 2))))"),
        "a mapped function with its sorts": ("ALL", "(declare-const a (Array Int Int))(assert (= ((_ map (- (Int Int) Int)) a a) ((as const (Array Int Int)) 1)))"),
        "a function as an array": ("ALL", "(declare-fun f (Int) Int)(assert (= (select (_ as-array f) 4) 5))(assert (= (f 4) 6))"),
        "quoted theory symbols": ("QF_LIA", "(declare-const a |Int|)(assert (|<| a 3))(assert (|and| |true| (> |a| 2)))"),
        "symbols of all characters": ("QF_UF", "(declare-const ~!@$%^&*_-+=<>.?/ Bool)(declare-const |a b;c(| Bool)(assert (distinct ~!@$%^&*_-+=<>.?/ |a b;c(|))(assert (and |~!@$%^&*_-+=<>.?/| |a b;c(|))"),
        "a digit in bars": ("QF_LIA", "(declare-const |5| Int)(assert (< |5| 5))(assert (> |5| 3))"),
        "overloaded": ("QF_UFLIA", "(declare-fun abs (Int Int) Int)(assert (= (abs 1 2) 0))(assert (= (abs (- 3)) 4))"),
        "constants like words": ("QF_UF", "(declare-const |let| Bool)(declare-const is Bool)(declare-const |exists| Bool)(declare-const |as| Bool)(assert (and |let| is (not |exists|)))(assert (=> is |as| |exists|))"),
        # datatypes
        "testers": ("QF_UFDTLIA", f"{_LIST}(declare-const x L)(declare-const is Bool)(assert (and is ((_ is cons) x)))(assert (is-nil (tl x)))(assert (= (hd x) 3))(assert (= x (cons 4 nil)))"),
        "match": ("UFDTLIA", f"{_LIST}(declare-const x L)(declare-const y Int)(assert (match x ((nil false) ((cons y t) (and (> y 3) (match t ((nil true) (z false))))))))(assert (= (hd x) y))(assert (< y 5))(assert (distinct x (cons 4 nil)))"),
        "match with a variable": ("UFDT", "(declare-datatype C ((red) (green) (blue)))(declare-const c C)(declare-const x C)(assert (match c ((red false) (x (distinct x green)))))(assert (= c x))(assert (distinct x blue))"),
        "parametric datatypes": ("QF_UFDTLIA", "(declare-datatypes ((P 2)) ((par (X Y) ((mk (one X) (two Y))))))(declare-const p (P Int Bool))(declare-const X Int)(assert (two p))(assert (= (one p) X))(assert (distinct p (mk X true)))"),
        "nil of a sort": ("QF_UFDTLIA", "(declare-datatypes ((List 1)) ((par (T) ((empty) (more (first T) (rest (List T)))))))(declare-const x (List Int))(assert (= x (more 1 (as empty (List Int)))))(assert (= (first x) 2))"),
        "update": ("QF_UFDTLIA", "(declare-datatype P ((mk (one Int) (two Int))))(declare-const p P)(assert (= ((_ update one) p 5) (mk 5 6)))(assert (= (two p) 7))"),
        "a constant like a selector": ("QF_UFDTLIA", f"{_LIST}(declare-const k L)(assert (let ((hd (hd k)) (nil k)) (and (> hd 3) (= nil (cons 2 (tl nil))))))"),
        # higher order
        "functions as values": ("HO_ALL", "(declare-const f (-> Int Int))(assert (= (f 1) 2))(assert (= f (lambda ((x Int)) x)))"),
        "lambda hides": ("HO_ALL", "(declare-const x Int)(declare-const g (-> Int Int Bool))(assert (= g (lambda ((x Int) (y Int)) (< x y))))(assert (g x (- x 1)))"),
        "define-const of a function": ("HO_ALL", "(define-const f (-> Int Int) (lambda ((x Int)) (+ x 1)))(declare-const x Int)(assert (= (f x) x))"),
        "a constant called lambda": ("QF_LIA", "(declare-const lambda Int)(declare-const choice Int)(assert (< lambda choice lambda))"),
        "choice": ("ALL", "(declare-const s Int)(assert (= s (choice ((x Int)) (> x s))))(assert (> s 0))"),
        # levels
        "a name again after pop": ("QF_UFLIA", "(push 1)(declare-const x Int)(assert (> x 0))(check-sat)(pop 1)(declare-const x Bool)(assert (and x (not x)))(check-sat)"),
        "nested levels": ("QF_LIA", "(declare-const x Int)(push 2)(assert (> x 0))(push 1)(declare-const y Int)(assert (< x y 0))(check-sat)(pop 2)(assert (= x 0))(check-sat)(pop 1)(check-sat)"),
        "global declarations": ("QF_LIA", "(push 1)(declare-const y Int)(assert (< y 0))(check-sat)(pop 1)(declare-const x Int)(assert (> x 0 ))(check-sat)"),
        "reset": ("QF_LIA", "(declare-const x Int)(assert (< x x))(check-sat)(reset)(set-logic QF_UF)(declare-const x Bool)(assert x)(check-sat)"),
        "reset-assertions": ("QF_UF", "(push 1)(declare-const x Bool)(assert (and x (not x)))(check-sat)(reset-assertions)(declare-const y Bool)(assert y)(check-sat)"),
        "assumptions": ("QF_UF", "(declare-const p Bool)(declare-const q Bool)(assert (or p q))(check-sat-assuming ((not p) (not q)))(check-sat-assuming (p q))"),
        # theories
        "arithmetic": ("ALL", "(declare-const x Int)(declare-const r Real)(assert (= (to_real x) (* 2.0 r)))(assert (< 0.0 r (/ 1 2)))(assert ((_ divisible 2) x))"),
        "products": ("QF_NIA", f"{_OTHER}(assert (= (* a b) 35))(assert (< 1 a b))(assert (distinct (mod b a) 2))"),
        "strings": ("QF_S", '(declare-const s String)(assert (= (str.++ s "b""c") "ab""c"))(assert (str.in_re s (re.+ (str.to_re "x"))))'),
        "floats": ("QF_FP", "(declare-const x Float32)(declare-const RNE2 RoundingMode)(assert (fp.lt x (fp.add RNE2 x ((_ to_fp 8 24) RNE 1.0))))(assert (fp.isNaN x))"),
        "vectors": ("QF_UFBV", "(declare-fun f ((_ BitVec 4)) (_ BitVec 4))(declare-const a (_ BitVec 4))(assert (bvsle a (f a) (bvnot a)))(assert (bvult (bvmul a #x2) (bvlshr a #x1)))".replace("(bvsle a (f a) (bvnot a))", "(and (bvsle a (f a)) (bvsle (f a) (bvnot a)))")),
        "arrays": ("QF_AX", "(declare-sort I 0)(declare-sort E 0)(declare-const a (Array I E))(declare-const i I)(declare-const j I)(declare-const e E)(assert (= (store a i e) (store a j e)))(assert (distinct (select a i) e))(assert (= i j))"),
        "cores": ("QF_UF", "(declare-const p Bool)(declare-const |p q| Bool)(assert (! p :named keep))(assert (! (not |p q|) :named drop))(assert (= p |p q|))"),
        # more of the same
        "datatypes of each other": ("ALL", "(declare-datatypes ((T 0) (F 0)) (((leaf) (node (kids F))) ((none) (some (first T) (rest F)))))(define-funs-rec ((size ((t T)) Int) (sizes ((f F)) Int)) ((match t ((leaf 1) ((node k) (+ 1 (sizes k))))) (match f ((none 0) ((some t g) (+ (size t) (sizes g)))))))(declare-const t T)(assert (= (size leaf) 2))"),
        "nothing of nothing": ("ALL", "(declare-datatype Maybe (par (X) ((nothing) (just (the X)))))(declare-const m (Maybe (Maybe Int)))(assert (= m (just (as nothing (Maybe Int)))))(assert (distinct (the m) (as nothing (Maybe Int))))"),
        "a let in place of a function": ("QF_UFLIA", "(declare-fun f (Int) Int)(assert (let ((f (f 1)) (g (f 2))) (> f g)))(assert (< (f 1) (f 2)))"),
        "an abbreviation with two parameters": ("QF_ALIA", "(define-sort M (K V) (Array K V))(declare-const m (M Int (M Int Int)))(declare-const V Int)(assert (> (select (select m V) 0) V))(assert (= V 3))"),
        "levels of labels": ("QF_UF", "(declare-const p Bool)(push 1)(assert (! p :named a))(push 1)(assert (! (not p) :named b))(check-sat)(pop 2)(assert (! p :named a))(assert (! p :named b))(check-sat)"),
        "a label after a variable of its name": ("UF", "(declare-sort U 0)(declare-const u U)(assert (exists ((a U)) (= a u)))(assert (! false :named a))"),
        "functions for all levels": ("QF_UF", "(push 1)(define-fun f ((x Bool)) Bool x)(declare-const s Bool)(check-sat)(pop 1)(declare-const s Bool)(assert (and s (not s)))(check-sat)"),
        "a part of a function": ("HO_ALL", "(declare-fun f (Int Int) Int)(declare-const g (-> Int Int))(assert (= g (f 1)))(assert (> (g 2) (f 1 2)))"),
        "an abbreviation of functions": ("HO_ALL", "(define-sort Fn () (-> Int Int))(declare-const f Fn)(assert (= (f 1) 2))(assert (= (f 1) 3))"),
        "a user's sort Array of two": ("QF_UF", "(declare-sort Array 2)(declare-sort E 0)(declare-const a (Array E E))(declare-const b (Array E E))(assert (distinct a b))"),
        "names of constants": ("QF_LIA", "(declare-const y Int)(define-fun c () Int (- 2))(assert (let ((k 3)) (let ((m (+ k 1))) (> (* m c y) 1))))(assert (> y 0))"),
        "sequences": ("ALL", "(declare-const s (Seq Int))(assert (= (seq.len s) 1))(assert (= s (as seq.empty (Seq Int))))"),
        "words of other theories": ("QF_LIA", "(declare-const pi Int)(declare-const exp Int)(declare-const select Int)(assert (< pi exp select pi))"),
    }.items()
}  # fmt: skip

CONSTRUCTS["global declarations"] = "(set-option :global-declarations true)\n" + CONSTRUCTS[
    "global declarations"
].replace("(assert (> x 0 ))", "(assert (> x y 0))(assert (> y x))")
CONSTRUCTS["declared for good"] = (
    "(set-option :global-declarations true)\n(set-logic QF_UF)\n(define-fun no () Bool false)\n(assert no)\n"
    "(check-sat)\n(reset-assertions)\n(assert (not no))\n(check-sat)\n"
)
