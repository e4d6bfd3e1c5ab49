# SPDX-License-Identifier: Apache-2.0
"""Runs a program in the lab kernel (User-Mode Linux).

The program sees this machine's files through an overlay and changes none of them. It
writes its results to the shared folder, /run/out.
"""
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "testbed"))
from cloudmac_testbed.uml import CAGE, FATAL, splats  # noqa: E402

MEMORY = "1024M"
INIT = HERE / "guest/init"


def command(kernel: Path, out: Path, more: Sequence[str]) -> list[str]:
    """Return the kernel's command line, with ``more`` arguments. Its init reads the
    arguments that start with "ovs."."""
    return [
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


def wait(kernel: subprocess.Popen, console: Path, timeout: float) -> bool:
    """Return true if the kernel ends within this time in seconds. It does not after a panic."""
    deadline = time.monotonic() + timeout
    while time.monotonic() < deadline:
        try:
            kernel.wait(0.5)
            return True
        except subprocess.TimeoutExpired:
            if FATAL.search(console.read_text(errors="replace")):
                return False
    print(f"vm: still running after {timeout:.0f} s", file=sys.stderr)
    return False


def boot(
    kernel: Path, out: Path, program: str, timeout: float, more: Sequence[str] = ()
) -> int | None:
    """Run a shell script in the kernel in folder ``kernel``, with ``more`` arguments of
    the kernel. Its output is in ``out``/output. ``timeout`` is in seconds. Return its
    status, or None after a timeout or a complaint of the kernel, which is printed."""
    (out / "program").write_text(program)
    console = out / "console"
    with console.open("wb") as sink:
        process = subprocess.Popen(
            command(kernel, out, more),
            stdin=subprocess.DEVNULL,
            stdout=sink,
            stderr=subprocess.STDOUT,
        )
    if not wait(process, console, timeout):
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
