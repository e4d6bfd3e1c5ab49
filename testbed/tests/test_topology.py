# SPDX-License-Identifier: Apache-2.0
"""Tests the parser of topology documents. No lab runs."""
import copy
import re

import pytest
from cloudmac_testbed import air, mobility, rates, settings, topology
from cloudmac_testbed.guest import wifi, wtp

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


def test_wires_of_wtps_are_as_those_of_hosts_unless_given():
    edge = GOOD | {"edge": {"macsec": True}}
    _, wtp1, vap, ct1 = topology.parse(edge).links
    assert wtp1.macsec and vap.macsec and ct1.macsec
    link, wtp1, vap, ct1 = topology.parse(edge | {"air": {"rate_mbps": 100}}).links
    assert vap.macsec and ct1.macsec and not wtp1.macsec and not link.macsec


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
        (("wtps", "wtp1", "channels"), [1, 6], "one channel for each of 1 radios"),
        (("wtps", "wtp1", "channels"), [0], r"channels\[0\] is 0, not a channel"),
        (("wtps", "wtp1", "channel"), 13, "domain US allows .* 1 to 11, 36"),
        (("vaps", "vap", "channel"), 52, "without a search for radars"),
        (("vaps", "vap", "channel"), 20, "is 20, not a channel"),
        (("vaps", "vap", "channel"), True, "is True, not a channel"),
        (("aps",), {"ap": {"queues": "lifo"}}, "queues is 'lifo', not one of fifo, aql, airtime"),
        (("vaps", "vap", "queues"), "aql", "unknown key queues"),
        (("vaps", "vap", "bssid"), "03:00:00:00:00:01", "bssid"),
        (("vaps", "vap", "bssid"), "02:00:00:00:ff:ff", "bssid"),
        (("vaps", "vap", "passphrase"), "short", "passphrase"),
        (("links", 0, "rate_mbps"), 0, "not a number from 1"),
        (("links", 0, "rate_mbps"), "fast", "not a number"),
        (("links", 0, "between"), ["swa", "swa"], "not two switches"),
        (("links", 0, "colour"), "red", "unknown key colour"),
        (("links", 0, "macsec"), True, "unknown key macsec"),
        (("edge",), {"macsec": "yes"}, "macsec is 'yes', not true or false"),
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
        (("wtps", "wtp1", "airtime"), "off", "airtime is 'off', not true or false"),
        (("wtps", "wtp1", "aggregation"), 1, "aggregation is 1, not true or false"),
        (("vaps", "vap", "credit"), None, "credit is None, not true or false"),
        (("links",), 5, "links: not a list"),
        (("links",), {"swa": "swb"}, "links: not a list"),
        (("wtps", "wtp1", "stations"), "on", "stations is 'on', not one of off, pinned, free"),
        (("wtps", "wtp1", "stations"), True, "stations is True, not one of off, pinned, free"),
        (("stations",), {"mn": {"namespace": 1}}, "namespace is 1, not true or false"),
        (
            ("stations",),
            {"mn": {"namespace": False}, "mn2": {"namespace": False}},
            "mn and mn2 have no namespace; only one",
        ),
        (("mobility",), 1, "mobility is 1, not true, false or a mapping of observe-only"),
        (("mobility",), {"hysterisis": 3}, "mobility: unknown key hysterisis; there are: observe"),
        (("mobility",), {"hysteresis": 61}, "hysteresis is 61, not a number from 0 to 60"),
        (("mobility",), {"period": True}, "period is True, not a number from 20"),
        (("mobility",), {"observe-only": "no"}, "observe-only is 'no', not true or false"),
        (("mobility",), {"source": "rumours"}, "source is 'rumours', not one of reports"),
        (("virtual_stations",), ["v1"], "vsta v1: at is '', not a switch"),
        (("virtual_stations",), {"v1": {"at": "swa"}}, "no WTP has the key stations"),
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


