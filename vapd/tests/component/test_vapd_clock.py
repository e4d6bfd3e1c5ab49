#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Tests cloudmac-vapd with a wrong clock: certificates are checked against a floor of the time. The
agent's test_clock.py tests that floor, which both daemons have.

Run it alone: make check-component COMPONENT_TESTS=vapd_clock
"""

import datetime
import ssl
import time
import unittest

import vapd_component
from daemon import until
from vapd_component import VapdTest

DAY = 86400
YEAR_1970 = 60
"""A UNIX time."""


def setUpModule():
    vapd_component.prepare_network()


class ValidityOfCertificates(VapdTest):
    def assert_served(self, authority):
        with self.controller(authority=authority) as controller:
            controller.call("host.info")

    def test_a_renewed_certificate_proves_the_time_over_a_reboot(self):
        now = int(time.time())
        self.pki.make_controller("ending", now, 10)
        self.pki.make_controller("renewed", now + 30 * DAY, 400)
        renewed = datetime.datetime.fromtimestamp(now + 30 * DAY, datetime.timezone.utc)
        file = self.folder / "clock"
        kept = {"control": f"clock-floor = {file}", "clock": YEAR_1970}
        with self.daemon("/run/nowhere", **kept):
            self.assert_served("renewed")
            until(
                "the file to be written",
                lambda: file.read_text() >= renewed.strftime("%Y-%m-%dT%H:%M:%SZ\n"),
            )
        with self.daemon("/run/nowhere", **kept) as daemon:
            self.assertIn("by 'clock-floor'", daemon.log())
            self.assert_served("renewed")
            with self.assertRaises((ssl.SSLError, ConnectionError)):
                self.assert_served("ending")
            until("the refusal", lambda: "certificate has expired" in daemon.log())


if __name__ == "__main__":
    unittest.main()
