# SPDX-License-Identifier: Apache-2.0
"""Builds and parses survey reports: how busy the channel of a WTP's radio is, for a VAP."""

import dataclasses
import struct

from .ethernet import check_range, pack_address

_HEADER = struct.Struct("<BBH6s6s6sH")  # 802.11: control, flags, duration, addresses, sequence
_BODY = struct.Struct("<B3sBBHb3x4Q")
_ACTION_NO_ACK, _CATEGORY, _OUI, _TYPE = 0xE0, 127, bytes.fromhex("121337"), 1
_NEIGHBOUR = 2  # kind
_TIME_MAX = 2**64 - 1
# The values in the order of their flags, from bit 0 on.
_VALUES = ("noise_dbm", "time_ms", "busy_ms", "tx_ms", "rx_ms")


@dataclasses.dataclass(frozen=True)
class Survey:
    """The values of a report; None: the radio does not know the value.

    frequency: centre of the primary channel, MHz
    noise_dbm: dBm
    time_ms: on the channel; busy_ms, tx_ms, rx_ms: of it, busy, transmitting, receiving
    """

    frequency: int
    noise_dbm: int | None = None
    time_ms: int | None = None
    busy_ms: int | None = None
    tx_ms: int | None = None
    rx_ms: int | None = None

    def __post_init__(self):
        check_range("frequency", self.frequency, 1, 0xFFFF)
        if not self._flags():
            raise ValueError("a report has a value")
        for name in _VALUES:
            value = getattr(self, name)
            limits = (-128, 127) if name == "noise_dbm" else (0, _TIME_MAX)
            if value is not None:
                check_range(name, value, *limits)

    def _flags(self):
        """Returns the flags of the values that are known."""
        return sum(1 << bit for bit, name in enumerate(_VALUES) if getattr(self, name) is not None)

    def build(self, bssid, radio):
        """Returns the 802.11 frame of the report, from a radio to the VAP with this BSSID."""
        vap = pack_address(bssid)
        values = (getattr(self, name) or 0 for name in _VALUES)
        head = _HEADER.pack(_ACTION_NO_ACK, 0, 0, vap, pack_address(radio), vap, 0)
        return head + _BODY.pack(_CATEGORY, _OUI, _TYPE, self._flags(), self.frequency, *values)


def _is_report(frame):
    """Checks the headers of an uplink frame."""
    octets = frame.frame
    if frame.tag.kind != _NEIGHBOUR or len(octets) != _HEADER.size + _BODY.size:
        return False
    control, flags, _, receiver, sender, bssid, _ = _HEADER.unpack_from(octets)
    return (
        (control, flags) == (_ACTION_NO_ACK, 0)
        and not receiver[0] & 1
        and receiver == bssid
        and int.from_bytes(receiver[4:], "big") == frame.tag.vap
        and sender == pack_address(frame.station)
    )


def find_survey(frame):
    """Returns the Survey of an uplink frame, or None if it is no report."""
    if not _is_report(frame):
        return None
    category, oui, kind, flags, mhz, *values = _BODY.unpack_from(frame.frame, _HEADER.size)
    if (category, oui, kind) != (_CATEGORY, _OUI, _TYPE):
        return None
    known = {name: values[bit] for bit, name in enumerate(_VALUES) if flags >> bit & 1}
    return Survey(mhz, **known) if mhz and known else None
