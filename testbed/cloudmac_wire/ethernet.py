# SPDX-License-Identifier: Apache-2.0
"""Addresses, Ethernet headers and errors of frames and announcements."""

import enum
import re

ETHERTYPE = 0x1337
ETHERTYPE_ANNOUNCE = 0x1338
ETHERTYPE_VLAN = 0x8100
ANNOUNCE_GROUP = "13:38:43:4d:41:43"
NULL_ADDRESS = "00:00:00:00:00:00"

_ADDRESS = re.compile("([0-9a-f]{2}:){5}[0-9a-f]{2}")


class Reason(str, enum.Enum):
    """Why a parser drops octets: the names of cloudmac_error_name() in wire/cloudmac.h."""

    SHORT = "short"
    ETHERTYPE = "ethertype"
    VERSION = "version"
    KIND = "kind"
    ADDRESS = "address"
    RADIOTAP = "radiotap"
    IEEE80211 = "80211"
    TLV = "tlv"
    SEGMENT = "segment"


class WireError(Exception):
    """The octets are not a valid frame or announcement. reason: a Reason."""

    def __init__(self, reason, detail):
        super().__init__(f"{reason.value}: {detail}")
        self.reason = reason


def pack_address(text):
    """Returns the six octets of an address."""
    return bytes.fromhex(text.replace(":", ""))


def unpack_address(octets):
    """Returns the address of six octets as text."""
    return octets.hex(":")


def is_group(address):
    """Returns true if an address is multicast or broadcast."""
    return bool(pack_address(address)[0] & 1)


def check_address(name, text):
    """Raises ValueError unless 'text' is an address in lower case with colons."""
    if not isinstance(text, str) or not _ADDRESS.fullmatch(text):
        raise ValueError(f"{name}: {text!r} is not an address like 02:00:00:00:00:01")


def check_range(name, value, low, high):
    """Raises ValueError unless 'value' is an integer from 'low' to 'high'."""
    if not isinstance(value, int) or not low <= value <= high:
        raise ValueError(f"{name}: {value!r} is not an integer from {low} to {high}")


def check_vlan(vlan):
    """Raises ValueError unless 'vlan' is a VLAN id, or None for untagged."""
    if vlan is not None:
        check_range("vlan", vlan, 0, 4095)


def build_ethernet(destination, source, vlan, ethertype):
    """Returns the Ethernet header. vlan: id of its 802.1Q tag, None for no tag."""
    tag = b"" if vlan is None else ETHERTYPE_VLAN.to_bytes(2, "big") + vlan.to_bytes(2, "big")
    return destination + source + tag + ethertype.to_bytes(2, "big")


def parse_ethernet(octets, behind=0):
    """Returns VLAN id or None, ethertype, and length of the header.

    Raises WireError (SHORT) if fewer than 'behind' octets follow the header.
    """
    length, vlan = 14, None
    if octets[12:14] == ETHERTYPE_VLAN.to_bytes(2, "big"):
        length = 18
        vlan = int.from_bytes(octets[14:16], "big") & 0x0FFF
    if len(octets) < length + behind:
        raise WireError(Reason.SHORT, f"{len(octets)} octets, needs {length + behind}")
    return vlan, int.from_bytes(octets[length - 2 : length], "big"), length
