# SPDX-License-Identifier: Apache-2.0
"""The ten results that matter, and README's three: each with what a user would pick instead, the
number of runs, and the command. Does no I/O beyond reading result files."""
import dataclasses

from cloudmac_testbed.airtime import verdicts as airtime
from cloudmac_testbed.verdict import number_of_runs

from .measured import number

MISSING = "not measured"


@dataclasses.dataclass(frozen=True)
class Row:
    """One result. what: in a reader's words; ours, beside: texts; runs: behind them; command:
    measures it again; file: name of the result file, None if there is none."""

    what: str
    ours: str
    beside: str
    runs: str
    command: str
    file: str | None = None


def _missing(what, command):
    return Row(what, MISSING, "", "", command)


def _lost(found):
    return f"{found['lost']:,} of {found['sent']:,}" if found["sent"] else MISSING


def walking(measured):
    """Returns a row for each load of a station that walks between two radios."""
    command = "./cloudmac lab run handover"
    data = measured.get("handover")
    rows = []
    for load, words in (("idle", "idle network"), ("congested", "congested backhaul")):
        what = f"datagrams lost by a station that walks, {words}"
        if data is None or not data["loads"][load]["cloudmac"]["walks"]:
            rows.append(_missing(what, command))
            continue
        found = data["loads"][load]
        ours = found["cloudmac"]
        beside = f"plain access points {_lost(found['plain'])}; 802.11r {_lost(found['802.11r'])}"
        crossings = f"{number_of_runs(ours['walks'])}, {ours['crossings']} handovers"
        rows.append(Row(what, _lost(ours), beside, crossings, command, "handover"))
    return rows


def _ms(lines, name):
    line = lines.get(name)
    return MISSING if line is None else f"{number(line['ours'])} ms"


def delay(measured):
    """Returns the row of round trips behind a full link."""
    what, command = "round-trip time behind a full link", "./cloudmac reproduce fig6"
    data = measured.get("fig6")
    if data is None or "cloudmac" not in data["lines"]:
        return _missing(what, command)
    lines = data["lines"]
    beside = (
        f"plain access point in a FIFO {_ms(lines, 'ref2')}; behind a queue of its own (HTB) "
        f"{_ms(lines, 'ref2-htb')}"
    )
    counts = [
        len(lines[name]["by_repetition"])
        for name in ("cloudmac", "ref2", "ref2-htb")
        if name in lines
    ]
    runs = (
        number_of_runs(counts[0])
        if len(set(counts)) == 1
        else f"{min(counts)} to {max(counts)} runs"
    )
    return Row(what, _ms(lines, "cloudmac"), beside, runs, command, "fig6")


def price(measured):
    """Returns a row for WPA2 and for WPA3: goodput and delay at one station."""
    command, data = "./cloudmac lab run air", measured.get("air")
    rows = []
    for security, name in (("wpa2", "WPA2"), ("wpa3", "WPA3")):
        what = f"the price: TCP to one station and idle round trip, {name}"
        if data is None or security not in data.get("security", {}):
            rows.append(_missing(what, command))
            continue
        found = data["security"][security]
        ours, beside = (
            f"{found['tcp_down'][side]['mbps']:.1f} Mb/s, {found['idle_ms'][side]:.2f} ms"
            for side in ("cloudmac", "plain")
        )
        rows.append(Row(what, ours, f"plain access point {beside}", "one run", command, "air"))
    return rows


def connecting(measured):
    """Returns the row of stations that connect behind a full link."""
    what, command = "stations that connect behind a full link", "./cloudmac reproduce fig4"
    data = measured.get("fig4")
    if data is None or "cloudmac" not in data["lines"]:
        return _missing(what, command)
    lines = data["lines"]
    ours, fifo = (f"{lines[name]['ours']:.0f} %" for name in ("cloudmac", "fifo"))
    beside = f"the same frames in a FIFO {fifo}"
    return Row(what, ours, beside, f"{lines['cloudmac']['n']} attempts", command, "fig4")


def _of_verdict(measured, file, judge, what, beside, command):
    data = measured.get(file)
    verdict = judge(data) if data else None
    if verdict is None:
        return _missing(what, command)
    word = f" ({verdict.word})" if verdict.holds is False else ""
    return Row(what, verdict.reached + word, beside, number_of_runs(verdict.runs), command, file)


def fairness(measured):
    return _of_verdict(
        measured,
        "airtime",
        airtime.t3,
        "TCP to a fast and a slow station: goodput, and the ping's time of what is allowed",
        "plain access point with mainline Linux's airtime fairness = 1.00",
        "./cloudmac lab run airtime --parts T2,T3",
    )


def faults(measured):
    what, command = "handovers with programs killed meanwhile", "./cloudmac lab run chaos"
    data = measured.get("chaos")
    if data is None:
        return _missing(what, command)
    anew = sum(station["new_keys"] for station in data["stations"].values())
    ours = f"{data['outcomes'].get('done', 0):,} done, {data['violations']} violations, new keys {anew}"
    beside = f"killed: {', '.join(f'{kind} {n}' for kind, n in data['faults_by_kind'].items())}"
    return Row(what, ours, beside, "one run", command, "chaos")


def attackers(measured):
    what, command = "frames that stations lose while others attack", "./cloudmac lab run hostile"
    data = measured.get("hostile")
    if data is None:
        return _missing(what, command)
    beside = f"harmless frames of the same lengths explain {data['explained']}"
    return Row(what, f"{data['lost']} of {data['sent']:,}", beside, "one run", command, "hostile")


def forwarding(measured):
    what, command = "frames a WTP forwards on one core", "./cloudmac bench agent"
    data = measured.get("agent-bench")
    if data is None:
        return _missing(what, command)
    ratios = [
        row["agent_to_bridge"]
        for row in data["rows"]
        if row["placement"] == "forwarder" and row["size"] in data["bounds"]["sizes"]
    ]
    ours = f"{min(ratios):.2f} to {max(ratios):.2f}"
    beside = "the kernel's bridge = 1"
    return Row(what, ours, beside, number_of_runs(data["rounds"]), command, "agent-bench")


def three(measured):
    """Returns README's rows."""
    return [*walking(measured), delay(measured), *price(measured)]


def ten(measured):
    """Returns the rows of the summary."""
    return [
        *three(measured),
        connecting(measured),
        fairness(measured),
        faults(measured),
        attackers(measured),
        forwarding(measured),
    ]
