# SPDX-License-Identifier: Apache-2.0
"""Tests what ``lab run first-contact`` reads from the controller's log, and in a lab that the
log has it.

    mn3 ))) wtp1, wtp2 === vap1
"""
import pytest
from cloudmac_testbed import client, controller, first_contact, restconf
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


WINDOW = "data/cloudmac:cloudmac/settings/contact-window"
WINDOW_MS = 5000
"""A contact that waits for the window takes longer than any other delay of the controller."""


@pytest.fixture
def long_window(campus):
    """Yields the campus lab with a contact window of WINDOW_MS."""
    restconf.request("PUT", WINDOW, {"cloudmac:contact-window": WINDOW_MS})
    try:
        yield campus
    finally:
        restconf.request("DELETE", WINDOW)


def decisions():
    """Returns the steering log. The controller publishes it once a second."""
    return restconf.state("/steering").get("decision", [])


@pytest.mark.controller
def test_a_contact_after_a_probe_request_needs_no_window(long_window):
    """The station scans first, and both WTPs hear it. So the controller knows the signals of
    both when the station authenticates."""
    mac = client.call(station.address, name="mn3")
    hosts = long_window.topology.hosts
    log = controller.log_file(RUNTIME)
    before = len(first_contact.delays(log.read_text(encoding="utf-8"), mac))
    last = max((int(one["number"]) for one in decisions()), default=-1)
    client.call(station.disconnect, name="mn3")
    restconf.operation("unbind", bssid=hosts["vap1"].options["bssid"], station=mac)
    restconf.wait_for(
        "the switches to have no rule of the station, which would take the probe request past"
        " the controller",
        lambda: not any(
            mac in str(client.call(switch.flows, name=name)) for name in ("swa", "swb")
        ),
    )
    client.call(station.reassociate, name="mn3")
    delay, *_ = restconf.wait_for(
        "the delay in the controller's log",
        lambda: first_contact.delays(log.read_text(encoding="utf-8"), mac)[before:],
    )
    assert delay < WINDOW_MS
    decision, *_ = restconf.wait_for(
        "the decision in the steering log",
        lambda: [
            one
            for one in decisions()
            if (one["station"], one["reason"]) == (mac, "first-contact")
            and int(one["number"]) > last
        ],
        10,
    )
    heard = {one["wtp"] for one in decision["input"]}
    assert heard == {hosts[name].wired for name in ("wtp1", "wtp2")}, decision
