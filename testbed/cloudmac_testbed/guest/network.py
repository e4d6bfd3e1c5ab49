# SPDX-License-Identifier: Apache-2.0
"""The hosts' network namespaces, their management network and the wires.

Links and addresses are set by pyroute2 in this process: a program of iproute2 for each
would cost each boot some hundred processes. The few links of single experiments are set by
``ip``: the lines are what an operator would type, and ``ip netns exec`` runs them."""
import contextlib
import os
import pathlib

from ..topology import GUEST
from . import macsec, shell

WIRED_MTU = 1700
"""A wrapped 802.11 frame is larger than 1500 octets (wire/SPECIFICATION.md)."""
BRIDGE = "mgmt"
TAP = "vec0"
UNUSED = ("dummy0", "ifb0", "ifb1")
"""Interfaces that drivers of the lab kernel create by themselves."""


def build(topology):
    """Creates all hosts and wires. All interfaces are up when it returns."""
    # Here, as --help of the command line works before the package is installed.
    from pyroute2 import netns

    set_sysctl("net/core/fb_tunnels_only_for_init_net", 2)
    for host in topology.hosts.values():
        if has_namespace(host):
            netns.create(host.name)
        else:
            shell.run(None, "ip", "netns", "attach", host.name, os.getpid())
    with Links() as links:
        for name in UNUSED:
            links.delete(name)
        links.add_bridge(BRIDGE, f"{GUEST}/24")
        links.change("lo", state="up")
        if links.find(TAP):
            links.change(TAP, master=links.find(BRIDGE), state="up")
        for number, host in enumerate(topology.hosts.values()):
            if has_namespace(host):
                add_management(links, host.name, f"02:43:4d:f0:00:{number:02x}")
        for number, link in enumerate(topology.links):
            add_wire(links, number, link)
    for host in topology.hosts.values():
        if has_namespace(host):
            start_host(topology, host)


def has_namespace(host):
    """Returns false for a station in the lab kernel's initial network namespace."""
    return host.options.get("namespace", True)


def add_management(links, host, mac):
    """Connects a host to the management network by its interface mgmt0."""
    peer = {"ifname": "mgmt0", "address": mac, "net_ns_fd": host}
    links.add(f"m-{host}", "veth", peer=peer)
    links.change(f"m-{host}", master=links.find(BRIDGE), state="up")


def add_wire(links, number, link):
    """Connects two hosts by a wire (topology.Link)."""
    ends = [f"w{number}{end}" for end in "ab"]
    mtu = WIRED_MTU + macsec.OVERHEAD if link.macsec else WIRED_MTU
    given = {"txqlen": link.queue_frames, "mtu": mtu}
    links.add(ends[0], "labwire", address=link.addresses[0], **given)
    links.add(ends[1], "labwire", link=links.find(ends[0]), address=link.addresses[1], **given)
    for name, host, ifname in zip(ends, link.ends, link.ifnames):
        shell.run(None, "ethtool", "-s", name, "speed", link.rate_mbps, "duplex", "full")
        pathlib.Path(f"/sys/class/net/{name}/labwire/delay_us").write_text(str(link.delay_us))
        inside_name = macsec.lower(ifname) if link.macsec else ifname
        links.change(name, net_ns_fd=host, ifname=inside_name)


def start_host(topology, host):
    """Sets a host's interfaces up and gives them their addresses."""
    wired = []
    for link in topology.links:
        if host.name in link.ends:
            wired.append(link.ifnames[link.ends.index(host.name)])
            if link.macsec:
                macsec.add(host.name, link)
    with inside(host.name):
        with Links() as links:
            links.add_address("mgmt0", f"{host.management}/24")
            if host.kind == "host":
                links.add_address("eth0", host.address)
            for name in ("lo", "mgmt0", *wired):
                links.change(name, state="up")
        # The management network must not carry what the wires should.
        set_sysctl("net/ipv6/conf/all/disable_ipv6", 1)


def bridge(host, ports):
    """Joins the ports of a host by a bridge of the kernel."""
    with inside(host), Links() as links:
        links.add_bridge("lan", mtu=WIRED_MTU)
        for port in ports:
            links.change(port, master=links.find("lan"))


def set_sysctl(path, value):
    """Sets a kernel parameter of the current network namespace."""
    pathlib.Path("/proc/sys", path).write_text(str(value))


@contextlib.contextmanager
def inside(host):
    """Has this thread in a host's network namespace."""
    # Here, as --help of the command line works before the package is installed.
    from pyroute2 import netns

    netns.pushns(host)
    try:
        yield
    finally:
        netns.popns()


class Links(contextlib.AbstractContextManager):
    """The interfaces of the network namespace in which the object is created."""

    def __init__(self):
        # Here, as --help of the command line works before the package is installed.
        import pyroute2

        self.route = pyroute2.IPRoute()

    def __exit__(self, *_):
        self.route.close()

    def find(self, name):
        """Returns an interface's index, or None."""
        return next(iter(self.route.link_lookup(ifname=name)), None)

    def add(self, name, kind, **options):
        """Creates an interface."""
        self.route.link("add", ifname=name, kind=kind, **options)

    def change(self, name, **options):
        """Changes an interface's options."""
        self.route.link("set", index=self.find(name), **options)

    def delete(self, name):
        """Deletes an interface if there is one of this name."""
        if index := self.find(name):
            self.route.link("del", index=index)

    def add_address(self, name, address):
        """Gives an interface an IP address, written with its prefix length."""
        value, _, length = address.partition("/")
        self.route.addr("add", index=self.find(name), address=value, prefixlen=int(length))

    def add_bridge(self, name, address=None, **options):
        """Creates a bridge that is up."""
        self.add(name, "bridge", **options)
        if address:
            self.add_address(name, address)
        self.change(name, state="up")
