# SPDX-License-Identifier: Apache-2.0
"""Acts as many stations and their WTP at the other end of a VAP machine's wire. It runs in a
process on the machine, so that the lab kernel's use of the processor is the VAP machine's alone.

The guest sends requests as a JSON object in an Ethernet frame of type ASK, and gets an answer
likewise: the result, or ``error``. The wire is a SOCK_SEQPACKET connection (the lab kernel's
vector transport "bess"), a packet a frame. Frames that the guest sends while it is full are
lost, so that stations try again, as real ones do."""
import collections
import json
import random
import select
import socket
import struct
import threading
import time

from .. import calls
from . import addresses, dot11, keys

ASK = b"\x88\xb5"
DEADLINE_S = 120
"""Time limit of a request."""
AGAIN_S = 0.02
"""After this time a station repeats its first question: the VAP may not have had the keys."""
AT_ONCE = 4
"""Stations that associate at the same time."""
PATIENCE_S = 0.5
"""After this time without an answer a station starts again, and a frame counts as lost."""
WINDOW, CLOCKED = 32, 16
"""Frames in flight to another station. On the way up, each CLOCKED-th is a question, whose
answer means that all before it have arrived."""
EVERYBODY = b"\xff" * 6


class Failed(RuntimeError):
    """An expected frame did not arrive; the message names it."""


class Station:
    """One station: its handshake, keys and sequence numbers."""

    def __init__(self, vap, number, security, drawn):
        self.address = dot11.mac(addresses.station(vap, number))
        self.ip = socket.inet_aton(addresses.ip(vap, number))
        self.bssid = dot11.mac(addresses.bssid(vap))
        self.master = keys.pmk(addresses.PASSPHRASE, addresses.SSID) if security == "wpa2" else None
        self.drawn = drawn
        self.sequence = drawn.randrange(4096)
        self.numbers = {}
        self.begin()

    def begin(self):
        """Forgets keys and association. Returns the first frame of a new handshake."""
        self.ccmp, self.packet = None, 0
        self.ready = self.served = False
        self.nonce = self.drawn.randbytes(32)
        return dot11.authentication(self.address, self.bssid, self._next("management"))

    def _next(self, counter):
        self.numbers[counter] = self.numbers.get(counter, self.sequence) + 1
        return self.numbers[counter]

    def data(self, destination, payload):
        """Returns a frame with ``payload`` from the SNAP header on, encrypted once there are
        keys."""
        secret = self.ccmp is not None
        header = dot11.data_header(
            self.address, self.bssid, destination, self._next("data"), secret
        )
        if secret:
            self.packet += 1
            payload = self.ccmp.encrypt(header, self.packet, payload)
        return dot11.data(header, payload)

    def question(self):
        """Returns an ARP request for the gateway's address."""
        wanted = socket.inet_aton(addresses.GATEWAY)
        return self.data(EVERYBODY, dot11.arp_request(self.address, self.ip, wanted))

    def react(self, down):
        """Returns the station's answer to a frame, or None."""
        if down.kind == dot11.AUTHENTICATION:
            rsn = keys.RSN if self.master else b""
            number = self._next("management")
            return dot11.association(self.address, self.bssid, number, addresses.SSID, rsn)
        if down.kind == dot11.ASSOCIATED:
            status = struct.unpack_from("<H", down.body, 2)[0]
            if status:
                raise Failed(f"association of {self.address.hex(':')} refused: {status}")
            self.ready = self.master is None
            return None
        if down.protected or (self.master is None and down.kind in (dot11.DATA, dot11.QOS_DATA)):
            # A late frame from before the station started again is not an answer.
            self.served = self.ready
            return None
        if down.body[:8] == dot11.SNAP + dot11.EAPOL:
            return self._handshake(down.body[8:])
        return None

    def _handshake(self, frame):
        found = keys.parse_key_frame(frame)
        if not found or not found[0] & keys.ACK:
            return None
        information, counter, nonce = found
        kck, _, temporal = keys.ptk(self.master, self.bssid, self.address, nonce, self.nonce)
        if not information & keys.MIC:
            answer = keys.key_frame(keys.PAIRWISE | keys.MIC, counter, self.nonce, keys.RSN, kck)
        else:
            if not keys.mic_is_good(frame, kck):
                return None  # from a handshake before this station started again
            wanted = keys.PAIRWISE | keys.MIC | keys.SECURE
            answer = keys.key_frame(wanted, counter, bytes(32), b"", kck)
        sent = self.data(self.bssid, dot11.SNAP + dot11.EAPOL + answer)
        if information & keys.MIC:
            self.ccmp = keys.Ccmp(temporal)
            self.ready = True
        return sent


