# SPDX-License-Identifier: Apache-2.0
"""The ten results that matter, and README's three rows of them: each with what a user would pick
instead."""
import dataclasses

from cloudmac_testbed.airtime import verdicts as airtime
from cloudmac_testbed.verdict import number_of_runs

MISSING = "not measured"


@dataclasses.dataclass(frozen=True)
class Row:
    """One result. what: in a reader's words, with the number of runs; ours, beside: texts; file:
    name of the result file."""

    what: str
    file: str
    ours: str = MISSING
    beside: str = ""


def _lost(found):
    return f"{found['lost']:,} of {found['sent']:,}" if found["sent"] else MISSING


def walking(measured):
    """Returns a row for each load of a station that walks between radios."""
    data = measured.get("handover")
    rows = []
    for load, words in (("idle", "idle network"), ("congested", "congested backhaul")):
        what = f"datagrams lost by a station that walks, {words}"
        found = data and data["loads"][load]
        if not found or not found["cloudmac"]["walks"]:
            rows.append(Row(what, "handover"))
            continue
        ours = found["cloudmac"]
        what += f" ({number_of_runs(ours['walks'])}, {ours['crossings']} handovers)"
        beside = f"plain access points {_lost(found['plain'])}; 802.11r {_lost(found['802.11r'])}"
        rows.append(Row(what, "handover", _lost(ours), beside))
    return rows


def _ms(lines, name):
    line = lines.get(name)
    if line is None:
        return MISSING
    return f"{line['ours']:.3g} ms ({number_of_runs(len(line['by_repetition']))})"


def delay(measured):
    """Returns the row of round trips behind a full link."""
    what = "round-trip time behind a full link"
    data = measured.get("fig6")
    if data is None:
        return Row(what, "fig6")
    lines = data["lines"]
    beside = f"plain access point in a FIFO {_ms(lines, 'ref2')}; with a queue of its own (HTB) "
    return Row(what, "fig6", _ms(lines, "cloudmac"), beside + _ms(lines, "ref2-htb"))


def price(measured):
    """Returns a row for WPA2 and for WPA3: goodput and delay at one station."""
    data = measured.get("air") or {}
    rows = []
    for security, name in (("wpa2", "WPA2"), ("wpa3", "WPA3")):
        what = f"the price: TCP to one station and idle round trip, {name}"
        found = data.get("security", {}).get(security)
        if not found:
            rows.append(Row(what, "air"))
            continue
        ours, beside = (
            f"{found['tcp_down'][side]['mbps']:.1f} Mb/s, {found['idle_ms'][side]:.2f} ms"
            for side in ("cloudmac", "plain")
        )
        rows.append(Row(f"{what} (one run)", "air", ours, f"plain access point {beside}"))
    return rows


def connecting(measured):
    """Returns the row of stations that associate behind a full link."""
    what, data = "attempts to associate that succeed behind a full link", measured.get("fig4")
    if data is None:
        return Row(what, "fig4")
    ours, fifo = (data["lines"][name] for name in ("cloudmac", "fifo"))
    beside = f"the same frames in a FIFO {fifo['ours']:.0f} %"
    return Row(f"{what} ({ours['n']} attempts)", "fig4", f"{ours['ours']:.0f} %", beside)


def fairness(measured):
    """Returns the row of TCP to a fast and a slow station."""
    what, data = "TCP to fast and slow stations: goodput and ping", measured.get("airtime")
    verdict = airtime.t3(data) if data else None
    if verdict is None:
        return Row(what, "airtime")
    word = " (not met)" if verdict.holds is False else ""
    beside = "plain access point with mainline Linux's airtime fairness"
    runs = number_of_runs(verdict.runs)
    return Row(f"{what} ({runs})", "airtime", verdict.reached + word, beside)


def faults(measured):
    """Returns the row of handovers while programs are killed."""
    what, data = "handovers while programs are killed", measured.get("chaos")
    if data is None:
        return Row(what, "chaos")
    anew = sum(station["new_keys"] for station in data["stations"].values())
    ours = f"{data['outcomes'].get('done', 0):,} done, {data['violations']} violations, new keys "
    killed = ", ".join(f"{kind} {count}" for kind, count in data["faults_by_kind"].items())
    return Row(f"{what} (one run)", "chaos", f"{ours}{anew}", f"killed: {killed}")


def attackers(measured):
    """Returns the row of stations beside attackers."""
    what, data = "frames that stations lose while others attack", measured.get("hostile")
    if data is None:
        return Row(what, "hostile")
    beside = f"harmless frames of the same lengths explain {data['explained']}"
    return Row(f"{what} (one run)", "hostile", f"{data['lost']} of {data['sent']:,}", beside)


def forwarding(measured):
    """Returns the row of the agent's speed."""
    what, data = "frames that a WTP forwards on one core", measured.get("agent-bench")
    if data is None:
        return Row(what, "agent-bench")
    ratios = [
        row["agent_to_bridge"]
        for row in data["rows"]
        if row["placement"] == "forwarder" and row["size"] in data["bounds"]["sizes"]
    ]
    what += f" ({number_of_runs(data['rounds'])})"
    ours = f"{min(ratios):.2f} to {max(ratios):.2f} of a bridge's"
    return Row(what, "agent-bench", ours, "the kernel's bridge, which does less for a frame")


def three(measured):
    """Returns README's rows."""
    return [*walking(measured), delay(measured), *price(measured)]


def ten(measured):
    """Returns the rows of the summary."""
    others = (connecting, fairness, faults, attackers, forwarding)
    return [*three(measured), *(row(measured) for row in others)]
