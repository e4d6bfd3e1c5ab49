# SPDX-License-Identifier: Apache-2.0
"""Sends wrong certificates, malformed frames and a flood of unknown transmitters, in real
time with the controller.

    mn ))) wtp1 --- swa === swb --- vap
"""
import collections
import concurrent.futures
import contextlib
import json
import time

import pytest
from conftest import TESTBED, await_wtps, wait_for
from cloudmac_testbed import client, pki, restconf
from cloudmac_testbed.guest import (
    agent_client,
    basics,
    inject,
    roaming,
    station,
    switch,
    timing,
    traffic,
    vap,
    wifi,
    wtp,
)
from cloudmac_testbed.errors import LabError
from cloudmac_testbed.settings import RUNTIME
from cloudmac_wire import Frame, RadioTag

pytestmark = pytest.mark.controller
WTP = "02:43:4d:02:01:00"
FLOOD = 10_000
MADE_UP = "0a:00"
"""First octets of the addresses of the floods."""
BURST, PAUSE_S = 8, 0.02
"""At most 400 probe requests a second. A switch sends 100 of them to the controller."""
POLL_S = 0.5
MEMORY_MB = 300
LARGEST = 1714
"""Octets of the largest frame that the lab's wires carry."""


def malformed(direction):
    """Returns (hex, reason) of the wire format's malformed vectors that Ethernet carries to
    a reader of CloudMAC's ethertypes. The driver reads both directions, so vectors of the
    wrong direction are left out."""
    file = "announcement.json" if direction == "announcement" else "malformed.json"
    vectors = json.loads((TESTBED.parent / "wire" / "vectors" / file).read_text())
    return [
        (vector["hex"], vector["expect"]["error"])
        for vector in vectors
        if vector["direction"] == direction
        and vector["expect"].get("error")
        in ("version", "kind", "address", "radiotap", "80211", "tlv")
        and 28 <= len(vector["hex"]) <= 2 * LARGEST
        and "vlan" not in vector["name"]
        and "wrong-way" not in vector["name"]
    ]


def ping():
    address = client.call(basics.gateway, name="mn")
    return client.call(traffic.ping, host="mn", address=address, count=3)


def reaches():
    return ping()["lost"] == 0


def assert_reaches():
    """Fails unless the station reaches its gateway. The message has the answers that came."""
    found = ping()
    assert found["lost"] == 0, found


@pytest.fixture
def other_pki(live):
    """Returns the guest's folder with certificates of another authority."""
    folder = RUNTIME / "exchange" / "other"
    if not folder.exists():
        pki.agents(live.parts.pki, folder, [WTP])
    return "/run/exchange/other"


def test_agent_refuses_another_authoritys_controller(live, other_pki):
    with pytest.raises(LabError, match="(?i)ssl|tls|certificate|closed|reset"):
        client.call(
            agent_client.call,
            wtp="wtp1",
            method="agent.info",
            certificate=f"{other_pki}/controller",
        )
    assert client.call(agent_client.call, wtp="wtp1", method="agent.info")["protocol"] == 1


def test_agent_refuses_a_wtp_as_controller(live):
    """The certificate is of the right authority, but not the controller's."""
    certificate = "/run/exchange/pki/wtp-02-43-4d-02-01-00"
    with pytest.raises(LabError):
        client.call(agent_client.call, wtp="wtp1", method="agent.info", certificate=certificate)


def test_controller_refuses_another_authoritys_agent(live, other_pki):
    def session():
        # Another test's forged WTP may be listed too.
        wtps = restconf.state("/wtps")["wtp"]
        return next(each for each in wtps if each["id"] == WTP)["session"]

    client.call(wtp.stop, name="wtp1")
    try:
        client.call(
            wifi.start_agent, name="wtp1", certificate=f"{other_pki}/wtp-{WTP.replace(':', '-')}"
        )
        wait_for("the session to be refused", lambda: session()["state"] == "refused", 60)
        assert session()["error"]
    finally:
        with contextlib.suppress(LabError):
            client.call(wtp.stop, name="wtp1")
        client.call(wifi.start_agent, name="wtp1")
    await_wtps(live.topology)
    wait_for("the station to be reachable", reaches, 60)


def send_and_count(kind, host, interface, drops):
    """Sends all malformed vectors of a kind and waits until each is counted by its reason.

    drops: returns reason -> frames dropped so far."""
    frames = malformed(kind)
    before = drops()
    client.call(inject.send, host=host, interface=interface, frames=[frame for frame, _ in frames])
    for reason, count in collections.Counter(reason for _, reason in frames).items():
        wait_for(
            f"{count} frames dropped for {reason}",
            lambda reason=reason, count=count: drops()[reason] - before[reason] >= count,
            10,
        )


def test_driver_counts_malformed_frames(live):
    """The frames come from the switch's end of the VAP's wire."""

    def drops():
        output = client.call(vap.counters, name="vap")
        return {
            name.removeprefix("rx_drop_"): value
            for name, value in output.items()
            if name.startswith("rx_drop_")
        }

    send_and_count("uplink", "swb", "vap", drops)
    assert_reaches()


