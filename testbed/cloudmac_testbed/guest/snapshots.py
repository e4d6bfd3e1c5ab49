# SPDX-License-Identifier: Apache-2.0
"""Writes what the controller installed in a live lab, for a boot that restores it."""
import json

from .. import calls
from . import agent_client, switch
from .basics import EXCHANGE, checksums


@calls.declare
def snapshot(lab, folder: str):
    """Writes each switch's database and rules, and the agents' leases, to a folder of the
    exchange. Returns checksums()."""
    target = EXCHANGE / folder
    target.mkdir(parents=True, exist_ok=True)
    for host in lab.topology.of_kind("switch"):
        switch.snapshot(host.name, target / host.name)
    (target / "leases.json").write_text(json.dumps(agent_client.leases(lab), indent=1))
    return checksums(lab)
