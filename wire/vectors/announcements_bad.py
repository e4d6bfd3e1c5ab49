# SPDX-License-Identifier: Apache-2.0
"""Truncated and malformed announcements, ethertype 0x1338.

Vectors with 'order-' in their names have two faults, as in malformed.py.
"""

import announcements as a
import blocks as b

FAR_TOO_LONG = 4242  # octets of elements


def truncated():
    """Yields announcements cut at each boundary, and inside each element with a matching length."""
    octets = a.build()
    parts = [
        0,
        6,
        12,
        14,
        15,
        16,
        18,
        24,
        26,
        26 + len(a.NAME_EL),
        26 + len(a.NAME_EL) + len(a.IPV4_EL),
        len(octets),
    ]
    for end in sorted({e + d for e in parts for d in (-1, 0, 1) if 0 <= e + d < len(octets)}):
        yield a.vector(
            f"cut-{end}",
            f"Only the first {end} of {len(octets)} octets",
            octets[:end],
            {"error": "short"},
        )
    tagged = a.build(vlan=b.vlan_tag(1))
    for end in (14, 17, 18, 26, 29, 30, len(tagged) - 1):
        yield a.vector(
            f"vlan-cut-{end}",
            f"Only the first {end} of {len(tagged)} octets, VLAN tag",
            tagged[:end],
            {"error": "short"},
        )
    for end in (1, 2, len(a.NAME_EL) - 1, len(a.NAME_EL) + 1, len(a.NAME_EL) + 2, len(a.GOOD) - 1):
        yield a.vector(
            f"elements-cut-{end}",
            f"The length is {end}: an element exceeds it",
            a.build(a.GOOD[:end]),
            {"error": "tlv"},
        )


