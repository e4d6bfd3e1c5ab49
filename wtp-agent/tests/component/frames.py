# SPDX-License-Identifier: Apache-2.0
"""Builds and reads frames: of the wire, and of the test radio, whose Ethernet frames carry what a
monitor interface would deliver."""

import struct

BSSID = "02:aa:bb:cc:00:01"
STATION = "02:00:00:00:01:00"
AIR_HEADER = b"\xff" * 6 + b"\2" + bytes(5) + b"\x88\xb5"


def mac(text):
    return bytes.fromhex(text.replace(":", ""))


def tag(bssid, level=0x80, rate=0, priority=0, kind=0):
    return bytes([0x12, level, rate, priority << 5 | kind]) + mac(bssid)[4:]


def data_frame(control, addr1, addr2, addr3, body=b"payload", number=1):
    addresses = mac(addr1), mac(addr2), mac(addr3)
    return struct.pack("<HH6s6s6sH", control, 0, *addresses, number << 4) + body


def token_namespace(token):
    return b"\x12\x13\x37\3" + struct.pack("<HI", 4, token)


def token_of(status):
    """Returns the token of a TX status, or None."""
    length = struct.unpack_from("<H", status, 14 + 2)[0]
    at = status.find(b"\x12\x13\x37\3\4\0", 14, 14 + length)
    return None if at < 0 else struct.unpack_from("<I", status, at + 6)[0]


def chain(*stages, token=None):
    """Returns radiotap with a chain. A stage is (500 kb/s, tries) or (MCS, tries, first octet)."""
    octets = b"".join(
        bytes([first[0] if first else 1, rate, tries, 0]) for rate, tries, *first in stages
    )
    namespace = b"\x12\x13\x37\1" + struct.pack("<HB", len(octets) + 1, len(stages)) + octets
    words = [0xC0000000, 1]
    if token is not None:
        words = [0xC0000000, 0xC0000001, 1]
        namespace += bytes(len(namespace) % 2) + token_namespace(token)
    octets = struct.pack(f"<{len(words)}I", *words) + namespace
    return struct.pack("<BBH", 0, 0, 4 + len(octets)) + octets


class Injected:
    """A frame that the agent injected: legacy rate, retries, 802.11."""

    def __init__(self, octets):
        length, present = struct.unpack_from("<HI", octets, 14 + 2)
        assert present == 1 << 2 | 1 << 15 | 1 << 17, f"{present:x}"
        self.rate, self.retries = octets[14 + 8], octets[14 + 12]
        self.frame = octets[14 + length :]
        self.number = struct.unpack_from("<H", self.frame, 22)[0] >> 4
        self.retry = bool(self.frame[1] & 8)

    def echo(self, acked):
        """Returns the echo that a monitor interface delivers with the frame's TX status."""
        present = 1 << 2 | 1 << 15 | 1 << 17
        flags = 0 if acked else 1
        fields = struct.pack("<BxHB", self.rate, flags, self.retries)
        return AIR_HEADER + struct.pack("<BBHI", 0, 0, 13, present) + fields + self.frame


def status_chain(octets):
    """Returns the TX flags and the chain of a TX status whose last rate is a legacy one. A stage is
    (500 kb/s, tries, changed) or (MCS, tries, changed, first octet)."""
    present, second = struct.unpack_from("<II", octets, 14 + 4)
    assert present == 0xC0028004 and second & 0x3FFFFFFF == 1, f"{present:x}"
    start = 14 + (16 if second >> 31 else 12)  # another namespace, with the token, may follow
    (flags,) = struct.unpack_from("<xxH", octets, start)
    stages = octets[start + 6 :]
    assert stages[:4] == b"\x12\x13\x37\1", stages.hex()
    starts = range(7, 7 + 4 * stages[6], 4)
    return flags, [
        (*stages[at + 1 : at + 4], *(stages[at : at + 1] if stages[at] != 1 else b""))
        for at in starts
    ]


def tagged(frame, vlan):
    """Returns an Ethernet frame with the 802.1Q tag of a VLAN."""
    return frame[:12] + struct.pack(">HH", 0x8100, vlan) + frame[12:]


def downlink(frame, station=STATION, bssid=BSSID, radiotap=bytes([0, 0, 8, 0, 0, 0, 0, 0]), **tags):
    return mac(station) + tag(bssid, **tags) + b"\x13\x37" + radiotap + frame


def beacon(ssid, bssid=BSSID, tail=b""):
    """Returns a VAP's beacon as 802.11 frame."""
    body = bytes(8) + struct.pack("<HH", 100, 1) + bytes([0, len(ssid)]) + ssid
    return data_frame(0x0080, "ff:ff:ff:ff:ff:ff", bssid, bssid, body + tail)


def heard(frame, signal_dbm=-42):
    """Returns a received frame as a monitor interface delivers it: flags, signal, frame, FCS."""
    radiotap = struct.pack("<BBHIBb", 0, 0, 10, 1 << 1 | 1 << 5, 0x10, signal_dbm)
    return AIR_HEADER + radiotap + frame + b"\xde\xad\xbe\xef"
