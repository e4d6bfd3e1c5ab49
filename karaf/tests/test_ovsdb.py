# SPDX-License-Identifier: Apache-2.0
"""Tests the OVSDB southbound alone: Karaf with only its feature and RESTCONF, and a real switch."""
import json
import re
import subprocess
from urllib.parse import quote

import pytest

from conftest import unpacked
from controller import ShippedController
from switch import DatabaseSwitch, until
from upstream_examples import BRIDGES, NODES, QUEUES, ROOT, matches, rfc8040

SHOWN_SECONDS = 10
TOPOLOGY = "/rests/data/network-topology:network-topology/topology=ovsdb%3A1"
# Karaf's boot features and the three features that an operator installs.
FEATURES = (
    "framework, standard, ssh, scr, wrap, odl-cloudmac-ovsdb, odl-cloudmac-access, odl-restconf"
)


@pytest.fixture(scope="module")
def alone(tmp_path_factory, own_namespaces):
    """Yield a controller without other features of CloudMAC."""
    home = unpacked(tmp_path_factory.mktemp("alone") / "controller")
    cfg = home / "etc" / "org.apache.karaf.features.cfg"
    text, found = re.subn(
        "^featuresBoot *=.*$", f"featuresBoot = {FEATURES}", cfg.read_text(), flags=re.M
    )
    assert found == 1, cfg
    cfg.write_text(text)
    controller = ShippedController(home, *own_namespaces, ports=(8181, 8101, 6640))
    controller.set_up()
    with controller:
        controller.wait_until_serving()
        yield controller


@pytest.fixture(scope="module")
def switch(alone, tmp_path_factory):
    """Yield a connected switch with bridge br0 and port p1."""
    with DatabaseSwitch(tmp_path_factory.mktemp("switch"), alone.outside) as ovs:
        ovs.vsctl("add-br", "br0", "--", "add-port", "br0", "p1")
        ovs.connect_to("tcp:192.0.2.1:6640")
        until("the switch is in the topology", lambda: shown(alone, node(ovs)))
        yield ovs


def node(ovs, rest=""):
    return f"{TOPOLOGY}/node={quote(ovs.node_id + rest, safe='')}"


def shown(controller, path):
    """Return the operational data at a path, or None."""
    status, text = controller.get(path + "?content=nonconfig")
    return json.loads(text) if status == 200 else None


def printed_json(controller, command):
    """Return a command's JSON output, without the client's own messages."""
    said = controller.console(command).stdout
    return json.loads(said[said.index("[") :])


def errors(controller):
    return printed_json(controller, "ovsdb:errors --json")


def put(controller, path, body):
    status, text = controller.send("PUT", path, body)
    assert status in (201, 204), text


def test_only_the_southbound_of_cloudmac_is_installed(alone):
    listed = alone.console("bundle:list -t 0 -l --no-format").stdout
    bundles = set(re.findall(r"mvn:([^/]*/[^/]*)/", listed))
    assert {name for name in bundles if name.startswith("io.cloudmac/")} == {
        "io.cloudmac/cloudmac-access",
        "io.cloudmac/cloudmac-ovsdb",
        "io.cloudmac/cloudmac-ovsdb-model",
    }, listed
    assert not [name for name in bundles if "openflow" in name]
    assert 6653 not in alone.listening()


def test_switch_is_shown(alone, switch):
    found = shown(alone, node(switch))["network-topology:node"][0]
    assert found["ovsdb:connection-info"]["remote-ip"] == "192.0.2.2"
    assert found["ovsdb:manager-entry"][0]["target"] == "tcp:192.0.2.1:6640"
    port = shown(alone, node(switch, "/bridge/br0") + "/termination-point=p1")
    assert port["network-topology:termination-point"][0]["ovsdb:name"] == "p1"


def test_commands_show_the_switch(alone, switch):
    said = alone.console("ovsdb:nodes").stdout
    line = next(line for line in said.splitlines() if switch.node_id in line)
    assert "yes" in line and "192.0.2.2:" in line, said
    assert printed_json(alone, "ovsdb:nodes --json")[0]["ports"] == 2
    uuid = switch.node_id.rpartition("/")[2]
    for words in ("", " " + switch.node_id, " " + uuid[:8]):
        said = alone.console("ovsdb:show" + words).stdout
        assert re.search(r"^ {4}Bridge br0$", said, re.M), said
        assert re.search(r"^ {8}Port p1$", said, re.M), said
    done = alone.console("ovsdb:show nonesuch")
    assert "no switch nonesuch; known switches: " + switch.node_id in done.stdout + done.stderr
    assert done.returncode != 0, done.stdout


