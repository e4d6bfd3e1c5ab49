# SPDX-License-Identifier: Apache-2.0
"""Builds the packages once, and gives tests roots to install them in.

Tests that boot a root need root. Those marked ``full`` take minutes each: ./cloudmac check --full."""
import os
import pathlib
import subprocess
import sys

import pytest

PACKAGES = pathlib.Path(__file__).resolve().parents[1]
sys.path[:0] = [str(PACKAGES / "tests"), str(PACKAGES / "lib")]

import roots  # noqa: E402
from machine import Machine  # noqa: E402


def pytest_configure(config):
    config.addinivalue_line("markers", "full: takes minutes")


def pytest_collection_modifyitems(items):
    if os.environ.get("CLOUDMAC_FULL") != "1":
        skip = pytest.mark.skip(reason="only with CLOUDMAC_FULL=1")
        for item in items:
            if item.get_closest_marker("full"):
                item.add_marker(skip)


@pytest.fixture(scope="session", name="debs")
def _debs():
    """Returns the files of the built packages by the packages' names."""
    done = subprocess.run([PACKAGES / "build"], stdout=subprocess.PIPE, text=True, check=True)
    files = pathlib.Path(done.stdout.strip()).glob("*.deb")
    return {file.name.partition("_")[0]: file for file in files}


@pytest.fixture(scope="session", name="certificates")
def _certificates(tmp_path_factory):
    """Returns a folder of cloudmac-pki with certificates for each daemon."""
    folder = tmp_path_factory.mktemp("pki") / "pki.d"
    tool = PACKAGES.parent / "pki" / "cloudmac-pki"
    for command in (
        ("init",),
        ("controller",),
        ("wtp", "02:00:00:00:00:01"),
        ("vap-host", "vaps1"),
        ("packet-node", "cpp1"),
        ("switches",),
        ("southbound",),
    ):
        subprocess.run([tool, command[0], folder, *command[1:]], check=True, capture_output=True)
    return folder


def field(deb, name):
    """Returns a field of a package file."""
    return subprocess.run(
        ["dpkg-deb", "--field", deb, name], capture_output=True, text=True, check=True
    ).stdout.strip()


@pytest.fixture(name="boot")
def _boot(debs, certificates):
    """Returns a function that makes a booted root, a context, with what a package depends on.
    shown: further folders to show read-only, by their path in the root."""

    def boot(package, *more, shown=None):
        needed = {*roots.dependencies(field(debs[package], "Depends")), *more} - set(debs)
        all_shown = {"/packages": debs[package].parent, "/certificates": certificates}
        all_shown |= shown or {}
        kind = f"{package}-more" if more else package
        return Machine(roots.layer(kind, tuple(sorted(needed))), all_shown)

    return boot
