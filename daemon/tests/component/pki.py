# SPDX-License-Identifier: Apache-2.0
"""Certificates of cloudmac-pki, and wrong ones."""

import os
import pathlib
import shutil
import subprocess

from programs import clock_at, run

PKI = pathlib.Path(__file__).resolve().parents[3] / "pki" / "cloudmac-pki"
WTP = "02:00:00:00:00:99"
VAP_HOST = "vaps1"
PACKET_NODE = "cpp1"


class Pki:
    """Creates certificates with cloudmac-pki, and wrong ones."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        for name in ("good", "other"):
            self._make("init", name)
            self._make("controller", name)
            self._make("wtp", name, WTP)
            self._make("vap-host", name, VAP_HOST)
            self._make("packet-node", name, PACKET_NODE)
        self._make("wtp", "good", "02:00:00:00:00:98")
        self._make_stranger()

    @classmethod
    def of(cls, folder):
        """Uses the existing certificates in a folder, which is called "good"."""
        pki = cls.__new__(cls)
        pki.folder = pathlib.Path(folder).parent
        return pki

    def _make(self, command, name, *more):
        run(str(PKI), command, str(self.folder / name), *more)

    def make_controller(self, name, begin, days, authority="good"):
        """Creates a controller's certificate of this authority, in a folder of its own, valid
        from a UNIX time on."""
        folder = self.path(name, "")
        folder.mkdir()
        for suffix in ("pem", "key"):
            shutil.copy(self.path(authority, f"ca.{suffix}"), folder)
        run(
            *(str(PKI), "controller", str(folder)),
            env={**os.environ, **clock_at(begin), "CLOUDMAC_PKI_DAYS": str(days)},
        )

    def _make_stranger(self):
        """Creates the certificate of a client of the same authority with another name."""
        name = self.path("good", "stranger")
        run(
            "openssl",
            "req",
            "-x509",
            "-newkey",
            "ec",
            "-pkeyopt",
            "ec_paramgen_curve:P-256",
            "-nodes",
            "-keyout",
            f"{name}.key",
            "-out",
            f"{name}.pem",
            "-days",
            "1",
            "-CA",
            self.path("good", "ca.pem"),
            "-CAkey",
            self.path("good", "ca.key"),
            "-subj",
            "/CN=stranger",
            "-addext",
            "extendedKeyUsage=clientAuth",
            "-addext",
            "subjectAltName=URI:urn:cloudmac:controller2",
            "-addext",
            "basicConstraints=critical,CA:FALSE",
            stderr=subprocess.DEVNULL,
        )

    def path(self, authority, name):
        return self.folder / authority / name


def wtp_cert(wtp=WTP):
    return f"wtp-{wtp.replace(':', '-')}"