@pytest.mark.parametrize(
    "value, wanted",
    [
        (False, None),
        (True, {"enabled": True, "observe-only": False}),
        ({"hysteresis": 3}, {"enabled": True, "observe-only": False, "hysteresis": 3}),
        ({"observe-only": True}, {"enabled": True, "observe-only": True}),
    ],
)
def test_mobility_is_off_unless_the_topology_asks(value, wanted):
    assert topology.parse(GOOD | {"mobility": value}).mobility == wanted
    assert topology.parse(GOOD).mobility is None


def test_mobility_has_the_controllers_keys_and_ranges():
    yang = (settings.ROOT / "cloudmac-api/src/main/yang/cloudmac.yang").read_text(encoding="utf-8")
    for key, limits in mobility.NUMBERS.items():
        (found,) = re.findall(rf'leaf {key} {{\s+type \w+ {{\s+range "(\d+)\.\.(\d+)" ', yang)
        assert tuple(map(int, found)) == limits, key
    enumeration = yang[yang.index("leaf source {") : yang.index("leaf report-interval")]
    assert tuple(re.findall(r"enum (\w+)", enumeration)) == mobility.SOURCES


SERVED = {
    **GOOD,
    "wtps": {"wtp1": {"at": "swa", "stations": "free"}, "wtp2": {"at": "swa"}},
    "aps": {"ap": {"ssid": "plain"}},
    "virtual_stations": {"v1": {"at": "swb"}, "v2": {"at": "swb", "vap": "ap"}},
}


def test_virtual_stations_have_defaults():
    hosts = topology.parse(copy.deepcopy(SERVED)).hosts
    assert hosts["v1"].options == {
        "at": "swb",
        "vap": "vap",
        "address": "02:43:4d:a1:01:01",
        "wtp": "wtp1",
    }
    assert hosts["v2"].options["vap"] == "ap"
    assert hosts["v2"].wired != hosts["v2"].options["address"]


@pytest.mark.parametrize(
    "key, value, says",
    [
        ("vap", "wtp1", "vap is 'wtp1', not a VAP or an access point"),
        ("wtp", "wtp2", "wtp is 'wtp2', not a WTP that serves virtual stations"),
        ("address", "03:00:00:00:00:01", "not a unicast address"),
        ("address", "02:00:00:00:ff:ff", "does not end in ff:ff"),
        ("address", "02:00:00:00:01:01", "vsta v2: address .* ends as that of vsta v1"),
        ("address", "02:00:00:00:00:01", "ends as that of vap vap; the last two octets are the id"),
        ("ssid", "x", "unknown key ssid"),
    ],
)
def test_wrong_virtual_stations_are_refused(key, value, says):
    document = copy.deepcopy(SERVED)
    document["virtual_stations"]["v2"][key] = value
    with pytest.raises(topology.TopologyError, match=says):
        topology.parse(document)


@pytest.mark.parametrize(
    "value, lines",
    [
        ("free", ["stations = free"]),
        ("pinned", ["stations = pinned"]),
        ("off", []),
        (False, []),
    ],
)
def test_agent_serves_virtual_stations_if_asked(value, lines):
    plan = topology.parse(GOOD | {"wtps": {"wtp1": {"at": "swa", "stations": value}}})
    text = wtp.configuration(plan.hosts["wtp1"], ["phy0"], None, [])
    assert [line for line in text.splitlines() if line.startswith("stations")] == lines


