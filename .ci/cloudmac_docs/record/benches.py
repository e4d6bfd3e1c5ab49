# SPDX-License-Identifier: Apache-2.0
"""Tables of the benchmarks."""
import statistics

from .lines import needs
from .origin import commit
from .text import NOT_MEASURED, bullets, listed, number, table

SOUTHBOUND = (
    ("switches", "simulated switches", "", "d"),
    ("ports_each", "ports of each", "", "d"),
    (
        "bring_up_s",
        "from the first connection until all are in the operational datastore",
        "s",
        ".1f",
    ),
    ("bulk_changes_per_s", "changes, one PATCH for all switches", "1/s", ".0f"),
    ("changes_per_s", "changes, each a PUT by itself", "1/s", ".0f"),
    ("clients", "clients of these PUTs", "", "d"),
    ("bulk_cpu_ms_per_change", "processor time of a change in the PATCH", "ms", ".2g"),
    ("cpu_ms_per_change", "processor time of a PUT", "ms", ".2g"),
    ("vs_vsctl_ratio", "one change by RESTCONF to the same by ovs-vsctl", "times", ".2g"),
    ("rss_idle_mb", "memory (RSS) of the controller, idle", "MB", ".0f"),
    ("rss_after_bring_up_mb", "after all switches are up", "MB", ".0f"),
    ("rss_mb", "at the end", "MB", ".0f"),
    ("random_sequences", "random sequences on a real ovsdb-server", "", "d"),
    ("mismatches", "of these, ended with a wrong switch", "", "d"),
    ("connections_lost", "connections lost", "", "d"),
    ("failover_s", "next change after kill -9 of the owner, cluster of three, median", "s", ".1f"),
    ("load", "load of the machine during it", "", ".1f"),
)


@needs("ovsdb", NOT_MEASURED)
def southbound(data):
    rows = [
        (words, number(data[key], form), unit)
        for key, words, unit, form in SOUTHBOUND
        if data.get(key) is not None
    ]
    for key, words in (("raw_one_change_s", "RESTCONF"), ("raw_vsctl_s", "ovs-vsctl")):
        if data.get(key):
            value = number(1e3 * statistics.median(data[key]), ".1f")
            rows.append((f"one change by {words}, median", value, "ms"))
    return table(("", "measured", "unit"), rows)


@needs("ovsdb")
def southbound_findings(data):
    """Returns what a change costs in one PATCH and by itself."""
    bulk, alone = data.get("bulk_cpu_ms_per_change"), data.get("cpu_ms_per_change")
    if not bulk or not alone:
        return ""
    return bullets(
        [
            f"A change by a PUT of its own takes {number(alone / bulk, '.2g')} times the processor "
            "time of a change in one PATCH for all switches."
        ]
    )


@needs("ovs")
def series(data):
    rows = []
    for name, found in data["types"].items():
        low, high = found["interval"]
        same = {True: "yes", False: "no", None: ""}[found["same_settings"]]
        rows.append(
            (
                f"`{name}`",
                found["over"],
                number(found["ratio"], ".2f"),
                f"{low:.2f} to {high:.2f}",
                same,
                number(found["mbps"].get("plain"), ".0f"),
                number(found["mbps"]["patched"], ".0f"),
            )
        )
    head = ("type", "compared with", "patched to it", "confidence of 95 %", "same in the kernel")
    how = f"{data['rounds']} rounds of {data['seconds']:g} s; medians.\n"
    return f"{how}\n{table((*head, 'unpatched, Mb/s', 'patched, Mb/s'), rows)}"


@needs("ovs")
def series_findings(data):
    other = [f"`{name}`" for name, one in data["types"].items() if one["same_settings"] is False]
    slower = [
        f"`{name}`"
        for name, one in data["types"].items()
        if one["over"] == "plain" and one["interval"][1] < 1
    ]
    return bullets(
        [
            f"The builds leave another state in the kernel for {listed(other)}."
            + (" For SFQ they set another number of flows." if "`linux-sfq`" in other else "")
            if other
            else "Both builds leave the kernel in the same state for each type that both have.",
            f"The interval of the ratio is below one for {listed(slower)}."
            if slower
            else "For no type is the whole interval of the ratio below one.",
            'The column "same in the kernel" decides. Packets of both builds pass through the same '
            "kernel. Where both leave the same qdiscs and classes, nothing can take longer, and a "
            "ratio shows only how much rounds differ.",
            "A type that only the series has is compared with no QoS. Its qdisc's own work on each "
            "packet is what it costs.",
        ]
    )


@needs("ovs-upstream")
def upstream(data):
    kinds = sorted({kind for found in data["outcomes"].values() for kind in found})
    rows = [
        (build, sum(found.values()), *(found.get(kind, 0) for kind in kinds))
        for build, found in data["outcomes"].items()
    ]
    only, failed = data["failed_only_patched"], data["failed_again"]
    return (
        table(("build", "tests", *kinds), rows)
        + "\n"
        + bullets(
            [
                f"Failed only when patched, at the first try: {listed(only) or 'none'}.",
                f"Of these, failed alone too: {listed(failed) or 'none'}.",
            ]
        )
    )


FORWARDERS = {"agent": "agent", "bridge": "bridge", "plain": "plain loop", "xdp": "AF_XDP"}


@needs("hostap", NOT_MEASURED)
def hostap(data):
    rows = []
    for count, one in enumerate(data["rounds"], 1):
        faults = [*one["not_in_exceptions"], *one["stock_failed"]]
        rows.append((count, one["stock_passed"], one["passed"], listed(faults) or "none"))
    head = ("round", "passed on stock radios", "passed on VAP radios", "failed without a reason")
    return table(head, rows)


