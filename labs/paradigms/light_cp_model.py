"""OR-Tools' `cp_model` without pandas, which it imports for functions that we do not use: 1.2 s less."""

from __future__ import annotations

import sys
from types import ModuleType

_STUB = ModuleType("pandas")
for _name in ("DataFrame", "Index", "Series"):
    setattr(_STUB, _name, type(_name, (), {}))

sys.modules["pandas"] = _STUB
try:
    from ortools.sat.python import cp_model
except Exception:  # another version, that needs more of it
    del sys.modules["pandas"]
    from ortools.sat.python import cp_model
finally:
    if sys.modules.get("pandas") is _STUB:
        del sys.modules["pandas"]

__all__ = ["cp_model"]
