# SPDX-License-Identifier: Apache-2.0
"""Tests what ``./cloudmac bench controller`` computes without a controller: plan, frames, answers of
simulated hosts, what it reads from the log, and the layout of the result file."""
import collections
import json

import pytest
from cloudmac_testbed.controller_bench import __main__ as command
from cloudmac_testbed.controller_bench import (
    agents,
    flow_watch,
    frames,
    plan,
    report,
    rpc,
    vap_hosts,
    watch,
)
from cloudmac_wire import Announcement, Direction, Frame


@pytest.fixture
def network():
    """Returns the plan of a small step."""
    return plan.make(plan.Step(wtps=7, stations=1200, switches=3))


def test_no_two_hosts_share_a_port_an_address_or_an_id(network):
    ports = network.ports() + [port for link in network.links() for port in link]
    assert len(set(ports)) == len(ports)
    assert len({wtp.address for wtp in network.wtps}) == 7
    assert len({vap.bssid[-5:] for vap in network.vaps}) == len(network.vaps) == 3
    assert len({network.station(number).address for number in range(1200)}) == 1200


def test_wtps_are_at_all_edges_and_vaps_at_the_core(network):
    assert {wtp.port.switch for wtp in network.wtps} == {1, 2}
    assert {vap.port.switch for vap in network.vaps} == {plan.CORE}
    assert {link[1].switch for link in network.links()} == {1, 2}


def test_addresses_and_names_of_a_campus_are_valid():
    campus = plan.make(plan.Step(wtps=10000, stations=100000, switches=500))
    octets = [int(octet) for wtp in campus.wtps for octet in wtp.address.split(".")]
    assert max(octets) <= 254
    assert max(len(port.name) for port in campus.ports()) <= 15
    assert len({vap.bssid[-5:] for vap in campus.vaps}) == 200
    assert campus.interval_ms == 50000


def test_a_station_moves_to_another_switch(network):
    station = network.station(0)
    here, there = (network.wtps[number].port.switch for number in (station.wtp, station.other))
    assert here != there


@pytest.mark.parametrize(
    "wtps, stations", ((7, 1200), (101, 2000), (250, 700), (1000, 10000), (9901, 99000))
)
def test_a_station_stays_where_its_vap_is_on_the_air(wtps, stations):
    campus = plan.make(plan.Step(wtps=wtps, stations=stations, switches=10))
    radiators = {bssid: {wtp.number for wtp in on} for bssid, on in campus.radiators().items()}
    assert set.union(*radiators.values()) == set(range(wtps))
    some = [campus.station(number) for number in range(stations)]
    assert all({one.wtp, one.other} <= radiators[one.vap.bssid] for one in some)
    switches = [
        (campus.wtps[one.wtp].port.switch, campus.wtps[one.other].port.switch) for one in some
    ]
    assert all(here != there for here, there in switches)
    per_vap = collections.Counter(one.vap.bssid for one in some)
    assert len(per_vap) == len(campus.vaps) and max(per_vap.values()) <= 2007


@pytest.mark.parametrize("size", ({"wtps": 1}, {"stations": 0}, {"switches": 1}))
def test_a_step_out_of_range_names_the_value(size):
    with pytest.raises(ValueError, match=f"{next(iter(size))}: {next(iter(size.values()))} is not"):
        plan.Step(**{"wtps": 2, "stations": 2, "switches": 2, **size})


def test_frames_are_valid_and_name_their_senders(network):
    wtp, vap, station = network.wtps[3], network.vaps[1], network.station(1)
    told = Announcement.parse(frames.announcement(wtp, 1000))
    assert (told.wtp, str(told.ipv4.address)) == (wtp.id, wtp.address)
    beacon = Frame.parse(frames.beacon(vap), Direction.DOWNLINK)
    assert beacon.tag.vap == int(vap.bssid[-5:].replace(":", ""), 16)
    first = Frame.parse(frames.first_frame(station), Direction.UPLINK)
    assert (first.station, first.tag.vap) == (station.address, beacon.tag.vap)


