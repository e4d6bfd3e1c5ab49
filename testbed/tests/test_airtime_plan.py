# SPDX-License-Identifier: Apache-2.0
"""Tests the plan and the figures of ``lab run airtime``. No lab runs."""
import pytest
from cloudmac_testbed import calls
from cloudmac_testbed.airtime import figures, lines, plan, report
from cloudmac_testbed.airtime.run import AirtimeExperiment
from cloudmac_testbed.guest import sharing
from cloudmac_testbed.errors import LabError

STATIONS = {"fast1": "02:00:00:00:00:00", "fast2": "02:00:00:00:01:00", "slow": "02:00:00:00:02:00"}
AP = "02:43:4d:a0:00:01"


def account(sender, receiver, us):
    return {"ta": sender, "ra": receiver, "tx_us": us - 10, "response_us": 10}


def ping(*times, lost=0):
    samples = [[number, number, ms] for number, ms in enumerate(times)]
    return {"samples": samples, "lost": lost, "sent": len(times) + lost}


def phase(us=(100, 100, 200), mbps=(30, 30, 2), ms=5.0):
    """Returns the result of one phase as guest/sharing.py does. us: on the air to each station."""
    accounts = [account(AP, to, value) for to, value in zip(STATIONS.values(), us)]
    return {
        "mbps": {"down": dict(zip(STATIONS, mbps))},
        "pings": {name: ping(ms, 3 * ms) for name in ("fast1", "slow")},
        "calls": {},
        "pages": {},
        "air": [*accounts, account(STATIONS["slow"], AP, 100)],
        "agent": {f"{STATIONS['fast1']} tx": 60, f"{STATIONS['slow']} rx": 40},
        "state": {},
    }


def raw(**options):
    """Returns the result of a boot of three stations."""
    names = ("udp_down", "tcp_down", "tcp_both")
    return {
        "addresses": STATIONS,
        "idle": {"fast1": ping(0.5), "slow": ping(1.0)},
        "phases": {name: phase(**options) for name in names},
    }


def with_extra():
    """Returns the result of a boot of T4."""
    return {
        "addresses": {**STATIONS, "extra": "02:00:00:00:03:00"},
        "idle": {"extra": ping(0.5)},
        "phases": {"tcp_down": phase() | {"pings": {"extra": ping(2.0)}}},
    }


def test_quick_measures_t1_to_t3_of_two_lines():
    boots = plan.boots(["fifo", "airtime"], plan.seeds_of(1, 1), quick=True)
    assert [boot.name for boot in boots] == ["mixed-fifo-1", "mixed-airtime-1"]


def test_names_of_boots_are_unique():
    boots = plan.boots(list(lines.LINES), plan.seeds_of(1, 3))
    assert len({boot.name for boot in boots}) == len(boots)


@pytest.mark.parametrize("name", [name for name in lines.LINES if not lines.LINES[name].queues])
def test_lines_differ_in_agent_and_vap(name):
    for boot in plan.boots([name], plan.seeds_of(1, 1)):
        network = boot.network()
        for wtp in network.of_kind("wtp"):
            assert wtp.options["airtime"] == (name == "airtime")
        for vap in network.of_kind("vap"):
            assert vap.options["credit"] == (name in ("airtime", "fq_mac"))
        if boot.program is sharing.measure:
            assert boot.arguments()["qdisc"] == ("fq_codel" if name == "fq_codel" else None)


def test_lines_that_the_kernel_lacks_are_left_out(monkeypatch):
    monkeypatch.setitem(lines.topology.KINDS, "aps", ("ap", 6, ("at",)))
    assert lines.usable(["fifo", "plain"])[0] == ["fifo"]
    experiment = AirtimeExperiment(chosen=["airtime", "plain_airtime"])
    assert {boot.line for boot in experiment.boots} == {"airtime"}
    (message,) = experiment.left
    assert "plain_airtime is left out" in message and "txq_limits" in message
    with pytest.raises(ValueError, match="plain is left out"):
        AirtimeExperiment(chosen=["plain"])


