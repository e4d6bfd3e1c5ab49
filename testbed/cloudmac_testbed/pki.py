# SPDX-License-Identifier: Apache-2.0
"""Makes the lab's certificates, with the project's own tool."""
import subprocess

from .errors import LabError


def agents(tool, folder, wtps, vap_hosts=()):
    """Makes an authority and the certificates of the controller, all WTPs and VAP hosts in
    ``folder``. tool: path of cloudmac-pki; wtps: ids of the WTPs."""
    _make(tool, folder, ["init"], ["controller"], *(["wtp", wtp] for wtp in wtps))
    of_vap_hosts(tool, folder, vap_hosts)


def of_vap_hosts(tool, folder, names):
    """Makes the certificates of VAP hosts with these names by the authority in ``folder``."""
    _make(tool, folder, *(["vap-host", name] for name in names))


def of_packet_nodes(tool, folder, names):
    """Makes the certificates of packet nodes with these names by the authority in ``folder``."""
    _make(tool, folder, *(["packet-node", name] for name in names))


def switches(tool, folder, names):
    """Makes another authority and the certificates of the southbound and of the switches with
    these names."""
    _make(tool, folder, ["switches"], ["southbound"], *(["switch", name] for name in names))


def _make(tool, folder, *verbs):
    folder.mkdir(parents=True, exist_ok=True)
    for verb, *subject in verbs:
        words = [verb, folder, *subject]
        done = subprocess.run([tool, *words], capture_output=True, text=True, check=False)
        if done.returncode:
            raise LabError(f"cloudmac-pki {words[0]}: {done.stderr.strip() or done.stdout.strip()}")
