# SPDX-License-Identifier: Apache-2.0
"""Tests what ``lab up`` waits for, and what it says. No lab runs."""
import pytest
from cloudmac_testbed import arrival, client, lab_commands, restconf, topology
from cloudmac_testbed.errors import LabError
from cloudmac_testbed.guest import basics, station

DOCUMENT = {
    "switches": ["swa"],
    "wtps": {"wtp1": {"at": "swa", "stations": "free"}},
    "vaps": {"vap": {"at": "swa"}},
    "aps": {"ap": {"at": "swa"}},
    "stations": {"mn1": {"vap": "vap"}, "mn2": {"vap": "vap"}, "mn3": {"vap": "ap"}},
    "virtual_stations": {"v1": {"at": "swa", "vap": "vap"}, "v2": {"at": "swa", "vap": "vap"}},
}
TWO_NETWORKS = {
    "switches": ["swa"],
    "wtps": {name: {"at": "swa"} for name in ("wtp1", "wtp2")},
    "vaps": {name: {"at": "swa"} for name in ("vap1", "vap2")},
}
"""Nothing but the controller shows whether a VAP without a station is there."""


@pytest.fixture(name="lab")
def _lab(monkeypatch):
    """Yields the lab: name of each station -> the function that the guest was asked for. mn2 and
    v2 never connect."""
    asked = {}

    def call(function, *, name, seconds):
        assert 1 <= seconds <= 30
        asked[name] = function
        if name in ("mn2", "v2"):
            raise LabError(f"waited for {name}\n--- and a report of many lines")
        return {"bssid": "02:43:4d:a0:00:01", "address": "10.10.1.5"}

    monkeypatch.setattr(client, "call", call)
    monkeypatch.setattr(client, "check_up", lambda: None)
    return asked


def test_stations_that_do_not_connect_are_named_in_order(lab):
    said = []
    missing = arrival.await_all(topology.parse(DOCUMENT), said.append, False, seconds=30)
    assert list(missing.items()) == [("mn2", "waited for mn2"), ("v2", "waited for v2")]
    assert sorted(said) == [
        "mn1: associated with vap, 02:43:4d:a0:00:01, address 10.10.1.5",
        "mn3: associated with ap, 02:43:4d:a0:00:01",
        "v1: associated with vap, 02:43:4d:a0:00:01, address 10.10.1.5",
    ]


def test_no_address_is_asked_for_without_dhcp(lab):
    """A bridged access point has a DHCP server only if a wired host is one."""
    arrival.await_all(topology.parse(DOCUMENT), str, False, seconds=30)
    assert lab["mn3"] is station.wait_associated and lab["mn1"] is lab["v1"] is basics.join
    served = DOCUMENT | {"hosts": {"ct1": {"at": "swa", "dhcp": True}}}
    arrival.await_all(topology.parse(served), str, False, seconds=30)
    assert lab["mn3"] is basics.join


def test_a_lab_that_ends_meanwhile_is_an_error(lab, monkeypatch):
    def ended():
        raise LabError(client.NO_LAB)

    monkeypatch.setattr(client, "check_up", ended)
    with pytest.raises(LabError, match="no lab is up"):
        arrival.await_all(topology.parse(DOCUMENT), str, False, seconds=30)


def wtp(number, session="open", **more):
    """Returns the entry of a WTP in cloudmac-state."""
    entry = {"id": f"02:43:4d:02:{number:02x}:00", "up": True, "session": {"state": session}}
    return entry | more


def vap(number, **more):
    """Returns the entry of a VAP in cloudmac-state."""
    return {"bssid": f"02:43:4d:a0:00:{number:02x}", "up": True, "channel": 6} | more


def states(*entries):
    """Returns cloudmac-state with these WTPs and VAPs."""
    return {
        "wtps": {"wtp": [one for one in entries if "id" in one]},
        "vaps": {"vap": [one for one in entries if "bssid" in one]},
    }


class Clock:
    """Time that passes while arrival.py waits. answers: states of the controller, one a look; None
    for an error. The last one stays."""

    def __init__(self, monkeypatch, answers):
        self.now = 0.0
        self.answers = list(answers)
        monkeypatch.setattr(arrival.time, "monotonic", lambda: self.now)
        monkeypatch.setattr(arrival.time, "sleep", self.sleep)
        monkeypatch.setattr(restconf, "state", self.state)

    def sleep(self, seconds):
        self.now += seconds

    def state(self):
        answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        if answer is None:
            raise LabError("RESTCONF: refused")
        return answer


