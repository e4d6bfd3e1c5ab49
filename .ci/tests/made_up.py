# SPDX-License-Identifier: Apache-2.0
"""Result files for tests, made by the code that makes the real ones, from samples that are made
up."""
import json

from cloudmac_docs.record.files import TOP

from cloudmac_testbed import results as origins
from cloudmac_testbed.air_goodput import figures as air
from cloudmac_testbed.air_goodput import plan as air_plan
from cloudmac_testbed.airtime import figures as airtime
from cloudmac_testbed.airtime import plan as airtime_plan
from cloudmac_testbed.airtime.lines import LINES as AIRTIME_LINES
from cloudmac_testbed.handover import figures as handover
from cloudmac_testbed.handover import plan as handover_plan
from cloudmac_testbed.hostile import attacks
from cloudmac_testbed.hostile import run as hostile
from cloudmac_testbed.hybrid import figures as hybrid
from cloudmac_testbed.paper import figures, plan, run
from cloudmac_testbed.guest import vsta_scan
from cloudmac_testbed.virtual_wifi import parts as virtual_parts
from cloudmac_testbed.virtual_wifi import w3_processor
from cloudmac_testbed.virtual_wifi.plan import Seeds

ABOUT = {
    **origins.origin("./cloudmac made up", 1),
    "clock": "none",
    "repetitions": 2,
    "quick": False,
    "versions": {},
}


def ping(*times, lost=0):
    return {"samples": [[n, n + 1, ms] for n, ms in enumerate(times)], "lost": lost}


def raws_of(part):
    """Returns the raw results of two repetitions."""
    beside = {
        "received_mbps": 20.0,
        "mbps": [20.0, 20.0],
        "cross": {way: [90.0, 90.0, 70.0, 70.0, 91.0, 91.0] for way in ("up", "down")},
    }
    attempt = {"patience": 0.01, "response": 0.002, "connected": 0.1}
    raw = {
        "timeline": {"ping": ping(*[1.0] * 80), "cross": {}},
        "responses": {"seconds": [0.001, None, 0.003]},
        "attempts": {"attempts": [attempt, attempt | {"connected": None}, attempt]},
        "beside": beside,
    }[part]
    return [raw, raw]


def figure_file(name):
    """Returns the content of a figure's result file."""
    figure = plan.FIGURES[name]
    made = run.Reproduction([figure], repetitions=2)
    if figure.part == "capacity":
        measured = [{line: 100.0 for line in run.capacity.LINES}] * 2
        lines = run.capacity.result(measured, figure)
        return made.figure_data(figure, lines, ABOUT | {"times": {"seconds": 5}})
    times = {"before": 1, "during": 2, "after": 1, "seconds": 2, "count": 3}
    summary = figures.SUMMARIES[figure.part](raws_of(figure.part), times)
    return made.summary_of(figure, {line.name: summary for line in plan.ALL_LINES}, ABOUT)


def hybrid_file():
    direction = {"bins": [10.0, 14.0], "datagrams": 1000, "lost": 10, "ms": [[2.0, 19]]}
    raw = {
        "idle": {name: ping(1.0) for name in ("mn", "mn2", "ct1")},
        "loaded": {name: ping(1.0, 2.0) for name in ("mn", "mn2", "ct1")},
        "user": {"up": direction, "down": direction},
        "cross": {"up": [80.0, 80.0], "down": [60.0, 100.0]},
    }
    seen = hybrid.figures(raw)
    policies = {
        name: {load: seen for load in ("light", "heavy")}
        for name in ("cloudmac", "fq-codel", "htb")
    }
    return {
        "policies": policies,
        "choice": hybrid.choose(policies),
        "what": {name: f"what {name} is" for name in policies},
        "directly": ["htb"],
        "loads_mbps": {"light": 0.8, "heavy": 22.0},
        "warm_s": 3,
        "seconds": 6,
    }


def air_file():
    series = air_plan.series(quick=True)
    kind = {
        "mbps": {"mn1": 5.0},
        "ping": ping(1.0),
        "airtime": [{"acked": 10, "tries": 12}],
    }
    raw = {
        entry.name: {
            "points": [{"idle": ping(1.0)} | {one: kind for one in entry.kinds}] * len(entry.points)
        }
        for entry in series
    }
    return air.compare(series, raw)


