"""What the system gives: processes and their ends, limits, times, memory, cores; the only door to it.

Three modules have the same names, of which the one for this system is imported: `linux`, `macos` (the two
share `posix`) and `windows`. What a system can't do, its module says in a constant (`LIMITS_FILES`,
`LIMITS_MEMORY`, `MEASURES`): nobody else asks for the name of the system.

The bottom of the house has two needs of its own, an alarm and the memory there is: `fillomino.system`.
"""

from __future__ import annotations

import sys

if sys.platform == "win32":
    from drivers.system.windows import (
        FORKS,
        LIMITS_FILES,
        LIMITS_MEMORY,
        MEASURES,
        Process,
        adopt_orphans,
        anonymous_file,
        children_of,
        core_count,
        cpu_seconds,
        end_with_parent,
        limit_own_memory,
        limit_own_output,
        lock,
        own_memory_limit,
        own_peak_kib,
        peak_kib,
        processor,
        session_members,
        take_core,
    )
elif sys.platform == "darwin":
    from drivers.system.macos import (
        FORKS,
        LIMITS_FILES,
        LIMITS_MEMORY,
        MEASURES,
        Process,
        adopt_orphans,
        anonymous_file,
        children_of,
        core_count,
        cpu_seconds,
        end_with_parent,
        limit_own_memory,
        limit_own_output,
        lock,
        own_memory_limit,
        own_peak_kib,
        peak_kib,
        processor,
        session_members,
        take_core,
    )
else:
    from drivers.system.linux import (
        FORKS,
        LIMITS_FILES,
        LIMITS_MEMORY,
        MEASURES,
        Process,
        adopt_orphans,
        anonymous_file,
        children_of,
        core_count,
        cpu_seconds,
        end_with_parent,
        limit_own_memory,
        limit_own_output,
        lock,
        own_memory_limit,
        own_peak_kib,
        peak_kib,
        processor,
        session_members,
        take_core,
    )

__all__ = [
    "FORKS",
    "LIMITS_FILES",
    "LIMITS_MEMORY",
    "MEASURES",
    "Process",
    "adopt_orphans",
    "anonymous_file",
    "children_of",
    "core_count",
    "cpu_seconds",
    "end_with_parent",
    "limit_own_memory",
    "limit_own_output",
    "lock",
    "own_memory_limit",
    "own_peak_kib",
    "peak_kib",
    "processor",
    "session_members",
    "take_core",
]
