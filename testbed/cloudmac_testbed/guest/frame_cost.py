# SPDX-License-Identifier: Apache-2.0
"""Measures what a frame costs a switch or a WTP alone in the lab kernel. wires/relay.py
sends and receives at the other ends of its wires."""
import contextlib
import json
import pathlib
import socket
import sys
import time
import types
from collections.abc import Sequence

from .. import calls, pki
from ..wires import addresses, relay
from . import macsec, shell, switch, wtp
from .network import WIRED_MTU
from .vap_host import ASK, TIMEOUT_S, ask

WARM = 10
"""Before a measurement 1/WARM of its frames are sent."""
BURST, PAUSE_S = 16, 0.001
"""A station in the guest pauses after each burst, as the agent needs the processor too."""
ASKING, *WIRES = ("vec1", "vec2", "vec3")
"""Calls have an interface of their own, so that the wires carry only measured frames."""
SWITCH = ""
"""No network namespace of its own."""
CERTIFICATES = pathlib.Path("/run/cost-pki")
AIR, WTP = "air0", "wtp"
STATION, CHANNEL = "sta", 1
"""An idle radio's channel, so that the station's radio acknowledges."""


@contextlib.contextmanager
def _asking():
    shell.run(None, "ip", "link", "set", ASKING, "up")
    with socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(ASK)) as wire:
        wire.bind((ASKING, ASK))
        wire.settimeout(TIMEOUT_S)
        yield wire


