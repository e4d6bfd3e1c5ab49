# SPDX-License-Identifier: Apache-2.0
"""Certificates by the distribution's own bin/cloudmac-pki."""
import os
import subprocess


def pki(home, *words, days=None):
    """Run it; ``days``: how long what it makes is valid."""
    subprocess.run(
        [home / "bin" / "cloudmac-pki", *words],
        check=True,
        env={**os.environ, **({"CLOUDMAC_PKI_DAYS": str(days)} if days else {})},
    )


def switches_pki(home, folder, *switches):
    """The switches' authority and the southbound's certificate in ``folder``,
    and one for each of the switches' names. Returns the folder."""
    pki(home, "switches", folder)
    pki(home, "southbound", folder)
    for name in switches:
        pki(home, "switch", folder, name)
    return folder
