# SPDX-License-Identifier: Apache-2.0
"""Fixtures of the end-to-end tests. Each module's docstring states its topology.

Each test is of one kind, which its fixtures decide (``kind()``): ``live``, ``air`` or ``unit``.
``./cloudmac check`` runs each kind as a stage of its own, side by side.

A warning of a lab's kernel fails the test. Tests marked ``full`` take minutes each, or
repeat another test with more rates, seeds or figures: ``./cloudmac check --full``."""
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
import failed_lab  # noqa: E402
from cloudmac_testbed import client, parts, restconf, topology, uml, virtual  # noqa: E402
from cloudmac_testbed.guest import basics, snapshots, station  # noqa: E402
from cloudmac_testbed.errors import LabError  # noqa: E402
from cloudmac_testbed.settings import RUNTIME  # noqa: E402

COMMAND = ["/usr/bin/python3", "-m", "cloudmac_testbed"]
RUN = f"CLOUDMAC_TEST_RUN={os.getpid()}"
"""In the environment of all that this run of the tests starts. Other runs have labs of their own on
the machine at the same time."""
os.environ.update([RUN.split("=")])


def pytest_configure(config):
    # A shell that starts pytest in the background ignores interrupts. The labs would inherit
    # that, and tests interrupt them.
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    config.addinivalue_line("markers", "full: takes minutes, or repeats a test at more points")
    config.addinivalue_line("markers", "controller: needs the built controller")


TWO_CHANNELS = {
    "switches": ["swa", "swb"],
    "wtps": {
        # Every 5 s only: the controller takes a WTP for lost after some silent intervals,
        # and a busy machine delays its announcements by seconds.
        "wtp1": {"at": "swa", "channel": 1, "announce_ms": 5000},
        "wtp2": {"at": "swa", "channel": 6, "announce_ms": 5000},
    },
    "vaps": {
        "vap1": {"at": "swb", "ssid": "one", "channel": 1},
        "vap2": {"at": "swb", "ssid": "two", "channel": 6},
        "vap3": {"at": "swb", "ssid": "three", "channel": 1},
    },
    "stations": {f"mn{number}": {"vap": f"vap{number}"} for number in (1, 2, 3)},
    "links": [{"between": ["swa", "swb"]}],
}
"""mn1, mn3 ))) wtp1 (channel 1) --- swa === swb --- vap1, vap3 (channel 1)
     mn2 ))) wtp2 (channel 6) -----------+       +---- vap2 (channel 6)
"""
KINDS = {
    "live": {"all_parts", "real_time"},
    "air": {"kernel", "radio_parts", "scratch", "nothing_left"},
    "unit": set(),
}
"""Kind of a test -> fixtures that only it and the kinds before it have. Tests in ``live`` boot labs
with the controller, or need the processor in time. Tests in ``air`` boot labs without it, most in
virtual time. Tests in ``unit`` boot nothing."""
SHARED_LABS = ("campus_lab", "two_channel_lab", "live_lab")
"""Fixtures of labs that several modules use. One lab at a time runs on a machine."""


COLLECTED = []
"""All tests of the named files with the wanted markers, of all kinds."""


def kind(fixtures):
    """Returns the kind of a test with these fixtures, its indirect ones included."""
    return next(name for name, own in KINDS.items() if own & set(fixtures) or not own)


def pytest_addoption(parser):
    parser.addoption("--kind", choices=KINDS, help="only the tests of this kind")


