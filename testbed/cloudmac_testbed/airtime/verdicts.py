# SPDX-License-Identifier: Apache-2.0
"""Judges the figures of ``lab run airtime``. Does no I/O."""
from ..verdict import Verdict, known
from . import plan

OURS, FIFO, PLAIN = "airtime", "fifo", "plain_airtime"
"""Lines: CloudMAC's scheduler, CloudMAC without it, and a plain access point with mainline Linux's
airtime fairness, which is what a user would pick instead."""
KEPT = 0.97
"""Share of the plain access point's goodput that CloudMAC has to reach."""
LONGER = 1.10
CROSSINGS = 2
"""An echo crosses the backhaul twice."""


def _of(data, part, line=OURS):
    return data.get(part, {}).get(line)


def _runs(data, part):
    return data["seeds"].get(part, 0)


def t1(data):
    found = _of(data, "T1")
    if not found:
        return None
    shares = found["shares_percent"].values()
    off = max(abs(share - 100 / len(shares)) for share in shares)
    return Verdict(
        "T1",
        "shares of the air within 2 points of equal ones, Jain's index at least 0.99, and at least "
        "73 Mb/s of UDP to two fast stations and a slow one",
        f"{off:.1f} off, Jain {found['jain']:.3f}, {found['total_mbps']:.1f} Mb/s",
        off <= 2 and found["jain"] >= 0.99 and found["total_mbps"] >= 73,
        _runs(data, "T1"),
    )


def t2(data):
    ours, fifo = _of(data, "T2"), _of(data, "T2", FIFO)
    if not ours or not fifo:
        return None
    ratios = {way: _ratio(ours[way]["total_mbps"], fifo[way]["total_mbps"]) for way in ours}
    jain = ours["tcp_down"]["jain"]
    return Verdict(
        "T2",
        "TCP down: Jain's index at least 0.95; TCP down and both ways: 1.25 times the goodput of a "
        "FIFO",
        f"Jain {jain:.3f}; " + ", ".join(f"{way} {one:.2f} times" for way, one in ratios.items()),
        jain >= 0.95 and min(ratios.values()) >= 1.25,
        _runs(data, "T2"),
    )


def _ratio(value, other):
    return value / other if other else float("inf")


def allowed_ms(plain_ms):
    """Returns how long an echo may take that takes ``plain_ms`` at the plain access point: 10 %
    longer, and the way over the backhaul and back."""
    return LONGER * plain_ms + CROSSINGS * plan.BACKHAULS_MS[0]


def worst_ping(ours, plain):
    """Returns the echo times furthest above allowed_ms(), as (ours, allowed); None if an echo has
    no answer. ours, plain: station -> {median, p95} in ms."""
    pairs = [(ours[name][key], plain[name][key]) for name in ours for key in ("median", "p95")]
    if any(None in pair for pair in pairs):
        return None
    return max(
        ((one, allowed_ms(other)) for one, other in pairs), key=lambda pair: pair[0] - pair[1]
    )


def _beside_plain(data, part, load, goodput, echoes):
    """Judges CloudMAC by the plain access point on the same seeds. load: in words; goodput, echoes:
    (ours, the plain access point's) in Mb/s, and station -> {median, p95} in ms."""
    kept, worst = _ratio(*goodput), worst_ping(*echoes)
    ping = "an echo has no answer"
    if worst is not None:
        ping = f"ping {worst[0]:.1f} ms, allowed {worst[1]:.1f}"
    return Verdict(
        part,
        f"{load}, compared with a plain access point with airtime fairness: at least {KEPT} of its "
        "goodput, and ping's median and 95 % at most its plus 10 % plus two crossings of the "
        "backhaul",
        f"{kept:.2f} of its goodput; {ping}",
        kept >= KEPT and worst is not None and worst[0] <= worst[1],
        _runs(data, part),
    )


def t3(data):
    """Judges T3 with the goodput of T2, which is measured at the same time."""
    both = [(_of(data, "T2", line), _of(data, "T3", line)) for line in (OURS, PLAIN)]
    if not all(map(all, both)):
        return None
    goodput = [tcp["tcp_down"]["total_mbps"] for tcp, _ in both]
    return _beside_plain(data, "T3", "TCP down", goodput, [ping["ping_ms"] for _, ping in both])


