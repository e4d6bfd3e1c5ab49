# SPDX-License-Identifier: Apache-2.0
"""Checks on the air that a radio rule changes rate and power of its frames and of no others.

    mn1 ))) wtp1 --- swa === swb --- vap
    mn2 )))
"""
import collections
import contextlib

import pytest
from conftest import left_as_found, plan
from cloudmac_testbed import airtrace, client, restconf, virtual
from cloudmac_testbed.guest import medium_client, radio_rules, station
from cloudmac_testbed.settings import RUNTIME
from cloudmac_wire.tag import LEVEL_UNKNOWN

STATIONS = "mn1", "mn2"
RADIO_DBM, RADIO_MBPS = 20, 24
ORDINARY = RADIO_MBPS, RADIO_DBM
BEST_EFFORT, VIDEO = 0, 5
PRIORITIES = BEST_EFFORT, VIDEO
COUNT = 5
HEADERS = 26 + 8 + 20 + 8
"""Octets of the headers of QoS data, LLC, IP and ICMP."""
TRACE = "radio-rules.pcapng"
POWER_RULE = {"power": RADIO_DBM - 10}
RATE_RULE = {"rate": RADIO_MBPS * 500}
STEPS = {
    101: ({}, ORDINARY),
    102: (POWER_RULE, (RADIO_MBPS, RADIO_DBM - 10)),
    103: (RATE_RULE, (RADIO_MBPS / 2, RADIO_DBM)),
    104: ({}, ORDINARY),
}
"""Octets of a step's pings -> rule of mn1's video, and the Mb/s and dBm on the air."""
NETWORK = {
    "stations": {
        name: {"position": [5, number], "vap": "vap", "power_dbm": RADIO_DBM}
        for number, name in enumerate(STATIONS)
    },
    "switches": ["swa", "swb"],
    "wtps": {"wtp1": {"at": "swa", "position": [0, 0], "channel": 6, "power_dbm": RADIO_DBM}},
    "vaps": {"vap": {"at": "swb", "security": "open", "standard": "g", "channel": 6}},
    "links": [{"between": ["swa", "swb"], "rate_mbps": 1000, "delay_us": 250}],
    "medium": {"exponent": 3},
}


def on_the_air(trace):
    """Returns rate and power of wtp1's frames: octets, receiver, user priority -> values."""
    found = collections.defaultdict(list)
    for frame in airtrace.read(trace.read_bytes()):
        if frame.radio == "wtp1" and frame.kind == airtrace.QOS_DATA:
            key = len(frame.data) - HEADERS, frame.receiver, frame.data[24] & 7
            found[key].append((frame.mbps, frame.power_dbm))
    return found


def check(seen, one, other):
    """Checks that the rules changed the video of station ``one``, from its first frame on, and
    nothing else."""
    for octets, (_, ruled) in STEPS.items():
        for address in (one, other):
            for priority in PRIORITIES:
                values = seen[octets, address, priority]
                expected = ruled if (address, priority) == (one, VIDEO) else ORDINARY
                assert len(values) >= COUNT
                assert set(values) == {expected}, (octets, address, priority)


def step(octets, rule):
    """Returns a step of radio_rules.change()."""
    return {
        "octets": octets,
        "level": rule.get("power", LEVEL_UNKNOWN) if rule else None,
        "rate": rule.get("rate", 0) // 500 if rule else None,
    }


def test_a_tag_sets_rate_and_power_on_the_air(radio_parts, scratch, nothing_left):
    """In virtual time, without a controller: the test itself changes the flow rules."""
    folder = scratch / "run"
    result = virtual.measure(
        folder,
        radio_parts,
        plan(NETWORK),
        radio_rules.change,
        seed=1,
        trace=True,
        names=list(STATIONS),
        mbps=RADIO_MBPS,
        ruled=VIDEO,
        priorities=list(PRIORITIES),
        count=COUNT,
        steps=[step(octets, rule) for octets, (rule, _) in STEPS.items()],
    )
    assert result["lost"] == 0
    check(on_the_air(folder / "exchange" / "air.pcapng"), *result["receivers"])


@pytest.fixture
def lab(lab_keeper, all_parts):
    """Yields the lab, with the rates of all frames fixed but those that rules change."""
    lab = lab_keeper.lab(plan(NETWORK), all_parts)
    with left_as_found(lab):
        for name in STATIONS:
            address = lab.joined[name]["address"]
            client.call(radio_rules.fix_rates, name=name, address=address, mbps=RADIO_MBPS)
        yield lab


def rewriting(address):
    """Returns the actions of the rules that change the tag of frames to a station; None while a rule
    for the station is not installed."""
    rules = [rule for rule in restconf.state("/flows")["flow"] if address in rule["match"]]
    if any(rule["state"] != "installed" for rule in rules):
        return None
    return sorted(rule["actions"] for rule in rules if "set_field" in rule["actions"])


def await_rules(address, what, wanted):
    """Waits until all rules for a station are installed, and its rewriting() is ``wanted``. Returns
    rewriting()."""
    found = []

    def there():
        found.append(rewriting(address))
        return found[-1] is not None and wanted(found[-1])

    restconf.wait_for(what, there)
    return found[-1]


def set_rule(bssid, address, rule):
    """Replaces or removes the rule of a station's video, and waits until the switch has it."""
    before = await_rules(address, f"the rules for {address} in the switch", lambda _: True)
    restconf.operation("set-radio", bssid=bssid, station=address, user_priority=VIDEO, **rule)
    await_rules(address, f"the rule {rule} in the switch", lambda now: now != before)


@contextlib.contextmanager
def traced(bssid, address):
    """Traces the air to TRACE. In the end the video of the station has no rule."""
    client.call(medium_client.ask, line=f"trace /run/exchange/{TRACE}")
    try:
        yield
    finally:
        client.call(medium_client.ask, line="trace off")
        restconf.operation("set-radio", bssid=bssid, station=address, user_priority=VIDEO)


def ping(name, address, octets, priority):
    """Pings a station. Fails if a ping is lost."""
    lost = client.call(
        radio_rules.send,
        name=name,
        address=address,
        count=COUNT,
        octets=octets,
        priority=priority,
    )
    assert lost == 0, f"{name}: {lost} of {COUNT} pings lost"


@pytest.mark.controller
def test_a_rule_of_a_user_priority_changes_its_frames_on_the_air(lab):
    """In real time, with the controller."""
    wtps = restconf.state("/wtps")["wtp"]
    assert {"rate-per-frame", "power-per-frame"} <= set(wtps[0]["radio"][0]["capability"])
    one, other = (client.call(station.address, name=name) for name in STATIONS)
    bssid = lab.joined["mn1"]["bssid"]
    applied = {}
    with traced(bssid, one):
        for octets, (rule, _) in STEPS.items():
            if rule != applied:
                set_rule(bssid, one, rule)
                applied = rule
            for name in STATIONS:
                for priority in PRIORITIES:
                    ping(name, lab.joined[name]["address"], octets, priority)
    check(on_the_air(RUNTIME / "exchange" / TRACE), one, other)
