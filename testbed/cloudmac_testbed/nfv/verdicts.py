# SPDX-License-Identifier: Apache-2.0
"""Judges the figures of ``lab run nfv``. Does no I/O."""
from ..verdict import judge, known

PAIRS = 10_000
LIMIT_MS = 10
CROSSINGS = 1000
HANDOVERS = 100
NEAR = 0.01
LONGER_MS = 20
NEAR_DB = 1
NEAR_GOODPUT = 0.02
DIP = 25 / 320
"""Of a flow's rate, in its lowest second."""
PROBES_PER_S = 10_000
LATER_MS = 1
FOLLOWS = 1.8
"""What two instances pass in relation to one."""


def goal(part, text):
    """Judges a part by what a result file has of it."""
    return judge(part, text, lambda data: [data.get(part)], lambda data: data[part]["runs"])


@goal(
    "N1",
    "the paper's programs in its form, imports added: results as described; no call blocks 10 ms",
)
def n1(found):
    runs, right = found["runs"], min(found["null_as_described"], found["filter_as_described"])
    reached = (
        f"{right} of {runs} as described, {found['slowest_ms']:.1f} ms at most, waits for a "
        "processor left out"
    )
    # A small run may share its machine with other tests.
    in_time = found["slowest_ms"] < LIMIT_MS or not found["is_timed"]
    return reached, right == runs and in_time


@goal("N2", "10,000 reads and writes of handlers under traffic: all equal, 0 lost")
def n2(found):
    wrong = found["different"] + found["failed"]
    reached = f"{found['equal']:,} of {found['pairs']:,} equal, {found['lost']} frames lost"
    frames_right = not found["lost"] and found["in_order"] and found["counted"] == found["frames"]
    return reached, not wrong and frames_right


@goal(
    "N3",
    "1,001 full frames in pause, resume, flush, and with the daemon killed in each mode: 1,000 in "
    "order, 1 dropped; bypass unprocessed",
)
def n3(found):
    runs, right = found["runs"], found["as_wanted"]
    wrong = [name for name, count in right.items() if count != runs]
    reached = f"{sum(right.values())} of {runs * len(right)} phases"
    return reached + (f", not {'; '.join(wrong)}" if wrong else ""), not wrong


@goal(
    "N7",
    "moves under numbered frames: 0 lost, twice or reordered, state equal, 99 % held < 50 ms; under "
    "TCP: 0 segments retransmitted, at most 7.8 % less in the worst second (the paper: 25 of 320 Mb/s)",
)
def n7(found):
    wrong = found["lost"] + found["twice"] + found["duplicates"]
    reached = (
        f"{found['moved']} of {found['moves']} moved, {found['lost']} of {found['frames']:,} frames "
        f"lost, {found['twice']} twice, {found['reordered']} reordered, {found['late']} late; "
        f"{found['in_time']} held for less than 50 ms, {found['hold_ms'][-1]} ms at most"
    )
    is_right = (
        not wrong and found["moved"] == found["moves"] and found["counted"] == found["frames"]
    )
    # A small run may share its machine with other tests, and has no TCP. A switch in front of the new
    # node may then take longer for its first flow than the pause between two frames.
    if not found["is_timed"]:
        return reached, is_right
    in_time = found["in_time"] >= 0.99 * found["moves"] and not found["reordered"]
    tcp = found["tcp"]
    kinds = (("unmoved", "no move"), ("moved", "moves"), ("paper", "the paper's protocol"))
    told = "; ".join(
        f"{words} {tcp[kind]['dips'][-1]:.1%}, {tcp[kind]['retransmits']}" for kind, words in kinds
    )
    reached += (
        f". TCP at {tcp['offered_mbps']} Mb/s, less in the worst second and segments retransmitted: "
        f"{told}"
    )
    own = tcp["moved"]
    follows = own["dips"][-1] <= DIP and not own["retransmits"] and tcp["done"] == tcp["moves"]
    return reached, is_right and in_time and follows


