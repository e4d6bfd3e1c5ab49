# SPDX-License-Identifier: Apache-2.0
"""The air between a virtual station and an access point, both on radios of the driver.

    wpa_supplicant, radio in station role === veth === relay === veth === radio, hostapd

The relay is the WTP of both. It receives what each of them sends, and reports it as
acknowledged. It answers scans by the access point's latest beacon.
"""

import selectors
import struct
import threading
import time

import vsta
from wire import PacketSocket, status, uplink

RADIO = "02:cc:00:00:00:01"
BEACON = 0x80


class Relay:
    """Forwards in a thread. 'station' and 'ap' are interfaces at the ends of the veth pairs."""

    def __init__(self, station: str, ap: str, address: str, frequency: int):
        self.station, self.ap = PacketSocket(station), PacketSocket(ap)
        self.address, self.frequency = address, frequency
        self.hellos: list[vsta.Hello] = []
        self.scans: list[vsta.Scan] = []
        self.frames: list[bytes] = []  # that the virtual station sent
        self.beacon = b""
        self.silent = False  # nothing is on the air
        self.answers = True  # to scans
        self.copies = 1  # of each frame to the station
        self.errors: list[Exception] = []
        self.stopped = False
        self.thread = threading.Thread(target=self._run)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *error):
        self.stopped = True
        self.thread.join()
        self.station.socket.close()
        self.ap.socket.close()
        if self.errors and not error[0]:
            raise self.errors[0]

    @property
    def hello(self) -> vsta.Hello | None:
        """The latest hello."""
        return self.hellos[-1] if self.hellos else None

    def _run(self):
        with selectors.DefaultSelector() as selector:
            selector.register(self.station.socket, selectors.EVENT_READ, self._from_station)
            selector.register(self.ap.socket, selectors.EVENT_READ, self._from_ap)
            for wire in (self.station, self.ap):
                wire.socket.setblocking(False)
            while not self.stopped:
                for key, _ in selector.select(0.1):
                    wire = self.station if key.fileobj is self.station.socket else self.ap
                    self._drain(wire, key.data)

    def _drain(self, wire, handle):
        try:
            while True:
                handle(wire.receive())
        except BlockingIOError:
            return
        except Exception as error:  # the test reports it
            self.errors.append(error)

    def _from_station(self, frame):
        said = vsta.message(frame)
        if isinstance(said, vsta.Hello):
            self.hellos.append(said)
        elif said:
            self.scans.append(said)
            self._scan(said)
        elif not self.silent:
            self.frames.append(frame.frame)
            self.station.send(status(frame))
            bssid = frame.frame[4:10]
            if frame.frame[0] & 0x0C == 0 or frame.frame[0] & 0xFC == 0x40:
                bssid = frame.frame[16:22]
            number = 0xFFFF if bssid[0] & 1 else int.from_bytes(bssid[4:], "big")
            header = vsta.radiotap(self.frequency)
            self.ap.send(uplink(self.address, number, frame.frame, radiotap=header, rate=22))

    def _scan(self, scan):
        if self.silent or not self.answers:
            return
        if self.frequency in scan.frequencies and self.beacon:
            self.send(self.beacon)
        self.station.send(vsta.done(self.address, RADIO, scan.id))

    def _from_ap(self, frame):
        if self.silent:
            return
        content = frame.frame
        if content[0] == BEACON:
            stamp = struct.pack("<Q", time.monotonic_ns() // 1000)
            content = self.beacon = content[:24] + stamp + content[32:]
        if not frame.receiver[0] & 1:
            self.ap.send(status(frame))
            if frame.receiver.hex(":") == self.address:
                self.send(content)
        elif self.hello and content[10:16].hex(":") == self.hello.bssid:
            self.send(content)

    def send(self, content: bytes):
        """Sends an 802.11 frame to the station, as often as there are WTPs."""
        for _ in range(self.copies):
            self.station.send(vsta.to_station(self.address, content, self.frequency, rate=22))
