# SPDX-License-Identifier: Apache-2.0
"""Announcements, ethertype 0x1338: well-formed, truncated and malformed."""

import socket
import struct

import blocks as b

WTP = "02:c1:0d:aa:00:01"
SOURCE = "02:00:5e:30:00:01"
NAME = "wtp1"
IPV4 = {"address": "192.0.2.10", "port": 4919}
IPV6 = {"address": "2001:db8::10", "port": 4919}
FAR_TOO_LONG = 4242


def radio(index=0, **changes):
    """The fields of one radio."""
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
    """Type, length, value; 'length' may lie."""
    return bytes([number, len(value) if length is None else length]) + value


def name_element(name):
    """The name, of a str or of octets as they are."""
    return element(1, name if isinstance(name, bytes) else name.encode())


def ipv4_element(control):
    """The control server's IPv4 address and port."""
    return element(2, socket.inet_pton(socket.AF_INET, control["address"])
                   + struct.pack(">H", control["port"]))


def ipv6_element(control):
    """The control server's IPv6 address and port."""
    return element(3, socket.inet_pton(socket.AF_INET6, control["address"])
                   + struct.pack(">H", control["port"]))


def radio_element(fields):
    """One radio."""
    return element(4, bytes([fields["index"]]) + b.mac(fields["address"])
                   + struct.pack(">HbbBBB", fields["frequency"], fields["max_power_dbm"],
                                 fields["power_dbm"], fields["flags"], fields["max_leases"],
                                 fields["bands"]))


NAME_EL, IPV4_EL, IPV6_EL = name_element(NAME), ipv4_element(IPV4), ipv6_element(IPV6)
RADIO_EL = radio_element(radio())
GOOD = NAME_EL + IPV4_EL + RADIO_EL


def build(elements=GOOD, *, version=1, flags=0, wtp=WTP, interval=1000, vlan=b"", length=None,
          ethertype=b.ANNOUNCE_TYPE, destination=b.ANNOUNCE_GROUP):
    """An announcement all of whose parts are right unless given."""
    length = len(elements) if length is None else length
    return (b.mac(destination) + b.mac(SOURCE) + vlan + struct.pack(">H", ethertype)
            + struct.pack(">BBH", version, flags, length) + b.mac(wtp)
            + struct.pack(">H", interval) + elements)


def vector(name, description, octets, expect, canonical=False):
    """One vector of direction 'announcement'."""
    return {
        "name": f"announcement-{name}",
        "description": description,
        "direction": "announcement",
        "canonical": canonical,
        "hex": octets.hex(),
        "expect": expect,
    }


def good(name, description, octets=None, *, radios=None, wtp_name=NAME, ipv4=IPV4, ipv6=None,
         vlan=None, interval=1000):
    """A well-formed one. Without 'octets' it is canonical, and made of the fields."""
    radios = [radio()] if radios is None else radios
    elements = name_element(wtp_name)
    elements += ipv4_element(ipv4) if ipv4 else b""
    elements += ipv6_element(ipv6) if ipv6 else b""
    elements += b"".join(map(radio_element, radios))
    expect = {
        "error": "ok", "vlan": vlan, "source": SOURCE, "wtp": WTP, "interval_ms": interval,
        "name": wtp_name, "ipv4": ipv4, "ipv6": ipv6, "radios": radios,
    }
    canonical = octets is None
    if canonical:
        octets = build(elements, vlan=b.vlan_tag(vlan), interval=interval)
    return vector(name, description, octets, expect, canonical)


