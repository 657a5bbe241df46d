"""Write the certificate of a result: of the strongest claim that the result makes."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from drivers.limits import Limits
from fillomino.puzzle import Puzzle
from workbench.certificates.produce import NoCertificateError, certificate, solution_certificate
from workbench.methods.result import Result, Status
from workbench.texts.outputs import file_stem, make_directory


@dataclass(frozen=True, slots=True)
class Issued:
    """A certificate, or the reason why there is none.

    Attributes:
        files: its files; none if there is none.
        claim: its claim.
        reason: why there is none.
    """

    files: tuple[Path, ...] = ()
    claim: str | None = None
    reason: str | None = None

    @property
    def line(self) -> str:
        """A line for people."""
        if not self.files:
            return f"no certificate: {self.reason}"
        endings = " ".join(path.suffix for path in self.files)
        return f"certificate ({self.claim}): {self.files[0].with_suffix('')} {endings}"


class Issuer:
    """Writes the certificates of one run into a directory.

    Attributes:
        directory: the directory.
    """

    def __init__(self, directory: Path, limits: Limits) -> None:
        """Make the directory if need be.

        Raises:
            InputError: if that is impossible.
        """
        make_directory(directory)
        self.directory = directory
        self._limits = limits
        self._used: dict[str, int] = {}

    def issue(self, puzzle: Puzzle, result: Result) -> Issued:
        """Write the certificate of a result: of all its solutions where they are complete, else of the first.

        Raises:
            InputError: if the files can't be written.
        """
        unsolvable = result.status is Status.UNSOLVABLE
        if not unsolvable and result.status is not Status.SOLVED:
            return Issued(reason="the result has no verdict to certify")
        fillings = result.fillings
        try:
            if unsolvable or result.unique or (result.complete and len(fillings) > 1):
                made = certificate(puzzle, fillings, self._limits)
            else:
                made = solution_certificate(puzzle, fillings[0])
        except NoCertificateError as error:
            return Issued(reason=str(error))
        stem = file_stem(result.puzzle)
        used = self._used[stem] = self._used.get(stem, 0) + 1
        files = made.write(self.directory, stem if used == 1 else f"{stem}.{used}")
        return Issued(tuple(files), made.claim.value)