def _measured(wire, ways, octets, frames):
    found = {}
    for name, way in ways.items():
        for size in octets:
            # Fills the caches first: they are not a frame's cost.
            ask(wire, relay.Relay.measure, count=frames // WARM, octets=size, **way)
            found[f"{name}_{size}"] = ask(
                wire, relay.Relay.measure, count=frames, octets=size, **way
            )
    return found


PAIR = ("pair0", "pair1")
PAIR_ADDRESSES = ("02:43:4d:40:00:00", "02:43:4d:40:00:01")


@contextlib.contextmanager
def _pair_between_wires(protected):
    """Has a veth pair between two bridges, one at each wire; protected: with MACsec at both ends
    of the pair."""
    mtu = ("mtu", WIRED_MTU + macsec.OVERHEAD)
    near, far = PAIR_ADDRESSES
    one, other = PAIR
    ends = [f"{name}s" for name in PAIR] if protected else PAIR
    bridges = ("lan0", "lan1")
    shell.run(
        None,
        *("ip", "link", "add", one, "address", near, *mtu, "type", "veth"),
        *("peer", "name", other, "address", far, *mtu),
    )
    for name, bridge in zip(PAIR, bridges):
        shell.run(None, "ip", "link", "set", name, "up")
        shell.run(None, "ip", "link", "add", bridge, "mtu", WIRED_MTU, "type", "bridge")
    if protected:
        macsec.add_interface(None, one, ends[0], near, far)
        macsec.add_interface(None, other, ends[1], far, near)
    for wire, end, bridge in zip(WIRES, ends, bridges):
        for port in (wire, end):
            shell.run(None, "ip", "link", "set", port, "master", bridge)
        for name in (end, bridge):
            shell.run(None, "ip", "link", "set", name, "up")
    yield
    for name in (one, *bridges):
        shell.run(None, "ip", "link", "del", name)


@calls.declare
def forwarding(lab, octets: Sequence[int], frames: int):
    """Measures the cost of a frame from one wire to the other: through the kernel's bridge,
    through two bridges and a veth pair, with and without MACsec on the pair, and through a switch
    with one rule each way. The bridge's cost is that of the wires alone."""
    ways = {
        "up": {"what": "uplink", "into": 1, "out": 2},
        "down": {"what": "downlink", "into": 2, "out": 1},
    }
    for wire in WIRES:
        shell.run(None, "ip", "link", "set", wire, "up")
    with _asking() as asking:
        shell.run(None, "ip", "link", "add", "lan", "mtu", WIRED_MTU, "type", "bridge")
        for wire in WIRES:
            shell.run(None, "ip", "link", "set", wire, "master", "lan")
        shell.run(None, "ip", "link", "set", "lan", "up")
        found = {"bridge": _measured(asking, ways, octets, frames)}
        shell.run(None, "ip", "link", "del", "lan")
        for name, protected in (("pair", False), ("macsec", True)):
            with _pair_between_wires(protected):
                found[name] = _measured(asking, ways, octets, frames)
        switch.use(lab.plan["parts"]["ovs"])
        switch.start(SWITCH)
        switch.configure(SWITCH, 1, WIRES)
        for one, other in ((1, 2), (2, 1)):
            rule = f"priority=2000,in_port={one},dl_type=0x1337,actions=output:{other}"
            switch.openflow(SWITCH, "add-flow", rule)
        found["switch"] = _measured(asking, ways, octets, frames)
    return found


def _wire_full():
    """Returns the number of frames dropped because the wire's other end read too slowly."""
    (wire,) = json.loads(shell.run(WTP, "ip", "-s", "-j", "link", "show", WIRES[0]))
    return wire["stats64"]["tx"]["dropped"]


def _sent_by_the_station(asking, octets, frames, through):
    """Measures the cost of a frame that the station sends; through: and its WTP forwards."""
    found = {}
    for size in octets:
        for count in (frames // WARM, frames):
            full = _wire_full() if through else 0
            ask(asking, relay.Relay.begin, out=1 if through else None)
            shell.run(
                STATION,
                *("/usr/bin/python3", "-m", "cloudmac_testbed.guest.frame_cost", AIR, size, count),
                timeout=TIMEOUT_S,
            )
            found[f"up_{size}"] = ask(asking, relay.Relay.end, out=1, count=count if through else 0)
            found[f"up_{size}"]["count"] = count
            found[f"up_{size}"]["wire_full"] = _wire_full() - full if through else 0
    return found


@calls.declare
def carrying(lab, octets: Sequence[int], frames: int):
    """Measures the cost of a frame at a WTP: a downlink frame with its TX status, an uplink
    frame, and the station's own cost of sending one."""
    own = _radios(lab.plan["parts"]["hwsim"])
    with _asking() as asking:
        alone = _sent_by_the_station(asking, octets, frames, through=False)
        _start_agent(lab.plan["parts"], own)
        ways = {"down": {"what": "downlink", "into": 1, "out": 1}}
        found = _measured(asking, ways, octets, frames)
        found |= _sent_by_the_station(asking, octets, frames, through=True)
    return {"station": alone, "wtp": found}


def _radios(hwsim):
    """Creates the station's radio and the WTP's. Returns the name of the WTP's."""
    shell.run(None, "rmmod", "mac80211_hwsim")
    shell.run(None, "insmod", hwsim, "radios=2")
    radios = pathlib.Path("/sys/class/ieee80211")
    near, own = sorted(path.name for path in radios.glob("phy*"))
    interfaces = {
        phy: next((radios / phy / "device" / "net").glob("wlan*")).name for phy in (near, own)
    }
    shell.run(None, "iw", "dev", interfaces[own], "del")
    shell.run(None, "ip", "link", "set", interfaces[near], "address", addresses.station(0, 0))
    shell.run(None, "ip", "netns", "add", STATION)
    shell.run(None, "iw", "phy", near, "set", "netns", "name", STATION)
    shell.run(STATION, "ip", "link", "set", interfaces[near], "up")
    shell.run(STATION, "iw", "dev", interfaces[near], "interface", "add", AIR, "type", "monitor")
    shell.run(STATION, "ip", "link", "set", AIR, "up")
    return own


def _start_agent(built, phy):
    """Starts the agent on the first wire."""
    host = types.SimpleNamespace(
        name=WTP,
        wired="02:43:4d:02:01:00",
        management="127.0.0.1",
        options={
            "announce_ms": 60_000,
            "batch": 64,
            "channel": CHANNEL,
            "aggregation": True,
            "airtime": True,
        },
    )
    shell.run(None, "ip", "netns", "add", WTP)
    shell.run(None, "ip", "link", "set", WIRES[0], "netns", WTP)
    shell.run(None, "iw", "phy", phy, "set", "netns", "name", WTP)
    for interface in ("lo", WIRES[0]):
        shell.run(WTP, "ip", "link", "set", interface, "up")
    pki.agents(built["pki"], CERTIFICATES, [host.wired])
    certificate = CERTIFICATES / f"wtp-{host.wired.replace(':', '-')}"
    wtp.start(host, built["agent"], [phy], certificate, [addresses.bssid(0)], lower=WIRES[0])


def main():
    """Sends the station's data from a monitor interface. Arguments: interface, octets, count."""
    interface, octets, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    frames = [relay.uplink(number, octets)[14:] for number in range(BURST)]
    with socket.socket(socket.AF_PACKET, socket.SOCK_RAW) as sock:
        sock.bind((interface, 0))
        for number in range(count):
            sock.send(frames[number % BURST])
            if number % BURST == BURST - 1:
                time.sleep(PAUSE_S)


if __name__ == "__main__":
    main()
