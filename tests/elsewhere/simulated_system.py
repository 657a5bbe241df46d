"""A system that lacks what macOS or Windows lack, simulated on Linux for our modules alone.

Our modules get a built-in ``import`` of their own, which gives them stand-ins for `os`, `sys`, `signal` and
other modules: without the functions that the system does not have, with its name as ``sys.platform``, and
with results as it gives them (the peak of memory in bytes on macOS; no signals but the end on Windows). All
else, from the library of Python to Z3, still sees Linux, on which it runs. Files of ``/proc`` and ``/sys``
are hidden from us, but not from psutil, which reads there what it reads elsewhere on other systems.

What this can't show: what another kernel does. A pipe is that of Linux, and so is the end of a process.

``SIMULATED_SYSTEM=macos PYTHONPATH=tests/elsewhere`` simulates it in a process and all that it starts, by
`sitecustomize`.
"""

from __future__ import annotations

import builtins
import importlib.abc
import importlib.machinery
import os
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from fnmatch import fnmatchcase
from types import ModuleType, SimpleNamespace
from typing import Any

OURS = frozenset({"drivers", "encoder", "fillomino", "games", "labs", "smtlib", "workbench"})
SYSTEMS = ("macos", "windows")
_HIDDEN = ("/proc", "/sys", "/dev/shm")

_LINUX_ALONE = {
    "os": """
        memfd_create MFD_* pidfd_open sched_* SCHED_* waitid P_* O_PATH O_TMPFILE eventfd* EFD_*
        posix_fadvise posix_fallocate POSIX_FADV_* getrandom GRND_* copy_file_range splice SPLICE_*
        setns unshare CLONE_* setresuid getresuid
    """,
    "resource": """
        prlimit RLIMIT_SIGPENDING RLIMIT_NICE RLIMIT_RTPRIO RLIMIT_MSGQUEUE RUSAGE_THREAD
    """,
    "select": """
        epoll EPOLL*
    """,
    "selectors": """
        EpollSelector
    """,
    "signal": """
        sigtimedwait sigwaitinfo SIGRTMIN SIGRTMAX SIGSTKFLT SIGPWR SIGPOLL pidfd_send_signal
    """,
}
"""Names of modules that macOS lacks, with patterns."""

_UNIX_ALONE = {
    "os": """
        fork forkpty killpg getpgid getpgrp setpgid setpgrp setsid getsid wait wait3 wait4 W[A-Z]*
        getuid geteuid getgid getegid getgroups setuid setgid sysconf sysconf_names confstr pread
        pwrite preadv pwritev readv writev posix_spawn posix_spawnp POSIX_SPAWN_* mkfifo mknod
        register_at_fork set_blocking get_blocking fchmod fchown chown lchown statvfs fstatvfs
        O_CLOEXEC O_NONBLOCK O_NOFOLLOW O_DIRECTORY getloadavg uname ttyname tcgetpgrp tcsetpgrp
        nice getpriority setpriority openpty EX_* environb getenvb fsencodeb sendfile lockf F_*
        ctermid getlogin_r chroot fchdir fdatasync sync pathconf fpathconf
    """,
    "select": """
        poll POLL*
    """,
    "selectors": """
        PollSelector
    """,
    "signal": """
        SIGKILL SIGHUP SIGALRM SIGCHLD SIGCONT SIGSTOP SIGTSTP SIGTTIN SIGTTOU SIGUSR1 SIGUSR2
        SIGQUIT SIGPIPE SIGXCPU SIGXFSZ SIGVTALRM SIGPROF SIGWINCH SIGBUS SIGSYS SIGTRAP SIGURG
        SIGIO SIGCLD SIGIOT alarm setitimer getitimer ITIMER_* pause pthread_* SIG_BLOCK SIG_UNBLOCK
        SIG_SETMASK sigpending sigwait siginterrupt
    """,
    "socket": """
        AF_UNIX send_fds recv_fds
    """,
    "time": """
        clock_gettime clock_gettime_ns clock_getres CLOCK_* pthread_getcpuclockid tzset
    """,
}
"""Names that Windows lacks, beyond those."""

_NO_MODULES_OF_WINDOWS = frozenset(
    {"fcntl", "resource", "pwd", "grp", "termios", "tty", "pty", "syslog", "readline", "curses", "posix"}
)


def _lacking_on_macos(module: str) -> list[str]:
    return _LINUX_ALONE.get(module, "").split()


def _lacking_on_windows(module: str) -> list[str]:
    return [*_lacking_on_macos(module), *_UNIX_ALONE.get(module, "").split()]


