# SPDX-License-Identifier: Apache-2.0
"""Creates the hosts' network namespaces, their management network and the wires.

It uses the batch mode of iproute2: two processes for each host. With it the lab of
tests/test_labwire.py boots in 3.1 to 3.8 s, with pyroute2 in 5.4 to 7.1 s. Each boot
would import pyroute2 anew."""
import pathlib

from ..topology import GUEST
from . import shell

WIRED_MTU = 1700
"""A wrapped 802.11 frame is larger than 1500 octets (wire/SPECIFICATION.md)."""
BRIDGE = "mgmt"
TAP = "vec0"
UNUSED = ("dummy0", "ifb0", "ifb1")
"""Interfaces that drivers of the lab kernel create when they load."""


def build(topology):
    """Creates all hosts and wires. All interfaces are up when it returns."""
    for device in UNUSED:
        shell.run(None, "ip", "link", "del", device, check=False)
    shell.run(None, "sysctl", "-qw", "net.core.fb_tunnels_only_for_init_net=2")
    names = list(topology.hosts)
    _batch([f"netns add {name}" for name in names])
    lines = [
        f"link add {BRIDGE} type bridge",
        f"addr add {GUEST}/24 dev {BRIDGE}",
        f"link set {BRIDGE} up",
        "link set lo up",
    ]
    if pathlib.Path(f"/sys/class/net/{TAP}").exists():
        lines += [f"link set {TAP} master {BRIDGE} up"]
    for number, host in enumerate(topology.hosts.values()):
        mac = f"02:43:4d:f0:00:{number:02x}"
        lines += [
            f"link add m-{host.name} master {BRIDGE} type veth "
            f"peer name mgmt0 address {mac} netns {host.name}",
            f"link set m-{host.name} up",
        ]
    for number, link in enumerate(topology.links):
        ends = [f"w{number}a", f"w{number}b"]
        lines += [
            f"link add {ends[0]} address {link.addresses[0]} txqueuelen "
            f"{link.queue_frames} mtu {WIRED_MTU} type labwire",
            f"link add link {ends[0]} name {ends[1]} address {link.addresses[1]} txqueuelen "
            f"{link.queue_frames} mtu {WIRED_MTU} type labwire",
        ]
    _batch(lines)
    for number, link in enumerate(topology.links):
        for end in "ab":
            device = f"w{number}{end}"
            shell.run(None, "ethtool", "-s", device, "speed", link.rate_mbps, "duplex", "full")
            pathlib.Path(f"/sys/class/net/{device}/labwire/delay_us").write_text(str(link.delay_us))
    _batch(
        [
            f"link set w{number}{end} netns {host} name {ifname}"
            for number, link in enumerate(topology.links)
            for end, host, ifname in zip("ab", link.ends, link.ifnames)
        ]
    )
    for host in topology.hosts.values():
        lines = ["link set lo up", f"addr add {host.management}/24 dev mgmt0", "link set mgmt0 up"]
        for link in topology.links:
            lines += [
                f"link set {ifname} up"
                for end, ifname in zip(link.ends, link.ifnames)
                if end == host.name
            ]
        if host.kind == "host":
            lines.append(f"addr add {host.address} dev eth0")
        _batch(lines, host.name)
        # The management network must not carry frames of the wires.
        shell.run(host.name, "sysctl", "-qw", "net.ipv6.conf.all.disable_ipv6=1")


def bridge(host, ports):
    """Joins the ports of a host by a bridge of the kernel."""
    _batch(
        [
            f"link add lan mtu {WIRED_MTU} type bridge",
            *(f"link set {port} master lan" for port in ports),
            "link set lan up",
        ],
        host,
    )


def _batch(lines, host=None):
    """Runs commands of iproute2 in a host, or in the guest itself."""
    where = ["-n", host] if host else []
    shell.run(None, "ip", *where, "-batch", "-", text="\n".join(lines) + "\n")
