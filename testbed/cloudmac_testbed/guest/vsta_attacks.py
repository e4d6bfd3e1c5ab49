# SPDX-License-Identifier: Apache-2.0
"""Sends the frames of a hostile virtual station's machine on its wire.

A program that runs in a host's namespace. Standard input is a Job in JSON. At the end it prints
attack -> number of frames sent."""
import json
import socket
import subprocess
import sys
import time
from collections.abc import Mapping
from typing import TypedDict

from cloudmac_wire import Direction, Frame, Hello, Kind, RadioTag, Scan, vap_id

from .. import calls
from . import (
    agent_client,
    goodput,
    inspection,
    medium_client,
    roaming,
    shell,
    station,
    timing,
    traffic,
    vsta,
)
from .attack_frames import (
    ACTION,
    BROADCAST,
    DATA,
    DEAUTHENTICATION,
    FROM_DS,
    PLAIN_RADIOTAP,
    TO_DS,
    header,
    octets,
)
from .attackers import schedule
from .basics import gateway, join, peer

BEACON, PROBE_RESPONSE, ASSOCIATION_RESPONSE = 0x80, 0x50, 0x10
ELSEWHERE_MHZ = 2412
SETTLE_S = 2
TRACE = "attack"


class Job(TypedDict):
    """What the machine sends. per_s: attack -> frames a second; own, other: addresses of its virtual
    station and of another one; bssid: which both joined."""

    per_s: Mapping[str, float]
    own: str
    other: str
    bssid: str


def _down(receiver, tag_of, frame, kind=Kind.FRAME):
    """Returns a downlink frame. tag_of: the address that the tag names."""
    tag = RadioTag(vap=vap_id(tag_of), kind=kind)
    return Frame(Direction.DOWNLINK, receiver, tag, PLAIN_RADIOTAP, frame).build()


def _data(job, transmitter, number, receiver=None, flags=TO_DS):
    receiver = receiver or job["bssid"]
    head = header(DATA, flags, octets(receiver), octets(transmitter), octets(job["other"]), number)
    return head + bytes(32)


def _management(job, kind, transmitter, number, receiver, body):
    head = header(kind, 0, octets(receiver), octets(transmitter), octets(transmitter), number)
    return head + body


def foreign_tag(number, job):
    """Data in the name of another virtual station, with the tag of that one."""
    return _down(job["bssid"], job["other"], _data(job, job["other"], number))


def foreign_address(number, job):
    """Data in the name of another virtual station, with the own tag."""
    return _down(job["bssid"], job["own"], _data(job, job["other"], number))


def foreign_deauth(number, job):
    """Deauthentication of another virtual station at its access point."""
    bssid = octets(job["bssid"])
    head = header(DEAUTHENTICATION, 0, bssid, octets(job["other"]), bssid, number)
    return _down(job["bssid"], job["other"], head + b"\7\0")


def as_access_point(number, job):
    """Beacon, probe response, association response by turns, as an access point sends them."""
    kind = (BEACON, PROBE_RESPONSE, ASSOCIATION_RESPONSE)[number % 3]
    to = BROADCAST.hex(":") if kind == BEACON else job["other"]
    return _down(to, job["own"], _management(job, kind, job["own"], number, to, bytes(40)))


def from_the_ds(number, job):
    """Data from the DS, by turns to another virtual station and to all."""
    to = job["other"] if number % 2 else BROADCAST.hex(":")
    return _down(to, job["own"], _data(job, job["own"], number, to, FROM_DS))


def other_bss(number, job):
    """Data to the DS of a BSS that it did not join."""
    to = "02:aa:00:00:00:01"
    return _down(to, job["own"], _data(job, job["own"], number, to))


def channel(number, job):
    """Hello of a station that is on another channel."""
    hello = Hello(True, False, ELSEWHERE_MHZ, "02:aa:00:00:00:01", b"x")
    return _down(BROADCAST.hex(":"), job["own"], hello.build(job["own"]), Kind.VSTA)


def scan_flood(number, job):
    """Scan with a new id, of all channels, without answers from memory."""
    channels = tuple(range(2412, 2463, 5))
    scan = Scan(1 + number % 65535, channels, (b"",), True, True)
    return _down(BROADCAST.hex(":"), job["own"], scan.build(job["own"]), Kind.VSTA)


def scan_again(number, job):
    """Scan with a new id, of one channel, which may be answered from memory."""
    scan = Scan(1 + number % 65535, (2437,), (b"",), True, False)
    return _down(BROADCAST.hex(":"), job["own"], scan.build(job["own"]), Kind.VSTA)


def foreign_message(number, job):
    """Hello in the name of another virtual station, with the own tag."""
    hello = Hello(False, False, ELSEWHERE_MHZ)
    return _down(BROADCAST.hex(":"), job["own"], hello.build(job["other"]), Kind.VSTA)


