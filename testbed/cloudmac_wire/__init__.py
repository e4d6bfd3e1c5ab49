# SPDX-License-Identifier: Apache-2.0
"""The CloudMAC wire format, version 1: wire/SPECIFICATION.md.

Addresses are text in lower case with colons. Parsers raise WireError, whose reason is the
name of the counter in all codecs. Values that have no encoding raise ValueError at once.

This package does not use scapy: a receiver must give each malformed frame its exact reason,
where scapy returns raw octets. The package also serves tests without scapy.
"""

from .announcement import Announcement, Control, Radio
from .chain import RateKind, Stage, build_chain, find_chain
from .ethernet import ANNOUNCE_GROUP, ETHERTYPE, ETHERTYPE_ANNOUNCE, Reason, WireError
from .frame import Direction, Frame, header_length
from .tag import LEVEL_AUTO, LEVEL_UNKNOWN, VAP_ANY, Kind, RadioTag, vap_id

__all__ = [
    "ANNOUNCE_GROUP",
    "Announcement",
    "Control",
    "Direction",
    "ETHERTYPE",
    "ETHERTYPE_ANNOUNCE",
    "Frame",
    "Kind",
    "LEVEL_AUTO",
    "LEVEL_UNKNOWN",
    "Radio",
    "RadioTag",
    "RateKind",
    "Reason",
    "Stage",
    "VAP_ANY",
    "WireError",
    "build_chain",
    "find_chain",
    "header_length",
    "vap_id",
]
