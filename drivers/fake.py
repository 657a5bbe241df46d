"""Solvers that only pretend, for tests of whatever drives solvers: as real as any other process.

Each is a :class:`Solver` that starts a bare Python (some 15 ms) and behaves as its arguments describe.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from typing import Any

from drivers.solver import Quirks, Solver

# A program in one argument, so that a fake needs no file and no import path.
_SCRIPTED = """
import json, os, signal, sys, time
plan = json.loads(sys.argv[1])
ask = plan.get
if ask("ignore_sigterm"):
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
if ask("read_input"):
    sys.stdin.buffer.read()
if ask("read_line"):
    while os.read(0, 1) not in (b"\\n", b""):
        pass
if limit := ask("limited_to_mib"):
    import resource
    while not 0 <= resource.getrlimit(resource.RLIMIT_AS)[0] <= limit << 20:
        time.sleep(0.001)
burn, grandchild, crash = ask("burn", 0), ask("spawn_grandchild"), ask("crash_signal")
if grandchild and os.fork() == 0:
    while time.process_time() < burn:
        pass
    time.sleep(grandchild)
    os._exit(0)
if grandchild and burn:
    os.wait()
time.sleep(ask("delay", 0))
while time.process_time() < burn:
    pass
for fd, text in ((1, ask("stdout")), (2, ask("stderr", ""))):
    data = memoryview(text.encode("latin-1" if ask("binary") else "utf-8"))
    for _ in range(ask("repeat", 1)):
        rest = data
        while rest:
            rest = rest[os.write(fd, rest):]
if ask("close_pipes"):
    os.close(0); os.close(1); os.close(2)
time.sleep(ask("sleep", 0))
if ask("memory_mib"):
    try:
        hoard = bytearray(ask("memory_mib") << 20)
    except MemoryError:
        os.write(2, b"Out of memory\\n")
        os._exit(16)
if crash:
    if crash not in (signal.SIGKILL, signal.SIGSTOP):
        signal.signal(crash, signal.SIG_DFL)
    os.kill(os.getpid(), crash)
os._exit(ask("exit_code", 0))
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


def scripted(
    stdout: str = "", *, name: str = "scripted", quirks: Quirks | None = None, **plan: Any
) -> Solver:
    """A solver that prints a text and otherwise behaves by a plan, whatever the script holds.

    Its name is also its title. The plan, in the order in which it is followed:

    * ``ignore_sigterm``: do not die when asked to, from then on.
    * ``read_input``: read the whole input.
    * ``read_line``: read one line, as the first command of a session is.
    * ``limited_to_mib``: wait until no more memory may be had than this; limits are set after the start.
    * ``spawn_grandchild``: start a process that holds the pipes for this many seconds; with ``burn`` it is
      that process that uses CPU time, while this one waits for it.
    * ``delay``: sleep for this many seconds before anything is printed.
    * ``burn``: then use CPU time until this many seconds have been used.
    * ``stderr``: print this on standard error, after what goes to standard output.
    * ``binary``: each character to print is one byte.
    * ``repeat``: print both this many times.
    * ``close_pipes``: close standard input, output and error, and live on.
    * ``sleep``: sleep for this many seconds.
    * ``memory_mib``: allocate this much memory, or print ``Out of memory`` as an error and exit with 16.
    * ``crash_signal``: send itself this signal.
    * ``exit_code``: end with it.
    """
    return _python(name, _SCRIPTED, {"stdout": stdout, **plan}, quirks)


def transcript(exchanges: Sequence[tuple[str, str | None]]) -> Solver:
    """A solver for one session that gives recorded replies to recorded commands.

    Args:
        exchanges: command and reply, in order; a reply of ``None`` is a sudden death (exit code 3). A command
            that differs from the recorded one gets an error.
    """
    first = ("(set-option :print-success true)", "success")  # with which every session begins
    return _python("transcript", _TRANSCRIPT, [first, *exchanges])


def _python(name: str, program: str, argument: object, quirks: Quirks | None = None) -> Solver:
    """The record of a Python program and its argument, as JSON, for scripts and for sessions."""
    arguments = ("-I", "-S", "-c", program, json.dumps(argument))
    return Solver(
        name=name,
        title=name,
        executable=sys.executable,
        arguments=arguments,
        session_arguments=arguments,
        version_arguments=("-I", "-S", "-c", "print('fake 1.0')"),
        quirks=quirks or Quirks(),
        install="it comes with these drivers",
    )