class StandIn(ModuleType):
    """A module without some of its names, and with others; all else is that of the module."""

    def __init__(self, real: ModuleType, without: Iterable[str], others: Mapping[str, Any]) -> None:
        super().__init__(real.__name__, real.__doc__)
        patterns = tuple(without)
        lacking = {name for name in dir(real) if any(fnmatchcase(name, pattern) for pattern in patterns)}
        self.__dict__.update(_real=real, _lacking=lacking, _others=dict(others), _before={})
        for name in [name for name in dir(real) if name.startswith("__") and name.endswith("__")]:
            if name in (
                "__name__",
                "__doc__",
                "__file__",
                "__spec__",
                "__loader__",
                "__path__",
                "__package__",
            ):
                self.__dict__[name] = getattr(real, name)

    def __getattr__(self, name: str) -> Any:
        here = self.__dict__
        if name in here["_others"]:
            return here["_others"][name]
        if name in here["_lacking"]:
            raise AttributeError(
                f"module {self.__name__!r} has no attribute {name!r} on the simulated system"
            )
        return getattr(here["_real"], name)

    def __setattr__(self, name: str, value: object) -> None:
        """Set a name of the module itself; to delete it then restores what it was, as pytest expects."""
        here = self.__dict__
        if name in here["_others"]:
            here["_before"].setdefault(name, here["_others"][name])
            here["_others"][name] = value
        else:
            here["_before"].setdefault(name, getattr(here["_real"], name, None))
            setattr(here["_real"], name, value)

    def __delattr__(self, name: str) -> None:
        if name in self.__dict__["_before"]:
            setattr(self, name, self.__dict__["_before"][name])
        else:
            delattr(self.__dict__["_real"], name)

    def __dir__(self) -> list[str]:
        return dir(self.__dict__["_real"])


def _hiding(call: Callable[..., Any]) -> Callable[..., Any]:
    """A function of files for which those of Linux are not there."""

    def hidden(path: Any = ".", *given: Any, **named: Any) -> Any:
        if isinstance(path, str | os.PathLike) and os.fspath(path).startswith(_HIDDEN):
            raise FileNotFoundError(2, os.strerror(2), os.fspath(path))
        return call(path, *given, **named)

    return hidden


class _Libc:
    """The C library, without the system calls of Linux."""

    def __init__(self, real: Any) -> None:
        self._real = real

    def __getattr__(self, name: str) -> Any:
        if name in ("prctl", "syscall"):
            raise AttributeError(f"symbol not found: {name}")
        return getattr(self._real, name)


def _in_bytes(usage: Any) -> Any:
    """An account of resources as macOS gives it, with the peak of memory in bytes."""
    named = {name: getattr(usage, name) for name in dir(usage) if name.startswith("ru_")}
    return SimpleNamespace(**{**named, "ru_maxrss": usage.ru_maxrss << 10})


def _macos() -> dict[str, ModuleType]:
    import ctypes
    import resource
    import select
    import selectors
    import signal

    def wait4(pid: int, options: int) -> tuple[int, int, Any]:
        ended, status, usage = os.wait4(pid, options)
        return ended, status, _in_bytes(usage)

    def library(name: str | None = None, *given: Any, **named: Any) -> Any:
        return _Libc(ctypes.CDLL(name, *given, **named))

    return {
        "ctypes": StandIn(ctypes, (), {"CDLL": library}),
        "os": StandIn(os, _lacking_on_macos("os"), {**_files(), "wait4": wait4}),
        "resource": StandIn(
            resource,
            _lacking_on_macos("resource"),
            {"getrusage": lambda who: _in_bytes(resource.getrusage(who))},
        ),
        "select": StandIn(select, _lacking_on_macos("select"), {}),
        "selectors": StandIn(selectors, _lacking_on_macos("selectors"), {}),
        "signal": StandIn(signal, _lacking_on_macos("signal"), {}),
        "sys": StandIn(sys, (), {"platform": "darwin"}),
    }


def _files() -> dict[str, Any]:
    return {
        name: _hiding(getattr(os, name)) for name in ("open", "listdir", "scandir", "stat", "lstat", "access")
    }


BREAK = 21
"""Ctrl-Break on Windows; some other signal here."""


