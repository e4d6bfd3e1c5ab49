# SPDX-License-Identifier: Apache-2.0
"""N9, its raw part: a counter in front of a VAP, while its station is handed over under traffic.

    mn ))) wtp1 -- pn1 (counter) == swa == pn2 -- wtp2
                                     |
                                    vap

The station sends numbered packets. Captures at the ports of the WTPs, of the counter and of the VAP
show the way of each. Its pings show that frames to it pass the counter too."""
import collections

from .. import client, restconf
from ..guest import basics, captures, pinging, station
from ..live import wait_for_wtps
from . import sdk
from .site import WAIT_S

COUNTER = "in_0 -> there :: Counter -> out_1; in_1 -> back :: Counter -> out_0;"
MEMBERS = ("handovers", "sent", "on_path", "lost", "skipped")
STATION, VAP, NODE = "mn", "vap", "pn1"
WTPS = {"wtp1": "pn1", "wtp2": "pn2"}
AT_VAP = ("swa", "vap")
PORT = 5000
ADDRESSES = ("192.0.2.5", "192.0.2.6")
"""Nobody's, so that nothing answers."""
GAP_S = 0.02
PINGS = 50
SETTLED = 50
"""Packets before the first handover, and behind the last one."""


def await_left(what, count, seen=None):
    """Waits until so many packets have left towards the VAP."""
    restconf.wait_for(what, lambda: client.call(captures.count_left, to=AT_VAP) >= count, seen=seen)


def _ways(seen):
    """Returns how often each packet was at each point: number -> Counter of (host, interface,
    direction)."""
    ways = collections.defaultdict(collections.Counter)
    for host, interface, direction, _, frame in seen:
        ways[captures.number_in(bytes.fromhex(frame))][host, interface, direction] += 1
    return ways


def ways_of_lost(seen, sent):
    """Returns where the packets were that have not reached the VAP: number -> Counter."""
    ways = _ways(seen)
    return {number: ways[number] for number in range(sent) if not ways[number][(*AT_VAP, "out")]}


def judge(seen, sent, ports):
    """Returns what has become of the packets 0 to sent - 1. seen: of captures.stop(); ports: the
    points where frames enter and leave the counter."""
    enters, leaves = ports
    where = _ways(seen)
    lost = skipped = on_path = 0
    for number in range(sent):
        found = where[number]
        arrived = found[(*AT_VAP, "out")]
        heard = sum(found[at, name, "in"] for name, at in WTPS.items())
        lost += bool(heard) and not arrived
        skipped += arrived > found[(*leaves, "in")]
        on_path += 0 < arrived == found[(*leaves, "in")] == found[(*enters, "out")] <= heard
    heard = [number for number in range(sent) if any(where[number].values())]
    return {"sent": sent, "heard": len(heard), "lost": lost, "skipped": skipped, "on_path": on_path}


def _hand_over(bssid, mac, wtp):
    """Hands the station over. Returns how long it took, ms."""
    return int(
        restconf.operation("hand-over", bssid=bssid, station=mac, wtp=wtp).get("duration", 0)
    )


def run(site, count):
    """Hands the station over so many times. Returns the raw result."""
    plan = site.network
    bssid = plan.hosts[VAP].options["bssid"]
    wtps = [plan.hosts[name].wired for name in WTPS]
    wait_for_wtps(plan)
    client.call(basics.join, name=STATION)
    mac = client.call(station.address, name=STATION)
    _hand_over(bssid, mac, wtps[0])
    package = sdk.load()
    handlers = [(name, f"{name}.count") for name in ("there", "back")]
    counter = package.LVNF(package.Image(COUNTER, 2, handlers))
    counter.cpp = NODE
    state = counter.ready.result(WAIT_S)
    ports = [(NODE, port.interface) for port in state.ports]
    (uplink, downlink), flow = package.LVAP(bssid, mac).ports, package.make_wild_card_flow()
    uplink.answers[flow] = downlink
    uplink.next[flow] = counter.ports[0]
    chain = uplink.chain(flow).result(WAIT_S)
    client.call(captures.start, points=[*ports, AT_VAP, *((at, name) for name, at in WTPS.items())])
    packet = captures.Packet(0, (bssid, mac), ADDRESSES, (40000, PORT))
    client.call(
        captures.start_stream,
        host=STATION,
        interface=station.INTERFACE,
        frame=packet.octets().hex(),
        gap_s=GAP_S,
    )
    await_left("packets before the first handover", SETTLED)
    peer = client.call(basics.gateway, name=STATION)
    client.call(pinging.begin, host=STATION, address=peer, count=PINGS, replies=1)
    took = [_hand_over(bssid, mac, wtps[(number + 1) % 2]) for number in range(count)]
    await_left(
        "packets after the last handover", client.call(captures.count_left, to=AT_VAP) + SETTLED
    )
    sent = client.call(captures.stop_stream)
    await_left(
        f"{sent} packets", sent, lambda: f"all but {ways_of_lost(client.call(captures.stop), sent)}"
    )
    found = judge(client.call(captures.stop), sent, ports)
    pings = client.call(pinging.finish, host=STATION)
    counted = {name: getattr(counter, name)().result(WAIT_S)[0] for name in ("there", "back")}
    del uplink.next[flow]
    counter.remove().result(WAIT_S)
    return {
        **found,
        "handovers": len(took),
        "duration_ms": took,
        "answered": len(pings["samples"]),
        "counted": counted,
        "chain_rules": chain.rules,
    }


def is_as_wanted(found):
    """Returns whether a run shows what it should."""
    return (
        found["on_path"] == found["sent"] == found["heard"]
        and not found["lost"]
        and not found["skipped"]
        and found["counted"]["there"] >= found["sent"] + found["answered"]
        and found["counted"]["back"] >= found["answered"] > 0
    )
