# SPDX-License-Identifier: Apache-2.0
"""What must hold once things have calmed down, read from the switches' own rules and the
agents' own leases, whatever the controller believes. Pure."""
import dataclasses
import re

FORWARDED = 2000
"""Priority of the rules for frames on their way."""
CLOUDMAC = "dl_type=0x1337"
STATION = re.compile(r"\bdl_(src|dst)=((?:[0-9a-f]{2}:){5}[0-9a-f]{2})(?=[ ,]|$)")
IN_PORT = re.compile(r"\bin_port=(\d+)")
OUTPUT = re.compile(r"\boutput:(\d+)")
PRIORITY = re.compile(r"\bpriority=(\d+)")


@dataclasses.dataclass(frozen=True)
class Network:
    """What is where. wtps: name -> (switch, port); vaps: name -> BSSID; stations: MAC -> VAP."""

    wtps: dict
    vaps: dict
    stations: dict


def served(network, rules):
    """By which WTPs the switches take a station's frames up and bring its frames down:
    MAC -> ("up" and "down" -> set of WTPs). rules: switch -> lines of its flows."""
    found = {mac: {"up": set(), "down": set()} for mac in network.stations}
    for wtp, (switch, port) in network.wtps.items():
        for line in rules[switch]:
            match, _, actions = line.partition(" actions=")
            side = STATION.search(match)
            if CLOUDMAC not in match or int(PRIORITY.search(match)[1]) != FORWARDED or not side:
                continue
            entry = found.setdefault(side[2], {"up": set(), "down": set()})
            entered = IN_PORT.search(match)
            if side[1] == "src" and entered and int(entered[1]) == port:
                entry["up"].add(wtp)
            if side[1] == "dst" and str(port) in OUTPUT.findall(actions):
                entry["down"].add(wtp)
    return found


def violations(network, rules, leases):
    """What does not hold, in words; best nothing.

    leases: WTP -> set of BSSIDs that it acknowledges for."""
    wrong = []
    needed = {wtp: set() for wtp in network.wtps}
    for mac, ways in sorted(served(network, rules).items()):
        if mac not in network.stations:
            if ways["up"] or ways["down"]:
                wrong.append(f"rules for {mac}, which is no station")
            continue
        if len(ways["up"]) != 1 or ways["up"] != ways["down"]:
            wrong.append(
                f"{mac} is served by {sorted(ways['up'])} up and {sorted(ways['down'])} down"
            )
        for wtp in ways["up"] & ways["down"]:
            needed[wtp].add(network.vaps[network.stations[mac]])
    for wtp, bssids in sorted(leases.items()):
        for bssid in sorted(bssids - needed[wtp]):
            wrong.append(f"{wtp} has a lease for {bssid} that nobody needs")
        for bssid in sorted(needed[wtp] - bssids):
            wrong.append(f"{wtp} has no lease for {bssid}")
    return wrong
