# SPDX-License-Identifier: Apache-2.0
"""Finds the built parts of the project that a lab needs."""
import dataclasses
import os
import pathlib
import subprocess

from .errors import LabError

from .settings import CACHE, ROOT, TESTBED


@dataclasses.dataclass(frozen=True)
class Parts:
    """Paths of built parts. A part that is not wanted is None."""

    kernel: pathlib.Path
    labwire: pathlib.Path
    hwsim: pathlib.Path
    driver: pathlib.Path = None
    vap_tool: pathlib.Path = None
    vapd: pathlib.Path = None
    agent: pathlib.Path = None
    cpp: pathlib.Path = None
    medium: pathlib.Path = None
    ovs: pathlib.Path = None
    pki: pathlib.Path = None
    karaf: pathlib.Path = None


def _built(*argv):
    """Runs a build. Returns its last line of output: a path."""
    done = subprocess.run(
        [str(word) for word in argv],
        stdout=subprocess.PIPE,
        text=True,
        check=False,
        env={**os.environ, "CLOUDMAC_CACHE": str(CACHE)},
    )
    if done.returncode:
        raise LabError(f"{pathlib.Path(argv[0]).relative_to(ROOT)} failed; its errors are above")
    return pathlib.Path(done.stdout.strip().splitlines()[-1])


def _wanted(path, what):
    if not path.exists():
        raise LabError(
            f"{what} is not built: no {path.relative_to(ROOT)}; ./cloudmac build makes it"
        )
    return path


def kernel_parts(flavour="lab"):
    """Returns the lab kernel and its own modules, and builds them if necessary."""
    kernel = _built(TESTBED / "kernel" / "build", flavour)
    hwsim = next((kernel / "modules").glob("**/mac80211_hwsim.ko"))
    return Parts(kernel, _built(TESTBED / "labwire" / "build", flavour), hwsim)


def gather(*, radios=True, controller=True):
    """Returns all parts that a lab needs. Builds the kernel and Open vSwitch if necessary;
    ./cloudmac build makes the others. Raises LabError if one is missing.

    radios: WTPs and VAPs work; controller: the controller and packet nodes run."""
    base = kernel_parts()
    found = {
        "ovs": _built(ROOT / "ovs-patches" / "build"),
        "pki": _wanted(ROOT / "pki" / "cloudmac-pki", "cloudmac-pki"),
    }
    if radios:
        found |= {
            "driver": _driver(base.kernel),
            "vap_tool": _wanted(ROOT / "vap-driver" / "build" / "cloudmac-vap", "the VAP tool"),
            "vapd": _wanted(ROOT / "vapd" / "build" / "cloudmac-vapd", "cloudmac-vapd"),
            "agent": _wanted(ROOT / "wtp-agent" / "build" / "cloudmac-wtp", "the WTP agent"),
            "medium": _medium(),
        }
    if controller:
        found["karaf"] = _controller()
        found["cpp"] = _wanted(ROOT / "packet-node" / "build" / "cloudmac-cpp", "cloudmac-cpp")
    return dataclasses.replace(base, **found)


def _medium():
    """Returns the medium's daemon, and builds it if necessary."""
    done = subprocess.run(
        ["make", "-s", "-C", TESTBED / "medium"], stdout=subprocess.DEVNULL, check=False
    )
    if done.returncode:
        raise LabError("the build of testbed/medium failed; its errors are above")
    return TESTBED / "medium" / "build" / "cloudmac-medium"


def _driver(kernel):
    """Returns the VAP driver's module for the lab kernel."""
    release = next((kernel / "modules" / "lib" / "modules").iterdir()).name
    return _wanted(
        ROOT / "vap-driver" / "build" / f"{release}-um" / "cloudmac_hwsim.ko", "the VAP driver"
    )


def _controller():
    """Returns the controller's distribution: the one built here, or that of CLOUDMAC_KARAF. One
    without cloudmac-setup is not built yet."""
    folder = pathlib.Path(
        os.environ.get("CLOUDMAC_KARAF") or ROOT / "karaf" / "target" / "assembly"
    )
    if not (folder / "bin" / "cloudmac-setup").exists():
        raise LabError(f"the controller is not built: no {folder}; ./cloudmac build makes it")
    return folder
