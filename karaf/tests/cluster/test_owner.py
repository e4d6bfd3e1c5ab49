# SPDX-License-Identifier: Apache-2.0
"""Tests that one of three real controllers runs the WLAN application, and that another one takes over. Takes minutes
and 4 GB of memory."""
import json
import os
import pathlib
import signal
import sys
import time

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).parent))
# pylint: disable=wrong-import-position
from nodes import OWNS, cluster, owner, term, wait_for, wait_until_up  # noqa: E402
from openflow import ListedSwitch, RuleWatch  # noqa: E402

pytestmark = [
    pytest.mark.full,
    pytest.mark.skipif(os.geteuid() != 0, reason="needs root to create network namespaces"),
]
# From the kill of the owner to a new rule of its successor in the switch.
LONGEST_FAILOVER_S = float(os.environ.get("CLOUDMAC_OWNER_FAILOVER_S", "15"))
RECOVERY_SECONDS = 120

LEARNED = "/rests/data/cloudmac-learned:cloudmac-learned"
STATE = "/rests/data/cloudmac-state:cloudmac-state"
TERM = "/rests/data/cloudmac-learned:ownership"
WTP, BSSID = "02:c1:0d:aa:00:01", "02:00:00:00:12:34"


def station(number):
    return {"bssid": BSSID, "station": f"02:5a:00:00:00:{number:02x}", "wtp": WTP}


def learn(node, number, seconds=10):
    """Store that the WTP serves a station, as a backup would. Returns true if the member acknowledged it."""
    body = {"cloudmac-learned:cloudmac-learned": {"station": [station(number)]}}
    return node.request("PATCH", LEARNED, body, seconds)[0] in (200, 204)


def serves(switch, number):
    """Return true if the switch has a rule for a station."""
    return any(station(number)["station"] in rule for rule in switch.flows())


@pytest.fixture(scope="module", name="running")
def fixture_running(tmp_path_factory):
    """Yield (members, switch): the switch is connected, and has rules for a station."""
    place = tmp_path_factory.mktemp("owner")
    with cluster(place) as nodes:
        hub = nodes[0].space.rsplit("-", 1)[0] + "-hub"
        with ListedSwitch(place / "switch", hub, 1) as switch:
            switch.connect_to([node.address for node in nodes])
            wait_for("an owner", lambda: owner(nodes), RECOVERY_SECONDS)
            body = {
                "cloudmac-learned:cloudmac-learned": {
                    "wtp": [{"id": WTP, "port": "openflow:1:1"}],
                    "vap": [{"bssid": BSSID, "port": "openflow:1:2", "frequency": 2437}],
                    "station": [station(1)],
                }
            }
            status, text = nodes[0].request("PATCH", LEARNED, body)
            assert status in (200, 204), text
            wait_for("the station's rules", lambda: serves(switch, 1), RECOVERY_SECONDS)
            yield nodes, switch


def confirmed(node):
    """Return true if the state says that the switch has all its rules."""
    status, text = node.request("GET", f"{STATE}/flows/switch=openflow%3A1?content=nonconfig")
    found = json.loads(text).get("cloudmac-state:switch", [{}])[0] if status == 200 else {}
    return bool(found.get("rules")) and found.get("missing") == 0


def only_controller_is(switch, node):
    wait_for(
        f"{node.name} is the switch's controller",
        lambda: switch.controllers() == [node.address],
        RECOVERY_SECONDS,
    )


def test_one_member_has_the_application_and_the_switch(running):
    nodes, switch = running
    assert sum(len(OWNS.findall(node.log_of_this_run())) for node in nodes) == 1
    for node in nodes:
        wait_for(f"{node.name} is ready", lambda node=node: "System ready" in node.log(), 60)
    only_controller_is(switch, owner(nodes))
    others = [node.address for node in nodes if node is not owner(nodes)]
    wait_for("the others wait", lambda: switch.slaves() == others, RECOVERY_SECONDS)


