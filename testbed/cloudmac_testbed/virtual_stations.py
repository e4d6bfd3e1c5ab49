# SPDX-License-Identifier: Apache-2.0
"""Checks the virtual stations of a topology and the radios that serve them. Does no I/O."""
import re

from .errors import TopologyError

SERVES = ("off", "pinned", "free")
"""Whether a WTP's radios serve virtual stations: not, on the configured channel, or on the channel
that the first one determines."""
ADDRESS = re.compile(r"[0-9a-f][02468ace](:[0-9a-f]{2}){5}\Z")
BOX = "02:43:4d:a1:02"
"""The addresses of virtual stations that share one host begin with it."""


def _need(condition, message):
    if not condition:
        raise TopologyError(message)


def _id(address):
    """Returns the id of an address on the wire: its last two octets."""
    return address[-5:]


def complete_wtp(where, options):
    """Checks the key ``stations`` of a WTP, and sets its default."""
    value = options.setdefault("stations", "off")
    if value is False:  # YAML reads off as false
        value = options["stations"] = "off"
    _need(
        isinstance(value, str) and value in SERVES,
        f"{where}: stations is {value!r}, not one of {', '.join(SERVES)}",
    )


def default_address(index):
    """Returns the address of the virtual station at a position in the document, from 1. Its id
    differs from those of VAPs, which begin with 00."""
    return f"02:43:4d:a1:01:{index:02x}"


def complete(where, host, hosts):
    """Checks one virtual station, and sets its defaults. The access points are complete."""
    options = host.options
    networks = [name for name, other in hosts.items() if other.kind in ("vap", "ap")]
    _need(networks, f"{where}: the topology has no VAP and no access point")
    options.setdefault("vap", networks[0])
    _need(
        isinstance(options["vap"], str) and options["vap"] in networks,
        f"{where}: vap is {options['vap']!r}, not a VAP or an access point",
    )
    address = options.setdefault("address", default_address(host.index))
    _need(
        isinstance(address, str) and ADDRESS.match(address) and not address.endswith("ff:ff"),
        f"{where}: address is {address!r}, not a unicast address in lower case that does not "
        "end in ff:ff",
    )
    serving = [
        name
        for name, other in hosts.items()
        if other.kind == "wtp" and other.options["stations"] != "off"
    ]
    _need(serving, f"{where}: no WTP has the key stations with the value pinned or free")
    options.setdefault("wtp", serving[0])
    _need(
        isinstance(options["wtp"], str) and options["wtp"] in serving,
        f"{where}: wtp is {options['wtp']!r}, not a WTP that serves virtual stations",
    )


def check_ids(hosts):
    """Raises TopologyError if two VAPs or virtual stations have one id on the wire. Two VAPs
    with one BSSID are the controller's to refuse."""
    owners = {}
    for host in hosts.values():
        if host.kind == "vap":
            owners[_id(host.options["bssid"])] = host
    for host in hosts.values():
        if host.kind != "vsta":
            continue
        other = owners.setdefault(_id(host.options["address"]), host)
        _need(
            other is host,
            f"vsta {host.name}: address {host.options['address']} ends as that of "
            f"{other.kind} {other.name}; the last two octets are the id on the wire",
        )
