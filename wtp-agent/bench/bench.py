#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""How fast one agent on one core forwards, beside a bridge and a plain loop.

    vap0 ===veth=== wired0  FORWARDER  radio0 ===veth=== air0

The sender has one core, the forwarder another. The kernel's share of receiving
at the forwarder's interface is done, by placement,

    sender     on the sender's core: what veth does by itself, and what a driver
               whose interrupt goes to another core does
    forwarder  on the forwarder's core too (RPS): one core does everything

A bridge is nothing but that share, so it runs where that runs. Forwarders take
turns in each round, so that what else the machine does hits all of them. To be
run in a network namespace of its own, as root.
"""

import argparse
import contextlib
import itertools
import json
import os
import pathlib
import platform
import statistics
import struct
import subprocess
import sys
import tempfile
import time

SIZES = (64, 128, 256, 512, 1024, 1550)
STATION, BSSID = bytes.fromhex("020000000100"), bytes.fromhex("02aabbcc0001")
AIR = b"\xff" * 6 + b"\2" + bytes(5) + b"\x88\xb5"
LATENCY_COUNT = 2000

CONFIG = """
[wtp]
wired = wired0
user = root
log-level = error
[radio]
phy = ether:radio0
in-flight = 0
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


def data(control, addr1, addr2, length):
    """An 802.11 data frame of so many octets."""
    header = struct.pack("<HH6s6s6sH", control, 0, addr1, addr2, BSSID, 0x10)
    return header + bytes(length - len(header))


def downlink(size):
    """A wrapped frame of so many octets."""
    radiotap = struct.pack("<BBHIH", 0, 0, 10, 1 << 15, 0x10)
    head = STATION + b"\x12\x80\0\0" + BSSID[4:] + b"\x13\x37" + radiotap
    return head + data(0x0208, STATION, BSSID, size - len(head))


def uplink(size):
    """A frame on the air that the agent wraps in so many octets."""
    radiotap = struct.pack("<BBHIBb", 0, 0, 10, 1 << 1 | 1 << 5, 0, -42)
    return AIR + radiotap + data(0x0108, BSSID, STATION, size - 14 - len(radiotap))


def own(core):
    """Give this process a core, before whatever else wants to run there."""
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
    """The threads that do the kernel's share when there is much of it."""
    names = {f"ksoftirqd/{core}" for core in cores}
    for path in pathlib.Path("/proc").glob("[0-9]*/comm"):
        with contextlib.suppress(OSError):
            if path.read_text().strip() in names:
                yield int(path.parent.name)


@contextlib.contextmanager
def kernel_first(cores):
    """Treat the kernel's share as the processes that are measured: before whatever else wants
    to run. Says whether that was possible."""
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


PLACEMENTS = ("sender", "forwarder")
DIRECTIONS = ("down", "up")
FORWARDERS = {"agent": agent, "bridge": bridge, "plain": plain}


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
    raise SystemExit("bench: nothing comes through")


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


def quantile(values, part):
    return round(sorted(values)[min(len(values) - 1, int(len(values) * part))], 2)


def summarise_one(samples):
    latency = [value for sample in samples for value in sample["latency_us"]]
    pps = [sample["pps"] for sample in samples]
    return {
        "pps": round(statistics.median(pps)),
        "pps_min": min(pps),
        "pps_max": max(pps),
        "lost": sum(sample["lost"] for sample in samples),
        "latency_us_median": quantile(latency, 0.5),
        "latency_us_p99": quantile(latency, 0.99),
    }


def summarise(samples):
    rows = []
    for placement, direction, size in itertools.product(PLACEMENTS, DIRECTIONS, SIZES):
        row = {"placement": placement, "direction": direction, "size": size}
        for name in FORWARDERS:
            row[name] = summarise_one(
                [
                    sample
                    for sample in samples
                    if sample["forwarder"] == name
                    and all(sample[key] == row[key] for key in ("placement", "direction", "size"))
                ]
            )
        for other in ("bridge", "plain"):
            row[f"agent_to_{other}"] = round(row["agent"]["pps"] / row[other]["pps"], 3)
        rows.append(row)
    return rows


def show(rows):
    print(f"{'':20}{'kpps (median of rounds)':^30}{'agent /':^16}{'median latency, us':^24}")
    print(
        f"{'receiving':10}{'way':5}{'size':>5}{'agent':>10}{'bridge':>10}{'plain':>10}{'bridge':>8}{'plain':>8}"
        f"{'agent':>8}{'bridge':>8}{'plain':>8}"
    )
    for row in rows:
        print(
            f"{row['placement']:10}{row['direction']:5}{row['size']:5}"
            + "".join(f"{row[name]['pps'] / 1000:10.1f}" for name in FORWARDERS)
            + f"{row['agent_to_bridge']:8.2f}{row['agent_to_plain']:8.2f}"
            + "".join(f"{row[name]['latency_us_median']:8.1f}" for name in FORWARDERS)
        )


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name in ("agent", "plain", "traffic"):
        parser.add_argument(f"--{name}", required=True, help="the program")
    parser.add_argument("--results", required=True, type=pathlib.Path, help="folder to write to")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=0.5, help="of each measurement")
    parser.add_argument("--core", type=int, default=1, help="the forwarder's")
    parser.add_argument("--sender-core", type=int, default=0)
    options = parser.parse_args()
    if not {options.core, options.sender_core} <= os.sched_getaffinity(0):
        parser.error("needs two cores")
    make_links()
    samples = []
    plan = list(itertools.product(range(options.rounds), PLACEMENTS, DIRECTIONS, SIZES, FORWARDERS))
    with kernel_first({options.core, options.sender_core}) as fair:
        for _, placement, direction, size, name in plan:
            samples.append(measure(options, name, placement, direction, size))
            if sys.stderr.isatty():
                print(f"\rbench: {len(samples)} of {len(plan)} ", end="", file=sys.stderr)
    rows = summarise(samples)
    options.results.mkdir(parents=True, exist_ok=True)
    (options.results / "agent-bench-raw.json").write_text(json.dumps(samples))
    (options.results / "agent-bench.json").write_text(
        json.dumps(
            {
                "clock": "real",
                "kernel": platform.release(),
                "cores": os.cpu_count(),
                "kernel_threads_first": fair,
                "load_1min": os.getloadavg()[0],
                "rounds": options.rounds,
                "seconds": options.seconds,
                "goal": "agent_to_bridge of 0.8 at 1550 octets",
                "rows": rows,
            },
            indent=1,
        )
        + "\n"
    )
    show(rows)


if __name__ == "__main__":
    main()
