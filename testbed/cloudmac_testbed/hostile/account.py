# SPDX-License-Identifier: Apache-2.0
"""Judges a hostile neighbourhood: losses, restarts, memory, and attacks that did not arrive. Does no
I/O."""
import math
import re

SIGNIFICANCE = 0.01
LIMITS_KB = {
    "cloudmac-wtp": 4096,
    "hostapd": 16384,
    "ovs-vswitchd": 65536,
    "ovsdb-server": 8192,
    "wpa_supplicant": 4096,
    "cloudmac-vapd": 2048,
    "kernel slab": 65536,
    "controller heap": 65536,
}
"""Program -> how much it may grow. The medium is no part of the network."""
PROGRAMS = ("cloudmac-wtp", "hostapd", "ovs-vswitchd")
"""The programs that attackers reach, whose growth is summed up in one number."""
AUTHENTICATED = re.compile(r"STA (\S+) IEEE 802.11: authenticated$", re.M)
TOO_SHORT = "too short payload"
LOST_WTP = re.compile(r"WTP (\S+) \(.*\) is lost: ")
"""In the controller's log."""
HEAP = re.compile(
    r"^ *(?:garbage-first heap|def new generation|tenured generation|PSYoungGen|ParOldGen) +"
    r"total \d+K, used (\d+)K",
    re.M,
)
"""Lines of jcmd's GC.heap_info, by collector."""


# --- losses ----------------------------------------------------------------------------------


def losses(phase):
    """Returns ``sent`` and ``lost`` of all traffic of all stations in a phase."""
    kinds = [kind for station in phase["stations"].values() for kind in station.values()]
    return {key: sum(kind[key] for kind in kinds) for key in ("sent", "lost")}


def air_share(phase):
    """Returns the share of the air that the frames of the attackers' radio took, from 0 to 1."""
    return phase["air"]["radio_us"] / phase["seconds"] / 1e6


def _log_choose(n, k):
    return math.lgamma(n + 1) - math.lgamma(k + 1) - math.lgamma(n - k + 1)


def chance(lost, other, share):
    """Returns the probability that of ``lost + other`` losses at least ``lost`` are in a phase that
    has ``share`` (0 to 1, exclusive) of the frames at risk, if both phases lose alike."""
    total = lost + other
    return sum(
        math.exp(_log_choose(total, k) + k * math.log(share) + (total - k) * math.log(1 - share))
        for k in range(lost, total + 1)
    )


def explained(control, attack):
    """Returns the largest number of losses of the attack phase that the attackers' airtime explains.

    The control phase shows what frames lose beside harmless ones. The risk of a frame grows with the
    airtime of the others' frames, so the number at risk is ``sent`` times air_share(). One more loss
    has a probability below SIGNIFICANCE, if both phases lose alike. That is the conditional test of
    two Poisson rates (Przyborowski and Wilenski, 1940). However much the control phase lost, a share
    of the air explains no larger share of the frames. Raises ValueError if a phase has no airtime.
    """
    risks = [losses(phase)["sent"] * air_share(phase) for phase in (control, attack)]
    if not all(risks):
        raise ValueError("the frames of the attackers' radio took no airtime")
    share = risks[1] / sum(risks)
    control_lost = losses(control)["lost"]
    # The expected number is always explained.
    lost = int(control_lost * risks[1] / risks[0])
    while chance(lost + 1, control_lost, share) >= SIGNIFICANCE:
        lost += 1
    return min(lost, int(risks[1]))


# --- processes and memory --------------------------------------------------------------------


def restarts(before, after):
    """Returns the programs that ended, started again or are new, as "PROGRAM PID"."""
    changed = {
        name
        for name in before.keys() & after.keys()
        if before[name]["start"] != after[name]["start"]
    }
    return sorted(changed | (before.keys() ^ after.keys()))


def growth(before, after):
    """Returns program -> growth in KB of that process of it which grew most."""
    found = {}
    for name in before.keys() & after.keys():
        program = name.split()[0]
        more = after[name]["rss_kb"] - before[name]["rss_kb"]
        found[program] = max(more, found.get(program, more))
    return dict(sorted(found.items()))


def more(before, after):
    """Returns the members that grew, and by how much."""
    return {name: after[name] - before[name] for name in after if after[name] > before[name]}


def changes(before, after):
    """Returns the counters that changed, and by how much."""
    grown = {name: count - before.get(name, 0) for name, count in after.items()}
    return {name: count for name, count in grown.items() if count}


def above_limits(grown):
    """Returns the programs that grew by more than their limit."""
    return sorted(name for name, limit in LIMITS_KB.items() if grown.get(name, 0) > limit)


def heap_kb(text):
    """Returns the used heap in a report of jcmd's GC.heap_info. Raises ValueError for another
    text."""
    used = [int(number) for number in HEAP.findall(text)]
    if not used:
        raise ValueError(f"no heap in {text!r}")
    return sum(used)


# --- attacks that arrive -----------------------------------------------------------------------


def _matches(rule):
    """Returns the fields that a rule matches, without table and priority."""
    return re.sub(r"^priority=\d+,?", "", rule.split(" actions=")[0])


def unmatched(rules):
    """Returns the CloudMAC frames that no rule of a switch but the last one matched. rules: of
    inspection.rule_counts()."""
    return sum(
        count
        for rule, count in rules
        if _matches(rule) == "dl_type=0x1337" and rule.endswith("actions=drop")
    )


def readings(counters, refused, log, stations, switch):
    """Returns counter -> value. counters: of inspection.counters(); refused: the controller's
    entries of frames that it dropped; log: of the attacked VAP's hostapd; stations: addresses of the
    associated stations; switch: that of the attackers' WTP."""
    authenticated = AUTHENTICATED.findall(log)
    own = sum(address in stations for address in authenticated)
    found = {
        "hostapd_authentications": own,
        "hostapd_strangers": len(authenticated) - own,
        "hostapd_short": log.count(TOO_SHORT),
        "switch_unmatched": unmatched(counters["switches"][switch]),
        "vap_unprotected": counters["vap_dropped"] - counters["vap_replays"],
        "vap_replays": counters["vap_replays"],
        "stations_dropped": counters["stations_dropped"],
        "owned_status_unmatched": counters["owned_driver"]["status_unmatched"],
    }
    for drops in counters["agents"].values():
        for reason, count in drops.items():
            found[f"agent_{reason}"] = found.get(f"agent_{reason}", 0) + count
    found |= {f"controller_{entry['reason']}": int(entry["frames"]) for entry in refused}
    return found | {f"driver_{name}": value for name, value in counters["driver"].items()}


def arrived(attacks, sent, before, after):
    """Returns attack -> ``sent`` frames, ``counted`` ones by the counters that show its arrival, and
    ``counted_by``: who counts, in words. before, after: readings()."""
    return {
        attack.name: {
            "sent": sent.get(attack.name, 0),
            # The controller lists only reasons that have occurred.
            "counted": sum(after.get(name, 0) - before.get(name, 0) for name in attack.counters),
            "counted_by": attack.counted,
        }
        for attack in attacks
    }


def silent(found, quiet, ratio):
    """Returns the attacks that sent nothing, or whose counters grew no more than without attackers.

    found, quiet: arrived() of the phases with and without attackers; ratio: how much longer the
    phase with them was."""
    return sorted(
        name
        for name, one in found.items()
        if not one["sent"] or one["counted"] <= ratio * quiet[name]["counted"]
    )
