#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Tests an agent whose clock is wrong: certificates are checked against a floor of the time.

Run it alone: make check-component COMPONENT_TESTS=clock
"""

import datetime
import pathlib
import ssl
import subprocess
import tempfile
import time
import unittest

from agent import binary
from component import ComponentTest
from daemon import until
from links import make_links

DAY = 86400
YEAR_1970 = 60
YEAR_2020 = 1577836800
"""UNIX times."""


def setUpModule():
    make_links()


def text_of(unix_time):
    return datetime.datetime.fromtimestamp(unix_time, datetime.timezone.utc).strftime(
        "%Y-%m-%dT%H:%M:%SZ"
    )


class ValidityOfCertificates(ComponentTest):
    """The certificates of controllers are:

    controller of "good"     valid as the agent's own, from now on
    controller of "expired"  valid in 1970, not any more
    controller of "ending"   valid now, for ten days
    controller of "renewed"  valid in 30 days
    """

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.now = int(time.time())
        cls.renewed = cls.now + 30 * DAY
        cls.pki.make_controller("expired", 1, YEAR_2020 // DAY)
        cls.pki.make_controller("ending", cls.now, 10)
        cls.pki.make_controller("renewed", cls.renewed, 400)

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.file = pathlib.Path(folder.name) / "clock"

    def booted(self, clock=YEAR_1970, file=True):
        """Returns an agent whose clock starts at this time, with or without the file."""
        kept = f"\nclock-floor = {self.file}" if file else ""
        return self.agent(clock=clock, address=f"address = 127.0.0.1{kept}", radios=1)

    def assert_served(self, authority="good"):
        with self.controller(authority=authority) as controller:
            controller.call("stats")

    def assert_refused(self, agent, authority, reason="certificate has expired"):
        before = agent.log().count(reason)
        with self.assertRaises((ssl.SSLError, ConnectionError)):
            self.assert_served(authority)
        until(f"'{reason}' in the log", lambda: agent.log().count(reason) > before)

    def kept(self):
        """Returns the UNIX time in the file, 0 if it has another content."""
        try:
            at = datetime.datetime.strptime(self.file.read_text(), "%Y-%m-%dT%H:%M:%SZ\n")
        except ValueError:
            return 0
        return int(at.replace(tzinfo=datetime.timezone.utc).timestamp())

    def test_a_controller_connects_in_1970(self):
        with self.booted(file=False) as agent:
            self.assert_served()
            self.assertRegex(agent.log(), "the clock says 1970-01-01T00:01:.*by 'cert'")
            self.assertEqual(1, agent.log().count("the clock says"))

    def test_a_right_clock_is_not_mentioned(self):
        with self.booted(clock=None, file=False) as agent:
            self.assert_served()
            self.assertNotIn("clock", agent.log())

    def test_an_expired_certificate_is_refused_in_1970(self):
        with self.booted(file=False) as agent:
            self.assert_refused(agent, "expired")

    def test_a_right_clock_refuses_a_certificate_that_begins_later(self):
        with self.booted(clock=self.now + DAY, file=False) as agent:
            self.assert_refused(agent, "renewed", "certificate is not yet valid")

    def test_a_renewed_certificate_proves_the_time_over_a_reboot(self):
        with self.booted() as agent:
            self.assert_served("ending")
            self.assert_served("renewed")
            until("the file to be written", lambda: self.kept() >= self.renewed)
            self.assert_refused(agent, "ending")
        with self.booted() as agent:
            self.assertIn("by 'clock-floor'", agent.log())
            self.assert_served("renewed")
            self.assert_refused(agent, "ending")
        # The file makes the difference.
        with self.booted(file=False):
            self.assert_served("ending")

    def test_a_strangers_certificate_proves_nothing(self):
        self.pki.make_controller("stranger", self.renewed, 400, authority="other")
        with self.booted() as agent:
            self.assert_refused(agent, "stranger", "unable to get local issuer")
            self.assert_served("ending")
        self.assertLess(abs(self.kept() - self.now), DAY)

    def test_the_floor_never_goes_back(self):
        self.file.write_text(text_of(self.renewed) + "\n")
        with self.booted(clock=None) as agent:
            self.assert_served()
            self.assert_refused(agent, "ending")
        self.assertGreaterEqual(self.kept(), self.renewed)

    def test_the_own_certificate_proves_the_time(self):
        self.file.write_text(text_of(self.now - 2 * DAY) + "\n")
        with self.booted() as agent:
            self.assertIn("by 'cert'", agent.log())
            until("the file to be written", lambda: self.kept() > self.now - DAY)

    def test_a_clock_in_the_future_is_not_kept(self):
        with self.booted(clock=self.now + 400 * DAY) as agent:
            self.assert_served()
            self.assert_refused(agent, "ending")
        self.assertLess(abs(self.kept() - self.now), DAY)
        with self.booted(clock=None):
            self.assert_served("ending")

    def test_a_malformed_file_is_replaced(self):
        for text in ("garbage\n", "2026-02-31T00:00:00Z\n", "x" * 100, text_of(self.now)):
            with self.subTest(text):
                self.file.write_text(text)
                with self.booted() as agent:
                    self.assertIn(f"clock-floor: {self.file}: it is not one line", agent.log())
                    self.assert_served()
                    until("a new file", self.kept)
                self.assertLess(abs(self.kept() - self.now), DAY)

    def test_an_empty_file_is_replaced(self):
        self.file.write_text("")
        with self.booted() as agent:
            self.assertNotIn("clock-floor:", agent.log())
            until("a new file", self.kept)

    def test_an_absurd_time_is_ignored(self):
        text = "9999-01-01T00:00:00Z\n"
        self.file.write_text(text)
        with self.booted() as agent:
            self.assertIn("9999-01-01T00:00:00Z is after the end of the certificate", agent.log())
            self.assert_served()
        self.assertEqual(text, self.file.read_text())

    def test_a_file_that_cannot_be_opened(self):
        self.file.mkdir()
        with self.booted() as agent:
            self.assertIn(f"clock-floor: cannot open {self.file}: Is a directory", agent.log())
            self.assert_served()

    def test_check_config(self):
        agent = self.booted()
        with agent:
            config = pathlib.Path(agent.files.name) / "wtp.conf"
            text = config.read_text()
            for path, code, errors in ((self.file, 0, 0), ("/nowhere/clock", 1, 1)):
                config.write_text(text.replace(str(self.file), str(path)))
                ended = subprocess.run(
                    [binary(), "--check-config", "--config", str(config)],
                    capture_output=True,
                    text=True,
                    timeout=10,
                )
                self.assertEqual(code, ended.returncode, ended.stderr)
                self.assertEqual(errors, ended.stderr.count("its folder does not exist"))


if __name__ == "__main__":
    unittest.main()
