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


def _row(what, file):
    """Makes a row of a function that gets the content of a result file, and returns the number of
    runs in words, "" if the values have it, ours, and beside; None if the file lacks the values."""

    def of(function):
        def row(measured):
            data = measured.get(file)
            made = function(data) if data else None
            if made is None:
                return Row(what, file)
            runs, ours, beside = made
            return Row(f"{what} ({runs})" if runs else what, file, ours, beside)

        return row

    return of


def _lost(found):
    return f"{found['lost']:,} of {found['sent']:,}" if found["sent"] else MISSING


def _walking(load, words):
    @_row(f"datagrams lost by a station that walks, {words}", "handover")
    def row(data):
        found = data["loads"][load]
        ours = found["cloudmac"]
        if not ours["walks"]:
            return None
        runs = f"{number_of_runs(ours['walks'])}, {ours['crossings']} handovers"
        beside = f"plain access points {_lost(found['plain'])}; 802.11r {_lost(found['802.11r'])}"
        return runs, _lost(ours), beside

    return row


def _ms(lines, name):
    line = lines.get(name)
    if line is None:
        return MISSING
    return f"{line['ours']:.3g} ms ({number_of_runs(len(line['by_repetition']))})"


@_row("round-trip time behind a full link", "fig6")
def delay(data):
    fifo, htb = (_ms(data["lines"], name) for name in ("ref2", "ref2-htb"))
    beside = f"plain access point in a FIFO {fifo}; with a queue of its own (HTB) {htb}"
    return "", _ms(data["lines"], "cloudmac"), beside


def _price(security, words):
    @_row(f"the price: TCP to one station and idle round trip, {words}", "air")
    def row(data):
        found = data["security"].get(security)
        if not found:
            return None
        ours, beside = (
            f"{found['tcp_down'][side]['mbps']:.1f} Mb/s, {found['idle_ms'][side]:.2f} ms"
            for side in ("cloudmac", "plain")
        )
        return "one run", ours, f"plain access point {beside}"

    return row


@_row("attempts to associate that succeed behind a full link", "fig4")
def connecting(data):
    ours, fifo = (data["lines"][name] for name in ("cloudmac", "fifo"))
    beside = f"the same frames in a FIFO {fifo['ours']:.0f} %"
    return f"{ours['n']} attempts", f"{ours['ours']:.0f} %", beside


@_row("TCP to fast and slow stations: goodput and ping", "airtime")
def fairness(data):
    verdict = airtime.t3(data)
    if verdict is None:
        return None
    ours = verdict.reached + (" (not met)" if verdict.holds is False else "")
    beside = "plain access point with mainline Linux's airtime fairness"
    return number_of_runs(verdict.runs), ours, beside


@_row("handovers while programs are killed", "chaos")
def faults(data):
    anew = sum(station["new_keys"] for station in data["stations"].values())
    ours = f"{data['outcomes'].get('done', 0):,} done, {data['violations']} violations, new keys "
    killed = ", ".join(f"{kind} {count}" for kind, count in data["faults_by_kind"].items())
    return "one run", f"{ours}{anew}", f"killed: {killed}"


@_row("frames that stations lose while others attack", "hostile")
def attackers(data):
    beside = f"harmless frames of the same lengths explain {data['explained']}"
    return "one run", f"{data['lost']} of {data['sent']:,}", beside


@_row("frames that a WTP forwards on one core", "agent-bench")
def forwarding(data):
    ratios = [
        row["agent_to_bridge"]
        for row in data["rows"]
        if row["placement"] == "forwarder" and row["size"] in data["bounds"]["sizes"]
    ]
    ours = f"{min(ratios):.2f} to {max(ratios):.2f} of a bridge's"
    beside = "the kernel's bridge, which does less for a frame"
    return number_of_runs(data["rounds"]), ours, beside


README = (
    _walking("idle", "idle network"),
    _walking("congested", "congested backhaul"),
    delay,
    _price("wpa2", "WPA2"),
    _price("wpa3", "WPA3"),
)


def three(measured):
    """Returns README's rows."""
    return [row(measured) for row in README]


def ten(measured):
    """Returns the rows of the summary."""
    others = (connecting, fairness, faults, attackers, forwarding)
    return [row(measured) for row in (*README, *others)]
