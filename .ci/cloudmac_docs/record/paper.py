# SPDX-License-Identifier: Apache-2.0
"""Tables of the paper's figures, beside the paper's numbers."""
from cloudmac_testbed.paper.figures import KINDS, PAPERS_KIND

from .origin import EXPERIMENTS
from .text import bullets, listed, number, percent, standard_error, table

NOTABLE = 0.25


def label(name, line=None):
    """Returns the name of a line for readers."""
    from cloudmac_testbed.paper import plan

    known = {one.name: one.label for one in plan.ALL_LINES}
    return (line or {}).get("label") or known.get(name) or name.replace("_", " ")


SHORT = {
    "ref1": "reference 1",
    "ref2": "reference 2",
    "idle": "idle CloudMAC",
    "prio": "PRIO",
    "cake": "CAKE",
    "unframed": "the own policy without framing",
    "hardware": "a wire without a switch",
}


def short(name):
    """Returns the name of a line for prose."""
    return SHORT.get(name) or label(name)


def paper_value(figure, name):
    """Returns the paper's value of a line, and its quantity if it is another than the figure's;
    None for both without one."""
    from cloudmac_testbed.paper import plan

    value = plan.FIGURES[figure].paper.get(name)
    return (value[1], value[0]) if isinstance(value, tuple) else (value, None)


def ratio(ours, paper):
    """Returns ours to the paper's value as text."""
    return number(ours / paper, ".2f") if ours is not None and paper else ""


def data_of(name, measured):
    """Returns the content of an experiment's result file; None without one."""
    return EXPERIMENTS[name].data(measured)


def needs(name):
    """Returns a decorator: the function gets the content of the result file, and is not called
    without one."""

    def around(function):
        def made(measured):
            data = data_of(name, measured)
            return "" if data is None else function(data)

        return made

    return around


# --- figure 3 --------------------------------------------------------------------


@needs("fig3")
def throughput_ratios(data):
    head = ("line", "to no TC", "standard error", "Mb/s", "the paper", "ours to the paper's")
    rows = [
        (
            label(name, line),
            number(line["ours"], ".3f"),
            "" if name == "none" else number(standard_error(line.get("by_repetition")), ".3f"),
            number(line.get("mbps"), ".0f"),
            number(line["paper"], "g"),
            ratio(line["ours"], line["paper"]),
        )
        for name, line in data["lines"].items()
    ]
    return table(head, rows)


@needs("fig3")
def throughput_findings(data):
    lines = data["lines"]
    errors = {
        name: standard_error(line.get("by_repetition"))
        for name, line in lines.items()
        if name not in ("none", "hardware")
    }
    slower = [
        f"{short(name)} ({percent(1 - lines[name]['ours'])})"
        for name, error in errors.items()
        if error and 1 - lines[name]["ours"] > 2 * error
    ]
    return bullets(
        [
            f"Slower than no TC by more than two standard errors: {listed(slower)}."
            if slower
            else "No line is slower than no TC by more than two standard errors.",
            off(data),
        ]
    )


# --- figure 4, management ----------------------------------------------------------


def attempts(figure, data):
    """Returns the table of attempts, each class of patience by itself."""
    compared = figure == "fig4"
    head = ["line", *(f"waits {kind}, %" for kind in KINDS), "all three, %", "attempts"]
    head += ["no response", "no connection", "connected after, s (median)"]
    head += ["the paper, %", f"{PAPERS_KIND} to the paper's"] if compared else []
    rows = []
    for name, line in data["lines"].items():
        kinds, failures = line["by_patience"], line["failures"]
        row = [label(name), *(number(kinds[kind], ".1f") for kind in KINDS)]
        row += [number(line["ours"], ".1f"), line["n"]]
        row += [failures["no response"], failures["no connection"]]
        row += [number(line.get("connected_s_median"), ".2f")]
        if compared:
            paper, _ = paper_value(figure, name)
            row += [number(paper, "g"), ratio(kinds[PAPERS_KIND], paper)]
        rows.append(row)
    return table(head, rows)


@needs("fig4")
def connects(data):
    return attempts("fig4", data)


