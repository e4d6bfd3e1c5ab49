# SPDX-License-Identifier: Apache-2.0
"""Certificates for EAP methods that use TLS, made by openssl."""

import subprocess
from pathlib import Path

USAGE = {"server": "serverAuth", "user": "clientAuth"}


class Certificates:
    """An authority, a server and a user, with keys on one elliptic curve."""

    def __init__(self, folder: Path, curve: str = "P-384"):
        self.folder = folder
        self._openssl(*self._new(curve, "ca"), "-addext", "basicConstraints=critical,CA:TRUE")
        for name, usage in USAGE.items():
            authority = ("-CA", self["ca"], "-CAkey", self.key("ca"))
            self._openssl(
                *self._new(curve, name),
                *authority,
                *("-addext", "basicConstraints=critical,CA:FALSE"),
                *("-addext", f"extendedKeyUsage={usage}"),
                *("-addext", f"subjectAltName=DNS:{name}.example.com"),
            )

    def __getitem__(self, name: str) -> str:
        """Returns the path of a certificate: of "ca", "server" or "user"."""
        return str(self.folder / f"{name}.pem")

    def key(self, name: str) -> str:
        """Returns the path of a private key."""
        return str(self.folder / f"{name}.key")

    def _new(self, curve, name):
        files = ("-keyout", self.key(name), "-out", self[name])
        subject = ("-subj", f"/CN={name}.example.com", "-days", "30", "-nodes", "-sha384")
        return ("req", "-x509", "-newkey", "ec", "-pkeyopt", f"ec_paramgen_curve:{curve}") + (
            *files,
            *subject,
        )

    def _openssl(self, *arguments):
        subprocess.run(["openssl", *arguments], check=True, capture_output=True)
