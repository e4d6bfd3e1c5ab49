# SPDX-License-Identifier: Apache-2.0
"""Summarises measurements and writes result files.

It needs Python's standard library only, so that the benchmarks of other folders can use it."""
import json
import math
import os
import pathlib
import platform
import statistics
import subprocess

from .settings import ROOT

CPU_INFO, MEMORY_INFO = pathlib.Path("/proc/cpuinfo"), pathlib.Path("/proc/meminfo")
UNKNOWN = "unknown"


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


def origin(command, seed, at=None):
    """Returns what each result file says of its origin: ``commit``, ``command``, ``seed`` and
    ``machine``. command: the command line as text; seed: None for a measurement without one;
    at: the commit when the measurement began, None for that of now."""
    return {"commit": at or commit(), "command": command, "seed": seed, "machine": machine()}


def commit(top=ROOT):
    """Returns the commit of a source tree in 12 digits, with a "+" if a tracked file differs
    from it. Returns UNKNOWN outside of a git checkout, and without git."""
    # The checkout may belong to another user than root. No tag: a tag names no commit here.
    try:
        done = subprocess.run(
            [
                *("git", "-C", str(top), "-c", f"safe.directory={top}"),
                *("describe", "--always", "--abbrev=12", "--dirty=+", "--exclude=*"),
            ],
            capture_output=True,
            text=True,
            check=False,
        )
    except OSError:
        return UNKNOWN
    return done.stdout.strip() or UNKNOWN


def machine():
    """Returns ``processors``, ``model`` of the first one, ``memory_mb`` and ``kernel``: what
    figures in real time depend on. It has no host name."""
    return {
        "processors": os.cpu_count(),
        "model": _member(CPU_INFO, "model name") or platform.machine(),
        "memory_mb": int((_member(MEMORY_INFO, "MemTotal") or "0 kB").split()[0]) // 1024,
        "kernel": platform.release(),
    }


def _member(path, name):
    """Returns the first value of ``name`` in a file of "name: value" lines; None without one."""
    for line in path.read_text(encoding="utf-8").splitlines():
        key, _, value = line.partition(":")
        if key.strip() == name:
            return value.strip()
    return None


def write_json(path, data):
    """Writes a result file, whole or not at all."""
    new = path.with_suffix(".new")
    new.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    new.replace(path)
