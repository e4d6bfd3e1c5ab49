# SPDX-License-Identifier: Apache-2.0
"""Tables of ``lab run hybrid``: the policies for CloudMAC's frames."""
from .lines import needs
from .text import NOT_MEASURED, bullets, number, percent, table


@needs("hybrid", NOT_MEASURED)
def hybrid_candidates(data):
    direct = set(data["directly"])
    rows = [
        (f"`{name}`", words, "no, by the lab" if name in direct else "yes")
        for name, words in data["what"].items()
    ]
    loads = ", ".join(f"{name} {mbps:g} Mb/s each way" for name, mbps in data["loads_mbps"].items())
    how = f"Loads of CloudMAC: {loads}. {data['seconds']} s after {data['warm_s']} s of traffic.\n"
    return f"{how}\n{table(('candidate', 'what', 'by the controller'), rows)}"


HYBRID = {
    "mac_ms_p50": ("median, ms", ".2f"),
    "mac_ms_p95": ("95 %, ms", ".2f"),
    "mac_quiet_ms_p95": ("quiet station, 95 %, ms", ".2f"),
    "mac_mbps": ("CloudMAC, Mb/s", ".1f"),
    "mac_lost_percent": ("lost, %", ".1f"),
    "cross_up_mbps": ("cross up", ".1f"),
    "cross_down_mbps": ("cross down", ".1f"),
    "cross_ping_ms_p50": ("cross ping, ms", ".2f"),
    "cross_cov": ("CoV", ".3f"),
}


@needs("hybrid")
def hybrid(data):
    head = ("candidate", *(title for title, _ in HYBRID.values()))
    made = []
    for load in data["loads_mbps"]:
        rows = [
            (f"`{name}`", *(number(loads[load][key], form) for key, (_, form) in HYBRID.items()))
            for name, loads in data["policies"].items()
            if load in loads
        ]
        made.append(f"{load.capitalize()} load:\n\n{table(head, rows)}")
    return "\n".join(made)


CONDITIONS = {
    "cross_up_mbps": "upward cross traffic",
    "cross_down_mbps": "downward cross traffic",
    "mac_mbps": "CloudMAC rate",
    "cross_ping_ms_p50": "cross ping",
}
"""The conditions of the rule for a policy, in words."""


def _miss(condition, times):
    """Returns by how much a policy misses a condition of the rule, in words."""
    if condition == "cross_ping_ms_p50":
        return f"it is {times:.2f} times the allowed one"
    return f"the shortfall is {times:.2f} times the allowed one"


@needs("hybrid")
def hybrid_findings(data):
    from cloudmac_testbed.hybrid import figures

    choice = data["choice"]
    rule = (
        f"The rule: under heavy load at least {percent(figures.LEAST_SHARE, '.0f')} of "
        f"`{figures.REFERENCE}`'s cross traffic each way, at most {figures.MOST_PING:g} times its "
        f"cross ping, and {percent(figures.LEAST_SHARE, '.0f')} of `{figures.MODEL}`'s CloudMAC rate."
    )
    if not choice:
        return bullets([rule, "Not enough policies were measured to apply it."])
    sentences = [rule]
    if choice["met"]:
        sentences.append(f"`{choice['policy']}` meets it with the shortest delay.")
    else:
        worst = choice["shortfalls"][choice["policy"]]
        condition = max(worst, key=worst.get)
        sentences.append(
            f"No candidate meets it. The nearest is `{choice['policy']}`. Its {CONDITIONS[condition]} "
            f"misses the limit most: {_miss(condition, worst[condition])}."
        )
    heavy = {name: loads["heavy"] for name, loads in data["policies"].items() if "heavy" in loads}
    own, rest = heavy.get("cloudmac"), heavy.get("fq-codel")
    if own and rest:
        sentences.append(
            f"Under heavy load `cloudmac` gives CloudMAC {own['mac_mbps']:.1f} Mb/s with "
            f"{own['mac_ms_p95']:.2f} ms (95 %); `fq-codel` gives it {rest['mac_mbps']:.1f} Mb/s."
        )
        sentences.append(
            f"Both kinds of traffic together, up and down: {own['link_up_mbps']:.1f} and "
            f"{own['link_down_mbps']:.1f} Mb/s with `cloudmac`, {rest['link_up_mbps']:.1f} and "
            f"{rest['link_down_mbps']:.1f} with `fq-codel`."
        )
    return bullets(sentences)


PARTS = {
    "hybrid candidates": hybrid_candidates,
    "hybrid table": hybrid,
    "hybrid findings": hybrid_findings,
}
