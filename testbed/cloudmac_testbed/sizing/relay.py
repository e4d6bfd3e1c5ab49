# SPDX-License-Identifier: Apache-2.0
"""Frames into one wire of the lab kernel, and what comes of them out of another or the same:
the ends of a switch's or a WTP's wires, in a process of the machine's (see crowd.py)."""
import json
import select
import socket
import struct
import threading
import time

from . import dot11, plan
from .crowd import ASK, EVERYBODY, Failed

ASKING = 0
WINDOW = 32
"""Frames under way."""
DEADLINE_S = 60
RADIOTAP = struct.pack("<BBHIBxHB", 0, 0, 13, 1 << 2 | 1 << 15 | 1 << 17, 108, 0x0030, 3)
"""54 Mb/s, NOSEQ and NOREORDER, 3 retries."""


def uplink(number, octets):
    """A station's data on its way to its VAP, encrypted as far as a switch can tell."""
    station, bssid = dot11.mac(plan.address(0, 0)), dot11.mac(plan.bssid(0))
    header = dot11.data_header(station, bssid, bssid, number, True)
    return dot11.data(header, bytes(8 + octets + 16))


def downlink(number, octets):
    """A VAP's data on its way to a station, likewise."""
    station, bssid = dot11.mac(plan.address(0, 0)), dot11.mac(plan.bssid(0))
    tag = struct.pack("!BBBB", 0x12, 0x80, 0, 0) + bssid[4:]
    header = struct.pack("<BBH", dot11.QOS_DATA, 2 | dot11.PROTECTED, 0) + station + bssid + bssid
    header += struct.pack("<HH", (number & 0xFFF) << 4, 0)
    body = bytes(8 + octets + 16)
    return station + tag + b"\x13\x37" + RADIOTAP + header + body


class Relay(threading.Thread):
    """Serves the guest until its wires end. paths: of the sockets that the lab kernel connects
    to: what the guest asks by is the first; used: as processor.used_ns()."""

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
        """The next frame of a wire; None after ``timeout`` seconds or at its end."""
        wire = self._wire(number)
        if timeout is not None and not select.select([wire], [], [], timeout)[0]:
            return None
        try:
            return wire.recv(4096) or None
        except OSError:
            return None

    def _serve(self, request):
        try:
            found = getattr(self, request.pop("do"))(**request)
        except Failed as error:
            found = {"error": str(error)}
        answer = json.dumps(found).encode()
        self._wire(ASKING).send(EVERYBODY + bytes(6) + ASK + answer.ljust(46, b"\0"))

    def begin(self, out=None):
        """Frames are the guest's own from here on; they come out of a wire, or of none."""
        while out is not None and self._read(out, 0):
            pass
        self.arrived = 0
        self.mark = (self.used(), time.monotonic())
        return {}

    def end(self, out, count):
        """All that came since begin(), until ``count`` have."""
        deadline = time.monotonic() + DEADLINE_S
        while self.arrived < count:
            self.arrived += self._arrived(out, deadline, count - self.arrived)
        return self._since(count)

    def _since(self, count):
        """What was used since the mark, for so many frames."""
        after, (before, began) = self.used(), self.mark
        return {
            "count": count,
            "seconds": time.monotonic() - began,
            "kernel_ns": after[0] - before[0],
            "programs_ns": after[1] - before[1],
        }

    def measure(self, what, into, out, count, octets):
        """Send ``count`` frames of a kind ("uplink", "downlink") into a wire, as many as come
        out of another: seconds and processor time. Others that come are nobody's affair."""
        make = {"uplink": uplink, "downlink": downlink}[what]
        frames = [make(number, octets) for number in range(count)]
        self.begin(out)
        deadline = time.monotonic() + DEADLINE_S
        wire, missing = self._wire(into), 0
        for frame in frames:
            while missing >= WINDOW:
                missing -= self._arrived(out, deadline, missing)
            wire.send(frame)
            missing += 1
        while missing:
            missing -= self._arrived(out, deadline, missing)
        return self._since(count)

    def _arrived(self, out, deadline, missing):
        octets = self._read(out, max(0, deadline - time.monotonic()))
        if time.monotonic() > deadline:
            raise Failed(f"waited {DEADLINE_S} s for {missing} frames to come out")
        return _is_frame(octets)


def _is_frame(octets):
    return bool(octets and octets[12:14] == b"\x13\x37")
