# SPDX-License-Identifier: Apache-2.0
"""Judges the figures of ``lab run virtual-wifi``. Does no I/O.

"alike" is a station with a radio of its own at the same place, measured in the same run."""
from ..verdict import judge, known

NEAR_SATURATION = 0.8
"""Share of the radio's capacity that W7's offered load has to reach, so that an attack that takes
capacity shows."""


def goal(part, text):
    """Judges a part by what a result file has of it."""
    return judge(part, text, lambda data: [data.get(part)], lambda data: _runs(data[part]))


def _runs(found):
    if "faults" in found:
        return min(one["times"] for one in found["faults"].values())
    return found.get("seeds") or found.get("rounds") or 1


@goal("W1", "goodput of a virtual station at least 0.98 of a native one's, UDP and TCP, both ways")
def w1(found):
    least = min(found["ratio"].values(), default=0)
    return f"{least:.3f}", least >= 0.98


@goal("W2", "idle round-trip time at most 1.07 of a native station's")
def w2(found):
    ratio = found["ratio"]
    return None if ratio is None else (f"{ratio:.3f}", ratio <= 1.07)


@goal("W3", "processor time of a frame at most 1.45 of a native station's")
def w3(found):
    most = max(found["ratio"].values())
    return f"{most:.2f}", most <= 1.45


@goal(
    "W4",
    "16 virtual stations on a radio associate, have at least 0.95 of one's goodput, in shares "
    "within 5 %",
)
def w4(found):
    guests = found["guests"]
    there = all(one["associated"] == int(count) for count, one in guests.items())
    least = min(one["total_ratio"]["udp_up"] or 0 for one in guests.values())
    shares = [one["worst_share"]["udp_up"] for one in guests.values()]
    worst = 1 if None in shares else max(shares)
    reached = f"{'all' if there else 'not all'} associated, {least:.3f}, {100 * worst:.1f} %"
    return reached, there and least >= 0.95 and worst <= 0.05


@goal(
    "W5",
    "while another one scans: nothing lost, off channel at most 20 ms, MOS at least 4.2, no probe "
    "for a second scan",
)
def w5(found):
    scan, away = found["scan"], found["off_channel_ms"] or 0
    probes = found["scans"]["again"]["probes"]
    reached = f"{scan['lost']} lost, {away:.1f} ms, MOS {scan['mos']:.2f}, {probes} probes"
    if "unannounced" not in found:
        return reached, None
    wrong = scan["lost"] or probes or found["unannounced"]
    return reached, not wrong and away <= 20 and scan["mos"] >= 4.2


@goal(
    "W6",
    "a virtual station's frames are the same whether another naps, or has its own power or rate",
)
def w6(found):
    habits = found["habits"].values()
    lost, same = sum(one["lost"] for one in habits), sum(one["unchanged"] for one in habits)
    return f"{lost} lost, {same} of {len(habits)} unchanged", not lost and same == len(habits)


@goal(
    "W7",
    "beside a hostile virtual station, near saturation: goodput within 5 %, nothing lost, nothing "
    "forbidden passes, nothing restarts, each attack arrives",
)
def w7(found):
    """Needs an offered load near the radio's capacity, and evidence that each attack arrived: a
    result file without both shows nothing."""
    arrived, load = found.get("arrived"), found.get("of_capacity")
    missing = sorted(name for name, count in (arrived or {}).items() if not count)
    shown = arrived and not missing and load is not None and load >= NEAR_SATURATION
    calm = not (found["lost"] or found["restarts"] or found["reassociations"])
    calm = calm and not any(found["passed"].values())
    reached = f"{found['ratio'] or 0:.3f} of the goodput, {found['lost']} lost; "
    if load is None:
        reached += "load compared with the capacity not measured"
    else:
        reached += f"load {load:.2f} of the capacity"
    if arrived is None:
        reached += "; arrival of the attacks not recorded"
    elif missing:
        reached += f"; did not arrive: {', '.join(missing)}"
    return reached, calm and abs(1 - (found["ratio"] or 0)) <= 0.05 if shown else None


@goal(
    "W8",
    "a guest, its supplicant, an agent or the controller is killed: others lose nothing, stations "
    "behind the agent at most 10 s",
)
def w8(found):
    """Counts stations whose frames pass the killed agent: their loss is judged by its length."""
    faults = found["faults"]
    lost = sum(one["lost"] for one in faults.values())
    back = max(one["back_s"] for one in faults.values())
    reached = f"{lost} lost by others, all back after {back:.1f} s; "
    through = faults.get("agent", {}).get("through")
    if through is None:
        return reached + "stations behind the killed agent not counted", None
    reached += f"behind the killed agent {through['lost']} of {through['sent']} lost"
    return reached, not lost and through["longest_s"] <= 10


@goal("W9", "100 moves under traffic without a loss, a duplicate, a new association or a failure")
def w9(found):
    if found.get("moves") is None:
        return None
    values = [found[key] for key in ("lost", "twice", "reassociations", "failed")]
    reached = f"{', '.join(map(str, values))} in {found['moves']} moves"
    return reached, not any(values) and found["moves"] >= 100


@goal(
    "W10",
    "30 virtual stations from two radios join a plain access point and a VAP, and each carries "
    "traffic both ways",
)
def w10(found):
    targets = found["targets"].values()
    there, wanted = (sum(one[key] for one in targets) for key in ("associated", "stations"))
    failures = sum(one["failures"] for one in targets)
    carried = [
        one["mbps"][way]
        for target in targets
        for one in target["each"]
        for way in target["total_mbps"]
    ]
    silent = sum(not mbps for mbps in carried)
    rates = [
        f"{name}: {', '.join(f'{way} {mbps:.1f}' for way, mbps in one['total_mbps'].items())} Mb/s"
        for name, one in found["targets"].items()
    ]
    reached = f"{there} of {wanted} joined, {failures} failures, {silent} without traffic; "
    good = there == wanted and not failures and not silent and bool(carried)
    return reached + "; ".join(rates), good


def verdicts(data):
    """Returns the verdicts of a result file."""
    return known((w1, w2, w3, w4, w5, w6, w7, w8, w9, w10), data)
