# SPDX-License-Identifier: Apache-2.0
"""Creates network namespaces for a controller and for the machines that reach it.

    [ outside 192.0.2.2 ]--veth--[ 192.0.2.1 controller ]

Tests marked ``full`` take minutes. They run only with CLOUDMAC_FULL=1.
"""
import contextlib
import os
import pathlib
import shutil
import subprocess

import pytest

from controller import ShippedController

ASSEMBLY = pathlib.Path(
    os.environ.get(
        "CLOUDMAC_ASSEMBLY", pathlib.Path(__file__).parent.parent / "target" / "assembly"
    )
).resolve()


def pytest_configure(config):
    config.addinivalue_line("markers", "full: takes minutes; runs only with CLOUDMAC_FULL=1")


def pytest_collection_modifyitems(config, items):
    """Deselect the tests marked ``full`` unless CLOUDMAC_FULL=1."""
    if os.environ.get("CLOUDMAC_FULL"):
        return
    slow = [item for item in items if item.get_closest_marker("full")]
    if slow:
        config.hook.pytest_deselected(items=slow)
        items[:] = [item for item in items if item not in slow]


ACCOUNTS = {
    "red": ("red's password", "--role", "tenant", "--tenant", "red"),
    "viewer": ("viewer's password", "--role", "viewer", "--console"),
    "operator": ("operator's password", "--role", "operator", "--console"),
}
"""Accounts of the running controller: password, and options of cloudmac-setup."""


def ip(*words):
    subprocess.run(["ip", *words], check=True)


@contextlib.contextmanager
def network(name):
    """Yield the names of the controller's namespace and of the outside namespace of a network."""
    if os.geteuid():
        pytest.skip("needs root to create network namespaces")
    inside, outside = (f"karaf-{name}-{side}-{os.getpid()}" for side in ("in", "out"))
    try:
        for namespace in (inside, outside):
            ip("netns", "add", namespace)
            ip("-n", namespace, "link", "set", "lo", "up")
        ip(
            "link",
            "add",
            "veth0",
            "netns",
            inside,
            "type",
            "veth",
            "peer",
            "veth0",
            "netns",
            outside,
        )
        for namespace, address in ((inside, "192.0.2.1/24"), (outside, "192.0.2.2/24")):
            ip("-n", namespace, "addr", "add", address, "dev", "veth0")
            ip("-n", namespace, "link", "set", "veth0", "up")
        yield inside, outside
    finally:
        for namespace in (inside, outside):
            subprocess.run(["ip", "netns", "del", namespace], check=False, capture_output=True)


@pytest.fixture(scope="session")
def namespaces():
    """Yield the two namespaces of the running controller that tests share."""
    with network("shared") as pair:
        yield pair


@pytest.fixture(scope="module")
def own_namespaces(request):
    """Yield a controller's and an outside namespace for one module, because the running controller
    holds the same ports in the shared pair."""
    with network(request.module.__name__.removeprefix("test_")) as pair:
        yield pair


def unpacked(place):
    if not (ASSEMBLY / "bin" / "cloudmac-setup").exists():
        pytest.fail(f"no controller in {ASSEMBLY}: build it first (./cloudmac build java)")
    shutil.copytree(
        ASSEMBLY, place, ignore=lambda folder, _: ["system"] if folder == str(ASSEMBLY) else []
    )
    (place / "system").symlink_to(ASSEMBLY / "system")  # 200 MB, never written
    return place


@pytest.fixture
def fresh(tmp_path):
    """Return an unpacked copy for tests that do not start it."""
    return unpacked(tmp_path / "controller")


@pytest.fixture(scope="session")
def running(tmp_path_factory, namespaces):
    """Yield a running controller with known passwords. Tests share it and restore its state."""
    home = unpacked(tmp_path_factory.mktemp("running") / "controller")
    controller = ShippedController(home, *namespaces)
    controller.set_up()
    for name, (password, *options) in ACCOUNTS.items():
        controller.add_user(name, password, *options)
    controller.settings = {file.name: file.read_bytes() for file in (home / "etc").glob("*.cfg")}
    with controller:
        controller.wait_until_serving()
        yield controller