def airtime_raw(boot):
    """Returns a made-up result of a boot of ``lab run airtime``."""
    if boot.group == "moving":
        flow = {"lost": [3], "sent": 9, "twice": 0, "late": 0}
        return {"flows": {"down": flow}, "drops": {"vap": 3}, "at": [0.5]}
    addresses = {name: f"02:00:00:00:{n:02x}:00" for n, name in enumerate(boot.names)}
    air = [
        {"ta": "ap", "ra": address, "tx_us": 90, "response_us": 10}
        for address in addresses.values()
    ]
    stream = {"arrivals": [[0, 0.0, 5.0]], "sent": 1}
    phases = {}
    for phase in map(dict, boot.phases):
        phases[phase["name"]] = {
            "mbps": {"down": {name: 10.0 for name in phase["loaded"]}},
            "pings": {name: ping(1.0, 2.0) | {"sent": 2} for name in phase.get("pings", ())},
            "calls": {name: {"down": stream, "up": stream} for name in phase.get("calls", ())},
            "pages": {name: [100.0] for name in phase.get("pages", ())},
            "air": air,
            "agent": {f"{address} tx": 100 for address in addresses.values()},
        }
    idle = {name: ping(0.5) | {"sent": 1} for name in boot.names}
    return {"addresses": addresses, "idle": idle, "phases": phases}


def airtime_file():
    """Returns the content of a result file of all lines but plain access points."""
    names = [name for name, line in AIRTIME_LINES.items() if not line.queues]
    boots = airtime_plan.boots(names, airtime_plan.seeds_of(1, 1))
    found = airtime.summary(boots, {boot.name: airtime_raw(boot) for boot in boots})
    about = {name: AIRTIME_LINES[name].label for name in names}
    return found | {"lines": about, "seeds": airtime_plan.counted(boots), "left_out": []}


def handover_file():
    stream = {"sent": 3, "arrivals": [[1, 0.0, 0.001], [2, 5.0, 0.001], [3, 9.0, 0.001]]}
    walk = ({"ping": stream}, [5.0], 0.0, 10.0)
    data = {system: handover.summary([walk]) for system in handover_plan.SYSTEMS}
    data["series"] = {"two-idle-ping+call-cloudmac": {**handover.summary([walk]), "speed": 0.5}}
    return data | {"goal": {"lost": 0, "duplicated": 0, "gap_ms_p99": 5}}


def split_file():
    way = {
        "us": {part: {"median": 1.0, "p95": 2.0} for part in ("WTP agent", "switch A")},
        "octets": {"mn": 98.0, "vap": 193.0},
        "added_octets": {"mn": 0.0, "vap": 95.0},
        "n": 20,
    }
    sizes = {"56": {"up": way, "down": way}}
    return {"real": sizes, "virtual": sizes, "clocks": {"real": "real", "virtual": "virtual"}}


def hostile_file():
    counters = [{name: n for one in attacks.ATTACKS for name in one.counters} for n in (0, 9)]
    processes = {"cloudmac-wtp 7": {"start": 1, "rss_kb": 1000}}
    state = {"processes": processes, "heap_kb": 9000, "slab_kb": 900}
    state |= {"joined": {"mn1": 1}, "wtps_lost": []}
    kinds = dict.fromkeys(("ping", "up", "down"), {"sent": 100, "lost": 1})
    phase = {
        **{
            "seconds": 5,
            "speed": 0.5,
            "stations": {"mn1": kinds},
            "air": {"us": 90_000, "tries": 7, "radio_us": 60_000},
        },
        **{"sent": {one.name: 4 for one in attacks.ATTACKS}, "before": state, "after": state},
        "counters": counters,
    }
    quiet = phase | {"sent": {}, "counters": counters[:1] * 2}
    return hostile.summary({"quiet": quiet, "control": phase, "attack": phase}, [])


