# SPDX-License-Identifier: Apache-2.0
"""Tests the plan and the figures of ``lab run air``. No lab runs."""
import pytest
from cloudmac_testbed import analytic, keeping
from cloudmac_testbed.air_goodput import figures, plan, report


def measured(mbps, ms=1.0):
    """Returns a flow's result as guest/goodput.py does."""
    account = {"acked": 100, "tries": 110}
    ping = {"samples": [[0, 1, ms]], "lost": 0}
    return {"mbps": {"mn1": mbps}, "ping": ping, "airtime": [account]}


def raw_of(entry, mbps):
    point = {"idle": {"samples": [[0, 1, 0.5]]}, **{kind: measured(mbps) for kind in entry.kinds}}
    return {"points": [point for _ in entry.points]}


def test_quick_has_both_ends():
    series = plan.series(quick=True)
    assert {entry.what for entry in series} == {"rates", "distances", "security", "backhaul"}
    by_rate = next(entry for entry in series if entry.name == "n-rates-plain")
    assert by_rate.labels() == ["mcs0", "mcs7"]


def test_series_by_name():
    series = plan.series()
    assert [e.name for e in keeping.named(series, ["g-rates-plain"])] == ["g-rates-plain"]
    some = keeping.named(series, ["n-rates-*", "g-rates-plain"])
    assert {e.name for e in some} == {"g-rates-plain", "n-rates-plain", "n-rates-cloudmac"}
    assert keeping.named(series, None) == series
    with pytest.raises(ValueError, match="no series x; there are: "):
        keeping.named(series, ["g-rates-plain", "x"])


def test_every_network_is_a_valid_topology():
    for entry in plan.series():
        assert entry.network().medium is not None


def test_ratios_of_cloudmac_plain_and_theory():
    series = plan.series()
    raw = {e.name: raw_of(e, 20.0 if e.side == "plain" else 10.0) for e in series}
    result = figures.compare(series, raw)
    place = result["rates"]["g"]["54"]["udp_down"]
    assert place["ratio"] == 0.5
    theory = analytic.udp_mbps(analytic.Rate(54), plan.PAYLOAD, encrypted=True)
    assert place["plain_over_analytic"] == round(20 / theory, 3)
    assert result["rates"]["n"]["mcs7"]["tcp_up"]["analytic_mbps"] is None
    assert result["distances"]["n"]["5 stations"]["160"]["tcp_down"]["ratio"] == 0.5
    assert result["backhaul"]["walking"]["udp_down"]["20 ms"]["ratio"] == 0.5
    assert place["cloudmac"]["retries"] == 0.1
    assert result["security"]["wpa3"]["tcp_down"]["ratio"] == 0.5
    assert "| n | 1 | wpa3 | udp_down | 10.00 | 20.00 | 0.500 |" in report.markdown(result)
    assert "| walking | udp_down | CloudMAC, 20 ms | 10.00 | 0.500 |" in report.markdown(result)


def test_one_side_alone_has_no_ratio():
    series = keeping.named(plan.series(), ["g-rates-plain"])
    result = figures.compare(series, {"g-rates-plain": raw_of(series[0], 20.0)})
    assert "ratio" not in result["rates"]["g"]["6"]["udp_up"]
    assert result["distances"] == {} and result["backhaul"] == {}


def test_station_out_of_reach_has_no_figures():
    lost = {**measured(None), "ping": {"samples": [], "lost": 40}, "airtime": []}
    seen = figures.of_kind(lost)
    assert seen["mbps"] is None and seen["delay_ms"] is None and seen["retries"] is None


def test_theory_matches_the_standards_arithmetic():
    """Compares with a calculation by hand: 1,538 octets with FCS at 54 Mb/s and 2.4 GHz
    are 58 symbols of 4 us after 20 us, and 6 us of signal extension. The ACK at 24 Mb/s
    takes 34 us."""
    rate = analytic.Rate(54)
    assert analytic.ppdu(rate, 1538) == 20 + 58 * 4 + 6
    assert analytic.acknowledged(rate, 1538) == 258 + 10 + 34
    assert analytic.access(3) == 10 + 27 + 67.5
    tau, p = analytic.attempt_probability(1)
    assert p == pytest.approx(0, abs=1e-9) and tau == pytest.approx(1 / 8.5, rel=1e-6)
