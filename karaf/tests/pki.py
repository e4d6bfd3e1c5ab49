# SPDX-License-Identifier: Apache-2.0
"""Creates certificates with the distribution's bin/cloudmac-pki."""
import os
import subprocess


def pki(home, *words, days=None):
    """Run cloudmac-pki. ``days``: validity of the certificate."""
    subprocess.run(
        [home / "bin" / "cloudmac-pki", *words],
        check=True,
        env={**os.environ, **({"CLOUDMAC_PKI_DAYS": str(days)} if days else {})},
    )


def switches_pki(home, folder, *switches):
    """Create the switches' authority, the southbound's certificate and one for
    each of the switches' names in ``folder``. Returns the folder."""
    pki(home, "switches", folder)
    pki(home, "southbound", folder)
    for name in switches:
        pki(home, "switch", folder, name)
    return folder


def web_pki(folder, *options, names="IP:192.0.2.1,DNS:localhost"):
    """Create a certificate of its own authority for the web server in ``folder``, with further
    ``options`` of openssl req. Returns the files of certificate and key."""
    folder.mkdir(exist_ok=True)
    certificate, key = folder / "web.pem", folder / "web.key"
    extensions = ("-addext", f"subjectAltName={names}") if names else ()
    subprocess.run(
        [
            *"openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes".split(),
            *("-subj", "/CN=controller", "-days", "2", "-keyout", key, "-out", certificate),
            *extensions,
            *options,
        ],
        check=True,
        capture_output=True,
    )
    return certificate, key
