# SPDX-License-Identifier: Apache-2.0
"""Fixtures: all radios, once a session, and the daemons of one test."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from air import Air
from certificates import Certificates
from daemons import Cell

KEPT = Path("/run/out")
"""The folder that the host shares."""
SPLAT = re.compile(r"WARNING|BUG:|Oops|refcount_t|unregister_netdevice: waiting|INFO: task")


def pytest_configure(config):
    """Registers the marker."""
    config.addinivalue_line("markers", "full: only in a full run")


def pytest_addoption(parser):
    """Adds the options that select the radios of the access points and the agent."""
    parser.addoption("--radios", choices=("stock", "vap"), required=True)
    parser.addoption("--agent", required=True, help="cloudmac-wtp")


@pytest.fixture(name="air", scope="session")
def all_radios(request, tmp_path_factory):
    """All radios; the kind is that of the command line."""
    folder = tmp_path_factory.mktemp("air")
    option = request.config.getoption
    with Air(option("--radios"), option("--agent"), folder) as air:
        yield air
    for log in sorted(folder.glob("*.log")):
        print(f"{log.name}:\n{log.read_text()}")


@pytest.fixture(name="certificates", scope="session")
def all_certificates(tmp_path_factory):
    """Certificates of an authentication server and a user."""
    return Certificates(tmp_path_factory.mktemp("certificates"))


def kernel_log() -> list[str]:
    """Returns all lines of the kernel log."""
    done = subprocess.run(["dmesg"], capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


@pytest.fixture(name="cell")
def daemons_of_a_test(air, request, tmp_path):
    """Access points and stations of one test, which end with it. Fails if the kernel complains."""
    before = len(kernel_log())
    try:
        with Cell(air, tmp_path) as cell:
            yield cell
    finally:
        _report(request.node, tmp_path)
    new = kernel_log()[before:]
    if any(SPLAT.search(line) for line in new):
        pytest.fail("the kernel complained:\n" + "\n".join(new[-80:]), pytrace=False)


def _report(node, folder: Path):
    """Keeps the logs of a failed test for the host, and removes those of others."""
    outcome = getattr(node, "outcome_of_call", None)
    failed = outcome is None or outcome.failed
    name = re.sub(r"\W+", "-", node.name)
    for log in folder.glob("*.log"):
        if failed:
            shutil.copy(log, KEPT / f"{name}-{log.name}")
        log.unlink()


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item):
    """Keeps the outcome of a test's call for its fixtures."""
    result = (yield).get_result()
    if result.when == "call":
        item.outcome_of_call = result
