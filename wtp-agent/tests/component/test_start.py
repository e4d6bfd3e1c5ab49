#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Tests the start and the end of the whole agent, and the script that makes its certificates.

Run it alone: make check-component COMPONENT_TESTS=start
"""

import json
import subprocess
import tempfile
import unittest

from agent import CONFIG, SECOND_RADIO, binary
from component import ComponentTest
from links import make_link, make_links
from pki import PKI, WTP, wtp_cert
from programs import run


def setUpModule():
    make_links()


class Start(ComponentTest):
    def test_privileges_are_dropped(self):
        with self.agent() as agent:
            status = agent.status()
            kept = f"{1 << 12 | 1 << 13:016x}"  # CAP_NET_ADMIN, CAP_NET_RAW
            self.assertIn(f"CapPrm:\t{kept}", status)
            self.assertIn("CapBnd:\t" + "0" * 16, status)
            self.assertNotIn("Uid:\t0", status)

    def test_wired_interface_by_an_alternative_name(self):
        """Names of interfaces have at most 15 characters, alternative names 127."""
        for name in ("wired-alt", "enx-wired-interface-of-this-wtp"):
            run("ip", "link", "property", "add", "dev", "wired0", "altname", name)
            with self.subTest(name), self.agent(
                wired=name
            ) as agent, self.controller() as controller:
                (wired,) = controller.call("agent.info")["wired"]
                shown = subprocess.check_output(["ip", "-j", "link", "show", "wired0"])
                address = json.loads(shown)[0]["address"]
                self.assertEqual((name, address), (wired["ifname"], wired["address"]))
                self.assertIn("NoNewPrivs:\t1", agent.status())

    def test_unknown_wired_interface(self):
        for name in ("nowhere0", "enx-an-interface-that-is-not-there", "w" * 127):
            config = self.config(replace=[("wired = wired0", f"wired = {name}")])
            self.assert_not_started(f"wired interface {name}: No such device", config)
        config = self.config(replace=[("wired = wired0", f"wired = {'w' * 128}")])
        self.assert_not_started("'wired'", config)

    def start(self, config):
        with tempfile.NamedTemporaryFile("w", suffix=".conf") as file:
            file.write(config)
            file.flush()
            return subprocess.run(
                [binary(), "--foreground", "--config", file.name],
                capture_output=True,
                text=True,
                timeout=10,
            )

    def config(self, **changes):
        cert = changes.pop("cert", self.pki.path("good", wtp_cert()))
        text = CONFIG.format(
            wired="wired0",
            wtp=WTP,
            pki=self.pki.path("good", ""),
            cert=cert,
            wtp_options="",
            address="address = 127.0.0.1",
            in_flight=0,
            second=SECOND_RADIO,
        )
        for old, new in changes.get("replace", ()):
            text = text.replace(old, new)
        return text

    def assert_not_started(self, why, config):
        ended = self.start(config)
        self.assertEqual(1, ended.returncode)
        self.assertIn(why, ended.stderr)

    def test_errors_at_the_start_are_reported(self):
        self.assert_not_started(
            "nowhere0: No such device", self.config(replace=[("wired0", "nowhere0")])
        )
        self.assert_not_started(
            "the certificate is of another WTP",
            self.config(cert=self.pki.path("good", wtp_cert("02:00:00:00:00:98"))),
        )
        self.assert_not_started(
            "no user 'nosuchuser'",
            self.config(
                replace=[
                    (
                        "[radio]\nphy = ether:radio0",
                        "user = nosuchuser\n[radio]\n" "phy = ether:radio0",
                    )
                ]
            ),
        )

    def test_a_key_that_others_can_read(self):
        key = self.pki.path("good", wtp_cert() + ".key")
        key.chmod(0o644)
        try:
            self.assert_not_started("other users can read the key", self.config())
        finally:
            key.chmod(0o600)

    def test_a_deleted_interface_ends_the_agent(self):
        with self.agent() as agent:
            try:
                run("ip", "link", "del", "air1")
                self.assertEqual(1, agent.process.wait(5))
                self.assertIn("ether:radio1: the interface no longer exists", agent.log())
            finally:
                make_link("air1", "radio1")
            agent.expected_code = 1

    def test_a_small_mtu_is_reported(self):
        run("ip", "link", "set", "wired0", "mtu", "1500")
        try:
            with self.agent() as agent:
                self.assertIn("the MTU is 1500", agent.log())
        finally:
            run("ip", "link", "set", "wired0", "mtu", "1700")


class PkiScript(ComponentTest):
    def test_refuses_to_overwrite(self):
        for command in (("init",), ("controller",), ("wtp", WTP)):
            ended = subprocess.run(
                [PKI, command[0], self.pki.path("good", ""), *command[1:]],
                capture_output=True,
                text=True,
            )
            self.assertEqual(1, ended.returncode)
            self.assertIn("does not overwrite", ended.stderr)

    def test_bad_ids(self):
        for bad in ("x", "03:00:00:00:00:01", "00:00:00:00:00:00"):
            ended = subprocess.run(
                [PKI, "wtp", self.pki.path("good", ""), bad], capture_output=True, text=True
            )
            self.assertEqual(1, ended.returncode)

    def test_key_modes(self):
        for key in self.pki.folder.glob("*/*.key"):
            self.assertEqual(0o600, key.stat().st_mode & 0o777)


if __name__ == "__main__":
    unittest.main()
