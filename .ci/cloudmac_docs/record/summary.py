# SPDX-License-Identifier: Apache-2.0
"""The summary: goals and what was reached, and the list of result files."""
import pathlib

import yaml
from cloudmac_testbed.paper.figures import IMPROBABLE, PAPERS_KIND

from . import air, airtime, hostile, virtual_wifi
from .benches import PARSERS
from .hybrid import nearest
from .lines import paper_value, rivals_that_tie, short, short_names, succeeded
from .origin import EXPERIMENTS, commit
from .text import ABSENT, bullets, number, percent, table, too_few

GOALS = pathlib.Path(__file__).with_name("goals.yaml")


def goals():
    """Returns the declared goals in order."""
    return yaml.safe_load(GOALS.read_text(encoding="utf-8"))


def summary(measured):
    """Returns the table of the goals that were measured, and the list of the others."""
    head = ("goal", "reached", "met", "unit", "command", "result file", "commit")
    rows = [(goal, _row(goal, measured)) for goal in goals()]
    found = [row for _, row in rows if row]
    old = any(row[-1] == ABSENT or row[-1].endswith("earlier") for row in found)
    note = f'\n`{ABSENT}` and "or earlier": the file was written before result files recorded their commit.\n'
    return table(head, found) + (note if old else "") + _missing(rows)


def _missing(rows):
    """Returns the list of the goals that no result file shows, each with its command. rows: pairs of
    a goal and its row of the table."""
    listed = [
        f"`{EXPERIMENTS[goal['experiment']].command}`: {goal['goal']}"
        for goal, row in rows
        if not row
    ]
    if not listed:
        return ""
    return f"\nNot measured, with the command that measures it:\n\n{bullets(listed)}"


def _link(goal):
    return f"[{goal['goal']}]({EXPERIMENTS[goal['experiment']].page}.md)"


def _row(goal, measured):
    """Returns the row of one goal, None if it is not measured."""
    name = EXPERIMENTS[goal["experiment"]].file(measured)
    data = measured.get(name) if name else None
    reached, met = REACHED[goal["reached"]](data, *goal.get("of", ())) if data else (None, None)
    if reached is None:
        return None
    more = data.get("more") or {"lines": ()}
    if set(more["lines"]) & set(goal.get("of", ())):
        name, data = more["name"], more["data"]
    # A goal of a part begins with the part's name.
    data = data.get("other_runs", {}).get(goal["goal"].partition(":")[0], data)
    return (
        _link(goal),
        reached,
        {True: "yes", False: "no", None: ""}[met],
        goal["unit"],
        _command(data),
        f"[{name}.json](../measured/{name}.json)",
        commit(data),
    )


def sources(measured):
    """Returns the table of where the goals that were measured come from."""
    rows = [(goal["goal"], goal["source"]) for goal in goals() if _row(goal, measured)]
    return table(("goal", "source"), rows)


def pages(measured):
    """Returns the table of the experiments that were measured, with page and result file."""
    rows = []
    for one in EXPERIMENTS.values():
        name = one.file(measured)
        if name:
            shown = f"[{name}.json](../measured/{name}.json)"
            rows.append((f"[{one.title}]({one.page}.md)", shown, f"`{one.command}`"))
    return table(("page", "result file", "to measure again"), rows)


def result_files(measured):
    """Returns the table of all result files."""
    pages = {}
    for one in EXPERIMENTS.values():
        for name in one.files or (one.name,):
            pages.setdefault(name, one.page)
    rows = []
    for name in measured.names():
        data = measured.get(name)
        page = pages.get(name) or OTHER_FILES.get(name)
        samples = f"[{name}.tar.xz](samples/{name}.tar.xz)" if measured.has_samples(name) else ""
        rows.append(
            (
                f"[{name}.json]({name}.json)",
                _page(page),
                _command(data),
                commit(data),
                samples,
            )
        )
    return table(("result file", "page", "command", "commit", "raw samples"), rows)


def _page(name):
    """Returns the link to the page of a result file; an empty text for none. name: of a page in
    docs/results, or the path of another one."""
    if not name:
        return ""
    path = pathlib.PurePath(name)
    return f"[{path.stem}]({name if path.suffix else f'../results/{name}.md'})"


def _command(data):
    """Returns the command of a result file, as code; ABSENT if it has none."""
    if data.get("other_runs"):
        return "several: see the page"
    if data.get("command"):
        return f"`{data['command']}`"
    each = any(run.get("command") for run in data.get("runs", {}).values())
    return "one for each run: see the page" if each else ABSENT


OTHER_FILES = {
    "causes-fig5": "fig5",
    "causes-fig6": "fig6",
    "causes-fig8": "fig8",
    "causes-fig10": "fig10",
    "fig5-more": "fig5",
    "fig6-more": "fig6",
    "fig8-delays": "fig8",
    "idle-real-time": "fig6",
}


# --- what was reached: a text, and whether that meets the goal (None: no limit) --------------


