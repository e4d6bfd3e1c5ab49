# SPDX-License-Identifier: Apache-2.0
"""Generates traffic: ping, TCP by iperf3, UDP by datagrams.py."""
import json
import math
import os
import pathlib
import re
import subprocess
import tempfile
import time
from typing import Literal, TypedDict

from .. import calls
from . import datagrams, shell

REPLY = re.compile(r"^\[(?P<at>[\d.]+)\].*icmp_seq=(?P<seq>\d+) .*time=(?P<ms>[\d.]+) ms", re.M)
SUMMARY = re.compile(r"(\d+) packets transmitted, (\d+) received")
UP_PORT, DOWN_PORT = 5201, 5202
USER_PORT = 5300
SETTLE_S = 1
"""Time until all senders and receivers of user traffic run."""
LAST_REPLY_S = 5
"""Longest time that a ping goes on after its last counted request. It sends further requests
meanwhile, and ends when as many replies as it counts have come."""


class Program(subprocess.Popen):
    """A program of a host, whose output goes to a file. A pipe that nobody reads would stop it as
    soon as the pipe is full: a ping, after some hundred replies."""

    def __init__(self, host, argv):
        self._kept = tempfile.TemporaryFile("w+", encoding="utf-8")
        super().__init__(shell.command(host, argv), stdout=self._kept, stderr=subprocess.STDOUT)

    def so_far(self):
        """Returns what the program has written until now. Leaves the file's position alone, as it
        is the program's too."""
        return os.pread(self._kept.fileno(), os.fstat(self._kept.fileno()).st_size, 0).decode()

    def output(self):
        """Waits for the end. Returns all that the program wrote. Call it once."""
        self.wait()
        with self._kept:
            self._kept.seek(0)
            return self._kept.read()


def start_ping(host, address, count, interval_s, *words):
    """Starts a ping of ``count`` echo requests, one every ``interval_s`` seconds. words: more options
    of ping."""
    argv = ["ping", "-D", "-n", "-i", f"{interval_s:g}", "-c", count, "-W", "5", *words, address]
    return Program(host, argv)


def ping_result(process):
    """Waits for the end of a ping. Returns its round-trip times.

    ``samples``: [seconds since the first reply, sequence number, RTT in ms];
    ``sent``, ``lost``: numbers of requests."""
    output = process.output()
    summary = SUMMARY.search(output)
    if not summary:
        raise shell.CommandFailed(f"ping: {output.strip()[-500:]}")
    replies = [(float(m["at"]), int(m["seq"]), float(m["ms"])) for m in REPLY.finditer(output)]
    first = replies[0][0] if replies else 0.0
    sent = int(summary[1])
    unique = {seq: [round(at - first, 6), seq, ms] for at, seq, ms in reversed(replies)}
    samples = [unique[seq] for seq in sorted(unique)]
    return {"samples": samples, "sent": sent, "lost": sent - len(samples)}


def of_first(result, count):
    """Returns a ping_result() of its first ``count`` requests."""
    sent = min(result["sent"], count)
    samples = [sample for sample in result["samples"] if sample[1] <= count]
    return {"samples": samples, "sent": sent, "lost": sent - len(samples)}


def counted_ping(host, address, count, interval_s, *words):
    """Pings an address and returns ping_result() of ``count`` requests. words: more options of ping.

    Without a deadline, ping waits for the last replies for one interval or twice the largest RTT,
    whichever is longer, and reports later replies as lost. With a deadline it sends requests until
    ``count`` replies have arrived."""
    deadline_s = math.ceil(count * interval_s + LAST_REPLY_S)
    process = start_ping(host, address, count, interval_s, "-w", deadline_s, *words)
    return of_first(ping_result(process), count)


@calls.declare
def ping(host: str, address: str, count: int = 10, interval_s: float = 0.2):
    """Pings an address and returns ping_result() of ``count`` requests, waiting for late replies."""
    return counted_ping(host, address, count, interval_s)


@calls.declare
def throughput(host: str, address: str, seconds: int = 3, reverse: bool = False):
    """Returns the mean throughput in Mb/s of one TCP flow to a running iperf3 server. reverse: from
    the server to the host."""
    output = shell.run(
        host,
        "iperf3",
        "-c",
        address,
        "-t",
        seconds,
        "-J",
        *(["-R"] if reverse else []),
        timeout=seconds + 30,
    )
    return json.loads(output)["end"]["sum_received"]["bits_per_second"] / 1e6


class CrossOptions(TypedDict, total=False):
    """Options of CrossTraffic."""

    flows: int
    congestion: str | None
    only: Literal["up", "down"] | None