def test_each_wtp_and_vap_is_told_when_the_controller_has_it(lab, monkeypatch):
    all_there = states(wtp(1), wtp(2), vap(1), vap(2))
    answers = [None, {}, states(wtp(1)), states(wtp(1), wtp(2, "connecting"), vap(2)), all_there]
    clock = Clock(monkeypatch, answers)
    said = []
    assert not arrival.await_all(topology.parse(TWO_NETWORKS), said.append, seconds=90)
    assert said == [
        "wtp1: its session is open",
        "vap2: found, 02:43:4d:a0:00:02 on channel 6",
        "wtp2: its session is open",
        "vap1: found, 02:43:4d:a0:00:01 on channel 6",
    ]
    assert clock.now < 10


def test_a_packet_node_is_there_when_its_session_and_its_switch_are(lab, monkeypatch):
    Clock(monkeypatch, [{}])
    answers = [
        ({}, []),
        ({"pn1": {"session": "connecting", "reason": "refused"}}, ["openflow:1"]),
        ({"pn1": {"session": "open"}}, ["openflow:1"]),
        ({"pn1": {"session": "open"}}, ["openflow:1", "openflow:201"]),
    ]
    monkeypatch.setattr(restconf, "packet_nodes", lambda: answers[0][0])
    monkeypatch.setattr(restconf, "openflow_switches", lambda: answers.pop(0)[1])
    plan = topology.parse({"switches": ["swa"], "packet_nodes": ["pn1"]})
    told = [arrival.packet_nodes(plan)["pn1"] for _ in answers[1:]]
    assert told == [
        (False, "the controller has no session with it"),
        (False, "refused"),
        (False, "its switch is not connected to the controller"),
    ]
    said = []
    answers *= 2
    assert not arrival.await_all(plan, said.append, seconds=30)
    assert said == ["pn1: its session is open, its switch is connected"]


def test_those_that_never_come_are_reminded_of_and_told_with_the_reason(lab, monkeypatch):
    refused = wtp(2, "refused", admission={"problem": "announced at two ports"})
    twice = vap(2, problem=["the SSID vap1 is taken"])
    clock = Clock(monkeypatch, [states(wtp(1), refused, vap(1, up=False), twice)])
    said = []
    missing = arrival.await_all(topology.parse(TWO_NETWORKS), said.append, seconds=40)
    assert missing == {
        "wtp2": "announced at two ports",
        "vap1": "the controller has lost its beacons",
        "vap2": "the SSID vap1 is taken",
    }
    assert said == ["wtp1: its session is open", *["waits for wtp2, vap1, vap2"] * 2]
    assert 40 <= clock.now < 43


@pytest.mark.parametrize(
    "decide, entry, says",
    [
        (arrival.wtp_state, None, arrival.NOT_HEARD),
        (arrival.wtp_state, wtp(1, "closed"), "the controller has no session with its agent"),
        (arrival.wtp_state, wtp(1, "closed") | {"session": {"error": "no route"}}, "no route"),
        (arrival.vap_state, None, arrival.NOT_FOUND),
    ],
)
def test_reasons(decide, entry, says):
    assert decide(entry) == (False, says)


def test_without_a_controller_only_stations_count(lab):
    assert not arrival.await_all(topology.parse(TWO_NETWORKS), str, False, seconds=30)


def test_the_last_line_says_who_is_there():
    plan = topology.parse(TWO_NETWORKS | {"stations": {"mn": {"vap": "vap2"}}})
    assert lab_commands.told(plan, {}) == ["up: swa, wtp1, wtp2, vap1, vap2, mn"]
    assert lab_commands.told(plan, {"vap2": arrival.NOT_FOUND, "mn": "waited for mn"}) == [
        f"vap2 is missing: {arrival.NOT_FOUND}",
        "mn is missing: waited for mn",
        '"./cloudmac lab shell mn wpa_cli status" shows the state of mn',
        "up without vap2, mn: swa, wtp1, wtp2, vap1",
    ]
