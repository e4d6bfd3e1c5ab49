# SPDX-License-Identifier: Apache-2.0
"""Tables of the experiments in the lab that are not the paper's."""
import collections
import statistics

from .lines import label, needs
from .text import NOT_MEASURED, bullets, number, percent, table

# --- demo and associations ---------------------------------------------------------


@needs("demo")
def demo(data):
    from cloudmac_testbed.paper import plan

    paper = plan.FIGURES["fig6"].paper
    head = ("strategy", "median ms", "95 %, ms", "lost", "the paper's mean, ms")
    head += ("cross traffic up, Mb/s", "down, Mb/s")
    rows = [
        (
            label(name),
            number(one["median_ms"]),
            number(one["p95_ms"]),
            f"{one['lost']} of {one['n'] + one['lost']}",
            number(paper.get(name)),
            number(one["cross_up_mbps"], ".1f"),
            number(one["cross_down_mbps"], ".1f"),
        )
        for name, one in data["strategies"].items()
    ]
    return table(head, rows)


@needs("association")
def association(data):
    head = ("security", "attempts", "successes", "key management", "SAE handshakes", "median s")
    rows = [
        (
            name.upper(),
            data[name]["attempts"],
            data[name]["successes"],
            data[name]["key_mgmt"],
            data[name]["sae_handshakes"],
            number(data[name]["median_s"]),
        )
        for name in ("wpa2", "wpa3")
    ]
    return table(head, rows)


@needs("first-contact")
def first_contact(data):
    head = ("first contacts", "median ms", "95 %, ms", "99 %, ms", "longest ms")
    values = (number(data[name], ".1f") for name in ("median_ms", "p95_ms", "p99_ms", "longest_ms"))
    return table(head, [(data["contacts"], *values)])


COURSE = 6
"""Groups of first contacts, in their order, to show when the slow ones were."""