def malformed():
    """Yields announcements with one fault, those with 'order-' with two."""

    def bad(name, error, description, octets):
        return a.vector(name, description, octets, {"error": error})

    def tlv(name, description, *elements, **fields):
        return bad(name, "tlv", description, a.build(b"".join(elements), **fields))

    rest = a.IPV4_EL + a.RADIO_EL
    yield bad("ethertype", "ethertype", "The frames' ethertype", a.build(ethertype=0x1337))
    yield bad(
        "ethertype-vlan",
        "ethertype",
        "Another protocol under a VLAN tag",
        a.build(ethertype=0x0800, vlan=b.vlan_tag(1)),
    )
    yield bad("ethertype-two-vlans", "ethertype", "Two VLAN tags", a.build(vlan=b.vlan_tag(1) * 2))
    yield bad("version-0", "version", "Version 0", a.build(version=0))
    yield bad("version-2", "version", "Version 2", a.build(version=2))
    yield bad(
        "length-past-end",
        "short",
        "The length is one octet too large",
        a.build(length=len(a.GOOD) + 1),
    )
    yield bad("wtp-null", "address", "The WTP id is null", a.build(wtp=b.NULL))
    yield bad("wtp-group", "address", "The WTP id is a group address", a.build(wtp=b.MULTICAST))
    yield tlv("interval-99", "Interval of 99 ms", a.GOOD, interval=99)
    yield tlv("interval-60001", "Interval of 60001 ms", a.GOOD, interval=60001)
    yield bad(
        "trailing", "tlv", "An octet after the last element is not zero", a.build() + b"\0\0\1"
    )
    yield bad(
        "length-too-small",
        "tlv",
        "The length leaves the last octet out",
        a.build(length=len(a.GOOD) - 1),
    )
    yield tlv("none", "No element at all")
    yield tlv("name-missing", "No name", a.IPV4_EL, a.RADIO_EL)
    yield tlv("name-twice", "Two names", a.NAME_EL, a.NAME_EL, rest)
    yield tlv("name-empty", "An empty name", a.name_element(""), rest)
    yield tlv("name-64", "A name of 64 octets", a.name_element("n" * 64), rest)
    for name, what, octets in (
        ("nul", "a NUL", b"wtp\0"),
        ("escape", "an escape", b"\x1b[2J"),
        ("delete", "a delete character", b"wtp\x7f"),
        ("c1", "the C1 control U+0085", b"\xc2\x85"),
        ("lone", "a lone continuation octet", b"wtp\x80"),
        ("cut", "a cut character", b"wtp\xe2\x80"),
        ("overlong", "an overlong slash", b"\xc0\xaf"),
        ("overlong-3", "an overlong character of three octets", b"\xe0\x80\xaf"),
        ("overlong-4", "an overlong character of four octets", b"\xf0\x80\x80\xaf"),
        ("surrogate", "a surrogate", b"\xed\xa0\x80"),
        ("beyond", "a character beyond U+10FFFF", b"\xf4\x90\x80\x80"),
        ("ff", "an octet that UTF-8 never has", b"\xff"),
    ):
        yield tlv(f"name-{name}", f"A name with {what}", a.name_element(octets), rest)
    yield tlv("control-missing", "Neither control address", a.NAME_EL, a.RADIO_EL)
    yield tlv("ipv4-twice", "Two IPv4 addresses", a.NAME_EL, a.IPV4_EL, rest)
    yield tlv("ipv6-twice", "Two IPv6 addresses", a.NAME_EL, a.IPV6_EL, a.IPV6_EL, a.RADIO_EL)
    for kind, number, value in (
        ("ipv4", 2, a.IPV4_EL[2:]),
        ("ipv6", 3, a.IPV6_EL[2:]),
        ("radio", 4, a.RADIO_EL[2:]),
    ):
        others = (
            a.NAME_EL
            + (a.RADIO_EL if kind != "radio" else b"")
            + (a.IPV4_EL if kind == "radio" else b"")
        )
        for length in (0, len(value) - 1, len(value) + 1):
            yield tlv(
                f"{kind}-length-{length}",
                f"{kind} element of {length} octets",
                others,
                a.element(number, (value + b"\0")[:length]),
            )
    for name, address in (
        ("null", "0.0.0.0"),
        ("multicast", "224.0.0.1"),
        ("broadcast", "255.255.255.255"),
    ):
        yield tlv(
            f"ipv4-{name}",
            f"Control address {address}",
            a.NAME_EL,
            a.ipv4_element({"address": address, "port": 4919}),
            a.RADIO_EL,
        )
    for name, address in (("null", "::"), ("multicast", "ff02::1")):
        yield tlv(
            f"ipv6-{name}",
            f"Control address {address}",
            a.NAME_EL,
            a.ipv6_element({"address": address, "port": 4919}),
            a.RADIO_EL,
        )
    yield tlv("ipv4-port-0", "Port 0", a.NAME_EL, a.ipv4_element(a.IPV4 | {"port": 0}), a.RADIO_EL)
    yield tlv("ipv6-port-0", "Port 0", a.NAME_EL, a.ipv6_element(a.IPV6 | {"port": 0}), a.RADIO_EL)
    yield tlv("radio-missing", "No radio", a.NAME_EL, a.IPV4_EL)
    yield tlv(
        "radios-17",
        "17 radios",
        a.NAME_EL,
        a.IPV4_EL,
        *(a.radio_element(a.radio(i)) for i in range(17)),
    )
    yield tlv("radio-twice", "Two radios of one index", a.NAME_EL, rest, a.RADIO_EL)
    yield tlv(
        "radio-null",
        "A radio with a null address",
        a.NAME_EL,
        a.IPV4_EL,
        a.radio_element(a.radio(address=b.NULL)),
    )
    yield tlv(
        "radio-group",
        "A radio with a group address",
        a.NAME_EL,
        a.IPV4_EL,
        a.radio_element(a.radio(address=b.MULTICAST)),
    )
    yield tlv(
        "unknown-past-end",
        "An unknown element runs past the end",
        a.GOOD,
        a.element(200, b"abc", length=4),
    )

    yield bad(
        "order-short-ethertype",
        "short",
        "Another protocol and too short",
        a.build(ethertype=0x1337)[:25],
    )
    yield bad(
        "order-ethertype-version",
        "ethertype",
        "Another protocol and wrong version",
        a.build(ethertype=0x1337, version=2),
    )
    yield bad(
        "order-version-short",
        "version",
        "Wrong version and too long a length",
        a.build(version=2, length=FAR_TOO_LONG),
    )
    yield bad(
        "order-version-address",
        "version",
        "Wrong version and null WTP id",
        a.build(version=2, wtp=b.NULL),
    )
    yield bad(
        "order-short-address",
        "short",
        "Too long a length and null WTP id",
        a.build(wtp=b.NULL, length=FAR_TOO_LONG),
    )
    yield bad(
        "order-address-tlv", "address", "Null WTP id and no elements", a.build(b"", wtp=b.NULL)
    )
    yield bad(
        "order-address-interval",
        "address",
        "Null WTP id and interval 0",
        a.build(wtp=b.NULL, interval=0),
    )


def vectors():
    """Yields all vectors of this file."""
    yield from truncated()
    yield from malformed()
