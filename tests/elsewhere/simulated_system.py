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
import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import IntEnum
from fnmatch import fnmatchcase
from importlib import import_module
from io import TextIOWrapper
from types import ModuleType, SimpleNamespace
from typing import Any, ClassVar

OURS = frozenset({"drivers", "encoder", "fillomino", "games", "labs", "smtlib", "workbench"})
SYSTEMS = ("macos", "windows")
_HIDDEN = ("/proc", "/sys", "/dev/shm")

_LINUX_ALONE = {
    "os": """
        memfd_create MFD_* pidfd_open sched_[gs]et[aps]* sched_rr* SCHED_[BIR][!R]* waitid waitid_result
        P_PIDFD O_PATH O_TMPFILE O_DIRECT O_LARGEFILE O_NOATIME O_RSYNC eventfd* EFD_* pipe2 fdatasync
        posix_fadvise posix_fallocate POSIX_FADV_* getrandom GRND_* copy_file_range splice SPLICE_*
        setns unshare CLONE_* [gs]etres[gu]id *xattr XATTR_* RWF_* RTLD_DEEPBIND ST_APPEND ST_MANDLOCK
        ST_NOATIME ST_NODEV ST_NODIRATIME ST_NOEXEC ST_RELATIME ST_SYNCHRONOUS ST_WRITE
    """,
    "errno": """
        EADV EBAD[ERS]* EBADFD EBFONT ECHRNG ECOMM EDEADLOCK EDOTDOT EISNAM EKEY* EL2* EL3* ELIB* ELNRNG
        EREMCHG EREMOTEIO EMEDIUMTYPE ENAVAIL ENOANO ENOCSI ENOKEY ENOMEDIUM ENONET ENOPKG ENOTNAM ENOTUNIQ
        ERESTART ERFKILL ESRMNT ESTRPIPE EUCLEAN EUNATCH EXFULL
    """,
    "fcntl": """
        DN_* F_ADD_SEALS F_GET_SEALS F_SEAL_* F_EXLCK F_SHLCK F_*LK64 F_SETLKW64 F_[GS]ETPIPE_SZ F_[GS]ETSIG
        F_NOTIFY LOCK_MAND LOCK_READ LOCK_RW LOCK_WRITE
    """,
    "mmap": """
        MADV_DO[!N]* MADV_DONT[DF]* MADV_HUGEPAGE MADV_HWPOISON MADV_MERGEABLE MADV_NOHUGEPAGE MADV_REMOVE
        MADV_UNMERGEABLE MAP_DENYWRITE MAP_EXECUTABLE MAP_POPULATE MAP_STACK
    """,
    "resource": """
        prlimit RLIMIT_SIGPENDING RLIMIT_NICE RLIMIT_RT* RLIMIT_MSGQUEUE RLIMIT_OFILE RUSAGE_THREAD
    """,
    "select": """
        epoll EPOLL* POLLMSG POLLRDHUP
    """,
    "selectors": """
        EpollSelector
    """,
    "signal": """
        sigtimedwait sigwaitinfo SIGRTMIN SIGRTMAX SIGSTKFLT SIGPWR SIGPOLL SIGCLD pidfd_send_signal
        struct_siginfo
    """,
    "socket": """
        AF_[ABCKLNPQRSTVWX][!P]* ALG_* CAN_* J1939_* NETLINK_* PACKET_* PF_* SCM_C* SCM_J* SOCK_CLOEXEC
        SOCK_NONBLOCK SOL_[ACRT][!C]* SO_[JMP]* SO_BIND* SO_DOMAIN SO_INCOMING_CPU SO_VM_* TIPC_* VM*
        MSG_CMSG_CLOEXEC MSG_CONFIRM MSG_ERRQUEUE MSG_FASTOPEN MSG_MORE
    """,
    "time": """
        CLOCK_BOOTTIME CLOCK_TAI pthread_getcpuclockid
    """,
}
"""Names of modules that macOS lacks, with patterns; as the stubs of Python's library have it."""