@needs("fig4")
def connect_findings(data):
    lines = data["lines"]
    all_ = [name for name, line in lines.items() if line["ours"] == 100]
    far = [
        f"{short(name)} {kinds[PAPERS_KIND] / paper - 1:+.0%}"
        for name, line in lines.items()
        for kinds in [line["by_patience"]]
        for paper, _ in [paper_value("fig4", name)]
        if paper and abs(kinds[PAPERS_KIND] / paper - 1) > NOTABLE
    ]
    sentences = [f"All attempts of all classes succeed with {_names(all_)}."] if all_ else []
    for name, line in lines.items():
        if line["ours"] < 100:
            shares = [
                f"{number(one, '.3g')} % of those that wait {kind}"
                for kind, one in line["by_patience"].items()
            ]
            sentences.append(f"{short(name)}: {', '.join(shares)}.")
    sentences.append(
        f"Stations that wait {PAPERS_KIND}. {_far(far)}"
        if far
        else f"Stations that wait {PAPERS_KIND} are within a quarter of the paper's values."
    )
    return bullets(sentences)


@needs("management-connect")
def management_connects(data):
    return attempts("management-connect", data)


# --- figure 5, management ----------------------------------------------------------


def responses(figure, data):
    """Returns the table of probe responses."""
    compared = figure == "fig5"
    head = ["line", "requests", "without a response", "median ms", "mean ms"]
    head += ["standard error of the mean", "95 %, ms"]
    head += ["the paper, ms", "of", "ours to the paper's"] if compared else []
    rows = []
    for name, line in data["lines"].items():
        values = {**line, line["quantity"]: line["ours"]}
        row = [label(name), line["n"], line["none"], number(values["median_ms"])]
        row += [number(values["mean_ms"]), number(standard_error(line["by_repetition"]), ".4f")]
        row.append(number(values["p95_ms"]))
        if compared:
            paper, other = paper_value(figure, name)
            quantity = other or "median_ms"
            row += [number(paper, "g"), QUANTITIES[quantity] if paper else ""]
            row.append(ratio(values[quantity], paper))
        rows.append(row)
    return table(head, rows)


QUANTITIES = {"median_ms": "median", "p95_ms": "95 %"}


@needs("fig5")
def probe_responses(data):
    return responses("fig5", data)


@needs("management-probe")
def management_responses(data):
    return responses("management-probe", data)


@needs("fig5")
def probe_findings(data):
    return bullets([best(data), off(data)])


# --- figures 6 and 7 -----------------------------------------------------------------


@needs("fig6")
def round_trips(data):
    lines = data["lines"]
    idle, paper_idle = lines.get("idle", {}).get("ours"), paper_value("fig6", "idle")[0]
    head = ("line", "round trips", "lost", "mean ms", "standard error", "median ms", "95 %, ms")
    head += ("the paper's mean", "ours to the paper's", "above idle, ours", "the paper's")
    rows = []
    for name, line in lines.items():
        paper, _ = paper_value("fig6", name)
        compared = idle is not None and paper and name not in ("idle", "ref1")
        rows.append(
            (
                label(name),
                line["n"],
                line["lost"],
                number(line["ours"]),
                number(standard_error(line["by_repetition"]), ".4f"),
                number(line["median_ms"]),
                number(line["p95_ms"]),
                number(paper, "g"),
                ratio(line["ours"], paper),
                number(line["ours"] - idle, ".3g") if compared else "",
                number(paper - paper_idle, ".3g") if compared else "",
            )
        )
    return table(head, rows)


@needs("fig6")
def round_trip_findings(data):
    lines = data["lines"]
    sentences = [best(data), off(data)]
    if {"cloudmac", "idle"} <= set(lines):
        more = lines["cloudmac"]["ours"] - lines["idle"]["ours"]
        sentences.append(
            f"CloudMAC's own policy is {number(more, '.3g')} ms above idle. On a full link half a "
            f"full frame is on the wire in the mean, which is {number(FRAME_MS, '.2g')} ms for "
            "both ways together."
        )
    return bullets(sentences)


