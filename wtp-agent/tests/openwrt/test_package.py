#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Builds the OpenWrt package in a stand-in for OpenWrt's build system, and runs its init script
with stand-ins for procd's functions. tree/ has what the stand-in defines."""

import os
import pathlib
import re
import subprocess
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
PACKAGE = HERE.parents[1] / "openwrt"
LIBRARIES = {
    "libssl": "libopenssl",
    "libcrypto": "libopenssl",
    "libjson-c": "libjson-c",
    "libnl-3": "libnl-core",
    "libnl-genl-3": "libnl-genl",
    "libcap-ng": "libcap-ng",
}
"""OpenWrt's package of each library."""
LIBC = ("libc", "libm", "ld-linux-x86-64", "ld-linux-aarch64")
PROCD = r"""
for each in open_instance close_instance set_param send_signal add_reload_trigger; do
    eval "procd_$each() { printf '%s' $each; printf ' %s' \"\$@\"; echo; }"
done
logger() { cat >/dev/null; }
initscript=$1; . "$1"; PROG=true; shift; "$@"
"""


def run(*words, **options):
    return subprocess.run(
        words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False, **options
    )


def build(feed, out, *more):
    """Compiles the package of a feed as OpenWrt does: in the package's folder."""
    return run(
        *("make", "-C", str(feed / "cloudmac-wtp"), f"TOPDIR={HERE / 'tree'}", f"OUT={out}", *more),
        env={"PATH": os.environ["PATH"], "LANG": "C.UTF-8"},
    )


class Package(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.top = pathlib.Path(cls.folder.name)
        cls.feed, cls.out = cls.top / "feed", cls.top / "out"
        made = run(str(PACKAGE / "feed"), str(cls.feed))
        assert made.returncode == 0, made.stdout
        built = build(cls.feed, cls.out)
        assert built.returncode == 0, built.stdout
        cls.root = cls.out / "root" / "cloudmac-wtp"

    def control(self, name):
        path = self.out / "control" / "cloudmac-wtp" / name
        return path.read_text(encoding="utf-8").split()

    def test_files_and_modes(self):
        modes = {
            str(path.relative_to(self.root)): f"{path.stat().st_mode & 0o777:o}"
            for path in self.root.rglob("*")
            if path.is_file()
        }
        expected = {
            "usr/sbin/cloudmac-wtp": "755",
            "etc/init.d/cloudmac-wtp": "755",
            # The agent reads it again after it has become the user "nobody".
            "etc/config/cloudmac": "644",
        }
        self.assertEqual(expected, modes)
        self.assertEqual(["/etc/config/cloudmac", "/etc/cloudmac/"], self.control("conffiles"))
        self.assertTrue((self.root / "etc/cloudmac").is_dir())

    def test_the_program_runs_and_takes_the_example(self):
        program = str(self.root / "usr/sbin/cloudmac-wtp")
        self.assertRegex(run(program, "--version").stdout, r"^cloudmac-wtp \d")
        checked = run(program, "--check-config", "--config", str(self.root / "etc/config/cloudmac"))
        self.assertEqual(1, checked.returncode)
        # Nothing is wrong but that the certificates are missing. Warnings are about this machine.
        lines = [line for line in checked.stdout.splitlines() if "warn:" not in line]
        self.assertTrue(lines)
        for line in lines:
            self.assertIn("/etc/cloudmac", line)

    def test_the_dependencies_are_the_libraries(self):
        needed = run("readelf", "-d", str(self.root / "usr/sbin/cloudmac-wtp")).stdout
        names = re.findall(r"Shared library: \[(.+?)\.so", needed)
        packages = {LIBRARIES[name] for name in names if name not in LIBC}
        # It is data, not a library: what a country's channels are.
        self.assertEqual(packages | {"wireless-regdb"}, set(self.control("depends")))

    def test_the_package_of_the_page(self):
        """What the page does is in test_luci.py."""
        made = run(
            *("make", "-C", str(self.feed / "luci-app-cloudmac-wtp"), f"TOPDIR={HERE / 'tree'}"),
            f"OUT={self.out}",
        )
        self.assertEqual(0, made.returncode, made.stdout)
        name = "luci-app-cloudmac-wtp"
        root = self.out / "root" / name
        self.assertEqual(
            {
                "www/luci-static/resources/view/cloudmac/wtp.js",
                f"usr/share/luci/menu.d/{name}.json",
                f"usr/share/rpcd/acl.d/{name}.json",
            },
            {str(path.relative_to(root)) for path in root.rglob("*") if path.is_file()},
        )
        depends = (self.out / "control" / name / "depends").read_text(encoding="utf-8")
        self.assertEqual(["luci-base", "cloudmac-wtp"], depends.split())

    def test_no_test_is_built(self):
        built = {path.name for path in (self.out / "build").rglob("*")}
        self.assertIn("cloudmac-wtp", built)
        for name in ("unit-tests", "cloudmac-wtp-test", "wrong_clock.so", "bench-traffic"):
            self.assertNotIn(name, built)

    def test_the_same_sources_make_the_same_archive(self):
        again = self.top / "again"
        run(str(PACKAGE / "feed"), str(again), "https://example.org/source")
        texts = [
            (feed / "cloudmac-wtp" / "Makefile").read_text(encoding="utf-8")
            for feed in (self.feed, again)
        ]
        hashes = [re.search(r"^PKG_HASH:=([0-9a-f]{64})$", text, re.M)[1] for text in texts]
        self.assertEqual(hashes[0], hashes[1])
        self.assertIn("PKG_SOURCE_URL:=https://example.org/source\n", texts[1])

    def test_a_url_that_make_would_misread_is_refused(self):
        for url in ("https://example.org/a&b", "https://example.org/$(x)", "no url"):
            made = run(str(PACKAGE / "feed"), str(self.top / "wrong"), url)
            self.assertEqual(1, made.returncode, made.stdout)

    def test_a_changed_archive_is_refused(self):
        again = self.top / "changed"
        run(str(PACKAGE / "feed"), str(again))
        (archive,) = (again / "source").iterdir()
        archive.write_bytes(archive.read_bytes() + b"\0")
        built = build(again, self.top / "refused")
        self.assertNotEqual(0, built.returncode)
        self.assertIn("FAILED", built.stdout)

    def init(self, *words):
        """Runs functions of the init script. Returns the calls of procd's functions."""
        script = self.root / "etc/init.d/cloudmac-wtp"
        done = run("sh", "-euc", PROCD, "sh", str(script), *words)
        self.assertEqual(0, done.returncode, done.stdout)
        return done.stdout.splitlines()

    def test_procd_starts_it_again_for_ever(self):
        calls = self.init("start_service")
        self.assertIn("set_param command true --config /etc/config/cloudmac", calls)
        # An end within 60 s counts as a crash, the next start is after 5 s, 0: no limit of them.
        self.assertIn("set_param respawn 60 5 0", calls)

    def test_a_changed_configuration_is_a_signal(self):
        self.assertEqual(["add_reload_trigger cloudmac"], self.init("service_triggers"))
        self.assertEqual(["send_signal cloudmac-wtp * HUP"], self.init("reload_service"))


if __name__ == "__main__":
    unittest.main()