def test_plain_access_points_have_queues(monkeypatch):
    monkeypatch.setitem(
        lines.topology.KINDS, "aps", ("ap", 6, (*lines.topology.KINDS["aps"][2], "queues"))
    )
    found, left = lines.usable(["plain", "plain_airtime"])
    assert found == ["plain", "plain_airtime"] and not left
    for boot in plan.boots(found, plan.seeds_of(1, 1)):
        hosts = boot.network().of_kind("ap")
        wanted = "aql" if boot.line == "plain" else "airtime"
        assert {host.options["queues"] for host in hosts} == {wanted}


def test_unknown_lines_are_refused():
    with pytest.raises(ValueError, match="no line x; there are: fifo, fq_codel"):
        AirtimeExperiment(chosen=["x"])


def test_number_of_seeds():
    boots = AirtimeExperiment(chosen=["fifo"], seeds=3, seed=5).boots
    assert {boot.seed for boot in boots} == {5, 6, 7}
    assert {boot.seed for boot in AirtimeExperiment(quick=True).boots} == {1}
    boots = AirtimeExperiment().boots
    assert set(plan.SEEDS) == set(plan.GROUPS)
    assert len({boot.seed for boot in boots}) == max(plan.SEEDS.values())
    assert plan.counted(boots) == {part: plan.SEEDS[group] for part, group in plan.PARTS.items()}
    assert [boot.seed for boot in boots] == sorted(boot.seed for boot in boots)


@pytest.mark.parametrize(
    "values, index", [((1, 1, 1), 1), ((1, 0, 0), 1 / 3), ((0, 0), None), ((1, 2, 3), 36 / 42)]
)
def test_jain(values, index):
    assert figures.jain(values) == (None if index is None else pytest.approx(index))


def test_shares_count_both_ways():
    """The slow station receives for 200 us and sends for 100 of 500."""
    one = raw()
    found = figures.shares(one, one["phases"]["udp_down"])
    assert found == {"fast1": 20.0, "fast2": 20.0, "slow": 60.0}
    by_agent = figures.shares(one, one["phases"]["udp_down"], figures.agent_us)
    assert by_agent == {"fast1": 60.0, "fast2": 0.0, "slow": 40.0}


def test_figures_of_several_seeds():
    """Shares and totals are means over the seeds. Pings are of all seeds together."""
    raws = [raw(ms=1.0), raw(mbps=(40, 40, None), ms=2.0)]
    found = figures.mixed(raws)
    assert found["T1"]["total_mbps"] == 71.0
    assert found["T1"]["mbps"]["down"]["slow"] == 1.0
    assert found["T1"]["shares_percent"] == {"fast1": 20.0, "fast2": 20.0, "slow": 60.0}
    assert found["T1"]["jain"] == pytest.approx(1 / (3 * (0.04 + 0.04 + 0.36)), abs=1e-3)
    slow = found["T3"]["ping_ms"]["slow"]
    assert (slow["median"], slow["p95"], slow["sent"]) == (2.0, 6.0, 4)
    assert [100, 6.0] in slow["ecdf"]
    assert found["T3"]["idle_ms"]["slow"]["median"] == 1.0


def test_pings_without_a_reply():
    found = figures.spread([ping(lost=4)])
    assert found == {"median": None, "p95": None, "p99": None, "lost": 4, "sent": 4}
    assert figures.quantiles([ping(lost=4)]) == []


def test_a_line_needs_results_of_all_its_variants():
    boots = plan.boots(["fifo", "airtime"], plan.seeds_of(1, 1), quick=True)
    found = figures.summary(boots, {"mixed-fifo-1": raw()})
    assert set(found) == {"T1", "T2", "T3"}
    assert set(found["T1"]) == {"fifo"}


def test_tables_show_each_line():
    boots = plan.boots(["fifo", "airtime"], plan.seeds_of(1, 1), quick=True)
    data = figures.summary(boots, {boot.name: raw() for boot in boots})
    text = report.markdown(data)
    assert "| fifo | fast1 20.0 fast2 20.0 slow 60.0 | 0.758 | 62.0 |" in text
    assert "| airtime | slow | down | 5.0 | 15.0 | 15.0 | 0 of 2 |" in text


