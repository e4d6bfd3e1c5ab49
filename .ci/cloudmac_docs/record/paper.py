# SPDX-License-Identifier: Apache-2.0
"""Tables of the paper's figures 4 to 7, beside the paper's numbers; and all parts of its pages."""
from cloudmac_testbed.paper.figures import KINDS, PAPERS_KIND

from . import rates
from .lines import NOTABLE, data_of, label, needs, paper_value, ratio, repetitions, short
from .lines import short_names, succeeded
from .text import NOT_MEASURED, bullets, number, standard_error, table
from .verdicts import best, causes, far_sentence, off


# --- figure 4, management -----------------------------------------------------------


def attempts(figure, data):
    """Returns the table of attempts, each class of patience by itself: the share, and how many of
    how many succeeded."""
    compared = figure == "fig4"
    head = ["line", *(f"waits {kind}, %" for kind in KINDS), "all three, %", "attempts"]
    head += ["no response", "no connection", "connected after, s (median)"]
    head += ["the paper, %", f"{PAPERS_KIND} to the paper's"] if compared else []
    rows = []
    for name, line in data["lines"].items():
        kinds, failures = line["by_patience"], line["failures"]
        row = [label(name)]
        for kind in KINDS:
            done, tried = succeeded(line, kind)
            row.append(f"{number(kinds[kind], '.1f')} ({done} of {tried})")
        row += [number(line["ours"], ".1f"), line["n"]]
        row += [failures["no response"], failures["no connection"]]
        row += [number(line.get("connected_s_median"), ".2f")]
        if compared:
            paper, _ = paper_value(figure, name)
            row += [number(paper, "g"), ratio(kinds[PAPERS_KIND], paper)]
        rows.append(row)
    return table(head, rows)


@needs("fig4", NOT_MEASURED)
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
    sentences = [f"All attempts of all classes succeed with {short_names(all_)}."] if all_ else []
    for name, line in lines.items():
        if line["ours"] < 100:
            shares = [
                f"{done} of {tried} (waits {kind})"
                for kind in KINDS
                for done, tried in [succeeded(line, kind)]
            ]
            sentences.append(f"Attempts that succeed with {short(name)}: {', '.join(shares)}.")
    sentences.append(
        f"Stations that wait {PAPERS_KIND}. {far_sentence(far)}"
        if far
        else f"Stations that wait {PAPERS_KIND} are within a quarter of the paper's values."
    )
    return bullets(sentences)


@needs("management-connect", NOT_MEASURED)
def management_connects(data):
    return attempts("management-connect", data)


# --- figure 5, management -----------------------------------------------------------


def responses(figure, data):
    """Returns the table of probe responses."""
    compared = figure == "fig5"
    head = ["line", "repetitions", "requests", "without a response", "median ms", "mean ms"]
    head += ["standard error of the mean", "95 %, ms"]
    head += ["the paper, ms", "of", "ours to the paper's"] if compared else []
    rows = []
    for name, line in data["lines"].items():
        values = {**line, line["quantity"]: line["ours"]}
        row = [label(name), repetitions(line), line["n"], line["none"]]
        row.append(number(values["median_ms"]))
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


@needs("fig5", NOT_MEASURED)
def probe_responses(data):
    return responses("fig5", data)


@needs("management-probe", NOT_MEASURED)
def management_responses(data):
    return responses("management-probe", data)


@needs("fig5")
def probe_findings(data):
    return bullets([best(data), off("fig5", data)])


# --- figures 6 and 7 -------------------------------------------------------------


FRAME_MS = 8 * (1500 + 14 + 24) / 100e6 * 1e3
"""A full Ethernet frame with preamble, frame check and gap at 100 Mb/s, in ms."""


@needs("fig6", NOT_MEASURED)
def round_trips(data):
    lines = data["lines"]
    idle, paper_idle = lines.get("idle", {}).get("ours"), paper_value("fig6", "idle")[0]
    head = ("line", "repetitions", "round trips", "lost", "mean ms", "standard error")
    head += ("median ms", "95 %, ms")
    head += ("the paper's mean", "ours to the paper's", "above idle, ours", "the paper's")
    rows = []
    for name, line in lines.items():
        paper, _ = paper_value("fig6", name)
        compared = idle is not None and paper and name not in ("idle", "ref1")
        rows.append(
            (
                label(name),
                repetitions(line),
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
    sentences = [best(data), off("fig6", data)]
    if {"cloudmac", "idle"} <= set(lines):
        more = lines["cloudmac"]["ours"] - lines["idle"]["ours"]
        sentences.append(
            f"CloudMAC's own policy is {number(more, '.3g')} ms above idle. On a full link half a "
            f"full frame is on the wire in the mean, which is {number(FRAME_MS, '.2g')} ms for "
            "both ways together."
        )
    return bullets(sentences)


@needs("fig7", NOT_MEASURED)
def over_time(data):
    head = ("line", "repetitions", "before, ms", "with cross traffic, ms", "after, ms")
    rows = [
        (
            label(name),
            repetitions(line),
            *(number(_value(line, key)) for key in ("before_ms", "during_ms", "after_ms")),
        )
        for name, line in data["lines"].items()
    ]
    how = (
        'The column "with cross traffic" takes its second half. "After" starts when the queue had a '
        "second to drain.\n"
    )
    return f"{how}\n{table(head, rows)}"


def _value(line, key):
    return line["ours"] if line["quantity"] == key else line.get(key)


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
        f"The same lab by a real clock:\n\n{table(head, rows)}\n"
        f"Result file: [idle-real-time.json](../measured/idle-real-time.json), "
        f"`{data['command']}`, {data['machine']}.\n"
    )


PARTS = {
    "fig3 table": rates.throughput_ratios,
    "fig3 findings": rates.throughput_findings,
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
    "fig8 table": rates.station_rates,
    "fig8 findings": rates.station_findings,
    "fig8 run": rates.run_of_cross,
    "fig9 run": rates.shared_run("fig9"),
    "fig10 run": rates.shared_run("fig10"),
    "fig8 causes": causes("fig8"),
    "fig8 delays": rates.delays,
    "fig8 chosen-delays": rates.chosen_delays,
    "fig9 table": rates.cross("fig9", "fq_codel"),
    "fig9 findings": rates.cross_findings("fig9", "fq_codel"),
    "fig10 table": rates.cross("fig10", "htb"),
    "fig10 findings": rates.cross_findings("fig10", "htb"),
    "fig10 causes": causes("fig10"),
    "management-connect table": management_connects,
    "management-probe table": management_responses,
}
