# SPDX-License-Identifier: Apache-2.0
"""A medium for mac80211_hwsim. It decides, instead of the kernel, the outcome of each
frame that a simulated radio sends. It delivers no frame to another radio."""

import socket
import struct
import threading

NETLINK_GENERIC = 16
GENL_ID_CTRL, CTRL_GETFAMILY, CTRL_ATTR_ID, CTRL_ATTR_NAME = 0x10, 3, 1, 2
NLM_F_REQUEST, NLMSG_ERROR = 1, 2

REGISTER, FRAME, TX_INFO = 1, 2, 3
TRANSMITTER, DATA, FLAGS, SIGNAL, RATES, COOKIE, POWER = 2, 3, 4, 6, 7, 8, 30
NO_ACK, ACKED = 0x02, 0x04


def attribute(kind, value):
    return struct.pack("<HH", 4 + len(value), kind) + value + bytes(-len(value) % 4)


def attributes(octets):
    found = {}
    while len(octets) >= 4:
        length, kind = struct.unpack_from("<HH", octets)
        found[kind & 0x3FFF] = octets[4:length]
        octets = octets[length + -length % 4 :]
    return found


class Sent:
    """A frame that a radio sends: 802.11, index of the rate, limit of tries; power in dBm, or None
    if it has the radio's."""

    def __init__(self, frame, index, tries, power_dbm):
        self.frame, self.index, self.tries, self.power_dbm = frame, index, tries, power_dbm
        self.receiver = frame[4:10]
        self.number = struct.unpack_from("<H", frame, 22)[0] >> 4 if len(frame) >= 24 else None
        self.retry = bool(frame[1] & 0x08)


class Medium:
    """Calls 'decide' with a Sent for every frame that needs an ACK. 'decide' returns the
    number of tries and whether the last one was acknowledged."""

    def __init__(self, decide):
        self.decide = decide
        self.error = None

    def __enter__(self):
        self.socket = socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, NETLINK_GENERIC)
        self.socket.bind((0, 0))
        name = attribute(CTRL_ATTR_NAME, b"MAC80211_HWSIM\0")
        self._send(GENL_ID_CTRL, CTRL_GETFAMILY, name)
        family = attributes(self._receive()[4:])[CTRL_ATTR_ID]
        self.family = struct.unpack("<H", family)[0]
        self._send(self.family, REGISTER, b"")
        self.socket.settimeout(0.1)
        self.stop = threading.Event()
        self.thread = threading.Thread(target=self._run)
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.stop.set()
        self.thread.join()
        self.socket.close()
        if self.error:
            raise self.error

    def _send(self, family, command, octets):
        body = struct.pack("<BBH", command, 1, 0) + octets
        self.socket.send(struct.pack("<IHHII", 16 + len(body), family, NLM_F_REQUEST, 1, 0) + body)

    def _receive(self):
        """A message from its generic header on; an error is raised."""
        octets = self.socket.recv(65536)
        length, kind = struct.unpack_from("<IH", octets)
        if kind == NLMSG_ERROR:
            code = struct.unpack_from("<i", octets, 16)[0]
            raise OSError(-code, "netlink")
        return octets[16:length]

    def _run(self):
        try:
            while not self.stop.is_set():
                try:
                    message = self._receive()
                except TimeoutError:
                    continue
                if message[0] == FRAME:
                    self._answer(attributes(message[4:]))
        except Exception as error:  # for the test's own thread
            self.error = error

    def _answer(self, got):
        flags = struct.unpack("<I", got[FLAGS])[0]
        index, tries = struct.unpack_from("<bB", got[RATES])
        if not flags & NO_ACK:
            power = struct.unpack_from("b", got[POWER])[0] if POWER in got else None
            tries, acked = self.decide(Sent(got[DATA], index, tries, power))
            flags |= ACKED if acked else 0
        rates = struct.pack("<bB", index, tries) + b"\xff\0" * 3
        answer = attribute(TRANSMITTER, got[TRANSMITTER]) + attribute(RATES, rates)
        answer += attribute(FLAGS, struct.pack("<I", flags)) + attribute(COOKIE, got[COOKIE])
        answer += attribute(SIGNAL, struct.pack("<i", -50))
        self._send(self.family, TX_INFO, answer)
