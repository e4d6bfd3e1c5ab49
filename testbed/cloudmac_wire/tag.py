# SPDX-License-Identifier: Apache-2.0
"""Builds and parses the radio tag, which replaces the VAP's address in the Ethernet header."""

import dataclasses
import enum
import struct

from .ethernet import Reason, WireError, check_range, pack_address

LEVEL_AUTO = -128  # downlink: the WTP chooses
LEVEL_UNKNOWN = -128  # uplink: the radio reports no level
VAP_ANY = 0xFFFF  # no VAP, no virtual station

_OCTET0 = 0x12  # version 1, locally administered unicast
_FORMAT = struct.Struct(">BbBBH")


class Kind(enum.IntEnum):
    """Content of a frame of ethertype 0x1337."""

    FRAME = 0
    TX_STATUS = 1
    NEIGHBOUR = 2
    VSTA = 3


def vap_id(bssid):
    """Returns the VAP id of a BSSID: its last two octets."""
    return int.from_bytes(pack_address(bssid)[4:], "big")


@dataclasses.dataclass(frozen=True)
class RadioTag:
    """The fields of the tag.

    level: dBm, transmit power (downlink) or received signal (uplink)
    rate: units of 500 kb/s; 0: the rate is in radiotap
    priority: 802.1D user priority
    vap: id of the VAP or virtual station
    """

    level: int = LEVEL_UNKNOWN
    rate: int = 0
    priority: int = 0
    kind: Kind = Kind.FRAME
    vap: int = VAP_ANY

    def __post_init__(self):
        check_range("level", self.level, -128, 127)
        check_range("rate", self.rate, 0, 255)
        check_range("priority", self.priority, 0, 7)
        check_range("vap", self.vap, 0, 0xFFFF)
        object.__setattr__(self, "kind", Kind(self.kind))

    def build(self):
        """Returns the six octets."""
        last = self.priority << 5 | self.kind
        return _FORMAT.pack(_OCTET0, self.level, self.rate, last, self.vap)

    @classmethod
    def parse(cls, octets):
        """Parses six octets. Raises WireError (VERSION or KIND)."""
        octet0, level, rate, last, vap = _FORMAT.unpack(octets)
        if octet0 != _OCTET0:
            raise WireError(Reason.VERSION, f"tag octet 0 is 0x{octet0:02x}")
        try:
            kind = Kind(last & 15)
        except ValueError:
            raise WireError(Reason.KIND, f"kind {last & 15} is reserved") from None
        return cls(level, rate, last >> 5, kind, vap)