def test_experiments_by_name():
    boots = AirtimeExperiment(chosen=["airtime"], parts=["T4", "T8"], seeds=1).boots
    assert [boot.name for boot in boots] == [
        "sparse-on-airtime-1",
        "sparse-off-airtime-1",
        "weights-0.25ms-airtime-1",
        "weights-5ms-airtime-1",
        "weights-20ms-airtime-1",
    ]
    with pytest.raises(ValueError, match="no experiment T10; there are: T1, T2"):
        AirtimeExperiment(parts=["T10"])


def test_options_of_the_schedulers_need_it():
    assert not plan.boots(["fifo"], plan.seeds_of(1, 1), parts=["T4", "T8"])


def test_theory_has_the_longest_aggregates():
    """With 21 and 2 frames an aggregate it is 76.2 and 15.7 Mb/s: near the paper's model."""
    fair, frames = plan.theory()
    assert 78 < fair < 81 and 15 < frames < 16


def test_arguments_fit_the_guest():
    for boot in plan.boots(["airtime", "fq_codel"], plan.seeds_of(1, 1)):
        calls.check(boot.program, boot.arguments())


def test_handovers_of_both_schedulers():
    """The load of WPA3 is one that single frames carry, and WPA2 has it too."""
    boots = plan.boots(list(lines.LINES), plan.seeds_of(1, 1), parts=["T9"])
    assert {boot.line for boot in boots} == {"fifo", "airtime"}
    wpa2, wpa3 = (next(b for b in boots if b.variant == v) for v in ("wpa2", "wpa3"))
    assert wpa2.arguments() == wpa3.arguments()
    (vap,) = wpa3.network().of_kind("vap")
    assert vap.options["security"] == "wpa3"


def test_the_wire_is_slower_than_the_air():
    boots = plan.boots(list(lines.LINES), plan.seeds_of(1, 1), parts=["wired"])
    assert [boot.line for boot in boots] == ["fifo", "airtime"]
    assert [link.rate_mbps for link in boots[0].network().links][0] == 20
    one = {
        "idle": {"fast1": ping(0.5)},
        "phases": {"tcp_down": phase(mbps=(19, 0, 0)) | {"pings": {"fast1": ping(30.0)}}},
    }
    found = figures.wired([one])["wired"]
    assert (found["total_mbps"], found["ping_ms"]["median"], found["idle_ms"]["median"]) == (
        19,
        30.0,
        0.5,
    )
    assert report.wired({"fifo": found})[1][1][:4] == ["fifo", "TCP", "19.0", "30.0"]


def test_losses_of_handovers_are_by_seed():
    def boot(*lost, late=0):
        flow = {"lost": list(lost), "sent": 9, "twice": 0, "late": late}
        return {"flows": {"down": flow}, "drops": {"vap": late, "version": 7}, "at": [0.5, 1.0]}

    found = figures.moving({"wpa3": [boot(1, 2), boot(late=3)]})["T9"]
    assert found == {
        "WPA3, 11 Mb/s": {
            **{"lost": [2, 0], "sent": 18, "twice": 0, "late": 3},
            "drops": {"vap": 3},
            "handovers": 4,
        }
    }
    head, rows = report.t9({"fifo": found})
    assert dict(zip(head, rows[0]))["lost"] == "2 of 18"
    assert rows[0][-1] == "vap 3"


def test_stations_of_a_crowd():
    (boot,) = plan.boots(["airtime"], plan.seeds_of(1, 1), parts=["T5"])
    stations = boot.network().of_kind("station")
    assert len(stations) == 30 and len(boot.names) == 30
    assert [host.name for host in stations if host.options.get("rates") == [1]] == ["slow"]


