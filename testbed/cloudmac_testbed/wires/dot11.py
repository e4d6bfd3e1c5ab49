# SPDX-License-Identifier: Apache-2.0
"""Makes and parses frames of a station and its WTP as they are on the wire
(wire/SPECIFICATION.md). Does no I/O.

The crowd builds and reads thousands of frames a second while the guest's host is measured.
scapy takes about 0.5 ms of processor time to read a frame and 1.5 ms to build one, so this
module uses struct."""
import dataclasses
import struct

from cloudmac_wire import ETHERTYPE, LEVEL_UNKNOWN, Kind, RadioTag

SIGNAL_DBM = -40
ASSOCIATION, ASSOCIATED, AUTHENTICATION = 0x00, 0x10, 0xB0
"""First octets of management frames."""
DATA, QOS_DATA = 0x08, 0x88
TO_DS, PROTECTED = 0x01, 0x40
SNAP = bytes.fromhex("aaaa03000000")
EAPOL, ARP, NOTHING = b"\x88\x8e", b"\x08\x06", b"\x88\xb6"
"""Ethertypes. The last is for local experiments; no program receives it."""
RATES = bytes.fromhex("01080c1218243048606c")
WMM = bytes.fromhex("dd07 0050f2 020001 00")
TOKEN = bytes.fromhex("121337 03 0400")
"""OUI, sub-namespace and length of the vendor namespace with the token."""
ORDINARY_RADIOTAP = struct.pack("<BBHI", 0, 0, 8, 0)


def mac(text):
    return bytes.fromhex(text.replace(":", ""))


@dataclasses.dataclass(frozen=True)
class Downlink:
    """A frame of a VAP: receiver, VAP id, first octet of the 802.11 frame, the frame itself, and
    the namespace with the token of its TX status (empty if it has none)."""

    receiver: bytes
    vap: bytes
    kind: int
    frame: bytes
    token: bytes

    @property
    def body(self):
        """Returns what follows the 802.11 header."""
        return self.frame[26 if self.kind == QOS_DATA else 24 :]

    @property
    def protected(self):
        return bool(self.frame[1] & PROTECTED)

    @property
    def to_all(self):
        return bool(self.receiver[0] & 1)

    def status(self):
        """Returns the TX status of a frame that was acknowledged at once."""
        header = self.frame[: len(self.frame) - len(self.body)]
        radiotap = struct.pack("<BBHIHB", 0, 0, 11, 1 << 15 | 1 << 17, 0, 0)
        if self.token:
            words = 1 << 15 | 1 << 17 | 1 << 30 | 1 << 31, 1
            radiotap = struct.pack("<BBHIIHBx", 0, 0, 26, *words, 0, 0) + self.token
        return _uplink(self.receiver, self.vap, radiotap + header, Kind.TX_STATUS)


def parse(octets):
    """Returns a Downlink; None for any other frame."""
    if len(octets) < 14 + 8 + 24 or octets[12:14] != b"\x13\x37" or octets[6] != 0x12:
        return None
    (length,) = struct.unpack_from("<H", octets, 16)
    frame = octets[14 + length :]
    if length < 8 or len(frame) < 26:
        return None
    token = octets.find(TOKEN, 14, 14 + length)
    token = b"" if token < 0 else octets[token : token + len(TOKEN) + 4]
    return Downlink(octets[:6], octets[10:12], frame[0], frame, token)


def _uplink(station, vap, rest, kind=Kind.FRAME):
    level = SIGNAL_DBM if kind is Kind.FRAME else LEVEL_UNKNOWN
    tag = RadioTag(level=level, kind=kind, vap=int.from_bytes(vap, "big"))
    return tag.build() + station + struct.pack("!H", ETHERTYPE) + rest


def management(kind, station, bssid, number, body):
    """Returns a management frame to an access point, on the wire."""
    header = struct.pack("<BBH", kind, 0, 0) + bssid + station + bssid
    frame = header + struct.pack("<H", (number & 0xFFF) << 4) + body
    return _uplink(station, bssid[4:], ORDINARY_RADIOTAP + frame)


def authentication(station, bssid, number):
    return management(AUTHENTICATION, station, bssid, number, struct.pack("<HHH", 0, 1, 0))


def association(station, bssid, number, ssid, rsn):
    """Returns the body of an association request. rsn: its element, empty for an open
    network."""
    name = ssid.encode()
    body = struct.pack("<HH", 0x0421 | (0x10 if rsn else 0), 10) + bytes([0, len(name)]) + name
    return management(ASSOCIATION, station, bssid, number, body + RATES + rsn + WMM)


def data_header(station, bssid, destination, number, protected):
    """Returns the 802.11 header of uplink QoS data, TID 0."""
    flags = TO_DS | (PROTECTED if protected else 0)
    header = struct.pack("<BBH", QOS_DATA, flags, 0) + bssid + station + destination
    return header + struct.pack("<HH", (number & 0xFFF) << 4, 0)


def data(header, body):
    """Returns data on the wire. body: encrypted if the header's Protected bit is set."""
    return _uplink(header[10:16], header[8:10], ORDINARY_RADIOTAP + header + body)


def arp_request(station, own, wanted):
    """Returns the payload of an ARP request; the addresses as four octets each."""
    fields = struct.pack("!HHBBH", 1, 0x0800, 6, 4, 1)
    return SNAP + ARP + fields + station + own + bytes(6) + wanted
