# SPDX-License-Identifier: Apache-2.0
"""Tests the parser of topology documents. No lab runs."""
import copy

import pytest
from cloudmac_testbed import topology

GOOD = {
    "switches": ["swa", "swb"],
    "wtps": {"wtp1": {"at": "swa"}},
    "vaps": {"vap": {"at": "swb"}},
    "stations": ["mn"],
    "hosts": {"ct1": {"at": "swa"}},
    "links": [{"between": ["swa", "swb"], "rate_mbps": 100}],
}


def test_default_topology_is_the_papers():
    plan = topology.load()
    assert list(plan.hosts) == ["swa", "swb", "wtp1", "vap", "mn", "ct1", "ct2"]
    assert plan.links[0].ends == ["swa", "swb"] and plan.links[0].rate_mbps == 100


@pytest.mark.parametrize("more", [{}, {"channels": "tcp"}])
def test_json_round_trip(more):
    plan = topology.parse(GOOD | more)
    assert topology.Topology.from_json(plan.to_json()) == plan
    assert plan.channels == more.get("channels", "tls")


def test_addresses_are_distinct_and_repeatable():
    plan, again = topology.parse(GOOD), topology.parse(GOOD)
    assert plan == again
    macs = [mac for link in plan.links for mac in link.addresses]
    assert len(set(macs)) == len(macs)
    addresses = [host.management for host in plan.hosts.values()]
    assert len(set(addresses)) == len(addresses)


@pytest.mark.parametrize(
    "path, value, says",
    [
        (("wtps", "wtp1", "at"), "nowhere", "not a switch"),
        (("vaps", "vap", "security"), "wep", "not one of open, wpa2, wpa3"),
        (("vaps", "vap", "bssid"), "03:00:00:00:00:01", "bssid"),
        (("vaps", "vap", "bssid"), "02:00:00:00:ff:ff", "bssid"),
        (("vaps", "vap", "passphrase"), "short", "passphrase"),
        (("links", 0, "rate_mbps"), 0, "not a number from 1"),
        (("links", 0, "rate_mbps"), "fast", "not a number"),
        (("links", 0, "between"), ["swa", "swa"], "not two switches"),
        (("links", 0, "colour"), "red", "unknown key colour"),
        (("switches",), ["swa", "SWB"], "a name is"),
        (("hosts", "swa"), {"at": "swa"}, "exists"),
        (("stations",), {"mn": {"vap": "ct1"}}, "not a VAP"),
        (("channels",), "udp", "not one of tls, tcp"),
        (("nonsense",), 1, "unknown key nonsense"),
    ],
)
def test_wrong_documents_are_refused(path, value, says):
    document = copy.deepcopy(GOOD)
    inner = document
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    with pytest.raises(topology.TopologyError, match=says):
        topology.parse(document)


def test_two_links_between_the_same_switches_are_refused():
    document = copy.deepcopy(GOOD)
    document["links"].append({"between": ["swb", "swa"]})
    with pytest.raises(topology.TopologyError, match="linked already"):
        topology.parse(document)


def test_missing_file_and_bad_yaml_are_refused(tmp_path):
    with pytest.raises(topology.TopologyError, match="No such file"):
        topology.load(tmp_path / "none.yaml")
    (tmp_path / "bad.yaml").write_text("a: [")
    with pytest.raises(topology.TopologyError, match="not YAML"):
        topology.load(tmp_path / "bad.yaml")