EVERYTHING = {
    "switches": ["swa", "swb"],
    "bridges": ["br"],
    "wtps": {
        "wtp1": {
            "at": "swa",
            "radios": 2,
            "channels": [1, 6],
            "stations": "free",
            "position": [0, 0],
        }
    },
    "vaps": {"vap": {"at": "swb", "channel": 1, "standard": "g", "rates": [1, 6], "ssid": "a"}},
    "aps": {"ap": {"at": "br", "mobility_domain": "abcd", "position": [0, 1, 2]}},
    "stations": {
        "mn": {
            "rates": [1],
            "wander": {"from": [0, 0], "to": [5, 5], "speed": [1, 2]},
            "bgscan": "simple:1:-60:3",
            "namespace": False,
        },
        "mn2": {"vap": "ap", "walk": [{"to": [1, 2], "speed": 1, "after": 2}], "power_dbm": 3},
    },
    "hosts": {"ct1": {"at": "swa", "dhcp": True}},
    "virtual_stations": {
        "v1": {"at": "swb", "vap": "ap", "wtp": "wtp1", "address": "02:43:4d:a1:01:01"}
    },
    "links": [{"between": ["swa", "swb"], "rate_mbps": 10}],
    "edge": {"rate_mbps": 10, "macsec": True},
    "air": {"delay_us": 10},
    "channels": "tls",
    "medium": {"exponent": 3, "slot_us": 9},
}
MISFITS = (5, -1, 1.5, True, None, "x", "", [], {}, [5], ["x", 1], [[]], [{}], [None], {"x": []})
"""Values of wrong types and shapes: few keys accept one."""


def places(document, at=()):
    """Yields the path of each value in a document."""
    entries = ()
    if isinstance(document, dict):
        entries = document.items()
    elif isinstance(document, list):
        entries = enumerate(document)
    for key, value in entries:
        yield (*at, key)
        yield from places(value, (*at, key))


def test_misfit_anywhere_is_accepted_or_refused_in_words():
    topology.parse(copy.deepcopy(EVERYTHING))
    refused = 0
    for path in places(EVERYTHING):
        for value in MISFITS:
            document = copy.deepcopy(EVERYTHING)
            inner = document
            for key in path[:-1]:
                inner = inner[key]
            inner[path[-1]] = value
            try:
                topology.parse(document)
            except topology.TopologyError:
                refused += 1
    assert refused > 500


def test_agent_shares_the_air_and_vap_has_credit_by_default():
    plan = topology.parse(GOOD)
    assert plan.hosts["wtp1"].options["airtime"] is True
    assert plan.hosts["vap"].options["credit"] is True


@pytest.mark.parametrize("airtime", [True, False])
def test_airtime_reaches_the_agent(airtime):
    plan = topology.parse(GOOD | {"wtps": {"wtp1": {"at": "swa", "airtime": airtime}}})
    text = wtp.configuration(plan.hosts["wtp1"], ["phy0"], None, [])
    assert f"airtime = {'on' if airtime else 'off'}" in text.splitlines()
    assert "aggregation = on" in text.splitlines()


@pytest.mark.parametrize("channel, sets_country", [(11, False), (36, True), (149, True)])
def test_wtp_sets_the_country_where_the_world_may_only_listen(channel, sets_country):
    plan = topology.parse(GOOD | {"wtps": {"wtp1": {"at": "swa", "channel": channel}}})
    text = wtp.configuration(plan.hosts["wtp1"], ["phy0"], None, [])
    wtp_section = text[: text.index("[radio]")]
    assert ("country = US" in wtp_section.splitlines()) is sets_country


@pytest.mark.parametrize(
    "more, expected", [({}, [2412, 2412]), ({"channels": [1, 6]}, [2412, 2437])]
)
def test_each_radio_can_have_its_channel(more, expected):
    options = {"at": "swa", "radios": 2, "channel": 1, **more}
    host = topology.parse(GOOD | {"wtps": {"wtp1": options}}).hosts["wtp1"]
    lines = wtp.configuration(host, ["phy0", "phy1"], None, []).splitlines()
    assert [line for line in lines if "frequency" in line] == [
        f"frequency = {mhz}" for mhz in expected
    ]