def t5(data):
    both = [_of(data, "T5", line) for line in (OURS, PLAIN)]
    if not all(one and "ping_ms" in one for one in both):
        return None
    load = "30 stations, one at 1 Mb/s"
    goodput = [one["total_mbps"] for one in both]
    return _beside_plain(data, "T5", load, goodput, [one["ping_ms"] for one in both])


def t6(data):
    ours, fifo = _of(data, "T6"), _of(data, "T6", FIFO)
    if not ours or not fifo:
        return None
    mos = min(ours["mos"]["be"].values())
    least = min(
        _ratio(value, fifo["total_mbps"]["be"][delay])
        for delay, value in ours["total_mbps"]["be"].items()
    )
    return Verdict(
        "T6",
        "a best-effort call with a score (MOS) of at least 4.37, and twice the goodput of a FIFO",
        f"MOS {mos:.2f}, {least:.1f} times",
        mos >= 4.37 and least >= 2,
        _runs(data, "T6"),
    )


def t7(data):
    ours, fifo = _of(data, "T7"), _of(data, "T7", FIFO)
    if not ours or not fifo:
        return None

    def seconds(found, kind):
        value = found[kind]["median_ms"]
        return float("inf") if value is None else value

    faster = [kind for kind in ours if seconds(ours, kind) < seconds(fifo, kind)]
    return Verdict(
        "T7",
        "pages load faster than with a FIFO, small and large, at a fast and at the slow station",
        f"{len(faster)} of {len(ours)} kinds",
        len(faster) == len(ours),
        _runs(data, "T7"),
    )


def t8(data):
    found = _of(data, "T8")
    if not found:
        return None
    loads = [one | {"wanted": one["wanted_percent"]} for one in found.values()]
    loads += [one["tcp"] | {"wanted": one["wanted_percent"]} for one in found.values()]
    off = [
        max(abs(share - one["wanted"][name]) for name, share in one["shares_percent"].items())
        for one in loads
    ]
    totals = [[one["total_mbps"] for one in found.values()]]
    totals += [[one["tcp"]["total_mbps"] for one in found.values()]]
    kept = min(min(each) / each[0] for each in totals)
    half = len(found)
    return Verdict(
        "T8",
        "UDP and TCP: shares within 3 points of the VAPs' weights, and goodput behind backhauls of "
        "up to 20 ms at least 0.97 of the shortest one's",
        f"UDP {max(off[:half]):.1f} off, TCP {max(off[half:]):.1f} off; goodput {kept:.3f}",
        max(off) <= 3 and kept >= 0.97,
        _runs(data, "T8"),
    )


def t9(data):
    found = _of(data, "T9")
    if not found:
        return None
    return Verdict(
        "T9",
        "nothing is lost, twice or late at handovers in the middle of bulk traffic",
        "; ".join(
            f"{load}: {sum(one['lost'])} of {one['sent']} lost" for load, one in found.items()
        ),
        not any(sum(one["lost"]) or one["twice"] or one["late"] for one in found.values()),
        _runs(data, "T9"),
    )


def wired(data):
    ours, fifo = _of(data, "wired"), _of(data, "wired", FIFO)
    if not ours or not fifo:
        return None
    above = [
        None
        if None in (one["ping_ms"]["median"], one["idle_ms"]["median"])
        else one["ping_ms"]["median"] - one["idle_ms"]["median"]
        for one in (ours, fifo)
    ]
    if None in above:
        return None
    return Verdict(
        "wired",
        "behind a congested wire, the median ping of a station with TCP at most 20 ms above idle",
        f"{above[0]:.0f} ms (FIFO: {above[1]:.0f})",
        above[0] <= 20,
        _runs(data, "wired"),
    )


def verdicts(data):
    """Returns the verdicts of a result file."""
    return known((t1, t2, t3, t5, t6, t7, t8, t9, wired), data)