@needs("hostap")
def hostap_exceptions(data):
    rows = [(f"`{name}`", reason) for name, reason in data["exceptions"].items()]
    return table(("passes on stock radios only", "reason"), rows) if rows else ""


@needs("agent-bench", NOT_MEASURED)
def agent(data):
    """Returns the verdict of the benchmark and the table of its rows. AF_XDP may be missing."""
    names = [name for name in FORWARDERS if name in data["rows"][0]]
    first, *others = (FORWARDERS[name] for name in names)
    head = ["kernel receives on", "way", "octets", f"{first}, kpps", *others]
    head += [f"agent to {name}" for name in others]
    head += [f"{first}, µs (median)", *others]
    rows = [
        (
            f"the {row['placement']}'s core",
            row["direction"],
            row["size"],
            *(number(row[name]["pps"] / 1e3, ".1f") for name in names),
            *(number(row[f"agent_to_{name}"], ".2f") for name in names[1:]),
            *(number(row[name]["latency_us_median"], ".1f") for name in names),
        )
        for row in data["rows"]
    ]
    how = f"{data['rounds']} rounds of {data['seconds']:g} s. {_agent_verdict(data)}\n"
    return f"{how}\n{table(head, rows)}{_af_xdp(data)}"


def _af_xdp(data):
    """Returns a sentence about AF_XDP on one core; an empty text if it was not measured."""
    ratios = [
        row["xdp_to_bridge"]
        for row in data["rows"]
        if row["placement"] == "forwarder" and "xdp" in row
    ]
    if not ratios:
        return ""
    least = data["goals"]["forwarder"][1]
    reached = sum(ratio >= least for ratio in ratios)
    return (
        "\nWith all on one core, the forwarder that only passes frames between rings of AF_XDP in generic "
        f"mode reaches {least:g} of the bridge in {reached} of {len(ratios)} rows.\n"
    )


def _agent_verdict(data):
    """Returns the verdict of the benchmark and its bounds as sentences."""
    sizes = listed(str(size) for size in data["bounds"]["sizes"])
    bounds = " ".join(
        f"If the kernel receives on the {placement}'s core, the bound is {least:g} times {_other(key)}'s frames."
        for placement, (key, least) in data["bounds"].items()
        if placement != "sizes"
    )
    return f"The benchmark's verdict is {data['verdict']}, for {sizes} octets. {bounds}"


def _other(ratio):
    return f"the {FORWARDERS[ratio.removeprefix('agent_to_')]}"


@needs("agent-scheduler", NOT_MEASURED)
def scheduler(data):
    """Returns the agent's processor time of a frame with and without the scheduler, by case."""
    rows = [
        (
            row["stations"],
            row["rates"],
            row["size"],
            number(row["off_us"], ".2f"),
            number(row["on_us"], ".2f"),
            number(row["ratio"], ".3f"),
            f"{row['interval'][0]:.3f} to {row['interval'][1]:.3f}",
            row["alternations"],
            row["failed"],
        )
        for row in data["rows"]
    ]
    head = ("stations", "rates of a frame", "octets", "off, µs", "on, µs", "on to off")
    head += ("confidence of 95 %", "alternations", "failed frames")
    how = (
        f"{data['agents']} agents, one after the other, {data['frames']} frames a measurement; medians. "
        f"The benchmark's verdict is {data['verdict']}. The bound is {data['bound']:g} for the median ratio "
        "of each case.\n"
    )
    return f"{how}\n{table(head, rows)}"


@needs("agent-stall", NOT_MEASURED)
def stall(data):
    names = {
        "quiet": "nothing else",
        "flood": f"{data['rate']} strangers a second connect to the control port",
        "operations": f"a lease comes and goes; each change takes the radio {data['operation_ms']} ms",
    }
    rows = [
        (
            names[kind],
            data[kind]["frames"],
            *(number(data[kind][f"{part}_ms"], ".3f") for part in ("p50", "p99", "p999", "worst")),
            number(data["p99_added_ms"][kind], ".3f") if kind in data["p99_added_ms"] else "",
        )
        for kind in names
    ]
    head = ("beside", "frames", "median, ms", "99 %", "99.9 %", "worst", "added to 99 %")
    return table(head, rows)


PARSERS = {
    "wire": "frames, radio tags, radiotap and announcements on the wire; agent and driver share it",
    "agent-downlink": "frames that the wire delivers to an agent",
    "agent-uplink": "frames that a radio delivers to an agent, and echoes of its own",
    "agent-segments": "segments that the wire delivers to an agent",
    "agent-radiotap": "what the agent takes from radiotap headers",
    "agent-config": "configuration files, INI and UCI",
    "agent-rpc": "JSON-RPC of the control connection",
    "agent-hostapd": "answers and events of hostapd",
    "medium-commands": "commands to the simulated medium",
}


@needs("fuzzing", NOT_MEASURED)
def fuzzing(data):
    nothing = {"executions": 0, "inputs": 0, "octets": 0}
    rows = []
    for name, words in PARSERS.items():
        found = data["targets"].get(name, nothing)
        counts = [f"{found[key]:,}" for key in ("executions", "inputs", "octets")]
        rows.append((f"`{name}`", words, *counts, commit(found)))
    head = ("target", "input", "executions", "corpus, inputs", "octets", "commit of the program")
    return table(head, rows)


PARTS = {
    "ovsdb table": southbound,
    "ovsdb findings": southbound_findings,
    "ovs table": series,
    "ovs findings": series_findings,
    "ovs-upstream table": upstream,
    "hostap table": hostap,
    "hostap exceptions": hostap_exceptions,
    "agent-bench table": agent,
    "agent-scheduler table": scheduler,
    "agent-stall table": stall,
    "fuzzing table": fuzzing,
}