@pytest.fixture(autouse=True)
def _boots_as_its_kind_says(request, monkeypatch):
    """Fails a test of the kind ``unit`` that boots a lab kernel."""
    if kind(request.fixturenames) == "unit":

        def refuse(*_, **__):
            pytest.fail("this test boots a lab kernel, so it needs the fixture of its parts")

        monkeypatch.setattr(uml.Uml, "__enter__", refuse)
        monkeypatch.setattr(client.Lab, "__enter__", refuse)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config, items):
    """Sorts the tests by lab: those with labs of their own, then those of each shared lab. Leaves
    out the tests of other kinds than --kind.

    Ends the run before any boot if a call does not fit its function of the guest."""
    wanted = config.getoption("--kind")
    COLLECTED.extend(items)
    if wanted:
        others = [item for item in items if kind(item.fixturenames) != wanted]
        config.hook.pytest_deselected(items=others)
        items[:] = [item for item in items if kind(item.fixturenames) == wanted]
    modules = {item.module for item in items} - {sys.modules.get("test_calls")}
    wrong = [line for module in modules for line in call_sites.faults(module)]
    if wrong:
        raise pytest.UsageError("\n".join(sorted(wrong)))

    def lab(item):
        shared = [name for name in SHARED_LABS if name in item.fixturenames]
        return SHARED_LABS.index(shared[0]) + 1 if shared else 0

    items.sort(key=lab)


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    """Keeps what is there of the lab in which a test fails, and names it behind the failure."""
    report = (yield).get_result()
    if report.failed and call.when == "call" and kind(item.fixturenames) != "unit":
        lines = failed_lab.keep(item.name)
        if lines:
            report.sections.append(("the lab", "\n".join(lines)))


def wait_for(what, condition, seconds=30):
    """Returns the first true value of ``condition()``, or fails after ``seconds``."""
    deadline = time.monotonic() + seconds
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > deadline:
            pytest.fail(f"waited {seconds} s for {what}")
        time.sleep(0.1)


def command(*argv, env=None, **options):
    """Starts the command line. Its output is text in a pipe. env: more variables."""
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
    """Waits for the end of a command. Returns its status and output."""
    output, _ = process.communicate(timeout=seconds)
    return process.returncode, output


@dataclasses.dataclass
class Traces:
    """Things on the machine that a lab of this run could leave behind."""

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
                ours = RUN.encode() in (entry / "environ").read_bytes().split(b"\0")
                # Zombies have no command line. Their parent's wait() removes them.
                if f"{RUNTIME}/".encode() in words or (
                    ours and (b"-m\0cloudmac_testbed" in words or b"umid=lab" in words)
                ):
                    processes.add((int(entry.name), words.replace(b"\0", b" ")[:200]))
                namespaces.add(os.readlink(entry / "ns" / "net"))
        mounts = {
            line
            for line in pathlib.Path("/proc/mounts").read_text().splitlines()
            if f"{RUNTIME}/" in line
        }
        return cls(processes, mounts, namespaces, set(os.listdir("/sys/class/net")))

    def left_since(self, before):
        return {
            name: extra
            for name in ("processes", "mounts", "namespaces", "interfaces")
            if (extra := getattr(self, name) - getattr(before, name))
        }


@pytest.fixture
def nothing_left(lab_keeper):
    """Fails a test that leaves processes, mounts or interfaces. Ends a shared lab first, and
    afterwards a lab that a failed test has left up."""
    lab_keeper.end()
    before = Traces.now()
    try:
        yield before
    finally:
        with contextlib.suppress(LabError):
            client.down()
    left = {}
    for _ in range(100):
        left = Traces.now().left_since(before)
        # Other programs of the machine make and remove namespaces too.
        if not any(left[kind] for kind in left if kind != "namespaces"):
            break
        time.sleep(0.1)
    left.pop("namespaces", None)
    assert not left


@pytest.fixture(scope="session")
def kernel():
    """Returns the lab kernel and its modules."""
    return parts.kernel_parts()


@pytest.fixture(scope="session")
def radio_parts():
    """Returns all parts but the controller."""
    return parts.gather(controller=False)


@pytest.fixture(scope="session")
def all_parts():
    """Returns all parts."""
    return parts.gather()


@pytest.fixture
def real_time():
    """Marks a test without the controller that fails on a processor that others want too."""


@pytest.fixture
def scratch():
    """Yields a folder for boots in virtual time."""
    with virtual.scratch() as folder:
        yield folder


def plan(document):
    """Returns the topology of a document."""
    return topology.parse(document)


