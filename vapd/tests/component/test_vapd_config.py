#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Tests cloudmac-vapd --check-config, --version and --help."""

import os
import pathlib
import subprocess
import tempfile
import unittest

from pki import VAP_HOST, Pki, wtp_cert

DAEMON_FOLDER = pathlib.Path(__file__).resolve().parents[2]


class CheckVapdConfig(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.pki = Pki(cls.folder.name)
        cls.cert = cls.pki.path("good", f"vap-host-{VAP_HOST}")

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def check(self, host="name = vaps1", control="", cert=None, arguments=()):
        cert = cert or self.cert
        config = pathlib.Path(self.folder.name) / "vapd.conf"
        config.write_text(
            f"[vap-host]\n{host}\n[control]\n{control}\n"
            f"ca = {self.pki.path('good', 'ca.pem')}\ncert = {cert}.pem\nkey = {cert}.key\n"
        )
        return self.run_daemon("--check-config", "--config", str(config), *arguments)

    def run_daemon(self, *arguments):
        return subprocess.run(
            [os.environ["VAPD"], *arguments], capture_output=True, text=True, timeout=10
        )

    def assert_error(self, what, **options):
        ended = self.check(**options)
        self.assertEqual(1, ended.returncode, ended.stderr)
        self.assertEqual(1, ended.stderr.count("error:"), ended.stderr)
        self.assertIn(what, ended.stderr)

    def test_good(self):
        for host in ("name = vaps1", "name = vaps1\ncontrol = /run/a\ncontrol = /run/b"):
            ended = self.check(host)
            self.assertEqual((0, ""), (ended.returncode, ended.stderr))

    def test_errors(self):
        for host, what in (
            ("log-level = info", "no 'name' in section 'vap-host'"),
            ("name = a/b", "'name' has letters, digits, dots and hyphens"),
            (f"name = {'a' * 64}", "'name' is 1 to 63 octets long"),
            ("name = vaps1\ncontrol = run", "'control' is an absolute path: 'run'"),
            ("name = vaps1\ncontrol = /run\ncontrol = /run", "'control' is there twice"),
            (f"name = vaps1\ncontrol = /{'a' * 79}", "'control' is at most 79 octets"),
            ("name = vaps1\nwired = eth0", "section 'vap-host' has no option 'wired'"),
            ("name = vaps1\n[radio]", "section is vap-host or control, not 'radio'"),
        ):
            with self.subTest(host):
                self.assert_error(what, host=host)

    def test_no_section_control(self):
        config = pathlib.Path(self.folder.name) / "vapd.conf"
        config.write_text("[vap-host]\nname = vaps1\n")
        ended = self.run_daemon("--check-config", "--config", str(config))
        self.assertEqual(1, ended.returncode)
        self.assertIn("no section 'control'", ended.stderr)

    def test_an_option_of_the_command_line(self):
        self.assertEqual(0, self.check(arguments=("--control", "/run/a")).returncode)
        self.assert_error("--control run: is an absolute path", arguments=("--control", "run"))

    def test_certificate_of_another(self):
        self.assert_error("no URI urn:cloudmac:vap-host:vaps2", host="name = vaps2")
        self.assert_error(
            "of another VAP host: it has no URI urn:cloudmac:vap-host:vaps1",
            cert=self.pki.path("good", wtp_cert()),
        )

    def test_all_errors_at_once(self):
        """An error in an option hides none in a certificate, and none follows from it."""
        for host, wanted in (("name = vaps2\nlog-level = all", 3), ("name = a/b", 2)):
            with self.subTest(host):
                ended = self.check(host, arguments=("--control", "run"))
                self.assertEqual(1, ended.returncode, ended.stderr)
                self.assertEqual(wanted, ended.stderr.count("error:"), ended.stderr)
                self.assertIn("--control run: is an absolute path", ended.stderr)

    def test_example(self):
        text = (DAEMON_FOLDER / "examples/vapd.conf").read_text()
        for name, path in (
            ("ca.pem", self.pki.path("good", "ca.pem")),
            ("vapd.pem", f"{self.cert}.pem"),
            ("vapd.key", f"{self.cert}.key"),
        ):
            text = text.replace(f"/etc/cloudmac/{name}", str(path))
        config = pathlib.Path(self.folder.name) / "example"
        config.write_text(text)
        ended = self.run_daemon("--check-config", "--config", str(config))
        self.assertEqual((0, ""), (ended.returncode, ended.stderr))

    def test_version_and_help(self):
        for option, text in (
            ("--version", "cloudmac-vapd 0."),
            ("-V", "cloudmac-vapd 0."),
            ("--help", "usage: cloudmac-vapd"),
            ("-h", "usage: cloudmac-vapd"),
        ):
            with self.subTest(option):
                ended = self.run_daemon("--config", "/nonexistent", option)
                self.assertEqual((0, ""), (ended.returncode, ended.stderr))
                self.assertTrue(ended.stdout.startswith(text), ended.stdout)

    def test_wrong_command_line(self):
        for arguments in (("--colour",), ("more",)):
            ended = self.run_daemon(*arguments)
            self.assertEqual((2, ""), (ended.returncode, ended.stdout))
            self.assertIn("usage:", ended.stderr)


if __name__ == "__main__":
    unittest.main()