def _windows() -> dict[str, ModuleType]:
    import ctypes
    import select
    import selectors
    import signal
    import socket
    import subprocess
    import time

    class Popen(subprocess.Popen[Any]):
        """A process as Windows starts one: no groups, no descriptors but the three, no signals."""

        def __init__(self, command: Any, *given: Any, **named: Any) -> None:
            if named.get("preexec_fn") is not None:
                raise ValueError("preexec_fn is not supported on Windows platforms")
            if named.get("pass_fds"):
                raise ValueError("pass_fds not supported on Windows")
            for name in ("start_new_session", "process_group", "creationflags", "startupinfo"):
                named.pop(name, None)
            super().__init__(command, *given, **named)

        def __setattr__(self, name: str, value: Any) -> None:
            if name == "returncode" and isinstance(value, int) and value < 0:
                value = 1  # that of TerminateProcess
            super().__setattr__(name, value)

        def send_signal(self, number: int) -> None:
            if number != signal.SIGTERM:
                raise ValueError(f"Unsupported signal: {number}")
            self.terminate()

        def terminate(self) -> None:
            if self.poll() is None:
                os.kill(self.pid, signal.SIGKILL)

        kill = terminate

    def kill(pid: int, number: int) -> None:
        os.kill(pid, 0 if pid == os.getpid() and not number else signal.SIGKILL)

    known = {
        BREAK,
        signal.SIGABRT,
        signal.SIGFPE,
        signal.SIGILL,
        signal.SIGINT,
        signal.SIGSEGV,
        signal.SIGTERM,
    }

    def handle(number: int, handler: Any) -> Any:
        if number not in known:
            raise ValueError("invalid signal value")
        return signal.signal(number, handler)

    def only_sockets(*lists: Any) -> Any:
        for one in (each for some in lists[:3] for each in some):
            if not isinstance(one, socket.socket):
                raise OSError(10038, "an operation was attempted on something that is not a socket")
        return select.select(*lists)

    def library(name: str | None = None, *given: Any, **named: Any) -> Any:
        if name is None:
            raise TypeError("argument of type 'NoneType' is not iterable")
        return ctypes.CDLL(name, *given, **named)

    return {
        "ctypes": StandIn(ctypes, (), {"CDLL": library}),
        "os": StandIn(os, _lacking_on_windows("os"), {**_files(), "kill": kill, "name": "nt", "O_BINARY": 0}),
        "select": StandIn(select, _lacking_on_windows("select"), {"select": only_sockets}),
        "selectors": StandIn(selectors, _lacking_on_windows("selectors"), {}),
        "signal": StandIn(signal, _lacking_on_windows("signal"), {"signal": handle, "SIGBREAK": BREAK}),
        "socket": StandIn(socket, _lacking_on_windows("socket"), {}),
        "subprocess": StandIn(
            subprocess,
            (),
            {"Popen": Popen, "CREATE_NEW_PROCESS_GROUP": 0x200, "CREATE_NO_WINDOW": 0x8000000},
        ),
        "sys": StandIn(sys, (), {"platform": "win32"}),
        "time": StandIn(time, _lacking_on_windows("time"), {}),
    }


class _Finder(importlib.abc.MetaPathFinder):
    """Finds our modules, and lets them run with built-in functions of the simulated system."""

    def __init__(self, given: Mapping[str, Any], tops: frozenset[str]) -> None:
        self._given, self._tops = given, tops

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if name.partition(".")[0] not in self._tops:
            return None
        spec = importlib.machinery.PathFinder.find_spec(name, path, target)
        if spec is not None and isinstance(spec.loader, importlib.machinery.SourceFileLoader):
            spec.loader = _Loader(spec.loader.name, spec.loader.path, self._given)
        return spec


class _Loader(importlib.machinery.SourceFileLoader):
    def __init__(self, name: str, path: str, given: Mapping[str, Any]) -> None:
        super().__init__(name, path)
        self._given = given

    def exec_module(self, module: ModuleType) -> None:
        module.__dict__["__builtins__"] = self._given
        super().exec_module(module)


def builtins_of(system: str) -> dict[str, Any]:
    """The built-in functions for our modules on a simulated system."""
    stand_ins = _macos() if system == "macos" else _windows()
    absent = frozenset() if system == "macos" else _NO_MODULES_OF_WINDOWS
    real = builtins.__import__

    def imported(
        name: str, space: Any = None, local: Any = None, names: Sequence[str] = (), level: int = 0
    ) -> Any:
        if not level and name.partition(".")[0] in absent:
            raise ModuleNotFoundError(f"No module named {name!r} on the simulated system", name=name)
        module = real(name, space, local, names, level)
        return stand_ins.get(module.__name__, module)

    return {**vars(builtins), "__import__": imported, "open": _hiding(open)}


GIVEN: dict[str, Any] = {}
"""The built-in functions of our modules in this process, if a system is simulated."""


def simulate(system: str) -> None:
    """Simulate a system in this process, for our modules that are imported from now on."""
    if system not in SYSTEMS:
        raise ValueError(f"SIMULATED_SYSTEM={system}: choose from {', '.join(SYSTEMS)}")
    GIVEN.update(builtins_of(system))
    # Tests of macOS do without what it lacks; those of Windows look at processes with the eyes of Linux.
    sys.meta_path.insert(0, _Finder(GIVEN, OURS | ({"tests"} if system == "macos" else set())))
    _hide_from_pathlib()


def also_in_tests() -> None:
    """Let files of tests, which pytest itself loads, see what our modules see, where tests are to do so."""
    import pytest
    from _pytest.assertion.rewrite import AssertionRewritingHook

    if os.environ.get("SIMULATED_SYSTEM") != "macos":
        return
    load = AssertionRewritingHook.exec_module

    def exec_module(hook: AssertionRewritingHook, module: ModuleType) -> None:
        if module.__name__.partition(".")[0] == "tests":
            module.__dict__["__builtins__"] = GIVEN
        load(hook, module)

    pytest.MonkeyPatch().setattr(AssertionRewritingHook, "exec_module", exec_module)


def _hide_from_pathlib() -> None:
    """Hide the files of Linux from `pathlib`, too."""
    import io
    import pathlib

    for module in (pathlib, sys.modules.get("pathlib._local"), sys.modules.get("pathlib._os")):
        if module is None:
            continue
        if hasattr(module, "io"):
            module.io = StandIn(io, (), {"open": _hiding(io.open)})
        if hasattr(module, "os"):
            module.os = StandIn(os, (), _files())
