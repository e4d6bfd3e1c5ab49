#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Measures the agent in two parts: forwarding and scheduler. --only selects one.

forwarding: how fast one agent on one core forwards, next to a bridge, a plain loop and AF_XDP.

    vap0 ===veth=== wired0  FORWARDER  radio0 ===veth=== air0

The sender has one core, the forwarder another. The kernel receives the frames
of the forwarder's interface on one of them:

    sender     the sender's core: as veth does, or a driver whose interrupt
               goes to another core
    forwarder  the forwarder's core too (RPS): one core does everything

A bridge consists of that receiving only, so it runs on the same core. The
forwarder with AF_XDP (xdp) only passes frames from ring to ring, in generic
mode: it shows what AF_XDP could bring at most in that mode. Without libxdp the
benchmark runs without it, and the table has "-". The forwarders take turns in each
round, so that other load affects all of them.
Needs root, two cores and a network namespace of its own; "make bench" has them.

The verdict is PASS if the agent meets all bounds at 100 and 1550 octets, both ways:

    receiving on the sender's core     0.8 of the bridge's frames per second
    receiving on the forwarder's core  1.0 of the plain loop's

The goal of 0.8 of the bridge on the forwarder's core too is shown beside them.

scheduler: the agent's processor time of a downlink frame with the airtime scheduler (option
airtime), to that without it. The frames pass the agent's queue, and the test radio returns their TX
statuses. The verdict is PASS if the median ratio is at most 1.1 for 1, 8 and 64 stations, 100 and
1550 octets, one rate and two. Other load does not matter much, as both modes take turns.

