# SPDX-License-Identifier: Apache-2.0
"""Writes what the controller installed in a live lab, and restores it in another boot."""
import json

from .. import calls
from . import agent_client, switch
from .basics import EXCHANGE, checksums

AGENTS = "agents.json"


@calls.declare
def snapshot(lab, folder: str):
    """Writes each switch's database and rules, and the agents' leases and permits, to a folder of
    the exchange. Returns checksums()."""
    target = EXCHANGE / folder
    target.mkdir(parents=True, exist_ok=True)
    for host in lab.topology.switches():
        switch.snapshot(host.name, target / host.name)
    agents = {"leases": agent_client.leases(lab), "permits": agent_client.permits(lab)}
    (target / AGENTS).write_text(json.dumps(agents, indent=1))
    return checksums(lab)


def restore_agents(lab, folder):
    """Requests a snapshot's leases and permits at the WTPs."""
    agents = json.loads((EXCHANGE / folder / AGENTS).read_text())
    agent_client.replay(lab, agents["leases"], agents["permits"])
