# SPDX-License-Identifier: Apache-2.0
"""Builds and parses announcements of WTPs, ethertype 0x1338."""

import dataclasses
import enum
import ipaddress
import struct
import unicodedata

from .ethernet import (
    ANNOUNCE_GROUP,
    ETHERTYPE_ANNOUNCE,
    NULL_ADDRESS,
    Reason,
    WireError,
    build_ethernet,
    check_address,
    check_range,
    check_vlan,
    is_group,
    pack_address,
    parse_ethernet,
    unpack_address,
)

VERSION = 1
INTERVAL_MIN, INTERVAL_MAX = 100, 60000  # ms
NAME_MAX = 63  # octets
RADIOS_MAX = 16

_HEAD = struct.Struct(">BBH6sH")
_RADIO = struct.Struct(">B6sHbbBBB")


class _Type(enum.IntEnum):
    NAME = 1
    IPV4 = 2
    IPV6 = 3
    RADIO = 4


def _check_unicast(name, address):
    check_address(name, address)
    if address == NULL_ADDRESS or is_group(address):
        raise ValueError(f"{name}: {address} is not a unicast address")


@dataclasses.dataclass(frozen=True)
class Control:
    """Address and TCP port of a WTP's control server."""

    address: ipaddress.IPv4Address | ipaddress.IPv6Address
    port: int

    def __post_init__(self):
        object.__setattr__(self, "address", ipaddress.ip_address(self.address))
        check_range("port", self.port, 1, 0xFFFF)
        packed = self.address.packed
        if not any(packed) or packed[0] >= (224 if self.address.version == 4 else 255):
            raise ValueError(f"control address: {self.address} is not a host address")

    def build(self):
        """Returns the value of the element."""
        return self.address.packed + self.port.to_bytes(2, "big")

    @classmethod
    def parse(cls, value, address_length):
        """Parses the value of an element. Raises ValueError if it is malformed."""
        if len(value) != address_length + 2:
            raise ValueError(f"control address: element of {len(value)} octets")
        address = ipaddress.ip_address(value[:-2])
        return cls(address, int.from_bytes(value[-2:], "big"))


@dataclasses.dataclass(frozen=True)
class Radio:
    """One radio of a WTP. frequency: MHz; flags, bands: bits as in the specification."""

    index: int
    address: str
    frequency: int
    max_power_dbm: int
    power_dbm: int
    flags: int
    max_leases: int
    bands: int

    def __post_init__(self):
        _check_unicast("radio address", self.address)
        for name in ("index", "flags", "max_leases", "bands"):
            check_range(name, getattr(self, name), 0, 0xFF)
        check_range("frequency", self.frequency, 0, 0xFFFF)
        check_range("max_power_dbm", self.max_power_dbm, -128, 127)
        check_range("power_dbm", self.power_dbm, -128, 127)

    def build(self):
        """Returns the value of the element."""
        fields = dataclasses.astuple(self)
        return _RADIO.pack(fields[0], pack_address(fields[1]), *fields[2:])

    @classmethod
    def parse(cls, value):
        """Parses the value of an element. Raises ValueError if it is malformed."""
        if len(value) != _RADIO.size:
            raise ValueError(f"radio: element of {len(value)} octets")
        index, address, *rest = _RADIO.unpack(value)
        return cls(index, unpack_address(address), *rest)


def _elements(octets):
    """Yields type and value of each element. Raises ValueError if one exceeds the octets."""
    while octets:
        if len(octets) < 2 or len(octets) < 2 + octets[1]:
            raise ValueError("an element exceeds the announcement")
        end = 2 + octets[1]
        yield octets[0], octets[2:end]
        octets = octets[end:]


