# SPDX-License-Identifier: Apache-2.0
"""Starts, watches and ends the lab kernel, which is a process."""
import json
import math
import os
import re
import shutil
import signal
import subprocess
import time

from .errors import LabError

from .settings import ROOT, RUNTIME

SPLAT = re.compile(
    r"WARNING: |BUG: |KASAN: |INFO: task .* blocked|Oops|Kernel panic|"
    r"unreferenced object|possible circular locking|refcount_t|GUEST FAILED"
)
FATAL = re.compile(r"Kernel panic|GUEST FAILED")
"""After these messages the guest hangs without an end."""
CAGE = ["unshare", "--mount", "--net", "--pid", "--fork", "--kill-child=SIGKILL", "--mount-proc"]
"""Runs a program in namespaces of its own. When it ends, the kernel ends all that it started and
removes its mounts and interfaces."""

PLACE = RUNTIME / "place"
"""Where a guest finds its folder and the sources, in its own mount namespace. Linux mixes its
command line and the date into its random numbers, so that both must be the same for each run
with a seed."""
MOUNTS = """
mount --bind "$1" "$3/run"
mount --bind "$2" "$3/source"
shift 3
exec "$@"
"""
WIRE_MTU = 1700
OF_MEMORY = signal.SIGBUS, signal.SIGKILL
"""Signals that end a lab kernel if the machine's memory is exhausted."""
WALL_CLOCK_NS = 1767225600 * 10**9
"""The date at which a virtual clock starts: 2026-01-01."""


def splats(console):
    """Returns the kernel's complaints in a console log, as lines."""
    return [line for line in console.splitlines() if SPLAT.search(line)]


def need(*programs):
    """Raises LabError if one of the programs is missing."""
    path = os.environ.get("PATH", "") + ":/usr/sbin:/sbin"
    missing = [name for name in programs if not shutil.which(name, path=path)]
    if missing:
        raise LabError(
            f"missing on this machine: {', '.join(missing)}; ./cloudmac build installs it"
        )


def need_room(folder, megabytes):
    """Raises LabError if a folder's file system has less free space."""
    free = shutil.disk_usage(folder).free >> 20
    if free < megabytes:
        raise LabError(f"{folder} is full: {free} MB left, {megabytes} MB needed")


def ended(status):
    """Returns how a lab kernel ended that left no result. status: of its process, as subprocess has
    it."""
    text = "the lab kernel ended without a result"
    if status >= 0:
        return text
    # The kernel's memory is in /dev/shm, where it gets SIGBUS if that is full.
    why = "; is the machine's memory or /dev/shm exhausted?" if -status in OF_MEMORY else ""
    return f"{text}, by {signal.Signals(-status).name}{why}"


def record_boot(plan, clock, seconds):
    """Appends a line on a boot to the file that CLOUDMAC_BOOTS names, if it names one.

    plan: of the guest. seconds: real time from the boot to the end of the kernel."""
    path = os.environ.get("CLOUDMAC_BOOTS")
    if not path:
        return
    hosts = json.loads(plan["topology"])["hosts"]
    kinds = [host["kind"] for host in hosts.values()]
    line = {
        "test": os.environ.get("PYTEST_CURRENT_TEST", "").rsplit(" ", 1)[0],
        "topology": {kind: kinds.count(kind) for kind in sorted(set(kinds))},
        "controller": bool(plan.get("controller")),
        "clock": clock,
        "seconds": round(seconds, 1),
    }
    with open(path, "a", encoding="utf-8") as file:
        file.write(json.dumps(line) + "\n")


