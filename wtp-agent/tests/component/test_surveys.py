#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Tests when the whole agent sends survey reports to VAPs, and what they have. The survey of its
Ethernet "radios" is in a file.

Run it alone: make check-component COMPONENT_TESTS=surveys
"""

import contextlib
import pathlib
import select
import struct
import tempfile
import time
import unittest

from agent import Gate
from component import ComponentTest
from daemon import until
from frames import BSSID, STATION, beacon, data_frame, downlink, heard, mac
from links import Wire, make_links

OTHER = BSSID[:-1] + "2"
REQUEST, KIND = 0x10, 2
NOISE, TIME, BUSY, TX, RX = 0x01, 0x02, 0x04, 0x08, 0x10
ALL = NOISE | TIME | BUSY | TX | RX
VALUES = (2412, ALL, -95, 60000, 7500, 1200, 5800)
SECOND = 1.0


def setUpModule():
    make_links()


def is_report(octets):
    return octets[12:14] == b"\x13\x37" and octets[3] & 15 == KIND


class Surveys(ComponentTest):
    """Each test has the VAPs' wire, the air and a controller. A second radio has no frequency."""

    def start(self, values=VALUES, gated=False, **options):
        self.stack = contextlib.ExitStack()
        self.addCleanup(self.stack.close)
        folder = pathlib.Path(self.stack.enter_context(tempfile.TemporaryDirectory()))
        folder.chmod(0o755)
        self.file = folder / "survey"
        if values:
            self.set(*values)
        environment = {"CLOUDMAC_TEST_SURVEY": str(self.file)}
        if gated:
            self.gate = self.stack.enter_context(Gate())
            environment |= self.gate.environment
        self.running = self.stack.enter_context(self.agent(environment=environment, **options))
        if gated:
            # The agent's end needs operations, too.
            self.stack.callback(self.gate.open)
        self.control = self.stack.enter_context(self.controller())
        self.vap = self.stack.enter_context(Wire("vap0"))
        self.air = self.stack.enter_context(Wire("air0"))

    def set(self, *values):
        """Writes the radio's survey. The agent never reads a part of it."""
        new = self.file.with_suffix(".new")
        new.write_text(" ".join(map(str, values)))
        new.chmod(0o644)
        new.rename(self.file)

    def permit(self, *bssids):
        self.control.call("announce.permit", radio=0, bssids=bssids, ttl_ms=60000)

    def announce(self, bssid=BSSID, request=REQUEST):
        """Sends a VAP's beacon and waits until the radio has sent it."""
        octets = downlink(beacon(b"vap", bssid), bssid=bssid)
        self.vap.send(octets[:9] + bytes([octets[9] | request]) + octets[10:])
        self.air.receive("the VAP's beacon", lambda f: f[-3:] == b"vap")

    def report(self):
        return self.vap.receive("a report", is_report)

    def count(self):
        return self.control.call("stats")["surveys"]["frames"]

    def assert_none(self, seconds=1.5):
        """Checks that the agent sends no report in this time."""
        before = self.count()
        time.sleep(seconds)
        self.assertEqual(before, self.count())

    def test_a_report(self):
        self.start(radios=1)
        self.permit(BSSID)
        self.announce()
        got = self.report()
        # The signal is unknown, the rate 0, the priority 1.
        self.assertEqual(bytes([0x12, 0x80, 0, 1 << 5 | KIND]) + mac(BSSID)[4:], got[:6])
        radio = mac(self.control.call("agent.info")["radios"][0]["address"])
        self.assertEqual(radio, got[6:12], "the source is the radio")
        self.assertEqual(struct.pack("<BBHI", 0, 0, 8, 0), got[14:22])
        header = struct.pack("<HH6s6s6sH", 0x00E0, 0, mac(BSSID), radio, mac(BSSID), 0)
        body = struct.pack("<B3sBBHb3x4Q", 127, b"\x12\x13\x37", 1, ALL, 2412, *VALUES[2:])
        self.assertEqual((header + body).hex(), got[22:].hex())
        until("the count", lambda: self.count() == 1)
        tally = self.control.call("stats")["surveys"]
        self.assertEqual({"frames": 1, "bytes": 90}, tally)
        self.assertEqual(0, self.control.call("stats")["neighbours"]["frames"])

    def test_a_report_a_second(self):
        """As many as seconds, whatever the number of beacons that request them."""
        self.start(radios=1)
        self.permit(BSSID)
        begin = time.monotonic()
        self.announce()
        self.report()
        for number in range(3):
            self.set(*VALUES[:3], 60000 + number, *VALUES[4:])
            for _ in range(5):
                self.announce()
            got = self.report()
            self.assertEqual(60000 + number, struct.unpack_from("<Q", got, 58)[0], "its time")
        # A busy machine only makes the time longer.
        count = self.count()
        self.assertLessEqual(count, 1 + (time.monotonic() - begin) / SECOND)

    def test_no_report_without_a_request(self):
        self.start(radios=1)
        self.permit(BSSID)
        self.announce(request=0)
        self.assert_none()
        self.assertEqual(0, self.count())

    def test_a_request_ends(self):
        self.start(radios=1)
        self.permit(BSSID)
        self.announce()
        # It holds for 3 s.
        for _ in range(3):
            self.report()
        time.sleep(1.5)
        self.assert_none(2.5)
        self.announce()
        self.report()

    def test_each_vap_that_requests_gets_the_report(self):
        self.start(radios=1)
        self.permit(BSSID, OTHER)
        self.announce(OTHER)
        self.report()
        self.announce()
        vaps = {self.report()[4:6] for _ in range(2)}
        self.assertEqual({mac(BSSID)[4:], mac(OTHER)[4:]}, vaps)

    def test_a_radio_without_surveys(self):
        self.start(values=None, radios=1)
        self.permit(BSSID)
        self.announce()
        until("the log", lambda: "has no survey" in self.running.log())
        self.set(*VALUES)
        self.announce()
        self.assert_none()
        self.assertEqual(1, self.running.log().count("has no survey"), "it asks once")
        self.assertEqual(0, self.count())

    def test_no_report_of_another_channel(self):
        """The survey is of a channel that the radio has left. Reports begin with its own."""
        self.start(values=(2437, *VALUES[1:]), radios=1)
        self.permit(BSSID)
        self.announce()
        self.assert_none()
        self.set(*VALUES)
        self.announce()
        self.report()

    def test_frames_pass_while_the_kernel_reads_the_survey(self):
        self.start(gated=True, radios=1)
        self.permit(BSSID)
        self.announce()
        self.gate.wait()
        for _ in range(30):
            self.announce()
        # Seconds pass until the VAP's request has ended, and no second one waits behind the first.
        time.sleep(4.5)
        self.gate.go()
        self.assert_idle()
        self.assertEqual(0, self.count())
        self.announce()
        self.gate.let()
        self.report()

    def assert_idle(self, seconds=0.5):
        """Checks that the agent does not ask the kernel in this time."""
        self.assertEqual([], select.select([self.gate.begun], [], [], seconds)[0])

    def test_the_kernel_is_asked_while_a_vap_requests(self):
        """A request holds for 3 s."""
        self.start(gated=True, radios=1)
        self.permit(BSSID)
        self.assert_idle()
        self.announce()
        for _ in range(3):
            self.gate.let()
            self.report()
        time.sleep(1.5)
        self.assert_idle(2.5)

    def test_a_station_cannot_report(self):
        """The agent forwards its frame as that of a station."""
        self.start(radios=1)
        self.permit(BSSID)
        self.announce()
        body = self.report()[46:]
        self.air.send(heard(data_frame(0x00E0, BSSID, STATION, BSSID, body)))
        got = self.vap.receive("the frame", lambda f: f[6:12] == mac(STATION))
        self.assertEqual(0, got[3] & 15)


if __name__ == "__main__":
    unittest.main()
