# SPDX-License-Identifier: Apache-2.0
"""Protects the wires of the WTP and of the VAP's host by MACsec. The switches learn, in real
time without the controller.

    mn ))) wtp1 -MACsec- swa === swb -MACsec- vap
"""
import pytest
from conftest import wait_for
from cloudmac_testbed import client, topology
from cloudmac_testbed.guest import basics, frame_path, inject, macsec, traffic

MACSEC, CLOUDMAC = "88e5", ("1337", "1338")
PROTECTED = {
    "switches": ["swa", "swb"],
    "wtps": {"wtp1": {"at": "swa"}},
    "vaps": {"vap": {"at": "swb"}},
    "stations": ["mn"],
    "links": [{"between": ["swa", "swb"]}],
    "edge": {"macsec": True},
}
PROBES = 5


@pytest.fixture(scope="module")
def lab(radio_parts):
    with client.Lab(topology.parse(PROTECTED), radio_parts, controller=False) as lab_:
        client.call(basics.join, name="mn")
        yield lab_
        lab_.check()


def frames(host, interface):
    """Returns [true if outgoing, octets, first octets] of frames that pass while mn pings."""
    return client.call(
        frame_path.frames_during_ping,
        name="mn",
        address=client.call(basics.gateway, name="mn"),
        count=PROBES,
        host=host,
        interface=interface,
    )


def ethertypes(host, interface):
    """Returns the ethertypes of the frames that pass an interface while the station pings."""
    return {head[24:28] for _, _, head in frames(host, interface)}


def reaches():
    address = client.call(basics.gateway, name="mn")
    return client.call(traffic.ping, host="mn", address=address, count=PROBES)["lost"] == 0


@pytest.mark.parametrize("host", ["wtp1", "vap"])
def test_the_wire_carries_only_encrypted_frames(lab, host):
    assert ethertypes(host, macsec.lower("eth0")) == {MACSEC}
    assert set(CLOUDMAC) & ethertypes(host, "eth0")


@pytest.mark.parametrize("how, counter", [("again", "InPktsLate"), ("plain", "InPktsNoTag")])
def test_frames_of_a_neighbour_on_the_wire_are_dropped(lab, how, counter):
    """A neighbour without the keys sends a frame once more, or sends one without MACsec."""
    wire = macsec.lower("vap")
    recorded = next(
        head for out, octets, head in frames("swb", wire) if out and 2 * octets == len(head)
    )
    frame = recorded if how == "again" else recorded[:24] + CLOUDMAC[0] + "00" * 60

    def dropped():
        return client.call(macsec.received, host="vap", ifname="eth0")[counter]

    before = dropped()
    client.call(inject.send, host="swb", interface=wire, frames=[frame])
    wait_for(f"{counter} to count the frame", lambda: dropped() > before, 10)
    assert reaches()