def agent_file():
    one = {"pps": 1000, "latency_us_median": 30.0, "lost": 0}
    rows = [
        {
            **{"placement": placement, "direction": way, "size": size},
            **{"agent": one, "bridge": one, "plain": one, "xdp": one},
            **{"agent_to_bridge": 0.9, "agent_to_plain": 1.0, "agent_to_xdp": 0.7},
            "xdp_to_bridge": 0.5,
        }
        for placement in ("sender", "forwarder")
        for way in ("down", "up")
        for size in (100, 1550)
    ]
    bounds = {
        "sizes": [100, 1550],
        "sender": ["agent_to_bridge", 0.8],
        "forwarder": ["agent_to_plain", 1.0],
    }
    return {
        **{"rounds": 3, "seconds": 0.5, "verdict": "pass", "bounds": bounds, "rows": rows},
        "goals": {"forwarder": ["agent_to_bridge", 0.8]},
    }


def scheduler_file():
    row = {"stations": 1, "rates": 1, "size": 100, "alternations": 20, "failed": 0}
    row |= {"off_us": 4.0, "on_us": 4.1, "ratio": 1.025, "interval": [1.01, 1.04]}
    more = {"stations": 64, "rates": 2, "on_us": 4.3, "ratio": 1.075, "failed": 3}
    rows = [row, row | more]
    return {"agents": 5, "frames": 6000, "bound": 1.1, "verdict": "pass", "rows": rows, "seed": 1}


def stall_file():
    one = {"p50_ms": 0.03, "p99_ms": 0.09, "p999_ms": 0.2, "worst_ms": 1.5, "frames": 500000}
    added = {"flood": 0.01, "operations": 0.02}
    return {
        **{"rate": 200, "operation_ms": 4, "p99_added_ms": added, "bound_ms": 0.2},
        **{"quiet": one, "flood": one, "operations": one, "verdict": "pass"},
    }


def fuzzing_file():
    corpus = {"inputs": 657, "octets": 54136}
    return {
        "goal": 100_000_000,
        "targets": {
            "wire": {"executions": 162_336_680} | corpus,
            "agent-rpc": {"executions": 44_078} | corpus,
        },
    }


FLOW = {"sent": 9, "lost": [], "twice": 0, "late": 0}
CALL = {"up": {"arrivals": [[0, 0.0, 5.0]], "sent": 1}}
TRAITS = {"power_dbm": {"20": 3}, "mbps": {"54": 3}, "dozes": {"False": 3}}
USED = {"kernel": 1_000_000, "programs": 500_000, "frames": 10, "lost": 0}


def virtual_raw(entry):
    """Returns a made-up raw result of an entry of ``lab run virtual-wifi``."""
    systems = ("native", "passthrough", "virtual", "remote")
    if entry.part in ("W1", "W4", "W11"):
        names = entry.arguments["names"]
        mbps = {"mbps": {name: 28.0 / len(names) for name in names}}
        kinds = dict.fromkeys(entry.arguments["kinds"], mbps)
        joined = dict.fromkeys(names, {})
        return {"joined": joined, "addresses": joined, "kinds": kinds}
    load = {key: 9 * value for key, value in USED.items()}
    own = {"on_channel": True, "associated": True}
    ping = {"sent": 9, "lost": 0}
    return {
        "W2": {system: [[1.0, 1.1]] for system in systems},
        "W3": {
            system: {way: [[USED, load]] for way in w3_processor.WAYS}
            for system in w3_processor.NAMES
        },
        "W5": {
            "flows": {"down": FLOW},
            "call": CALL,
            "scans": dict.fromkeys(
                vsta_scan.SCANS,
                {"found": ["a"], "seconds": 1.0, "probes": 0, "away_ms": [9.0], "unannounced": 0},
            ),
            "in_time": True,
        },
        "W6": {
            "flows": {"up": FLOW},
            "other": ping,
            "frames": {"v1": TRAITS, "v2": TRAITS},
        },
        "W7": {
            **{"flows": {"up": FLOW}, "mbps": 8.0, "sent": {}, "drops": {"role": 3}},
            **{"programs": [["a 1"], ["a 1"]], "associations": {"v1": 1}, "listed": {"a": own}},
        },
        "W8": {"fault": entry.variant, "back_s": 2.0, "lease_s": 9.0, "pings": {"v1": ping}},
        "W9": {
            "chunks": [{"flows": {"up": FLOW}, "call": CALL, "connections": [1, 1]}],
            "moves": 5,
            "failed": [],
        },
        "W10": {
            **{"stations": 6, "associated": 6, "failures": 0, "joins_per_s": 3.0},
            **{"all_joined_s": 2.0, "total_mbps": {"up": 20.0, "down": 20.0}},
            "each": [{"associated_s": 1.0, "mbps": {"up": 3.0, "down": 3.0}}],
        },
    }[entry.part]


