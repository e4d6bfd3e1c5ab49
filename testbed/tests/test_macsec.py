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


def ethertypes(host, interface):
    """Returns the ethertypes of the frames that pass an interface while the station pings."""
    heads = client.call(
        frame_path.heads_during_ping,
        name="mn",
        address=client.call(basics.gateway, name="mn"),
        count=PROBES,
        host=host,
        interface=interface,
    )
    return {head[24:28] for head in heads}


def reaches():
    address = client.call(basics.gateway, name="mn")
    return client.call(traffic.ping, host="mn", address=address, count=PROBES)["lost"] == 0


@pytest.mark.parametrize("host", ["wtp1", "vap"])
def test_the_wire_carries_only_encrypted_frames(lab, host):
    assert ethertypes(host, macsec.lower("eth0")) == {MACSEC}
    assert set(CLOUDMAC) & ethertypes(host, "eth0")


def test_frames_of_a_neighbour_on_the_wire_are_dropped(lab):
    """A neighbour without the keys sends a genuine frame once more, as plain text and as it was
    on the wire."""
    heads = client.call(
        frame_path.heads_during_ping,
        name="mn",
        address=client.call(basics.gateway, name="mn"),
        count=1,
        host="swb",
        interface=macsec.lower("vap"),
    )
    link = next(link for link in lab.topology.links if "vap" in link.ends)
    recorded = next(head for head in heads if head.startswith(link.addresses[1].replace(":", "")))
    forged = recorded[:24] + CLOUDMAC[0] + "00" * 60
    before = client.call(macsec.counters, host="vap", ifname="eth0")
    client.call(inject.send, host="swb", interface=macsec.lower("vap"), frames=[recorded, forged])

    def dropped():
        now = client.call(macsec.counters, host="vap", ifname="eth0")
        return {name for name in now if now[name] > before.get(name, 0)}

    wait_for("both to be counted", lambda: {"InPktsNoTag"} <= dropped(), 10)
    assert reaches()