class Uml:
    """A booted lab kernel, as a context manager.

    run: folder for the console log; its ``exchange`` is shared with the guest. plan: what the
    guest shall do (guest/lab.py). parts: parts.Parts. virtual: the clock is virtual. seed: of
    the random numbers of a virtual boot. pacer: socket of pacer.py, for paced time. tap: the
    machine's tap interface, for real or paced time. wires: paths of listening SOCK_SEQPACKET
    sockets, the other ends of the guest's interfaces vec1, vec2 and so on. caged: make
    namespaces for it, unless the caller is in its own."""

    def __init__(
        self,
        run,
        plan,
        parts,
        *,
        virtual,
        seed=None,
        pacer=None,
        tap=None,
        wires=(),
        memory_mb=1024,
        caged=True,
    ):
        self.run = run
        self.plan = plan
        self.console = run / "console.log"
        self.exchange = run / "exchange"
        self.process = None
        self.argv = [
            *(["setpriv", "--pdeathsig=KILL", *CAGE] if caged else []),
            "sh",
            "-ec",
            MOUNTS,
            "sh",
            str(run),
            str(ROOT),
            str(PLACE),
            str(parts.kernel / "linux"),
            f"mem={memory_mb}M",
            "root=/dev/root",
            "rootfstype=hostfs",
            "rootflags=/",
            "rw",
            "loglevel=5",
            "con=null",
            "con0=null,fd:1",
            f"uml_dir={PLACE}/run/uml/",
            "umid=lab",
            f"cloudmac.run={PLACE}/run/exchange",
            f"cloudmac.source={PLACE}/source",
            f"init={PLACE}/source/testbed/cloudmac_testbed/guest/init",
        ]
        if virtual:
            self.argv += ["time-travel=inf-cpu", f"time-travel-start={WALL_CLOCK_NS}"]
        if pacer:
            self.argv.append(f"time-travel=ext:{pacer}")
        if seed is not None:
            self.argv.append(f"rng-seed={seed}")
        if tap:
            self.argv.append(f"vec0:transport=tap,ifname={tap},depth=128,gro=1")
        for number, wire in enumerate(wires, 1):
            # vec=0: a frame at a time. The vector driver's queue ends in a BUG under load.
            self.argv.append(f"vec{number}:transport=bess,dst={wire},mtu={WIRE_MTU},vec=0")
        self.memory_mb = memory_mb
        self.clock = "virtual" if virtual else "paced" if pacer else "real"
        self.started = None

    def __enter__(self):
        need(
            "unshare",
            "ip",
            "iw",
            "ethtool",
            "tc",
            "ovs-vswitchd",
            "ovsdb-server",
            "hostapd",
            "wpa_supplicant",
            "dnsmasq",
            "iperf3",
            "ping",
            "ss",
        )
        self.exchange.mkdir(parents=True, exist_ok=True)
        for folder in ("run", "source"):
            (PLACE / folder).mkdir(parents=True, exist_ok=True)
        need_room(self.run, 200)
        need_room("/dev/shm", self.memory_mb)
        (self.exchange / "plan.json").write_text(json.dumps(self.plan), encoding="utf-8")
        self.started = time.monotonic()
        with open(self.console, "wb") as console:
            self.process = subprocess.Popen(
                self.argv,
                stdin=subprocess.DEVNULL,
                stdout=console,
                stderr=console,
                start_new_session=True,
            )
        return self

    def __exit__(self, *_):
        """Ends the kernel, by force if necessary. Its own processes are its children or in its
        process group."""
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        shutil.rmtree(self.run / "uml", ignore_errors=True)
        record_boot(self.plan, self.clock, time.monotonic() - self.started)

    def wait(self, timeout=math.inf, tick=None, *, stall=math.inf, longest=math.inf):
        """Waits until the guest has powered off. Returns its experiment's result.

        Calls ``tick(seconds)`` about twice a second with the guest's uptime. Raises LabError if
        the guest fails or its kernel complains. Also raises it after ``timeout`` seconds of real
        time, if the uptime does not change for ``stall`` seconds of real time, or if the uptime
        exceeds ``longest`` seconds."""
        started = advanced = time.monotonic()
        uptime = self.guest_seconds()
        while True:
            try:
                self.process.wait(0.5)
                return self.result()
            except subprocess.TimeoutExpired:
                if FATAL.search(self.console.read_text(encoding="utf-8", errors="replace")):
                    self.check()
            now = time.monotonic()
            if (seconds := self.guest_seconds()) != uptime:
                uptime, advanced = seconds, now
            limits = (
                (now - started > timeout, f"the lab kernel still ran after {timeout} s"),
                (
                    now - advanced > stall,
                    f"the lab kernel's clock stood at {uptime} s for {stall} s",
                ),
                (uptime > longest, f"the lab kernel ran for more than {longest} s of its clock"),
            )
            for is_exceeded, problem in limits:
                if is_exceeded:
                    raise LabError(f"{problem}, see {self.console}")
            if tick:
                tick(uptime)

    def guest_seconds(self):
        """Returns the guest's last reported uptime, or 0 before the first report."""
        try:
            return float((self.exchange / "uptime").read_text())
        except (OSError, ValueError):
            return 0.0

    def result(self):
        """Returns the result that the guest left. Raises LabError as wait() does."""
        self.check()
        file = self.exchange / "result.json"
        if not file.exists():
            raise LabError(f"{ended(self.process.returncode)}, see {self.console}")
        outcome = json.loads(file.read_text(encoding="utf-8"))
        if not outcome["ok"]:
            raise LabError(f"in the lab: {outcome['error']}")
        return outcome["result"]

    def check(self):
        """Raises LabError if the kernel has complained on its console."""
        complaints = splats(self.console.read_text(encoding="utf-8", errors="replace"))
        if complaints:
            raise LabError(
                f"the lab kernel complained: {complaints[0].strip()} (see {self.console})"
            )
