# SPDX-License-Identifier: Apache-2.0
"""What experiments print of their result files. An experiment with a report prints its own."""
import contextlib
import io

from cloudmac_testbed import first_contact, several_radios, split
from cloudmac_testbed.air_goodput import report as air_report
from cloudmac_testbed.controller_bench import report as controller_report
from cloudmac_testbed.handover import report as handover_report
from cloudmac_testbed.hostile import report as hostile_report
from cloudmac_testbed.hybrid import report as hybrid_report
from cloudmac_testbed.nfv import report as nfv_report
from cloudmac_testbed.sizing import cost
from cloudmac_testbed.sizing import report as sizing_report


def printed(name, data):
    """Returns what an experiment prints of a result file."""
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        PRINTERS[name](data)
    lines = [line.rstrip() for line in output.getvalue().splitlines()]
    return "\n".join(lines).strip("\n")


def _airtime(data):
    print("T4, ping of a fast station beside TCP, ms")
    for state, one in data["T4"]["airtime"].items():
        ping = one["ping_ms"]
        print(f"few frames first: {state:<4} median {ping['median']:>5}, 95 % {ping['p95']:>5}")


def _virtual(data):
    print("W11, 802.11n: goodput of a virtual station, which has no aggregation; native = 1")
    for kind, ratio in data["W11"]["ratio"].items():
        print(f"{kind:<10} {ratio:.2f}")


def _chaos(data):
    for what, counts in (("handovers", "outcomes"), ("programs killed", "faults_by_kind")):
        print(f"{what}: {', '.join(f'{name} {count}' for name, count in data[counts].items())}")
    print(f"violations: {data['violations']}")


def _association(data):
    for name in ("wpa2", "wpa3"):
        found = data[name]
        print(f"{name}: {found['successes']} of {found['attempts']}, median {found['median_s']} s")


def _split(data):
    for clock in ("real", "virtual"):
        for size, found in data[clock].items():
            split.print_table(f"Echo of {size} octets, {clock} clock", found)


def _agent(data):
    print("ratio to the kernel's bridge, all on one core")
    for row in data["rows"]:
        if row["placement"] == "forwarder":
            print(f"{row['size']:>6} octets, {row['direction']:<8} {row['agent_to_bridge']:.2f}")


def _scheduler(data):
    print("processor time of a frame with the airtime scheduler, compared with that without")
    for row in data["rows"]:
        what = f"{row['stations']:>4} stations, {row['rates']} rates, {row['size']:>5} octets"
        print(f"{what} {row['ratio']:.3f}")


def _nfv_speed(data):
    rows, sizes = {}, sorted({row["payload"] for row in data["rows"]})
    for row in data["rows"]:
        rows.setdefault(row["path"], {})[row["payload"]] = row["frames_per_second"] / 1000
    print("thousand frames a second, by octets of payload")
    print(f"{'':36}" + "".join(f"{size:>8,}" for size in sizes))
    for path, found in rows.items():
        cells = (f"{found[size]:.1f}" if size in found else "" for size in sizes)
        print(f"{path:36}" + "".join(f"{cell:>8}" for cell in cells))


def _stall(data):
    print("added to 99 % of a frame's delays, ms")
    for name, added in data["p99_added_ms"].items():
        print(f"{name:<24} {added:.3f}")


def _controller(data):
    print("\n\n".join("\n".join(controller_report.table(step)) for step in data["steps"]))
    if data["failover_s"] is not None:
        print()
        print("\n".join(controller_report.failover_table(data["failover"])))


def _demo(data):
    print("ms of a round trip, the link full of TCP")
    print(f"{'':<10} {'median':>8} {'95 %':>8}")
    for name, one in data["strategies"].items():
        print(f"{name:<10} {one['median_ms']:>8} {one['p95_ms']:>8}")


def _ovs(data):
    print("throughput of each queue type, patched to unpatched")
    for name, one in data["types"].items():
        if one["over"] == "plain":
            print(f"{name:<20} {one['ratio']:.2f}")


def _ovsdb(data):
    print(f"random sequences: {data['random_sequences']}, wrong at the end: {data['mismatches']}")
    print(f"next change after the owner is killed: {data['failover_s']:.1f} s")


def _fuzzing(data):
    for name, one in sorted(data["targets"].items()):
        print(f"{name:<20} {one['executions']:>15,} executions")


def _handover(data):
    # Walks under one load in place of each walk.
    loads = {
        f"{system}, {load}": found
        for load, systems in data["loads"].items()
        for system, found in systems.items()
    }
    handover_report.print_table(data | {"series": loads})


def _hostap(data):
    for number, one in enumerate(data["rounds"], 1):
        print(
            f"round {number}: {one['passed']} passed on VAP radios, {one['stock_passed']} on stock"
        )


PRINTERS = {
    # The plot shows the rates.
    "air": lambda data: air_report.print_table(data | {"rates": {}, "distances": {}}),
    "airtime": _airtime,
    "virtual-wifi": _virtual,
    "handover": _handover,
    "hostile": hostile_report.print_tables,
    "hybrid": lambda data: hybrid_report.print_table(data["policies"], data["choice"]),
    "nfv": nfv_report.print_tables,
    "nfv-speed": _nfv_speed,
    "sizing": sizing_report.print_table,
    "cost": cost.print_table,
    "chaos": _chaos,
    "association": _association,
    "first-contact": lambda data: first_contact.FirstContactExperiment.show(None, data),
    "several-radios": lambda data: several_radios.SeveralRadiosExperiment.show(None, data),
    "split": _split,
    "agent-bench": _agent,
    "agent-scheduler": _scheduler,
    "agent-stall": _stall,
    "controller": _controller,
    "demo": _demo,
    "ovs": _ovs,
    "ovsdb": _ovsdb,
    "ovs-upstream": lambda data: print(
        f"tests that fail only with the series, also alone: {len(data['failed_again'])}"
    ),
    "fuzzing": _fuzzing,
    "hostap": _hostap,
}