@needs("fig7")
def over_time(data):
    head = ("line", "before, ms", "with cross traffic, ms", "after, ms")
    rows = [
        (
            label(name),
            *(number(_value(line, key)) for key in ("before_ms", "during_ms", "after_ms")),
        )
        for name, line in data["lines"].items()
    ]
    return table(head, rows)


def _value(line, key):
    return line["ours"] if line["quantity"] == key else line.get(key)


# --- figures 8 to 10 -----------------------------------------------------------------


@needs("fig8")
def station_rates(data):
    head = ("line", "repetitions", "mean Mb/s", "standard error", "least", "most")
    head += ("the paper's", "ours to the paper's")
    rows = []
    for name, line in data["lines"].items():
        paper, _ = paper_value("fig8", name)
        means = line["by_repetition"]
        rows.append(
            (
                label(name),
                line["n"],
                number(line["ours"]),
                number(standard_error(means), ".3f"),
                number(min(means)),
                number(max(means)),
                number(paper, "g"),
                ratio(line["ours"], paper),
            )
        )
    return table(head, rows)


@needs("fig8")
def station_findings(data):
    lines = data["lines"]
    sentences = [best(data), off(data)]
    if {"fifo", "ref2"} <= set(lines):
        fifo, routed = lines["fifo"]["ours"], lines["ref2"]["ours"]
        apart = abs(fifo - routed) / min(fifo, routed)
        words = "more" if apart > NOTABLE else "not more"
        sentences.append(
            f"FIFO and reference 2 differ by {percent(apart, '.0f')}: {words} than a quarter. "
            f"The paper's differ by {percent(_paper_apart(), '.0f')}."
        )
    return bullets(sentences)


def _paper_apart():
    """Returns by which share FIFO and reference 2 of the paper's figure 8 differ."""
    fifo, routed = paper_value("fig8", "fifo")[0], paper_value("fig8", "ref2")[0]
    return abs(fifo - routed) / min(fifo, routed)


def delays(measured):
    """Returns the table of figure 8 by repetition, and so by the link's delay."""
    data = data_of("fig8", measured)
    if data is None or not any(data.get("more_delay_us") or ()):
        return ""
    more = data["more_delay_us"]
    order = sorted(range(len(more)), key=more.__getitem__)
    head = ("delay added, µs", *(f"{more[number_]:+d}" for number_ in order))
    rows = [
        (label(name), *(number(line["by_repetition"][number_], ".2f") for number_ in order))
        for name, line in data["lines"].items()
        if len(line["by_repetition"]) == len(more)
    ]
    return table(head, rows)


def chosen_delays(measured):
    """Returns the table of the runs at single delays of the link."""
    data = measured.get("fig8-delays")
    if data is None:
        return ""
    rows = [
        (f"{delay} µs" if delay.isdecimal() else delay, line, len(rates), number(_mean(rates)))
        for delay, run in data["runs"].items()
        for line, rates in run["mbps"].items()
    ]
    made = table(("link's delay", "line", "repetitions", "mean Mb/s"), rows)
    air = [
        (
            one["line"],
            number(one["mbps"]),
            one["data"],
            one["acks"],
            one["data_tries"] + one["ack_tries"] - one["data"] - one["acks"],
        )
        for one in data["air"]["lines"]
    ]
    head = ("line", "Mb/s", "data frames", "TCP acknowledgements", "sent again on the air")
    source = "Result file: [fig8-delays.json](../measured/fig8-delays.json).\n"
    return f"{made}\n{table(head, air)}\n{source}"


def _mean(values):
    return sum(values) / len(values)


FRAME_MS = 8 * (1500 + 14 + 24) / 100e6 * 1e3
"""A full Ethernet frame with preamble, frame check and gap at 100 Mb/s, in ms."""
WAYS = ("with", "against")
WHEN = ("before", "during", "after")