def malformed_message(number, job):
    """Scan that announces more frequencies than it has, has none, or has one twice."""
    frame = bytearray(Scan(1 + number % 65535, (2412, 2437)).build(job["own"]))
    body = 24
    if number % 3 == 0:
        frame[body + 8] = 60
    elif number % 3 == 1:
        frame[body + 8] = 0
    else:
        frame[body + 12 : body + 14] = frame[body + 10 : body + 12]
    return _down(BROADCAST.hex(":"), job["own"], bytes(frame), Kind.VSTA)


def action_flood(number, job):
    """Vendor-specific action frame to its access point, which it may send."""
    body = b"\x7f\x12\x13\x37\xff" + bytes(64)
    bssid = octets(job["bssid"])
    head = header(ACTION, 0, bssid, octets(job["own"]), bssid, number)
    return _down(job["bssid"], job["own"], head + body)


FRAMES = {
    function.__name__: function
    for function in (
        *(foreign_tag, foreign_address, foreign_deauth, as_access_point, from_the_ds, other_bss),
        *(channel, scan_flood, scan_again, foreign_message, malformed_message, action_flood),
    )
}
"""Attack -> function that builds its frames."""


@calls.declare
def measure(lab, victim: str, attacker: str, per_s: Mapping[str, float], seconds: int, mbps: float):
    """Measures the victim's streams while the machine of another virtual station attacks.

    per_s: attack -> frames a second; empty: it is quiet. mbps: UDP that the victim sends.
    Returns ``flows``: way -> timing.account(), ``mbps`` of what it sent, ``sent``: attack -> frames,
    ``at_switch``: frames that came in at the attacker's port of its switch meanwhile, ``drops``:
    reason -> frames that the agent dropped meanwhile, ``listed``: the agent's virtual stations at the
    end, ``victim``: its address, ``state`` of both supplicants, ``programs``: those
    that run, before and after, and ``associations`` of both. The frames during the attack are in the
    trace TRACE."""
    joined = {name: join(lab, name) for name in (victim, attacker)}
    for name in joined:
        traffic.ping(name, gateway(lab, name), 3)  # ARP
    wtp = lab.topology.hosts[victim].options["wtp"]
    job = {
        "per_s": per_s,
        "own": station.address(attacker),
        "other": station.address(victim),
        "bssid": joined[victim]["bssid"],
    }
    before = agent_client.call(lab, wtp, "stats")["drops"]
    switch = lab.topology.hosts[attacker].at
    came_in = _received(switch, attacker)
    programs = sorted(inspection.processes())
    schedule_ = {"count": round(seconds / 0.01), "gap": 0.01, "octets": 200}
    begin = time.monotonic() + timing.SETTLE_S
    server, there = peer(lab, victim).name, gateway(lab, victim)
    probes = {
        "up": timing.start_flow("up", victim, server, there, schedule_, begin),
        "down": timing.start_flow(
            "down", server, victim, joined[victim]["address"], schedule_, begin
        ),
    }
    bulk = goodput.start_flows(lab, "udp_up", {victim: joined[victim]}, mbps, seconds)[victim]
    sent = {}
    if per_s:
        with medium_client.traced(TRACE):
            process = start(attacker, "eth0", seconds, job)
            output, errors = process.communicate()
        if process.returncode:
            raise shell.CommandFailed(f"vsta_attacks: {errors.strip()[-500:]}")
        sent = json.loads(output)
    flows = {way: one() for way, one in probes.items()}
    after = agent_client.call(lab, wtp, "stats")["drops"]
    return {
        "joined": joined,
        "flows": flows,
        "mbps": goodput.goodput_of(bulk, SETTLE_S, seconds - 1),
        "sent": sent,
        "at_switch": _received(switch, attacker) - came_in,
        "drops": {name: count - before.get(name, 0) for name, count in after.items()},
        "listed": vsta.listed(lab, wtp),
        "victim": station.address(victim),
        "state": {name: station.status(name)["wpa_state"] for name in joined},
        "programs": [programs, sorted(inspection.processes())],
        "associations": {name: len(roaming.connections(name)) for name in joined},
    }


def _received(switch, port):
    """Returns the number of frames that came in at a port of a switch."""
    return int(shell.run(switch, "cat", f"/sys/class/net/{port}/statistics/rx_packets"))


def start(host, interface, seconds, job):
    """Starts the program in a host."""
    words = ["/usr/bin/python3", "-m", __name__, interface, seconds]
    process = subprocess.Popen(
        shell.command(host, words),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    process.stdin.write(json.dumps(job))
    process.stdin.close()
    process.stdin = None
    return process


def main():
    interface, seconds = sys.argv[1], float(sys.argv[2])
    job = json.load(sys.stdin)
    sent = dict.fromkeys(job["per_s"], 0)
    with socket.socket(socket.AF_PACKET, socket.SOCK_RAW) as sock:
        sock.bind((interface, 0))
        began = time.monotonic()
        for due, name, number in schedule(job["per_s"], seconds):
            left = began + due - time.monotonic()
            if left > 0:
                time.sleep(left)
            sock.send(FRAMES[name](number, job))
            sent[name] += 1
    print(json.dumps(sent))


if __name__ == "__main__":
    main()
