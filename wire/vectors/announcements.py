# SPDX-License-Identifier: Apache-2.0
"""Well-formed announcements, ethertype 0x1338."""

import socket
import struct

import blocks as b

WTP = "02:c1:0d:aa:00:01"
SOURCE = "02:00:5e:30:00:01"
NAME = "wtp1"
IPV4 = {"address": "192.0.2.10", "port": 4919}
IPV6 = {"address": "2001:db8::10", "port": 4919}


def radio(index=0, **changes):
    """Returns the fields of a radio."""
    fields = {
        "index": index,
        "address": f"02:c1:0d:bb:00:{index:02x}",
        "frequency": 2412 + 5 * (index % 13),
        "max_power_dbm": 20,
        "power_dbm": 17,
        "flags": 0x07,
        "max_leases": 8,
        "bands": 0x01,
    }
    return fields | changes


def element(number, value, length=None):
    """Returns an element: type, length, value. 'length' may be wrong."""
    return bytes([number, len(value) if length is None else length]) + value


def name_element(name):
    """Returns the element of a name, a str or octets."""
    return element(1, name if isinstance(name, bytes) else name.encode())


def ipv4_element(control):
    """Returns the element of the control server's IPv4 address and port."""
    return element(
        2, socket.inet_pton(socket.AF_INET, control["address"]) + struct.pack(">H", control["port"])
    )


def ipv6_element(control):
    """Returns the element of the control server's IPv6 address and port."""
    return element(
        3,
        socket.inet_pton(socket.AF_INET6, control["address"]) + struct.pack(">H", control["port"]),
    )


def radio_element(fields):
    """Returns the element of a radio."""
    return element(
        4,
        bytes([fields["index"]])
        + b.mac(fields["address"])
        + struct.pack(
            ">HbbBBB",
            fields["frequency"],
            fields["max_power_dbm"],
            fields["power_dbm"],
            fields["flags"],
            fields["max_leases"],
            fields["bands"],
        ),
    )


NAME_EL, IPV4_EL, IPV6_EL = name_element(NAME), ipv4_element(IPV4), ipv6_element(IPV6)
RADIO_EL = radio_element(radio())
GOOD = NAME_EL + IPV4_EL + RADIO_EL


def build(
    elements=GOOD,
    *,
    version=1,
    flags=0,
    wtp=WTP,
    interval=1000,
    vlan=b"",
    length=None,
    ethertype=b.ANNOUNCE_TYPE,
    destination=b.ANNOUNCE_GROUP,
):
    """Returns an announcement whose parts are valid by default."""
    length = len(elements) if length is None else length
    return (
        b.mac(destination)
        + b.mac(SOURCE)
        + vlan
        + struct.pack(">H", ethertype)
        + struct.pack(">BBH", version, flags, length)
        + b.mac(wtp)
        + struct.pack(">H", interval)
        + elements
    )


def vector(name, description, octets, expect, canonical=False):
    """Returns a vector of direction 'announcement'."""
    return {
        "name": f"announcement-{name}",
        "description": description,
        "direction": "announcement",
        "canonical": canonical,
        "hex": octets.hex(),
        "expect": expect,
    }


def good(
    name,
    description,
    octets=None,
    *,
    radios=None,
    wtp_name=NAME,
    ipv4=IPV4,
    ipv6=None,
    vlan=None,
    interval=1000,
):
    """Returns a well-formed vector. Without 'octets' it is canonical: the fields define it."""
    radios = [radio()] if radios is None else radios
    elements = name_element(wtp_name)
    elements += ipv4_element(ipv4) if ipv4 else b""
    elements += ipv6_element(ipv6) if ipv6 else b""
    elements += b"".join(map(radio_element, radios))
    expect = {
        "error": "ok",
        "vlan": vlan,
        "source": SOURCE,
        "wtp": WTP,
        "interval_ms": interval,
        "name": wtp_name,
        "ipv4": ipv4,
        "ipv6": ipv6,
        "radios": radios,
    }
    canonical = octets is None
    if canonical:
        octets = build(elements, vlan=b.vlan_tag(vlan), interval=interval)
    return vector(name, description, octets, expect, canonical)


def well_formed():
    """Yields announcements that every parser accepts."""
    both = [
        radio(),
        radio(
            7,
            address="02:c1:0d:bb:01:ff",
            frequency=5180,
            bands=0x06,
            max_power_dbm=23,
            power_dbm=-3,
            flags=0x02,
            max_leases=0,
        ),
    ]
    unknown = element(5, b"later") + element(0, b"") + element(255, bytes(255))
    yield good("minimal", "One radio, an IPv4 address")
    yield good("ipv6", "An IPv6 address alone", ipv4=None, ipv6=IPV6)
    yield good("ipv4-ipv6", "Both addresses, two radios", ipv6=IPV6, radios=both)
    for count in range(2, 17):
        yield good(f"radios-{count}", f"{count} radios", radios=[radio(i) for i in range(count)])
    yield good(
        "serves-stations",
        "A radio that serves virtual stations, and one that does not",
        radios=[radio(0, flags=0x0F), radio(1, flags=0x07)],
    )
    yield good(
        "serves-stations-only",
        "A radio that serves virtual stations, with fixed rate and power",
        radios=[radio(flags=0x09)],
    )
    yield good(
        "radio-widths",
        "Radios of each width, and one that does not say it",
        radios=[radio(i, flags=0x07 | i << 4) for i in range(6)],
    )
    yield good(
        "radio-extremes",
        "Each field of a radio at the end of its range",
        radios=[
            radio(
                255,
                frequency=65535,
                max_power_dbm=127,
                power_dbm=-128,
                max_leases=255,
                flags=255,
                bands=255,
            )
        ],
    )
    yield good("name-63", "A name of maximum length, 63 octets", wtp_name="n" * 63)
    yield good(
        "name-utf8",
        "A name with characters of two, three and four octets",
        wtp_name="Büro \u2013 東 \U0001f4e1",
    )
    yield good("interval-shortest", "100 ms between announcements", interval=100)
    yield good("interval-longest", "60 s between announcements", interval=60000)
    yield good("vlan", "Under a VLAN tag", vlan=100)
    yield good("flags", "Reserved flags are ignored", build(flags=0xFF))
    yield good("padded", "Zeros after the last element are ignored", build() + bytes(20))
    yield good(
        "unknown",
        "Elements of unknown type are skipped",
        build(NAME_EL + unknown + IPV4_EL + RADIO_EL + element(254, b"x")),
    )
    yield good("any-order", "Elements may have any order", build(RADIO_EL + IPV4_EL + NAME_EL))
    yield good(
        "destination", "Parsers do not check the outer destination", build(destination=b.BROADCAST)
    )
    yield good(
        "vlan-padded",
        "Padding under a VLAN tag",
        build(vlan=b.vlan_tag(1, pcp=7)) + bytes(8),
        vlan=1,
    )
