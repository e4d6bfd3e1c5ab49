# SPDX-License-Identifier: Apache-2.0
"""Builds and reads frames and messages of virtual stations, and has the base of their tests."""

import contextlib
import struct
from dataclasses import dataclass

from component import ComponentTest
from daemon import until
from frames import AIR_HEADER, data_frame, downlink, mac
from links import Wire

GUEST = "02:00:00:00:02:01"
OTHER_GUEST = "02:00:00:00:02:02"
AP = "02:dd:00:00:00:01"
OTHER_AP = "02:dd:00:00:00:02"
EVERYBODY = "ff:ff:ff:ff:ff:ff"
NULL = "00:00:00:00:00:00"
HOME = 2412
AWAKE, ASSOCIATED = 1, 2
ACTIVE, FRESH = 1, 2
VENDOR = b"\x7f\x12\x13\x37"
AUTH, DEAUTH, NULL_DATA = 0x00B0, 0x00C0, 0x0148


def message(guest, body):
    frame = bytearray(data_frame(0x00E0, EVERYBODY, guest, EVERYBODY, VENDOR + body, 0))
    return downlink(bytes(frame), EVERYBODY, guest, kind=3, priority=7)


def hello(guest=GUEST, mhz=HOME, bssid=AP, flags=AWAKE | ASSOCIATED, ssid=b"net"):
    body = struct.pack("<BBH6sB", 2, flags, mhz, mac(bssid), len(ssid)) + ssid
    return message(guest, body)


def scan(number, *frequencies, guest=GUEST, flags=0, ssids=()):
    body = struct.pack("<BBHBB", 3, flags, number, len(frequencies), len(ssids))
    body += struct.pack(f"<{len(frequencies)}H", *frequencies)
    return message(guest, body + b"".join(bytes([len(ssid)]) + ssid for ssid in ssids))


def uplink_data(guest=GUEST, bssid=AP, number=1, body=b"payload"):
    """Returns a data frame from a virtual station to its access point."""
    return downlink(data_frame(0x0108, bssid, guest, bssid, body, number), bssid, guest)


def auth(guest=GUEST, bssid=AP, algorithm=0, transaction=1):
    body = struct.pack("<HHH", algorithm, transaction, 0)
    return downlink(data_frame(AUTH, bssid, guest, bssid, body), bssid, guest)


def on_air(frame, mhz=HOME, signal_dbm=-42):
    """Returns a received frame as a monitor interface delivers it, with the field Channel."""
    present = 1 << 1 | 1 << 3 | 1 << 5
    radiotap = struct.pack("<BBHIBxHHb", 0, 0, 15, present, 0x10, mhz, 0x0480, signal_dbm)
    return AIR_HEADER + radiotap + frame + b"\xde\xad\xbe\xef"


def beacon(bssid=AP, ssid=b"net", control=0x0080, receiver=EVERYBODY):
    body = bytes(8) + struct.pack("<HH", 100, 1) + bytes([0, len(ssid)]) + ssid
    return data_frame(control, receiver, bssid, bssid, body)


def injected(octets):
    """Returns the 802.11 frame that the agent injected."""
    return octets[14 + struct.unpack_from("<H", octets, 16)[0] :]


def echo(octets, acked=True):
    """Returns the echo of an injected frame, with its TX status."""
    header = struct.pack("<BBHIH", 0, 0, 10, 1 << 15, 0 if acked else 1)
    return AIR_HEADER + header + injected(octets)


@dataclass
class Received:
    """A frame that a virtual station receives."""

    guest: bytes
    kind: int
    source: str
    level: int
    radiotap: bytes
    frame: bytes

    @classmethod
    def of(cls, octets):
        length = struct.unpack_from("<H", octets, 16)[0]
        return cls(
            octets[4:6],
            octets[3] & 15,
            octets[6:12].hex(":"),
            struct.unpack_from("b", octets, 1)[0],
            octets[14 : 14 + length],
            octets[14 + length :],
        )


@dataclass
class Done:
    """The message that ends a scan."""

    status: int
    id: int
    visited: int
    remembered: int


class GuestTest(ComponentTest):
    """Each test has the virtual stations' wire, the radios' air and a controller."""

    def start(self, mode="pinned", **options):
        stack = contextlib.ExitStack()
        self.addCleanup(stack.close)
        options.setdefault("radio_options", (f"stations = {mode}", ""))
        if "gate" in options:
            stack.enter_context(options["gate"])
        stack.enter_context(self.agent(**options))
        if "gate" in options:
            stack.callback(options["gate"].open)
        self.control = stack.enter_context(self.controller())
        self.wire = stack.enter_context(Wire("vap0"))
        self.air = stack.enter_context(Wire("air0"))

    def lease(self, guest=GUEST, radio=0, role="station"):
        self.control.call("ack.lease", bssid=guest, radio=radio, role=role, ttl_ms=60000)

    def join(self, guest=GUEST, **said):
        """Gets the lease, and says hello."""
        self.lease(guest)
        self.wire.send(hello(guest, **said))

    def drops(self):
        return self.control.call("stats")["drops"]

    def assert_dropped(self, reason, number=1):
        until(f"the drop as {reason}", lambda: self.drops()[reason] == number)

    def next_injected(self, what="an injected frame", match=lambda frame: True, seconds=5):
        """Returns the next frame at the radio, as octets of the test radio."""
        return self.air.receive(what, lambda octets: match(injected(octets)), seconds)

    def received(self, what="a frame", match=lambda frame: True, seconds=5):
        """Returns the next frame for a virtual station."""

        def matches(octets):
            return octets[12:14] == b"\x13\x37" and match(Received.of(octets))

        return Received.of(self.wire.receive(what, matches, seconds))

    def done(self, guest=GUEST, seconds=5):
        """Returns the next message that a scan of the virtual station has ended."""
        got = self.received(
            "scan done", lambda f: f.kind == 3 and f.guest == mac(guest)[4:], seconds
        )
        body = got.frame[24:]
        self.assertEqual(VENDOR + b"\4", body[:5])
        self.assertEqual(mac(guest) * 1, got.frame[4:10])
        return Done(*struct.unpack_from("<BHBB", body, 5))