class Crowd(threading.Thread):
    """Serves the guest until its wire ends. path: of the socket that the lab kernel connects to;
    used: returns its use of the processors so far (sizing/processor.py); seed: of nonces and
    numbers.
    ``asked``: all results, in order."""

    def __init__(self, path, security, seed, used):
        super().__init__(daemon=True)
        self.security = security
        self.drawn = random.Random(seed)
        self.used = used
        self.stations = {}
        self.asked = []
        self.beacons = 0
        self.deadline = None
        self.wire = None
        self.listener = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.listener.bind(str(path))
        self.listener.listen(1)

    def run(self):
        with self.listener:
            self.wire, _ = self.listener.accept()
        with self.wire:
            while (octets := self._next(None)) is not None:
                if octets[12:14] == ASK:
                    self._serve(json.loads(octets[14:].rstrip(b"\0")))
                else:
                    self._take(octets)

    def _next(self, timeout):
        """Returns the next frame; None after ``timeout`` seconds or at the wire's end."""
        if timeout is not None and not select.select([self.wire], [], [], timeout)[0]:
            return None
        try:
            return self.wire.recv(4096) or None
        except OSError:
            return None

    def _serve(self, request):
        self.deadline = time.monotonic() + DEADLINE_S
        try:
            found = calls.run(request["call"], request["arguments"], self, __name__)
        except Failed as error:
            found = {"error": str(error)}
        self.asked.append(found)
        answer = json.dumps(found).encode()
        self.wire.send(EVERYBODY + bytes(6) + ASK + answer.ljust(46, b"\0"))

    def _take(self, octets):
        """Returns (Station, Downlink) for a frame, or None. Acknowledges it if it is for one
        station."""
        down = dot11.parse(octets)
        if down is None:
            return None
        if down.to_all:
            self.beacons += down.kind == 0x80
            return None
        self.wire.send(down.status())
        station = self.stations.get(down.receiver)
        return (station, down) if station else None

    def _received(self, timeout, what):
        """Returns the same as _take() for the next frame. Raises Failed after the request's time
        limit."""
        octets = self._next(timeout)
        if time.monotonic() > self.deadline:
            raise Failed(f"waited {DEADLINE_S} s for {what}")
        return self._take(octets) if octets else None

    def _members(self, vaps, each):
        for vap in range(vaps):
            for number in range(each):
                address = dot11.mac(addresses.station(vap, number))
                if address not in self.stations:
                    self.stations[address] = Station(vap, number, self.security, self.drawn)
                yield self.stations[address]

    def _measured(self, what):
        """Returns a function's result, with seconds and processor time that it took."""
        # The crowd did not read while it built the frames. The wire lost those beyond its room.
        while octets := self._next(0):
            self._take(octets)
        before, began, beacons = self.used(), time.monotonic(), self.beacons
        found = what() or {}
        after = self.used()
        return found | {
            "seconds": time.monotonic() - began,
            "kernel_ns": after[0] - before[0],
            "programs_ns": after[1] - before[1],
            "beacons": self.beacons - beacons,
        }

    @calls.declare
    def idle(self, seconds: float):
        """Lets only beacons pass."""

        def wait():
            until = time.monotonic() + seconds
            while (left := until - time.monotonic()) > 0:
                self._received(left, "nothing")

        return self._measured(wait)

    @calls.declare
    def associate(self, vaps: int, each: int, associations: int):
        """Associates all stations of all VAPs, again and again until there were
        ``associations``. A station is done when its first question is answered."""
        members = list(self._members(vaps, each))
        rounds = -(-associations // len(members))

        def everybody():
            anew = sum(self._associate(members) for _ in range(rounds))
            return {"count": rounds * len(members), "anew": anew}

        return self._measured(everybody)

    def _associate(self, members):
        """Returns the number of stations that had to start again."""
        # Takes stations of all VAPs in turn.
        waiting = collections.deque(sorted(members, key=lambda one: one.address[4:]))
        busy, heard, asked, anew = {}, {}, {}, 0
        while waiting or busy:
            while waiting and len(busy) < AT_ONCE:
                station = waiting.popleft()
                busy[station.address] = station
                heard[station.address] = time.monotonic()
                self.wire.send(station.begin())
            what = "stations to be served: " + ", ".join(a.hex(":") for a in busy)
            if found := self._received(AGAIN_S, what):
                station, down = found
                heard[station.address] = time.monotonic()
                if answer := station.react(down):
                    self.wire.send(answer)
            now = time.monotonic()
            for address, station in list(busy.items()):
                if station.served:
                    del busy[address]
                elif now - heard[address] > PATIENCE_S:
                    heard[address] = now
                    anew += 1
                    self.wire.send(station.begin())
                elif station.ready and now - asked.get(address, 0) > AGAIN_S:
                    asked[address] = now
                    self.wire.send(station.question())
        return anew

    @calls.declare
    def up(self, vaps: int, each: int, count: int, octets: int):
        """Sends data from all stations in turn to their access points."""
        members = list(self._members(vaps, each))
        payload = dot11.SNAP + dot11.NOTHING + bytes(octets)
        frames = []
        for number in range(count):
            station = members[number % len(members)]
            clock = number % CLOCKED == CLOCKED - 1 or number == count - 1
            sent = station.question() if clock else station.data(station.bssid, payload)
            frames.append((sent, clock))
        return self._measured(lambda: self._window(frames, 4))

    @calls.declare
    def through(self, vaps: int, each: int, count: int, octets: int):
        """Sends data from each station to the next one of its VAP: up, and down again."""
        members = list(self._members(vaps, each))
        payload = dot11.SNAP + dot11.NOTHING + bytes(octets)
        frames = []
        for number in range(count):
            at = number % len(members)
            vap, own = divmod(at, each)
            to = members[vap * each + (own + 1) % each]
            frames.append((members[at].data(to.address, payload), True))
        return self._measured(lambda: self._window(frames, WINDOW))

    def _window(self, frames, most):
        """Sends frames: [frame, whether an answer comes]. Keeps at most ``most`` answers in
        flight."""
        missing = lost = 0
        for frame, clock in frames:
            if missing >= most:
                missing, gone = self._await(missing, most - 1)
                lost += gone
            self.wire.send(frame)
            missing += clock
        return {"count": len(frames), "lost": lost + self._await(missing, 0)[1]}

    def _await(self, missing, most):
        """Waits until at most ``most`` frames are missing. Returns (missing, given up)."""
        last = time.monotonic()
        while missing > most:
            found = self._received(PATIENCE_S, f"{missing} frames to come back")
            if found and found[1].kind == dot11.QOS_DATA:
                missing -= 1
                last = time.monotonic()
            elif time.monotonic() - last > PATIENCE_S:
                return 0, missing
        return missing, 0
