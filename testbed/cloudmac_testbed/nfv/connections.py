# SPDX-License-Identifier: Apache-2.0
"""N18: programs as network functions: a firewall and a NAT of nftables, which move from node to node
under connections, dnsmasq and nDPI.

    ct1 -- pn1 == swa == pn2 -- ct4

One connection of TCP lasts over all moves, and its server sees where it comes from. Both firewall
and NAT drop segments of a connection that they do not know, so one whose state has not moved
breaks."""
import json
import re
import time

from .. import client
from ..guest import talking
from ..settings import ROOT
from . import moves, sdk
from .site import HOSTS, NODES, WAIT_S

CLIENT, SERVER = "ct1", "ct4"
PROGRAMS = ROOT / "lvnf" / "build" / "programs"
NAT_ADDRESS, FILTER_ADDRESS = "10.20.0.200", "10.20.0.201"
ANSWER = "203.0.113.1"
PORT, OPEN, CLOSED = 7000, 7001, 7002
TALKS = ("nat", "firewall", "both")
"""Chains with a connection."""
GAP_S = 0.02
REFUSED_S = 1
PROTOCOL = re.compile(r"^\t(\S+) +packets: (\d+)", re.MULTILINE)
"""A line of what ndpiReader prints."""
SLOW_MS = 5000
"""A sandbox of User-Mode Linux takes long on a busy machine."""


def _program(name, **changes):
    """Returns an image of lvnf/ as the SDK has it."""
    described = json.loads((PROGRAMS / f"{name}.json").read_text(encoding="utf-8"))
    return sdk.load().Image(program=described | changes)


def images(server):
    """Returns the images by name. server: the DNS server's address."""
    filtering = json.loads((PROGRAMS / "dns-filter.json").read_text(encoding="utf-8"))
    files = filtering["files"] | {
        "dnsmasq.conf": filtering["files"]["dnsmasq.conf"].replace("192.0.2.1", server)
    }
    return {
        "firewall": _program("stateful-firewall"),
        "nat": _program("nat", address=f"{NAT_ADDRESS}/24"),
        "ndpi": _program("ndpi"),
        "dns": _program(
            "dns-filter",
            address=f"{FILTER_ADDRESS}/24",
            gateway=server,
            files=files,
            probe=filtering["probe"] | {"limit-ms": SLOW_MS},
        ),
    }


class _Chain:
    """A chain of LVNFs for all that two hosts send to each other."""

    def __init__(self, site, functions):
        package = sdk.load()
        self.site, self.flow = site, package.make_wild_card_flow()
        self.lvnfs = [package.LVNF(image) for image in functions]
        for lvnf in self.lvnfs:
            lvnf.cpp = site.node(NODES[0])
        for lvnf in self.lvnfs:
            lvnf.ready.result(WAIT_S)
        self.source, sink = site.source(CLIENT), site.source(SERVER)
        self.source.answers[self.flow] = sink
        ports = [self.source, *(lvnf.ports[1] for lvnf in self.lvnfs)]
        for port, lvnf in zip(ports, self.lvnfs):
            port.next[self.flow] = lvnf.ports[0]
        self.source.chain(self.flow).result(WAIT_S)

    def move(self, lvnf, number):
        """Moves an LVNF to the other node, for the number-th time. Returns the report."""
        lvnf.cpp = self.site.node(NODES[(number + 1) % len(NODES)])
        lvnf.ready.result(WAIT_S)
        return moves.migration(lvnf)

    def remove(self):
        """Ends the chain, and then removes the LVNFs."""
        del self.source.next[self.flow]
        del self.source.answers[self.flow]
        for removed in [lvnf.remove() for lvnf in self.lvnfs]:
            removed.result(WAIT_S)


def address(site, host):
    """Returns the IPv4 address of a host."""
    return site.network.hosts[host].address.partition("/")[0]


def _talked(chain, count):
    """Moves each LVNF of a chain so many times under one connection. Returns what has become of it."""
    server = address(chain.site, SERVER)
    client.call(talking.begin, host=CLIENT, address=server, port=PORT, gap_s=GAP_S)
    moved = [chain.move(lvnf, number) for number in range(count) for lvnf in chain.lvnfs]
    return client.call(talking.end, host=CLIENT) | {"moves": moved}


