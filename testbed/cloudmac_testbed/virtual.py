# SPDX-License-Identifier: Apache-2.0
"""Measures in virtual time, in a separate boot of the lab kernel. Its switches get the state
that the controller installed in the live lab."""
import contextlib
import dataclasses
import fcntl
import os
import pathlib
import shutil
import tempfile

from . import calls, kept_logs
from .errors import LabError
from .settings import FAILED, RUNTIME
from .uml import Uml

RUNS = RUNTIME / "runs"
CLOCK = "virtual (time-travel=inf-cpu)"
STALL_S = 600
"""Limit of real time without a change of the guest's uptime. A busy machine slows a boot down, and
does not change its result."""
LONGEST_S = 2 * 3600
"""Limit of virtual time for one boot. A guest that waits for ever reaches it soon."""

KEPT = 8
"""Failed measurements whose logs are kept."""


@contextlib.contextmanager
def scratch():
    """Yields a folder for measuring boots, and removes it at the end. Removes also the folders
    of processes that were killed."""
    # The same mode as client.Lab's: passwords of a lab lie there.
    RUNTIME.mkdir(mode=0o700, parents=True, exist_ok=True)
    RUNS.mkdir(exist_ok=True)
    with _locked(RUNS):
        for stale in RUNS.iterdir():
            with contextlib.suppress(BlockingIOError, FileNotFoundError), _locked(stale, False):
                shutil.rmtree(stale, ignore_errors=True)
        folder = pathlib.Path(tempfile.mkdtemp(prefix=f"{os.getpid()}-", dir=RUNS))
        held = contextlib.ExitStack()
        held.enter_context(_locked(folder))
    with held:
        try:
            yield folder
        finally:
            shutil.rmtree(folder, ignore_errors=True)


@contextlib.contextmanager
def _locked(folder, wait=True):
    """Holds the lock of a folder, which the kernel frees when this process ends. A process id would
    not tell whether the owner lives: another process may get it, and in a container there are
    others. Raises BlockingIOError if the lock is held and ``wait`` is false."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        yield
    finally:
        os.close(descriptor)


def measure(
    folder,
    parts,
    topology,
    experiment,
    *,
    seed,
    snapshot=None,
    tick=None,
    trace=False,
    **arguments,
):
    """Runs a declared function of guest/ in a boot in virtual time and returns its result.

    experiment: the function, such as timing.quiet; arguments: its own. folder: an empty one of
    scratch(). snapshot: folder with the switches' and agents' state; None to let the switches
    learn. trace: write all frames on the air to air.pcapng in its exchange folder. Raises
    LabError; WrongCall before the boot if the function does not take the arguments."""
    calls.check(experiment, arguments)
    folder.mkdir(parents=True)
    exchange = folder / "exchange"
    exchange.mkdir()
    if snapshot:
        shutil.copytree(snapshot, exchange / "restore")
    paths = {
        field.name: str(value)
        for field in dataclasses.fields(parts)
        if (value := getattr(parts, field.name)) is not None
    }
    plan = {
        "topology": topology.to_json(),
        "mode": "run",
        "experiment": calls.name_of(experiment),
        "arguments": arguments,
        "parts": paths,
        "controller": False,
        "restore": "restore" if snapshot else None,
        "seed": seed,
        "trace": trace,
    }
    try:
        with Uml(folder, plan, parts, virtual=True, seed=seed) as kernel:
            return kernel.wait(tick=tick, stall=STALL_S, longest=LONGEST_S)
    except LabError as error:
        # The caller removes the folder.
        raise LabError(kept_logs.kept(error, folder, _failed(folder))) from None


def _failed(folder):
    """Returns the folder for the logs of a measurement that failed. Removes all but the newest of
    earlier ones."""
    failed = RUNTIME / f"{FAILED}-runs"
    failed.mkdir(exist_ok=True)
    ages = {}
    for before in failed.iterdir():
        # Another measurement that fails now may remove it.
        with contextlib.suppress(FileNotFoundError):
            ages[before] = before.stat().st_mtime
    for before in sorted(ages, key=ages.get)[: 1 - KEPT]:
        shutil.rmtree(before, ignore_errors=True)
    return failed / f"{os.getpid()}-{folder.name}"
