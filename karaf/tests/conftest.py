# SPDX-License-Identifier: Apache-2.0
"""Two network namespaces for a controller: its own, and one beside it from
which the network's side of it is seen.

    [ outside 192.0.2.2 ]--veth--[ 192.0.2.1 controller ]
"""
import os
import pathlib
import shutil
import subprocess

import pytest

from controller import Controller

ASSEMBLY = pathlib.Path(
    os.environ.get(
        "CLOUDMAC_ASSEMBLY", pathlib.Path(__file__).parent.parent / "target" / "assembly"
    )
).resolve()


def ip(*words):
    subprocess.run(["ip", *words], check=True)


@pytest.fixture(scope="session")
def namespaces():
    """Names of the controller's namespace and of the one outside."""
    if os.geteuid():
        pytest.skip("needs root: makes network namespaces")
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
    (place / "system").symlink_to(ASSEMBLY / "system")  # 200 MB that nobody writes to
    return place


@pytest.fixture
def fresh(tmp_path):
    """A copy as unpacked, without namespaces: for what needs no start."""
    return unpacked(tmp_path / "controller")


@pytest.fixture(scope="session")
def running(tmp_path_factory, namespaces):
    """A controller set up with passwords of our choice, started and serving."""
    home = unpacked(tmp_path_factory.mktemp("running") / "controller")
    controller = Controller(home, *namespaces)
    controller.set_up()
    with controller:
        controller.wait_until_serving()
        yield controller
