# SPDX-License-Identifier: Apache-2.0
"""Repeats frames that a WTP forwards, as a station does whose ACK is lost."""
import contextlib
import random
import threading

from .. import calls
from . import raw_frames

RAW = b"\x13\x37"
KIND, FRAME = 0x0F, 0
"""Of the radio tag's octet 3 (wire/SPECIFICATION.md)."""
TYPE, DATA = 0x0C, 0x08
_running = []


def control_at(octets):
    """Returns where the frame control is of a data frame that a station sends for the first time; None
    for all other frames. octets: with the Ethernet header."""
    at = 14 + int.from_bytes(octets[16:18], "little")
    if octets[12:14] != RAW or octets[3] & KIND != FRAME or len(octets) < at + 2:
        return None
    is_new = octets[at] & TYPE == DATA and not octets[at + 1] & raw_frames.RETRY
    return at if is_new else None


class _Repeater(threading.Thread):
    """Hears what a switch receives from a WTP, and sends a part of it again from the WTP."""

    def __init__(self, wtp, at, share):
        super().__init__(daemon=True)
        self.heard, self.out = raw_frames.opened(at, wtp), raw_frames.opened(wtp)
        self.share, self.draw = share, random.Random(1)
        self.repeated = 0
        self.stopping = threading.Event()
        self.heard.settimeout(0.1)
        self.start()

    def run(self):
        while not self.stopping.is_set():
            with contextlib.suppress(TimeoutError):
                self._repeat(self.heard.recv(4096))
        self.heard.close()
        self.out.close()

    def _repeat(self, octets):
        at = control_at(octets)
        while at is not None and self.draw.random() < self.share:
            again = bytearray(octets)
            again[at + 1] |= raw_frames.RETRY
            self.out.send(again)
            self.repeated += 1


@calls.declare
def start(wtp: str, at: str, share: float):
    """Repeats each frame of stations that the WTP sends to the switch ``at``, with this probability,
    and each repetition with it too. Each has the Retry bit."""
    _running.append(_Repeater(wtp, at, share))


@calls.declare
def stop():
    """Ends what start() began. Returns the number of repetitions."""
    repeater = _running.pop()
    repeater.stopping.set()
    repeater.join()
    return repeater.repeated