class Clock:
    """A clock that a test sets."""

    now = 0.0

    def __call__(self):
        return self.now


def test_a_lease_ends_and_the_radio_has_a_limit(network):
    clock = Clock()
    agent = agents.Agent(network.wtps[0], clock)
    for number in range(frames.MAX_LEASES):
        params = {"bssid": plan.mac("02:43", number), "radio": 0, "ttl_ms": 1000}
        assert agent.call("ack.lease", params)["created"]
    one_more = {"bssid": plan.mac("02:43", 1000), "radio": 0, "ttl_ms": 1000}
    with pytest.raises(rpc.RpcError):
        agent.call("ack.lease", one_more)
    clock.now = 1.5
    assert agent.call("ack.list", {}) == {"leases": []}
    assert agent.call("ack.lease", one_more)["created"]
    assert not agent.call("ack.lease", one_more)["created"]


def test_unknown_method_and_radio_have_the_codes_of_the_protocol(network):
    agent = agents.Agent(network.wtps[0])

    def code(method, params):
        line = json.dumps({"jsonrpc": "2.0", "id": 5, "method": method, "params": params})
        return rpc.answer(agent, line)["error"]["code"]

    assert code("coffee", {}) == -32601
    assert code("ack.lease", {"bssid": "02:43:00:00:00:01", "radio": 1, "ttl_ms": 1000}) == -32001


def test_wtps_and_vap_hosts_accept_the_controllers_term(network):
    for peer in (agents.Agent(network.wtps[0]), vap_hosts.VapHost("host0", [])):
        assert peer.call("session.claim", {"term": 5}) == {"term": 5}


def test_vap_host_lists_pages_and_stations(network):
    vaps = plan.make(plan.Step(wtps=2, stations=32000, switches=2)).vaps
    host = vap_hosts.VapHost("host0", vaps[: plan.VAPS_OF_A_HOST])
    page = host.call("vaps.list", {})
    assert len(page["vaps"]) == plan.VAPS_OF_A_HOST and not page["more"]
    assert len(rpc.encode(page)) < rpc.LINE_MAX
    host.authorize(vaps[0].bssid, "02:5a:00:00:00:01")
    listed = host.call("stations.list", {"bssid": vaps[0].bssid})
    assert listed == {"stations": [{"station": "02:5a:00:00:00:01", "authorized": True}]}


LINE = (
    "2026-11-28T10:00:01,250 | INFO  | loop | FirstContacts | Station 02:5a:00:00:00:01 of VAP "
    "02:43:00:00:00:01: the flow rules were confirmed 9 ms after its first frame\n"
)


def test_confirmed_contact_in_the_log():
    station, when, own = watch.confirmed(LINE)
    assert (station, round(when % 1, 3), own) == ("02:5a:00:00:00:01", 0.25, 9)
    assert watch.confirmed(LINE.replace("confirmed", "lost")) is None


def test_equal_complaints_are_counted_together():
    lines = [
        f"2026-11-28T10:00:0{n},000 | WARN  | loop | X | WTP 02:c1:00:00:00:0{n} is late\n"
        for n in (1, 2)
    ]
    assert watch.complaint(lines[0]) == watch.complaint(lines[1])
    assert watch.complaint(LINE) is None


def test_events_are_counted(tmp_path):
    log = watch.LogReader(tmp_path / "karaf.log", lambda station: None)
    log._line("INFO WtpDiscovery WTP 02:c1:00:00:00:01 (wtp0) is lost: no sign of life\n")
    log._line(LINE)
    assert log.account()["wtps_lost"] == 1
    assert log.own_ms == {"02:5a:00:00:00:01": 9}


def test_populations_are_a_tenth_and_all():
    assert report.populations(1000, 100) == (100, 900)
    assert report.populations(10, 3) == (1, 7)
    with pytest.raises(ValueError):
        report.populations(10, 6)