def test_each_member_serves_configuration_state_and_operations(running):
    nodes, _ = running
    for node in nodes:
        body = {"cloudmac:settings": {"lease-time": 600000 + node.number}}
        status, text = node.request("PATCH", "/rests/data/cloudmac:cloudmac/settings", body)
        assert status in (200, 201, 204), text
        for reader in nodes:
            path = "/rests/data/cloudmac:cloudmac/settings?content=config"
            assert f"{600000 + node.number}" in reader.request("GET", path)[1]
        wait_for("the state of the switch's rules", lambda node=node: confirmed(node), 30)
        for operation, drains in (("drain-wtp", True), ("undrain-wtp", False)):
            body = {"input": {"wtp": WTP}}
            path = f"/rests/operations/cloudmac:{operation}"
            status, text = node.request("POST", path, body, seconds=30)
            assert status in (200, 204), f"{node.name}: {text}"
            path = f"/rests/data/cloudmac:cloudmac/wtps/wtp={WTP.replace(':', '%3A')}"
            status, text = node.request("GET", f"{path}?content=config")
            assert ('"draining":true' in text.replace(" ", "")) == drains, text


def lead_configuration(node):
    """Make a member the leader of the shard with CloudMAC's configuration."""
    body = {"input": {"shard-name": "default", "data-store-type": "config"}}
    path = "/rests/operations/cluster-admin:make-leader-local"
    node.request("POST", path, body, seconds=30)
    wait_for(
        f"{node.name} leads",
        lambda: node.leader("Config", "default") == node.name,
        RECOVERY_SECONDS,
    )


@pytest.mark.parametrize("number", [0, 1, 2])
def test_each_member_refuses_an_invalid_configuration(running, number):
    """The leader of the shard checks it, whoever it is."""
    nodes, _ = running
    lead_configuration(nodes[number])
    unknown = "02:c1:0d:aa:00:99"
    invalid = {"cloudmac:vap": [{"bssid": BSSID, "wtp": [unknown]}]}
    path = f"/rests/data/cloudmac:cloudmac/bindings/vap={BSSID.replace(':', '%3A')}"
    twin = {"cloudmac-learned:vap": [{"bssid": "02:00:00:01:12:34", "port": "openflow:1:2"}]}
    low = {"cloudmac-learned:ownership": {"term": "5"}}
    for node in nodes:
        status, text = node.request("PUT", path, invalid)
        assert status == 400 and "unknown WTP" in text, f"{node.name}: {status} {text}"
        status, text = node.request("POST", LEARNED, twin)
        assert status == 400 and "same VAP id" in text, f"{node.name}: {status} {text}"
        status, text = node.request("PUT", TERM, low)
        assert status == 400 and "only increase" in text, f"{node.name}: {status} {text}"


def failover(nodes, switch, how, number):
    """End the owner and measure what follows. Returns the member that ended, and the values in seconds."""
    victim = owner(nodes)
    former = term(victim)
    survivors = [node for node in nodes if node is not victim]
    found = {}
    with RuleWatch(switch, switch.flows()) as watch:
        began = time.monotonic()
        os.killpg(victim.process.pid, how)

        def note(what):
            found.setdefault(what, round(time.monotonic() - began, 2))

        while "rule" not in found:
            successor = owner(survivors)
            if successor:
                note("owner")
                if "acknowledged" not in found and learn(successor, number, 2):
                    note("acknowledged")
            if serves(switch, number):
                note("rule")
            assert time.monotonic() - began < RECOVERY_SECONDS, found
        wait_for("the rules are confirmed", lambda: confirmed(survivors[0]), RECOVERY_SECONDS)
        note("confirmed")
    victim.kill()
    assert watch.looks > 10 and not watch.missing
    assert term(owner(survivors)) > former
    return victim, found


@pytest.mark.parametrize(
    "how, number", [(signal.SIGKILL, 2), (signal.SIGTERM, 3)], ids=["killed", "stopped"]
)
def test_another_member_takes_over(running, how, number):
    nodes, switch = running
    victim, found = failover(nodes, switch, how, number)
    print(how.name, json.dumps(found))
    assert found["rule"] < LONGEST_FAILOVER_S
    successor = owner(nodes)
    victim.start()
    wait_until_up(nodes)
    assert owner(nodes) is successor and term(victim) is None
    only_controller_is(switch, successor)
    assert serves(switch, 1) and serves(switch, number)
