"""The option that this laboratory adds to ``fillomino solve``."""

from __future__ import annotations

from fillomino.puzzle import Puzzle, as_fillomino
from workbench.cli.solve import AddedToSolve, Follower, Outcome

TYPE_CHECKING = False
if TYPE_CHECKING:
    from drivers.limits import Limits
    from labs.certificates.produce import Issuer
    from workbench.methods.method import Question, Result
    from workbench.methods.request import Subject
    from workbench.texts.rows import SolveRow


class Certificate(AddedToSolve):
    """``--certificate DIR``."""

    def follower(self, value: str, limits: Limits) -> Follower:
        """Write a certificate of each verdict."""
        from labs.certificates.produce import Issuer  # the help of `solve` needs none

        return _Certifying(Issuer(value, limits))


class _Certifying(Follower):
    def __init__(self, issuer: Issuer) -> None:
        self._issuer = issuer

    def asking(self, question: Question) -> Question:
        """Have written down what is deduced and learned."""
        return question.replace(log=self._issuer.journal)

    def accept(self, subject: Subject) -> None:
        """Refuse other games."""
        _puzzle(subject)

    def follow(self, subject: Subject, result: Result) -> Outcome:
        """Write the files; where that fails, tell why."""
        issued = self._issuer.issue(_puzzle(subject), result)

        def note(row: SolveRow) -> None:
            from workbench.texts.rows import IssuedRow

            row.certificate = IssuedRow(claim=issued.claim, files=list(issued.files), reason=issued.reason)

        return Outcome(issued.line, not issued.files, note)


def _puzzle(subject: Subject) -> Puzzle:
    return as_fillomino(subject.puzzle, "--certificate", subject.name)


CERTIFICATE = Certificate((), "DIR", "Write a certificate of the verdict, for a checker of its own.", str)
