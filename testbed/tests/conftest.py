# SPDX-License-Identifier: Apache-2.0
"""Fixtures of the end-to-end tests. Each test module's docstring states its
topology; a lab's kernel that complained fails the test."""
import contextlib
import dataclasses
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import time

import pytest

TESTBED = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(TESTBED))

import call_sites  # noqa: E402
from cloudmac_testbed import client, parts, restconf, topology, virtual  # noqa: E402
from cloudmac_testbed.guest import basics, experiments  # noqa: E402
from cloudmac_testbed.settings import RUNTIME, LabError  # noqa: E402

COMMAND = ["/usr/bin/python3", "-m", "cloudmac_testbed"]


def pytest_configure(config):
    # Where a shell started all this in the background interrupts are ignored, and would be
    # by every lab, which tests interrupt.
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    config.addinivalue_line("markers", "slow: takes more than a minute")
    config.addinivalue_line("markers", "controller: needs the built controller")


def pytest_collection_modifyitems(items):
    """Tests that share the live lab come last: those before bring up labs of
    their own, and there is one at a time. A call that no function of the guest takes
    ends the run here, before anything boots."""
    modules = {item.module for item in items} - {sys.modules.get("test_calls")}
    wrong = [line for module in modules for line in call_sites.faults(module)]
    if wrong:
        raise pytest.UsageError("\n".join(sorted(wrong)))
    items.sort(key=lambda item: "live_lab" in item.fixturenames)


def wait_for(what, condition, seconds=30):
    """Wait until ``condition()`` is true and return its value, or fail."""
    deadline = time.monotonic() + seconds
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > deadline:
            pytest.fail(f"waited {seconds} s for {what}")
        time.sleep(0.1)


def command(*argv, env=None, **options):
    """Start the command line's program; its output is text in pipes. env: more of it."""
    return subprocess.Popen(
        [*COMMAND, *argv],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
        env={**os.environ, "PYTHONPATH": str(TESTBED), **(env or {})},
        **options,
    )


def finished(process, seconds=120):
    """Wait for a command; return its status and output."""
    output, _ = process.communicate(timeout=seconds)
    return process.returncode, output


@dataclasses.dataclass
class Traces:
    """What a lab could leave on the machine."""

    processes: set
    mounts: set
    namespaces: set
    interfaces: set

    @classmethod
    def now(cls):
        processes, namespaces = set(), set()
        for entry in pathlib.Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                words = (entry / "cmdline").read_bytes()
                # Zombies have no command line, and are gone once waited for.
                if (
                    b"cloudmac_testbed" in words
                    or b"umid=lab" in words
                    or str(RUNTIME).encode() in words
                ):
                    processes.add((int(entry.name), words.replace(b"\0", b" ")[:200]))
                namespaces.add(os.readlink(entry / "ns" / "net"))
        mounts = {
            line
            for line in pathlib.Path("/proc/mounts").read_text().splitlines()
            if str(RUNTIME) in line
        }
        return cls(processes, mounts, namespaces, set(os.listdir("/sys/class/net")))

    def left_since(self, before):
        return {
            name: extra
            for name in ("processes", "mounts", "namespaces", "interfaces")
            if (extra := getattr(self, name) - getattr(before, name))
        }


@pytest.fixture
def nothing_left():
    """Fails a test that leaves processes, mounts, namespaces or interfaces.
    A lab that a failed test has left up is taken down, for those that follow."""
    before = Traces.now()
    try:
        yield before
    finally:
        with contextlib.suppress(LabError):
            client.down()
    left = {}
    for _ in range(100):
        left = Traces.now().left_since(before)
        # Other programs come and go with namespaces of their own.
        if not any(left[kind] for kind in left if kind != "namespaces"):
            break
        time.sleep(0.1)
    left.pop("namespaces", None)
    assert not left


@pytest.fixture(scope="session")
def kernel():
    """The lab kernel and its modules alone."""
    return parts.kernel_parts()


@pytest.fixture(scope="session")
def radio_parts():
    """Driver, agent and their tools as well."""
    return parts.gather(controller=False)


@pytest.fixture(scope="session")
def all_parts():
    return parts.gather()


@pytest.fixture
def scratch():
    """A folder for boots in virtual time."""
    with virtual.scratch() as folder:
        yield folder


def plan(document):
    """A topology from a mapping."""
    return topology.parse(document)


def await_wtps(plan_):
    """Wait until the controller has sessions with all WTPs."""
    names = {host.name for host in plan_.of_kind("wtp")}
    restconf.wait_for("the WTPs' sessions", lambda: names <= set(restconf.wtps_up()), 60)


@pytest.fixture(scope="session")
def live_lab(all_parts):
    """The default topology in real time with the controller, its station
    associated; shared by all tests that leave it as they found it."""
    default = topology.load()
    with client.Lab(default, all_parts) as lab:
        await_wtps(default)
        lab.joined = client.call(basics.join, name="mn")
        yield lab
        lab.check()


@pytest.fixture
def live(live_lab):
    yield live_lab
    live_lab.check()


def take_snapshot(target, name="snapshot"):
    """Copy the running lab's snapshot to a folder of the test's."""
    client.call(experiments.snapshot, folder=name)
    shutil.copytree(RUNTIME / "exchange" / name, target)
    shutil.rmtree(RUNTIME / "exchange" / name)
    return target