Exit status: 0 for PASS, 1 for FAIL, 2 for wrong arguments.
"""

import argparse
import contextlib
import itertools
import json
import os
import pathlib
import platform
import shlex
import subprocess
import sys
import tempfile
import time

import comparison
import ratios
import scheduler
from bench_frames import downlink, uplink

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "testbed"))

from cloudmac_testbed import results as record  # noqa: E402

SIZES = (64, 100, 256, 512, 1024, 1550)
LATENCY_COUNT = 2000
PARTS = ("forwarding", "scheduler")

CONFIG = """
[wtp]
wired = wired0
user = root
log-level = error
[radio]
phy = ether:radio0
in-flight = 0
lease = 02:aa:bb:cc:00:01
"""


def run(*command):
    subprocess.run(command, check=True)


def write(path, text):
    pathlib.Path(path).write_text(text)


def make_links():
    run("mount", "-t", "sysfs", "sysfs", "/sys")  # this namespace's interfaces
    run("ip", "link", "set", "lo", "up")
    for one, other in (("vap0", "wired0"), ("air0", "radio0")):
        run(
            "ip",
            "link",
            "add",
            one,
            "mtu",
            "1700",
            "type",
            "veth",
            "peer",
            "name",
            other,
            "mtu",
            "1700",
        )
        for name in (one, other):
            write(f"/proc/sys/net/ipv6/conf/{name}/disable_ipv6", "1")
            run("ip", "link", "set", name, "up")


def place_receiving(options, placement):
    mask = 1 << options.core if placement == "forwarder" else 0
    for name in ("wired0", "radio0"):
        write(f"/sys/class/net/{name}/queues/rx-0/rps_cpus", f"{mask:x}")


def own(core):
    """Binds this process to a core, with priority over all others."""
    os.sched_setaffinity(0, {core})
    os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))


@contextlib.contextmanager
def process(core, *command):
    child = subprocess.Popen(command, preexec_fn=lambda: own(core))
    try:
        yield
    finally:
        child.terminate()
        child.wait()


def kernel_threads(cores):
    """Yields the threads that receive for the kernel under load."""
    names = {f"ksoftirqd/{core}" for core in cores}
    for path in pathlib.Path("/proc").glob("[0-9]*/comm"):
        with contextlib.suppress(OSError):
            if path.read_text().strip() in names:
                yield int(path.parent.name)


@contextlib.contextmanager
def kernel_first(cores):
    """Gives the kernel's threads the priority of the measured processes. Yields whether that
    was possible."""
    before = []
    with contextlib.suppress(PermissionError):
        for pid in kernel_threads(cores):
            was = pid, os.sched_getscheduler(pid), os.sched_getparam(pid)
            os.sched_setscheduler(pid, os.SCHED_FIFO, os.sched_param(1))
            before.append(was)
    try:
        yield len(before) == len(cores)
    finally:
        for pid, policy, param in before:
            os.sched_setscheduler(pid, policy, param)


@contextlib.contextmanager
def agent(options, way):
    del way
    with tempfile.NamedTemporaryFile("w", suffix=".conf") as config:
        config.write(CONFIG)
        config.flush()
        with process(options.core, options.agent, "-f", "-c", config.name):
            yield


@contextlib.contextmanager
def bridge(options, way):
    del options, way
    run("ip", "link", "add", "bridge0", "type", "bridge", "mcast_snooping", "0")
    try:
        for name in ("wired0", "radio0"):
            run("ip", "link", "set", name, "master", "bridge0")
        run("ip", "link", "set", "bridge0", "up")
        yield
    finally:
        run("ip", "link", "del", "bridge0")


@contextlib.contextmanager
def plain(options, way):
    with process(options.core, options.plain, *way):
        yield


@contextlib.contextmanager
def xdp(options, way):
    with process(options.core, options.xdp, *way):
        yield


FORWARDERS = {"agent": agent, "bridge": bridge, "plain": plain, "xdp": xdp}


def traffic(options, mode, ends, amount, frame):
    with tempfile.NamedTemporaryFile() as file:
        file.write(frame)
        file.flush()
        return subprocess.run(
            [options.traffic, mode, *ends, str(amount), file.name],
            check=True,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            preexec_fn=lambda: own(options.sender_core),
        ).stdout


def wait_until_forwarding(options, ends, frame):
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:
        with contextlib.suppress(subprocess.CalledProcessError):
            return traffic(options, "latency", ends, 1, frame)
    raise SystemExit("bench: the forwarder forwards no frame within 10 s")


def measure(options, name, placement, direction, size):
    place_receiving(options, placement)
    frame = {"down": downlink, "up": uplink}[direction](size)
    ends, way = ("vap0", "air0"), ("wired0", "radio0")
    if direction == "up":
        ends, way = ends[::-1], way[::-1]
    with FORWARDERS[name](options, way):
        wait_until_forwarding(options, ends, frame)
        frames, seconds, lost = traffic(options, "rate", ends, options.seconds, frame).split()
        latency = traffic(options, "latency", ends, LATENCY_COUNT, frame)
    return {
        "forwarder": name,
        "placement": placement,
        "direction": direction,
        "size": size,
        "pps": round(int(frames) / float(seconds)),
        "lost": int(lost),
        "latency_us": [float(line) for line in latency.split()],
    }


def command():
    """Returns the user's command: "make bench" adds --agent and all that follows."""
    words = sys.argv[1 : sys.argv.index("--agent")]
    return shlex.join(["./cloudmac", "bench", "agent", *words])


