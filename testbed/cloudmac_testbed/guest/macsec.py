# SPDX-License-Identifier: Apache-2.0
"""Protects wires by MACsec (IEEE 802.1AE), with keys that both ends know from the start.

The programs of iproute2 do it, because pyroute2 has no MACsec."""
import hashlib
import json

from .. import calls
from . import shell

OVERHEAD = 32
"""Octets that MACsec adds to a frame: SecTAG with SCI, and ICV (IEEE 802.1AE, clause 9)."""
PORT = 1
"""Port of a secure channel identifier (SCI)."""


def lower(ifname):
    """Returns the name of the interface that carries the encrypted frames of ``ifname``."""
    return f"raw-{ifname}"


def key(sender):
    """Returns the key for frames from the interface with this address, in hexadecimal digits. It
    keeps nothing secret outside the lab."""
    return hashlib.sha256(f"the lab's key of {sender}".encode()).hexdigest()[:32]


def add(host, link):
    """Adds the interface of a host that encrypts and decrypts the frames of a wire.

    It drops frames without a valid ICV, and those with a packet number that it has seen."""
    here = link.ends.index(host)
    ifname, address, peer = link.ifnames[here], link.addresses[here], link.addresses[1 - here]
    shell.run(host, "ip", "link", "set", lower(ifname), "up")
    add_interface(host, lower(ifname), ifname, address, peer)


def add_interface(host, under, ifname, address, peer):
    """Adds a MACsec interface above the interface ``under``. address, peer: MAC addresses of both
    ends."""
    options = "encrypt on validate strict replay on window 0".split()
    shell.run(host, "ip", "link", "add", "link", under, "name", ifname, "type", "macsec", *options)
    macsec = ("ip", "macsec", "add", ifname)
    channel = ("rx", "port", PORT, "address", peer)
    association = ("sa", 0, "pn", 1, "on", "key")
    shell.run(host, *macsec, "tx", *association, "01", key(address))
    shell.run(host, *macsec, *channel)
    shell.run(host, *macsec, *channel, *association, "02", key(peer))


@calls.declare
def received(host: str, ifname: str):
    """Returns the counters of received frames of a MACsec interface (IEEE 802.1AE, clause 10.7):
    name -> frames or octets."""
    (state,) = json.loads(shell.run(host, "ip", "-s", "-j", "macsec", "show", ifname))
    (channel,) = state["rx_sc"]
    return {name: value for name, value in {**state, **channel}.items() if name.startswith("In")}
