# SPDX-License-Identifier: Apache-2.0
"""Tables and goals of ``lab run airtime``. The rows are those that the experiment prints."""
from .lines import needs
from .text import NOT_MEASURED, bullets, number, table

EXPERIMENTS = ("T1", "T2", "T3", "T4", "T5", "T6", "T7", "T8", "T9", "wired")


def _table(experiment):
    @needs("airtime", NOT_MEASURED)
    def made(data):
        from cloudmac_testbed.airtime import report

        if not data.get(experiment):
            return NOT_MEASURED
        head, rows = report.TABLES[experiment](data[experiment])
        labels = data["lines"]
        return table(head, [(labels.get(name, name), *cells) for name, *cells in rows])

    return made


@needs("airtime")
def findings(data):
    """Returns theory and the paper's values beside the tables, and what is left out."""
    from cloudmac_testbed.airtime import plan

    fair, frames = plan.theory()
    sentences = [
        f"UDP in theory: {number(fair, '.1f')} Mb/s with equal shares of the air, "
        f"{number(frames, '.1f')} Mb/s if all stations get as many frames."
    ]
    paper = "; ".join(
        f"{data['lines'].get(line, line)}, {delay} one way: {number(mos, '.2f')}"
        for line, delays in plan.PAPER_MOS.items()
        for delay, mos in delays.items()
    )
    sentences.append(f"The paper's MOS of calls as best effort: {paper}.")
    reference, _ = airtime_ping(data, 0, 0, "plain_airtime")
    if reference:
        sentences.append(
            f"The goal of T3 at a plain access point with airtime fairness: {reference}."
        )
    seeds = ", ".join(f"{part}: {count}" for part, count in data["seeds"].items())
    sentences.append(f"Number of seeds: {seeds}.")
    if max(data["seeds"].values(), default=0) == 1:
        sentences.append("With one seed, nothing is known about the spread.")
    return bullets(sentences + [f"{message}." for message in data["left_out"]])


PARTS = {f"airtime {name}": _table(name) for name in EXPERIMENTS} | {"airtime findings": findings}


# --- goals: a text, and whether that meets the goal -------------------------------------------


def _of(data, experiment, line="airtime"):
    return data.get(experiment, {}).get(line)


def airtime_shares(data, within, least_jain):
    """Returns how far the shares of the air in T1 are from equal ones, and Jain's index."""
    found = _of(data, "T1")
    if not found:
        return None, None
    shares = found["shares_percent"].values()
    most = max(abs(share - 100 / len(shares)) for share in shares)
    met = most <= within and found["jain"] >= least_jain
    return f"{number(most, '.1f')}, Jain {number(found['jain'], '.3f')}", met


def airtime_total(data, least):
    """Returns the goodput of all stations in T1."""
    found = _of(data, "T1")
    if not found:
        return None, None
    return number(found["total_mbps"], ".1f"), found["total_mbps"] >= least


def _ratio(value, other):
    return value / other if other else float("inf")


WAYS = {"tcp_down": "down", "tcp_both": "both ways"}


def airtime_tcp(data, least_jain, least_ratio):
    """Returns Jain's index of TCP down, and the ratios of goodput to FIFO's, in T2."""
    ours, fifo = _of(data, "T2"), _of(data, "T2", "fifo")
    if not ours or not fifo:
        return None, None
    ratios = {way: _ratio(ours[way]["total_mbps"], fifo[way]["total_mbps"]) for way in ours}
    jain = ours["tcp_down"]["jain"]
    met = jain >= least_jain and min(ratios.values()) >= least_ratio
    times = ", ".join(f"{number(ratio, '.2f')} times {WAYS[way]}" for way, ratio in ratios.items())
    return f"Jain {number(jain, '.3f')}, {times}", met


def _worst_ping(ours, fifo, pings):
    """Returns how long the pings of T3 take at most (median and 95 % of each station): as a share of
    FIFO's, and in ms above idle; None if one has no reply."""
    pairs = [
        (ours[pings][name][key], fifo[pings][name][key], ours["idle_ms"][name][key])
        for name in ours[pings]
        for key in ("median", "p95")
    ]
    if any(None in pair for pair in pairs):
        return None
    return max(one / other for one, other, _ in pairs), max(one - idle for one, _, idle in pairs)