def await_wtps(plan_):
    """Waits until the controller has sessions with all WTPs."""
    names = {host.name for host in plan_.of_kind("wtp")}
    restconf.wait_for("the WTPs' sessions", lambda: names <= set(restconf.wtps_up()), 60)


def rejoin_virtual_stations(plan_):
    """Has virtual stations associate anew once WTPs serve them. Learning switches carry the first
    associations, but drop their frames between the first flow rules and the next announcements of
    the WTPs."""
    hosts = plan_.of_kind("vsta")
    if not hosts:
        return
    addresses = {host.options["address"] for host in hosts}

    def served():
        known = restconf.virtual_stations().values()
        return {one["station"] for one in known if one.get("wtp")}

    restconf.wait_for("WTPs for all virtual stations", lambda: addresses <= served(), seen=served)
    for host in hosts:
        client.call(station.reassociate, name=host.name)


class LabKeeper:
    """Keeps one lab up for the tests that share it."""

    def __init__(self):
        self._stack = contextlib.ExitStack()
        self._lab = None

    def lab(self, plan_, parts_):
        """Returns the lab of this topology, booted if another one or none is up. All its
        WTPs have a session and all its stations an address."""
        if self._lab is None or self._lab.topology != plan_:
            self.end()
            with contextlib.ExitStack() as stack:
                lab = stack.enter_context(client.Lab(plan_, parts_))
                await_wtps(plan_)
                rejoin_virtual_stations(plan_)
                lab.joined = {
                    host.name: client.call(basics.join, name=host.name)
                    for kind in ("station", "vsta")
                    for host in plan_.of_kind(kind)
                }
                self._stack = stack.pop_all()
            self._lab = lab
        return self._lab

    def end(self):
        """Ends the lab, if one is up."""
        self._lab = None
        self._stack.close()


@pytest.fixture(scope="session")
def lab_keeper():
    """Yields the keeper of the shared lab."""
    keeper = LabKeeper()
    yield keeper
    keeper.end()


@pytest.fixture(scope="module")
def live_lab(lab_keeper, all_parts):
    """Returns the shared lab of the default topology, in real time with the controller."""
    return lab_keeper.lab(topology.load(), all_parts)


@pytest.fixture(scope="module")
def campus_lab(lab_keeper, all_parts):
    """Returns the shared lab of topologies/campus.yaml."""
    return lab_keeper.lab(topology.load("campus"), all_parts)


@pytest.fixture(scope="module")
def two_channel_lab(lab_keeper, all_parts):
    """Returns the shared lab of two WTPs on two channels."""
    return lab_keeper.lab(topology.parse(TWO_CHANNELS), all_parts)


def configuration():
    """Returns the controller's configuration, None if there is none."""
    try:
        return restconf.request("GET", "data/cloudmac:cloudmac?content=config")
    except restconf.Refused:
        return None


@contextlib.contextmanager
def left_as_found(lab):
    """Fails a test that changes the controller's configuration, or makes the lab's kernel
    complain."""
    before = configuration()
    yield lab
    assert configuration() == before
    lab.check()


@pytest.fixture
def live(live_lab):
    """Yields the shared lab of the default topology to a test that leaves it as it found it."""
    with left_as_found(live_lab):
        yield live_lab


@pytest.fixture
def campus(campus_lab):
    """Yields the campus lab to a test that leaves it as it found it."""
    with left_as_found(campus_lab):
        yield campus_lab


@pytest.fixture
def two_channels(two_channel_lab):
    """Yields the lab of two channels to a test that leaves it as it found it."""
    with left_as_found(two_channel_lab):
        yield two_channel_lab


def take_snapshot(target, name="snapshot"):
    """Copies a snapshot of the running lab to ``target`` and returns that."""
    client.call(snapshots.snapshot, folder=name)
    shutil.copytree(RUNTIME / "exchange" / name, target)
    shutil.rmtree(RUNTIME / "exchange" / name)
    return target