def test_agent_counts_malformed_frames(live):
    """The frames come from the switch's end of the WTP's wire."""

    def drops():
        return client.call(agent_client.call, wtp="wtp1", method="stats")["drops"]

    send_and_count("downlink", "swa", "wtp1", drops)
    assert_reaches()


def test_controller_counts_malformed_announcements(live):
    def counted():
        return sum(
            int(entry["frames"])
            for entry in restconf.state("/counters").get("malformed", [])
            if entry["kind"] == "announcement"
        )

    frames = [frame for frame, _ in malformed("announcement")]
    assert frames
    before = counted()
    client.call(inject.send, host="wtp1", interface="eth0", frames=frames[:20], gap_s=0.2)
    wait_for("malformed announcements to be counted", lambda: counted() > before, 30)
    assert_reaches()


def resident_mb():
    """Returns the controller's resident memory in MB."""
    keeper = client.inside()
    total = 0
    for line in open(f"/proc/{keeper}/task/{keeper}/children", encoding="ascii").read().split():
        with open(f"/proc/{line}/status", encoding="ascii") as status:
            total += sum(int(row.split()[1]) for row in status if row.startswith("VmRSS"))
    return total // 1024


def probe(number):
    """Returns a probe request of transmitter ``number``, as the WTP forwards it."""
    mac = f"{MADE_UP}:{number >> 24 & 255:02x}:{number >> 16 & 255:02x}:{number >> 8 & 255:02x}:{number & 255:02x}"
    address = bytes.fromhex(mac.replace(":", ""))
    frame = (
        b"\x40\0\0\0"
        + b"\xff" * 6
        + address
        + b"\xff" * 6
        + b"\0\0"
        + b"\0\0"
        + b"\1\4\x82\x84\x8b\x96"
    )
    return wrap(mac, frame)


def wrap(mac, frame):
    tag = RadioTag(level=-50, rate=2, priority=7, kind=0, vap=0xFFFF)
    return (
        Frame(
            direction="uplink",
            tag=tag,
            station=mac,
            radiotap=b"\0\0\x08\0\0\0\0\0",
            frame=frame,
        )
        .build()
        .hex()
    )


def test_flood_of_unknown_transmitters(live):
    """The controller stays responsive. Its memory and tables stay bounded. The frames come from
    the WTP's end of its wire, so the agent's limit does not apply.

    The switch looks up each stranger outside the kernel. Until it has done that, a station's
    first frame after a pause waits behind these, or is lost."""
    memory = resident_mb()
    frames = [probe(number) for number in range(FLOOD)]
    client.call(inject.send, host="wtp1", interface="eth0", frames=frames)
    worst = 0.0
    for _ in range(10):
        began = time.monotonic()
        restconf.state("/stations")
        worst = max(worst, time.monotonic() - began)
    assert worst < 5
    assert len(restconf.state("/stations").get("station", [])) <= 1024
    assert resident_mb() - memory < MEMORY_MB
    assert len(client.call(switch.flows, name="swa")) < 3000
    wait_for("the station to be reachable", reaches, 60)


def bindings(mac):
    """Returns (VAP, station, WTP) of the bindings of a station and of made-up ones."""
    found = restconf.state("/stations").get("station", [])
    return {
        (each["bssid"], each["station"], each["wtp"])
        for each in found
        if each["station"] == mac or each["station"].startswith(MADE_UP)
    }


def unanswered_probes():
    """Returns the probe requests so far for which the controller had no entry left."""
    counted = restconf.state("/counters").get("refused", [])
    return sum(int(each["frames"]) for each in counted if each["reason"] == "too-many-probes")


@contextlib.contextmanager
def asleep(name):
    """Has a station doze until the context ends."""
    client.call(timing.doze, name=name, asleep=True)
    try:
        wait_for(f"{name} to doze", lambda: client.call(timing.dozes, name=name))
        yield
        assert client.call(timing.dozes, name=name)
    finally:
        client.call(timing.doze, name=name, asleep=False)


def test_strangers_who_probe_do_not_unbind_a_station_that_sleeps(live):
    """Each request is of another address. More of them reach the controller than it has entries for.
    They bind nobody, and the station's binding is there all the time."""
    wait_for("the station to be reachable", reaches, 60)
    mac = client.call(station.address, name="mn")
    before, connections = bindings(mac), client.call(roaming.connections, name="mn")
    refused = unanswered_probes()
    assert len(before) == 1
    frames = [probe(2 * FLOOD + number) for number in range(FLOOD)]
    with asleep("mn"), concurrent.futures.ThreadPoolExecutor() as pool:
        flood = pool.submit(
            client.call,
            inject.send,
            host="wtp1",
            interface="eth0",
            frames=frames,
            gap_s=PAUSE_S,
            burst=BURST,
        )
        while not concurrent.futures.wait([flood], timeout=POLL_S).done:
            assert bindings(mac) == before
        flood.result()
        assert unanswered_probes() > refused
        assert bindings(mac) == before
    assert client.call(roaming.connections, name="mn") == connections
    assert_reaches()
