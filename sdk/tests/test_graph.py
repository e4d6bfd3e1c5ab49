# SPDX-License-Identifier: Apache-2.0
"""Queries of signals and links."""
import itertools
import queue

import pytest

from cloudmac_sdk import NeighbourSignal, Refused, SilentRadio, StationSignal, lqm, ncqm, ucqm

WAIT_S = 20
pytestmark = pytest.mark.usefixtures("tenant")
HEARD = {"wtp": "02:00:00:00:01:01", "radio": 0, "average": "-46.5", "last": -47, "frames": "112"}
STATION = "02:00:00:00:00:07"


def given(controller, name):
    """Returns the inputs of an RPC so far."""
    return [one for called, one in controller.graph_inputs if called == name]


def test_a_map_of_stations(controller):
    entry = {"station": STATION, "age": 30, **HEARD}
    other = entry | {"wtp": "02:00:00:00:01:00"}
    controller.graph = lambda name: {"signal": [entry, other]}
    first, second = ucqm(addr=STATION).first.result(WAIT_S)
    assert first.wtp == other["wtp"]
    assert second == StationSignal(STATION, HEARD["wtp"], 0, -46.5, -47, 112, 30)
    assert given(controller, "read-ucqm") == [{"station": STATION, "listen": 1000}]


def test_a_periodic_query_keeps_its_measurement(controller, tenant):
    controller.graph = lambda name: {}
    reports = queue.SimpleQueue()
    query = ucqm(wtp=HEARD["wtp"], every=30, callback=reports.put, listen=0)
    assert [reports.get(timeout=WAIT_S) for _ in range(3)] == [[], [], []]
    query.remove()
    tenant.close()
    asked = given(controller, "read-ucqm")
    assert len(asked) >= 3
    assert asked[0] == {"wtp": HEARD["wtp"], "listen": 0, "every": 30}


def test_a_map_of_neighbours(controller):
    place = {"neighbour": "02:00:00:00:01:02", "neighbour-radio": 1, "frequency": 2437, "age": 5}
    silent = {"wtp": "02:00:00:00:01:03", "radio": 0, "reason": "no free lease"}
    controller.graph = lambda name: {"signal": [HEARD | place], "silent": [silent]}
    found = ncqm().first.result(WAIT_S)
    assert found == [
        NeighbourSignal("02:00:00:00:01:02", 1, 2437, HEARD["wtp"], 0, -46.5, -47, 112, 5)
    ]
    assert found.silent == [SilentRadio("02:00:00:00:01:03", 0, "no free lease")]


def test_links_have_rates_by_the_time_of_their_switch(controller):
    steps = itertools.count()

    def links(name):
        step = next(steps)
        counters = {
            "packets-in": str(500 * step),
            "octets-in": str(1000 * step),
            "packets-out": "0",
            "octets-out": "0",
            "dropped-in": "0",
            "dropped-out": "1",
        }
        return {
            "link": [
                {"port": "openflow:1:10", "kind": "wtp", "addr": [HEARD["wtp"]]},
                {"port": "openflow:1:9", "kind": "switch", "peer": "openflow:2:1"}
                | counters
                | {"port-time": str(7_000_000 + 500_000 * step)},
            ]
        }

    controller.graph = links
    reports = queue.SimpleQueue()
    query = lqm(every=20, callback=reports.put)
    (first, unanswered), (second, _) = [reports.get(timeout=WAIT_S) for _ in range(2)]
    query.remove()
    assert (first.port, first.octets_in_rate, first.peer) == ("openflow:1:9", None, "openflow:2:1")
    assert (second.octets_in, second.octets_in_rate, second.packets_in_rate) == (1000, 2000, 1000)
    assert second.dropped_out == 1
    assert (unanswered.addr, unanswered.octets_in) == ((HEARD["wtp"],), None)
    assert given(controller, "read-lqm")[0] == {}


def test_a_refusal_is_raised(controller):
    controller.graph_refusal = "no WTP or VAP has the address 02:00:00:00:00:07"
    with pytest.raises(Refused, match="no WTP or VAP has the address"):
        lqm(addr=STATION, every=-1).first.result(WAIT_S)
    assert given(controller, "read-lqm") == [{"addr": STATION}]
    with pytest.raises(ValueError, match="every is 3"):
        lqm(every=3)