def _line(data, name, key="ours"):
    line = data["lines"].get(name)
    if line is None:
        return None
    return line.get(key, line["ours"] if line.get("quantity") == key else None)


def beside_paper(data, figure, name):
    """Returns our value of a line beside the paper's, and no verdict."""
    value, quantity = paper_value(figure, name)
    ours = _line(data, name, quantity or "ours")
    if ours is None:
        return None, None
    return f"{number(ours)} (the paper {number(value, 'g')})", None


def above_idle(data, figure, name):
    """Returns how far our line and the paper's are above their idle lines, and no verdict."""
    ours, idle = _line(data, name), _line(data, "idle")
    if ours is None or idle is None:
        return None, None
    paper = paper_value(figure, name)[0] - paper_value(figure, "idle")[0]
    return f"{number(ours - idle, '.3g')} (the paper {number(paper, '.3g')})", None


def patient(data, name):
    """Returns the share of one class's attempts beside the paper's, and no verdict."""
    line = data["lines"].get(name)
    if line is None:
        return None, None
    paper, _ = paper_value("fig4", name)
    done, tried = succeeded(line, PAPERS_KIND)
    share = number(line["by_patience"][PAPERS_KIND], ".1f")
    return f"{share}: {done} of {tried} (the paper {number(paper, 'g')})", None


def of_station(data, figure, name, key):
    """Returns a rate of figure 9 or 10 beside the paper's, and no verdict."""
    line = data["lines"].get(name)
    if line is None or key not in line:
        return None, None
    return f"{number(line[key])} (the paper {number(paper_value(figure, key)[0], 'g')})", None


def own_best(data):
    """Returns the rank of CloudMAC's own policy among the lines under cross traffic. There is a
    verdict only if the repetitions tell it from chance, and none for a tie."""
    found = data.get("own_policy_best")
    if not found:
        return None, None
    same = rivals_that_tie(found)
    if same:
        return f"{number(found['value'])}; equal: {short_names(same)}", None
    nearest = short(found["nearest"])
    rival = number(found["rivals"][found["nearest"]])
    text = f"{number(found['value'])}; the best other one, {nearest}: {rival}"
    chance = found["by_chance"]
    if chance is None:
        return f"{text}; {too_few(data['repetitions'])}", None
    if chance > IMPROBABLE:
        return f"{text}; not to be told apart", None
    return text, found["holds"]


def cross_kept(data):
    """Returns how much of FQ-CoDel's cross traffic is left beside CloudMAC's own policy."""
    kept = data.get("cross_kept")
    if not kept:
        return None, None
    least = min(kept.values())
    return percent(least), least >= 1


def all_connect(data, name):
    """Returns the share of attempts that succeed."""
    value = _line(data, name)
    return (None, None) if value is None else (number(value), value == 100)


def member(data, key, limit, form="#.4g"):
    """Returns a member of the result file, met if it is not above the limit."""
    value = data.get(key)
    return (None, None) if value is None else (number(value, form), value <= limit)


def at_least(data, key, limit, form="#.4g"):
    """Returns a member of the result file, met if it is not below the limit."""
    value = data.get(key)
    return (None, None) if value is None else (number(value, form), value >= limit)


def handover_lost(data):
    """Returns frames that CloudMAC's stations lost and received twice at crossings."""
    found = data["cloudmac"]
    text = f"{found['lost']} lost, {found['duplicated']} twice, of {found['sent']}"
    return text, found["lost"] == found["duplicated"] == 0


def handover_gap(data, limit):
    """Returns the gap of CloudMAC's stations at crossings, 99 %."""
    gap = data["cloudmac"]["gap_ms"]["p99"]
    return (None, None) if gap is None else (number(gap), gap < limit)


def air_ratio(data, limit):
    """Returns the least ratio behind a backhaul."""
    least = air.worst_backhaul(data)
    return (None, None) if least is None else (number(least, ".2f"), least >= limit)


def protected_ratio(data, limit):
    """Returns CloudMAC's goodput to a station with WPA3, as a share of that with WPA2."""
    share = air.protected_ratio(data)
    return (None, None) if share is None else (number(share, ".2f"), share >= limit)


def associations(data):
    """Returns the associations that succeeded."""
    found = [data[name] for name in ("wpa2", "wpa3")]
    text = ", ".join(f"{one['successes']} of {one['attempts']}" for one in found)
    return text, all(one["successes"] == one["attempts"] for one in found)


def on_air(data, limit):
    """Returns the longest time until a VAP is on the air, with the most radios."""
    most = data["radios"][max(data["radios"], key=int)]["on_air"]["longest_s"]
    return number(most), most <= limit


def contact_delay(data, limit):
    """Returns how long 99 % of the first contacts wait for their flow rules at most."""
    return number(data["p99_ms"], ".1f"), data["p99_ms"] <= limit


def near_idle(data, limit):
    """Returns how far HTB and FQ-CoDel are above idle in the demo."""
    medians = {name: one["median_ms"] for name, one in data["strategies"].items()}
    more = [medians[name] - medians["idle"] for name in ("htb", "fq_codel")]
    return " and ".join(number(one, ".2f") for one in more), max(more) <= limit