@needs("first-contact")
def first_contact_course(data):
    samples = data["samples_ms"]
    groups = min(COURSE, len(samples))
    rows = []
    for group in range(groups):
        start, end = (len(samples) * at // groups for at in (group, group + 1))
        some = samples[start:end]
        rows.append((f"{start + 1} to {end}", number(statistics.median(some), ".1f"), max(some)))
    return table(("contacts", "median ms", "longest ms"), rows)


@needs("several-radios")
def several_radios(data):
    head = ("radios", "starts", "on the air, median s", "longest s")
    head += ("association, median s", "longest s")
    rows = [
        (
            name,
            data["starts"],
            *(
                number(parts[part][value])
                for part in ("on_air", "association")
                for value in ("median_s", "longest_s")
            ),
        )
        for name, parts in data["radios"].items()
    ]
    return table(head, rows)


# --- the split -----------------------------------------------------------------------


@needs("split")
def split(data):
    head = ("part", "up, µs", "95 %", "down, µs", "95 %")
    made = []
    for clock in ("virtual", "real"):
        for size, found in data[clock].items():
            rows = [
                (
                    part,
                    *(number(found[way]["us"][part][key], ".1f") for way in WAYS for key in KEYS),
                )
                for part in found["up"]["us"]
            ]
            made.append(f"Echoes of {size} octets, {clock} clock:\n\n{table(head, rows)}")
    return "\n".join(made)


WAYS, KEYS = ("up", "down"), ("median", "p95")


@needs("split")
def split_octets(data):
    found = next(iter(data["virtual"].values()))
    rows = [
        (point, *(f"{found[way]['added_octets'][point]:+g}" for way in WAYS))
        for point in found["up"]["added_octets"]
    ]
    return table(("where", "octets more than the Ethernet frame, up", "down"), rows)


@needs("cost")
def cost(data):
    from cloudmac_testbed.sizing import cost as declared

    head = ("part", "way", "octets", "kernel, µs", "programs, µs", "together, µs", "least, µs")
    head += ("frames lost",)
    rows = []
    for part, loads in data["parts"].items():
        for load, found in loads.items():
            way, octets = load.split("_")
            lost = sum(one[part][load].get("lost", 0) for one in data["rounds"])
            keys = ("kernel_us", "programs_us", "us", "least_us")
            cells = [number(found[key], ".1f") for key in keys]
            rows.append((declared.PARTS[part], way, octets, *cells, lost))
    boots = f"{len(data['rounds'])} boots of each part, {data['frames']} frames a load; medians.\n"
    return f"{boots}\n{table(head, rows)}"


# --- sizing ------------------------------------------------------------------------------

SERIES = {
    "vaps": "WPA2, one namespace",
    "vaps-apart": "WPA2, a namespace each",
    "vaps-open": "open, one namespace",
    "stations": "WPA2, one VAP",
}


@needs("sizing", NOT_MEASURED)
def sizing(data):
    head = ("series", "VAPs", "stations", "MB for each VAP more", "of it hostapd", "idle, %")
    head += ("association, ms", "associations/s", "begun anew", "up 1,400 octets, µs", "lost")
    rows = [
        (
            SERIES[name],
            step["vaps"],
            step["stations"],
            number(step["memory_mb_per_vap"], ".2f"),
            number(step["hostapd_mb_per_vap"], ".2f"),
            number(step["idle_processor_percent"], ".2f"),
            number(step["association"]["us"] / 1e3, ".1f"),
            number(step["association"]["per_s"], ".0f"),
            step["association"]["anew"],
            number(step["up_1400"]["us"], ".1f"),
            step["up_1400"]["lost"],
        )
        for name, steps in data["series"].items()
        for step in steps
    ]
    return table(head, rows)


@needs("sizing")
def sizing_findings(data):
    series, sentences = data["series"], []
    for name in ("vaps", "vaps-apart"):
        if name in series:
            first, last = series[name][0], series[name][-1]
            sentences.append(
                f"{SERIES[name]}: an association takes {_ms(first)} ms of a processor with "
                f"{first['vaps']} VAP, and {_ms(last)} ms with {last['vaps']}."
            )
            if last["memory_mb_per_vap"]:
                sentences.append(
                    f"{SERIES[name]}: each VAP more takes {number(last['memory_mb_per_vap'], '.2g')} "
                    f"MB at {last['vaps']} VAPs."
                )
    if "stations" in series:
        first, last = series["stations"][0], series["stations"][-1]
        sentences.append(
            f"One VAP: an association takes {_ms(first)} ms with {first['stations']} stations, and "
            f"{_ms(last)} ms with {last['stations']}."
        )
    return bullets(sentences)


def _ms(step):
    return number(step["association"]["us"] / 1e3, ".2g")


# --- handovers ---------------------------------------------------------------------------

SYSTEMS = ("cloudmac", "plain", "802.11r")


@needs("handover", NOT_MEASURED)
def handover(data):
    head = ("walks", "crossings", "lost", "twice", "gap, ms: median", "99 %", "longest")
    head += ("without a crossing, 99 %", "TCP: mean dip", "most")
    rows = []
    for name in (*SYSTEMS, *data["series"]):
        entry = data[name] if name in SYSTEMS else data["series"][name]
        if not entry["crossings"] and name in SYSTEMS:
            continue
        gap, still = entry["gap_ms"], entry["still_ms"]
        rows.append(
            (
                f"all of {name}" if name in SYSTEMS else name,
                entry["crossings"],
                f"{entry['lost']} of {entry['sent']}" if entry["sent"] else "",
                entry["duplicated"] if entry["sent"] else "",
                number(gap["p50"], ".2f"),
                number(gap["p99"], ".2f"),
                number(gap["max"], ".2f"),
                number(still["p99"], ".2f"),
                percent(entry["tcp_dip"]),
                percent(entry.get("tcp_dip_max")),
            )
        )
    how = (
        'A gap "without a crossing" is the same time without a handover. The TCP dip is by how much a '
        "flow falls in the second after a crossing.\n"
    )
    return f"{how}\n{table(head, rows)}"


@needs("handover")
def handover_findings(data):
    from cloudmac_testbed.handover import plan

    walks = [one.name for one in plan.series()]
    made = [name for name in walks if name in data["series"]]
    speeds = sorted(entry["speed"] for entry in data["series"].values())
    sentences = []
    if speeds:
        sentences.append(
            f"The lab ran at {speeds[0]:.2f} to {speeds[-1]:.2f} of real time, as the controller saw it."
        )
    sentences.append(f"Of the full run's {len(walks)} walks {len(made)} were made: those above.")
    return bullets(sentences)


@needs("chaos", NOT_MEASURED)
def chaos(data):
    outcomes = data["outcomes"]
    done = outcomes.get("done", 0)
    calm = [seconds for _, seconds in data["calm_s"]]
    times = sorted(value for value in data["handover_ms"] if value is not None)
    rows = [
        ("handovers wanted", data["wanted"]),
        ("requests", data["asked"]),
        ("handovers done", done),
        ("requests that named the WTP that serves already", outcomes.get("stayed", 0)),
        ("requests undone", outcomes.get("undone", 0)),
        *((f"killed: {kind}", count) for kind, count in sorted(data["faults_by_kind"].items())),
        ("violations", data["violations"]),
        ("stations that got keys anew without a reason", len(data["rekeyed"])),
        (
            "key handshakes after the first ones, with or without a reason",
            sum(station["new_keys"] for station in data["stations"].values()),
        ),
        ("a handover, median, ms", number(statistics.median(times), ".0f") if times else ""),
        ("a handover, 99 %, ms", number(_share(times, 0.99), ".0f") if times else ""),
        ("in order after, median, s", number(statistics.median(calm), ".1f") if calm else ""),
        ("in order after, longest, s", number(max(calm), ".1f") if calm else ""),
    ]
    return table(("", ""), rows) + _ended_early(data)


def _ended_early(data):
    """Returns a sentence if the run was interrupted before all handovers were done."""
    from cloudmac_testbed.chaos.run import MOST_REQUESTS

    if data["handovers"] >= data["wanted"] or data["asked"] >= MOST_REQUESTS * data["wanted"]:
        return ""
    return (
        f"\nThe run was ended early, after {data['asked']:,} requests. So {data['handovers']:,} of the "
        f"{data['wanted']:,} handovers were done.\n"
    )


@needs("chaos")
def chaos_refusals(data):
    """Returns the table of the requests that were undone, by step and reason."""
    counts = collections.Counter()
    for text, count in data["refusals"].items():
        counts[_refusal(text)] += count
    rows = [(*words, count) for words, count in counts.most_common()]
    return (
        f"Requests that were undone:\n\n{table(('step', 'reason', 'times'), rows)}" if rows else ""
    )


STEPS = ("lease at the new WTP", "uplink by the new WTP", "downlink by the new WTP")
REASONS = {
    "flow rules are missing": "flow rules were missing at a switch",
    "not admitted": "the new WTP was not admitted",
    "is not connected": "a switch was not connected",
    "Connection reset": "the agent's connection ended",
    "Connection aborted": "the controller's connection ended",
}


def _refusal(text):
    """Returns the step and the reason of a refused handover."""
    step = next((one for one in STEPS if one in text), "before the first step")
    return step, next((words for part, words in REASONS.items() if part in text), "another one")


@needs("chaos")
def chaos_calm(data):
    kinds = {}
    for after, seconds in data["calm_s"]:
        kinds.setdefault(after, []).append(seconds)
    rows = [
        (
            after,
            len(values),
            number(statistics.median(values), ".1f"),
            number(max(values), ".1f"),
        )
        for after, values in sorted(kinds.items())
    ]
    return table(("after", "times", "in order after, median s", "longest s"), rows)


def _share(ordered, share):
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


PARTS = {
    "demo table": demo,
    "association table": association,
    "first-contact table": first_contact,
    "first-contact course": first_contact_course,
    "several-radios table": several_radios,
    "split table": split,
    "split octets": split_octets,
    "cost table": cost,
    "sizing table": sizing,
    "sizing findings": sizing_findings,
    "handover table": handover,
    "handover findings": handover_findings,
    "chaos table": chaos,
    "chaos refusals": chaos_refusals,
    "chaos calm": chaos_calm,
}