class CrossTraffic:
    """Runs four TCP flows each way between two hosts, as in the RRUL test.

    The flows start at construction. congestion: the name of TCP's algorithm; None: the
    kernel's default. only: "up" or "down", for one direction."""

    def __init__(self, client, server, address, seconds, flows=4, congestion=None, only=None):
        self.processes = {}
        ways = {"up": (UP_PORT, []), "down": (DOWN_PORT, ["-R"])}
        if only:
            ways = {only: ways[only]}
        for port, _ in ways.values():
            shell.start(server, f"iperf3-{server}-{port}", "iperf3", "-s", "-1", "-p", port)
            shell.wait_for(
                f"iperf3 on {server} port {port}",
                lambda port=port: f":{port} " in shell.run(server, "ss", "-Hltn"),
            )
        for name, (port, more) in ways.items():
            argv = ["iperf3", "-c", address, "-p", port, "-P", flows, "-t", seconds, "-J", *more]
            argv += ["-C", congestion] if congestion else []
            self.processes[name] = Program(client, argv)

    def end(self):
        """Ends the flows at once, and forgets their results."""
        for process in self.processes.values():
            process.kill()
            process.output()

    def bins(self, begin, end):
        """Waits for the end. Returns direction -> Mb/s of each second between the seconds
        ``begin`` and ``end`` after the start."""
        return {
            name: [round(s["bits_per_second"] / 1e6, 3) for s in sums]
            for name, sums in self._intervals(begin, end).items()
        }

    def result(self, begin, end):
        """Waits for the end. Returns the mean throughput of each direction in Mb/s between the
        seconds ``begin`` and ``end`` after the start."""
        result = {}
        for name, inside in self._intervals(begin, end).items():
            octets = sum(s["bytes"] for s in inside)
            duration = sum(s["seconds"] for s in inside)
            result[f"cross_{name}_mbps"] = (
                round(octets * 8 / duration / 1e6, 2) if duration else 0.0
            )
        return result

    def _intervals(self, begin, end):
        return {
            name: inside(iperf_report(name, process)["intervals"], begin, end)
            for name, process in self.processes.items()
        }


def iperf_report(name, process):
    """Waits for the end of an iperf3 and returns its report."""
    output = process.output()
    report = json.loads(output[output.find("{") :])
    if report.get("error"):
        raise shell.CommandFailed(f"iperf3 {name}: {report['error']}")
    return report


def inside(intervals, begin, end):
    """Returns the sums over all flows of the intervals whose middle is between two seconds. With a
    real clock no interval ends exactly on a second."""
    sums = [interval["sum"] for interval in intervals]
    return [s for s in sums if begin < (s["start"] + s["end"]) / 2 < end]


class UserTraffic:
    """Sends UDP at a fixed rate each way between two hosts by datagrams.py.

    ends: both hosts' names and addresses; mbps: Mb/s of user data each way; octets: of a datagram.
    It starts SETTLE_S seconds after construction."""

    def __init__(self, ends, mbps, seconds, octets=datagrams.OCTETS):
        self.mbps = mbps
        self.octets = octets
        self.receivers = {}
        self.senders = []
        self._both_ways(ends, seconds)

    def _both_ways(self, ends, seconds):
        self._add("up", ends[0], ends[1], seconds, USER_PORT)
        self._add("down", ends[1], ends[0], seconds, USER_PORT)

    def _add(self, name, sender, receiver, seconds, port):
        begin = time.monotonic() + SETTLE_S
        host, address = receiver
        self.receivers[name] = self._start(host, "receive", address, port, begin, seconds)
        self.senders.append(
            self._start(sender[0], "send", address, port, self.mbps, begin, seconds, self.octets)
        )

    @staticmethod
    def _start(host, verb, *words):
        program = pathlib.Path(datagrams.__file__)
        argv = ["python3", program, verb, *words]
        return subprocess.Popen(
            shell.command(host, argv),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def result(self, begin, end):
        """Waits for the end. Returns direction -> received() of the datagrams due between two
        seconds after the start."""
        for sender in self.senders:
            self._finish(sender)
        return {
            name: received(json.loads(self._finish(process)), self.mbps, begin, end, self.octets)
            for name, process in self.receivers.items()
        }

    @staticmethod
    def _finish(process):
        output, errors = process.communicate()
        if process.returncode:
            raise shell.CommandFailed(f"user traffic: {errors.strip()[-500:]}")
        return output


class OneWay(UserTraffic):
    """Sends UDP at a fixed rate in one direction, "up" or "down"."""

    def __init__(self, ends, mbps, seconds, direction, port, octets=datagrams.OCTETS):
        self.direction = direction
        self.port = port
        super().__init__(ends, mbps, seconds, octets)

    def _both_ways(self, ends, seconds):
        sender, receiver = ends if self.direction == "up" else reversed(ends)
        self._add(self.direction, sender, receiver, seconds, self.port)

    def result(self, begin, end):
        """Waits for the end. Returns the mean Mb/s that arrived between two seconds after the
        start."""
        bins = super().result(begin, end)[self.direction]["bins"]
        return sum(bins) / len(bins)


def received(seen, mbps, begin, end, octets=datagrams.OCTETS):
    """Evaluates the result of datagrams.receive() for the seconds from ``begin`` to ``end``.

    Returns ``bins``: Mb/s received in each second; ``datagrams``: number due; ``lost``: number
    lost of these; ``ms``: [delay in ms, number received with it]."""
    ways = [way for way in seen["ways"] if begin <= way[0] < end]
    sent = datagrams.due(mbps, begin, end, octets)
    return {
        "bins": [round(count * 8 / 1e6, 3) for count in seen["octets"][begin:end]],
        "datagrams": sent,
        "lost": sent - sum(count for _, _, count in ways),
        "ms": [[ms, count] for _, ms, count in ways],
    }
