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
        (("hosts", "swa"), {"at": "swa"}, "another host has this name"),
        (("stations",), {"mn": {"vap": "ct1"}}, "not a VAP"),
        (("channels",), "udp", "not one of tls, tcp"),
        (("nonsense",), 1, "unknown key nonsense"),
        (("vaps", "vap", "ssid"), "x" * 33, "ssid has 33 octets; 802.11 allows 32"),
        (("vaps", "vap", "ssid"), "ä" * 17, "ssid has 34 octets"),
        (("vaps", "vap", "ssid"), "a\nb", "not printable text"),
        (("vaps", "vap", "ssid"), "", "not printable text"),
        (("vaps", "vap", "ssid"), 1234, "put a number in quotes"),
        (("wtps", "wtp1", "at"), ["swa"], "not a name"),
        (("links", 0, "between"), [["swa"], "swb"], "not two switches"),
        (("switches",), ["swa", "swa", "swb"], "swa is listed twice"),
        (("switches",), [["swa"]], "is not a name"),
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


def test_ssid_of_32_octets_is_accepted():
    document = copy.deepcopy(GOOD)
    document["vaps"]["vap"]["ssid"] = "ä" * 16
    assert topology.parse(document).hosts["vap"].options["ssid"] == "ä" * 16


@pytest.mark.parametrize(
    "content, says",
    [
        (b"a: [", "not YAML"),
        (b"", "the file is empty"),
        (b"# only a comment\n---\n", "the file is empty"),
        (b"{}\n", "no hosts; topologies/default.yaml is an example"),
        (b"switches: {}\n", "no hosts"),
        (b"switches: []\nchannels: tcp\n", "no hosts"),
        (b"switches: [swa]\nhosts: {ct1: {at: swa}}\nswitches: [swb]\n", "line 3: key switches"),
        (b"hosts:\n  ct1: {at: swa}\n  ct1: {at: swb}\n", "line 3: key ct1 is there twice"),
        (b"[swa]: 1\n", "not YAML"),
        (b"text", "not a mapping"),
        (b"\xff\xfe\xfd", "not UTF-8"),
    ],
)
def test_invalid_file_is_refused(tmp_path, content, says):
    path = tmp_path / "bad.yaml"
    path.write_bytes(content)
    with pytest.raises(topology.TopologyError, match=says) as error:
        topology.load(path)
    assert str(error.value).startswith(f"{path}: ")


def test_missing_file_is_refused_with_the_known_names(tmp_path):
    says = "none.yaml: No such file or directory; known names: air, .* paper"
    with pytest.raises(topology.TopologyError, match=says):
        topology.load(tmp_path / "none.yaml")


def test_known_name_with_a_suffix_is_a_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(topology.TopologyError, match="^default.yaml: No such .* default,"):
        topology.load("default.yaml")


def test_unknown_name_lists_the_known_ones():
    with pytest.raises(topology.TopologyError, match="no topology nowhere; .* air, .* paper;"):
        topology.load("nowhere")


def test_name_is_the_files(tmp_path):
    """The name is not sent to the guest. Topologies of two names can be equal."""
    path = tmp_path / "mine.yaml"
    path.write_bytes((topology.FOLDER / "default.yaml").read_bytes())
    mine, default = topology.load(path), topology.load()
    assert (mine.name, default.name) == (str(path), "default")
    assert mine == default and mine.to_json() == default.to_json()


@pytest.mark.parametrize("name", topology.known())
def test_topology_of_the_lab_is_valid(name):
    assert topology.load(name).hosts