def well_formed():
    """Announcements that every parser accepts."""
    both = [radio(), radio(7, address="02:c1:0d:bb:01:ff", frequency=5180, bands=0x06,
                           max_power_dbm=23, power_dbm=-3, flags=0x02, max_leases=0)]
    unknown = element(5, b"later") + element(0, b"") + element(255, bytes(255))
    yield good("minimal", "One radio, an IPv4 address")
    yield good("ipv6", "An IPv6 address alone", ipv4=None, ipv6=IPV6)
    yield good("ipv4-ipv6", "Both addresses, two radios", ipv6=IPV6, radios=both)
    for count in range(2, 17):
        yield good(f"radios-{count}", f"{count} radios", radios=[radio(i) for i in range(count)])
    yield good("radio-extremes", "Each field of a radio at the end of its range",
               radios=[radio(255, frequency=65535, max_power_dbm=127, power_dbm=-128,
                             max_leases=255, flags=255, bands=255)])
    yield good("name-63", "The longest name, 63 octets", wtp_name="n" * 63)
    yield good("name-utf8", "A name of two, three and four octets a character",
               wtp_name="Büro \u2013 東 \U0001f4e1")
    yield good("interval-shortest", "100 ms between announcements", interval=100)
    yield good("interval-longest", "60 s between announcements", interval=60000)
    yield good("vlan", "Under a VLAN tag", vlan=100)
    yield good("flags", "Reserved flags are ignored", build(flags=0xFF))
    yield good("padded", "Zeros after the last element are ignored", build() + bytes(20))
    yield good("unknown", "Elements of unknown type are skipped",
               build(NAME_EL + unknown + IPV4_EL + RADIO_EL + element(254, b"x")))
    yield good("any-order", "Elements may come in any order", build(RADIO_EL + IPV4_EL + NAME_EL))
    yield good("destination", "No parser judges the outer destination",
               build(destination=b.BROADCAST))
    yield good("vlan-padded", "Padding under a VLAN tag",
               build(vlan=b.vlan_tag(1, pcp=7)) + bytes(8), vlan=1)


def truncated():
    """Cut at each boundary, and inside each element with a length to match."""
    octets = build()
    parts = [0, 6, 12, 14, 15, 16, 18, 24, 26, 26 + len(NAME_EL),
             26 + len(NAME_EL) + len(IPV4_EL), len(octets)]
    for end in sorted({e + d for e in parts for d in (-1, 0, 1) if 0 <= e + d < len(octets)}):
        yield vector(f"cut-{end}", f"Only the first {end} of {len(octets)} octets", octets[:end],
                     {"error": "short"})
    tagged = build(vlan=b.vlan_tag(1))
    for end in (14, 17, 18, 26, 29, 30, len(tagged) - 1):
        yield vector(f"vlan-cut-{end}", f"Only the first {end} of {len(tagged)} octets, VLAN tag",
                     tagged[:end], {"error": "short"})
    for end in (1, 2, len(NAME_EL) - 1, len(NAME_EL) + 1, len(NAME_EL) + 2, len(GOOD) - 1):
        yield vector(f"elements-cut-{end}", f"The length says {end}: an element runs past it",
                     build(GOOD[:end]), {"error": "tlv"})


