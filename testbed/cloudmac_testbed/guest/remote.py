# SPDX-License-Identifier: Apache-2.0
"""Adds a server behind an access point: a host on a wire of its own, and a route through the
access point's host. So frames to stations come from another host, as they do in a network. A
sender on the access point's host knows which of its frames wait there,
and sends no more meanwhile (TCP small queues)."""
from . import network, shell
from .basics import gateway

NETWORK = "10.30"
UPLINK = "eth9"


def name_of(access_point):
    """Returns the name of the server of an access point."""
    return f"srv-{access_point}"


def address_of(host):
    """Returns the address of the server of an access point. host: topology.Host."""
    return f"{NETWORK}.{host.index}.2"


def add(host, delay_ms=0):
    """Adds the server of an access point. delay_ms: of its wire, each way."""
    server = name_of(host.name)
    shell.run(None, "ip", "netns", "add", server)
    ends = [(host.name, UPLINK, f"{NETWORK}.{host.index}.1"), (server, "eth0", address_of(host))]
    shell.run(
        None,
        *("ip", "link", "add", UPLINK, "netns", host.name, "type", "veth"),
        *("peer", "name", "eth0", "netns", server),
    )
    # The receiver of a call ends itself by a datagram to its own address.
    shell.run(server, "ip", "link", "set", "lo", "up")
    for place, ifname, address in ends:
        shell.run(place, "ip", "addr", "add", f"{address}/24", "dev", ifname)
        shell.run(place, "ip", "link", "set", ifname, "up")
        if delay_ms:
            shell.run(
                place,
                *("tc", "qdisc", "add", "dev", ifname, "root", "netem"),
                *("delay", f"{delay_ms}ms", "limit", 10000),
            )
    shell.run(server, "ip", "route", "add", "default", "via", ends[0][2])
    with network.inside(host.name):
        network.set_sysctl("net/ipv4/ip_forward", 1)


def connect(lab, station):
    """Gives a station a route to the server of its access point."""
    shell.run(station, "ip", "route", "replace", f"{NETWORK}.0.0/16", "via", gateway(lab, station))


def of_station(lab, station):
    """Returns name and address of a station's server."""
    host = lab.topology.hosts[lab.topology.hosts[station].options["vap"]]
    return name_of(host.name), address_of(host)
