"""Solvers that only pretend, for tests of whatever drives solvers: as real as any other process.

Each is a :class:`Solver` that starts a bare Python (some 15 ms) and behaves as its arguments describe.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence

from drivers.solver import Quirks, Solver

# A program in one argument, so that a fake needs no file and no import path.
_SCRIPTED = """
import json, os, signal, sys, time
plan = json.loads(sys.argv[1])
if plan["ignore_sigterm"]:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
if plan["read"]:
    sys.stdin.buffer.read()
if plan["grandchild"] and os.fork() == 0:
    while time.process_time() < plan["burn"]:
        pass
    time.sleep(plan["grandchild"])
    os._exit(0)
if plan["grandchild"] and plan["burn"]:
    os.wait()
time.sleep(plan["delay"])
while time.process_time() < plan["burn"]:
    pass
for fd, text in ((1, plan["stdout"]), (2, plan["stderr"])):
    data = memoryview(text.encode("latin-1") if plan["binary"] else text.encode())
    for _ in range(plan["repeat"]):
        rest = data
        while rest:
            rest = rest[os.write(fd, rest):]
if plan["close_pipes"]:
    os.close(0); os.close(1); os.close(2)
time.sleep(plan["sleep"])
if plan["memory_mib"]:
    try:
        hoard = bytearray(plan["memory_mib"] << 20)
    except MemoryError:
        os.write(2, b"Out of memory\\n")
        os._exit(16)
if plan["crash_signal"]:
    if plan["crash_signal"] not in (signal.SIGKILL, signal.SIGSTOP):
        signal.signal(plan["crash_signal"], signal.SIG_DFL)
    os.kill(os.getpid(), plan["crash_signal"])
os._exit(plan["exit_code"])
"""

# Compares bytes with the recorded ones as they come, so that it needs no reader of s-expressions.
_TRANSCRIPT = """
import json, os, sys
got = b""
for command, reply in json.loads(sys.argv[1]):
    wanted = (command + "\\n").encode()
    while len(got) < len(wanted) and wanted.startswith(got):
        chunk = os.read(0, 65536)
        if not chunk:
            sys.exit(0)
        got += chunk
    if not got.startswith(wanted):
        print('(error "the transcript goes on with %s")' % command.replace('"', '""'), flush=True)
        sys.exit(1)
    got = got[len(wanted):]
    if reply is None:
        sys.exit(3)
    print(reply, flush=True)
if not got:
    os.read(0, 1)
"""


_VERSION = ("-I", "-S", "-c", "print('fake 1.0')")


def scripted(
    stdout: str = "",
    *,
    stderr: str = "",
    exit_code: int = 0,
    delay: float = 0.0,
    burn: float = 0.0,
    sleep: float = 0.0,
    ignore_sigterm: bool = False,
    spawn_grandchild: float = 0.0,
    close_pipes: bool = False,
    crash_signal: int = 0,
    memory_mib: int = 0,
    repeat: int = 1,
    binary: bool = False,
    read_input: bool = False,
    name: str = "scripted",
    quirks: Quirks | None = None,
) -> Solver:
    """A solver that does the following, in this order, whatever the script holds.

    Args:
        ignore_sigterm: from then on, not die when asked to.
        read_input: read its whole input.
        spawn_grandchild: start a process that holds the pipes for so many seconds; with ``burn`` it is that
            process that uses CPU time, while this one waits for it.
        delay: sleep before anything is printed.
        burn: then use CPU time until it has used so many seconds.
        stdout: print this; with ``binary``, each character is one byte.
        stderr: print this on standard error.
        binary: see ``stdout``.
        repeat: print both so many times.
        close_pipes: close standard input, output and error, and live on.
        sleep: sleep for so many seconds.
        memory_mib: claim so much memory, or print ``Out of memory`` on standard error and exit with 16.
        crash_signal: send itself this signal.
        exit_code: end with it.
        name: the name and title of the record.
        quirks: those of the record.
    """
    plan = {
        "stdout": stdout,
        "stderr": stderr,
        "exit_code": exit_code,
        "delay": delay,
        "burn": burn,
        "sleep": sleep,
        "ignore_sigterm": ignore_sigterm,
        "grandchild": spawn_grandchild,
        "close_pipes": close_pipes,
        "crash_signal": crash_signal,
        "memory_mib": memory_mib,
        "repeat": repeat,
        "binary": binary,
        "read": read_input,
    }
    arguments = ("-I", "-S", "-c", _SCRIPTED, json.dumps(plan))
    return Solver(
        name=name,
        title=name,
        executable=sys.executable,
        arguments=arguments,
        session_arguments=arguments,
        version_arguments=_VERSION,
        quirks=quirks or Quirks(),
        install="it comes with these drivers",
    )


def always_sat() -> Solver:
    """A solver that answers ``sat`` to everything, and has no values."""
    return scripted("sat\n", name="always-sat")


def always_unsat() -> Solver:
    """A solver that answers ``unsat`` to everything, and has no core."""
    return scripted("unsat\n", name="always-unsat")


def transcript(exchanges: Sequence[tuple[str, str | None]], *, print_success: bool = True) -> Solver:
    """A solver for one session that gives recorded replies to recorded commands.

    Args:
        exchanges: command and reply, in order; a reply of ``None`` is a sudden death (exit code 3). A command
            that differs from the recorded one gets an error.
        print_success: whether to begin with the command that every session begins with.
    """
    first = [("(set-option :print-success true)", "success")] if print_success else []
    arguments = ("-I", "-S", "-c", _TRANSCRIPT, json.dumps([*first, *exchanges]))
    return Solver(
        name="transcript",
        title="transcript",
        executable=sys.executable,
        arguments=arguments,
        session_arguments=arguments,
        version_arguments=_VERSION,
        install="it comes with these drivers",
    )
