# SPDX-License-Identifier: Apache-2.0
"""Judges the figures of ``lab run airtime``. Does no I/O."""
from ..verdict import judge, known
from . import plan

OURS, FIFO, PLAIN = "airtime", "fifo", "plain_airtime"
"""Lines: CloudMAC's scheduler, CloudMAC without it, and a plain access point with mainline Linux's
airtime fairness, which is what a user would pick instead."""
KEPT = 0.97
"""Share of the plain access point's goodput that CloudMAC has to reach."""
LONGER = 1.10
CROSSINGS = 2
"""An echo crosses the backhaul twice."""


def goal(part, text, *needed):
    """Judges a part by what a result file has of each line. needed: lines of the part; (part, line)
    of another one."""
    pairs = [(part, one) if isinstance(one, str) else one for one in needed]

    def find(data):
        return [data.get(at, {}).get(line) for at, line in pairs]

    return judge(part, text, find, lambda data: data["seeds"].get(part, 0))


@goal(
    "T1",
    "shares of the air within 2 points of equal ones, Jain's index at least 0.99, and at least 73 "
    "Mb/s of UDP to two fast stations and a slow one",
    OURS,
)
def t1(ours):
    shares, jain, total = ours["shares_percent"].values(), ours["jain"], ours["total_mbps"]
    off = max(abs(share - 100 / len(shares)) for share in shares)
    reached = f"{off:.1f} off, Jain {jain:.3f}, {total:.1f} Mb/s"
    return reached, off <= 2 and jain >= 0.99 and total >= 73


@goal(
    "T2",
    "TCP down: Jain's index at least 0.95; TCP down and both ways: 1.25 times a FIFO's goodput",
    OURS,
    FIFO,
)
def t2(ours, fifo):
    ratios = {way: _ratio(ours[way]["total_mbps"], fifo[way]["total_mbps"]) for way in ours}
    jain = ours["tcp_down"]["jain"]
    times = ", ".join(f"{way.replace('_', ' ')} {one:.2f} times" for way, one in ratios.items())
    return f"Jain {jain:.3f}; {times}", jain >= 0.95 and min(ratios.values()) >= 1.25


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
    allowed = [(one, allowed_ms(other)) for one, other in pairs]
    return max(allowed, key=lambda pair: pair[0] - pair[1])


BESIDE_PLAIN = (
    f"compared with a plain access point with airtime fairness: at least {KEPT} of its goodput, "
    "and ping's median and 95 % at most its plus 10 % plus two crossings of the backhaul"
)


def _beside_plain(goodput, plain_goodput, echoes, plain_echoes):
    kept = _ratio(goodput["total_mbps"], plain_goodput["total_mbps"])
    worst = worst_ping(echoes["ping_ms"], plain_echoes["ping_ms"])
    if worst is None:
        return f"{kept:.2f} of its goodput; an echo has no answer", False
    reached = f"{kept:.2f} of its goodput; ping {worst[0]:.1f} ms, allowed {worst[1]:.1f}"
    return reached, kept >= KEPT and worst[0] <= worst[1]


@goal("T3", f"TCP down, {BESIDE_PLAIN}", ("T2", OURS), ("T2", PLAIN), OURS, PLAIN)
def t3(goodput, plain_goodput, echoes, plain_echoes):
    """T2 has the goodput that was measured at the same time."""
    both = goodput["tcp_down"], plain_goodput["tcp_down"]
    return _beside_plain(*both, echoes, plain_echoes)


@goal("T5", f"30 stations, one at 1 Mb/s, {BESIDE_PLAIN}", OURS, PLAIN)
def t5(ours, plain):
    return _beside_plain(ours, plain, ours, plain) if "ping_ms" in ours else None


@goal(
    "T6",
    "a best-effort call with a score (MOS) of at least 4.37, and twice the goodput of a FIFO",
    OURS,
    FIFO,
)
def t6(ours, fifo):
    mos = min(ours["mos"]["be"].values())
    totals, others = ours["total_mbps"]["be"], fifo["total_mbps"]["be"]
    least = min(_ratio(total, others[delay]) for delay, total in totals.items())
    return f"MOS {mos:.2f}, {least:.1f} times", mos >= 4.37 and least >= 2


@goal(
    "T7",
    "pages load faster than with a FIFO, small and large, at a fast and at the slow station",
    OURS,
    FIFO,
)
def t7(ours, fifo):
    def ms(found, kind):
        value = found[kind]["median_ms"]
        return float("inf") if value is None else value

    faster = sum(ms(ours, kind) < ms(fifo, kind) for kind in ours)
    return f"{faster} of {len(ours)} kinds", faster == len(ours)


@goal(
    "T8",
    "UDP and TCP: shares within 3 points of the VAPs' weights, and goodput behind backhauls of up "
    "to 20 ms at least 0.97 of the shortest one's",
    OURS,
)
def t8(ours):
    off, kept = {}, []
    for load, loads in (("UDP", ours.values()), ("TCP", [one["tcp"] for one in ours.values()])):
        off[load] = max(
            abs(share - one["wanted_percent"][name])
            for one, found in zip(ours.values(), loads)
            for name, share in found["shares_percent"].items()
        )
        totals = [found["total_mbps"] for found in loads]
        kept.append(min(totals) / totals[0])
    reached = ", ".join(f"{load} {points:.1f} off" for load, points in off.items())
    reached += f"; goodput {min(kept):.3f}"
    return reached, max(off.values()) <= 3 and min(kept) >= KEPT


@goal("T9", "nothing is lost, twice or late at handovers in the middle of bulk traffic", OURS)
def t9(ours):
    lost = [f"{load}: {sum(one['lost'])} of {one['sent']} lost" for load, one in ours.items()]
    wrong = any(sum(one["lost"]) or one["twice"] or one["late"] for one in ours.values())
    return "; ".join(lost), not wrong


@goal(
    "wired",
    "behind a congested wire, the median ping of a station with TCP at most 20 ms above idle",
    OURS,
    FIFO,
)
def wired(*both):
    pairs = [(one["ping_ms"]["median"], one["idle_ms"]["median"]) for one in both]
    if any(None in pair for pair in pairs):
        return None
    ours, fifo = (ping - idle for ping, idle in pairs)
    return f"{ours:.0f} ms (FIFO: {fifo:.0f})", ours <= 20


def verdicts(data):
    """Returns the verdicts of a result file."""
    return known((t1, t2, t3, t5, t6, t7, t8, t9, wired), data)
