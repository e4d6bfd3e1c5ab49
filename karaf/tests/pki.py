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
