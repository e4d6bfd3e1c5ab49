# SPDX-License-Identifier: Apache-2.0
"""Reads the traces that the medium writes: pcapng, radiotap, 802.11. Does no I/O. It uses struct:
a trace has all frames of a run, and scapy makes objects of each."""
import dataclasses
import math
import struct

from . import analytic

SECTION, INTERFACE, PACKET = 0x0A0D0D0A, 1, 6
NAME = 2
"""The option of an interface block that holds the radio's name."""
COMMENT = 1
"""The medium adds this option to frames that no addressee received."""
BEACON, PROBE_REQUEST, PROBE_RESPONSE = 0x80, 0x40, 0x50
PS_POLL, DATA, NULL, QOS_DATA, QOS_NULL = 0xA4, 0x08, 0x48, 0x88, 0xC8
TO_DS, FROM_DS, RETRY, POWER_SAVE, MORE_DATA = 0x01, 0x02, 0x08, 0x10, 0x20
PROTECTED = 0x40
ACK = 0xD4
TIM = 5
BEACON_BODY = 24
"""Timestamp, interval, capabilities; then elements."""
ELEMENTS = BEACON_BODY + 12
RADIOTAP = struct.Struct("<2xHIQBBH2xb")
"""Start of each radiotap header of the medium: length, fields present, time, flags, rate in 500
kb/s, frequency, transmit power in dBm."""
DSSS_MBPS, DSSS_PREAMBLE_US = (1, 2, 5.5, 11), 192


class BadTrace(ValueError):
    """The file is not a complete trace of the medium."""


@dataclasses.dataclass(frozen=True)
class Tim:
    """The frames that an access point buffers: ``aids`` of stations, ``group`` frames."""

    count: int
    period: int
    group: bool
    aids: frozenset


@dataclasses.dataclass(frozen=True)
class TracedFrame:
    """One frame on the air. ``at``: start of its preamble in microseconds of the medium's clock;
    ``radio``: name of the sender; ``mbps``: 0 at HT rates; ``power_dbm``: of the sender."""

    at: float
    radio: str
    received: bool
    mhz: int
    mbps: float
    power_dbm: int
    data: bytes

    @property
    def end(self):
        """The end of a frame at a legacy rate, in microseconds."""
        octets = len(self.data) + analytic.FCS_OCTETS
        if self.mbps in DSSS_MBPS:
            return self.at + DSSS_PREAMBLE_US + math.ceil(8 * octets / self.mbps)
        return self.at + analytic.ppdu(analytic.Rate(int(self.mbps)), octets, self.mhz / 1000)

    @property
    def kind(self):
        """Type and subtype."""
        return self.data[0] & 0xFC

    def has(self, flag):
        return bool(self.data[1] & flag)

    @property
    def receiver(self):
        return self.data[4:10].hex(":")

    @property
    def transmitter(self):
        return self.data[10:16].hex(":")

    @property
    def is_group(self):
        return bool(self.data[4] & 1)

    @property
    def is_data(self):
        return self.data[0] & 0x0C == 0x08

    @property
    def carries_data(self):
        return self.data[0] & 0x4C == 0x08

    @property
    def timestamp(self):
        """The timestamp of a beacon or probe response, in microseconds."""
        return struct.unpack_from("<Q", self.data, BEACON_BODY)[0]

    @property
    def tim(self):
        """The TIM of a beacon; None if it has no valid one."""
        at = ELEMENTS
        while at + 2 <= len(self.data):
            number, length = self.data[at : at + 2]
            body = self.data[at + 2 : at + 2 + length]
            if len(body) < length:
                return None
            if number == TIM and length >= 4:
                return _tim(body)
            at += 2 + length
        return None


def _tim(body):
    count, period, control = body[:3]
    first = (control & 0xFE) * 8
    aids = {
        first + 8 * octet + bit
        for octet, bits in enumerate(body[3:])
        for bit in range(8)
        if bits >> bit & 1
    }
    # Bit 0 belongs to no station: the control octet announces group frames.
    return Tim(count, period, bool(control & 1), frozenset(aids - {0}))


def _options(data):
    at = 0
    while at + 4 <= len(data):
        code, length = struct.unpack_from("<HH", data, at)
        if not code:
            return
        yield code, data[at + 4 : at + 4 + length]
        at += 4 + (length + 3) // 4 * 4


def _blocks(data):
    at = 0
    while at < len(data):
        if at + 12 > len(data):
            raise BadTrace(f"a block is cut off at octet {at}")
        kind, length = struct.unpack_from("<II", data, at)
        if length < 12 or length % 4 or at + length > len(data):
            raise BadTrace(f"a block of {length} octets at octet {at}")
        yield kind, data[at + 8 : at + length - 4]
        at += length


def _frame(body, names):
    if len(body) < 20:
        raise BadTrace("a packet block without a header")
    interface, high, low, captured, _ = struct.unpack_from("<5I", body)
    packet = body[20 : 20 + captured]
    if interface >= len(names) or len(packet) < captured or captured < RADIOTAP.size:
        raise BadTrace("a packet block shorter than its length field")
    radiotap, _, _, _, rate, mhz, power = RADIOTAP.unpack_from(packet)
    if captured < radiotap + 10:
        raise BadTrace("a packet without a frame")
    more = _options(body[20 + (captured + 3) // 4 * 4 :])
    received = all(code != COMMENT for code, _ in more)
    at = (high << 32 | low) / 1e3
    return TracedFrame(at, names[interface], received, mhz, rate / 2, power, packet[radiotap:])


def read(data):
    """Returns the frames of a trace in the order of their ends. Raises BadTrace."""
    names = []
    frames = []
    for kind, body in _blocks(data):
        if kind == INTERFACE:
            names.append(dict(_options(body[8:])).get(NAME, b"").decode())
        elif kind == PACKET:
            frames.append(_frame(body, names))
        elif kind != SECTION:
            raise BadTrace(f"a block of type {kind}")
    return frames
