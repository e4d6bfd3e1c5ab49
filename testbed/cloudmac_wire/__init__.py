# SPDX-License-Identifier: Apache-2.0
"""The CloudMAC wire format, version 1: wire/SPECIFICATION.md.

Addresses are text as JSON has it elsewhere: lower case, colons. Parsers raise
WireError, whose reason is the name that all codecs count the octets under;
values that cannot be put on the wire raise ValueError as soon as they are given.
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
