# SPDX-License-Identifier: Apache-2.0
"""Tables of ``lab run hybrid``: the policies for CloudMAC's frames."""
from .lines import needs
from .text import NOT_MEASURED, bullets, listed, number, percent, table


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


EQUAL = 0.01
"""Candidates whose worst shortfalls differ by a smaller share count as equally near."""


def nearest(choice):
    """Returns the candidates that are as near to the rule as the chosen one."""
    worst = {name: max(short.values()) for name, short in choice["shortfalls"].items()}
    limit = worst[choice["policy"]] * (1 + EQUAL)
    return [name for name, one in worst.items() if one <= limit]


def _miss(name, condition, heavy):
    """Returns a sentence about the condition of the rule that a policy misses most."""
    from cloudmac_testbed.hybrid import figures

    value = heavy[name][condition]
    if condition == "cross_ping_ms_p50":
        limit = figures.MOST_PING * heavy[figures.REFERENCE][condition]
        return f"{CONDITIONS[condition]} {value:.2f} ms, where the rule allows {limit:.2f} ms"
    other = figures.MODEL if condition == "mac_mbps" else figures.REFERENCE
    limit = figures.LEAST_SHARE * heavy[other][condition]
    return f"{CONDITIONS[condition]} {value:.1f} Mb/s, where the rule asks for {limit:.1f} Mb/s"


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
    heavy = {name: loads["heavy"] for name, loads in data["policies"].items() if "heavy" in loads}
    if choice["met"]:
        sentences.append(f"`{choice['policy']}` meets it with the shortest delay.")
    else:
        near, name = nearest(choice), choice["policy"]
        worst = choice["shortfalls"][name]
        others = [f"`{one}`" for one in near if one != name]
        sentences.append(
            f"No candidate meets it. `{name}` has the smallest worst shortfall: "
            f"{_miss(name, max(worst, key=worst.get), heavy)}."
        )
        if others:
            sentences.append(
                f"{listed(others)} are as near: their worst shortfalls differ from it by less than "
                f"{percent(EQUAL, '.0f')}."
            )
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