def _cross_rows(figure, main, measured):
    data = data_of(figure, measured)
    if data is None:
        return None
    rows = []
    for name in (main, "cloudmac"):
        line = data["lines"].get(name)
        if not line or "with_before" not in line:
            continue
        values = [number(line[f"{way}_{when}"]) for way in WAYS for when in WHEN]
        error = line["deviation_mbps"] / line["n"] ** 0.5
        station = f"{number(line['station'])} ± {error:.2f}"
        rows.append((label(name), line["n"], station, *values))
    paper = {
        key: number(paper_value(figure, key)[0], "g")
        for key in ("station", *(f"{way}_{when}" for way in WAYS for when in WHEN))
    }
    values = [paper[f"{way}_{when}"] for way in WAYS for when in WHEN]
    rows.insert(1, (f"the paper, {label(main)}", "", paper["station"], *values))
    return rows


HOW_CROSS = "Mb/s; the station's with its standard error.\n"


def cross(figure, main):
    """Returns the function that makes the table of figure 9 or 10."""
    head = ["line", "repetitions", "the station"]
    head += [f"{way}, {when}" for way in ("station's way", "other way") for when in WHEN]

    def made(measured):
        rows = _cross_rows(figure, main, measured)
        return "" if rows is None else f"{HOW_CROSS}\n{table(head, rows)}"

    return made


def cross_findings(figure, main):
    """Returns the function that makes the remarks of figure 9 or 10."""

    def made(measured):
        data = data_of(figure, measured)
        line = (data or {"lines": {}})["lines"].get(main)
        if not line or "with_before" not in line:
            return ""
        far = []
        for key in ("station", *(f"{way}_{when}" for way in WAYS for when in WHEN)):
            paper, _ = paper_value(figure, key)
            if paper and abs(line[key] / paper - 1) > NOTABLE:
                words = key.replace("with_", "station's way ").replace("against_", "other way ")
                far.append(f"{words.replace('_', ' ')} {line[key] / paper - 1:+.0%}")
        sentences = [
            f"{label(main)}. {_far(far)}"
            if far
            else f"{label(main)} is within a quarter of the paper's values."
        ]
        own = data["lines"].get("cloudmac")
        if own and "with_during" in own:
            kept = {when: own[f"with_{when}"] / line[f"with_{when}"] for when in WHEN}
            sentences.append(
                f"Beside CloudMAC's own policy the cross traffic the station's way has "
                f"{percent(kept['during'])} of what {label(main)} leaves it. The station has "
                f"{number(own['station'])} instead of {number(line['station'])} Mb/s."
            )
            sentences.append(
                f"Both together: {number(own['with_during'] + own['station'])} Mb/s with "
                f"CloudMAC's own policy, {number(line['with_during'] + line['station'])} with "
                f"{label(main)}."
            )
        return bullets(sentences)

    return made


# --- all figures -----------------------------------------------------------------------


def off(data):
    """Returns a sentence about lines that are more than a quarter from the paper's value."""
    far = data.get("off_by_more_than_a_quarter")
    if not far:
        return "No line is more than a quarter from the paper's value."
    above = any(name in data.get("above_idle", ()) for name in far)
    note = " Delays under cross traffic are compared above idle." if above else ""
    return _far(short(name) + f" {share:+.0%}" for name, share in far.items()) + note


def _far(words):
    """Returns a sentence about what is more than a quarter from the paper's value."""
    return f"More than a quarter from the paper's value: {', '.join(words)}."


def best(data):
    """Returns a sentence about the rank of CloudMAC's own policy under cross traffic."""
    found = data.get("own_policy_best")
    if not found:
        return ""
    nearest, chance = short(found["nearest"]), found["by_chance"]
    among = "of the measured lines under cross traffic"
    if chance is None:
        few = f"{data['repetitions']} repetitions are too few to tell that from chance"
        if found["holds"]:
            return f"CloudMAC's own policy is the best {among}, with {nearest} next; {few}."
        return (
            f"CloudMAC's own policy is {percent(found['behind'], '.2f')} behind {nearest}; {few}."
        )
    error = f"standard error {percent(found['error'], '.2f')}"
    if chance > IMPROBABLE:
        return (
            f"CloudMAC's own policy cannot be told from {nearest}, the best other one {among} "
            f"({percent(found['behind'], '.2f')} behind, {error}). Chance alone parts two lines as "
            f"far in {percent(chance, '.0f')} of cases."
        )
    if found["holds"]:
        lead = abs(1 - found["value"] / found["rivals"][found["nearest"]])
        return (
            f"CloudMAC's own policy is the best {among}: {percent(lead, '.2f')} ahead of {nearest} "
            f"({error}). Chance alone parts two lines as far in {percent(chance, '.2g')} of cases."
        )
    return f"CloudMAC's own policy is {percent(found['behind'], '.2f')} ({error}) behind {nearest}."


