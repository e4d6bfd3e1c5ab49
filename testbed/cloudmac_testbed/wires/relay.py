# SPDX-License-Identifier: Apache-2.0
"""Sends frames into one wire of the lab kernel, and counts those that come out of the same or
another. It runs in a process on the machine (see crowd.py), at the ends of a switch's or a WTP's
wires. It uses struct, for the reason that dot11.py has."""
import json
import select
import socket
import struct
import threading
import time
from typing import Literal

from cloudmac_wire import RadioTag, vap_id

from .. import calls
from . import addresses, dot11
from .crowd import ASK, EVERYBODY, PATIENCE_S

ASKING = 0
WINDOW = 32
"""Frames in flight."""
RADIOTAP = struct.pack("<BBHIBxHB", 0, 0, 13, 1 << 2 | 1 << 15 | 1 << 17, 108, 0x0030, 3)
"""54 Mb/s, NOSEQ and NOREORDER, 3 retries."""


def uplink(number, octets):
    """Returns a station's data on its way to its VAP, encrypted as far as a switch can tell."""
    station, bssid = dot11.mac(addresses.station(0, 0)), dot11.mac(addresses.bssid(0))
    header = dot11.data_header(station, bssid, bssid, number, True)
    return dot11.data(header, bytes(8 + octets + 16))


def downlink(number, octets):
    """Returns a VAP's data on its way to a station, likewise."""
    station, bssid = dot11.mac(addresses.station(0, 0)), dot11.mac(addresses.bssid(0))
    tag = RadioTag(vap=vap_id(addresses.bssid(0))).build()
    header = struct.pack("<BBH", dot11.QOS_DATA, 2 | dot11.PROTECTED, 0) + station + bssid + bssid
    header += struct.pack("<HH", (number & 0xFFF) << 4, 0)
    body = bytes(8 + octets + 16)
    return station + tag + b"\x13\x37" + RADIOTAP + header + body


class Relay(threading.Thread):
    """Serves the guest until its wires end. paths: of the sockets that the lab kernel connects
    to; the guest's requests come by the first; used: returns
    the use of the processors so far (sizing/processor.py)."""

    def __init__(self, paths, used):
        super().__init__(daemon=True)
        self.used = used
        self.listeners = []
        self.wires = {}
        self.arrived = 0
        self.mark = None
        for path in paths:
            listener = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
            listener.bind(str(path))
            listener.listen(1)
            self.listeners.append(listener)

    def run(self):
        while True:
            ready, _, _ = select.select([self._wire(ASKING), *self.wires.values()], [], [])
            for number, wire in list(self.wires.items()):
                if wire not in ready:
                    continue
                octets = self._read(number, None)
                if number == ASKING and not octets:
                    return self._close()
                if number != ASKING:
                    self.arrived += _is_frame(octets)
                elif octets[12:14] == ASK:
                    self._serve(json.loads(octets[14:].rstrip(b"\0")))

    def _close(self):
        for end in (*self.wires.values(), *self.listeners):
            end.close()

    def _wire(self, number):
        """The guest connects when it sets the interface up."""
        if number not in self.wires:
            self.wires[number], _ = self.listeners[number].accept()
        return self.wires[number]

    def _read(self, number, timeout):
        """Returns the next frame of a wire; None after ``timeout`` seconds or at its end."""
        wire = self._wire(number)
        if timeout is not None and not select.select([wire], [], [], timeout)[0]:
            return None
        try:
            return wire.recv(4096) or None
        except OSError:
            return None

    def _serve(self, request):
        found = calls.run(request["call"], request["arguments"], self, __name__)
        answer = json.dumps(found).encode()
        self._wire(ASKING).send(EVERYBODY + bytes(6) + ASK + answer.ljust(46, b"\0"))

    @calls.declare
    def begin(self, out: int | None = None):
        """Starts a measurement of frames that the guest sends. They come out of the wire
        ``out``, or of none."""
        while out is not None and self._read(out, 0):
            pass
        self.arrived = 0
        self.mark = (self.used(), time.monotonic())
        return {}

    @calls.declare
    def end(self, out: int, count: int):
        """Counts the frames since begin(), until ``count`` have come or no more come."""
        while self.arrived < count and self._await(out):
            self.arrived += 1
        return self._since(count, count - self.arrived)

    def _since(self, count, lost):
        """Returns the use of the processor since the mark, with the numbers of frames and
        losses."""
        after, (before, began) = self.used(), self.mark
        return {
            "count": count,
            "lost": lost,
            "seconds": time.monotonic() - began,
            "kernel_ns": after[0] - before[0],
            "programs_ns": after[1] - before[1],
        }

    @calls.declare
    def measure(
        self,
        what: Literal["uplink", "downlink"],
        into: int,
        out: int,
        count: int,
        octets: int,
    ):
        """Sends ``count`` frames of a kind into the wire ``into``, at the rate at which they
        come out of ``out``. Returns seconds and processor time. Ignores other frames."""
        make = {"uplink": uplink, "downlink": downlink}[what]
        frames = [make(number, octets) for number in range(count)]
        self.begin(out)
        wire, under_way, lost = self._wire(into), 0, 0
        for frame in frames:
            if under_way == WINDOW:
                under_way, gone = self._taken(out, under_way)
                lost += gone
            wire.send(frame)
            under_way += 1
        while under_way:
            under_way, gone = self._taken(out, under_way)
            lost += gone
        return self._since(count, lost)

    def _taken(self, out, under_way):
        """Returns the frames in flight after one more has come, and the losses if none came."""
        return (under_way - 1, 0) if self._await(out) else (0, under_way)

    def _await(self, out):
        """Waits for a frame out of a wire. Returns true if one comes."""
        deadline = time.monotonic() + PATIENCE_S
        while (left := deadline - time.monotonic()) > 0:
            if _is_frame(self._read(out, left)):
                return True
        return False


def _is_frame(octets):
    return bool(octets and octets[12:14] == b"\x13\x37")