def test_commands_show_pending_entries(alone, switch):
    assert "No entry has failed" in alone.console("ovsdb:errors").stdout
    path = node(switch) + "/ovsdb:qos-entries=qos%3A%2F%2Fbad"
    # Its queue is not configured, so only this entry is pending.
    queue = (
        "/network-topology:network-topology/topology[topology-id='ovsdb:1']"
        f"/node[node-id='{switch.node_id}']/ovsdb:queues[queue-id='queue://missing']"
    )
    entry = {
        "qos-id": "qos://bad",
        "qos-type": "ovsdb:qos-type-linux-htb",
        "queue-list": [{"queue-number": 0, "queue-ref": queue}],
    }
    put(alone, path, {"ovsdb:qos-entries": [entry]})
    until("the entry is pending", lambda: "pending: 1" in alone.console("ovsdb:errors").stdout)
    said = alone.console("ovsdb:errors --all").stdout
    assert re.search("qos +. qos://bad +. pending +. missing reference", said), said
    (entry,) = printed_json(alone, "ovsdb:errors --all --json")
    assert entry["node"] == switch.node_id and entry["code"] == "missing reference", entry
    assert alone.send("DELETE", path, None)[0] == 204
    until("nothing is pending", lambda: printed_json(alone, "ovsdb:errors -a --json") == [])


def test_failure_is_sent_as_an_event(alone, switch):
    name = "notification-stream/cloudmac-ovsdb:programming-failed/JSON"
    streams = "/rests/data/ietf-restconf-monitoring:restconf-state/streams"
    # Listing all streams creates them. A stream sends events only after a GET of its entry.
    status, said = alone.get(streams)
    assert status == 200 and f"/rests/notif/{name}" in said, said
    status, said = alone.get(f"{streams}/stream/{name}")
    assert status == 200 and f"/rests/notif/{name}" in said, said
    path = node(switch) + "/ovsdb:queues=bad"
    with alone.following(f"/rests/notif/{name}") as events:
        until("the stream is open", lambda: "200 OK" in events())
        put(alone, path, {"ovsdb:queues": [{"queue-id": "bad", "dscp": 64}]})
        until("the event is received", lambda: "constraint violation" in events())
        # The same failure of the next attempt is not published.
        until("the entry was tried twice", lambda: errors(alone)[0]["attempts"] > 1)
        assert events().count("constraint violation") == 1, events()
    assert alone.send("DELETE", path, None)[0] == 204
    until("no entry has failed", lambda: not errors(alone))


def test_switch_is_configured(alone, switch):
    path = node(switch) + "/ovsdb:queues=queue%3A%2F%2Falone"
    put(
        alone,
        path,
        {
            "ovsdb:queues": [
                {
                    "queue-id": "queue://alone",
                    "queues-other-config": [
                        {
                            "queue-other-config-key": "min-rate",
                            "queue-other-config-value": "1000000",
                        }
                    ],
                }
            ]
        },
    )
    until("the switch has the queue", lambda: "1000000" in switch.vsctl("list", "Queue"))
    assert alone.send("DELETE", path, None)[0] == 204
    until("the switch has no queue", lambda: not switch.vsctl("list", "Queue"))


@pytest.fixture(scope="module")
def host1(alone, tmp_path_factory):
    """Yield a switch with the name in upstream's examples. The test sets the columns of ovs-vswitchd."""
    with DatabaseSwitch(tmp_path_factory.mktemp("host1"), alone.outside) as ovs:
        ovs.vsctl("set", "Open_vSwitch", ".", "ovs_version=2.3.1-git4750c96")
        ovs.vsctl("set", "Open_vSwitch", ".", f'external_ids:opendaylight-iid="{ROOT}"')
        ovs.connect_to("tcp:192.0.2.1:6640")
        path = f"{TOPOLOGY}/{rfc8040(NODES[0].path)}"
        until("the switch is in the topology", lambda: shown(alone, path))
        yield ovs


def printed(ovs, words):
    """Return the output of ovs-vsctl, or None if there is no such row."""
    try:
        return ovs.vsctl(*words.split())
    except subprocess.CalledProcessError:
        return None


# Each example builds on the ones before it.
@pytest.mark.parametrize("example", NODES + QUEUES + BRIDGES, ids=lambda example: example.name)
def test_upstreams_examples(alone, host1, example):
    path = f"{TOPOLOGY}/{rfc8040(example.path)}"
    if example.method != "GET":
        status, text = alone.send(example.method, path, example.body)
        assert status in (201, 204), text
    for words, expected in example.rows.items():
        until(
            lambda: f"ovs-vsctl {words} prints {expected!r}, not {printed(host1, words)!r}",
            lambda: matches(expected, printed(host1, words)),
            SHOWN_SECONDS,
        )
    until(
        lambda: f"{path} shows {example.shown}, not {shown(alone, path)}",
        lambda: matches(example.shown, shown(alone, path)),
        SHOWN_SECONDS,
    )