def _parse_elements(octets):
    """Returns the fields that are elements. Raises ValueError if one is malformed."""
    fields, radios = {}, []
    for kind, value in _elements(octets):
        if kind == _Type.RADIO:
            radios.append(Radio.parse(value))
            continue
        if kind == _Type.NAME:
            name, parsed = "name", value.decode()
        elif kind == _Type.IPV4:
            name, parsed = "ipv4", Control.parse(value, 4)
        elif kind == _Type.IPV6:
            name, parsed = "ipv6", Control.parse(value, 16)
        else:
            continue
        if name in fields:
            raise ValueError(f"{name}: more than one element")
        fields[name] = parsed
    if "name" not in fields:
        raise ValueError("name: missing")
    return fields | {"radios": tuple(radios)}


@dataclasses.dataclass(frozen=True)
class Announcement:
    """An announcement.

    source: address of the wired interface; wtp: WTP id
    interval_ms: time between announcements
    vlan: VLAN id, None if untagged
    """

    source: str
    wtp: str
    interval_ms: int
    name: str
    radios: tuple[Radio, ...]
    ipv4: Control | None = None
    ipv6: Control | None = None
    vlan: int | None = None

    def __post_init__(self):
        check_address("source", self.source)
        _check_unicast("wtp", self.wtp)
        check_range("interval_ms", self.interval_ms, INTERVAL_MIN, INTERVAL_MAX)
        check_vlan(self.vlan)
        check_range("name's length in octets", len(self.name.encode()), 1, NAME_MAX)
        if any(unicodedata.category(character) == "Cc" for character in self.name):
            raise ValueError(f"name: {self.name!r} has control characters")
        if self.ipv4 is None and self.ipv6 is None:
            raise ValueError("control address: neither IPv4 nor IPv6")
        for control, version in ((self.ipv4, 4), (self.ipv6, 6)):
            if control is not None and control.address.version != version:
                raise ValueError(f"control address: {control.address} is not IPv{version}")
        object.__setattr__(self, "radios", tuple(self.radios))
        check_range("number of radios", len(self.radios), 1, RADIOS_MAX)
        if len({radio.index for radio in self.radios}) != len(self.radios):
            raise ValueError("radios: two radios have the same index")

    def build(self):
        """Returns the octets, with the elements in the order of their types."""
        elements = [(_Type.NAME, self.name.encode())]
        if self.ipv4:
            elements.append((_Type.IPV4, self.ipv4.build()))
        if self.ipv6:
            elements.append((_Type.IPV6, self.ipv6.build()))
        elements += [(_Type.RADIO, radio.build()) for radio in self.radios]
        body = b"".join(bytes([kind, len(value)]) + value for kind, value in elements)
        head = _HEAD.pack(VERSION, 0, len(body), pack_address(self.wtp), self.interval_ms)
        addresses = pack_address(ANNOUNCE_GROUP), pack_address(self.source)
        return build_ethernet(*addresses, self.vlan, ETHERTYPE_ANNOUNCE) + head + body

    @classmethod
    def parse(cls, octets):
        """Parses octets, destination address first. Raises WireError if they are malformed."""
        octets = bytes(octets)
        vlan, ethertype, start = parse_ethernet(octets, behind=_HEAD.size)
        if ethertype != ETHERTYPE_ANNOUNCE:
            raise WireError(Reason.ETHERTYPE, f"0x{ethertype:04x}")
        version, _, length, wtp, interval = _HEAD.unpack_from(octets, start)
        body = octets[start + _HEAD.size :]
        wtp = unpack_address(wtp)
        if version != VERSION:
            raise WireError(Reason.VERSION, f"version {version}")
        if length > len(body):
            raise WireError(Reason.SHORT, f"{len(body)} octets of elements, length is {length}")
        if wtp == NULL_ADDRESS or is_group(wtp):
            raise WireError(Reason.ADDRESS, f"WTP id {wtp}")
        try:
            if any(body[length:]):
                raise ValueError("octets after the last element are not zero")
            fields = _parse_elements(body[:length])
            return cls(unpack_address(octets[6:12]), wtp, interval, vlan=vlan, **fields)
        except ValueError as error:
            raise WireError(Reason.TLV, str(error)) from None