def parse_arguments():
    parser = argparse.ArgumentParser(
        prog="./cloudmac bench agent",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    # The programs, which make sets; --xdp only if it is built.
    for name in ("agent", "plain", "xdp", "traffic", "answers"):
        parser.add_argument(f"--{name}", help=argparse.SUPPRESS)
    parser.add_argument("--results", type=pathlib.Path, help="folder for the result file")
    parser.add_argument(
        "--quick",
        action="store_true",
        help="forwarding: one round of short measurements at 100 and 1550 octets only, a minute; "
        "scheduler: one agent, some minutes",
    )
    parser.add_argument("--only", choices=PARTS, help="this part alone")
    parser.add_argument("--rounds", type=int, help="of forwarding: default 3, with --quick 1")
    parser.add_argument(
        "--seconds", type=float, help="of each measurement of forwarding: default 0.5"
    )
    parser.add_argument(
        "--agents", type=int, help="of scheduler, one after the other: default 5, with --quick 1"
    )
    parser.add_argument(
        "--alternations",
        type=int,
        default=20,
        help="of scheduler, for each agent and case: default %(default)s",
    )
    parser.add_argument("--seed", type=int, default=1, help="of scheduler: default %(default)s")
    parser.add_argument("--core", type=int, default=1, help="the forwarder's: default 1")
    parser.add_argument("--sender-core", type=int, default=0, help="default 0")
    parser.add_argument("--only-check", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    for name in ("agent", "plain", "traffic", "answers", "results"):
        if not options.only_check and getattr(options, name) is None:
            parser.error(f"--{name} is missing; make bench sets it")
    options.rounds = options.rounds or (1 if options.quick else 3)
    options.seconds = options.seconds or (0.3 if options.quick else 0.5)
    options.agents = options.agents or (1 if options.quick else 5)
    options.sizes = comparison.BOUND_SIZES if options.quick else SIZES
    if not {options.core, options.sender_core} <= os.sched_getaffinity(0):
        parser.error("this needs two cores; choose them with --core and --sender-core")
    if options.core == options.sender_core:
        parser.error("--core and --sender-core must differ")
    return options


def write_result(options, name, seed, content, samples):
    """Writes a part's result file and its raw samples. Returns the path of the former."""
    name += "-quick" if options.quick else ""
    options.results.mkdir(parents=True, exist_ok=True)
    (options.results / f"{name}-raw.json").write_text(json.dumps(samples))
    result = (options.results / f"{name}.json").resolve()
    about = {
        **record.origin(command(), seed),
        "clock": "real",
        "kernel": platform.release(),
        "cores": os.cpu_count(),
        "load_1min": os.getloadavg()[0],
    }
    result.write_text(json.dumps(about | content, indent=1) + "\n")
    return result


def show_progress(text):
    if sys.stderr.isatty():
        print(f"\rbench: {text} ", end="", file=sys.stderr)


def forwarding(options):
    """Measures, writes the result file and prints it. Returns whether all bounds are met."""
    samples = []
    names = [name for name in FORWARDERS if name != "xdp" or options.xdp]
    plan = list(
        itertools.product(
            range(options.rounds),
            comparison.PLACEMENTS,
            comparison.DIRECTIONS,
            options.sizes,
            names,
        )
    )
    with kernel_first({options.core, options.sender_core}) as fair:
        for _, placement, direction, size, name in plan:
            samples.append(measure(options, name, placement, direction, size))
            show_progress(f"{len(samples)} of {len(plan)}")
    rows = comparison.summarise(samples, options.sizes)
    lines, passed = comparison.judge(rows)
    content = {
        "kernel_threads_first": fair,
        "rounds": options.rounds,
        "seconds": options.seconds,
        "bounds": {"sizes": comparison.BOUND_SIZES, **comparison.BOUNDS},
        "goals": comparison.GOALS,
        "verdict": "pass" if passed else "fail",
        "rows": rows,
    }
    result = write_result(options, "agent-bench", None, content, samples)
    print(*comparison.table(rows), "", *lines, sep="\n")
    if passed:
        print("verdict: PASS, the agent meets all bounds")
    else:
        print("verdict: FAIL, the agent misses a bound; on a busy machine, run it again alone")
    print(f"results: {result}")
    return passed


def compare_schedulers(options):
    """Measures, writes the result file and prints it. Returns whether the bound is met."""
    place_receiving(options, "sender")
    content, samples = scheduler.run(options, lambda case: show_progress(f"scheduler, {case}"))
    result = write_result(options, "agent-scheduler", options.seed, content, samples)
    lines, passed = ratios.judge(content["rows"])
    print(*ratios.table(content["rows"]), "", *lines, sep="\n")
    print(f"verdict: {'PASS' if passed else 'FAIL'}, bound {ratios.BOUND} for the median ratio")
    print(f"results: {result}")
    return passed


def main():
    options = parse_arguments()
    if options.only_check:
        return 0
    make_links()
    parts = {"forwarding": forwarding, "scheduler": compare_schedulers}
    passed = [parts[name](options) for name in PARTS if options.only in (None, name)]
    return 0 if all(passed) else 1


if __name__ == "__main__":
    sys.exit(main())
