# SPDX-License-Identifier: Apache-2.0
"""N17: a duplicate filter for 802.11 frames at the WTP's switch.

    mn ))) wtp1 -- pn1 (filter) == swa -- vap

A station sends numbered packets. Nothing of the lab's radios loses an ACK, so each fifth frame is sent
again from the WTP with the Retry bit, as if the station had. Captures at the ports of the filter
show what enters and what leaves."""
import collections

from .. import client, restconf
from ..guest import basics, captures, repeating, station
from ..live import wait_for_wtps
from ..settings import ROOT
from . import raw_chains, sdk
from .raw_chains import AT_VAP, GAP_S, NODE, STATION, VAP
from .site import WAIT_S

SCRIPT = ROOT / "lvnf" / "images" / "scripts" / "raw-dupe.click"
HANDLER = ("dupes_table", "dupe.dupes_table")
WTP = "wtp1"
ACKS_LOST = 0.2


def judge(seen, ports):
    """Returns what has become of the packets. seen: of captures.stop(); ports: the points where
    frames enter and leave the filter."""
    entered, left = collections.Counter(), collections.Counter()
    for host, interface, direction, _, frame in seen:
        number = captures.number_in(bytes.fromhex(frame))
        if (host, interface, direction) == (*ports[0], "out"):
            entered[number] += 1
        elif (host, interface, direction) == (*ports[1], "in"):
            left[number] += 1
    return {
        "packets": len(entered),
        "repeated": sum(entered.values()) - len(entered),
        "lost": len(entered.keys() - left.keys()),
        "duplicates": sum(left.values()) - len(left),
    }


def run(site, count):
    """Sends so many packets. Returns the raw result."""
    plan = site.network
    bssid = plan.hosts[VAP].options["bssid"]
    wait_for_wtps(plan)
    client.call(basics.join, name=STATION)
    mac = client.call(station.address, name=STATION)
    restconf.operation("hand-over", bssid=bssid, station=mac, wtp=plan.hosts[WTP].wired)
    package = sdk.load()
    lvnf = package.LVNF(package.Image(vnf=SCRIPT, nb_ports=2, handlers=[HANDLER]))
    lvnf.cpp = NODE
    ports = [(NODE, port.interface) for port in lvnf.ready.result(WAIT_S).ports]
    uplink, flow = package.LVAP(bssid, mac).ports[0], package.make_wild_card_flow()
    uplink.next[flow] = lvnf.ports[0]
    uplink.chain(flow).result(WAIT_S)
    client.call(captures.start, points=[*ports, AT_VAP])
    client.call(repeating.start, wtp=WTP, at=NODE, share=ACKS_LOST)
    packet = captures.Packet(0, (bssid, mac), raw_chains.ADDRESSES, (40000, raw_chains.PORT))
    client.call(
        captures.start_stream,
        host=STATION,
        interface=station.INTERFACE,
        frame=packet.octets().hex(),
        gap_s=GAP_S,
    )
    raw_chains.await_left("packets behind the filter", count)
    sent = client.call(captures.stop_stream)
    raw_chains.await_left("the last packet", sent)
    made = client.call(repeating.stop)
    found = judge(client.call(captures.stop), ports)
    table = {key["transmitter"]: one for key, one in lvnf.dupes_table().result(WAIT_S).items()}
    del uplink.next[flow]
    lvnf.remove().result(WAIT_S)
    return {**found, "sent": sent, "made": made, "dropped": table[mac]["duplicates"]}


def is_as_wanted(found):
    """Returns whether a run shows what it should."""
    return (
        found["packets"] == found["sent"]
        and 0 < found["repeated"] <= found["dropped"]
        and not found["lost"]
        and not found["duplicates"]
    )


def summary(rounds):
    """Returns N17 of the result file."""
    members = ("packets", "repeated", "lost", "duplicates")
    return {
        "runs": len(rounds),
        "as_wanted": sum(map(is_as_wanted, rounds)),
        **{member: sum(one[member] for one in rounds) for member in members},
        "rounds": rounds,
    }