def test_percentiles_and_ratio():
    assert report.spread(list(range(1, 101))) == {"p50": 50, "p99": 99}
    assert report.spread([]) == {"p50": None, "p99": None}
    assert report.ratio(2.0, 5.0) == 2.5
    assert report.ratio(0.0, 5.0) is None and report.ratio(-1.0, 5.0) is None


def batch(cpu_ms):
    """Returns a measured batch of two contacts."""
    return {"contact_ms": [10, 20], "switch_ms": [8, 18], "own_ms": [5, 9], "cpu_ms": cpu_ms}


FOUND = {
    "ready_s": 30.0,
    "up_s": 40.0,
    "rss_mb": 700,
    "singles": [7, 8],
    "batches": [batch(2.0), batch(3.0)],
    "handovers": {"handover_ms": [30], "rpc_ms": [40]},
    "put_cpu_ms": 12.5,
    "forwarded": 4,
    "rules": [9, 8],
    "station_rules": [8, 6],
    "late_s": 0.1,
    "requests": {"agents": 1, "vap_hosts": 1},
    "log": {"warnings": 0},
}


def test_result_has_what_pages_and_verdicts_read():
    entry = report.step(plan.Step(2, 4, 2), FOUND)
    written = report.result({"commit": "x", "command": "y", "seed": None}, [entry])
    assert written["event_cost_ratio"] == 1.5
    assert written["failover_s"] is None and written["failover_reason"]
    step = written["steps"][0]
    assert (step["wtps"], step["stations"], step["switches"]) == (2, 4, 2)
    assert (step["up_s"], step["rss_mb"]) == (40.0, 700)
    assert step["contact_ms"] == {"p50": 10, "p99": 20}
    assert step["handover_ms"] == {"p50": 30, "p99": 30}
    assert step["rules_per_station"] == 3.5
    assert json.loads(json.dumps(written)) == written
    assert len(report.table(entry)) == len(report.ROWS)


def test_kills_of_controllers_are_part_of_the_result():
    entry = report.step(plan.Step(2, 4, 2), FOUND)
    written = report.result({"commit": "x", "command": "y", "seed": None}, [entry])
    found = {
        "command": "/tmp/x",
        "stations": 10,
        "rounds": [{}, {}],
        "frames_sent": 100,
        "frames_lost": 0,
        "frames_doubled": 0,
    }
    for name in ("owner_s", "contact_s", "handover_s"):
        found.update({name: 3.0, f"longest_{name}": 4.0})
    together = report.with_failover(written, found)
    assert together["failover_s"] == 3.0 and "failover_reason" not in together
    assert "command" not in together["failover"] and together["command"] == "y"
    assert report.failover_table(found)[-2].endswith("0 of 100")


def test_steps_of_the_command_line():
    def chosen(*words):
        return command.steps(command.parser().parse_args(words))

    assert [step for step, _ in chosen()] == list(command.STEPS)
    assert chosen("--quick") == [(plan.Step(100, 1000, 10), command.QUICK_SAMPLE)]
    assert chosen("--wtps", "20", "--stations", "8") == [(plan.Step(20, 8, 10), 2)]


def test_stations_that_a_switch_forwards():
    rules = [
        " priority=2000,in_port=2,dl_src=02:5a:00:00:00:05,dl_dst=12:00:00:00:00:01/ff:00:00:00:ff:ff"
        " actions=output:1",
        " priority=1000,dl_src=02:5a:00:00:00:06,dl_dst=12:00:00:00:ff:ff/ff:00:00:00:ff:ff actions=drop",
    ]
    assert report.forwarded(rules) == {"02:5a:00:00:00:05"}


def test_station_of_an_added_rule():
    rule = " event=ADDED table=0 cookie=0 in_port=2,dl_src=02:5a:00:00:00:05,dl_type=0x1337 actions=output:1"
    assert flow_watch.station_of(rule) == "02:5a:00:00:00:05"
    assert flow_watch.station_of(rule.replace("dl_src", "dl_dst")) == "02:5a:00:00:00:05"
    assert flow_watch.station_of(rule.replace("ADDED", "DELETED")) is None
