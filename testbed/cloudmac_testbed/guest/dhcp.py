# SPDX-License-Identifier: Apache-2.0
"""DHCP for the stations: dnsmasq on a host's interface."""
import pathlib

from . import shell


def start(host, interface, first):
    """Starts a server that offers the addresses ``first`` to 250 of a host's network."""
    place = pathlib.Path(f"/run/dhcp-{host.name}")
    place.mkdir(exist_ok=True)
    network = host.address.rsplit(".", 1)[0]
    shell.start(
        host.name,
        f"dnsmasq-{host.name}",
        "dnsmasq",
        "--keep-in-foreground",
        "--conf-file=/dev/null",
        f"--interface={interface}",
        "--bind-interfaces",
        "--port=0",
        "--dhcp-authoritative",
        f"--dhcp-range={network}.{first},{network}.250,255.255.255.0,1h",
        f"--dhcp-leasefile={place}/leases",
        "--no-ping",
        "--user=root",
        f"--pid-file={place}/dnsmasq.pid",
    )
