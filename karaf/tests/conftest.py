# SPDX-License-Identifier: Apache-2.0
"""Creates network namespaces for a controller and for the machines that reach it.

    [ outside 192.0.2.2 ]--veth--[ 192.0.2.1 controller ]

Tests marked ``full`` take minutes. They run only with CLOUDMAC_FULL=1.
"""
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


def ip(*words):
    subprocess.run(["ip", *words], check=True)


@pytest.fixture(scope="session")
def namespaces():
    """Yield the names of the controller's namespace and of the outside namespace."""
    if os.geteuid():
        pytest.skip("needs root to create network namespaces")
    inside, outside = (f"karaf-{side}-{os.getpid()}" for side in ("in", "out"))
    try:
        for name in (inside, outside):
            ip("netns", "add", name)
            ip("-n", name, "link", "set", "lo", "up")
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
        for name, address in ((inside, "192.0.2.1/24"), (outside, "192.0.2.2/24")):
            ip("-n", name, "addr", "add", address, "dev", "veth0")
            ip("-n", name, "link", "set", "veth0", "up")
        yield inside, outside
    finally:
        for name in (inside, outside):
            subprocess.run(["ip", "netns", "del", name], check=False, capture_output=True)


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
    controller.settings = {file.name: file.read_bytes() for file in (home / "etc").glob("*.cfg")}
    with controller:
        controller.wait_until_serving()
        yield controller