@pytest.mark.parametrize(
    "network, station, says",
    [
        ({"rates": []}, [1], "ap ap: rates is not a list"),
        ({"rates": [1, 1]}, [1], "rates: 1 is listed twice"),
        ({"rates": [1, 7]}, [1], "rates: 7 is not one of 1, 2, 5.5, 11, 6"),
        ({"rates": [True]}, [1], "rates: True is not one of"),
        ({"rates": [1], "channel": 36}, [1], "rates: 1 is not one of 6, 9"),
        ({"rates": [1], "standard": "n"}, [1], "rates needs standard a or g"),
        ({}, "1", "station mn: rates is not a list"),
        ({}, [[1]], "rates: .1. is not one of"),
        ({}, [54], "no basic rate of its network: 1, 2, 5.5, 11"),
        ({}, ["mcs0"], "no basic rate of its network"),
        ({}, [1, "mcs16"], "rates: 'mcs16' is not one of"),
        ({"standard": "g"}, [1], "rates: 1 is not one of 6, 9"),
        ({"standard": "g"}, [6, "mcs0"], "rates: 'mcs0' is not one of"),
        ({"rates": [1, 2]}, [1, 11], "rates: 11 is not one of 1, 2"),
    ],
)
def test_wrong_rates_are_refused(network, station, says):
    document = {"aps": {"ap": network}, "stations": {"mn": {"rates": station}}}
    with pytest.raises(topology.TopologyError, match=says):
        topology.parse(document)


def test_rates_in_configuration_files():
    assert rates.supplicant_lines([1]) == ["disable_ht=1"]
    assert rates.iw_words([1], 6) == ["legacy-2.4", "1"]
    assert rates.supplicant_lines([1, "mcs0", "mcs9"]) == ['ht_mcs="01 02 00 00 00 00 00 00 00 00"']
    assert rates.iw_words([6, "mcs0", "mcs9"], 36) == ["legacy-5", "6", "ht-mcs-5", "0", "9"]
    # 1 and 5.5 Mb/s are basic: 0x80. Eight rates fit in the first element.
    assert rates.elements([1, 5.5, "mcs0"]) == "0102828b3200"
    many = [1, 2, 5.5, 11, 6, 9, 12, 18, 24]
    assert rates.elements(many) == "010882848b960c121824" + "320130"
    options = topology.parse({"aps": {"ap": {"rates": [1, 5.5, 54]}}}).hosts["ap"].options
    assert options["standard"] == "g"
    assert rates.hostapd_lines(options) == ["supported_rates=10 55 540", "basic_rates=10 55"]


def test_network_of_dsss_has_long_slots():
    """All radios of the medium have them. Windows are the network's own."""
    document = {
        "medium": {},
        "switches": ["sw"],
        "wtps": {"wtp1": {"at": "sw", "channel": 1}, "wtp6": {"at": "sw", "channel": 6}},
        "vaps": {"vap": {"at": "sw", "channel": 1, "rates": [1, 11]}},
        "aps": {"ap": {"channel": 6}},
        "stations": {
            "slow": {"vap": "vap"},
            "fast": {"vap": "ap"},
            "one": {"vap": "ap", "rates": [1]},
        },
    }
    plan = topology.parse(document)
    assert plan.medium == {"slot_us": 20}
    edca = {name for name, host in plan.hosts.items() if air.edca_commands(name, host, plan.hosts)}
    assert edca == {"wtp1", "vap", "slow"}
    assert "edca slow be 3 31 1023 0" in air.edca_commands("slow", plan.hosts["slow"], plan.hosts)
    assert topology.parse(document | {"medium": {"slot_us": 9}}).medium == {"slot_us": 9}
    document["vaps"]["vap"]["rates"] = [1, 11, 54]
    assert topology.parse(document).medium == {}


def test_only_radios_of_access_points_have_limits():
    document = {
        "switches": ["sw"],
        "wtps": {"wtp": {"at": "sw", "radios": 2}},
        "aps": {"ap1": {}, "ap2": {"queues": "aql"}, "ap3": {"queues": "airtime"}},
        "stations": ["mn"],
    }
    plan = topology.parse(document)
    assert wifi.module_parameters(plan) == ["radios=6", "txq_limits=0,0,1,2,0,0"]
    document["aps"] = ["ap"]
    assert wifi.module_parameters(topology.parse(document)) == ["radios=4"]


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
    with pytest.raises(
        topology.TopologyError, match="no topology nowhere; .* air, .* paper, virtual-wifi;"
    ):
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
