# SPDX-License-Identifier: Apache-2.0
"""Tests of what the agent says of drivers, whose names it reads in a sysfs of the test."""

import contextlib
import os
import pathlib

from equipment import FILES, GuestAgent, acknowledged, run, until

CLASS = pathlib.Path("/sys/class/ieee80211")
NEAR = [bytes.fromhex(f"02aabbcc00{last}") for last in ("10", "11")]
FAR = [bytes.fromhex(f"02aabbcc00{last}") for last in ("2e", "2f")]


@contextlib.contextmanager
def driver(name):
    """Gives phy0 another driver in sysfs, for a while."""
    run("mount", "-t", "tmpfs", "none", str(CLASS))
    try:
        device = CLASS / "phy0" / "device"
        device.mkdir(parents=True)
        os.symlink(f"/bus/pci/drivers/{name}", device / "driver")
        yield
    finally:
        run("umount", str(CLASS))


def warnings(pki, station, name, leases):
    """Runs the agent with leases of these BSSIDs on such a driver. Returns its warnings."""
    path = FILES / "driver.log"
    with driver(name), path.open("w") as log, GuestAgent(pki, log=log, leases=leases):
        for bssid in leases:
            until(f"the lease of {bssid.hex(':')}", lambda: acknowledged(station, bssid))
    return [line for line in path.read_text().splitlines() if ": warn: phy0: " in line]


def test_driver_that_cannot_serve(vap, station, pki):
    found = warnings(pki, station, "ath11k_pci", [])
    assert len(found) == 1 and "phy0: its driver ath11k_pci cannot serve a VAP" in found[0], found


def test_mask_of_ath9k(vap, station, pki):
    """One warning, of the lease that makes the radio acknowledge foreign addresses. The next lease
    adds no bits."""
    found = warnings(pki, station, "ath9k", [*NEAR, *FAR])
    assert len(found) == 1 and "differ in 6 bits" in found[0], found
    assert "61 other addresses" in found[0] and "mask ff:ff:ff:ff:ff:c0" in found[0], found


def test_no_warning(vap, station, pki):
    assert not warnings(pki, station, "ath9k", NEAR)
    assert not warnings(pki, station, "mac80211_hwsim", [*NEAR, *FAR])