@goal(
    "N8",
    "a state from octets to 5 MB moves: equal after, 0 frames lost, held 20 ms longer at most",
)
def n8(found):
    told = ", ".join(f"{one['octets']:,} octets {one['longer_ms']:+} ms" for one in found["sizes"])
    reached = (
        f"{found['equal']} of {found['moves']} equal, {found['lost']} of {found['frames']:,} frames "
        f"lost; {told}"
    )
    is_right = found["equal"] == found["moved"] == found["moves"] and not found["lost"]
    in_time = max(one["longer_ms"] for one in found["sizes"]) <= LONGER_MS
    # A small run may share its machine with other tests.
    return reached, is_right and (in_time or not found["is_timed"])


@goal(
    "N9",
    "counter, inspection, NAT over three switches, 100 handovers: each frame on its path by captures; "
    "plain rules unchanged",
)
def n9(found):
    reached = (
        f"{found['on_path']} of {found['packets']} packets on their path, {found['touched']} of "
        f"{found['others']} others at a function, {found['plain_rules_changed']} plain rules changed; "
        f"{found['raw']['handovers']} handovers: {found['raw']['on_path']} of {found['raw']['sent']} "
        f"frames on their path, {found['raw']['lost']} lost"
    )
    return reached, found["as_wanted"] == found["runs"]


@goal("N10", "queries of counters: a single report, periods, rates: within 1 %")
def n10(found):
    counts = {"single reports": found["single_error"], "counts": found["count_error"]}
    times = {"periods": found["period_error"], "rates": found["rate_error"]}
    told = ", ".join(f"{name} {error:.2%}" for name, error in (counts | times).items())
    # A small run may share its machine with other tests, and the times are those of arrival.
    judged = counts | times if found["is_timed"] else counts
    return f"{told} off at most", max(judged.values()) < NEAR


@goal(
    "N11",
    "triggers of every LVNF: 1,000 crossings while sessions end and come back: exactly 1,000 events",
)
def n11(found):
    wanted = found["crossings"]
    reached = (
        f"{found['events']:,} events of {wanted:,} crossings, {found['told_twice']} twice, with "
        f"{found['reconnects']} reconnects"
    )
    is_exact = found["events"] == found["quiet_events"] == found["frames"] == wanted
    return reached, is_exact and not found["told_twice"] and not found["idle_events"]


@goal(
    "N12",
    "maps of stations, neighbours and links, compared with the truth: within 1 dB, within 1 %",
)
def n12(found):
    told, is_right = [], not found["silent"]
    for name in ("stations", "neighbours"):
        one = found[name]
        told.append(f"{name} {one['error_db']:.1f} dB off at most, {one['missing']} missing")
        is_right = is_right and not one["missing"] and one["error_db"] <= NEAR_DB
    links = found["links"]
    told.append(
        f"loads of links {links['error']:.2%}, their rates {links['rate_error']:.2%}, "
        f"{links['missing']} missing"
    )
    # A small run may share its machine with other tests, and has few periods.
    in_time = links["rate_error"] < NEAR or not found["is_timed"]
    return "; ".join(told), is_right and not links["missing"] and links["error"] < NEAR and in_time


@goal(
    "N13",
    "image, LVNF, chain, handlers, counters, trigger, placement and a move by RESTCONF alone, with a "
    "tenant's account: same results",
)
def n13(found):
    return f"{found['as_wanted']} of {found['runs']} as wanted", found["as_wanted"] == found["runs"]


