"""The logics of SMT-LIB: what a name allows, and which are refused what.

A name is put together from parts: ``QF_`` (no quantifiers), ``A``, ``UF``, ``BV``, ``FP``, ``DT``, ``S`` and
an arithmetic such as ``LIA``. What the installed solvers refuse was measured (2026-11-26; Z3 5.4.1, Yices
2.6.5, cvc5 1.4.2, Bitwuzla 0.9.1) on every logic of the library.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from smtlib.theories import words

OFFICIAL = words(
    """
    ABV ABVFP ABVFPLRA ALIA ANIA AUFBV AUFBVDTLIA AUFBVDTNIA AUFBVDTNIRA AUFBVFP AUFDTLIA AUFDTLIRA AUFDTNIRA
    AUFFPDTNIRA AUFLIA AUFLIRA AUFNIA AUFNIRA BV BVFP BVFPLRA FP FPLRA LIA LRA NIA NRA QF_ABV QF_ABVFP
    QF_ABVFPLRA QF_ALIA QF_ANIA QF_AUFBV QF_AUFBVFP QF_AUFBVLIA QF_AUFBVNIA QF_AUFLIA QF_AUFNIA QF_AX QF_BV
    QF_BVFP QF_BVFPLRA QF_DT QF_FF QF_FP QF_FPLRA QF_IDL QF_LIA QF_LIRA QF_LRA QF_NIA QF_NIRA QF_NRA QF_RDL
    QF_S QF_SLIA QF_SNIA QF_UF QF_UFBV QF_UFBVDT QF_UFBVLIA QF_UFDT QF_UFDTLIA QF_UFDTLIRA QF_UFDTNIA QF_UFFP
    QF_UFFPDTNIRA QF_UFIDL QF_UFLIA QF_UFLRA QF_UFNIA QF_UFNRA UF UFBV UFBVDT UFBVFP UFBVLIA UFDT UFDTLIA
    UFDTLIRA UFDTNIA UFDTNIRA UFFPDTNIRA UFIDL UFLIA UFLRA UFNIA UFNIRA UFNRA
    """
)
"""The logics that the library has files of."""

UNBOUNDED = words("ALL QF_ALL HO_ALL ALL_SUPPORTED HORN")
"""Logics that solvers know and that allow all, or what no part of the name says."""

_NAME = re.compile(r"(HO_)?(QF_)?(?:SEP_)?((?:UFC?|AX?|BV|FD|FF|FP|DT|SEQ|S|IDL|RDL|[LN](?:IRA|IA|RA)T?)*)")
_PARTS = re.compile(r"UFC?|AX?|BV|FD|FF|FP|DT|SEQ|S|IDL|RDL|[LN](?:IRA|IA|RA)T?")
_FEATURES = {
    "UF": "functions", "UFC": "functions", "A": "arrays", "AX": "arrays", "BV": "bit-vectors",
    "FD": "bit-vectors", "FF": "finite-fields", "FP": "floating-point", "DT": "datatypes", "S": "strings",
    "SEQ": "sequences",
}  # fmt: skip


def features_of(logic: str) -> set[str] | None:
    """The features that a logic allows, by its name; ``None`` for an unknown name."""
    match = _NAME.fullmatch(logic)
    if match is None or not match[3]:
        return None
    parts = _PARTS.findall(match[3])
    arithmetic = [part for part in parts if part not in _FEATURES]
    if len(set(parts)) < len(parts) or len(arithmetic) > 1:
        return None
    numbers = arithmetic[0] if arithmetic else ""
    allowed = {
        "higher-order": match[1] is not None,
        "quantifiers": match[2] is None,
        "integers": "I" in numbers,
        "reals": "R" in numbers,
        "products": numbers.startswith("N"),
    }
    features = {feature for feature, is_allowed in allowed.items() if is_allowed}
    features.update(_FEATURES[part] for part in parts if part in _FEATURES)
    return features - {"functions"} if logic == "QF_UF" else features


_REFUSED: dict[str, Collection[str]] = {
    "reals": words(
        """
        ABV AUFBV AUFLIA BV QF_ABV QF_AUFBV QF_AUFLIA QF_AX QF_BV QF_DT QF_FF QF_IDL QF_LIA QF_NIA QF_UF
        QF_UFBV QF_UFBVDT QF_UFDT QF_UFIDL QF_UFLIA UF UFBV UFBVDT UFDT UFNIA
        """
    ),
    "bit-vectors": words(
        """
        LIA LRA QF_ANIA QF_AUFNIA QF_FF QF_IDL QF_LIA QF_LIRA QF_LRA QF_NIA QF_NIRA QF_NRA QF_RDL QF_S QF_SLIA
        QF_SNIA QF_UF QF_UFDTNIA QF_UFNIA QF_UFNRA UF
        """
    ),
    "datatypes": words(
        """
        LRA QF_ABV QF_AUFBV QF_BV QF_FF QF_IDL QF_LIA QF_LRA QF_NIA QF_NRA QF_RDL QF_S QF_SLIA QF_UF QF_UFBV
        QF_UFNRA UFBV
        """
    ),
    "products": words(
        """
        AUFLIA AUFLIRA LRA QF_AUFLIA QF_IDL QF_LIA QF_LRA QF_RDL QF_S QF_SLIA QF_UFIDL QF_UFLIA QF_UFLRA UFLRA
        """
    ),
    "integers": frozenset(logic for logic in OFFICIAL if "FP" not in logic and logic != "UFNRA"),
    "arrays": OFFICIAL,
    "floating-point": OFFICIAL,
    "strings": OFFICIAL,
}


def refuses(logic: str, feature: str) -> bool:
    """Return whether no solver takes a script that uses what its logic does not allow."""
    return logic in _REFUSED.get(feature, ())


def weaker(logic: str, used: Collection[str]) -> str | None:
    """The logic of the library that allows least of what one allows, but all that is used.

    What is spared are functions, quantifiers, products and arrays: solvers choose their engine by these.

    Returns:
        ``None`` if there is none.
    """
    allowed = features_of(logic)
    if allowed is None or logic not in OFFICIAL or not allowed >= set(used) - {"decimals", "sorts"}:
        return None
    if logic == "UFIDL":  # solvers take more there than differences
        return None
    needed = allowed - ({"functions", "quantifiers", "products", "arrays"} - set(used))
    sorts = {"functions", "arrays", "datatypes"} if "sorts" in used else set()
    best, fewest = None, len(allowed)
    for other in sorted(OFFICIAL):
        features = features_of(other) or set()
        fits = needed <= features < allowed and other.endswith("DL") == logic.endswith("DL")
        if other in ("QF_ABV", "QF_AUFBV") and "quantifiers" in allowed:
            continue  # where Z3 takes arrays of bit-vectors alone
        if fits and len(features) < fewest and (not sorts or other == "QF_UF" or sorts & features):
            best, fewest = other, len(features)
    return best


def weakest(logics: Sequence[str]) -> str:
    """Return the logic of SMT-LIB that allows least, of those a script can be written in."""
    known = [logic for logic in logics if "FD" not in logic] or list(logics)
    return min(known, key=lambda logic: len(features_of(logic) or ()))
