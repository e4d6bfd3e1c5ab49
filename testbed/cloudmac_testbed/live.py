# SPDX-License-Identifier: Apache-2.0
"""Steps that experiments share in a live lab with the controller."""
import contextlib
import pathlib
import shutil

from . import client, restconf
from .guest import basics, queueing, snapshots, switch
from .settings import RUNTIME

MOBILITY = "data/cloudmac:cloudmac/mobility"


def wait_for_wtps(plan, seconds=60):
    """Waits until the controller has a session with each WTP's agent. Raises LabError."""
    names = {host.name for host in plan.of_kind("wtp")}
    restconf.wait_for(
        "the WTPs to announce themselves", lambda: names <= set(restconf.wtps_up()), seconds
    )


def enable_mobility(plan):
    """Enables mobility at the controller as the topology asks. Returns true if it does."""
    if plan.mobility is None:
        return False
    restconf.request("PUT", MOBILITY, {"cloudmac:mobility": plan.mobility})
    return True


@contextlib.contextmanager
def joined_lab(plan, built, progress, *, stations=None, paced=False, seconds=60):
    """Brings a lab up with the controller, lets stations join, and yields the lab.

    stations: their names, None for all; paced: as for client.Lab; seconds: how long the WTPs
    may take. Raises LabError, also if the lab's kernel has complained at the end."""
    if stations is None:
        stations = [host.name for kind in ("station", "vsta") for host in plan.of_kind(kind)]
    with client.Lab(plan, built, paced=paced, progress=progress) as lab:
        wait_for_wtps(plan, seconds)
        for name in stations:
            client.call(basics.join, name=name)
        yield lab
        lab.check()


def copy_snapshot(target):
    """Copies the state of the lab's switches and agents to a new folder. Returns the checksums of
    the rules, by switch."""
    folder = f"snapshots/{pathlib.Path(target).name}"
    sums = client.call(snapshots.snapshot, folder=folder)
    shutil.copytree(RUNTIME / "exchange" / folder, target)
    return sums


def live_snapshot(plan, built, target, progress):
    """Brings a lab up, lets all stations join, and copies its snapshot to the folder
    ``target``. Returns the folder."""
    with joined_lab(plan, built, progress):
        copy_snapshot(target)
    return pathlib.Path(target)


def apply_policy(strategy, parameters, qdisc):
    """Applies a queueing policy to all links between switches and waits until it is in effect.
    Returns the number of ports.

    strategy, parameters: of restconf.apply_qos(); qdisc: the root qdisc of each port then."""
    trunks = client.call(queueing.trunk_ports)
    restconf.apply_qos(strategy, len(trunks), **parameters)
    for name, port in trunks:
        client.call(queueing.wait_qdisc, switch=name, port=port, kind=qdisc)
    return len(trunks)


QUEUED_PRIORITY = 10
"""Above the rule of a learning switch, which has 0."""


def queue_rule(node, port, queue):
    """Returns the path and the body of the RESTCONF request that has OpenDaylight's OpenFlow
    plugin put all frames from a port into a queue, and forward them as before. node: the
    switch's id, as "openflow:1"; port: OpenFlow number."""
    name = f"queued-{port}"
    path = (
        f"data/opendaylight-inventory:nodes/node={node.replace(':', '%3A')}"
        f"/flow-node-inventory:table=0/flow={name}"
    )
    actions = [
        {"order": 0, "set-queue-action": {"queue-id": queue}},
        {"order": 1, "output-action": {"output-node-connector": "NORMAL", "max-length": 0}},
    ]
    rule = {
        "id": name,
        "table_id": 0,
        "priority": QUEUED_PRIORITY,
        "match": {"in-port": f"{node}:{port}"},
        "instructions": {"instruction": [{"order": 0, "apply-actions": {"action": actions}}]},
    }
    return path, {"flow-node-inventory:flow": [rule]}


@contextlib.contextmanager
def queued(queue_of):
    """Adds a rule for each port as an operator would, and removes the rules after the block.

    queue_of: (switch, port) -> queue for the frames that enter the switch at this port."""
    added = []
    try:
        for (name, port), queue in queue_of.items():
            node, _ = client.call(switch.node_ids, name=name)
            number = client.call(switch.port_number, name=name, port=port)
            path, body = queue_rule(node, number, queue)
            restconf.request("PUT", path, body)
            added.append((path, name, f"in_port={number} actions=set_queue:{queue},NORMAL"))
        for _, name, rule in added:
            _wait_rule(name, rule, True)
        yield
    finally:
        for path, name, rule in added:
            restconf.request("DELETE", path)
            _wait_rule(name, rule, False)


def _wait_rule(name, rule, there):
    """Waits until a switch has a rule, or has lost it."""
    restconf.wait_for(
        f"{name} to {'have' if there else 'lose'} {rule}",
        lambda: there == any(rule in line for line in client.call(switch.flows, name=name)),
        30,
    )
