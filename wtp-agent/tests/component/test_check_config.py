#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Tests cloudmac-wtp --check-config, --version and --help."""

import base64
import pathlib
import re
import subprocess
import tempfile
import unittest

from agent import binary
from pki import WTP, Pki, wtp_cert
from programs import run

OTHER_WTP = "02:00:00:00:00:98"
AGENT_FOLDER = pathlib.Path(__file__).resolve().parents[2]


def with_dates(pem, not_before=None, not_after=None):
    """Returns the certificate with other dates (YYMMDD). Its signature is then wrong."""
    der = base64.b64decode("".join(pem.splitlines()[1:-1]))
    dates = re.findall(rb"\x17\x0d(\d{12}Z)", der)
    for old, new in zip(dates, (not_before, not_after)):
        if new:
            der = der.replace(old, new.encode() + b"000000Z")
    lines = base64.encodebytes(der).decode()
    return f"-----BEGIN CERTIFICATE-----\n{lines}-----END CERTIFICATE-----\n"


class CheckAgentConfig(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.pki = Pki(cls.folder.name)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def setUp(self):
        """Copies the good files, which the test then modifies."""
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.files = pathlib.Path(folder.name)
        for option, name in (
            ("ca", "ca.pem"),
            ("cert", f"{wtp_cert()}.pem"),
            ("key", f"{wtp_cert()}.key"),
        ):
            self.write(option, self.pki.path("good", name).read_text())

    def write(self, option, text):
        self.files.joinpath(option).write_text(text)
        self.files.joinpath(option).chmod(0o600)

    def check(self, frequency=2437, country="DE", wtp=WTP, wired="nowhere0"):
        config = self.files / "wtp.conf"
        config.write_text(
            f"[wtp]\nwired = {wired}\nid = {wtp}\ncountry = {country}\n"
            f"[radio]\nphy = phy0\nfrequency = {frequency}\n[control]\n"
            + "".join(f"{option} = {self.files}/{option}\n" for option in ("ca", "cert", "key"))
        )
        return self.run_agent("--check-config", "--config", str(config))

    def run_agent(self, *arguments):
        return subprocess.run([binary(), *arguments], capture_output=True, text=True, timeout=10)

    def assert_error(self, option, what, **arguments):
        """Checks that the only error names the option and the fault."""
        ended = self.check(**arguments)
        self.assertEqual(1, ended.returncode, ended.stderr)
        self.assertEqual(1, ended.stderr.count("error:"), ended.stderr)
        self.assertRegex(ended.stderr, rf"'{option}[ ']")
        self.assertIn(what, ended.stderr)

    def test_good(self):
        ended = self.check()
        self.assertEqual((0, ""), (ended.returncode, ended.stderr))

    def check_with_driver(self, driver):
        """Checks the configuration where phy0 has this driver, by a sysfs of the test."""
        self.assertEqual(0, self.check().returncode)
        device = "/sys/class/ieee80211/phy0/device"
        return subprocess.run(
            [
                *("unshare", "--mount", "sh", "-c"),
                "mount -t tmpfs none /sys && mkdir -p $1 && ln -s /bus/pci/drivers/$2 $1/driver && "
                'shift 2 && exec "$@"',
                *("sh", device, driver),
                *(binary(), "--check-config", "--config", str(self.files / "wtp.conf")),
            ],
            capture_output=True,
            text=True,
            timeout=10,
        )

    def test_driver_that_cannot_serve(self):
        """A warning, one line: other radios of the WTP may serve VAPs."""
        for driver in ("ath10k_pci", "ath11k"):
            with self.subTest(driver):
                ended = self.check_with_driver(driver)
                self.assertEqual(0, ended.returncode, ended.stderr)
                self.assertEqual(1, ended.stderr.count("\n"), ended.stderr)
                self.assertIn(
                    f"phy0: its driver {driver} cannot serve a VAP: it has no", ended.stderr
                )

    def check_on_host(self, script, wired="nowhere0"):
        """Checks the configuration on a host whose /sys and /run a shell script fills."""
        self.assertEqual(0, self.check(wired=wired).returncode)
        prepare = f"mount -t tmpfs none /sys && mount -t tmpfs none /run && {script} && exec "
        ended = subprocess.run(
            [
                *("unshare", "--mount", "sh", "-ec", prepare + '"$@"', "sh"),
                *(binary(), "--check-config", "--config", str(self.files / "wtp.conf")),
            ],
            capture_output=True,
            text=True,
            timeout=10,
        )
        self.assertEqual(0, ended.returncode, ended.stderr)
        return ended.stderr

    def test_rfkill(self):
        place = "/sys/class/rfkill/rfkill3"
        for phy, soft, hard, words in (
            ("phy0", 1, 0, "phy0: rfkill blocks it; run 'rfkill unblock wlan'\n"),
            ("phy0", 0, 1, "phy0: rfkill blocks it by hardware; use the switch"),
            ("phy0", 0, 0, None),
            ("phy00", 1, 1, None),
        ):
            with self.subTest(phy=phy, soft=soft, hard=hard):
                text = self.check_on_host(
                    f"mkdir -p {place} && echo {phy} > {place}/name"
                    f" && echo {soft} > {place}/soft && echo {hard} > {place}/hard"
                )
                self.assertIn(words, text) if words else self.assertEqual("", text)

    def test_network_manager(self):
        net, devices = "/sys/class/net/wlan0", "/run/NetworkManager/devices"
        for managed, phy in (("true", "phy0"), ("false", "phy0"), ("true", "phy1")):
            with self.subTest(managed=managed, phy=phy):
                text = self.check_on_host(
                    f"mkdir -p {net}/phy80211 {devices} && echo {phy} > {net}/phy80211/name"
                    f" && echo 7 > {net}/ifindex && echo managed={managed} > {devices}/7"
                )
                if (managed, phy) == ("true", "phy0"):
                    self.assertEqual(1, text.count("\n"), text)
                    self.assertIn("phy0: NetworkManager manages its interface wlan0; run", text)
                else:
                    self.assertEqual("", text)

    def test_kernel_without_wireless(self):
        """Only where the wired interface shows that the configuration is this host's."""
        self.assertIn("no 802.11 driver", self.check_on_host("true", wired="lo"))
        self.assertEqual("", self.check_on_host("mkdir -p /sys/class/ieee80211", wired="lo"))
        self.assertEqual("", self.check_on_host("true"))

    def test_driver_that_can_serve(self):
        ended = self.check_with_driver("ath9k")
        self.assertEqual((0, ""), (ended.returncode, ended.stderr))

    def test_missing(self):
        for option in ("ca", "cert", "key"):
            with self.subTest(option):
                text = (self.files / option).read_text()
                (self.files / option).unlink()
                self.assert_error(option, "cannot read it: No such file")
                (self.files / option).mkdir()
                self.assert_error(option, "cannot read it: Is a directory")
                (self.files / option).rmdir()
                self.write(option, text)

    def test_not_pem(self):
        for option, what in (
            ("ca", "no certificate in PEM"),
            ("cert", "no certificate in PEM"),
            ("key", "no unencrypted private key in PEM"),
        ):
            with self.subTest(option):
                text = (self.files / option).read_text()
                self.write(option, "garbage\n")
                self.assert_error(option, what)
                self.write(option, text)

    def test_encrypted_key(self):
        key = self.files / "key"
        run(
            *("openssl", "ec", "-aes256", "-passout", "pass:secret"),
            *("-in", str(key), "-out", str(key) + ".new"),
            stderr=subprocess.DEVNULL,
        )
        self.write("key", (self.files / "key.new").read_text())
        self.assert_error("key", "no unencrypted private key")

    def test_key_of_another_certificate(self):
        self.write("key", self.pki.path("good", f"{wtp_cert(OTHER_WTP)}.key").read_text())
        self.assert_error("key", "does not belong to the certificate in 'cert'")

    def test_key_that_others_can_read(self):
        (self.files / "key").chmod(0o640)
        self.assert_error("key", "run 'chmod 0600'")

    def test_certificate_of_another_wtp(self):
        for option, suffix in (("cert", "pem"), ("key", "key")):
            name = f"{wtp_cert(OTHER_WTP)}.{suffix}"
            self.write(option, self.pki.path("good", name).read_text())
        self.assert_error("cert", f"no URI urn:cloudmac:wtp:{WTP}")

    def test_dates(self):
        for option in ("ca", "cert"):
            with self.subTest(option):
                text = (self.files / option).read_text()
                self.write(option, with_dates(text, not_after="200101"))
                self.assert_error(option, "has expired; renew it")
                self.write(option, with_dates(text, not_before="490101"))
                self.assert_error(option, "not valid yet; check the clock")
                self.write(option, text)

    def test_certificate_that_is_no_authority(self):
        self.write("ca", (self.files / "cert").read_text())
        self.assert_error("ca", "not the certificate of an authority")

    def test_frequency(self):
        for frequency, nearest in ((2440, 2442), (5190, 5180), (5345, 5320), (7120, 7115)):
            with self.subTest(frequency):
                self.assert_error("frequency", f"the nearest is {nearest}", frequency=frequency)
        for frequency in (2412, 2484, 5180, 5885, 5955, 7115):
            with self.subTest(frequency):
                self.assertEqual(0, self.check(frequency=frequency).returncode)

    def test_country(self):
        for country in ("D", "DEU", "01", "D-"):
            with self.subTest(country):
                self.assert_error("country", f"or 00, not '{country}'", country=country)
        for country in ("00", "US", "us"):
            with self.subTest(country):
                self.assertEqual(0, self.check(country=country).returncode)

    def test_all_errors_at_once(self):
        for option in ("ca", "cert", "key"):
            (self.files / option).unlink()
        self.assertEqual(3, self.check().stderr.count("error:"))

    def test_all_kinds_of_errors_at_once(self):
        """An error in an option hides none in a certificate or a key, and none follows from it."""
        self.write("cert", with_dates((self.files / "cert").read_text(), not_after="200101"))
        (self.files / "key").chmod(0o640)
        for wtp in (WTP, "not an address"):
            with self.subTest(wtp):
                ended = self.check(frequency=2440, wtp=wtp, wired="lo")
                self.assertEqual(1, ended.returncode, ended.stderr)
                for what in ("'frequency' is", "has expired", "run 'chmod 0600'"):
                    self.assertIn(what, ended.stderr)
                wanted = 3 if wtp == WTP else 4
                self.assertEqual(wanted, ended.stderr.count("error:"), ended.stderr)

    def test_wrong_option_and_no_certificate(self):
        config = self.files / "wtp.conf"
        config.write_text(
            "[wtp]\nwired = nowhere0\n[radio]\nphy = phy0\n"
            f"frequency = 2440\n[control]\nkey = {self.files}/key\n"
        )
        ended = self.run_agent("--check-config", "--config", str(config))
        self.assertEqual(1, ended.returncode, ended.stderr)
        self.assertEqual(1, ended.stderr.count("error:"), ended.stderr)
        self.assertIn("'frequency' is", ended.stderr)

    def test_examples(self):
        """The example configurations are valid, except for their certificates."""
        for path in ("examples/wtp.conf", "openwrt/files/cloudmac.config"):
            with self.subTest(path):
                text = (AGENT_FOLDER / path).read_text()
                for option, name in (("ca", "ca.pem"), ("cert", "wtp.pem"), ("key", "wtp.key")):
                    text = text.replace(f"/etc/cloudmac/{name}", str(self.files / option))
                text = text.replace("/etc/cloudmac/clock", str(self.files / "clock"))
                config = self.files / "example"
                config.write_text(text.replace("eth0", "nowhere0"))
                ended = self.run_agent("--check-config", "--config", str(config))
                self.assertEqual((0, ""), (ended.returncode, ended.stderr))

    def test_version_and_help(self):
        for option, text in (
            ("--version", "cloudmac-wtp 0."),
            ("-V", "cloudmac-wtp 0."),
            ("--help", "usage: cloudmac-wtp"),
            ("-h", "usage: cloudmac-wtp"),
        ):
            with self.subTest(option):
                ended = self.run_agent("--config", "/nonexistent", option)
                self.assertEqual((0, ""), (ended.returncode, ended.stderr))
                self.assertTrue(ended.stdout.startswith(text), ended.stdout)

    def test_unknown_option(self):
        ended = self.run_agent("--colour")
        self.assertEqual((2, ""), (ended.returncode, ended.stdout))
        self.assertIn("usage:", ended.stderr)


if __name__ == "__main__":
    unittest.main()