IMPROBABLE = 0.05


def _names(names):
    return listed(short(name) for name in names)


def causes(figure):
    """Returns the function that makes the table of tested causes. They are in the figure's result
    file, or in one of their own."""

    def made(measured):
        found = []
        data = measured.get(figure) or {}
        if data.get("causes"):
            found.append((figure, data, data["causes"]))
        name = f"causes-{figure}"
        other = measured.get(name) or {"figures": {}}
        if other["figures"].get(figure):
            found.append((name, other, other["figures"][figure]))
        if not found:
            return "No suspected cause has been measured at this commit.\n"
        head = ("line", "quantity", "one thing changed", "as it is", "changed", "the paper")
        rows = [
            (
                label(cause["line"]),
                QUANTITY_WORDS.get(cause["quantity"], cause["quantity"]),
                cause["suspected"],
                _with_deviation(cause, 0, "ours"),
                _with_deviation(cause, 1, "changed"),
                number(cause["paper"], "g"),
            )
            for _, _, causes_ in found
            for cause in causes_
        ]
        sources = [
            f"[{source}.json](../measured/{source}.json), `{content['command']}`, "
            f"repetitions: {content['repetitions']}"
            for source, content, _ in found
        ]
        return f"{table(head, rows)}\nResult files: {'; '.join(sources)}.\n"

    return made


QUANTITY_WORDS = {
    "mean_ms": "mean ms",
    "median_ms": "median ms",
    "p95_ms": "95 %, ms",
    "mbps": "Mb/s",
    "with_during": "Mb/s, station's way",
    "against_during": "Mb/s, other way",
}


def _with_deviation(cause, place, key):
    deviation = (cause.get("deviations") or (None, None))[place]
    return number(cause[key]) + ("" if deviation is None else f" ± {number(deviation, '.2g')}")


def real_time(measured):
    """Returns the table of idle round trips in real time."""
    data = measured.get("idle-real-time")
    if data is None:
        return ""
    column = data["columns"].index("mean")
    virtual = (data_of("fig6", measured) or {"lines": {}})["lines"]
    rows = [
        (
            name,
            number(virtual.get(key, {}).get("ours")),
            ", ".join(number(run[column]) for run in data["lines"][name]),
            number(paper_value("fig6", key)[0], "g"),
        )
        for name, key in (("reference 1", "ref1"), ("CloudMAC", "idle"))
    ]
    head = ("idle, mean ms", "virtual clock", "real clock, runs", "the paper")
    return (
        f"{table(head, rows)}\nResult file: [idle-real-time.json](../measured/idle-real-time.json), "
        f"`{data['command']}`, {data['machine']}.\n"
    )


PARTS = {
    "fig3 table": throughput_ratios,
    "fig3 findings": throughput_findings,
    "fig4 table": connects,
    "fig4 findings": connect_findings,
    "fig5 table": probe_responses,
    "fig5 findings": probe_findings,
    "fig5 causes": causes("fig5"),
    "fig6 table": round_trips,
    "fig6 findings": round_trip_findings,
    "fig6 causes": causes("fig6"),
    "fig6 real-time": real_time,
    "fig7 table": over_time,
    "fig8 table": station_rates,
    "fig8 findings": station_findings,
    "fig8 causes": causes("fig8"),
    "fig8 delays": delays,
    "fig8 chosen-delays": chosen_delays,
    "fig9 table": cross("fig9", "fq_codel"),
    "fig9 findings": cross_findings("fig9", "fq_codel"),
    "fig10 table": cross("fig10", "htb"),
    "fig10 findings": cross_findings("fig10", "htb"),
    "fig10 causes": causes("fig10"),
    "management-connect table": management_connects,
    "management-probe table": management_responses,
}