_UNIX_ALONE = {
    "os": """
        fork forkpty killpg getpgid getpgrp setpgid setpgrp setsid getsid wait wait3 wait4 W[A-Z]*
        getuid geteuid getgid getegid getgroups setuid setgid sysconf sysconf_names confstr pread
        pwrite preadv pwritev readv writev posix_spawn posix_spawnp POSIX_SPAWN_* mkfifo mknod
        register_at_fork set_blocking get_blocking fchmod fchown chown lchown statvfs fstatvfs
        O_CLOEXEC O_NONBLOCK O_NOFOLLOW O_DIRECTORY getloadavg uname ttyname tcgetpgrp tcsetpgrp
        nice getpriority setpriority openpty EX_[!O]* EX_OS* environb getenvb sendfile lockf F_[!O]*
        ctermid chroot fchdir sync pathconf* fpathconf confstr_names CLD_* NGROUPS_MAX O_ACCMODE O_ASYNC
        O_DSYNC O_FSYNC O_NDELAY O_NOCTTY O_SYNC P_ALL P_PG* P_PID PRIO_* RTLD_* SEEK_DATA SEEK_HOLE ST_*
        fwalk getgrouplist initgroups login_tty major makedev minor set[er]*[gu]id setgroups spawn[lv]p*
        sched_* SCHED_*
    """,
    "errno": """
        EMULTIHOP ENOTBLK
    """,
    "faulthandler": """
        register unregister
    """,
    "mmap": """
        MADV_* MAP_* PROT_*
    """,
    "multiprocessing.context": """
        Fork*
    """,
    "select": """
        poll POLL* PIPE_BUF
    """,
    "selectors": """
        PollSelector
    """,
    "signal": """
        SIGKILL SIGHUP SIGALRM SIGCHLD SIGCONT SIGSTOP SIGTSTP SIGTTIN SIGTTOU SIGUSR1 SIGUSR2
        SIGQUIT SIGPIPE SIGXCPU SIGXFSZ SIGVTALRM SIGPROF SIGWINCH SIGBUS SIGSYS SIGTRAP SIGURG
        SIGIO SIGCLD SIGIOT alarm setitimer getitimer ITIMER_* pause pthread_* SIG_BLOCK SIG_UNBLOCK
        SIG_SETMASK sigpending sigwait siginterrupt ItimerError Sigmasks
    """,
    "socket": """
        AF_UNIX send_fds recv_fds sethostname CMSG_* MSG_DONTWAIT MSG_EOR MSG_NOSIGNAL SCM_RIGHTS SO_REUSEPORT
    """,
    "socketserver": """
        Forking* *Unix*
    """,
    "sys": """
        abiflags [gs]etdlopenflags
    """,
    "time": """
        clock_* CLOCK_* tzset
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


def _is_hidden(path: object) -> bool:
    return isinstance(path, str | os.PathLike) and str(os.fspath(path)).startswith(_HIDDEN)


def _hiding(call: Callable[..., Any]) -> Callable[..., Any]:
    """A function of files for which those of Linux are not there."""

    def hidden(path: Any = ".", *given: Any, **named: Any) -> Any:
        if _is_hidden(path):
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


def _stand_ins(
    lacking: Callable[[str], list[str]], others: Mapping[str, dict[str, Any]], absent: Iterable[str] = ()
) -> dict[str, ModuleType]:
    """The stand-ins of all modules that a system lacks something of, or has it otherwise."""
    made: dict[str, ModuleType] = {}
    for name in {*_LINUX_ALONE, *_UNIX_ALONE, *others}.difference(absent):
        made[name] = StandIn(import_module(name), lacking(name), others.get(name, {}))
    made["os"].__dict__["_others"]["path"] = made["posixpath"] = made["os.path"]
    return made


def _macos() -> dict[str, ModuleType]:
    import ctypes
    import resource

    def wait4(pid: int, options: int) -> tuple[int, int, Any]:
        ended, status, usage = os.wait4(pid, options)
        return ended, status, _in_bytes(usage)

    def library(name: str | None = None, *given: Any, **named: Any) -> Any:
        return _Libc(ctypes.CDLL(name, *given, **named))

    others: dict[str, dict[str, Any]] = {
        "ctypes": {"CDLL": library},
        "os": {**_files(), "wait4": wait4},
        "os.path": _looks(),
        "resource": {"getrusage": lambda who: _in_bytes(resource.getrusage(who))},
        "sys": {"platform": "darwin"},
    }
    return _stand_ins(_lacking_on_macos, others)


def _files() -> dict[str, Any]:
    names = ("open", "listdir", "scandir", "stat", "lstat", "access", "readlink", "statvfs")
    return {name: _hiding(getattr(os, name)) for name in names}


def _looks() -> dict[str, Any]:
    """The functions of `os.path` that look at files, for which those of Linux are not there."""

    def nothing(look: Callable[[Any], bool]) -> Callable[[Any], bool]:
        return lambda path: not _is_hidden(path) and look(path)

    names = ("exists", "lexists", "isfile", "isdir", "islink", "ismount")
    return {name: nothing(getattr(os.path, name)) for name in names}


BREAK = 21
"""Ctrl-Break on Windows; some other signal here."""


def _windows() -> dict[str, ModuleType]:
    import ctypes
    import select
    import shutil
    import signal
    import socket
    import subprocess
    import tempfile

    class Popen(subprocess.Popen[Any]):
        """A process as Windows starts one: no groups, no descriptors but the three, no signals."""

        _of_faults: ClassVar[dict[int, int]] = {
            signal.SIGSEGV: 0xC0000005,
            signal.SIGBUS: 0xC0000005,
            signal.SIGILL: 0xC000001D,
            signal.SIGFPE: 0xC0000094,
            signal.SIGABRT: 0xC0000409,
        }

        def __init__(self, command: Any, *given: Any, **named: Any) -> None:
            if named.get("preexec_fn") is not None:
                raise ValueError("preexec_fn is not supported on Windows platforms")
            if named.get("pass_fds"):
                raise ValueError("pass_fds not supported on Windows")
            words = [command] if isinstance(command, str | os.PathLike) else command
            if len(subprocess.list2cmdline(map(os.fsdecode, words))) > LONGEST_COMMAND:
                raise FileNotFoundError(206, "The filename or extension is too long")
            if named.get("text") or named.get("universal_newlines"):
                named.setdefault("encoding", CODE_PAGE)
            for name in ("start_new_session", "process_group", "creationflags", "startupinfo"):
                named.pop(name, None)
            super().__init__(command, *given, **named)

        def __setattr__(self, name: str, value: Any) -> None:
            if name == "returncode" and isinstance(value, int) and value < 0:
                value = self._of_faults.get(-value, 1)  # 1 is that of TerminateProcess
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

    def remove_tree(path: Any, *given: Any, **named: Any) -> Any:
        _refuse_if_open(path, below=True)
        return shutil.rmtree(path, *given, **named)

    class TemporaryDirectory(tempfile.TemporaryDirectory[Any]):
        def cleanup(self) -> None:
            try:
                _refuse_if_open(self.name, below=True)
            except PermissionError:
                if not self._ignore_cleanup_errors:  # type: ignore[attr-defined]
                    raise
            super().cleanup()

    numbers = {number.name: number.value for number in signal.Signals if number in known}
    others: dict[str, dict[str, Any]] = {
        "ctypes": {"CDLL": library},
        "io": {"open": _opening(open)},
        "os": {**_files(), **_changes(), "kill": kill, "name": "nt", "O_BINARY": 0},
        "os.path": _looks(),
        "select": {"select": only_sockets},
        "shutil": {"rmtree": remove_tree},
        "signal": {
            "signal": handle,
            "SIGBREAK": BREAK,
            "Signals": IntEnum("Signals", {**numbers, "SIGBREAK": BREAK}),
        },
        "subprocess": {"Popen": Popen, "CREATE_NEW_PROCESS_GROUP": 0x200, "CREATE_NO_WINDOW": 0x8000000},
        "sys": {"platform": "win32"},
        "tempfile": {"TemporaryDirectory": TemporaryDirectory},
    }
    return _stand_ins(_lacking_on_windows, others, _NO_MODULES_OF_WINDOWS)


CODE_PAGE = "cp1252"
"""The encoding of texts on a Windows of western Europe, where none is named."""

LONGEST_COMMAND = 32767 - 1

_NO_NAME = re.compile(
    r"""[<>:"|?*\x00-\x1f] | [. ]\Z | \A (?:con|prn|aux|nul|com[1-9]|lpt[1-9]) (?:\.|\Z)""",
    re.VERBOSE | re.IGNORECASE,
)
"""In a part of a path: what Windows lets no file be called."""


def _refuse_name(path: object) -> None:
    """Refuse to make a file by a name that Windows does not allow.

    Raises:
        OSError: in that case.
    """
    if isinstance(path, str | os.PathLike):
        for part in str(os.fspath(path)).split("/"):
            if part not in ("", ".", "..") and _NO_NAME.search(part):
                raise OSError(22, "Invalid argument", os.fspath(path))


def _refuse_if_open(path: object, *, below: bool = False) -> None:
    """Refuse to delete or replace a file that this process has open, or a folder with such a file.

    Raises:
        PermissionError: in that case.
    """
    if not isinstance(path, str | os.PathLike):
        return
    real = os.path.realpath(os.fspath(path))
    for number in os.listdir("/proc/self/fd"):
        try:
            name = os.readlink(f"/proc/self/fd/{number}")
        except OSError:
            continue
        if name == real or (below and name.startswith(f"{real}/")):
            raise PermissionError(13, "The file is being used by another process", os.fspath(path))


def _changes() -> dict[str, Any]:
    """The functions of `os` that make, delete and replace files, as on Windows."""

    def deleting(call: Callable[..., Any]) -> Callable[..., Any]:
        def called(path: Any, *given: Any, **named: Any) -> Any:
            _refuse_if_open(path)
            return call(path, *given, **named)

        return called

    def replace(source: Any, target: Any, **named: Any) -> None:
        _refuse_name(target)
        _refuse_if_open(source)
        _refuse_if_open(target)
        os.replace(source, target, **named)

    def rename(source: Any, target: Any, **named: Any) -> None:
        if os.path.lexists(target):
            raise FileExistsError(17, os.strerror(17), os.fspath(source), 183, os.fspath(target))
        replace(source, target, **named)

    def make(path: Any, *given: Any, **named: Any) -> None:
        _refuse_name(path)
        os.mkdir(path, *given, **named)

    def link(source: Any, target: Any, *given: Any, **named: Any) -> None:
        raise OSError(22, "A required privilege is not held by the client", os.fspath(target))

    deletes = {name: deleting(getattr(os, name)) for name in ("unlink", "remove")}
    return {**deletes, "replace": replace, "rename": rename, "mkdir": make, "symlink": link}


def _opening(call: Callable[..., Any]) -> Callable[..., Any]:
    """Open files as on Windows: texts of no named encoding are in a code page, and lines end in CR LF."""

    def opened(
        file: Any,
        mode: str = "r",
        buffering: int = -1,
        encoding: str | None = None,
        errors: str | None = None,
        newline: str | None = None,
        *given: Any,
        **named: Any,
    ) -> Any:
        writes = not set("wax").isdisjoint(mode)
        if writes and file != os.devnull:
            _refuse_name(file)
        if "b" not in mode:
            encoding = CODE_PAGE if encoding in (None, "locale") else encoding
            newline = "\r\n" if newline is None and writes and "+" not in mode else newline
        return call(file, mode, buffering, encoding, errors, newline, *given, **named)

    return opened


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
        return stand_ins.get(getattr(module, "__name__", ""), module)

    opening = _hiding(open if system == "macos" else _opening(open))
    return {**vars(builtins), "__import__": imported, "open": opening}


GIVEN: dict[str, Any] = {}
"""The built-in functions of our modules in this process, if a system is simulated."""


def simulate(system: str) -> None:
    """Simulate a system in this process, for our modules that are imported from now on."""
    if system not in SYSTEMS:
        raise ValueError(f"SIMULATED_SYSTEM={system}: choose from {', '.join(SYSTEMS)}")
    GIVEN.update(builtins_of(system))
    # Tests of macOS do without what it lacks; those of Windows look at processes with the eyes of Linux.
    sys.meta_path.insert(0, _Finder(GIVEN, OURS | ({"tests"} if system == "macos" else set())))
    _in_pathlib(system)
    if system == "windows" and not _runs_tests():
        streams_of_windows()


def _runs_tests() -> bool:
    """Whether this process is one of pytest, or a worker of it, whose output is for Linux."""
    words = sys.orig_argv[1:4]
    return "pytest" in words or any("sys.stdin.readline()" in word for word in words)


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


def _in_pathlib(system: str) -> None:
    """Hide the files of Linux from `pathlib`, too, and let our modules change files as the system does.

    Others, the tests among them, use `pathlib` as well: it has to look who calls.
    """
    import io
    import pathlib

    def for_us(ours: Callable[..., Any], others: Callable[..., Any]) -> Callable[..., Any]:
        def called(*given: Any, **named: Any) -> Any:
            frame = sys._getframe(1)
            while frame.f_back is not None and frame.f_globals["__name__"].startswith("pathlib"):
                frame = frame.f_back
            top = str(frame.f_globals.get("__name__")).partition(".")[0]
            return (ours if top in OURS else others)(*given, **named)

        return called

    changes = {name: for_us(ours, getattr(os, name)) for name, ours in _changes().items()}
    opening = _hiding(io.open)
    if system == "windows":
        opening = for_us(_hiding(_opening(io.open)), opening)
    for module in (pathlib, sys.modules.get("pathlib._local"), sys.modules.get("pathlib._os")):
        if module is None:
            continue
        if hasattr(module, "io"):
            module.io = StandIn(io, (), {"open": opening})
        if hasattr(module, "os"):
            module.os = StandIn(os, (), {**_files(), **(changes if system == "windows" else {})})


def streams_of_windows() -> None:
    """Give the three streams the encoding and the ends of lines that they have where no console is."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            named = os.environ.get("PYTHONIOENCODING", "").partition(":")[0]
            encoding = named or ("utf-8" if os.environ.get("PYTHONUTF8") == "1" else CODE_PAGE)
            errors = "backslashreplace" if stream is sys.stderr else stream.errors
            stream.reconfigure(
                encoding=encoding, errors=errors, newline=None if stream is sys.stdin else "\r\n"
            )
