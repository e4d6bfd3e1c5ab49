# SPDX-License-Identifier: Apache-2.0
"""A VAP vanishes at a WTP whose slots are all in use, and another VAP needs one. Real time, with
the controller. Beacons from ct2's wire show all VAPs but one.

    mn ))) wtp1 --- swa === swb --- vap
                             +----- ct2
"""
import contextlib
import re

import pytest
from test_vap_hosts import beacon, state_of
from cloudmac_testbed import client, controller, restconf
from cloudmac_testbed.guest import agent_client, inject
from cloudmac_testbed.settings import RUNTIME

pytestmark = pytest.mark.controller

LEARNED = "data/cloudmac-learned:cloudmac-learned"
BEACON_S = 0.1


def bssid(number):
    return f"02:43:4d:a0:78:{number:02x}"


def station_of(vap):
    """Returns the address of a station that a VAP serves. It needs a lease, and is never there."""
    return "0a" + vap[len("0a") :]


def leases():
    """Returns the BSSIDs of wtp1's leases."""
    found = client.call(agent_client.call, wtp="wtp1", method="ack.list")["leases"]
    return {lease["bssid"] for lease in found}


def refused(wtp):
    """Returns the BSSIDs of the leases that a WTP does not grant."""
    each = next(one for one in restconf.state("/wtps")["wtp"] if one["id"] == wtp)
    return {failure["bssid"] for failure in each.get("lease-failure", [])}


@contextlib.contextmanager
def on_the_wire(name, vaps):
    """Sends the beacons of VAPs until the context ends."""
    frames = [beacon(vap, f"slot {vap}") for vap in vaps]
    client.call(
        inject.start,
        name=name,
        host="ct2",
        interface="eth0",
        frames=frames,
        gap_s=BEACON_S / len(frames),
    )
    try:
        yield
    finally:
        client.call(inject.stop, name=name)


def bind(vap, wtp):
    """Binds a station of a VAP to a WTP, so that the VAP needs a lease there."""
    entry = {"bssid": vap, "station": station_of(vap), "wtp": wtp}
    restconf.request(
        "PUT",
        f"{LEARNED}/station={vap},{station_of(vap)}",
        {"cloudmac-learned:station": [entry]},
    )


@contextlib.contextmanager
def forgotten(vaps):
    """Removes VAPs and their stations from the controller's memory at the end."""
    try:
        yield
    finally:
        for vap in vaps:
            for path in (f"station={vap},{station_of(vap)}", f"vap={vap}"):
                with contextlib.suppress(restconf.Refused):
                    restconf.request("DELETE", f"{LEARNED}/{path}")


def reclaims(log):
    """Returns (BSSID, ms without a beacon) of each lease in a log that another VAP needed."""
    line = (
        r"releases the lease for (\S+): it has sent no beacon for (\d+) ms, and another VAP needs"
    )
    return [(vap, int(silence)) for vap, silence in re.findall(line, log)]


def test_the_slot_of_a_vanished_vap_is_free_for_another(live, record_property):
    """The controller takes a silent VAP for lost, and releases its leases, only after ten seconds.
    It releases this one before, because the other VAP needs the slot, and no lease of a VAP that
    sends. The time that it took has no bound here: the test of SlotReclaimer has a virtual clock.
    """
    wtp = live.topology.hosts["wtp1"].wired
    info = client.call(agent_client.call, wtp="wtp1", method="agent.info")
    restconf.wait_for("the lease of the lab's VAP", lambda: len(leases()) == 1, seen=leases)
    held = leases()
    vanishing, *staying, waiting = map(bssid, range(info["radios"][0]["max_leases"]))
    first = held | {vanishing, *staying}
    log = controller.log_file(RUNTIME)
    with forgotten([vanishing, *staying, waiting]), on_the_wire("stay", [*staying, waiting]):
        with on_the_wire("vanish", [vanishing]):
            for vap in (vanishing, *staying):
                restconf.wait_for(
                    f"{vap} to be up", lambda vap=vap: (state_of(vap) or {}).get("up")
                )
                bind(vap, wtp)
            restconf.wait_for("leases in all slots", lambda: leases() == first, seen=leases)
            restconf.wait_for(f"{waiting} to be up", lambda: (state_of(waiting) or {}).get("up"))
            bind(waiting, wtp)
            restconf.wait_for(
                "a VAP without a slot", lambda: refused(wtp) == {waiting}, seen=lambda: refused(wtp)
            )
            assert leases() == first
            before = len(log.read_text(errors="replace"))
        after = first - {vanishing} | {waiting}
        restconf.wait_for("the slot to be the other VAP's", lambda: leases() == after, seen=leases)
        found = reclaims(log.read_text(errors="replace")[before:])
        record_property("reclaimed", found)
        assert [vap for vap, _ in found] == [vanishing]
        restconf.wait_for("no VAP to be without a slot", lambda: not refused(wtp))
    restconf.wait_for("the slots to be free", lambda: leases() == held, seen=leases)