def test_weights_are_of_two_hosts():
    for boot, backhaul_us in zip(
        plan.boots(["airtime"], plan.seeds_of(1, 1), parts=["T8"]), (250, 5000, 20000)
    ):
        network = boot.network()
        assert [host.options["vap"] for host in network.of_kind("station")] == ["ap1", "ap2"]
        assert [link.delay_us for link in network.links][0] == backhaul_us
        assert boot.arguments()["weights"] == {"ap1": 256, "ap2": 512}


def test_sparse_station_has_no_share_of_the_bulk():
    one = with_extra()
    found = figures.sparse({"on": [one], "off": [one]})["T4"]
    assert found["on"]["ping_ms"]["median"] == 2.0
    assert set(found["off"]["shares_percent"]) == set(STATIONS)


def test_pings_of_a_crowd():
    one = raw()
    one["phases"]["tcp_down"]["pings"] = {
        "fast1": ping(1.0),
        "fast2": ping(2.0, lost=1),
        "slow": ping(9.0),
    }
    found = figures.crowd([one])["T5"]
    assert found["total_mbps"] == 62
    medians = {part: found["ping_ms"][part]["median"] for part in ("all", "fast", "slow")}
    assert medians == {"all": 2.0, "fast": 1.0, "slow": 9.0}
    assert found["ping_ms"]["all"]["lost"] == 1


def test_the_worse_way_of_a_call_counts():
    good = {"arrivals": [[0, 0, 5.0]], "sent": 1}
    bad = {"arrivals": [], "sent": 1}
    one = {"phases": {c: phase() | {"calls": {"slow": {"down": good, "up": bad}}} for c in CALLS}}
    found = figures.voice({"5ms": [one], "50ms": [one]})["T6"]
    assert found["mos"] == {c: {"5ms": 1.0, "50ms": 1.0} for c in CALLS}
    assert found["mos_down"]["be"]["5ms"] == 4.41 and found["mos_up"]["be"]["5ms"] == 1.0
    assert found["total_mbps"]["vo"]["50ms"] == 62


CALLS = ("vo", "be")


def test_incomplete_pages_are_the_longest():
    def boot(*loads):
        return {"phases": {"small slow": phase() | {"pages": {"slow": list(loads)}}}}

    found = figures.pages([boot(100.0, 200.0), boot(None)])["T7"]["small slow"]
    assert (found["median_ms"], found["p95_ms"]) == (200.0, None)
    assert (found["loads"], found["incomplete"]) == (3, 1)


def test_shares_beside_weights():
    one = {
        "addresses": {"one": STATIONS["fast1"], "two": STATIONS["slow"]},
        "idle": {"one": ping(0.5), "two": ping(0.5)},
        "phases": {
            name: phase(us=(100, 0, 100)) | {"pings": {"one": ping(1.0), "two": ping(1.0)}}
            for name in ("udp_down", "tcp_down")
        },
    }
    found = figures.weights({"5ms": [one]})["T8"]["5ms"]
    assert found["wanted_percent"] == {"one": 33.333, "two": 66.667}
    assert found["shares_percent"] == {"one": 33.333, "two": 66.667}
    assert (found["jain"], found["tcp"]["jain"]) == (1, 1), "shares equal to the weights are fair"


@pytest.mark.parametrize(
    "figures_of_line",
    [{"total_mbps": 0.0}, {"tcp_down": {"total_mbps": 0.0}}, {"total_mbps": {"be": {"5": 0.0}}}],
)
def test_silent_traffic_fails(figures_of_line):
    experiment = AirtimeExperiment()
    experiment.verdict({"T2": {"fifo": {"tcp_down": {"total_mbps": 12.5}}}, "quick": True})
    with pytest.raises(LabError, match="T2: airtime"):
        experiment.verdict({"T2": {"airtime": figures_of_line}})


def test_a_line_without_one_of_its_variants():
    boots = plan.boots(["airtime"], plan.seeds_of(1, 1), parts=["T4"])
    one = with_extra()
    assert figures.summary(boots, {"sparse-on-airtime-1": one}) == {}
    assert set(figures.summary(boots, {boot.name: one for boot in boots})) == {"T4"}
