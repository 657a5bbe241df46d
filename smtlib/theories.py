"""The words of SMT-LIB's theories, with the extensions of the solvers that we drive.

A word is listed whichever logic it belongs to: what a logic allows stands in `smtlib.logics`.
"""

from __future__ import annotations

import re


def words(text: str) -> frozenset[str]:
    """The words of a text."""
    return frozenset(text.split())


CORE = frozenset({"true", "false", "not", "=>", "and", "or", "xor", "=", "distinct", "ite"})

_PLAIN = CORE | words(
    """
    + - * / ^ ** div mod rem abs <= < >= > is_int to_int to_real divisible iand piand pow2 exp sin cos tan csc
    sec cot arcsin arccos arctan arccsc arcsec arccot sqrt pi div_total mod_total div0 mod0 rem0 /0 /_total
    implies iff
    select store const map default as-array array-ext eqrange
    concat extract repeat zero_extend sign_extend rotate_left rotate_right ext_rotate_left ext_rotate_right
    bit0 bit1 is update update-field tuple tuple_select tuple_update
    fp RNE RNA RTP RTN RTZ roundNearestTiesToEven roundNearestTiesToAway roundTowardPositive
    roundTowardNegative roundTowardZero +oo -oo +zero -zero NaN to_fp to_fp_unsigned to_fp_bv to_fp_real
    to_fp_signed to_ieee_bv
    char Char seq emptyset univset union intersection setminus difference complement subset member insert
    singleton card transpose join product tclosure
    pto sep wand emp sep.emp sep.nil at-most at-least pble pbge pbeq
    partial-order linear-order tree-order piecewise-linear-order transitive-closure
    lambda choice witness @ _
    """
)
_FAMILIES = re.compile(
    r"(?:str|seq|re|fp|set|bag|rel|ff|tuple|int|real|table|array|nullable|char|partial|sep|fmf|eo)\.\S+"
    r"|bv[a-z_]\w*|[us]bv_to_int|(?:int|nat|ubv|sbv)_?(?:to_?|2_?)\w+|bv2\w+|nat2bv|to_bv|@\S*|is-\S+"
)
_BITS = re.compile(r"bv[0-9]+")

SORTS = {
    "Bool": "",
    "Int": "integers",
    "Real": "reals",
    "BitVec": "bit-vectors",
    "Array": "arrays",
    "FloatingPoint": "floating-point",
    "Float16": "floating-point",
    "Float32": "floating-point",
    "Float64": "floating-point",
    "Float128": "floating-point",
    "RoundingMode": "floating-point",
    "String": "strings",
    "RegLan": "strings",
    "RegEx": "strings",
    "Unicode": "strings",
    "Char": "strings",
    "Seq": "sequences",
    "Set": "sets",
    "Bag": "bags",
    "Relation": "sets",
    "Table": "bags",
    "Tuple": "datatypes",
    "UnitTuple": "datatypes",
    "Nullable": "datatypes",
    "FiniteField": "finite-fields",
    "FiniteSet": "sets",
    "->": "higher-order",
}
"""The sorts of the theories, each with the feature of a logic that has it; none for ``Bool``."""

_FEATURES = (
    (re.compile(r"bv[a-z_]\w*|concat|extract|\w+_extend|rotate_\w+|repeat"), "bit-vectors"),
    (re.compile(r"fp(?:\..+)?|to_fp\w*|R(?:NE|NA|TP|TN|TZ)|round(?:Nearest|Toward)\w+"), "floating-point"),
    (re.compile(r"(?:str|re)\..+"), "strings"),
    (re.compile(r"seq\..+"), "sequences"),
    (re.compile(r"set\..+|rel\..+"), "sets"),
    (re.compile(r"bag\..+"), "bags"),
    (re.compile(r"ff\..+"), "finite-fields"),
    (re.compile(r"select|store|const"), "arrays"),
)  # fmt: skip
_SUMS = words("+ - * / div mod abs <= < >= > to_real to_int is_int divisible")


def is_function(name: str) -> bool:
    """Return whether a name, without bars, is that of a function of some theory."""
    return name in _PLAIN or (_FAMILIES.fullmatch(name) is not None and _BITS.fullmatch(name) is None)


def feature_of(name: str) -> str | None:
    """The feature of a logic that a function of a theory belongs to.

    Returns:
        ``""`` for the core theory and for arithmetic, which the sorts of terms tell; ``None`` for a function
        that is in no logic of the library.
    """
    if name in CORE or name in _SUMS:
        return ""
    return next((feature for pattern, feature in _FEATURES if pattern.fullmatch(name)), None)