def virtual_wifi_file():
    found = {"clocks": {}, "quick": True}
    for name, part in virtual_parts.PARTS.items():
        entries = part.entries(Seeds(), True)
        found[name] = part.figures(entries, {one.name: virtual_raw(one) for one in entries})
        found["clocks"][name] = part.clock
    return found


def security():
    found = {"attempts": 200, "successes": 200, "key_mgmt": "SAE", "sae_handshakes": 200}
    return found | {"median_s": 0.9}


def on_air():
    found = {"median_s": 0.3, "longest_s": 0.6, "samples_s": [0.2, 0.6]}
    return {"on_air": found, "association": found}


def strategy():
    found = {"n": 600, "median_ms": 1.23, "p95_ms": 1.34, "lost": 0, "clock": "virtual"}
    return found | {"cross_up_mbps": 88.0, "cross_down_mbps": 88.3}


def series_of(over):
    found = {"ratio": 0.99, "over": over, "mbps": {"patched": 100.0}, "interval": [0.97, 1.01]}
    return found | {"same_settings": True if over == "plain" else None}


def result_files():
    """Returns name -> content of a result file of each experiment."""
    made = {name: figure_file(name) for name in plan.FIGURES}
    made |= {
        "hybrid": hybrid_file(),
        "air": air_file(),
        "airtime": airtime_file(),
        "handover": handover_file(),
        "split": split_file(),
        "hostile": hostile_file(),
        "virtual-wifi": virtual_wifi_file(),
        "agent-bench": agent_file(),
        "agent-scheduler": scheduler_file(),
        "agent-stall": stall_file(),
        "fuzzing": fuzzing_file(),
        "association": {"wpa2": security(), "wpa3": security()},
        "first-contact": {
            **{"contacts": 3, "median_ms": 9.9, "p95_ms": 12.0, "p99_ms": 13.0},
            **{"longest_ms": 13.1, "samples_ms": [9.0, 9.9, 13.1]},
        },
        "several-radios": {"starts": 2, "radios": {"1": on_air(), "3": on_air()}},
        "demo": {"strategies": {name: strategy() for name in ("idle", "fifo", "htb", "fq_codel")}},
        "chaos": {
            **{"handovers": 7, "outcomes": {"done": 7, "stayed": 3, "undone": 1}, "violations": 0},
            **{"faults_by_kind": {"agent": 2}, "rekeyed": [], "handover_ms": [60, 70, 80]},
            **{"wanted": 9, "asked": 11, "stations": {"mn1": {"new_keys": 1, "lost": 0}}},
            "calm_s": [["the start", 0.5], ["agent", 2.0]],
            "refusals": {
                "400 uplink by the new WTP: 8 flow rules are missing, for example a": 2,
                "400 uplink by the new WTP: 6 flow rules are missing, for example b": 3,
                "400 WTP 1 is not admitted: no session": 1,
            },
        },
        "ovs": {
            "types": {"none": series_of("plain"), "linux-cake": series_of("plain without QoS")},
            **{"rounds": 9, "seconds": 2},
        },
        "hostap": {
            "exceptions": {"test_a::test_b": "a reason"},
            "rounds": [
                {"stock_passed": 3, "passed": 2, "not_in_exceptions": [], "stock_failed": []}
            ],
        },
        "ovs-upstream": {
            "outcomes": {"plain": {"ok": 2}, "patched": {"FAILED": 1, "ok": 2}},
            **{"failed_only_patched": ["a test"], "failed_again": []},
        },
        "ovsdb": {
            **{"switches": 1000, "bring_up_s": 9.9, "vs_vsctl_ratio": 3.3, "failover_s": 3.4},
            **{"random_sequences": 10000, "mismatches": 0, "raw_one_change_s": [0.026, 0.027]},
            **{"bulk_cpu_ms_per_change": 2.0, "cpu_ms_per_change": 11.0},
        },
    }
    for name in ("cost", "sizing"):
        path = TOP / f"docs/measured/{name}.json"
        made[name] = json.loads(path.read_text(encoding="utf-8")) | ABOUT
    return {name: ABOUT | content for name, content in made.items()}
