"""Run a solver on SMT-LIB text of your own; the drivers know nothing of Fillomino."""

from drivers import Failure, Limits, Sat, Session, Timeout, Unknown, Unsat, find, run

SCRIPT = """
(set-option :produce-models true)
(set-logic QF_LIA)
(declare-fun x () Int)
(assert (< 3 x 5))
(check-sat)
(get-value (x))
"""

done = run(SCRIPT, find("z3"), Limits(seconds=10, memory_mib=1000))
match done.answer:
    case Sat(values=values):
        print("a model:", dict(values))
    case Unsat():
        print("no model")
    case Unknown(reason=reason):
        print("unknown:", reason)
    case Timeout(seconds=seconds):
        print("stopped after", seconds, "s")
    case Failure(text=text):
        print("the solver failed:", text)

with Session(find("yices"), Limits(seconds=10)) as session:
    session.send_all(["(set-logic QF_LIA)", "(declare-fun x () Int)", "(assert (< 3 x))"])
    print("session:", session.check())
    session.send_all(["(push 1)", "(assert (< x 4))"])
    print("session:", session.check())
    session.send_all(["(pop 1)", "(assert (< x 5))"])
    print("session:", session.check(), session.values(["x"]))
