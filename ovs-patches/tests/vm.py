# SPDX-License-Identifier: Apache-2.0
"""Runs a program in the lab kernel (User-Mode Linux).

The program sees this machine's files through an overlay and changes none of them. It
writes its results to the shared folder, /run/out.
"""
import contextlib
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import psutil

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "testbed"))
from cloudmac_testbed.uml import CAGE, FATAL, WALL_CLOCK_NS, splats  # noqa: E402

MEMORY = "1024M"
INIT = HERE / "guest/init"


VIRTUAL = ("time-travel=inf-cpu", f"time-travel-start={WALL_CLOCK_NS}")
"""Arguments of the kernel for a clock that advances only while all processes wait, so that
a busy machine makes no test late."""


def command(kernel: Path, out: Path, more: Sequence[str]) -> list[str]:
    """Return the kernel's command line, with ``more`` arguments. Its init reads the
    arguments that start with "ovs."."""
    return [
        *("setpriv", "--pdeathsig=KILL"),
        *CAGE,
        str(kernel / "linux"),
        f"mem={MEMORY}",
        "root=/dev/root",
        "rootfstype=hostfs",
        "rootflags=/",
        "rw",
        "con=null",
        "con0=null,fd:1",
        f"uml_dir={out}/uml/",
        f"init={INIT}",
        f"ovs.init={INIT}",
        f"ovs.out={out}",
        f"ovs.builtin={next((kernel / 'modules').rglob('modules.builtin'))}",
        *more,
    ]


def processor_seconds(root: int) -> float:
    """Return the processor time that a process and its descendants have used, with those
    that have ended and were waited for."""
    with contextlib.suppress(psutil.NoSuchProcess):
        first = psutil.Process(root)
        family = [first, *first.children(recursive=True)]
        return sum(map(used, family))
    return 0


def used(process: psutil.Process) -> float:
    """Return the seconds that a process and its ended children have used, 0 if it has ended."""
    with contextlib.suppress(psutil.NoSuchProcess):
        return sum(process.cpu_times()[:4])
    return 0


def wait(
    kernel: subprocess.Popen, console: Path, spent: Callable[[], float], limit: float, unit: str
) -> bool:
    """Return true if the kernel ends while ``spent`` is below ``limit``, and without a panic."""
    while spent() < limit:
        try:
            kernel.wait(0.5)
            return True
        except subprocess.TimeoutExpired:
            if FATAL.search(console.read_text(errors="replace")):
                return False
    print(f"vm: still running after {limit:.0f} {unit}", file=sys.stderr)
    return False


def boot(
    kernel: Path,
    out: Path,
    program: str,
    timeout: float,
    more: Sequence[str] = (),
    is_virtual: bool = False,
) -> int | None:
    """Run a shell script in the kernel in folder ``kernel``, with ``more`` arguments of
    the kernel. Its output is in ``out``/output. Return its status, or None after a timeout
    or a complaint of the kernel, which is printed.

    ``timeout`` is in seconds: of real time or, if the kernel's clock is virtual, of processor
    time, since a virtual clock goes on when all else hangs."""
    (out / "program").write_text(program)
    console = out / "console"
    with console.open("wb") as sink:
        process = subprocess.Popen(
            command(kernel, out, [*more, *(VIRTUAL if is_virtual else ())]),
            stdin=subprocess.DEVNULL,
            stdout=sink,
            stderr=subprocess.STDOUT,
        )
    started = time.monotonic()
    try:
        if is_virtual:
            wait(
                process, console, lambda: processor_seconds(process.pid), timeout, "s of processor"
            )
        else:
            wait(process, console, lambda: time.monotonic() - started, timeout, "s")
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()
    status, dmesg = out / "status", out / "dmesg"
    if not status.exists():
        print("vm: the kernel did not finish; the end of its console:", file=sys.stderr)
        print("\n".join(console.read_text(errors="replace").splitlines()[-40:]), file=sys.stderr)
        return None
    complaints = splats(dmesg.read_text(errors="replace"))
    for line in complaints:
        print(f"vm: the kernel complained: {line}", file=sys.stderr)
    return None if complaints else int(status.read_text())