def _is_open(site, port):
    """Returns whether the server reaches a port of the client."""
    return client.call(
        talking.reaches,
        host=SERVER,
        address=address(site, CLIENT),
        port=port,
        seconds=REFUSED_S if port == CLOSED else WAIT_S,
    )


def _firewall(site, image, count):
    chain = _Chain(site, [image])
    (lvnf,) = chain.lvnfs
    lvnf.open(value={f"tcp . {OPEN}": True}).result(WAIT_S)
    doors = [_is_open(site, port) for port in (OPEN, CLOSED)]
    found = _talked(chain, count)
    doors += [_is_open(site, port) for port in (OPEN, CLOSED)]
    chain.remove()
    return found | {"doors": doors}


def _moved(site, functions, count):
    chain = _Chain(site, functions)
    found = _talked(chain, count)
    chain.remove()
    return found


def _names(site, image):
    """Asks for names through the DNS filter. Returns the answers."""
    chain = _Chain(site, [image])
    given = {"host": CLIENT, "server": address(site, SERVER), "seconds": 10}
    asked = [
        client.call(talking.ask, name=name, **given)
        for name in ("good.example", "blocked.example", "www.blocked.example")
    ]
    chain.remove()
    return asked


def _protocols(site, image):
    """Asks for a name while nDPI looks. Returns the protocols that it has detected, with the packets
    of each."""
    chain = _Chain(site, [image])
    (lvnf,) = chain.lvnfs
    reading = lvnf.protocols()
    given = {"host": CLIENT, "server": address(site, SERVER), "name": "good.example"}
    while not reading.done():
        client.call(talking.ask, seconds=1, **given)
        time.sleep(GAP_S)
    found = PROTOCOL.findall(reading.result(WAIT_S)[0])
    chain.remove()
    return {name: int(packets) for name, packets in found}


def run(site, count, is_small):
    """Runs the programs, and moves firewall and NAT so many times. is_small: the NAT alone. Returns
    the raw result."""
    programs = images(address(site, SERVER))
    assert HOSTS[CLIENT] == NODES[0]
    client.call(talking.serve, host=SERVER, port=PORT)
    try:
        found = {"nat": _moved(site, [programs["nat"]], count)}
        if is_small:
            return found
        for port in (OPEN, CLOSED):
            client.call(talking.serve, host=CLIENT, port=port)
        client.call(talking.serve_names, host=SERVER, address=ANSWER)
        found["firewall"] = _firewall(site, programs["firewall"], count)
        found["both"] = _moved(site, [programs["firewall"], programs["nat"]], count)
        found["names"] = _names(site, programs["dns"])
        found["protocols"] = _protocols(site, programs["ndpi"])
        return found
    finally:
        client.call(talking.close_servers)


def goes_on(talk):
    """Returns whether a connection has outlasted its moves."""
    return not talk["broken"] and talk["answered"] == talk["sent"] > 0


def is_as_wanted(found):
    """Returns whether a run shows what it should."""
    talks = [found[name] for name in TALKS if name in found]
    translated = [found[name]["seen_as"] for name in ("nat", "both") if name in found]
    return (
        all(map(goes_on, talks))
        and all(move["state"] == "moved" for talk in talks for move in talk["moves"])
        and all(seen == [NAT_ADDRESS] for seen in translated)
        and found.get("firewall", {}).get("doors", [True, False] * 2) == [True, False] * 2
        and found.get("names", [ANSWER, "", ""]) == [ANSWER, "", ""]
        and found.get("protocols", {"DNS": 1}).get("DNS", 0) > 0
    )


def summary(rounds):
    """Returns N18 of the result file."""
    talks = [found[name] for found in rounds for name in TALKS if name in found]
    reports = [move for talk in talks for move in talk["moves"]]
    return {
        "runs": len(rounds),
        "as_wanted": sum(map(is_as_wanted, rounds)),
        "connections": len(talks),
        "went_on": sum(map(goes_on, talks)),
        "moves": len(reports),
        "moved": sum(move["state"] == "moved" for move in reports),
        "lines": sum(talk["sent"] for talk in talks),
        "answered": sum(talk["answered"] for talk in talks),
        "longest_ms": max(talk["longest_ms"] for talk in talks),
        "hold_ms": sorted(move["hold_ms"] for move in reports),
        "questions": sum(len(found.get("names", ())) for found in rounds),
        "rounds": rounds,
    }