def malformed():
    """One fault each; 'order-' two."""
    def bad(name, error, description, octets):
        return vector(name, description, octets, {"error": error})

    def tlv(name, description, *elements, **fields):
        return bad(name, "tlv", description, build(b"".join(elements), **fields))

    rest = IPV4_EL + RADIO_EL
    yield bad("ethertype", "ethertype", "The frames' ethertype", build(ethertype=0x1337))
    yield bad("ethertype-vlan", "ethertype", "Another protocol under a VLAN tag",
              build(ethertype=0x0800, vlan=b.vlan_tag(1)))
    yield bad("ethertype-two-vlans", "ethertype", "Two VLAN tags", build(vlan=b.vlan_tag(1) * 2))
    yield bad("version-0", "version", "Version 0", build(version=0))
    yield bad("version-2", "version", "Version 2", build(version=2))
    yield bad("length-past-end", "short", "The length is one more than there is",
              build(length=len(GOOD) + 1))
    yield bad("wtp-null", "address", "The WTP id is null", build(wtp=b.NULL))
    yield bad("wtp-group", "address", "The WTP id is a group address", build(wtp=b.MULTICAST))
    yield tlv("interval-99", "Interval of 99 ms", GOOD, interval=99)
    yield tlv("interval-60001", "Interval of 60001 ms", GOOD, interval=60001)
    yield bad("trailing", "tlv", "An octet after the last element is not zero",
              build() + b"\0\0\1")
    yield bad("length-too-small", "tlv", "The length leaves the last octet out",
              build(length=len(GOOD) - 1))
    yield tlv("none", "No element at all")
    yield tlv("name-missing", "No name", IPV4_EL, RADIO_EL)
    yield tlv("name-twice", "Two names", NAME_EL, NAME_EL, rest)
    yield tlv("name-empty", "An empty name", name_element(""), rest)
    yield tlv("name-64", "A name of 64 octets", name_element("n" * 64), rest)
    for name, what, octets in (
        ("nul", "a NUL", b"wtp\0"), ("escape", "an escape", b"\x1b[2J"),
        ("delete", "a delete character", b"wtp\x7f"), ("c1", "the C1 control U+0085", b"\xc2\x85"),
        ("lone", "a lone continuation octet", b"wtp\x80"), ("cut", "a cut character", b"wtp\xe2\x80"),
        ("overlong", "an overlong slash", b"\xc0\xaf"),
        ("overlong-3", "an overlong character of three octets", b"\xe0\x80\xaf"),
        ("surrogate", "a surrogate", b"\xed\xa0\x80"),
        ("beyond", "a character beyond U+10FFFF", b"\xf4\x90\x80\x80"),
        ("ff", "an octet that UTF-8 never has", b"\xff"),
    ):
        yield tlv(f"name-{name}", f"A name with {what}", name_element(octets), rest)
    yield tlv("control-missing", "Neither control address", NAME_EL, RADIO_EL)
    yield tlv("ipv4-twice", "Two IPv4 addresses", NAME_EL, IPV4_EL, rest)
    yield tlv("ipv6-twice", "Two IPv6 addresses", NAME_EL, IPV6_EL, IPV6_EL, RADIO_EL)
    for kind, number, value in (("ipv4", 2, IPV4_EL[2:]), ("ipv6", 3, IPV6_EL[2:]),
                                ("radio", 4, RADIO_EL[2:])):
        others = NAME_EL + (RADIO_EL if kind != "radio" else b"") + (
            IPV4_EL if kind == "radio" else b"")
        for length in (0, len(value) - 1, len(value) + 1):
            yield tlv(f"{kind}-length-{length}", f"{kind} element of {length} octets", others,
                      element(number, (value + b"\0")[:length]))
    for name, address in (("null", "0.0.0.0"), ("multicast", "224.0.0.1"),
                          ("broadcast", "255.255.255.255")):
        yield tlv(f"ipv4-{name}", f"Control address {address}", NAME_EL,
                  ipv4_element({"address": address, "port": 4919}), RADIO_EL)
    for name, address in (("null", "::"), ("multicast", "ff02::1")):
        yield tlv(f"ipv6-{name}", f"Control address {address}", NAME_EL,
                  ipv6_element({"address": address, "port": 4919}), RADIO_EL)
    yield tlv("ipv4-port-0", "Port 0", NAME_EL, ipv4_element(IPV4 | {"port": 0}), RADIO_EL)
    yield tlv("ipv6-port-0", "Port 0", NAME_EL, ipv6_element(IPV6 | {"port": 0}), RADIO_EL)
    yield tlv("radio-missing", "No radio", NAME_EL, IPV4_EL)
    yield tlv("radios-17", "17 radios", NAME_EL, IPV4_EL,
              *(radio_element(radio(i)) for i in range(17)))
    yield tlv("radio-twice", "Two radios of one index", NAME_EL, rest, RADIO_EL)
    yield tlv("radio-null", "A radio with a null address", NAME_EL, IPV4_EL,
              radio_element(radio(address=b.NULL)))
    yield tlv("radio-group", "A radio with a group address", NAME_EL, IPV4_EL,
              radio_element(radio(address=b.MULTICAST)))
    yield tlv("unknown-past-end", "An unknown element runs past the end", GOOD,
              element(200, b"abc", length=4))

    yield bad("order-short-ethertype", "short", "Another protocol and too short",
              build(ethertype=0x1337)[:25])
    yield bad("order-ethertype-version", "ethertype", "Another protocol and wrong version",
              build(ethertype=0x1337, version=2))
    yield bad("order-version-short", "version", "Wrong version and too long a length",
              build(version=2, length=FAR_TOO_LONG))
    yield bad("order-version-address", "version", "Wrong version and null WTP id",
              build(version=2, wtp=b.NULL))
    yield bad("order-short-address", "short", "Too long a length and null WTP id",
              build(wtp=b.NULL, length=FAR_TOO_LONG))
    yield bad("order-address-tlv", "address", "Null WTP id and no elements",
              build(b"", wtp=b.NULL))
    yield bad("order-address-interval", "address", "Null WTP id and interval 0",
              build(wtp=b.NULL, interval=0))


def vectors():
    """All of the above."""
    yield from well_formed()
    yield from truncated()
    yield from malformed()
