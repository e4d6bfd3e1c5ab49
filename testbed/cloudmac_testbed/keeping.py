# SPDX-License-Identifier: Apache-2.0
"""Keeps raw results with a checksum of all that they depend on, so that an interrupted
experiment can resume. Runs measurements in virtual time side by side."""
import concurrent.futures
import contextlib
import fnmatch
import hashlib
import json
import os
import pathlib
import subprocess
import threading

from . import results
from .errors import LabError
from .settings import ROOT, TESTBED

PARALLEL = min(2, os.cpu_count() or 1)
PACKAGE = TESTBED / "cloudmac_testbed"
SOURCES = (
    PACKAGE / "guest",
    PACKAGE / "topologies",
    PACKAGE / "wires",
    TESTBED / "cloudmac_wire",
    ROOT / "vap-driver" / "load",
)
"""Folders whose files take part in a measurement."""
MODULES = (
    *("air.py", "analytic.py", "calls.py", "documents.py", "errors.py", "messages.py", "pacer.py"),
    *(
        "mobility.py",
        "pki.py",
        "rates.py",
        "regulatory.py",
        "settings.py",
        "topology.py",
        "uml.py",
        "virtual.py",
        "virtual_stations.py",
    ),
)
"""Modules that the lab kernel runs, or that start it. tests/test_layers.py checks that none is
missing that guest/ imports."""
PACKAGES = (
    *("dnsmasq-base", "hostapd", "iperf3", "iproute2", "iputils-ping", "iw", "libc6"),
    *("python3-minimal", "udhcpc", "wireless-regdb", "wpasupplicant"),
)
"""Packages with programs that run in the lab kernel, whose file system is this machine's."""


def digest(*values):
    """Returns a checksum over JSON values. For a path it reads the file."""
    whole = hashlib.sha256()
    for value in values:
        if isinstance(value, pathlib.Path):
            whole.update(hashlib.sha256(value.read_bytes()).digest())
        else:
            whole.update(json.dumps(value, sort_keys=True).encode())
    return whole.hexdigest()[:16]


def content(built):
    """Returns a checksum over all that takes part in a measurement. built: parts.Parts."""
    files = [built.kernel / "linux"]
    files += [built.labwire, built.hwsim, built.driver, built.vap_tool, built.agent, built.medium]
    files += sorted((built.ovs / "sbin").iterdir())
    files += sorted((built.karaf / "system" / "io" / "cloudmac").glob("**/*.jar"))
    return digest(*files, *sources(), programs())


def sources():
    """Returns the testbed's own files that take part, without documentation and compiled
    Python."""
    inside = [path for folder in SOURCES for path in sorted(folder.iterdir())]
    files = [path for path in inside if path.is_file() and path.suffix != ".md"]
    return files + [PACKAGE / name for name in MODULES]


def programs():
    """Returns the installed versions of PACKAGES, as text."""
    return subprocess.run(
        ["dpkg-query", "-W", "-f", "${Package} ${Version}\n", *PACKAGES],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        check=False,
    ).stdout


class Shelf:
    """Raw results by name, one file each in a folder. Quick runs, and seeds other than 1, have
    files of their own, so that no run overwrites another's."""

    def __init__(self, folder, seed=1, quick=False):
        self.folder = pathlib.Path(folder)
        self.suffix = ("-quick" if quick else "") + (f"-seed{seed}" if seed != 1 else "") + ".json"

    def get(self, name, key):
        """Returns an earlier result that depends on the same; None if there is none."""
        try:
            found = json.loads((self.folder / (name + self.suffix)).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return None
        return found["raw"] if found.get("key") == key else None

    def put(self, name, key, raw):
        self.folder.mkdir(parents=True, exist_ok=True)
        results.write_json(self.folder / (name + self.suffix), {"key": key, "raw": raw})


LISTED = 12
"""Names that an error lists."""


def named(series, patterns):
    """Returns the series whose ``name`` matches one of the shell patterns, in the series' order;
    all if there are no patterns. Raises ValueError for a pattern without a match."""
    chosen = set()
    for pattern in patterns or ("*",):
        fitting = {entry.name for entry in series if fnmatch.fnmatchcase(entry.name, pattern)}
        if not fitting:
            names = sorted(entry.name for entry in series)
            more = f" and {len(names) - LISTED} more" if len(names) > LISTED else ""
            known = ", ".join(names[:LISTED])
            raise ValueError(f"no series {pattern}; there are: {known}{more}")
        chosen |= fitting
    return [entry for entry in series if entry.name in chosen]


def _bars():
    """Returns progress bars with the time that is left."""
    # Here, as --help works before the package for bars is installed.
    from rich import progress

    return progress.Progress(
        progress.TextColumn("{task.description:>28}"),
        progress.BarColumn(bar_width=24),
        progress.MofNCompleteColumn(),
        progress.TimeElapsedColumn(),
        progress.TextColumn("left:"),
        progress.TimeRemainingColumn(),
    )


@contextlib.contextmanager
def counted(title, total):
    """Shows a bar of ``total`` steps. Yields a function that advances it by some of them."""
    bars = _bars()
    with bars:
        bar = bars.add_task(title, total=total)
        yield lambda steps=1: bars.advance(bar, steps)


def side_by_side(jobs, measure, title, seconds):
    """Calls ``measure(job, tick)`` for each job, PARALLEL at a time, and prints the line that it
    returns. measure calls ``tick(s)`` with the virtual seconds so far, of ``seconds(job)``.
    title(job): its name. The first error ends all jobs."""
    bars = _bars()
    abandoned = threading.Event()
    whole = bars.add_task("virtual seconds", total=round(sum(map(seconds, jobs))))

    def one(job):
        total = round(seconds(job))
        bar = bars.add_task(title(job), total=total)
        told = 0

        def tick(now):
            nonlocal told
            if abandoned.is_set():
                raise LabError("another measurement failed")
            now = min(round(now), total)
            bars.update(bar, completed=now)
            bars.update(whole, advance=now - told)
            told = now

        line = measure(job, tick)
        tick(total)
        bars.remove_task(bar)
        bars.console.print(line, highlight=False, markup=False, soft_wrap=True)

    with bars, concurrent.futures.ThreadPoolExecutor(PARALLEL) as pool:
        running = [pool.submit(one, job) for job in jobs]
        try:
            for job in concurrent.futures.as_completed(running):
                job.result()
        except BaseException:
            abandoned.set()
            pool.shutdown(wait=True, cancel_futures=True)
            raise
