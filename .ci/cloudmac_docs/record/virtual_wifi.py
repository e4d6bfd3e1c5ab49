# SPDX-License-Identifier: Apache-2.0
"""Tables and goals of ``lab run virtual-wifi``. The rows are those that the experiment prints."""
from .lines import needs
from .text import NOT_MEASURED, bullets, number, table

PARTS_OF = tuple(f"W{one}" for one in range(1, 12))


def _table(part):
    @needs("virtual-wifi", NOT_MEASURED)
    def made(data):
        from cloudmac_testbed.virtual_wifi import report

        if not data.get(part):
            return NOT_MEASURED
        head, rows = report.TABLES[part](data[part])
        return table(head, rows)

    return made


@needs("virtual-wifi")
def sizes(data):
    """Returns how often each part was measured, and by which clock."""
    sentences = [
        f"{part}, clock: {data['clocks'][part]}{_size(data[part])}.{_quick(part, data)}"
        for part in PARTS_OF
        if data.get(part)
    ]
    return bullets(sentences)


def _quick(part, data):
    run = data.get("other_runs", {}).get(part, data)
    return " A quick run: one seed, and short measurements." if run.get("quick") else ""


def _size(found):
    counts = [f"{found[key]} {key}" for key in ("seeds", "rounds") if key in found]
    return f"; {', '.join(counts)}" if counts else ""


@needs("virtual-wifi")
def scans(data):
    """Returns the table of W5's scans, and the longest time off channel."""
    from cloudmac_testbed.virtual_wifi import report

    found = data.get("W5")
    if not found:
        return ""
    away = number(found["off_channel_ms"], ".1f") or "no time"
    text = f"\nOff channel at most {away} ms at a time.\n"
    if "unannounced" in found:
        text += f"\nFrames on another channel without an announcement: {found['unannounced']}.\n"
    return table(*report.w5_scans(found)) + text


PARTS = (
    {"virtual-wifi scans": scans}
    | {f"virtual-wifi {part}": _table(part) for part in PARTS_OF}
    | {"virtual-wifi sizes": sizes}
)


# --- goals: a text, and whether that meets the goal -------------------------------------------


def virtual_throughput(data, least):
    """Returns the lowest ratio of W1 to the native station."""
    ratios = data.get("W1", {}).get("ratio")
    if not ratios:
        return None, None
    lowest = min(ratios.values())
    return number(lowest, ".3f"), lowest >= least


def virtual_delay(data, most):
    """Returns the ratio of W2's round-trip times."""
    ratio = data.get("W2", {}).get("ratio")
    return (None, None) if ratio is None else (number(ratio, ".3f"), ratio <= most)


def virtual_processor(data, most):
    """Returns the highest ratio of W3's processor times."""
    ratios = data.get("W3", {}).get("ratio")
    if not ratios:
        return None, None
    highest = max(ratios.values())
    return number(highest, ".2f"), highest <= most


def virtual_many(data, least, most_off):
    """Returns W4's associations, the lowest ratio of the totals, and the worst share. Of the traffic
    only what the WTP's scheduler shares counts: that of the guests."""
    guests = data.get("W4", {}).get("guests")
    if not guests:
        return None, None
    all_there = all(one["associated"] == int(count) for count, one in guests.items())
    lowest = min(one["total_ratio"]["udp_up"] or 0 for one in guests.values())
    shares = [one["worst_share"]["udp_up"] for one in guests.values()]
    worst = 1 if None in shares else max(shares)
    text = (
        f"{'all' if all_there else 'not all'} associated, {number(lowest, '.3f')}, "
        f"{number(100 * worst, '.1f')} %"
    )
    return text, all_there and lowest >= least and worst <= most_off


def virtual_scans(data, most_ms, least_mos):
    """Returns W5's losses, time off channel, score, and probes of the second scan."""
    found = data.get("W5")
    if not found:
        return None, None
    scan, away = found["scan"], found["off_channel_ms"]
    probes = found["scans"]["again"]["probes"]
    text = (
        f"{scan['lost']} lost, {number(away, '.1f') or '-'} ms, MOS {number(scan['mos'], '.2f')}, "
        f"{probes} probes"
    )
    if "unannounced" not in found:
        return text, None
    faults = scan["lost"] or probes or found["unannounced"]
    return text, not faults and (away or 0) <= most_ms and scan["mos"] >= least_mos


def virtual_sleep(data):
    """Returns W6's losses, and with how many habits the frames were unchanged."""
    habits = data.get("W6", {}).get("habits")
    if not habits:
        return None, None
    lost = sum(one["lost"] for one in habits.values())
    same = sum(one["unchanged"] for one in habits.values())
    return f"{lost} lost, {same} of {len(habits)} unchanged", not lost and same == len(habits)


def virtual_hostile(data, within):
    """Returns the ratio of W7's goodput beside a hostile guest, restarts and new associations."""
    found = data.get("W7")
    if not found:
        return None, None
    text = (
        f"{number(found['ratio'], '.3f')}, {found['restarts']} restarts, "
        f"{found['reassociations']} new associations"
    )
    calm = not found["restarts"] and not found["reassociations"] and not found["lost"]
    calm = calm and not any(found["passed"].values())
    return text, calm and abs(1 - (found["ratio"] or 0)) <= within


def virtual_faults(data):
    """Returns what others lost in W8, and the longest time until all were back."""
    faults = data.get("W8", {}).get("faults")
    if not faults:
        return None, None
    lost = sum(one["lost"] for one in faults.values())
    longest = max(one["back_s"] for one in faults.values())
    return f"{lost} lost, all back after {number(longest, '.1f')} s", not lost


def virtual_moves(data):
    """Returns W9's losses, duplicates, new associations and failed moves."""
    found = data.get("W9")
    if not found or found.get("moves") is None:
        return None, None
    values = [found[key] for key in ("lost", "twice", "reassociations", "failed")]
    return f"{', '.join(map(str, values))} in {found['moves']} moves", not any(values)


def virtual_load(data):
    """Returns W10's associations."""
    targets = data.get("W10", {}).get("targets")
    if not targets:
        return None, None
    there = sum(one["associated"] for one in targets.values())
    wanted = sum(one["stations"] for one in targets.values())
    failures = sum(one["failures"] for one in targets.values())
    return f"{there} of {wanted}, {failures} failures", there == wanted and not failures


GOALS = (
    *(virtual_throughput, virtual_delay, virtual_processor, virtual_many, virtual_scans),
    *(virtual_sleep, virtual_hostile, virtual_faults, virtual_moves, virtual_load),
)
