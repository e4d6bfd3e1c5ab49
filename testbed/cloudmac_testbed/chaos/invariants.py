# SPDX-License-Identifier: Apache-2.0
"""Checks the switches' rules and the agents' leases after faults, independently of the
controller's own view. Does no I/O.

A station has a binding at each VAP that it sends frames to. A probe request for any network goes
to all VAPs. So other WTPs may serve it for other VAPs, until the controller's
station-timeout."""
import dataclasses
import re

FORWARDED = 2000
"""Priority of the rules that forward frames."""
CLOUDMAC = "dl_type=0x1337"
ADDRESS = r"((?:[0-9a-f]{2}:){5}[0-9a-f]{2})"
STATION = re.compile(rf"\bdl_(src|dst)={ADDRESS}(?=[ ,]|$)")
TAG = re.compile(rf"\bdl_(?:src|dst)={ADDRESS}/")
IN_PORT = re.compile(r"\bin_port=(\d+)")
OUTPUT = re.compile(r"\boutput:(\d+)")
PRIORITY = re.compile(r"\bpriority=(\d+)")
ANY = "ff:ff"
"""Stands for a VAP's id in a probe request for any network."""


@dataclasses.dataclass(frozen=True)
class Network:
    """The network. wtps: name -> (switch, port); vaps: name -> BSSID; stations: MAC -> VAP."""

    wtps: dict
    vaps: dict
    stations: dict


def vap_id(address):
    """Returns a VAP's id: the last two octets of its BSSID, as in a radio tag."""
    return address[-5:]


def served(network, rules):
    """Returns the WTPs from which the switches forward a station's uplink frames for a VAP, and
    to which they forward its downlink frames: (MAC, VAP id) -> ("up" and "down" -> set of WTPs).
    rules: switch -> lines of its flows."""
    found = {}
    for wtp, (switch, port) in network.wtps.items():
        for line in rules[switch]:
            match, _, actions = line.partition(" actions=")
            side, tag = STATION.search(match), TAG.search(match)
            if CLOUDMAC not in match or int(PRIORITY.search(match)[1]) != FORWARDED:
                continue
            if not side or not tag:
                continue
            entered = IN_PORT.search(match)
            up = side[1] == "src" and entered and int(entered[1]) == port
            down = side[1] == "dst" and str(port) in OUTPUT.findall(actions)
            entry = found.setdefault((side[2], vap_id(tag[1])), {"up": set(), "down": set()})
            if up:
                entry["up"].add(wtp)
            if down:
                entry["down"].add(wtp)
    return found


def violations(network, rules, leases):
    """Returns the violations as lines of text.

    leases: WTP -> set of BSSIDs that it acknowledges for."""
    bssids = {vap_id(bssid): bssid for bssid in network.vaps.values()}
    found = served(network, rules)
    wrong = []
    needed = {wtp: set() for wtp in network.wtps}
    for mac in sorted({mac for mac, _ in found} - set(network.stations)):
        wrong.append(f"rules for {mac}, which is not a station of the lab")
    for mac, vap in sorted(network.stations.items()):
        anywhere = set()
        for number, bssid in sorted(bssids.items()):
            ways = found.get((mac, number), {"up": set(), "down": set()})
            least = 1 if bssid == network.vaps[vap] or (mac, number) in found else 0
            if not least <= len(ways["up"]) <= 1 or ways["up"] != ways["down"]:
                wrong.append(
                    f"{mac} is served for {bssid} by {sorted(ways['up'])} up "
                    f"and {sorted(ways['down'])} down"
                )
            for wtp in ways["up"] & ways["down"]:
                needed[wtp].add(bssid)
            anywhere |= ways["up"]
        probing = found.get((mac, ANY), {"up": set()})["up"]
        if probing != anywhere:
            wrong.append(
                f"{mac} probes for any network by {sorted(probing)} and is served by "
                f"{sorted(anywhere)}"
            )
    for mac, number in sorted(found):
        if mac in network.stations and number not in bssids and number != ANY:
            wrong.append(f"rules for {mac} and {number}, which is not the id of a VAP")
    for wtp, held in sorted(leases.items()):
        for bssid in sorted(held - needed[wtp]):
            wrong.append(f"{wtp} has a lease for {bssid} that no station needs")
        for bssid in sorted(needed[wtp] - held):
            wrong.append(f"{wtp} has no lease for {bssid}")
    return wrong
