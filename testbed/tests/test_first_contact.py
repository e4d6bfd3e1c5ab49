# SPDX-License-Identifier: Apache-2.0
"""Tests what ``lab run first-contact`` reads from the controller's log, and in a lab that the
log has it.

    mn ))) wtp1 --- swa === swb --- vap
"""
import pytest
from cloudmac_testbed import client, first_contact, restconf
from cloudmac_testbed.guest import station, switch
from cloudmac_testbed.settings import RUNTIME

LOG = """\
INFO FirstContacts [loop] Station 02:5a:00:00:00:01 of VAP 02:43:4d:a0:00:01 is bound to WTP 02:c1
INFO FirstContacts [loop] Station 02:5a:00:00:00:01 of VAP 02:43:4d:a0:00:01: the flow rules were \
confirmed 9 ms after its first frame
INFO FirstContacts [loop] Station 02:5a:00:00:00:02 of VAP 02:43:4d:a0:00:01: the flow rules were \
confirmed 120 ms after its first frame
"""


def test_delays_are_those_of_the_station():
    assert first_contact.delays(LOG, "02:5a:00:00:00:01") == [9]
    assert first_contact.delays(LOG, "02:5a:00:00:00:03") == []


def test_figures():
    found = first_contact.figures(list(range(101)))
    assert (found["median_ms"], found["p95_ms"], found["p99_ms"]) == (50, 95, 99)
    assert (found["longest_ms"], found["contacts"]) == (100, 101)


def decisions():
    """Returns the steering log. The controller publishes it once a second."""
    return restconf.state("/steering").get("decision", [])


@pytest.mark.controller
def test_a_contact_after_a_probe_request_needs_no_window(live):
    """The station scans first. The grounds of its binding have the signal of its probe request
    and of its Authentication."""
    mac = client.call(station.address, name="mn")
    bssid = live.topology.hosts["vap"].options["bssid"]
    log = RUNTIME / first_contact.CONTROLLER_LOG
    before = len(first_contact.delays(log.read_text(encoding="utf-8"), mac))
    last = max((int(one["number"]) for one in decisions()), default=-1)
    client.call(station.disconnect, name="mn")
    restconf.operation("unbind", bssid=bssid, station=mac)
    restconf.wait_for(
        "swa to have no rule of the station, which would take the probe request past the controller",
        lambda: mac not in str(client.call(switch.flows, name="swa")),
    )
    client.call(station.reassociate, name="mn")
    restconf.wait_for(
        "the delay in the controller's log",
        lambda: len(first_contact.delays(log.read_text(encoding="utf-8"), mac)) == before + 1,
    )
    decision, *_ = restconf.wait_for(
        "the decision in the steering log",
        lambda: [one for one in decisions() if one["station"] == mac and int(one["number"]) > last],
        10,
    )
    assert decision["reason"] == "first-contact", decision
    assert decision["input"][0]["samples"] >= 2, decision