def airtime_ping(data, share, above_ms, line="airtime"):
    """Returns the longest pings beside TCP down and beside TCP both ways in T3."""
    ours, fifo = _of(data, "T3", line), _of(data, "T3", "fifo")
    if not ours or not fifo:
        return None, None
    texts, met = [], True
    for pings, way in (("ping_ms", "down"), ("ping_ms_both", "both ways")):
        worst = _worst_ping(ours, fifo, pings)
        if not worst:
            return "no reply", False
        texts.append(
            f"{way}: {number(worst[0], '.2f')} of FIFO's, {number(worst[1], '.1f')} ms above idle"
        )
        met = met and worst[0] <= share and worst[1] <= above_ms
    return "; ".join(texts), met


def airtime_crowd(data, least_ratio):
    """Returns the ratio of goodput to FIFO's in T5."""
    ours, fifo = _of(data, "T5"), _of(data, "T5", "fifo")
    if not ours or not fifo or not fifo["total_mbps"]:
        return None, None
    ratio = ours["total_mbps"] / fifo["total_mbps"]
    return f"{number(ratio, '.1f')} times", ratio >= least_ratio


def airtime_voice(data, least_mos, least_ratio):
    """Returns the least MOS of best effort, and the least ratio of goodput to FIFO's, in T6."""
    ours, fifo = _of(data, "T6"), _of(data, "T6", "fifo")
    if not ours or not fifo:
        return None, None
    mos = min(ours["mos"]["be"].values())
    ratio = min(
        _ratio(value, fifo["total_mbps"]["be"][delay])
        for delay, value in ours["total_mbps"]["be"].items()
    )
    text = f"MOS {number(mos, '.2f')}, {number(ratio, '.1f')} times"
    return text, mos >= least_mos and ratio >= least_ratio


def airtime_pages(data):
    """Returns how many kinds of page load are faster than with FIFO in T7."""
    ours, fifo = _of(data, "T7"), _of(data, "T7", "fifo")
    if not ours or not fifo:
        return None, None

    def median(kinds, kind):
        value = kinds[kind]["median_ms"]
        return float("inf") if value is None else value

    faster = sum(median(ours, kind) < median(fifo, kind) for kind in ours)
    return f"{faster} of {len(ours)}", faster == len(ours)


def airtime_weights(data, within, least_ratio):
    """Returns how far shares are from the weights in T8, and the least ratio of goodput to that
    behind the shortest backhaul."""
    found = _of(data, "T8")
    if not found:
        return None, None
    most = max(
        abs(share - one["wanted_percent"][name])
        for one in found.values()
        for name, share in one["shares_percent"].items()
    )
    totals = [one["total_mbps"] for one in found.values()]
    ratio = min(totals) / totals[0]
    text = f"{number(most, '.1f')} from the weights, goodput {number(ratio, '.3f')} of the nearest"
    return text, most <= within and ratio >= least_ratio


def airtime_moves(data):
    """Returns what is lost in T9 by load, and how many frames queues dropped in the meantime."""
    found = _of(data, "T9")
    if not found:
        return None, None
    text = "; ".join(
        f"{load}: {sum(one['lost'])} of {one['sent']}, {sum(one['drops'].values())} dropped by queues"
        for load, one in found.items()
    )
    return text, not any(
        sum(one[key]) if key == "lost" else one[key]
        for one in found.values()
        for key in ("lost", "twice", "late")
    )


def airtime_wired(data, above_ms):
    """Returns how long a station's ping takes beside its own TCP behind a slow wire, above idle, and
    FIFO's."""
    above = {}
    for line in ("airtime", "fifo"):
        found = _of(data, "wired", line)
        if not found or None in (found["ping_ms"]["median"], found["idle_ms"]["median"]):
            return None, None
        above[line] = found["ping_ms"]["median"] - found["idle_ms"]["median"]
    text = f"{number(above['airtime'], '.1f')}; FIFO: {number(above['fifo'], '.1f')}"
    return text, above["airtime"] <= above_ms


GOALS = (
    *(airtime_shares, airtime_total, airtime_tcp, airtime_ping),
    *(airtime_crowd, airtime_voice, airtime_pages, airtime_weights),
    *(airtime_moves, airtime_wired),
)
