# SPDX-License-Identifier: Apache-2.0
"""Judges the figures of ``lab run virtual-wifi``. Does no I/O.

"alike" is a station with a radio of its own at the same place, measured in the same run."""
from ..verdict import Verdict, known

NEAR_SATURATION = 0.8
"""Share of the radio's capacity that W7's offered load has to reach, so that an attack that takes
capacity shows."""


def _verdict(data, part, goal, reached, holds):
    found = data[part]
    return Verdict(part, goal, reached, holds, found.get("seeds") or found.get("rounds") or 1)


def w1(data):
    ratios = data.get("W1", {}).get("ratio")
    if not ratios:
        return None
    least = min(ratios.values())
    goal = "goodput of a virtual station at least 0.98 of a native one's, UDP and TCP, both ways"
    return _verdict(data, "W1", goal, f"{least:.3f}", least >= 0.98)


def w2(data):
    ratio = data.get("W2", {}).get("ratio")
    if ratio is None:
        return None
    goal = "idle round-trip time at most 1.07 of a native station's"
    return _verdict(data, "W2", goal, f"{ratio:.3f}", ratio <= 1.07)


def w3(data):
    ratios = data.get("W3", {}).get("ratio")
    if not ratios:
        return None
    most = max(ratios.values())
    goal = "processor time of a frame at most 1.45 of a native station's"
    return _verdict(data, "W3", goal, f"{most:.2f}", most <= 1.45)


def w4(data):
    guests = data.get("W4", {}).get("guests")
    if not guests:
        return None
    there = all(one["associated"] == int(count) for count, one in guests.items())
    least = min(one["total_ratio"]["udp_up"] or 0 for one in guests.values())
    shares = [one["worst_share"]["udp_up"] for one in guests.values()]
    worst = 1 if None in shares else max(shares)
    goal = (
        "16 virtual stations on a radio associate, have at least 0.95 of one's goodput, in shares "
    )
    goal += "within 5 %"
    reached = f"{'all' if there else 'not all'} associated, {least:.3f}, {100 * worst:.1f} %"
    return _verdict(data, "W4", goal, reached, there and least >= 0.95 and worst <= 0.05)


def w5(data):
    found = data.get("W5")
    if not found:
        return None
    scan, away = found["scan"], found["off_channel_ms"] or 0
    probes = found["scans"]["again"]["probes"]
    holds = None
    if "unannounced" in found:
        holds = not (scan["lost"] or probes or found["unannounced"])
        holds = holds and away <= 20 and scan["mos"] >= 4.2
    goal = "while another one scans: nothing lost, off channel at most 20 ms, MOS at least 4.2, no "
    goal += "probe for a second scan"
    reached = f"{scan['lost']} lost, {away:.1f} ms, MOS {scan['mos']:.2f}, {probes} probes"
    return _verdict(data, "W5", goal, reached, holds)


def w6(data):
    habits = data.get("W6", {}).get("habits")
    if not habits:
        return None
    lost = sum(one["lost"] for one in habits.values())
    same = sum(one["unchanged"] for one in habits.values())
    goal = (
        "a virtual station's frames are the same whether another naps, or has a power or rate of "
    )
    goal += "its own"
    reached = f"{lost} lost, {same} of {len(habits)} unchanged"
    return _verdict(data, "W6", goal, reached, not lost and same == len(habits))


def w7(data):
    """Needs an offered load near the radio's capacity, and evidence that each attack arrived: a
    result file without both shows nothing."""
    found = data.get("W7")
    if not found:
        return None
    arrived, load = found.get("arrived"), found.get("of_capacity")
    missing = sorted(name for name, count in (arrived or {}).items() if not count)
    shown = arrived and not missing and load is not None and load >= NEAR_SATURATION
    calm = not (found["lost"] or found["restarts"] or found["reassociations"])
    calm = calm and not any(found["passed"].values())
    reached = f"{found['ratio']:.3f} of the goodput, {found['lost']} lost"
    if load is None:
        reached += "; load compared with the capacity not measured"
    else:
        reached += f"; load {load:.2f} of the capacity"
    if arrived is None:
        reached += "; arrival of the attacks not recorded"
    elif missing:
        reached += f"; did not arrive: {', '.join(missing)}"
    goal = "beside a hostile virtual station, near saturation: goodput within 5 %, nothing lost, "
    goal += "nothing forbidden passes, nothing restarts, each attack arrives"
    holds = calm and abs(1 - (found["ratio"] or 0)) <= 0.05 if shown else None
    return _verdict(data, "W7", goal, reached, holds)


def w8(data):
    """Counts stations whose frames pass the killed agent: their loss is judged by its length."""
    faults = data.get("W8", {}).get("faults")
    if not faults:
        return None
    lost = sum(one["lost"] for one in faults.values())
    through = faults.get("agent", {}).get("through")
    reached = (
        f"{lost} lost by others, all back after {max(o['back_s'] for o in faults.values()):.1f} s"
    )
    reached += (
        "; stations behind the killed agent not counted"
        if through is None
        else f"; behind the killed agent {through['lost']} of {through['sent']} lost"
    )
    goal = "a guest, its supplicant, an agent or the controller is killed: others lose nothing, "
    goal += "stations behind the agent at most 10 s"
    holds = None
    if through is not None:
        holds = not lost and through["longest_s"] <= 10
    runs = min(one["times"] for one in faults.values())
    return Verdict("W8", goal, reached, holds, runs)


def w9(data):
    found = data.get("W9")
    if not found or found.get("moves") is None:
        return None
    values = [found[key] for key in ("lost", "twice", "reassociations", "failed")]
    goal = "100 moves under traffic without a loss, a duplicate, a new association or a failure"
    reached = f"{', '.join(map(str, values))} in {found['moves']} moves"
    return _verdict(data, "W9", goal, reached, not any(values) and found["moves"] >= 100)


def w10(data):
    targets = data.get("W10", {}).get("targets")
    if not targets:
        return None
    there = sum(one["associated"] for one in targets.values())
    wanted = sum(one["stations"] for one in targets.values())
    failures = sum(one["failures"] for one in targets.values())
    carried = [
        one["mbps"][way]
        for target in targets.values()
        for one in target["each"]
        for way in target["total_mbps"]
    ]
    silent = sum(not mbps for mbps in carried)
    goal = (
        "30 virtual stations from two radios join a plain access point and a VAP, and each carries "
    )
    goal += "traffic both ways"
    rates = [
        f"{name}: {', '.join(f'{way} {mbps:.1f}' for way, mbps in one['total_mbps'].items())} Mb/s"
        for name, one in targets.items()
    ]
    reached = f"{there} of {wanted} joined, {failures} failures, {silent} without traffic; "
    reached += "; ".join(rates)
    holds = there == wanted and not failures and not silent and bool(carried)
    return _verdict(data, "W10", goal, reached, holds)


def verdicts(data):
    """Returns the verdicts of a result file."""
    return known((w1, w2, w3, w4, w5, w6, w7, w8, w9, w10), data)