def hybrid_rule(data):
    """Returns the policy that the rule chooses; without one that meets it, how many are nearest."""
    choice = data.get("choice")
    if not choice:
        return None, None
    if choice["met"]:
        return f"`{choice['policy']}`", True
    near, tried = nearest(choice), len(choice["shortfalls"])
    others = len(near) - 1
    more = f" and {others} other{'s' if others > 1 else ''} are" if others else " is"
    return f"none of {tried}; `{choice['policy']}`{more} nearest", False


def growth(data, series):
    """Returns the processor time of an association with the most VAPs to that with one."""
    steps = data["series"].get(series)
    if not steps:
        return None, None
    times = steps[-1]["association"]["us"] / steps[0]["association"]["us"]
    return f"{number(times, '.2g')} times with {steps[-1]['vaps']} VAPs", None


def same_in_kernel(data):
    """Returns for how many types both builds leave the same state in the kernel."""
    both = [one["same_settings"] for one in data["types"].values() if one["over"] == "plain"]
    return f"{sum(both)} of {len(both)}", all(both)


def slowest_type(data, limit):
    """Returns the least ratio of patched to unpatched of the types that both have."""
    both = {name: one for name, one in data["types"].items() if one["over"] == "plain"}
    name = min(both, key=lambda one: both[one]["ratio"])
    return f"{number(both[name]['ratio'], '.2f')} (`{name}`)", both[name]["ratio"] >= limit


def upstream(data):
    """Returns how many tests fail only with the series, also when repeated alone."""
    failed, first = len(data["failed_again"]), len(data["failed_only_patched"])
    return f"{failed} ({first} at the first try)", failed == 0


def hostap(data, rounds):
    """Returns how many tests pass on VAP radios in the worst round, and the known exceptions.

    A round in which no test passed on stock radios shows nothing."""
    worst = min(data["rounds"], key=lambda one: one["passed"])
    text = f"{worst['passed']} of {worst['stock_passed']}; {len(data['exceptions'])} exceptions"
    good = all(
        one["stock_passed"] and not one["not_in_exceptions"] and not one["stock_failed"]
        for one in data["rounds"]
    )
    return text, good and len(data["rounds"]) >= rounds


def agent_ratio(data, placement, key, limit):
    """Returns the agent's rate to another forwarder's, the worse way, at each length that counts;
    and the least one of all lengths if that is less."""
    rows = [row for row in data["rows"] if row["placement"] == placement]
    sizes = data["bounds"]["sizes"]
    least = {size: min(row[key] for row in rows if row["size"] == size) for size in sizes}
    worst = min(rows, key=lambda row: row[key])
    text = ", ".join(f"{number(ratio, '.2f')} ({size} octets)" for size, ratio in least.items())
    if worst[key] < min(least.values()):
        text += f"; the least of all lengths: {number(worst[key], '.2f')} ({worst['size']} octets)"
    return text, min(least.values()) >= limit


def scheduler_ratio(data, limit):
    """Returns the greatest ratio of the agent's processor time with the scheduler to that without."""
    worst = max(data["rows"], key=lambda row: row["ratio"])
    text = (
        f"{number(worst['ratio'], '.3f')} ({worst['stations']} stations, {worst['size']} octets, "
        f"rates of a frame: {worst['rates']})"
    )
    return text, worst["ratio"] <= limit


def stall(data, limit):
    """Returns what other work of the agent adds to 99 % of the delays, in ms."""
    worst = max(data["p99_added_ms"].values())
    return number(worst, ".3f"), worst < limit


def fuzzed(data, goal):
    """Returns how many parsers had at least ``goal`` executions, and the least of all."""
    targets = data["targets"]
    counts = {name: targets.get(name, {"executions": 0})["executions"] for name in PARSERS}
    done = [name for name, count in counts.items() if count >= goal]
    text = f"{len(done)} of {len(counts)}"
    if len(done) < len(counts):
        least = min(counts, key=counts.get)
        text += f"; least: {counts[least]:,} (`{least}`)"
    return text, len(done) == len(counts)


REACHED = {
    function.__name__: function
    for function in (
        *(
            beside_paper,
            above_idle,
            patient,
            of_station,
            own_best,
            cross_kept,
            all_connect,
            member,
            at_least,
        ),
        *(
            handover_lost,
            handover_gap,
            air_ratio,
            protected_ratio,
            associations,
            contact_delay,
            on_air,
            near_idle,
            hybrid_rule,
            growth,
        ),
        *(
            same_in_kernel,
            slowest_type,
            upstream,
            hostap,
            agent_ratio,
            scheduler_ratio,
            stall,
            fuzzed,
        ),
        *airtime.GOALS,
        *hostile.GOALS,
        *virtual_wifi.GOALS,
    )
}


PARTS = {
    "summary table": summary,
    "summary sources": sources,
    "summary pages": pages,
    "measured files": result_files,
}