@goal(
    "N14",
    "a hostile tenant, by requests and by a flood through its own function: nothing seen or changed, "
    "other's goodput within 2 %",
)
def n14(found):
    told = ", ".join(f"{count:,} with {status}" for status, count in found["statuses"].items())
    reached = (
        f"{found['requests']:,} requests answered ({told}), {len(found['accepted'])} kinds accepted, "
        f"{len(found['seen'])} tell of the other, {found['changed']} changes; goodput "
        f"{found['goodput']:.2%} under a flood of {found['flood'][0]:,} frames, of which the quota let "
        f"{found['flood'][1]:,} in"
    )
    is_kept = not found["accepted"] and not found["seen"] and not found["changed"]
    # A small run may share its machine with other tests.
    is_near = found["goodput"] >= 1 - NEAR_GOODPUT or not found["is_timed"]
    return (
        reached,
        is_kept and is_near and 0 < found["flood"][1] <= found["allowed"] < found["flood"][0],
    )


@goal(
    "N15",
    "an autoscaler by cpu_util: throughput follows (200 random services: PlacementTest of "
    "cloudmac-impl)",
)
def n15(found):
    reached = f"{found['one']} frames a second with one instance, {found['two']} with two"
    # A small run may share its machine with other tests.
    follows = found["gain"] >= FOLLOWS or not found["is_timed"]
    return reached, follows and found["second"] > 0


@goal(
    "N16",
    "10,000 made-up probe requests a second at a function that answers them: 0 probes on the backhaul; "
    "single ones answered at most 1 ms later than by the VAP",
)
def n16(found):
    reached = (
        f"{found['per_s']:,} a second ({found['sent']:,}, {found['answered']:,} answered), "
        f"{found['backhaul']} probes on the backhaul ({found['backhaul_before']} and more of single ones "
        f"without the function); answers after {found['with_ms']} ms, by the VAP "
        f"after {found['before_ms']} ms; {found['unanswered']} of {found['asked']} without one"
    )
    # That some were counted without the function shows that the count works.
    is_quiet = found["backhaul_before"] > 0 and not found["backhaul"]
    is_answered = found["answered"] > 0 and not found["unanswered"]
    if not found["is_timed"] or not found["before_ms"]:
        return reached, is_quiet and is_answered and not found["is_timed"]
    in_time = found["with_ms"] and found["with_ms"] <= found["before_ms"] + LATER_MS
    return reached, bool(is_quiet and is_answered and in_time) and found["per_s"] >= PROBES_PER_S


@goal(
    "N17",
    "duplicate filter at the WTP's switch, 20 % of ACKs lost: 0 duplicates behind it, nothing new lost "
    "(a host at the WTP repeats the station's frames, as the radios lose no ACK)",
)
def n17(found):
    reached = (
        f"{found['repeated']:,} repetitions of {found['packets']:,} packets: {found['duplicates']} "
        f"duplicates behind it, {found['lost']} new ones lost"
    )
    return reached, found["as_wanted"] == found["runs"]


@goal(
    "N18",
    "nft firewall, NAT, dnsmasq, nDPI; the first two migrated live: no connection breaks",
)
def n18(found):
    reached = (
        f"{found['went_on']} of {found['connections']} connections went on over {found['moved']} of "
        f"{found['moves']} moves, {found['answered']:,} of {found['lines']:,} lines answered, pauses "
        f"of {found['longest_ms']} ms at most; {found['questions']} questions of DNS"
    )
    return reached, found["as_wanted"] == found["runs"]


@goal(
    "N19",
    "a daemon or the controller is killed during a move (each step: MigrationPropertyTest): it goes on "
    "or back, frames pass, nothing is left over; a node without power is bypassed in 3 s",
)
def n19(found):
    longest = ", ".join(
        f"{victim} {row['lost_ms'][-1]}" for victim, row in found["victims"].items()
    )
    reached = f"{found['as_wanted']} of {found['kills']} as wanted; longest time without frames, ms: {longest}"
    during = all(row["during"] for row in found["victims"].values())
    return reached, found["as_wanted"] == found["kills"] and during


def of(data):
    """Returns the verdicts of a result file's parts."""
    return known((n1, n2, n3, n7, n8, n9, n10, n11, n12, n13, n14, n15, n16, n17, n18, n19), data)
