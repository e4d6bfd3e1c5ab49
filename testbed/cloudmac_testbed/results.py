# SPDX-License-Identifier: Apache-2.0
"""Summarises measurements and writes result files."""
import json
import math
import platform
import statistics
import subprocess


def percentile(values, share):
    """Returns the smallest value that is not below ``share`` (0 to 1) of all values."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)]


def summary(ping, clock, cross=None):
    """Returns one strategy's entry in demo.json. ping: of traffic.ping_result(); cross: a
    mapping with the cross traffic's throughput."""
    times = [sample[2] for sample in ping["samples"]]
    return {
        "n": len(times),
        "median_ms": round(statistics.median(times), 3) if times else None,
        "p95_ms": round(percentile(times, 0.95), 3) if times else None,
        "lost": ping["lost"],
        "cross_up_mbps": (cross or {}).get("cross_up_mbps", 0.0),
        "cross_down_mbps": (cross or {}).get("cross_down_mbps", 0.0),
        "clock": clock,
    }


def versions(built):
    """Returns the versions of the programs that take part. built: parts.Parts."""

    def first_line(*argv):
        done = subprocess.run(argv, capture_output=True, text=True, check=False)
        return ((done.stdout or done.stderr).splitlines() or ["unknown"])[0]

    release = next((built.kernel / "modules" / "lib" / "modules").iterdir()).name
    return {
        "kernel": release,
        "openvswitch": first_line(built.ovs / "sbin" / "ovs-vswitchd", "--version"),
        "iperf3": first_line("iperf3", "--version"),
        "hostapd": first_line("hostapd", "-v"),
        "java": first_line("java", "-version"),
        "python": platform.python_version(),
    }


def write_json(path, data):
    """Writes a result file, whole or not at all."""
    new = path.with_suffix(".new")
    new.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    new.replace(path)
