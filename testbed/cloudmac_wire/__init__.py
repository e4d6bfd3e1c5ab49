# SPDX-License-Identifier: Apache-2.0
"""Builds and parses the CloudMAC wire format, version 1: wire/SPECIFICATION.md.

Addresses are text in lower case with colons, as in the project's JSON. Parsers raise
WireError; its reason is the name of the drop counter in all codecs. Constructors raise
ValueError for values that the wire format cannot carry.

This codec uses no scapy: the project defines this format, and the parser must report the exact
reason for each malformed frame. scapy's import alone takes 0.2 s of processor time, and a frame
0.5 ms or more.
"""

from .announcement import Announcement, Control, Radio
from .chain import RateKind, Stage, build_chain, find_chain
from .ethernet import ANNOUNCE_GROUP, ETHERTYPE, ETHERTYPE_ANNOUNCE, Reason, WireError
from .frame import Direction, Frame, header_length
from .segment import Reassembler, Segment, split
from .survey import Survey, find_survey
from .tag import LEVEL_AUTO, LEVEL_UNKNOWN, VAP_ANY, Kind, RadioTag, vap_id
from .token import build_token, find_token
from .vsta import Hello, Scan, ScanDone, Status, find_message

__all__ = [
    "ANNOUNCE_GROUP",
    "Announcement",
    "Control",
    "Direction",
    "ETHERTYPE",
    "ETHERTYPE_ANNOUNCE",
    "Frame",
    "Hello",
    "Kind",
    "LEVEL_AUTO",
    "LEVEL_UNKNOWN",
    "Radio",
    "RadioTag",
    "RateKind",
    "Reason",
    "Reassembler",
    "Scan",
    "ScanDone",
    "Segment",
    "Stage",
    "Status",
    "Survey",
    "VAP_ANY",
    "WireError",
    "build_chain",
    "build_token",
    "find_chain",
    "find_message",
    "find_survey",
    "find_token",
    "header_length",
    "split",
    "vap_id",
]
